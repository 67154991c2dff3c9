//! Texts and bytes across the boundary: borrowed on their way in, owned by the caller on their way out.

use std::ptr;
use std::slice;

use bytes::Bytes;

/// Some bytes; a null address is nothing at all.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub(crate) struct Buffer {
    data: *mut u8,
    length: usize,
}

/// What a call gives that has nothing to give, or none to give it.
impl Default for Buffer {
    fn default() -> Self {
        Buffer {
            data: ptr::null_mut(),
            length: 0,
        }
    }
}

#[cfg(test)]
impl Buffer {
    /// Whether there is nothing in it; what there is belongs to nobody then.
    pub(crate) fn is_nothing(self) -> bool {
        tests::read(self).is_none()
    }
}

/// Hands a value to the caller, who gives it back by `libfx_buffer_free`.
pub(crate) fn buffer(value: Option<impl Into<Vec<u8>>>) -> Buffer {
    let Some(value) = value else {
        return Buffer::default();
    };
    // A boxed slice, so that its length is all there is to know about it.
    let bytes = value.into().into_boxed_slice();
    let length = bytes.len();
    Buffer {
        data: Box::into_raw(bytes).cast(),
        length,
    }
}

/// The caller's text.
///
/// # Safety
/// `data` is the address of `length` readable bytes.
pub(crate) unsafe fn text_in(data: *const u8, length: usize) -> String {
    // SAFETY: the caller's.
    let bytes = unsafe { borrowed(data, length) };
    String::from_utf8_lossy(bytes).into_owned()
}

/// The caller's bytes, copied: they may change once the call has returned.
///
/// # Safety
/// `data` is the address of `length` readable bytes.
pub(crate) unsafe fn bytes_in(data: *const u8, length: usize) -> Bytes {
    // SAFETY: the caller's.
    Bytes::copy_from_slice(unsafe { borrowed(data, length) })
}

/// The caller's list of bytes.
///
/// # Safety
/// `buffers` is the address of `count` buffers, each of which says the truth about itself.
pub(crate) unsafe fn blobs_in(buffers: *const Buffer, count: usize) -> Vec<Bytes> {
    // SAFETY: the caller's.
    let buffers = unsafe { borrowed(buffers, count) };
    // SAFETY: the caller's.
    let copy = |buffer: &Buffer| unsafe { bytes_in(buffer.data, buffer.length) };
    buffers.iter().map(copy).collect()
}

unsafe fn borrowed<'a, T>(data: *const T, count: usize) -> &'a [T] {
    if data.is_null() || count == 0 {
        return &[];
    }
    // SAFETY: the caller's.
    unsafe { slice::from_raw_parts(data, count) }
}

/// Gives back what a call returned.
///
/// # Safety
/// `buffer` came from a call, and is given back once.
#[unsafe(no_mangle)]
unsafe extern "C" fn libfx_buffer_free(buffer: Buffer) {
    if !buffer.data.is_null() {
        let bytes = ptr::slice_from_raw_parts_mut(buffer.data, buffer.length);
        // SAFETY: it was boxed by `buffer`, and is given back once.
        drop(unsafe { Box::from_raw(bytes) });
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What a caller reads of a buffer before it gives it back.
    pub(crate) fn read(buffer: Buffer) -> Option<Vec<u8>> {
        // SAFETY: it came from a call, and is given back once.
        unsafe {
            let bytes = borrowed(buffer.data, buffer.length).to_vec();
            let is_something = !buffer.data.is_null();
            libfx_buffer_free(buffer);
            is_something.then_some(bytes)
        }
    }

    #[test]
    fn nothing_is_not_the_same_as_no_bytes() {
        assert_eq!(read(buffer(None::<String>)), None);
        assert_eq!(read(buffer(Some(String::new()))), Some(Vec::new()));
        assert_eq!(read(buffer(Some("é".to_owned()))), Some("é".into()));
    }

    #[test]
    fn an_address_of_nothing_is_an_empty_text() {
        // SAFETY: a length of 0 reads nothing.
        unsafe {
            assert_eq!(text_in(ptr::null(), 0), "");
            assert!(blobs_in(ptr::null(), 0).is_empty());
        }
    }

    #[test]
    fn a_text_that_is_not_utf8_is_still_one() {
        let bytes = [b'a', 0xff];
        // SAFETY: that many bytes are there.
        assert_eq!(unsafe { text_in(bytes.as_ptr(), 2) }, "a\u{fffd}");
    }
}
