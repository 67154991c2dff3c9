//! The model: what the contract says, resolved and checked, and nothing about how it was written.
//!
//! Lowering builds a [`Model`] once; from then on it is immutable. Emitters read the model and the [`Facts`] computed
//! from it, never syntax, so that a new language needs no knowledge of the IDL's grammar. Spans are kept only so that
//! an emitter can point at the declaration it cannot express.

mod decl;
mod facts;
mod name;
mod types;

pub use decl::*;
pub use facts::{Direction, Facts};
pub use name::{Name, Naming};
pub use types::*;

use indexmap::IndexMap;

/// The whole contract. Declarations are keyed by their IDL name, in source order (files by name, then position).
#[derive(Clone, Debug, serde::Serialize)]
pub struct Model {
    pub modules: Vec<Module>,
    pub decls: IndexMap<String, Decl>,
    pub entries: Vec<Entry>,
    pub naming: Naming,
    /// SHA-256 (first 16 hex digits) of the canonical dump: glue and layers that disagree refuse each other.
    pub hash: String,
}

/// One `.idl` file: a subject of the API, and a module of the generated code.
#[derive(Clone, Debug, serde::Serialize)]
pub struct Module {
    /// The file's stem, e.g. `agent`.
    pub name: String,
    pub docs: Docs,
    /// Names of the declarations of the file, in order.
    pub decls: Vec<String>,
}

impl Model {
    /// The declaration called `name`. Lowering has resolved every reference, so a missing one is a fault of ours.
    pub fn decl(&self, name: &str) -> &Decl {
        self.decls
            .get(name)
            .unwrap_or_else(|| panic!("the model has no declaration `{name}`"))
    }

    /// The declarations of one module, in order.
    pub fn module_decls<'a>(&'a self, module: &'a Module) -> impl Iterator<Item = &'a Decl> {
        module.decls.iter().map(|name| self.decl(name))
    }

    pub fn consts(&self) -> impl Iterator<Item = &Const> {
        self.decls.values().filter_map(|decl| match decl {
            Decl::Const(it) => Some(it),
            _ => None,
        })
    }

    pub fn errors(&self) -> Option<&Errors> {
        self.decls.values().find_map(|decl| match decl {
            Decl::Errors(it) => Some(it),
            _ => None,
        })
    }

    /// The value of a limit's bound.
    pub fn bound(&self, bound: &Bound) -> u64 {
        match bound {
            Bound::Int(value) => *value,
            Bound::Const(name) => match self.decl(name) {
                Decl::Const(Const {
                    value: Literal::Int(value),
                    ..
                }) => u64::try_from(*value).expect("lowering refuses negative limits"),
                _ => panic!("lowering resolves every limit to a whole number"),
            },
        }
    }
}
