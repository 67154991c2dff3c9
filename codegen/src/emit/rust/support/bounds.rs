//! What may be sent between threads: everything on native targets, nothing has to be on `wasm32`, where the host's
//! promises live on one thread.

use std::pin::Pin;
use std::sync::Arc;

use futures_core::Stream;

use super::HostError;

#[cfg(not(target_arch = "wasm32"))]
mod bound {
    /// [`Send`], where there are threads.
    pub trait MaybeSend: Send {}
    impl<T: Send + ?Sized> MaybeSend for T {}

    /// [`Sync`], where there are threads.
    pub trait MaybeSync: Sync {}
    impl<T: Sync + ?Sized> MaybeSync for T {}
}

#[cfg(target_arch = "wasm32")]
mod bound {
    /// [`Send`], where there are threads.
    pub trait MaybeSend {}
    impl<T: ?Sized> MaybeSend for T {}

    /// [`Sync`], where there are threads.
    pub trait MaybeSync {}
    impl<T: ?Sized> MaybeSync for T {}
}

pub use bound::{MaybeSend, MaybeSync};

/// A boxed future, [`Send`] where there are threads.
#[cfg(not(target_arch = "wasm32"))]
pub type BoxFuture<'a, T> = Pin<Box<dyn Future<Output = T> + Send + 'a>>;
/// A boxed future, [`Send`] where there are threads.
#[cfg(target_arch = "wasm32")]
pub type BoxFuture<'a, T> = Pin<Box<dyn Future<Output = T> + 'a>>;

/// A boxed stream, [`Send`] where there are threads.
#[cfg(not(target_arch = "wasm32"))]
pub type BoxStream<'a, T> = Pin<Box<dyn Stream<Item = T> + Send + 'a>>;
/// A boxed stream, [`Send`] where there are threads.
#[cfg(target_arch = "wasm32")]
pub type BoxStream<'a, T> = Pin<Box<dyn Stream<Item = T> + 'a>>;

/// A function of the application that is told something and answers nothing.
#[cfg(not(target_arch = "wasm32"))]
pub type Callback<A> = Arc<dyn Fn(A) + Send + Sync>;
/// A function of the application that is told something and answers nothing.
#[cfg(target_arch = "wasm32")]
pub type Callback<A> = Arc<dyn Fn(A)>;

/// A function of the application that answers, possibly later.
#[cfg(not(target_arch = "wasm32"))]
pub type AsyncCallback<A, R> =
    Arc<dyn Fn(A) -> BoxFuture<'static, Result<R, HostError>> + Send + Sync>;
/// A function of the application that answers, possibly later.
#[cfg(target_arch = "wasm32")]
pub type AsyncCallback<A, R> = Arc<dyn Fn(A) -> BoxFuture<'static, Result<R, HostError>>>;
