//! Functions: one trait a module, implemented by the runtime.

use proc_macro2::TokenStream;
use quote::quote;

use super::{Api, docs, interfaces, names};
use crate::model::{Decl, Function, Meta, Module, Name};

/// The traits of the module's functions. Planned ones stand apart, so that the others can be implemented before them.
pub(super) fn items(api: Api<'_>, module: &Module) -> TokenStream {
    let functions = |planned: bool| -> Vec<&Function> {
        let decls = api.model.module_decls(module);
        decls
            .filter(|decl| api.has_decl(decl))
            .filter_map(|decl| match decl {
                Decl::Function(function) => Some(function),
                _ => None,
            })
            .filter(|function| function.meta.attrs.planned == planned)
            .collect()
    };
    let finished = item(api, module, &functions(false));
    let planned = item(api, module, &functions(true));
    quote!(#finished #planned)
}

/// The name of the trait that a function stands in.
pub(in crate::emit) fn trait_name(meta: &Meta) -> String {
    let module = Name::new(meta.module.as_str()).pascal();
    let planned = if meta.attrs.planned { "Planned" } else { "" };
    format!("{planned}{module}Functions")
}

fn item(api: Api<'_>, module: &Module, functions: &[&Function]) -> TokenStream {
    let Some(first) = functions.first() else {
        return TokenStream::new();
    };
    let name = names::ident(&trait_name(&first.meta));
    let docs = format!(
        " The functions of `{}`. What implements them carries what they need, such as a platform.",
        module.name
    );
    let associated = interfaces::associated(api, functions.iter().copied());
    let functions = functions.iter().map(|function| {
        let docs = docs::function(api, function);
        let name = names::member(&function.meta.name);
        let params = interfaces::params(api, function);
        let returns = interfaces::runtime_returns(api, function);
        quote!(#docs fn #name(&self #(, #params)*) #returns;)
    });
    quote! {
        #[doc = #docs]
        pub trait #name {
            #associated
            #(#functions)*
        }
    }
}
