//! Values: their types, whether they may be absent, what limits them, and the values of the contract itself.

use super::Comparison;
use crate::compat::class::{Class, Flow};
use crate::compat::contract::{Bounds, Item};
use crate::compat::rule::Rule;
use crate::compat::shape::{self, Shape};
use crate::model::{Ty, TyKind};

impl Comparison {
    pub(super) fn types(&mut self, path: &str, old: &Item, new: &Item, flow: Flow) {
        if let (Some(Shape(old)), Some(Shape(new))) = (&old.ty, &new.ty) {
            self.ty(path, old, new, flow);
        }
    }

    pub(super) fn ty(&mut self, path: &str, old: &Ty, new: &Ty, flow: Flow) {
        match (old.nullable, new.nullable) {
            (false, true) => {
                let what = format!("may be null now (`{}`)", shape::text(new));
                self.report_flow(Rule::NullChanged, path, &what, flow.wider());
            }
            (true, false) => {
                let what = format!("may no longer be null (`{}`)", shape::text(new));
                self.report_flow(Rule::NullChanged, path, &what, flow.narrower());
            }
            _ => {}
        }
        match (&old.kind, &new.kind) {
            (TyKind::List(old), TyKind::List(new))
            | (TyKind::Map(old), TyKind::Map(new))
            | (TyKind::Future(old), TyKind::Future(new)) => self.ty(path, old, new, flow),
            (TyKind::Fn { params: olds, .. }, TyKind::Fn { params: news, .. })
                if olds.len() == news.len() =>
            {
                for (old, new) in olds.iter().zip(news) {
                    self.ty(path, &old.ty, &new.ty, flow.turned());
                }
                self.callback_result(path, &old.kind, &new.kind, flow);
            }
            (old_kind, new_kind) if old_kind == new_kind => {}
            _ => self.type_changed(path, old, new),
        }
    }

    fn callback_result(&mut self, path: &str, old: &TyKind, new: &TyKind, flow: Flow) {
        let (TyKind::Fn { returns: old, .. }, TyKind::Fn { returns: new, .. }) = (old, new) else {
            return;
        };
        let result = |ty: &Option<Box<Ty>>| ty.as_deref().cloned().map(Shape);
        self.returns(path, result(old).as_ref(), result(new).as_ref(), flow);
    }

    fn type_changed(&mut self, path: &str, old: &Ty, new: &Ty) {
        let plain = |ty: &Ty| shape::text(&Ty::new(ty.kind.clone()));
        let what = format!(
            "is a `{}` where it was a `{}`: programs use it as what it was",
            plain(new),
            plain(old)
        );
        self.report(Rule::TypeChanged, Class::Major, path, what);
    }

    pub(super) fn presence(&mut self, path: &str, old: &Item, new: &Item, flow: Flow) {
        match (old.optional, new.optional) {
            (false, true) => {
                self.report_flow(Rule::PresenceChanged, path, "is optional now", flow.wider())
            }
            (true, false) => {
                let class = flow.narrower();
                self.report_flow(Rule::PresenceChanged, path, "is required now", class);
            }
            _ => {}
        }
    }

    pub(super) fn constraints(&mut self, path: &str, old: &Item, new: &Item, flow: Flow) {
        let (before, after) = (&old.attrs, &new.attrs);
        self.limit(path, before.limit.as_ref(), after.limit.as_ref(), flow);
        let (old, new) = (before.pattern.as_deref(), after.pattern.as_deref());
        self.constraint(Rule::PatternChanged, path, "pattern", (old, new), flow);
        let (old, new) = (before.unique.as_deref(), after.unique.as_deref());
        self.constraint(Rule::UniqueChanged, path, "unique member", (old, new), flow);
    }

    fn limit(&mut self, path: &str, old: Option<&Bounds>, new: Option<&Bounds>, flow: Flow) {
        let (old_min, old_max) = range(old);
        let (new_min, new_max) = range(new);
        let change = format!("from `{}` to `{}`", limit_text(old), limit_text(new));
        if new_min > old_min || new_max < old_max {
            let what = format!("is limited more narrowly, {change}");
            self.report_flow(Rule::LimitChanged, path, &what, flow.narrower());
        }
        if new_min < old_min || new_max > old_max {
            let what = format!("is limited more widely, {change}");
            self.report_flow(Rule::LimitChanged, path, &what, flow.wider());
        }
    }

