//! Texts and bytes across the boundary: an address and a length, owned by whoever they were handed to.

use std::alloc::{Layout, dealloc};
use std::cell::{Cell, RefCell};

use bytes::Bytes;

/// Where an answer stands; the host reads both fields and gives the memory back with `free`.
#[repr(C)]
pub(crate) struct Answer {
    address: Cell<*mut u8>,
    length: Cell<usize>,
}

thread_local! {
    static ANSWER: Answer = const {
        Answer {
            address: Cell::new(std::ptr::null_mut()),
            length: Cell::new(0),
        }
    };
    /// Bytes that belong to the next call.
    static BLOBS: RefCell<Vec<Bytes>> = const { RefCell::new(Vec::new()) };
}

/// Leaves an answer for the host; null for none.
pub(crate) fn answer(value: Option<impl Into<Vec<u8>>>) -> *const Answer {
    let Some(value) = value else {
        return std::ptr::null();
    };
    let bytes = value.into().into_boxed_slice();
    let length = bytes.len();
    let address = Box::into_raw(bytes).cast();
    ANSWER.with(|answer| {
        answer.address.set(address);
        answer.length.set(length);
        // The thread and its storage live as long as the instance.
        std::ptr::from_ref(answer)
    })
}

/// A text that the host has written into memory from `alloc`.
pub(crate) fn text_in(address: *mut u8, length: usize) -> String {
    String::from_utf8(owned(address, length))
        .unwrap_or_else(|error| String::from_utf8_lossy(error.as_bytes()).into_owned())
}

/// Bytes that the host has written into memory from `alloc`.
pub(crate) fn bytes_in(address: *mut u8, length: usize) -> Bytes {
    owned(address, length).into()
}

/// The bytes handed over since the last call.
pub(crate) fn take_blobs() -> Vec<Bytes> {
    BLOBS.take()
}

fn owned(address: *mut u8, length: usize) -> Vec<u8> {
    // SAFETY: the host passes what `alloc` gave for this very length, once.
    unsafe { Vec::from_raw_parts(address, length, length) }
}

/// Memory for `length` bytes, to be passed to a call or given back by `free`.
#[unsafe(no_mangle)]
extern "C" fn alloc(length: usize) -> *mut u8 {
    // A boxed slice, so that the capacity is the length.
    Box::into_raw(vec![0_u8; length].into_boxed_slice()).cast()
}

/// Gives back the memory of an answer.
#[unsafe(no_mangle)]
extern "C" fn free(address: *mut u8, length: usize) {
    if length == 0 {
        return;
    }
    let layout = Layout::array::<u8>(length).expect("the length of a slice in memory");
    // SAFETY: the host gives back what `answer` left, once.
    unsafe { dealloc(address, layout) };
}

/// Bytes for the next call that takes several.
#[unsafe(no_mangle)]
extern "C" fn add_blob(address: *mut u8, length: usize) {
    let blob = bytes_in(address, length);
    BLOBS.with_borrow_mut(|blobs| blobs.push(blob));
}
