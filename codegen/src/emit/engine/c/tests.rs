//! How calls are spelled in C, in the glue behind it, and in Python over it.

use quote::quote;

use super::{Call, Param, ParamKind, Returns, glue, header, python};
use crate::emit::rustfmt;
use crate::model::Name;

fn calls() -> [Call; 2] {
    let param = |name: &str, kind| Param {
        name: Name::new(name),
        kind,
    };
    [
        Call {
            name: Name::new("shopOpen"),
            docs: "Opens.".to_owned(),
            params: vec![
                param("shop", ParamKind::Number),
                param("maxSize", ParamKind::Text),
                param("blobs", ParamKind::BytesList),
            ],
            returns: Returns::Failure,
            body: quote! { engine.open(shop, &max_size, blobs) },
            feature: None,
        },
        Call {
            name: Name::new("modelHash"),
            docs: "Tells.\nAlways.".to_owned(),
            params: Vec::new(),
            returns: Returns::Text,
            body: quote! { MODEL_HASH.to_owned() },
            feature: None,
        },
    ]
}

#[track_caller]
fn holds(text: &str, expected: &[&str]) {
    let joined = |text: &str| text.split_whitespace().collect::<Vec<_>>().join(" ");
    for part in expected {
        assert!(
            joined(text).contains(&joined(part)),
            "no\n{part}\nin\n{text}"
        );
    }
}

#[test]
fn the_header_declares_each_call_with_lengths() {
    holds(
        &header(&calls()),
        &[
            "/** Opens. */ libfx_buffer libfx_shop_open(uint64_t engine, uint32_t shop, const uint8_t *max_size, \
             size_t max_size_length, const libfx_buffer *blobs, size_t blobs_count);",
            "/** * Tells. * Always. */ libfx_buffer libfx_model_hash(void);",
        ],
    );
}

#[test]
fn the_glue_looks_the_engine_up_and_is_unsafe_where_it_reads() {
    let text = rustfmt::print(&glue(&calls(), &quote! {}, "abc"));
    holds(
        &text,
        &[
            "unsafe extern \"C\" fn libfx_shop_open( engine: u64, shop: u32, max_size: *const u8, max_size_length: usize, \
             blobs: *const Buffer, blobs_count: usize, ) -> Buffer { with(engine, |engine| { let max_size = unsafe { \
             text_in(max_size, max_size_length) };",
            "#[unsafe(no_mangle)] extern \"C\" fn libfx_model_hash() -> Buffer { buffer(Some(MODEL_HASH.to_owned())) }",
        ],
    );
}

#[test]
fn python_declares_what_each_call_takes_and_gives() {
    holds(
        &python(&calls(), "abc"),
        &[
            "MODEL_HASH: Final = \"abc\"",
            "\"libfx_shop_open\": (\"buffer\", \"engine number bytes buffers\"),",
            "def shop_open(self, shop: int, max_size: bytes, blobs: Sequence[bytes]) -> bytes | None:",
            "return self._library.take(\"libfx_shop_open\", self._number, shop, max_size, len(max_size), \
             *self._library.buffers(blobs))",
        ],
    );
}
