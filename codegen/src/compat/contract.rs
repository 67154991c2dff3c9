//! What of a model matters to programs: the contract, as snapshots hold it.
//!
//! Everything with a name (a declaration, member, variant or parameter) is an [`Item`], whatever its kind: so a snapshot
//! reads like the IDL, and a comparison is one walk over two trees. Of docs only a hash is kept. What is `@planned` or
//! `@experimental` is no part of the contract.

mod items;

use indexmap::IndexMap;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::class::Flow;
use super::shape::Shape;
use crate::model::{Attrs, Decl, ErrorClass, Facts, Language, Meta, Model};

/// Items by name, in the order of the IDL.
pub type Items = IndexMap<String, Item>;

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Contract {
    pub declarations: Items,
    /// What each entry point of the npm package exports.
    pub entries: IndexMap<String, Vec<String>>,
    pub acronyms: Vec<String>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum Kind {
    Const,
    Enum,
    Record,
    TaggedUnion,
    KindUnion,
    RuntimeInterface,
    HostInterface,
    Function,
    Foreign,
    Errors,
    Field,
    Property,
    Method,
    Variant,
    Code,
    Parameter,
}

impl Kind {
    pub(super) fn describe(self) -> &'static str {
        match self {
            Kind::Const => "a const",
            Kind::Enum => "an enum",
            Kind::Record => "a record",
            Kind::TaggedUnion => "a union by tag",
            Kind::KindUnion => "a union by kind",
            Kind::RuntimeInterface => "a runtime interface",
            Kind::HostInterface => "a host interface",
            Kind::Function => "a function",
            Kind::Foreign => "a foreign type",
            Kind::Errors => "the error type",
            Kind::Field => "a field",
            Kind::Property => "a property",
            Kind::Method => "a method",
            Kind::Variant => "a variant",
            Kind::Code => "an error code",
            Kind::Parameter => "a parameter",
        }
    }
}

/// Anything with a name. What its kind does not have is absent.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Item {
    pub kind: Kind,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub module: Option<String>,
    /// Of data: which way it travels. Of a host interface: whether the runtime gives out such objects too.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub flow: Option<Flow>,
    #[serde(default, skip_serializing_if = "is_false")]
    pub optional: bool,
    /// The type of a value, or the result of a function.
    #[serde(default, rename = "type", skip_serializing_if = "Option::is_none")]
    pub ty: Option<Shape>,
    /// Of a const, or the string of a variant or error code.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub value: Option<Value>,
    /// The member that tells the variants of a union apart.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub tag: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub otherwise: Option<Shape>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub iterates: Option<Shape>,
    /// A `const` property.
    #[serde(default, skip_serializing_if = "is_false")]
    pub constant: bool,
    #[serde(default, rename = "async", skip_serializing_if = "is_false")]
    pub is_async: bool,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub throws: Vec<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub class: Option<ErrorClass>,
    /// What is checked of a foreign value.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub shape: Option<String>,
    /// What a foreign type is in each language.
    #[serde(default, skip_serializing_if = "IndexMap::is_empty")]
    pub spellings: IndexMap<String, String>,
    #[serde(flatten)]
    pub attrs: Kept,
    /// Of the docs: the first eight hex digits of their SHA-256.
    pub docs: String,
    #[serde(default, skip_serializing_if = "Parameters::is_empty")]
    pub parameters: Parameters,
    #[serde(default, skip_serializing_if = "IndexMap::is_empty")]
    pub members: Items,
    #[serde(default, skip_serializing_if = "IndexMap::is_empty")]
    pub codes: Items,
}

/// The parameters of a function: items whose order matters.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Parameters(pub Items);

impl Parameters {
    fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}

impl PartialEq for Parameters {
    fn eq(&self, other: &Self) -> bool {
        self.0.as_slice() == other.0.as_slice()
    }
}

/// The attributes that matter to programs.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Kept {
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub limit: Option<Bounds>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub pattern: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub unique: Option<String>,
    #[serde(default, skip_serializing_if = "is_false")]
    pub open: bool,
    #[serde(default, skip_serializing_if = "is_false")]
    pub strict: bool,
    #[serde(default, skip_serializing_if = "is_false")]
    pub secret: bool,
    #[serde(default, skip_serializing_if = "is_false")]
    pub inlinable: bool,
    #[serde(default, skip_serializing_if = "is_false")]
    pub rest: bool,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub only: Vec<Language>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub feature: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub type_name: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub after_fault: Option<u64>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub deprecated: Option<String>,
}

/// A limit, with the values of its consts.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Bounds {
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub min: Option<u64>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub max: Option<u64>,
}

fn is_false(value: &bool) -> bool {
    !value
}

impl Contract {
    pub fn of(model: &Model) -> Self {
        let model = &counted(model);
        let facts = Facts::of(model);
        let decls = model.decls.iter();
        let decls = decls.filter(|(_, decl)| counts(&decl.meta().attrs));
        let entries = model.entries.iter().filter(|entry| !entry.planned);
        Contract {
            declarations: decls
                .map(|(name, decl)| {
                    let flow = Flow::from(facts.direction(name));
                    (name.clone(), items::declaration(model, decl, flow))
                })
                .collect(),
            entries: entries
                .map(|entry| (entry.path.clone(), exports(model, &entry.exports)))
                .collect(),
            acronyms: model.naming.acronyms.clone(),
        }
    }
}

/// Whether something is promised to stay.
fn counts(attrs: &Attrs) -> bool {
    !attrs.planned && !attrs.experimental
}

fn exports(model: &Model, names: &[String]) -> Vec<String> {
    let there = |name: &&String| match model.decls.get(*name) {
        Some(decl) => counts(&decl.meta().attrs),
        None => false,
    };
    names.iter().filter(there).cloned().collect()
}

/// The model without what is not promised. Data of that kind stays, since something promised may mention it, but what
/// nobody is promised gives no direction to anything.
fn counted(model: &Model) -> Model {
    let mut model = model.clone();
    model.decls.retain(|_, decl| match decl {
        Decl::Function(function) => counts(&function.meta.attrs),
        _ => true,
    });
    for decl in model.decls.values_mut() {
        drop_uncounted(decl);
    }
    model
}

fn drop_uncounted(decl: &mut Decl) {
    let counted = |meta: &Meta| counts(&meta.attrs);
    match decl {
        Decl::Enum(it) => it.variants.retain(|variant| counted(&variant.meta)),
        Decl::Record(it) => it.fields.retain(|field| counted(&field.meta)),
        Decl::TaggedUnion(it) => {
            it.variants.retain(|variant| counted(&variant.meta));
            for variant in &mut it.variants {
                variant.fields.retain(|field| counted(&field.meta));
            }
        }
        Decl::KindUnion(it) => it.variants.retain(|variant| counted(&variant.meta)),
        Decl::Interface(it) => {
            let whole = counted(&it.meta);
            it.iterates.take_if(|_| !whole);
            it.properties.retain(|it| whole && counted(&it.meta));
            it.methods.retain(|it| whole && counted(&it.meta));
        }
        Decl::Errors(it) => {
            it.fields.retain(|field| counted(&field.meta));
            it.codes.retain(|code| counted(&code.meta));
        }
        Decl::Const(_) | Decl::Function(_) | Decl::Foreign(_) => {}
    }
}
