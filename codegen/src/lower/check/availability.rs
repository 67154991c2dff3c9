//! What exists in some languages only, or not yet: nothing may be made of it that exists more widely.

use crate::diagnostics::{Code, Diagnostic, Diagnostics};
use crate::model::{Decl, Foreign, Language, Meta, Model, TyKind};

/// The languages that have emitters, and so need every type.
const LANGUAGES: [(Language, &str); 4] = [
    (Language::Rust, "rust"),
    (Language::JavaScript, "javascript"),
    (Language::Python, "python"),
    (Language::Swift, "swift"),
];

pub(super) fn check(model: &Model, decl: &Decl, diagnostics: &mut Diagnostics) {
    for mention in super::mentions(decl) {
        mention.ty.walk(&mut |ty| {
            if let TyKind::Named(name) = &ty.kind {
                let used = model.decl(name);
                diagnostics.extend(in_language(&mention.owners, used));
                diagnostics.extend(planned(&mention.owners, used));
            }
        });
    }
}

/// The first language that has the user, but not what it uses.
fn in_language(owners: &[&Meta], used: &Decl) -> Option<Diagnostic> {
    let (_, language) = LANGUAGES.into_iter().find(|(language, _)| {
        let exists = owners.iter().all(|meta| meta.attrs.exists_in(*language));
        exists && !has(used, *language)
    })?;
    let (user, name) = (owners.last()?, used.meta().name.source());
    let help = match used {
        Decl::Foreign(foreign) if foreign.meta.attrs.only.is_empty() => {
            format!("spell `{name}` in {language}, or add `@only(…)` here")
        }
        _ => "add the same `@only(…)` here".to_owned(),
    };
    let message = format!(
        "`{}` exists in {language}, but `{name}` does not",
        user.name.source()
    );
    Some(Diagnostic::new(Code::UnavailableInLanguage, user.span, message).help(help))
}

fn has(decl: &Decl, language: Language) -> bool {
    let spelled = match decl {
        Decl::Foreign(foreign) => spelling(foreign, language).is_some(),
        _ => true,
    };
    spelled && decl.meta().attrs.exists_in(language)
}

fn spelling(foreign: &Foreign, language: Language) -> Option<&str> {
    let spelling = match language {
        Language::Rust => &foreign.rust,
        Language::JavaScript => &foreign.typescript,
        Language::Python => &foreign.python,
        Language::Swift => &foreign.swift,
    };
    spelling.as_deref()
}

fn planned(owners: &[&Meta], used: &Decl) -> Option<Diagnostic> {
    if !used.meta().attrs.planned || owners.iter().any(|meta| meta.attrs.planned) {
        return None;
    }
    let (user, name) = (owners.last()?, used.meta().name.source());
    let message = format!(
        "`{}` is made of `{name}`, which is only planned",
        user.name.source()
    );
    let diagnostic = Diagnostic::new(Code::DependsOnPlanned, user.span, message);
    Some(diagnostic.help(format!("mark it `@planned` too, or finish `{name}`")))
}
