//! Types: what each type of the IDL is in Rust.

use proc_macro2::TokenStream;
use quote::quote;

use super::{Api, names};
use crate::model::{Attrs, Decl, Field, Param, Prim, Property, Side, Ty, TyKind};

impl Api<'_> {
    /// The type of a value that is owned.
    pub(super) fn owned(self, ty: &Ty) -> TokenStream {
        nullable(ty, self.kind(&ty.kind))
    }

    /// The type of a field as it is stored.
    pub(super) fn stored(self, field: &Field) -> TokenStream {
        self.optional(field.optional, &field.meta.attrs, &field.ty)
    }

    /// The type of a constant property of a host interface, as its proxy stores it.
    pub(super) fn stored_property(self, property: &Property) -> TokenStream {
        self.optional(property.optional, &property.meta.attrs, &property.ty)
    }

    fn optional(self, optional: bool, attrs: &Attrs, ty: &Ty) -> TokenStream {
        let value = self.value(attrs, ty);
        if optional {
            quote!(Option<#value>)
        } else {
            value
        }
    }

    /// The type of a field's value, when there is one.
    pub(super) fn value(self, attrs: &Attrs, ty: &Ty) -> TokenStream {
        if attrs.secret && ty.kind == TyKind::Prim(Prim::String) {
            return nullable(ty, quote!(SecretString));
        }
        self.owned(ty)
    }

    /// The type that a constructor or setter takes: whatever converts, where people write literals.
    pub(super) fn accepted(self, attrs: &Attrs, ty: &Ty) -> Accepted {
        let value = self.value(attrs, ty);
        let converts = match &ty.kind {
            TyKind::Prim(prim) => matches!(prim, Prim::String | Prim::Bytes | Prim::Json),
            TyKind::Named(name) => matches!(self.model.decl(name), Decl::KindUnion(_)),
            _ => false,
        };
        if converts && !ty.nullable {
            Accepted {
                ty: quote!(impl Into<#value>),
                conversion: quote!(.into()),
            }
        } else {
            Accepted {
                ty: value,
                conversion: TokenStream::new(),
            }
        }
    }

    /// The type of a parameter. A record whose fields are all optional is passed as it is: its default means "absent".
    pub(super) fn param(self, param: &Param) -> TokenStream {
        let value = self.owned(&param.ty);
        if param.optional && !self.has_default(&param.ty) {
            quote!(Option<#value>)
        } else {
            value
        }
    }

    /// What a getter of a constant property returns: borrowed, unless it is as small as a pointer.
    pub(super) fn borrowed(self, optional: bool, ty: &Ty) -> TokenStream {
        let value = match &ty.kind {
            TyKind::Prim(Prim::String) => quote!(&str),
            TyKind::List(item) => {
                let item = self.owned(item);
                quote!(&[#item])
            }
            kind if self.is_copy(kind) => self.kind(kind),
            kind => {
                let value = self.kind(kind);
                quote!(&#value)
            }
        };
        if optional || ty.nullable {
            quote!(Option<#value>)
        } else {
            value
        }
    }

    /// Whether values are copied, not borrowed.
    pub(super) fn is_copy(self, kind: &TyKind) -> bool {
        match kind {
            TyKind::Prim(prim) => match prim {
                Prim::Bool | Prim::U32 | Prim::I32 | Prim::F64 | Prim::Count | Prim::Void => true,
                Prim::String | Prim::Bytes | Prim::Json | Prim::JsonObject | Prim::Signal => false,
            },
            TyKind::Named(name) => {
                matches!(self.model.decl(name), Decl::Enum(it) if !it.meta.attrs.open)
            }
            TyKind::List(_) | TyKind::Map(_) | TyKind::Future(_) | TyKind::Fn { .. } => false,
        }
    }

    pub(super) fn has_default(self, ty: &Ty) -> bool {
        let TyKind::Named(name) = &ty.kind else {
            return false;
        };
        match self.model.decl(name) {
            Decl::Record(record) => self.fields(&record.fields).all(|field| field.optional),
            _ => false,
        }
    }

    fn kind(self, kind: &TyKind) -> TokenStream {
        match kind {
            TyKind::Prim(prim) => prim_type(*prim),
            TyKind::List(item) => {
                let item = self.owned(item);
                quote!(Vec<#item>)
            }
            TyKind::Map(value) => {
                let value = self.owned(value);
                quote!(BTreeMap<String, #value>)
            }
            TyKind::Future(value) => {
                let value = self.owned(value);
                quote!(impl Future<Output = Result<#value, FxError>> + MaybeSend)
            }
            TyKind::Fn { params, returns } => {
                let mut params: Vec<_> = params.iter().map(|it| self.owned(&it.ty)).collect();
                let argument = match params.len() {
                    1 => params.remove(0),
                    _ => quote!((#(#params),*)),
                };
                match returns.as_deref().map(|ty| self.owned(ty)) {
                    Some(returns) => quote!(AsyncCallback<#argument, #returns>),
                    None => quote!(Callback<#argument>),
                }
            }
            TyKind::Named(name) => self.named(name),
        }
    }

    fn named(self, name: &str) -> TokenStream {
        let item = names::type_of(name);
        match self.model.decl(name) {
            Decl::Interface(interface) => match interface.side {
                Side::Host => quote!(Arc<dyn #item>),
                Side::Runtime => quote!(Self::#item),
            },
            Decl::Foreign(foreign) => {
                let spelling = foreign.rust.as_deref().unwrap_or_default();
                spelling.parse().expect("`check` has parsed it")
            }
            _ => quote!(#item),
        }
    }
}

/// What a constructor or setter takes, and how it becomes what is stored.
pub(super) struct Accepted {
    pub(super) ty: TokenStream,
    pub(super) conversion: TokenStream,
}

fn nullable(ty: &Ty, value: TokenStream) -> TokenStream {
    if ty.nullable {
        quote!(Option<#value>)
    } else {
        value
    }
}

fn prim_type(prim: Prim) -> TokenStream {
    match prim {
        Prim::String => quote!(String),
        Prim::Bool => quote!(bool),
        Prim::U32 => quote!(u32),
        Prim::I32 => quote!(i32),
        Prim::F64 => quote!(f64),
        Prim::Count => quote!(u64),
        Prim::Bytes => quote!(Bytes),
        Prim::Json => quote!(Value),
        Prim::JsonObject => quote!(JsonObject),
        Prim::Signal => quote!(CancellationToken),
        Prim::Void => quote!(()),
    }
}
