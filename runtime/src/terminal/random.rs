//! Numbers that a seed decides, for tests of what nobody would think of.

/// A generator (xorshift); the seed is not 0.
pub(super) struct Random(pub(super) u64);

impl Random {
    /// A number below `limit`.
    pub(super) fn below(&mut self, limit: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 % limit as u64) as usize
    }
}
