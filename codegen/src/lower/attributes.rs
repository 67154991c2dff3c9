//! Attributes: which exist, where each may stand, and what its arguments are.

use super::Lowerer;
use super::target::Target;
use super::{limits, pattern};
use crate::diagnostics::{Code, Diagnostic, nearest};
use crate::model::{Attrs, Language, Prim, Ty, TyKind};
use crate::source::Span;
use crate::syntax::ast;

type Rule = (&'static str, fn(Target) -> bool);

/// Every attribute: its name and where it may stand. What its arguments mean is in [`Lowerer::apply`].
const RULES: &[Rule] = &[
    ("afterFault", |it| it == Target::Property),
    ("byHand", |it| {
        use Target::{Function, Interface, Method, Property};
        matches!(it, Function | Interface | Method | Property)
    }),
    ("deprecated", is_public),
    ("experimental", is_public),
    ("feature", |it| {
        matches!(it, Target::Function | Target::Interface)
    }),
    ("inlinable", |it| it == Target::VariantField),
    ("limit", Target::holds_value),
    ("name", |it| it == Target::TaggedVariant),
    ("only", |it| is_public(it) || it == Target::Param),
    ("open", |it| {
        matches!(it, Target::Enum | Target::TaggedUnion)
    }),
    ("pattern", Target::holds_value),
    ("planned", |it| is_public(it) || it == Target::Entry),
    ("rest", |it| it == Target::Field),
    ("secret", |it| {
        use Target::{Field, Param, Property, VariantField};
        matches!(it, Field | VariantField | Property | Param)
    }),
    ("since", is_public),
    ("strict", |it| it == Target::Record),
    ("unique", Target::holds_value),
];

const LANGUAGES: &[(&str, Language)] = &[
    ("rust", Language::Rust),
    ("javascript", Language::JavaScript),
    ("python", Language::Python),
    ("swift", Language::Swift),
];

fn is_public(target: Target) -> bool {
    target.is_declaration() || target.is_member()
}

impl Lowerer<'_> {
    /// The attributes of something of type `ty`; the type is absent where there is none, or where it is wrong itself.
    pub(super) fn attributes(
        &mut self,
        attrs: &[ast::Attr],
        target: Target,
        ty: Option<&Ty>,
    ) -> Attrs {
        let mut lowered = Attrs::default();
        for (at, attr) in attrs.iter().enumerate() {
            let earlier = attrs[..at].iter().find(|it| it.name.text == attr.name.text);
            if let Some(earlier) = earlier {
                let message = format!("`@{}` stands twice", attr.name.text);
                let help = format!("the first is at {}", self.sources.place(earlier.span));
                self.error(Code::DuplicateAttribute, attr.span, message, &help);
            } else if self.may_stand(attr, target) {
                self.apply(attr, ty, &mut lowered);
            }
        }
        self.check_languages(attrs, &lowered);
        lowered
    }

    fn may_stand(&mut self, attr: &ast::Attr, target: Target) -> bool {
        let name = attr.name.text.as_str();
        let Some((_, fits)) = RULES.iter().find(|(rule, _)| *rule == name) else {
            let message = format!("there is no attribute `@{name}`");
            let near = nearest(name, RULES.iter().map(|(rule, _)| *rule));
            let diagnostic = Diagnostic::new(Code::UnknownAttribute, attr.span, message);
            self.report(match near {
                Some(near) => diagnostic.help(format!("did you mean `@{near}`?")),
                None => diagnostic,
            });
            return false;
        };
        if !fits(target) {
            let message = format!("`@{name}` means nothing on {}", target.describe());
            self.error(Code::MisplacedAttribute, attr.span, message, "remove it");
            return false;
        }
        true
    }

    fn apply(&mut self, attr: &ast::Attr, ty: Option<&Ty>, attrs: &mut Attrs) {
        match attr.name.text.as_str() {
            "experimental" => attrs.experimental = self.flag(attr),
            "planned" => attrs.planned = self.flag(attr),
            "open" => attrs.open = self.flag(attr),
            "strict" => attrs.strict = self.flag(attr),
            "inlinable" => attrs.inlinable = self.flag(attr),
            "secret" => {
                let what = "a string or `map<string>`";
                attrs.secret = self.flag(attr) && self.fits(attr, ty, holds_strings, what)
            }
            "rest" => {
                attrs.rest = self.flag(attr) && self.fits(attr, ty, is_json_map, "`map<json>`")
            }
            "since" => attrs.since = self.version(attr),
            "deprecated" => attrs.deprecated = self.text(attr, "(\"what to use instead\")"),
            "afterFault" => attrs.after_fault = self.after_fault(attr, ty),
            "feature" => attrs.feature = self.feature(attr),
            "name" => attrs.type_name = self.type_name(attr),
            "only" => attrs.only = self.languages(attr),
            "byHand" => attrs.by_hand = self.languages(attr),
            "limit" => attrs.limit = self.limit(attr, ty),
            "pattern" => attrs.pattern = self.pattern(attr, ty),
            "unique" => attrs.unique = self.unique(attr, ty),
            name => unreachable!("`@{name}` has a rule, but no meaning"),
        }
    }

    /// An attribute without arguments.
    fn flag(&mut self, attr: &ast::Attr) -> bool {
        if attr.args.is_empty() {
            return true;
        }
        self.wrong_arguments(attr, "");
        false
    }

    fn text(&mut self, attr: &ast::Attr, form: &str) -> Option<String> {
        match attr.args.as_slice() {
            [ast::Arg::Str(text)] if !text.value.is_empty() => Some(text.value.clone()),
            _ => {
                self.wrong_arguments(attr, form);
                None
            }
        }
    }

    fn version(&mut self, attr: &ast::Attr) -> Option<String> {
        let form = "(\"1.2.0\")";
        let version = self.text(attr, form)?;
        let numbers: Vec<_> = version.split('.').collect();
        let is_number = |it: &&str| !it.is_empty() && it.bytes().all(|byte| byte.is_ascii_digit());
        if numbers.len() == 3 && numbers.iter().all(is_number) {
            return Some(version);
        }
        self.wrong_arguments(attr, form);
        None
    }

    fn after_fault(&mut self, attr: &ast::Attr, ty: Option<&Ty>) -> Option<u64> {
        let [ast::Arg::Int(value)] = attr.args.as_slice() else {
            self.wrong_arguments(attr, "(1)");
            return None;
        };
        let what = "a future of a whole number";
        self.fits(attr, ty, is_future_number, what)
            .then_some(value.value)
    }

    fn feature(&mut self, attr: &ast::Attr) -> Option<String> {
        let form = "(\"feature-name\")";
        let name = self.text(attr, form)?;
        let is_name = |byte: u8| byte.is_ascii_lowercase() || byte == b'-';
        if name.bytes().all(is_name) {
            return Some(name);
        }
        self.wrong_arguments(attr, form);
        None
    }

    fn type_name(&mut self, attr: &ast::Attr) -> Option<String> {
        let form = "(\"TypeName\")";
        let name = self.text(attr, form)?;
        let is_word = name.bytes().all(|byte| byte.is_ascii_alphanumeric());
        if is_word && crate::model::Name::new(&name).pascal() == name {
            return Some(name);
        }
        self.wrong_arguments(attr, form);
        None
    }

    fn languages(&mut self, attr: &ast::Attr) -> Vec<Language> {
        let mut languages = Vec::new();
        if attr.args.is_empty() {
            self.wrong_arguments(attr, "(javascript, …)");
        }
        for arg in &attr.args {
            let found = match arg {
                ast::Arg::Ident(name) => LANGUAGES.iter().find(|(text, _)| *text == name.text),
                _ => None,
            };
            match found {
                Some((_, language)) if !languages.contains(language) => languages.push(*language),
                _ => {
                    let names: Vec<_> = LANGUAGES.iter().map(|(text, _)| *text).collect();
                    let help = format!("name each once: {}", names.join(", "));
                    let message = format!("`@{}` lists languages", attr.name.text);
                    self.error(Code::AttributeArguments, arg.span(), message, &help);
                }
            }
        }
        languages
    }

    fn limit(&mut self, attr: &ast::Attr, ty: Option<&Ty>) -> Option<crate::model::Limit> {
        match attr.args.as_slice() {
            [ast::Arg::Range(range)] => limits::lower(self, attr.span, range, ty),
            _ => {
                self.wrong_arguments(attr, "(1..64)");
                None
            }
        }
    }

    fn pattern(&mut self, attr: &ast::Attr, ty: Option<&Ty>) -> Option<String> {
        let pattern = self.text(attr, "(\"[A-Za-z0-9_-]+\")")?;
        self.fits(attr, ty, is_string, "a string").then_some(())?;
        if let Err(problem) = pattern::check(&pattern) {
            let help = "a pattern is made of characters, classes and the repeats `+ * ? {m,n}`, and matches the whole text";
            let span = attr.args[0].span();
            self.error(Code::InvalidPattern, span, problem, help);
            return None;
        }
        Some(pattern)
    }

    fn unique(&mut self, attr: &ast::Attr, ty: Option<&Ty>) -> Option<String> {
        let [ast::Arg::Ident(member)] = attr.args.as_slice() else {
            self.wrong_arguments(attr, "(name)");
            return None;
        };
        let is_list = |ty: &Ty| matches!(ty.kind, TyKind::List(_));
        self.fits(attr, ty, is_list, "a list").then_some(())?;
        Some(member.text.clone())
    }

    /// Whether the attribute can mean something on `ty`; what is absent has been reported before.
    fn fits(
        &mut self,
        attr: &ast::Attr,
        ty: Option<&Ty>,
        holds: impl Fn(&Ty) -> bool,
        what: &str,
    ) -> bool {
        let fits = ty.is_none_or(holds);
        if !fits {
            let name = &attr.name.text;
            let message = format!("`@{name}` stands only on {what}");
            self.error(Code::MisplacedAttribute, attr.span, message, "remove it");
        }
        fits
    }

    fn wrong_arguments(&mut self, attr: &ast::Attr, form: &str) {
        let name = &attr.name.text;
        let (message, help) = match form {
            "" => (
                format!("`@{name}` takes no arguments"),
                format!("write `@{name}`"),
            ),
            _ => (
                format!("`@{name}` does not take these arguments"),
                format!("write `@{name}{form}`"),
            ),
        };
        self.error(Code::AttributeArguments, attr.span, message, &help);
    }

    /// `@byHand` in a language that `@only` leaves out says nothing.
    fn check_languages(&mut self, attrs: &[ast::Attr], lowered: &Attrs) {
        let absent = lowered.by_hand.iter().find(|it| !lowered.exists_in(**it));
        let place = |name: &str| -> Span {
            let attr = attrs.iter().find(|attr| attr.name.text == name);
            attr.map_or_else(Span::default, |attr| attr.span)
        };
        if absent.is_some() {
            let message = "`@byHand` names a language that `@only` leaves out";
            let help = "name only languages in which the declaration exists";
            self.error(Code::AttributeConflict, place("byHand"), message, help);
        }
    }
}

fn is_string(ty: &Ty) -> bool {
    ty.kind == TyKind::Prim(Prim::String)
}

fn holds_strings(ty: &Ty) -> bool {
    is_string(ty) || matches!(&ty.kind, TyKind::Map(value) if is_string(value) && !value.nullable)
}

fn is_future_number(ty: &Ty) -> bool {
    let is_number = |ty: &Ty| matches!(ty.kind, TyKind::Prim(Prim::U32 | Prim::I32));
    matches!(&ty.kind, TyKind::Future(value) if is_number(value))
}

fn is_json_map(ty: &Ty) -> bool {
    !ty.nullable && ty.kind == TyKind::Map(Box::new(Ty::prim(Prim::Json)))
}
