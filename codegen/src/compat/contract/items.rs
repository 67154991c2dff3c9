//! The items of a contract, from the declarations of a model.

use indexmap::IndexMap;
use sha2::{Digest, Sha256};

use super::{Bounds, Item, Items, Kept, Kind, Parameters};
use crate::compat::class::Flow;
use crate::compat::shape::Shape;
use crate::model::{
    Attrs, Decl, Field, Foreign, ForeignShape, Function, Interface, Literal, Meta, Model, Side, Ty,
};

pub(super) fn declaration(model: &Model, decl: &Decl, flow: Flow) -> Item {
    let make = |kind| Item {
        module: Some(decl.meta().module.clone()),
        ..item(model, kind, decl.meta())
    };
    let data = |kind| Item {
        flow: Some(flow),
        ..make(kind)
    };
    match decl {
        Decl::Const(it) => Item {
            ty: shape(Some(&it.ty)),
            value: Some(literal(&it.value)),
            ..make(Kind::Const)
        },
        Decl::Enum(it) => Item {
            members: items(&it.variants, |it| {
                (&it.meta, valued(model, Kind::Variant, &it.meta, &it.value))
            }),
            ..data(Kind::Enum)
        },
        Decl::Record(it) => Item {
            members: fields(model, &it.fields),
            ..data(Kind::Record)
        },
        Decl::TaggedUnion(it) => Item {
            tag: Some(it.tag.clone()),
            otherwise: shape(it.otherwise.as_ref()),
            members: items(&it.variants, |it| {
                let variant = Item {
                    members: fields(model, &it.fields),
                    ..valued(model, Kind::Variant, &it.meta, &it.value)
                };
                (&it.meta, variant)
            }),
            ..data(Kind::TaggedUnion)
        },
        Decl::KindUnion(it) => Item {
            members: items(&it.variants, |it| {
                (&it.meta, typed(model, Kind::Variant, &it.meta, &it.ty))
            }),
            ..data(Kind::KindUnion)
        },
        Decl::Interface(it) => {
            let (kind, flow) = match (it.side, flow) {
                (Side::Runtime, _) => (Kind::RuntimeInterface, None),
                (Side::Host, Flow::In) => (Kind::HostInterface, Some(Flow::In)),
                (Side::Host, _) => (Kind::HostInterface, Some(Flow::Both)),
            };
            Item {
                iterates: shape(it.iterates.as_ref()),
                docs: docs_hash(&format!("{}\n{}", it.meta.docs.0, it.iterates_docs.0)),
                members: members(model, it),
                flow,
                ..make(kind)
            }
        }
        Decl::Function(it) => Item {
            module: Some(it.meta.module.clone()),
            ..function(model, Kind::Function, it)
        },
        Decl::Foreign(it) => Item {
            shape: Some(foreign_shape(it.shape).to_owned()),
            spellings: spellings(it),
            ..data(Kind::Foreign)
        },
        Decl::Errors(it) => Item {
            members: fields(model, &it.fields),
            codes: items(&it.codes, |it| {
                let code = Item {
                    class: Some(it.class),
                    ..valued(model, Kind::Code, &it.meta, &it.value)
                };
                (&it.meta, code)
            }),
            ..make(Kind::Errors)
        },
    }
}

fn items<'a, T>(list: &'a [T], item: impl Fn(&'a T) -> (&'a Meta, Item)) -> Items {
    let named = list.iter().map(item);
    named
        .map(|(meta, item)| (meta.name.source().to_owned(), item))
        .collect()
}

fn fields(model: &Model, fields: &[Field]) -> Items {
    items(fields, |it| {
        let field = Item {
            optional: it.optional,
            ..typed(model, Kind::Field, &it.meta, &it.ty)
        };
        (&it.meta, field)
    })
}

fn members(model: &Model, interface: &Interface) -> Items {
    let mut members = items(&interface.properties, |it| {
        let property = Item {
            optional: it.optional,
            constant: it.constant,
            ..typed(model, Kind::Property, &it.meta, &it.ty)
        };
        (&it.meta, property)
    });
    members.extend(items(&interface.methods, |it| {
        (&it.meta, function(model, Kind::Method, it))
    }));
    members
}

fn function(model: &Model, kind: Kind, it: &Function) -> Item {
    Item {
        optional: it.optional,
        is_async: it.is_async,
        ty: shape(it.returns.as_ref()),
        throws: it.throws.clone(),
        parameters: Parameters(items(&it.params, |it| {
            let param = Item {
                optional: it.optional,
                ..typed(model, Kind::Parameter, &it.meta, &it.ty)
            };
            (&it.meta, param)
        })),
        ..item(model, kind, &it.meta)
    }
}

fn typed(model: &Model, kind: Kind, meta: &Meta, ty: &Ty) -> Item {
    Item {
        ty: shape(Some(ty)),
        ..item(model, kind, meta)
    }
}

fn valued(model: &Model, kind: Kind, meta: &Meta, value: &str) -> Item {
    Item {
        value: Some(value.into()),
        ..item(model, kind, meta)
    }
}

fn item(model: &Model, kind: Kind, meta: &Meta) -> Item {
    Item {
        kind,
        module: None,
        flow: None,
        optional: false,
        ty: None,
        value: None,
        tag: None,
        otherwise: None,
        iterates: None,
        constant: false,
        is_async: false,
        throws: Vec::new(),
        class: None,
        shape: None,
        spellings: IndexMap::new(),
        attrs: kept(model, &meta.attrs),
        docs: docs_hash(&meta.docs.0),
        parameters: Parameters::default(),
        members: Items::new(),
        codes: Items::new(),
    }
}

fn kept(model: &Model, attrs: &Attrs) -> Kept {
    let mut only = attrs.only.clone();
    only.sort();
    Kept {
        limit: attrs.limit.as_ref().map(|limit| Bounds {
            min: limit.min.as_ref().map(|bound| model.bound(bound)),
            max: limit.max.as_ref().map(|bound| model.bound(bound)),
        }),
        pattern: attrs.pattern.clone(),
        unique: attrs.unique.clone(),
        open: attrs.open,
        strict: attrs.strict,
        secret: attrs.secret,
        inlinable: attrs.inlinable,
        rest: attrs.rest,
        only,
        feature: attrs.feature.clone(),
        type_name: attrs.type_name.clone(),
        after_fault: attrs.after_fault,
        deprecated: attrs.deprecated.clone(),
    }
}

fn shape(ty: Option<&Ty>) -> Option<Shape> {
    ty.cloned().map(Shape)
}

fn literal(value: &Literal) -> serde_json::Value {
    match value {
        Literal::Int(value) => (*value).into(),
        Literal::String(value) => value.clone().into(),
        Literal::Bool(value) => (*value).into(),
    }
}

fn foreign_shape(shape: ForeignShape) -> &'static str {
    match shape {
        ForeignShape::Function => "function",
        ForeignShape::Object => "object",
        ForeignShape::Any => "any",
    }
}

fn spellings(it: &Foreign) -> IndexMap<String, String> {
    let languages = [
        ("typescript", &it.typescript),
        ("rust", &it.rust),
        ("python", &it.python),
        ("swift", &it.swift),
    ];
    let spelled = languages.into_iter();
    spelled
        .filter_map(|(language, spelling)| Some((language.to_owned(), spelling.clone()?)))
        .collect()
}

fn docs_hash(docs: &str) -> String {
    let digest = Sha256::digest(docs);
    let digits = digest[..4].iter();
    digits.map(|byte| format!("{byte:02x}")).collect()
}
