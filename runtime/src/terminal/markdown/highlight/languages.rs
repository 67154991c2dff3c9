//! The languages and their words.

/// What colours a language.
pub(super) enum Family {
    Code(&'static Language),
    /// Lines that name values.
    Data(&'static Language),
    Markup,
    Diff,
}

/// A language as the scanner sees it.
pub(super) struct Language {
    pub(super) keywords: Words,
    /// Types and constants that are told from other words by their names alone.
    pub(super) kinds: Words,
    pub(super) line_comments: &'static [&'static str],
    pub(super) block_comments: &'static [(&'static str, &'static str)],
    /// What strings within a line begin and end with.
    pub(super) quotes: &'static str,
    /// Strings over several lines.
    pub(super) long_strings: &'static [(&'static str, &'static str)],
    /// What may stand in words beside letters, digits and `_`.
    pub(super) word_marks: &'static str,
    pub(super) capitals_are_kinds: bool,
    pub(super) ignores_case: bool,
    /// An apostrophe may begin a name.
    pub(super) has_lifetimes: bool,
    /// Words and strings before a colon are names of values.
    pub(super) names_values: bool,
}

/// Words with a blank between them.
pub(super) struct Words(pub(super) &'static str);

const C_COMMENTS: &[(&str, &str)] = &[("/*", "*/")];

/// Like C, and without words.
const PLAIN: Language = Language {
    keywords: Words(""),
    kinds: Words(""),
    line_comments: &["//"],
    block_comments: C_COMMENTS,
    quotes: "\"'",
    long_strings: &[],
    word_marks: "",
    capitals_are_kinds: true,
    ignores_case: false,
    has_lifetimes: false,
    names_values: false,
};

/// With comments after `#` alone.
const HASH: Language = Language {
    line_comments: &["#"],
    block_comments: &[],
    ..PLAIN
};

static RUST: Language = Language {
    keywords: Words(
        "as async await break const continue crate dyn else enum extern fn for if impl in let loop match mod move mut pub ref return self static struct super trait type union unsafe use where while",
    ),
    kinds: Words(
        "Self bool char f32 f64 i8 i16 i32 i64 i128 isize str u8 u16 u32 u64 u128 usize true false",
    ),
    quotes: "\"'",
    long_strings: &[("r#\"", "\"#"), ("\"", "\"")],
    has_lifetimes: true,
    ..PLAIN
};

static JAVASCRIPT: Language = Language {
    keywords: Words(
        "abstract as async await break case catch class const continue debugger declare default delete do else enum export extends finally for from function get if implements import in infer instanceof interface is keyof let namespace new of override private protected public readonly return satisfies set static super switch this throw try type typeof var void while with yield",
    ),
    kinds: Words(
        "any bigint boolean never null number object string symbol undefined unknown true false NaN",
    ),
    long_strings: &[("`", "`")],
    word_marks: "$",
    ..PLAIN
};

static PYTHON: Language = Language {
    keywords: Words(
        "and as assert async await break case class continue def del elif else except finally for from global if import in is lambda match nonlocal not or pass raise return try while with yield",
    ),
    kinds: Words("None True False self cls bool bytes dict float int list set str tuple"),
    long_strings: &[("\"\"\"", "\"\"\""), ("'''", "'''")],
    word_marks: "@",
    ..HASH
};

static GO: Language = Language {
    keywords: Words(
        "break case chan const continue default defer else fallthrough for func go goto if import interface map package range return select struct switch type var",
    ),
    kinds: Words(
        "any bool byte complex128 error false float32 float64 int int8 int16 int32 int64 iota nil rune string true uint uint8 uint16 uint32 uint64 uintptr",
    ),
    long_strings: &[("`", "`")],
    ..PLAIN
};

/// Java and its relatives: Kotlin, Scala, C#, Dart, Swift.
static JAVA: Language = Language {
    keywords: Words(
        "abstract actor as async await base break case catch class companion const continue data default defer do else enum event explicit export extends extension extern final finally for foreach fun func get guard if implements import in infix init inline inout interface internal is lazy let lock match module mutating namespace new object of open operator out override package params partial permits private protected protocol public readonly record ref repeat required return sealed set static struct super suspend switch synchronized this throw throws trait transient try type typealias typeof unsafe using val var virtual volatile weak when where while with yield",
    ),
    kinds: Words(
        "bool boolean byte char decimal double dynamic false float int long nil null self short string true uint ulong void",
    ),
    long_strings: &[("\"\"\"", "\"\"\"")],
    word_marks: "@",
    ..PLAIN
};

static C: Language = Language {
    keywords: Words(
        "alignas alignof asm auto break case catch class concept const consteval constexpr continue co_await co_return co_yield decltype default delete do else enum explicit export extern final for friend goto if inline mutable namespace new noexcept operator override private protected public register requires return sizeof static static_assert static_cast struct switch template this throw try typedef typeid typename union using virtual volatile while #define #elif #else #endif #error #if #ifdef #ifndef #include #pragma #undef",
    ),
    kinds: Words(
        "bool char double false float int int8_t int16_t int32_t int64_t long NULL nullptr short signed size_t ssize_t true uint8_t uint16_t uint32_t uint64_t unsigned void wchar_t",
    ),
    word_marks: "#",
    ..PLAIN
};

static PHP: Language = Language {
    keywords: Words(
        "abstract and array as break case catch class clone const continue declare default do echo else elseif enum extends final finally fn for foreach function global if implements include instanceof interface isset list match namespace new or print private protected public readonly require require_once return static switch throw trait try unset use var while yield",
    ),
    kinds: Words("bool false float int mixed null self string true void"),
    line_comments: &["//", "#"],
    word_marks: "$",
    ..PLAIN
};

static RUBY: Language = Language {
    keywords: Words(
        "alias and begin break case class def defined? do else elsif end ensure extend for if in include module next not or private protected public raise redo require require_relative rescue retry return self super then undef unless until when while yield",
    ),
    kinds: Words("nil true false"),
    block_comments: &[("=begin", "=end")],
    word_marks: "@?",
    ..HASH
};

static LUA: Language = Language {
    keywords: Words(
        "and break do else elseif end for function goto if in local not or repeat return then until while",
    ),
    kinds: Words("nil true false self"),
    line_comments: &["--"],
    block_comments: &[("--[[", "]]")],
    long_strings: &[("[[", "]]")],
    ..PLAIN
};

static SHELL: Language = Language {
    keywords: Words(
        "alias break case cd continue declare do done echo elif else esac eval exec exit export fi for function if in local readonly return select set shift source sudo then trap unset until while ARG CMD COPY ENTRYPOINT ENV EXPOSE FROM RUN USER WORKDIR",
    ),
    kinds: Words("true false"),
    word_marks: "$-",
    capitals_are_kinds: false,
    ..HASH
};

static SQL: Language = Language {
    keywords: Words(
        "add all alter and as asc begin between by case check column commit constraint create cross default delete desc distinct drop else end exists explain foreign from full group having if in index inner insert into is join key left like limit not offset on or order outer over partition primary references returning right rollback select set table then to transaction trigger union unique update using values view when where with",
    ),
    kinds: Words(
        "bigint bool boolean char date decimal double false float int integer json jsonb null numeric real serial text time timestamp true uuid varchar",
    ),
    line_comments: &["--"],
    capitals_are_kinds: false,
    ignores_case: true,
    ..PLAIN
};

static CSS: Language = Language {
    keywords: Words(
        "@charset @container @font-face @import @keyframes @layer @media @supports !important",
    ),
    word_marks: "-@!#.",
    capitals_are_kinds: false,
    names_values: true,
    ..PLAIN
};

static JSON: Language = Language {
    kinds: Words("true false null"),
    capitals_are_kinds: false,
    names_values: true,
    ..PLAIN
};

static VALUES: Language = Language {
    kinds: Words("true false null yes no on off True False"),
    line_comments: &["#", ";"],
    long_strings: &[("\"\"\"", "\"\"\""), ("'''", "'''")],
    word_marks: "-",
    capitals_are_kinds: false,
    ..HASH
};

/// What colours a language of this name, in small letters.
pub(super) fn family(name: &str) -> Option<Family> {
    Some(match name {
        "rust" | "rs" => Family::Code(&RUST),
        "javascript" | "js" | "jsx" | "mjs" | "cjs" | "typescript" | "ts" | "tsx" | "mts" => {
            Family::Code(&JAVASCRIPT)
        }
        "python" | "py" | "python3" | "pyi" | "starlark" => Family::Code(&PYTHON),
        "go" | "golang" => Family::Code(&GO),
        "java" | "kotlin" | "kt" | "scala" | "csharp" | "cs" | "c#" | "dart" | "swift"
        | "groovy" => Family::Code(&JAVA),
        "c" | "h" | "cpp" | "c++" | "cc" | "cxx" | "hpp" | "objc" | "glsl" | "wgsl" | "zig" => {
            Family::Code(&C)
        }
        "php" => Family::Code(&PHP),
        "ruby" | "rb" | "elixir" | "ex" | "crystal" => Family::Code(&RUBY),
        "lua" => Family::Code(&LUA),
        "shell" | "sh" | "bash" | "zsh" | "fish" | "console" | "dockerfile" | "docker" | "make"
        | "makefile" | "powershell" | "ps1" => Family::Code(&SHELL),
        "sql" | "postgresql" | "mysql" | "sqlite" | "plsql" => Family::Code(&SQL),
        "css" | "scss" | "less" => Family::Code(&CSS),
        "json" | "jsonc" | "json5" | "jsonl" | "ndjson" => Family::Code(&JSON),
        "yaml" | "yml" | "toml" | "ini" | "cfg" | "conf" | "env" | "properties" | "dotenv" => {
            Family::Data(&VALUES)
        }
        "html" | "htm" | "xml" | "svg" | "vue" | "svelte" | "xhtml" => Family::Markup,
        "diff" | "patch" => Family::Diff,
        _ => return None,
    })
}
