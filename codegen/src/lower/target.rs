//! What an attribute, a name or a doc comment can belong to.

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Target {
    Const,
    Enum,
    Record,
    TaggedUnion,
    KindUnion,
    Interface,
    Function,
    Foreign,
    Errors,
    EnumVariant,
    TaggedVariant,
    KindVariant,
    /// Of a record, or of the error type.
    Field,
    /// Of a variant of a tagged union.
    VariantField,
    Property,
    Method,
    Param,
    /// Of a callback's type.
    CallbackParam,
    ErrorCode,
    Iterates,
    Entry,
    Naming,
}

impl Target {
    pub(super) fn describe(self) -> &'static str {
        match self {
            Target::Const => "a const",
            Target::Enum => "an enum",
            Target::Record => "a record",
            Target::TaggedUnion => "a tagged union",
            Target::KindUnion => "a union by kind",
            Target::Interface => "an interface",
            Target::Function => "a function",
            Target::Foreign => "a foreign type",
            Target::Errors => "the error type",
            Target::EnumVariant => "a variant of an enum",
            Target::TaggedVariant => "a variant of a tagged union",
            Target::KindVariant => "a variant of a union by kind",
            Target::Field => "a field",
            Target::VariantField => "a field of a variant",
            Target::Property => "a property",
            Target::Method => "a method",
            Target::Param => "a parameter",
            Target::CallbackParam => "a parameter of a callback",
            Target::ErrorCode => "an error code",
            Target::Iterates => "`iterates`",
            Target::Entry => "an entry point",
            Target::Naming => "naming",
        }
    }

    /// Whether it declares a type, which is named in PascalCase.
    pub(super) fn is_type(self) -> bool {
        use Target::{Enum, Errors, Foreign, Interface, KindUnion, Record, TaggedUnion};
        matches!(
            self,
            Enum | Record | TaggedUnion | KindUnion | Interface | Foreign | Errors
        )
    }

    pub(super) fn is_declaration(self) -> bool {
        self.is_type() || matches!(self, Target::Const | Target::Function)
    }

    /// Whether it is part of a declaration and stands on a line of its own.
    pub(super) fn is_member(self) -> bool {
        use Target::{EnumVariant, ErrorCode, Field, KindVariant, Method, Property};
        use Target::{TaggedVariant, VariantField};
        matches!(
            self,
            EnumVariant
                | TaggedVariant
                | KindVariant
                | Field
                | VariantField
                | Property
                | Method
                | ErrorCode
        )
    }

    /// Whether it has a value that can be checked.
    pub(super) fn holds_value(self) -> bool {
        use Target::{Field, KindVariant, Param, Property, VariantField};
        matches!(self, Field | VariantField | Property | Param | KindVariant)
    }

    /// Whether its name says enough.
    pub(super) fn may_lack_docs(self) -> bool {
        self == Target::CallbackParam
    }
}
