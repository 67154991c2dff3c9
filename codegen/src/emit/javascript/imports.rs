//! The imports of one file, collected while its body is printed.

use std::collections::{BTreeMap, BTreeSet};

use super::Writer;

pub(super) struct Imports {
    module: String,
    /// The way to the layer's folder.
    root: &'static str,
    names: BTreeMap<String, BTreeSet<String>>,
}

impl Imports {
    /// The imports of the file of `module`.
    pub(super) fn new(module: &str) -> Self {
        Imports {
            module: module.to_owned(),
            root: ".",
            names: BTreeMap::new(),
        }
    }

    /// The imports of the file of an entry point, which stand in a folder of their own.
    pub(super) fn of_entry() -> Self {
        Imports {
            root: "..",
            ..Imports::new("")
        }
    }

    /// Imports `name` from the file of another module, and returns it.
    pub(super) fn module(&mut self, module: &str, name: impl Into<String>) -> String {
        let name = name.into();
        if module != self.module {
            self.add(format!("{}/{module}.js", self.root), name.clone());
        }
        name
    }

    /// Imports `name` from a hand-written file, and returns it.
    pub(super) fn support(&mut self, file: &str, name: &str) -> String {
        let from = format!("{}/support/{file}.js", self.root);
        self.add(from, name.to_owned());
        name.to_owned()
    }

    pub(super) fn print(&self, writer: &mut Writer) {
        self.print_as("import", writer);
    }

    /// Prints them as exports from the files they come from.
    pub(super) fn print_exports(&self, writer: &mut Writer) {
        self.print_as("export", writer);
    }

    fn print_as(&self, keyword: &str, writer: &mut Writer) {
        if !self.names.is_empty() {
            writer.gap();
        }
        for (from, names) in &self.names {
            let names: Vec<_> = names.iter().map(String::as_str).collect();
            writer.line(format!(
                "{keyword} {{ {} }} from '{from}'",
                names.join(", ")
            ));
        }
    }

    fn add(&mut self, from: String, name: String) {
        self.names.entry(from).or_default().insert(name);
    }
}
