//! Entry points: what each of them exports at run time.

use super::super::ecma::{Api, entry_stem, file_comment};
use super::Writer;
use super::imports::Imports;
use crate::model::{Decl, Language};

/// The file of each entry point, by its stem.
pub(super) fn files(api: Api<'_>) -> Vec<(String, String)> {
    api.entries()
        .map(|(entry, exports)| {
            let mut writer = Writer::new("  ");
            file_comment(&mut writer, api, &entry.docs);
            let mut exported = Imports::of_entry();
            for decl in exports {
                export(decl, &mut exported);
            }
            exported.print_exports(&mut writer);
            (entry_stem(&entry.path), writer.finish())
        })
        .collect()
}

/// Exports what the declaration is at run time, if it is anything.
fn export(decl: &Decl, exported: &mut Imports) {
    let meta = decl.meta();
    let name = meta.name.source();
    match decl {
        Decl::Function(_) if meta.attrs.by_hand_in(Language::JavaScript) => {
            exported.support(&meta.name.snake().replace('_', "-"), name);
        }
        Decl::Function(_) => {
            exported.module(&meta.module, name);
        }
        Decl::Const(_) => {
            exported.module("limits", name);
        }
        Decl::Errors(_) => {
            exported.module("errors", name);
        }
        // Types: the classes behind our interfaces are nobody's to construct.
        Decl::Enum(_)
        | Decl::Record(_)
        | Decl::TaggedUnion(_)
        | Decl::KindUnion(_)
        | Decl::Interface(_)
        | Decl::Foreign(_) => {}
    }
}
