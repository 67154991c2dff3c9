//! Declarations: the nine things an IDL file can declare, and their members.

use serde::{Deserialize, Serialize};

use super::{Name, Ty};
use crate::source::Span;

/// Markdown of `///` or `//!` comments, one string, lines joined by `\n`. Links to declarations are written
/// ``[`Agent.prompt`]``; lowering has checked that each target exists.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[serde(transparent)]
pub struct Docs(pub String);

/// What every declaration, member and variant carries.
#[derive(Clone, Debug, Serialize)]
pub struct Meta {
    pub name: Name,
    pub docs: Docs,
    pub attrs: Attrs,
    /// The module (file stem) it was declared in.
    pub module: String,
    #[serde(skip)]
    pub span: Span,
}

/// Attributes, resolved. Each field is owned by the pass or emitters that its comment names.
#[derive(Clone, Debug, Default, Serialize)]
pub struct Attrs {
    /// `@since`: docs.
    pub since: Option<String>,
    /// `@deprecated("why")`: every language's own marker.
    pub deprecated: Option<String>,
    /// `@experimental`: docs.
    pub experimental: bool,
    /// `@planned`: declared, but no glue, layer or typings yet.
    pub planned: bool,
    /// `@open`: more variants may come; readers must tolerate unknown ones.
    pub open: bool,
    /// `@strict`: unknown properties are refused.
    pub strict: bool,
    /// `@secret`: never printed, logged or saved.
    pub secret: bool,
    /// `@inlinable`: the members of this record-typed field may also stand beside the union's tag.
    pub inlinable: bool,
    /// `@rest`: the entries of this `map<json>` field stand beside the record's other members.
    pub rest: bool,
    /// `@only(…)`: exists only in these languages; empty means everywhere.
    pub only: Vec<Language>,
    /// `@byHand(…)`: written by hand in these languages.
    pub by_hand: Vec<Language>,
    /// `@limit(min..max)`.
    pub limit: Option<Limit>,
    /// `@pattern("…")`, anchored at both ends.
    pub pattern: Option<String>,
    /// `@unique(member)`: of a list whose items have that member.
    pub unique: Option<String>,
    /// `@name("…")`: the name of the type generated for a variant.
    pub type_name: Option<String>,
    /// `@afterFault(…)`: what this future completes with after a fault of the library.
    pub after_fault: Option<u64>,
    /// `@feature("…")`: only binaries built with that feature have it.
    pub feature: Option<String>,
}

impl Attrs {
    /// Whether the declaration exists in `language`.
    pub fn exists_in(&self, language: Language) -> bool {
        self.only.is_empty() || self.only.contains(&language)
    }

