//! What the TypeScript and JavaScript emitters share: which declarations there are, how types are spelled, how docs are
//! written.

mod docs;
#[cfg(test)]
pub(super) mod testing;
mod types;

pub(super) use docs::{comment, function_comment, with_note, with_tag};
pub(super) use types::{Given, members_given, spell};

use super::{Context, Writer};
use crate::model::{
    Attrs, Decl, Docs, Entry, Field, Interface, Language, Model, Side, TaggedUnion, TaggedVariant,
};

/// The contract as JavaScript has it: planned declarations and those of other languages do not exist.
#[derive(Clone, Copy)]
pub(super) struct Api<'a> {
    pub(super) model: &'a Model,
    pub(super) context: Context<'a>,
}

impl<'a> Api<'a> {
    pub(super) fn new(context: Context<'a>) -> Self {
        Api {
            model: context.model,
            context,
        }
    }

    pub(super) fn has(&self, attrs: &Attrs) -> bool {
        !attrs.planned && attrs.exists_in(Language::JavaScript)
    }

    /// The declaration called `name`, if JavaScript has it.
    pub(super) fn find(&self, name: &str) -> Option<&'a Decl> {
        let decl = self.model.decls.get(name)?;
        self.has(&decl.meta().attrs).then_some(decl)
    }

    pub(super) fn fields(&self, fields: &'a [Field]) -> impl Iterator<Item = &'a Field> + use<'a> {
        let api = *self;
        fields
            .iter()
            .filter(move |field| api.has(&field.meta.attrs))
    }

    /// The entry points that exist, each with the declarations it exports.
    pub(super) fn entries(&self) -> impl Iterator<Item = (&'a Entry, Vec<&'a Decl>)> + use<'a> {
        let api = *self;
        self.model
            .entries
            .iter()
            .filter(|entry| !entry.planned)
            .map(move |entry| {
                let exports = entry.exports.iter().filter_map(|name| api.find(name));
                (entry, exports.collect())
            })
    }

    /// Whether any entry point exports the declaration.
    pub(super) fn is_exported(&self, name: &str) -> bool {
        self.entries()
            .any(|(entry, _)| entry.exports.iter().any(|export| export == name))
    }

    /// The interface called `name`, if it is one of ours.
    pub(super) fn runtime_interface(&self, name: &str) -> Option<&'a Interface> {
        match self.find(name) {
            Some(Decl::Interface(it)) if it.side == Side::Runtime => Some(it),
            _ => None,
        }
    }

    /// The union and variant of the type called `name`.
    pub(super) fn variant(&self, name: &str) -> Option<(&'a TaggedUnion, &'a TaggedVariant)> {
        self.model.decls.values().find_map(|decl| match decl {
            Decl::TaggedUnion(union) => {
                let mut variants = union.variants.iter();
                let variant = variants.find(|variant| variant_name(union, variant) == name)?;
                Some((union, variant))
            }
            _ => None,
        })
    }
}

/// The name of a variant's own type: the one it was given, else that of the union with the variant's behind it.
pub(super) fn variant_name(union: &TaggedUnion, variant: &TaggedVariant) -> String {
    let given = variant.meta.attrs.type_name.clone();
    given.unwrap_or_else(|| format!("{}{}", union.meta.name.source(), variant.meta.name.pascal()))
}

/// The file stem of an entry point: `.` is `index`, `./skills/node` is `skills-node`.
pub(super) fn entry_stem(path: &str) -> String {
    match path.trim_start_matches("./") {
        "." | "" => "index".to_owned(),
        path => path.replace('/', "-"),
    }
}

/// A string literal with single quotes.
pub(super) fn quoted(text: &str) -> String {
    format!("'{}'", text.replace('\\', "\\\\").replace('\'', "\\'"))
}

/// What a file is about, as its first comment.
pub(super) fn file_comment(writer: &mut Writer, api: Api<'_>, docs: &Docs) {
    docs::print(writer, &docs::text(api, &docs.0), &[]);
}
