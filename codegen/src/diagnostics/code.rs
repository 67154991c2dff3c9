//! The stable codes. A code keeps its number for ever; one that falls out of use leaves a gap.

use std::fmt;

macro_rules! codes {
    ($($(#[doc = $doc:literal])+ $name:ident = $number:literal,)+) => {
        /// What kind of mistake it is.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        pub enum Code {
            $($(#[doc = $doc])+ $name,)+
        }

        impl Code {
            pub const ALL: &[Code] = &[$(Code::$name),+];

            /// `E0040`.
            pub fn as_str(self) -> &'static str {
                match self {
                    $(Code::$name => $number,)+
                }
            }

            /// What kind of mistake it is, in a sentence.
            pub fn summary(self) -> &'static str {
                match self {
                    $(Code::$name => concat!($($doc),+).trim_start(),)+
                }
            }

            /// What the mistake is and how to mend it, in Markdown, with a wrong and a right piece of IDL.
            pub fn explanation(self) -> &'static str {
                match self {
                    $(Code::$name => include_str!(concat!("explain/", $number, ".md")),)+
                }
            }
        }
    };
}

codes! {
    /// A character that the language does not have.
    UnexpectedCharacter = "E0001",
    /// A string that does not end on its line.
    UnterminatedString = "E0002",
    /// An escape in a string that is not one of `\" \\ \n \r \t \u{…}`.
    InvalidEscape = "E0003",
    /// A number that is too large or has an unknown unit.
    InvalidNumber = "E0004",
    /// Something else was expected here.
    UnexpectedToken = "E0005",
    /// A doc comment that documents nothing.
    StrayDoc = "E0006",
    /// Types nested too deeply to be read.
    TooDeep = "E0007",

    /// A name that stands already in the same place.
    DuplicateName = "E0010",
    /// A name that is not spelled as names of its kind are.
    NameSpelling = "E0011",
    /// A name that `naming` reserves.
    ReservedName = "E0012",
    /// Two types of the generated code would have one name.
    TypeNameCollision = "E0013",
    /// A declaration that may stand only once.
    DuplicateSection = "E0014",

    /// A declaration, member or variant without docs.
    MissingDocs = "E0020",
    /// A doc link that points nowhere.
    BrokenDocLink = "E0021",

    /// An attribute that does not exist.
    UnknownAttribute = "E0030",
    /// An attribute that means nothing here.
    MisplacedAttribute = "E0031",
    /// An attribute that stands twice.
    DuplicateAttribute = "E0032",
    /// Arguments that the attribute does not take.
    AttributeArguments = "E0033",
    /// A limit that nothing, or everything, can meet, or that its type has no use for.
    InvalidLimit = "E0034",
    /// A pattern outside the subset that every language can check.
    InvalidPattern = "E0035",
    /// `@unique` names a member that the items do not have.
    InvalidUnique = "E0036",
    /// Attributes that contradict each other.
    AttributeConflict = "E0037",

    /// A type that is not declared.
    UnknownType = "E0040",
    /// A number type that JavaScript cannot hold.
    WideInteger = "E0041",
    /// A type that cannot stand here.
    MisplacedType = "E0042",
    /// The wrong number of type arguments.
    TypeArguments = "E0043",
    /// `| null` where null is admitted anyway.
    RedundantNull = "E0044",

    /// A const whose value does not fit its type.
    InvalidConst = "E0050",
    /// A string that already stands for another variant.
    DuplicateValue = "E0051",
    /// A union whose variants cannot be told apart.
    OverlappingKinds = "E0052",
    /// A type that contains itself with nothing between.
    RecursiveType = "E0053",
    /// A declaration without content.
    EmptyDeclaration = "E0054",
    /// A member that this side of the interface cannot have.
    MisplacedMember = "E0055",
    /// `throws` names a code that `errors` does not declare.
    UnknownErrorCode = "E0056",
    /// A required parameter after an optional one.
    OptionalBeforeRequired = "E0057",
    /// An entry exports something that is not declared.
    UnknownExport = "E0058",
    /// A field that the union's tag, or an inlined member, stands in the way of.
    FieldCollision = "E0059",

    /// Something is used in a language that does not have it.
    UnavailableInLanguage = "E0060",
    /// Something finished is made of something planned.
    DependsOnPlanned = "E0061",

    /// A language cannot express the declaration; reported by its emitter.
    Unsupported = "E0070",
}

impl Code {
    /// The code that `text` names, as `E0040` or by its number alone.
    pub fn named(text: &str) -> Option<Code> {
        let number = |text: &str| text.trim_start_matches(['E', 'e']).parse::<u16>().ok();
        let wanted = number(text)?;
        let mut all = Code::ALL.iter().copied();
        all.find(|code| number(code.as_str()) == Some(wanted))
    }
}

impl fmt::Display for Code {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

#[cfg(test)]
mod tests {
    use super::Code;

    #[test]
    fn codes_are_unique_and_ascend() {
        let numbers: Vec<_> = Code::ALL.iter().map(|code| code.as_str()).collect();
        assert!(numbers.windows(2).all(|pair| pair[0] < pair[1]));
    }

    #[test]
    fn a_code_is_named_in_full_or_by_its_number() {
        for text in ["E0042", "e0042", "42"] {
            assert_eq!(Code::named(text), Some(Code::MisplacedType), "{text}");
        }
        for text in ["", "E", "E9999", "x42", "-42"] {
            assert_eq!(Code::named(text), None, "{text}");
        }
    }
}
