//! Ways to the network. The application's own `fetch` is one (through the engine); this folder holds the native one.

#[cfg(not(target_arch = "wasm32"))]
mod native;

#[cfg(not(target_arch = "wasm32"))]
pub(crate) use native::NativeTransport;
