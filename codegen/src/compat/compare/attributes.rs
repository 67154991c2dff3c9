//! Attributes, docs and languages.

use super::Comparison;
use crate::compat::class::{Class, Flow};
use crate::compat::contract::{Item, Kind};
use crate::compat::rule::Rule;
use crate::model::Language;

const EVERYWHERE: &[Language] = &[
    Language::Rust,
    Language::JavaScript,
    Language::Python,
    Language::Swift,
];

impl Comparison {
    /// What everything with a name has; `addition` is what it would be to add it.
    pub(super) fn meta(
        &mut self,
        path: &str,
        old: &Item,
        new: &Item,
        addition: (Class, &'static str),
    ) {
        if old.docs != new.docs {
            let what = "is described in other words: its meaning is the same";
            self.report(Rule::DocsChanged, Class::Patch, path, what);
        }
        if old.attrs.deprecated != new.attrs.deprecated {
            let what = match &new.attrs.deprecated {
                Some(_) => "is to be avoided: it still works",
                None => "is no longer to be avoided: it works as before",
            };
            self.report(Rule::DeprecationChanged, Class::Patch, path, what);
        }
        self.languages(path, old, new, addition);
    }

    fn languages(&mut self, path: &str, old: &Item, new: &Item, addition: (Class, &'static str)) {
        let (before, after) = (languages(old), languages(new));
        let gone = names(before.iter().filter(|it| !after.contains(it)));
        if !gone.is_empty() {
            let what = format!("is gone in {gone}: programs that mention it there break");
            self.report(Rule::LanguagesChanged, Class::Major, path, what);
        }
        let come = names(after.iter().filter(|it| !before.contains(it)));
        if !come.is_empty() {
            let what = format!("exists in {come} too");
            self.report_flow(Rule::LanguagesChanged, path, &what, addition);
        }
    }

    /// The attributes of declarations.
    pub(super) fn declared_attributes(&mut self, path: &str, old: &Item, new: &Item, flow: Flow) {
        match (old.attrs.open, new.attrs.open) {
            (false, true) => self.report_flow(Rule::OpenChanged, path, "is open now", flow.wider()),
            (true, false) => {
                self.report_flow(Rule::OpenChanged, path, "is closed now", flow.narrower())
            }
            _ => {}
        }
        self.strict(path, old, new, flow);
        self.feature(path, old, new);
    }

    fn strict(&mut self, path: &str, old: &Item, new: &Item, flow: Flow) {
        let (class, what) = match (old.attrs.strict, new.attrs.strict) {
            (false, true) if flow.is_in() => (
                Class::Major,
                "is strict now: members that it does not know are refused",
            ),
            (true, false) if flow.is_in() => (
                Class::Major,
                "is no longer strict: Python takes it as one argument in place of keywords",
            ),
            (false, true) => (Class::Minor, "is strict now: programs only receive it"),
            (true, false) => (
                Class::Minor,
                "is no longer strict: programs only receive it",
            ),
            _ => return,
        };
        self.report(Rule::StrictChanged, class, path, what);
    }

    fn feature(&mut self, path: &str, old: &Item, new: &Item) {
        if old.attrs.feature == new.attrs.feature {
            return;
        }
        let (class, what) = match &new.attrs.feature {
            Some(feature) => (
                Class::Major,
                format!("needs the feature `{feature}`: binaries that had it may lack it"),
            ),
            None => (
                Class::Minor,
                "needs no feature any more: every binary has it".to_owned(),
            ),
        };
        self.report(Rule::FeatureChanged, class, path, what);
    }

    /// The attributes of members and variants that have no rule in common with others.
    pub(super) fn member_attributes(&mut self, path: &str, old: &Item, new: &Item, flow: Flow) {
        let (before, after) = (&old.attrs, &new.attrs);
        match (before.secret, after.secret) {
            (false, true) => {
                let what = "is secret now: it is no longer printed or saved";
                self.report(Rule::SecretChanged, Class::Minor, path, what);
            }
            (true, false) => {
                let what = "is no longer secret: what was never to be printed or saved may be";
                self.report(Rule::SecretChanged, Class::Major, path, what);
            }
            _ => {}
        }
        match (before.inlinable, after.inlinable) {
            (false, true) => {
                let what = "may be inlined now";
                self.report_flow(Rule::InlinableChanged, path, what, flow.wider());
            }
            (true, false) => {
                let what = "may no longer be inlined";
                self.report_flow(Rule::InlinableChanged, path, what, flow.narrower());
            }
            _ => {}
        }
        if before.rest != after.rest {
            let what = "has its entries in another place: programs look for them where they were";
            self.report(Rule::RestChanged, Class::Major, path, what);
        }
        if before.type_name != after.type_name {
            let what = "has a type of another name: programs that mention its type break";
            self.report(Rule::TypeNameChanged, Class::Major, path, what);
        }
        if before.after_fault != after.after_fault && old.kind == Kind::Property {
            let what = "completes otherwise after a fault: programs see a value of the same type";
            self.report(Rule::AfterFaultChanged, Class::Minor, path, what);
        }
    }
}

fn languages(item: &Item) -> &[Language] {
    match item.attrs.only.is_empty() {
        true => EVERYWHERE,
        false => &item.attrs.only,
    }
}

fn names<'a>(languages: impl Iterator<Item = &'a Language>) -> String {
    let names: Vec<_> = languages.map(|it| format!("{it:?}")).collect();
    names.join(", ")
}
