//! The tree, as it is written. Every name, string and number knows its place.

use crate::source::Span;

#[derive(Clone, Debug)]
pub struct File {
    pub docs: Docs,
    pub items: Vec<Item>,
    /// The first byte of the file: where something is missing that belongs to the whole of it.
    pub start: Span,
}

/// The lines of a doc comment, without their marks.
#[derive(Clone, Debug, Default)]
pub struct Docs {
    pub lines: Vec<DocLine>,
}

#[derive(Clone, Debug)]
pub struct DocLine {
    pub text: String,
    /// The place of `text`, so that a link within it can be pointed at.
    pub span: Span,
}

#[derive(Clone, Debug)]
pub struct Ident {
    pub text: String,
    pub span: Span,
}

#[derive(Clone, Debug)]
pub struct Str {
    pub value: String,
    pub span: Span,
}

#[derive(Clone, Copy, Debug)]
pub struct Int {
    pub value: u64,
    pub span: Span,
}

/// What may stand before anything that is declared.
#[derive(Clone, Debug)]
pub struct Preamble {
    pub docs: Docs,
    pub attrs: Vec<Attr>,
}

/// A preamble and the name that follows it.
#[derive(Clone, Debug)]
pub struct Head {
    pub docs: Docs,
    pub attrs: Vec<Attr>,
    pub name: Ident,
}

#[derive(Clone, Debug)]
pub struct Attr {
    pub name: Ident,
    pub args: Vec<Arg>,
    /// From `@` to the closing parenthesis.
    pub span: Span,
}

#[derive(Clone, Debug)]
pub enum Arg {
    Ident(Ident),
    Str(Str),
    Int(Int),
    Range(Range),
}

impl Arg {
    pub fn span(&self) -> Span {
        match self {
            Arg::Ident(it) => it.span,
            Arg::Str(it) => it.span,
            Arg::Int(it) => it.span,
            Arg::Range(it) => it.span,
        }
    }
}

#[derive(Clone, Debug)]
pub struct Range {
    pub min: Option<Bound>,
    pub max: Option<Bound>,
    pub span: Span,
}

#[derive(Clone, Debug)]
pub enum Bound {
    Int(Int),
    Const(Ident),
}

#[derive(Clone, Debug)]
pub enum Item {
    Const(Const),
    Enum(Enum),
    Record(Record),
    TaggedUnion(TaggedUnion),
    KindUnion(KindUnion),
    Interface(Interface),
    Function(Function),
    Foreign(Foreign),
    Errors(Errors),
    Entry(Entry),
    Naming(Naming),
}

impl Item {
    /// The head of a declaration; entries and naming rules have no name.
    pub fn head(&self) -> Option<&Head> {
        match self {
            Item::Const(it) => Some(&it.head),
            Item::Enum(it) => Some(&it.head),
            Item::Record(it) => Some(&it.head),
            Item::TaggedUnion(it) => Some(&it.head),
            Item::KindUnion(it) => Some(&it.head),
            Item::Interface(it) => Some(&it.head),
            Item::Function(it) => Some(&it.head),
            Item::Foreign(it) => Some(&it.head),
            Item::Errors(it) => Some(&it.head),
            Item::Entry(_) | Item::Naming(_) => None,
        }
    }
}

#[derive(Clone, Debug)]
pub struct Const {
    pub head: Head,
    pub ty: Type,
    pub value: Literal,
}

#[derive(Clone, Debug)]
pub struct Literal {
    pub kind: LiteralKind,
    pub span: Span,
}

#[derive(Clone, Debug)]
pub enum LiteralKind {
    Int { value: u64, negative: bool },
    Str(String),
    Bool(bool),
    Null,
}

#[derive(Clone, Debug)]
pub struct Enum {
    pub head: Head,
    pub variants: Vec<EnumVariant>,
}

#[derive(Clone, Debug)]
pub struct EnumVariant {
    pub head: Head,
    pub value: Str,
}

#[derive(Clone, Debug)]
pub struct Record {
    pub head: Head,
    pub fields: Vec<Field>,
}

#[derive(Clone, Debug)]
pub struct Field {
    pub head: Head,
    pub optional: bool,
    pub ty: Type,
}

#[derive(Clone, Debug)]
pub struct TaggedUnion {
    pub head: Head,
    pub tag: Str,
    pub otherwise: Option<Type>,
    pub variants: Vec<TaggedVariant>,
}

#[derive(Clone, Debug)]
pub struct TaggedVariant {
    pub head: Head,
    pub value: Str,
    pub fields: Vec<Field>,
}

#[derive(Clone, Debug)]
pub struct KindUnion {
    pub head: Head,
    pub variants: Vec<KindVariant>,
}

#[derive(Clone, Debug)]
pub struct KindVariant {
    pub head: Head,
    pub ty: Type,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Side {
    Runtime,
    Host,
}

#[derive(Clone, Debug)]
pub struct Interface {
    pub head: Head,
    pub side: Side,
    pub members: Vec<Member>,
}

#[derive(Clone, Debug)]
pub enum Member {
    Property(Property),
    Iterates(Iterates),
    Method(Function),
}

#[derive(Clone, Debug)]
pub struct Property {
    pub head: Head,
    /// The place of `const`.
    pub constant: Option<Span>,
    pub optional: bool,
    pub ty: Type,
}

#[derive(Clone, Debug)]
pub struct Iterates {
    pub docs: Docs,
    pub attrs: Vec<Attr>,
    pub ty: Type,
    pub span: Span,
}

/// A function, or a method of an interface.
#[derive(Clone, Debug)]
pub struct Function {
    pub head: Head,
    pub is_async: bool,
    /// The place of `?`.
    pub optional: Option<Span>,
    pub params: Vec<Param>,
    pub returns: Option<Type>,
    pub throws: Vec<Ident>,
}

#[derive(Clone, Debug)]
pub struct Param {
    pub head: Head,
    pub optional: bool,
    pub ty: Type,
}

#[derive(Clone, Debug)]
pub struct Foreign {
    pub head: Head,
    pub shape: Ident,
    pub spellings: Vec<(Ident, Str)>,
}

#[derive(Clone, Debug)]
pub struct Errors {
    pub head: Head,
    pub fields: Vec<Field>,
    pub codes: Vec<ErrorCode>,
}

#[derive(Clone, Debug)]
pub struct ErrorCode {
    pub head: Head,
    pub value: Str,
    pub class: Str,
}

#[derive(Clone, Debug)]
pub struct Entry {
    pub preamble: Preamble,
    pub path: Str,
    pub exports: Vec<Ident>,
}

#[derive(Clone, Debug)]
pub struct Naming {
    pub preamble: Preamble,
    pub acronyms: Vec<Str>,
    pub reserved: Vec<Str>,
    pub span: Span,
}

#[derive(Clone, Debug)]
pub struct Type {
    pub kind: TypeKind,
    /// The place of `| null`.
    pub nullable: Option<Span>,
    pub span: Span,
}

#[derive(Clone, Debug)]
pub enum TypeKind {
    /// A primitive or a declaration: lowering knows which.
    Name(Ident),
    /// `list<T>`.
    Generic { name: Ident, arg: Box<Type> },
    /// `fn(name: T) -> T`.
    Fn {
        params: Vec<Param>,
        returns: Option<Box<Type>>,
    },
}
