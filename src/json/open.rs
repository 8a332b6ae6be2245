//! Which brackets stand open while a scanner walks over nested values: one bit a level.

use super::scan::{Scan, Stop};

/// The open brackets, innermost last.
pub(super) trait Open {
    /// Opens one more; false where there is no room for it.
    fn push(&mut self, object: bool) -> Scan<bool>;
    /// Closes the innermost.
    fn pop(&mut self);
    /// Whether the innermost is an object's.
    fn in_object(&self) -> bool;
    /// Whether none is open.
    fn is_empty(&self) -> bool;
}

/// Up to 64 levels in one word: what real messages need.
#[derive(Default)]
pub(super) struct Shallow {
    bits: u64,
    depth: u32,
}

impl Open for Shallow {
    #[inline]
    fn push(&mut self, object: bool) -> Scan<bool> {
        if self.depth == u64::BITS {
            return Ok(false);
        }
        self.bits = self.bits << 1 | u64::from(object);
        self.depth += 1;
        Ok(true)
    }

    #[inline]
    fn pop(&mut self) {
        self.bits >>= 1;
        self.depth = self.depth.saturating_sub(1);
    }

    #[inline]
    fn in_object(&self) -> bool {
        self.bits & 1 == 1
    }

    #[inline]
    fn is_empty(&self) -> bool {
        self.depth == 0
    }
}

const WORDS: usize = 1023;

/// Any number of levels: 65,536 without allocating, beyond that one bit a level on the heap.
pub(super) struct Deep {
    first: [u64; WORDS],
    rest: Vec<u64>,
    /// The word of the innermost levels, kept apart so that most steps touch nothing else.
    shallow: Shallow,
    /// Words put away.
    full: usize,
}

impl From<Shallow> for Deep {
    fn from(shallow: Shallow) -> Self {
        Self { first: [0; WORDS], rest: Vec::new(), shallow, full: 0 }
    }
}

impl Open for Deep {
    fn push(&mut self, object: bool) -> Scan<bool> {
        if !self.shallow.push(object)? {
            match self.first.get_mut(self.full) {
                Some(word) => *word = self.shallow.bits,
                None => {
                    self.rest.try_reserve(1).map_err(|_| Stop::Memory)?;
                    self.rest.push(self.shallow.bits);
                }
            }
            self.full += 1;
            self.shallow = Shallow { bits: u64::from(object), depth: 1 };
        }
        Ok(true)
    }

    fn pop(&mut self) {
        self.shallow.pop();
        if self.shallow.depth == 0 && self.full > 0 {
            self.full -= 1;
            let bits = match self.first.get(self.full) {
                Some(word) => *word,
                None => self.rest.pop().unwrap_or_default(),
            };
            self.shallow = Shallow { bits, depth: u64::BITS };
        }
    }

    fn in_object(&self) -> bool {
        self.shallow.in_object()
    }

    fn is_empty(&self) -> bool {
        self.shallow.is_empty()
    }
}
