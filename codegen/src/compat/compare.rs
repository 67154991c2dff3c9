//! One contract against another: a walk over both, rule by rule.
//!
//! The direction is that of the old contract, because it says what existing programs do with a value. A change is reported
//! once, where it stands, and never again where something mentions it.

mod attributes;
mod members;
mod signatures;
mod values;

use super::class::{Class, Flow};
use super::contract::{Contract, Item, Items, Kind};
use super::rule::Rule;
use super::spans::Spans;
use crate::model::{Model, Name};
use crate::source::Span;

/// One way in which a contract has changed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Change {
    pub class: Class,
    pub rule: Rule,
    /// What has changed, e.g. `TurnEvent.textDelta.delta`.
    pub path: String,
    /// What has happened to it, and what that is to programs: one sentence, which begins with the path.
    pub reason: String,
    /// Where it stands; of what was removed, where its nearest surviving neighbour does.
    pub span: Span,
    /// What to do about it.
    pub help: Option<String>,
}

/// How `new` differs from what was released, by class, the gravest first, then by place.
pub fn compare(old: &Contract, new: &Model) -> Vec<Change> {
    let contract = Contract::of(new);
    let mut comparison = Comparison {
        spans: Spans::of(new),
        changes: Vec::new(),
    };
    comparison.declarations(old, &contract);
    comparison.entries(old, &contract);
    comparison.acronyms(old, &contract);
    let mut changes = comparison.changes;
    changes.sort_by_key(|change| (std::cmp::Reverse(change.class), change.span));
    changes
}

/// A comparison under way.
struct Comparison {
    spans: Spans,
    changes: Vec<Change>,
}

impl Comparison {
    /// Something has happened to what stands at `path`; `what` follows the path in a sentence.
    fn report(
        &mut self,
        rule: Rule,
        class: Class,
        path: &str,
        what: impl Into<String>,
    ) -> &mut Change {
        self.changes.push(Change {
            class,
            rule,
            path: path.to_owned(),
            reason: format!("`{path}` {}", what.into()),
            span: self.spans.nearest(path),
            help: None,
        });
        self.changes.last_mut().expect("one was just added")
    }

    /// As [`report`](Self::report), where the class depends on which way values travel.
    fn report_flow(&mut self, rule: Rule, path: &str, what: &str, (class, why): (Class, &str)) {
        self.report(rule, class, path, format!("{what}: {why}"));
    }

    fn declarations(&mut self, old: &Contract, new: &Contract) {
        let (old, new) = (&old.declarations, &new.declarations);
        for (name, declaration) in old {
            let Some(now) = new.get(name) else {
                let span = self.spans.neighbour(name, old);
                let what = "is gone: programs that use it break";
                let change = self.report(Rule::DeclarationRemoved, Class::Major, name, what);
                change.span = span;
                change.help = Some(members::instead(name, declaration, old, new));
                continue;
            };
            self.declaration(name, declaration, now);
        }
        for name in new.keys().filter(|name| !old.contains_key(*name)) {
            let what = "is new: no program uses it yet";
            self.report(Rule::DeclarationAdded, Class::Minor, name, what);
        }
    }

    fn declaration(&mut self, path: &str, old: &Item, new: &Item) {
        if old.kind != new.kind {
            return self.kind(path, old.kind, new.kind);
        }
        if old.module != new.module {
            let module = new.module.as_deref().unwrap_or_default();
            let what =
                format!("has moved to module `{module}`: Rust programs import it from another");
            self.report(Rule::ModuleChanged, Class::Major, path, what);
        }
        let flow = old.members_flow();
        self.meta(path, old, new, (Class::Minor, "it is new there"));
        self.declared_attributes(path, old, new, flow);
        match old.kind {
            Kind::Const => self.constant(path, old, new),
            Kind::Foreign => self.foreign(path, old, new),
            Kind::Function => self.signature(path, old, new, flow),
            Kind::TaggedUnion => self.union(path, old, new, flow),
            Kind::RuntimeInterface | Kind::HostInterface => self.iterates(path, old, new, flow),
            _ => {}
        }
        self.members(path, old, new, flow);
        self.codes(path, old, new);
    }

    fn kind(&mut self, path: &str, old: Kind, new: Kind) {
        let (old, new) = (old.describe(), new.describe());
        let what = format!("is {new} and was {old}: programs use it as what it was");
        self.report(Rule::KindChanged, Class::Major, path, what);
    }

    fn entries(&mut self, old: &Contract, new: &Contract) {
        for (path, exports) in &old.entries {
            let Some(now) = new.entries.get(path) else {
                let what = "is no entry point any more: programs that import it break";
                self.report(Rule::EntryChanged, Class::Major, path, what);
                continue;
            };
            for name in exports.iter().filter(|name| !now.contains(name)) {
                let what = format!("no longer exports `{name}`: programs that import it break");
                self.report(Rule::EntryChanged, Class::Major, path, what);
            }
            for name in now.iter().filter(|name| !exports.contains(name)) {
                let what = format!("exports `{name}` too: no program imports it from there yet");
                self.report(Rule::EntryChanged, Class::Minor, path, what);
            }
        }
        for path in new
            .entries
            .keys()
            .filter(|path| !old.entries.contains_key(*path))
        {
            let what = "is a new entry point: no program imports it yet";
            self.report(Rule::EntryChanged, Class::Minor, path, what);
        }
    }

    /// Words that are spelled otherwise in what stays.
    fn acronyms(&mut self, old: &Contract, new: &Contract) {
        let gone = old.acronyms.iter().filter(|it| !new.acronyms.contains(it));
        let come = new.acronyms.iter().filter(|it| !old.acronyms.contains(it));
        for word in gone.chain(come) {
            let Some(path) = first_with_word(&old.declarations, &new.declarations, word) else {
                continue;
            };
            let what = format!(
                "is spelled otherwise in Swift, because of the acronym `{word}`: programs that mention it there break"
            );
            self.report(Rule::AcronymChanged, Class::Major, &path, what);
        }
    }
}

impl Item {
    /// Which way the members of a declaration travel, or for interfaces, who has them.
    fn members_flow(&self) -> Flow {
        match self.kind {
            Kind::RuntimeInterface | Kind::Function | Kind::Errors | Kind::Const => Flow::Out,
            _ => self.flow.unwrap_or(Flow::Both),
        }
    }
}

/// The path of the first item in both trees whose name contains a word.
fn first_with_word(old: &Items, new: &Items, word: &str) -> Option<String> {
    old.iter().find_map(|(name, item)| {
        let now = new.get(name)?;
        if Name::new(name.as_str()).words().iter().any(|it| it == word) {
            return Some(name.clone());
        }
        let inside = first_with_word(&item.members, &now.members, word)
            .or_else(|| first_with_word(&item.parameters.0, &now.parameters.0, word))?;
        Some(format!("{name}.{inside}"))
    })
}