    /// A constraint of which only its being there can be judged.
    fn constraint(
        &mut self,
        rule: Rule,
        path: &str,
        name: &str,
        (old, new): (Option<&str>, Option<&str>),
        flow: Flow,
    ) {
        match (old, new) {
            (None, Some(new)) => {
                let what = format!("has the {name} `{new}` now");
                self.report_flow(rule, path, &what, flow.narrower());
            }
            (Some(old), None) => {
                let what = format!("no longer has the {name} `{old}`");
                self.report_flow(rule, path, &what, flow.wider());
            }
            (Some(old), Some(new)) if old != new => {
                let what = format!(
                    "has the {name} `{new}` where it had `{old}`: what the one admits the other may not"
                );
                self.report(rule, Class::Major, path, what);
            }
            _ => {}
        }
    }

    /// The string of a variant or code.
    pub(super) fn value(&mut self, path: &str, old: &Item, new: &Item) {
        if let (Some(old), Some(new)) = (&old.value, &new.value)
            && old != new
        {
            let what = format!("is {new} where it was {old}: programs compare with what it was");
            self.report(Rule::ValueChanged, Class::Major, path, what);
        }
    }

    pub(super) fn constant(&mut self, path: &str, old: &Item, new: &Item) {
        self.types(path, old, new, Flow::Out);
        if let (Some(old), Some(new)) = (&old.value, &new.value)
            && old != new
        {
            let what = format!("is {new} where it was {old}: programs read the value from the API");
            self.report(Rule::ConstChanged, Class::Minor, path, what);
        }
    }

    pub(super) fn union(&mut self, path: &str, old: &Item, new: &Item, flow: Flow) {
        if let (Some(old), Some(new)) = (&old.tag, &new.tag)
            && old != new
        {
            let what =
                format!("is told apart by `{new}` and was by `{old}`: programs read the latter");
            self.report(Rule::TagChanged, Class::Major, path, what);
        }
        let rule = Rule::OtherwiseChanged;
        match (&old.otherwise, &new.otherwise) {
            (None, Some(ty)) => {
                let what = format!("takes anything else for a `{ty}` now");
                self.report_flow(rule, path, &what, flow.wider());
            }
            (Some(ty), None) => {
                let what = format!("no longer takes anything else for a `{ty}`");
                self.report_flow(rule, path, &what, flow.narrower());
            }
            (Some(Shape(old)), Some(Shape(new))) => self.ty(path, old, new, flow),
            (None, None) => {}
        }
    }

    pub(super) fn foreign(&mut self, path: &str, old: &Item, new: &Item) {
        let rule = Rule::ForeignChanged;
        if let (Some(old), Some(new)) = (&old.shape, &new.shape)
            && old != new
        {
            let (class, why) = match new.as_str() {
                "any" => (Class::Minor, "all that was accepted still is"),
                _ => (Class::Major, "what was accepted no longer is"),
            };
            let what = format!("is checked to be `{new}` where it was `{old}`");
            self.report_flow(rule, path, &what, (class, why));
        }
        for (language, spelling) in &old.spellings {
            let now = new.spellings.get(language);
            if now != Some(spelling) {
                let what =
                    format!("is another type in {language}: programs use it as `{spelling}`");
                self.report(rule, Class::Major, path, what);
            }
        }
        for language in new.spellings.keys() {
            if !old.spellings.contains_key(language) {
                let what = format!("exists in {language} too: no program uses it there yet");
                self.report(rule, Class::Minor, path, what);
            }
        }
    }
}

fn range(bounds: Option<&Bounds>) -> (u64, u64) {
    let min = bounds.and_then(|it| it.min).unwrap_or(0);
    let max = bounds.and_then(|it| it.max).unwrap_or(u64::MAX);
    (min, max)
}

fn limit_text(bounds: Option<&Bounds>) -> String {
    let text = |bound: Option<u64>| bound.map(|it| it.to_string()).unwrap_or_default();
    match bounds {
        Some(bounds) => format!("{}..{}", text(bounds.min), text(bounds.max)),
        None => "..".to_owned(),
    }
}
