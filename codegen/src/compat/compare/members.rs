//! Members, variants and codes: what is new, gone, or still there.

use super::Comparison;
use crate::compat::class::{Class, Flow};
use crate::compat::contract::{Item, Items, Kind};
use crate::compat::rule::Rule;
use crate::diagnostics::nearest;
use crate::model::ErrorClass;

impl Comparison {
    pub(super) fn members(&mut self, path: &str, old: &Item, new: &Item, flow: Flow) {
        for (name, member) in &old.members {
            let path = format!("{path}.{name}");
            match new.members.get(name) {
                Some(now) => {
                    let addition = addition(now, flow, new.attrs.open);
                    self.member(&path, member, now, flow, addition);
                }
                None => {
                    let instead = instead(name, member, &old.members, &new.members);
                    self.member_removed(&path, member.kind, instead);
                }
            }
        }
        for (name, member) in &new.members {
            if !old.members.contains_key(name) {
                self.member_added(&format!("{path}.{name}"), member, flow, old.attrs.open);
            }
        }
    }

    fn member_added(&mut self, path: &str, member: &Item, flow: Flow, open: bool) {
        let rule = match member.kind {
            Kind::Variant => Rule::VariantAdded,
            _ => Rule::MemberAdded,
        };
        let what = match (member.kind, member.optional) {
            (Kind::Variant, _) => "is new",
            (_, true) => "is new and optional",
            (_, false) if flow.is_in() => "is new and required",
            (_, false) => "is new",
        };
        self.report_flow(rule, path, what, addition(member, flow, open));
    }

    fn member(
        &mut self,
        path: &str,
        old: &Item,
        new: &Item,
        flow: Flow,
        addition: (Class, &'static str),
    ) {
        if old.kind != new.kind {
            return self.kind(path, old.kind, new.kind);
        }
        self.meta(path, old, new, addition);
        self.presence(path, old, new, flow);
        self.constraints(path, old, new, flow);
        self.member_attributes(path, old, new, flow);
        self.value(path, old, new);
        self.constancy(path, old, new);
        match old.kind {
            Kind::Method => self.signature(path, old, new, flow),
            _ => self.types(path, old, new, flow),
        }
        self.members(path, old, new, flow);
    }

    fn member_removed(&mut self, path: &str, kind: Kind, instead: String) {
        let rule = match kind {
            Kind::Variant => Rule::VariantRemoved,
            _ => Rule::MemberRemoved,
        };
        let what = "is gone: programs that mention it break";
        self.report(rule, Class::Major, path, what).help = Some(instead);
    }

    pub(super) fn codes(&mut self, path: &str, old: &Item, new: &Item) {
        for (name, code) in &old.codes {
            let path = format!("{path}.{name}");
            let Some(now) = new.codes.get(name) else {
                let what = "is gone: programs that look for it never find it";
                let instead = instead(name, code, &old.codes, &new.codes);
                let change = self.report(Rule::ErrorCodeRemoved, Class::Major, &path, what);
                change.help = Some(instead);
                continue;
            };
            self.meta(&path, code, now, CODE_ADDED);
            self.value(&path, code, now);
            self.error_class(&path, code.class, now.class);
        }
        for name in new
            .codes
            .keys()
            .filter(|name| !old.codes.contains_key(*name))
        {
            let path = format!("{path}.{name}");
            self.report_flow(Rule::ErrorCodeAdded, &path, "is new", CODE_ADDED);
        }
    }

    fn error_class(&mut self, path: &str, old: Option<ErrorClass>, new: Option<ErrorClass>) {
        if old == new {
            return;
        }
        let (class, what) = match old {
            Some(ErrorClass::Error) => (
                Class::Minor,
                "has a class of its own: it still is an error of the API",
            ),
            _ => (
                Class::Major,
                "has another class: programs that catch it by its class miss it",
            ),
        };
        self.report(Rule::ErrorClassChanged, class, path, what);
    }
}

/// What to do in place of a removal, which may have been a new name for the same thing.
pub(super) fn instead(name: &str, item: &Item, old: &Items, new: &Items) -> String {
    let added = || new.iter().filter(|(name, _)| !old.contains_key(*name));
    let mut same = added().filter(|(_, it)| is_same(item, it));
    let same = same.next().map(|(name, _)| name.as_str());
    let candidates = added().filter(|(_, it)| it.kind == item.kind);
    let near = same.or_else(|| nearest(name, candidates.map(|(name, _)| name.as_str())));
    match near {
        Some(near) => {
            format!("if it was renamed to `{near}`, keep `{name}` beside it, marked `@deprecated`")
        }
        None => "keep it until the next major version, marked `@deprecated`".to_owned(),
    }
}

const CODE_ADDED: (Class, &str) = (
    Class::Minor,
    "the codes are an open set, and programs expect ones that they do not know",
);

/// What it is to add something to what has members.
fn addition(item: &Item, flow: Flow, open: bool) -> (Class, &'static str) {
    match item.kind {
        Kind::Variant if open => (
            Class::Minor,
            "the type is `@open`, and programs accept what they do not know",
        ),
        Kind::Variant => flow.wider(),
        _ if item.optional => (Class::Minor, "programs go on without it"),
        _ if flow.is_in() => (Class::Major, "applications do not have it"),
        _ => (Class::Minor, "programs go on without it"),
    }
}

/// Whether two items are the same but for their names and docs.
fn is_same(old: &Item, new: &Item) -> bool {
    let plain = |item: &Item| Item {
        docs: String::new(),
        ..item.clone()
    };
    plain(old) == plain(new)
}
