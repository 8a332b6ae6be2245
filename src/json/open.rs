//! Which brackets stand open while a scanner walks over nested values: one bit a level.
#![allow(clippy::inline_always, reason = "measured: see Scanner")]

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

/// A word without levels: above the levels of a word stands a one.
const NONE: u64 = 1;
const FULL: u64 = 1 << 63;

/// How many levels a word holds.
const LEVELS: usize = 63;

/// How many words there are without allocating.
const WORDS: usize = 65_536 / LEVELS;

/// The levels of one word: what real messages need.
pub(super) struct Shallow(u64);

impl Default for Shallow {
    fn default() -> Self {
        Self(NONE)
    }
}

impl Open for Shallow {
    #[inline(always)]
    fn push(&mut self, object: bool) -> Scan<bool> {
        if self.0 >= FULL {
            return Ok(false);
        }
        self.0 = self.0 << 1 | u64::from(object);
        Ok(true)
    }

    #[inline(always)]
    fn pop(&mut self) {
        self.0 >>= 1;
    }

    #[inline(always)]
    fn in_object(&self) -> bool {
        self.0 & 1 == 1
    }

    #[inline(always)]
    fn is_empty(&self) -> bool {
        self.0 <= NONE
    }
}

/// Full words: 65,536 levels without allocating, beyond that on the heap.
pub(super) struct Words {
    first: [u64; WORDS],
    rest: Vec<u64>,
    count: usize,
}

impl Default for Words {
    fn default() -> Self {
        Self { first: [0; WORDS], rest: Vec::new(), count: 0 }
    }
}

impl Words {
    #[inline(never)]
    fn push(&mut self, word: u64) -> Scan<()> {
        if let Some(place) = self.first.get_mut(self.count) {
            *place = word;
        } else {
            self.rest.try_reserve(1).map_err(|_| Stop::Memory)?;
            self.rest.push(word);
        }
        self.count += 1;
        Ok(())
    }

    /// The last full word; one without levels if there is none.
    #[inline(never)]
    fn pop(&mut self) -> u64 {
        let Some(count) = self.count.checked_sub(1) else { return NONE };
        self.count = count;
        match self.first.get(count) {
            Some(word) => *word,
            None => self.rest.pop().unwrap_or(NONE),
        }
    }
}

/// Any number of levels. The innermost are kept apart, so that most steps touch no memory.
pub(super) struct Deep<'a> {
    shallow: Shallow,
    words: &'a mut Words,
}

impl<'a> Deep<'a> {
    pub(super) const fn new(shallow: Shallow, words: &'a mut Words) -> Self {
        Self { shallow, words }
    }
}

impl Open for Deep<'_> {
    #[inline(always)]
    fn push(&mut self, object: bool) -> Scan<bool> {
        if !self.shallow.push(object)? {
            self.words.push(self.shallow.0)?;
            self.shallow = Shallow(NONE << 1 | u64::from(object));
        }
        Ok(true)
    }

    #[inline(always)]
    fn pop(&mut self) {
        self.shallow.pop();
        if self.shallow.is_empty() {
            self.shallow = Shallow(self.words.pop());
        }
    }

    #[inline(always)]
    fn in_object(&self) -> bool {
        self.shallow.in_object()
    }

    #[inline(always)]
    fn is_empty(&self) -> bool {
        self.shallow.is_empty()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn levels_come_back_in_order() {
        let mut words = Words::default();
        let mut open = Deep::new(Shallow::default(), &mut words);
        let object = |level: usize| level % 3 == 0;
        for level in 0..200_000 {
            assert_eq!(open.push(object(level)), Ok(true));
        }
        for level in (0..200_000).rev() {
            assert!(!open.is_empty());
            assert_eq!(open.in_object(), object(level));
            open.pop();
        }
        assert!(open.is_empty());
    }

    #[test]
    fn one_word_tells_when_it_is_full() {
        let mut open = Shallow::default();
        for level in 0..LEVELS {
            assert_eq!(open.push(level % 2 == 0), Ok(true), "{level}");
        }
        assert_eq!(open.push(true), Ok(false));
        for level in (0..LEVELS).rev() {
            assert_eq!(open.in_object(), level % 2 == 0);
            open.pop();
        }
        assert!(open.is_empty());
    }
}
