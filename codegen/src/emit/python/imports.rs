//! The imports of one file, collected while its body is printed.

use std::collections::{BTreeMap, BTreeSet};

use super::Writer;
use super::api;

pub(super) struct Imports {
    module: String,
    names: BTreeMap<String, BTreeSet<String>>,
}

impl Imports {
    /// The imports of the file of `module`.
    pub(super) fn new(module: &str) -> Self {
        Imports {
            module: module.to_owned(),
            names: BTreeMap::new(),
        }
    }

    /// Imports `name` from the file of another module, and returns it.
    pub(super) fn module(&mut self, module: &str, name: impl Into<String>) -> String {
        let name = name.into();
        if module != self.module {
            self.add(api::module(module), name.clone());
        }
        name
    }

    /// Imports `name` from a hand-written module, and returns it.
    pub(super) fn support(&mut self, module: &str, name: &str) -> String {
        self.add(format!("._support.{module}"), name.to_owned());
        name.to_owned()
    }

    /// Imports `name` from Python's own library, and returns it.
    pub(super) fn std(&mut self, module: &str, name: &str) -> String {
        self.add(module.to_owned(), name.to_owned());
        name.to_owned()
    }

    pub(super) fn print(&self, writer: &mut Writer) {
        writer.line("\nfrom __future__ import annotations");
        let (own, std): (Vec<_>, Vec<_>) = self.names.iter().partition(|it| it.0.starts_with('.'));
        for group in [std, own] {
            if !group.is_empty() {
                writer.line("");
            }
            for (from, names) in group {
                let names: Vec<_> = names.iter().map(String::as_str).collect();
                writer.line(format!("from {from} import {}", names.join(", ")));
            }
        }
    }

    fn add(&mut self, from: String, name: String) {
        self.names.entry(from).or_default().insert(name);
    }
}
