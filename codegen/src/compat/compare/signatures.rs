//! Functions and methods: what they take, answer and throw; and what objects give by iteration.

use super::Comparison;
use super::members::instead;
use crate::compat::class::{Class, Flow};
use crate::compat::contract::{Item, Items, Kind};
use crate::compat::rule::Rule;
use crate::compat::shape::Shape;

impl Comparison {
    /// `flow` is that of what the function gives.
    pub(super) fn signature(&mut self, path: &str, old: &Item, new: &Item, flow: Flow) {
        if old.is_async != new.is_async {
            let what = match new.is_async {
                true => "answers later now: programs use its answer at once",
                false => "answers at once now: programs wait for its answer",
            };
            self.report(Rule::AsyncChanged, Class::Major, path, what);
        }
        self.returns(path, old.ty.as_ref(), new.ty.as_ref(), flow);
        self.throws(path, &old.throws, &new.throws);
        self.parameters(path, &old.parameters.0, &new.parameters.0, flow.turned());
    }

    pub(super) fn returns(
        &mut self,
        path: &str,
        old: Option<&Shape>,
        new: Option<&Shape>,
        flow: Flow,
    ) {
        let rule = Rule::ReturnsChanged;
        match (old, new) {
            (Some(Shape(old)), Some(Shape(new))) => self.ty(path, old, new, flow),
            (None, Some(ty)) if flow.is_in() => {
                let what = format!("answers a `{ty}` now: what applications have answers nothing");
                self.report(rule, Class::Major, path, what);
            }
            (None, Some(ty)) => {
                let what = format!("answers a `{ty}` now: programs may ignore it");
                self.report(rule, Class::Minor, path, what);
            }
            (Some(ty), None) => {
                let what = format!("no longer answers a `{ty}`: its signature is another");
                self.report(rule, Class::Major, path, what);
            }
            (None, None) => {}
        }
    }

    fn throws(&mut self, path: &str, old: &[String], new: &[String]) {
        let whether = match (old.is_empty(), new.is_empty()) {
            (true, false) => Some("throws now: programs call it without expecting that"),
            (false, true) => Some("no longer throws: its signature is another in Rust and Swift"),
            _ => None,
        };
        match whether {
            Some(what) => {
                self.report(Rule::ThrowsChanged, Class::Major, path, what);
            }
            None => self.thrown_codes(path, old, new),
        }
    }

    fn thrown_codes(&mut self, path: &str, old: &[String], new: &[String]) {
        let rule = Rule::ThrowsChanged;
        for code in new.iter().filter(|code| !old.contains(code)) {
            let what =
                format!("throws `{code}` too: it threw before, and the codes are an open set");
            self.report(rule, Class::Minor, path, what);
        }
        for code in old.iter().filter(|code| !new.contains(code)) {
            let what = format!("no longer throws `{code}`: programs that look for it go on");
            self.report(rule, Class::Minor, path, what);
        }
    }

    /// `flow` is that of what the function takes.
    fn parameters(&mut self, path: &str, old: &Items, new: &Items, flow: Flow) {
        for (name, parameter) in old {
            let path = format!("{path}.{name}");
            let Some(now) = new.get(name) else {
                let what = "is no parameter any more: programs that pass or take it break";
                let change = self.report(Rule::ParameterRemoved, Class::Major, &path, what);
                change.help = Some(instead(name, parameter, old, new));
                continue;
            };
            self.meta(&path, parameter, now, parameter_added(now, flow));
            self.presence(&path, parameter, now, flow);
            self.constraints(&path, parameter, now, flow);
            self.member_attributes(&path, parameter, now, flow);
            self.types(&path, parameter, now, flow);
        }
        for (name, parameter) in new.iter().filter(|(name, _)| !old.contains_key(*name)) {
            let what = match parameter.optional {
                true => "is a new, optional parameter",
                false => "is a new parameter",
            };
            let class = parameter_added(parameter, flow);
            self.report_flow(Rule::ParameterAdded, &format!("{path}.{name}"), what, class);
        }
        let kept = old.keys().filter(|name| new.contains_key(*name));
        let moved = kept
            .enumerate()
            .any(|(at, name)| new.get_index_of(name) != Some(at));
        let removed = old.keys().any(|name| !new.contains_key(name));
        if moved && !removed {
            let what =
                "has its parameters in another order: programs pass or take them in the old one";
            self.report(Rule::ParametersReordered, Class::Major, path, what);
        }
    }

    pub(super) fn iterates(&mut self, path: &str, old: &Item, new: &Item, flow: Flow) {
        let rule = Rule::IteratesChanged;
        match (&old.iterates, &new.iterates) {
            (None, Some(ty)) => {
                let what = format!("can be read for `{ty}` now");
                let class = match old.kind {
                    Kind::HostInterface => (Class::Major, "applications do not have it"),
                    _ => (Class::Minor, "programs go on without it"),
                };
                self.report_flow(rule, path, &what, class);
            }
            (Some(ty), None) => {
                let what = format!("can no longer be read for `{ty}`: programs that do break");
                self.report(rule, Class::Major, path, what);
            }
            (Some(Shape(old)), Some(Shape(new))) => self.ty(path, old, new, flow),
            (None, None) => {}
        }
    }

    /// Whether a property is read once.
    pub(super) fn constancy(&mut self, path: &str, old: &Item, new: &Item) {
        let (class, what) = match (old.constant, new.constant) {
            (false, true) => (
                Class::Major,
                "is read once now: what applications change later is not seen",
            ),
            (true, false) => (
                Class::Minor,
                "is read again: what does not change stays the same",
            ),
            _ => return,
        };
        self.report(Rule::ConstancyChanged, class, path, what);
    }
}

/// What it is to add a parameter to a function that exists.
fn parameter_added(parameter: &Item, flow: Flow) -> (Class, &'static str) {
    match flow {
        Flow::In if parameter.optional => (Class::Minor, "programs go on without it"),
        Flow::In => (Class::Major, "programs do not pass it"),
        Flow::Out | Flow::Both => (Class::Major, "what applications have does not take it"),
    }
}
