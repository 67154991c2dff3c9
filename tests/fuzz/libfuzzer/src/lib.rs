//! One libFuzzer program a target of `libfx-fuzz`: `cargo xtask fuzz` builds and runs them.

use std::sync::OnceLock;

use libfuzzer_sys::fuzzer_mutate;
use libfx_fuzz::corpus::{self, Input};
use libfx_fuzz::{Random, Target, mutate, target, words};

pub use libfuzzer_sys;

/// The program of a target: its check, and its mutations beside libFuzzer's own.
#[macro_export]
macro_rules! target {
    ($name:literal) => {
        static SEARCH: $crate::Search = $crate::Search::new($name);

        $crate::libfuzzer_sys::fuzz_target!(|bytes: &[u8]| SEARCH.check(bytes));

        $crate::libfuzzer_sys::fuzz_mutator!(|data: &mut [u8],
                                              size: usize,
                                              max_size: usize,
                                              seed: u32| {
            SEARCH.mutate(data, size, max_size, seed)
        });
    };
}

/// The search for an input that breaks one target.
pub struct Search {
    name: &'static str,
    material: OnceLock<Material>,
}

/// What a search is made from.
struct Material {
    target: &'static Target,
    seeds: Vec<Input>,
    words: Vec<Vec<u8>>,
}

impl Search {
    pub const fn new(name: &'static str) -> Self {
        Search {
            name,
            material: OnceLock::new(),
        }
    }

    pub fn check(&self, bytes: &[u8]) {
        (self.material().target.check)(bytes);
    }

    /// Changes the first `size` bytes of `data`, and returns how many there are then.
    pub fn mutate(&self, data: &mut [u8], size: usize, max_size: usize, seed: u32) -> usize {
        let mut random = Random::new(seed.into());
        if random.below(2) == 0 {
            return fuzzer_mutate(data, size, max_size);
        }
        let material = self.material();
        let other = random
            .pick(&material.seeds)
            .map_or(&[][..], |seed| &seed.bytes);
        let changed = mutate::mutate(&data[..size], other, &material.words, &mut random);
        let size = changed.len().min(max_size);
        data[..size].copy_from_slice(&changed[..size]);
        size
    }

    fn material(&self) -> &Material {
        self.material.get_or_init(|| Material {
            target: target(self.name).expect("a target"),
            seeds: corpus::seeds(self.name).expect("the seeds can be read"),
            words: words::of(self.name).expect("the words can be read"),
        })
    }
}
