//! The rules: every way in which a contract can change. Each has its golden in `tests/compat/`.

use std::fmt;

macro_rules! rules {
    ($($(#[doc = $doc:literal])+ $name:ident = $slug:literal,)+) => {
        /// In which way something has changed.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub enum Rule {
            $($(#[doc = $doc])+ $name,)+
        }

        impl Rule {
            pub const ALL: &[Rule] = &[$(Rule::$name),+];

            /// `limit-changed`: as reports name it, and the name of its golden.
            pub fn as_str(self) -> &'static str {
                match self {
                    $(Rule::$name => $slug,)+
                }
            }
        }
    };
}

rules! {
    /// Minor.
    DeclarationAdded = "declaration-added",
    /// Major.
    DeclarationRemoved = "declaration-removed",
    /// It is declared as something else, or the other side implements it: major.
    KindChanged = "kind-changed",
    /// It stands in another file, and Rust imports it from another module: major.
    ModuleChanged = "module-changed",

    /// A field, property or method. Major if applications must have it, else minor.
    MemberAdded = "member-added",
    /// Major.
    MemberRemoved = "member-removed",
    /// A value of an enum or a case of a union. Major if programs receive it and the type is not `@open`, else minor.
    VariantAdded = "variant-added",
    /// Major.
    VariantRemoved = "variant-removed",
    /// The string of an enum's value, of a union's case or of an error code: major.
    ValueChanged = "value-changed",
    /// The member that tells the cases of a union apart: major.
    TagChanged = "tag-changed",
    /// What a union takes a value without a known tag for: more of an output and less of an input are major.
    OtherwiseChanged = "otherwise-changed",

    /// Major, but for a type that is the same apart from null.
    TypeChanged = "type-changed",
    /// Null of an output, and no null of an input, are major.
    NullChanged = "null-changed",
    /// Optional of an output, and required of an input, are major.
    PresenceChanged = "presence-changed",
    /// A wider limit of an output, and a narrower one of an input, are major.
    LimitChanged = "limit-changed",
    /// Without it, more is possible: major of an output; with it, less: major of an input. Another one is major.
    PatternChanged = "pattern-changed",
    /// As of patterns.
    UniqueChanged = "unique-changed",

    /// Major of a required parameter, and of anything that an application's method must take.
    ParameterAdded = "parameter-added",
    /// Major.
    ParameterRemoved = "parameter-removed",
    /// Major.
    ParametersReordered = "parameters-reordered",
    /// An answer where there was none: major of what applications implement, else minor. None where there was one: major.
    ReturnsChanged = "returns-changed",
    /// Major.
    AsyncChanged = "async-changed",
    /// Whether something throws at all is part of its signature: major. Which codes is not: minor.
    ThrowsChanged = "throws-changed",
    /// What reading an object gives: major unless it gave nothing before.
    IteratesChanged = "iterates-changed",
    /// A property that is read once: major; one that is read again: minor.
    ConstancyChanged = "constancy-changed",

    /// Minor: what the value limits is compared where it does.
    ConstChanged = "const-changed",
    /// Minor, because the codes are an open set.
    ErrorCodeAdded = "error-code-added",
    /// Major.
    ErrorCodeRemoved = "error-code-removed",
    /// From `Error` to one of its subclasses minor, else major.
    ErrorClassChanged = "error-class-changed",
    /// What a foreign type is in a language, or what is checked of it: major, but for more languages and fewer checks.
    ForeignChanged = "foreign-changed",
    /// Fewer are major; more are what it is to add the declaration.
    LanguagesChanged = "languages-changed",
    /// Major where binaries may lack what all of them had.
    FeatureChanged = "feature-changed",

    /// As a new variant: major of an output, minor of an input; closed again the reverse.
    OpenChanged = "open-changed",
    /// Major of an input: unknown members are refused, and Python spells parameters by it.
    StrictChanged = "strict-changed",
    /// Minor; no longer secret major.
    SecretChanged = "secret-changed",
    /// A second spelling: major of an output, minor of an input; one less the reverse.
    InlinableChanged = "inlinable-changed",
    /// Major.
    RestChanged = "rest-changed",
    /// Of the type generated for a union's case: major.
    TypeNameChanged = "type-name-changed",
    /// Minor.
    AfterFaultChanged = "after-fault-changed",

    /// Less is major, more is minor.
    EntryChanged = "entry-changed",
    /// Major if a name contains the word.
    AcronymChanged = "acronym-changed",
    /// Patch.
    DeprecationChanged = "deprecation-changed",
    /// Patch.
    DocsChanged = "docs-changed",
}

impl fmt::Display for Rule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}