    /// Whether `language` has a hand-written implementation.
    pub fn by_hand_in(&self, language: Language) -> bool {
        self.by_hand.contains(&language)
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Language {
    Rust,
    JavaScript,
    Python,
    Swift,
}

/// Bounds of a size or value, both inclusive.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Limit {
    pub min: Option<Bound>,
    pub max: Option<Bound>,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub enum Bound {
    Int(u64),
    /// The name of a `const`, so that each number stands once.
    Const(String),
}

#[derive(Clone, Debug, Serialize)]
#[serde(tag = "kind", rename_all = "camelCase")]
pub enum Decl {
    Const(Const),
    Enum(Enum),
    Record(Record),
    TaggedUnion(TaggedUnion),
    KindUnion(KindUnion),
    Interface(Interface),
    Function(Function),
    Foreign(Foreign),
    Errors(Errors),
}

impl Decl {
    pub fn meta(&self) -> &Meta {
        match self {
            Decl::Const(it) => &it.meta,
            Decl::Enum(it) => &it.meta,
            Decl::Record(it) => &it.meta,
            Decl::TaggedUnion(it) => &it.meta,
            Decl::KindUnion(it) => &it.meta,
            Decl::Interface(it) => &it.meta,
            Decl::Function(it) => &it.meta,
            Decl::Foreign(it) => &it.meta,
            Decl::Errors(it) => &it.meta,
        }
    }
}

#[derive(Clone, Debug, Serialize)]
pub struct Const {
    pub meta: Meta,
    pub ty: Ty,
    pub value: Literal,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub enum Literal {
    Int(i64),
    String(String),
    Bool(bool),
}

/// A closed (or `@open`) set of strings.
#[derive(Clone, Debug, Serialize)]
pub struct Enum {
    pub meta: Meta,
    pub variants: Vec<EnumVariant>,
}

#[derive(Clone, Debug, Serialize)]
pub struct EnumVariant {
    pub meta: Meta,
    /// The string on the wire.
    pub value: String,
}

#[derive(Clone, Debug, Serialize)]
pub struct Record {
    pub meta: Meta,
    pub fields: Vec<Field>,
}

#[derive(Clone, Debug, Serialize)]
pub struct Field {
    pub meta: Meta,
    /// `field?`: may be absent. Not the same as a type that admits `null`.
    pub optional: bool,
    pub ty: Ty,
}

/// `union X by "type" { … }`: objects told apart by a string property.
#[derive(Clone, Debug, Serialize)]
pub struct TaggedUnion {
    pub meta: Meta,
    pub tag: String,
    /// `otherwise T`: what a value is taken for that is not an object with one of the tags.
    pub otherwise: Option<Ty>,
    pub variants: Vec<TaggedVariant>,
}

#[derive(Clone, Debug, Serialize)]
pub struct TaggedVariant {
    pub meta: Meta,
    /// The tag's value.
    pub value: String,
    pub fields: Vec<Field>,
}

/// `union X by kind { … }`: told apart by the kind of JSON value; lowering has checked that the kinds are disjoint.
#[derive(Clone, Debug, Serialize)]
pub struct KindUnion {
    pub meta: Meta,
    pub variants: Vec<KindVariant>,
}

#[derive(Clone, Debug, Serialize)]
pub struct KindVariant {
    pub meta: Meta,
    pub ty: Ty,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub enum Side {
    /// We implement it.
    Runtime,
    /// The application implements it.
    Host,
}

#[derive(Clone, Debug, Serialize)]
pub struct Interface {
    pub meta: Meta,
    pub side: Side,
    /// `iterates T`: an asynchronous sequence of `T`.
    pub iterates: Option<Ty>,
    /// The docs of `iterates`.
    pub iterates_docs: Docs,
    pub properties: Vec<Property>,
    pub methods: Vec<Function>,
}

#[derive(Clone, Debug, Serialize)]
pub struct Property {
    pub meta: Meta,
    /// `const`: read once, when the object is handed over.
    pub constant: bool,
    pub optional: bool,
    pub ty: Ty,
}

/// A function of the API, or a method of an interface.
#[derive(Clone, Debug, Serialize)]
pub struct Function {
    pub meta: Meta,
    pub is_async: bool,
    /// `method?`: a host interface may leave it out.
    pub optional: bool,
    pub params: Vec<Param>,
    pub returns: Option<Ty>,
    /// Names of error codes.
    pub throws: Vec<String>,
}

#[derive(Clone, Debug, Serialize)]
pub struct Param {
    pub meta: Meta,
    pub optional: bool,
    pub ty: Ty,
}

/// A type that each language already has, e.g. `fetch`.
#[derive(Clone, Debug, Serialize)]
pub struct Foreign {
    pub meta: Meta,
    pub shape: ForeignShape,
    pub typescript: Option<String>,
    pub rust: Option<String>,
    pub python: Option<String>,
    pub swift: Option<String>,
}

/// What can be checked of a foreign value without knowing it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub enum ForeignShape {
    Function,
    Object,
    Any,
}

/// The one error type of the API: common fields and the stable codes.
#[derive(Clone, Debug, Serialize)]
pub struct Errors {
    pub meta: Meta,
    pub fields: Vec<Field>,
    pub codes: Vec<ErrorCode>,
}

#[derive(Clone, Debug, Serialize)]
pub struct ErrorCode {
    pub meta: Meta,
    /// The stable string, e.g. `LIBFX_BUSY`.
    pub value: String,
    pub class: ErrorClass,
}

/// The class of the error in languages whose standard library has such classes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum ErrorClass {
    Error,
    TypeError,
    RangeError,
}

/// An entry point of a package, and what it exports.
#[derive(Clone, Debug, Serialize)]
pub struct Entry {
    pub docs: Docs,
    /// `.`, `./node`, …
    pub path: String,
    pub planned: bool,
    /// Names of declarations.
    pub exports: Vec<String>,
    #[serde(skip)]
    pub span: Span,
}
