//! The inside of strings, 8 or 32 bytes at a time.
#![allow(clippy::inline_always, reason = "measured: see Scanner")]

use super::steps::look;

/// How many bytes are looked at in one go.
pub(super) const BLOCK: usize = size_of::<u64>();

const ONES: u64 = u64::from_ne_bytes([0x01; BLOCK]);
/// The highest bit of every byte of a block: set where a byte is not ASCII.
pub(super) const HIGHS: u64 = u64::from_ne_bytes([0x80; BLOCK]);

/// The block that begins at `at`, if there are enough bytes.
#[inline(always)]
pub(super) fn block(bytes: &[u8], at: usize) -> Option<u64> {
    bytes.get(at..)?.first_chunk().map(|block| u64::from_le_bytes(*block))
}

/// The high bit of every byte that ends a plain run: `"`, `\` or a control. Reliable up to the first of them only.
#[inline(always)]
pub(super) const fn stops(word: u64) -> u64 {
    // The difference has the high bit where a byte was below; a borrow can set only later ones. Exchanging 0x20 and 0x22 puts
    // the quote right after the controls. Bytes with a high bit of their own are masked out at the end, in one go.
    let quote_or_control = (word ^ (ONES * 0x02)).wrapping_sub(ONES * 0x21);
    let slash = (word ^ (ONES * b'\\' as u64)).wrapping_sub(ONES);
    (quote_or_control | slash) & !word & HIGHS
}

/// How many bytes of a block stand before its first stop, and that stop.
#[inline(always)]
pub(super) const fn first(word: u64, stops: u64) -> (usize, u8) {
    let bits = stops.trailing_zeros() & !7;
    ((bits / 8) as usize, (word >> bits & 0xFF) as u8)
}

/// What a string turned out to be; one byte, so that it is returned in a register.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Seen(u8);

impl Seen {
    const NOTHING: Self = Self(0);
    const ESCAPE: Self = Self(1);
    const NON_ASCII: Self = Self(2);
    const FAULT: Self = Self(4);

    /// What a block, or several put together, shows.
    const fn of(word: u64) -> Self {
        if word & HIGHS == 0 { Self::NOTHING } else { Self::NON_ASCII }
    }

    const fn and(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    const fn has(self, other: Self) -> bool {
        self.0 & other.0 != 0
    }

    /// Whether it has escapes.
    pub const fn escaped(self) -> bool {
        self.has(Self::ESCAPE)
    }

    /// Whether a byte of it may be not ASCII.
    pub const fn non_ascii(self) -> bool {
        self.has(Self::NON_ASCII)
    }

    /// Whether it is not a string.
    pub const fn fault(self) -> bool {
        self.has(Self::FAULT)
    }
}

/// How many blocks are tested together in a long string.
const GROUP: usize = 4;

/// A string counts as long from this many bytes on. Shorter ones do not repay the test of a group.
const SHORT: usize = 256;

/// How many blocks without a stop make it worth to test groups again.
const CALM: usize = 8;

/// Has a high bit unless the block is ASCII without a stop. Cheaper than [`stops`], but it does not say where.
#[inline(always)]
const fn suspicious(word: u64) -> u64 {
    // Without a stop no difference borrows, and a byte from 0x80 on leaves its high bit in one of the two.
    (word ^ (ONES * 0x02)).wrapping_sub(ONES * 0x21) | (word ^ (ONES * b'\\' as u64)).wrapping_sub(ONES)
}

/// Inside a string: skips the rest of it. What comes back is the place after the quote, or at the fault.
#[inline(never)]
pub(super) fn pass(bytes: &[u8], start: usize) -> (usize, Seen) {
    let rest = bytes.get(start..).unwrap_or_default();
    let mut rest = rest.get(..SHORT).unwrap_or(rest);
    let mut at = start;
    let mut all = 0;
    while let Some((block, after)) = rest.split_first_chunk() {
        look();
        let word = u64::from_le_bytes(*block);
        let stops = stops(word);
        all |= word;
        if stops != 0 {
            let (plain, stop) = first(word, stops);
            if stop == b'"' {
                return (at + plain + 1, Seen::of(all));
            }
            break;
        }
        at += BLOCK;
        rest = after;
    }
    pass_long(bytes, at, Seen::of(all))
}

/// As [`pass`], where there is more to it than a few plain blocks: many of them, an escape, a fault, the last bytes of the text.
#[inline(never)]
fn pass_long(bytes: &[u8], mut at: usize, mut seen: Seen) -> (usize, Seen) {
    let mut calm = CALM;
    loop {
        if calm >= CALM {
            at += plain_groups(bytes.get(at..).unwrap_or_default());
            calm = 0;
        }
        if let Some(word) = block(bytes, at) {
            look();
            let stops = stops(word);
            seen = seen.and(Seen::of(word));
            if stops == 0 {
                at += BLOCK;
                calm += 1;
                continue;
            }
            at += first(word, stops).0;
        }
        calm = 0;
        look();
        match bytes.get(at) {
            Some(b'"') => return (at + 1, seen),
            Some(b'\\') => {
                seen = seen.and(Seen::ESCAPE);
                match escape(bytes, at + 1) {
                    Ok(after) => at = after,
                    Err(fault) => return (fault, Seen::FAULT),
                }
            }
            Some(&byte @ 0x20..) => {
                seen = seen.and(Seen::of(byte.into()));
                at += 1;
            }
            _ => return (at, Seen::FAULT),
        }
    }
}

/// How many bytes at the start of `bytes` are whole groups of plain ASCII.
#[inline(never)]
fn plain_groups(bytes: &[u8]) -> usize {
    let mut rest = bytes;
    while let Some((group, after)) = rest.split_first_chunk::<{ GROUP * BLOCK }>() {
        look();
        let word = |at| block(group, at).map_or(HIGHS, suspicious);
        if (word(0) | word(BLOCK) | word(2 * BLOCK) | word(3 * BLOCK)) & HIGHS != 0 {
            break;
        }
        rest = after;
    }
    bytes.len() - rest.len()
}

/// After a backslash: where the escape ends, or where it is none. Lone surrogates are no error.
fn escape(bytes: &[u8], at: usize) -> Result<usize, usize> {
    match bytes.get(at) {
        Some(b'"' | b'\\' | b'/' | b'b' | b'f' | b'n' | b'r' | b't') => Ok(at + 1),
        Some(b'u') => {
            let digits = bytes.iter().skip(at + 1).take(4).take_while(|byte| byte.is_ascii_hexdigit()).count();
            if digits == 4 { Ok(at + 5) } else { Err(at + 1 + digits) }
        }
        _ => Err(at),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ends(byte: u8) -> bool {
        byte < 0x20 || byte == b'"' || byte == b'\\'
    }

    #[test]
    fn every_byte_at_every_place() {
        for place in 0..BLOCK {
            for byte in 0..=u8::MAX {
                for other in [b' ', b'!', b'x', 0x7F, 0x80, 0xFF] {
                    let mut bytes = [other; BLOCK];
                    bytes[place] = byte;
                    let word = u64::from_le_bytes(bytes);
                    let stops = stops(word);
                    assert_eq!(stops != 0, ends(byte), "{bytes:?}");
                    if stops != 0 {
                        assert_eq!(first(word, stops), (place, byte));
                    }
                }
            }
        }
    }

    #[test]
    fn a_group_is_plain_if_no_byte_of_it_stops_or_is_beyond_ascii() {
        for place in 0..GROUP * BLOCK {
            for byte in 0..=u8::MAX {
                for other in [b' ', b'!', b'#', b'[', b']', 0x7F] {
                    let mut bytes = [other; GROUP * BLOCK];
                    bytes[place] = byte;
                    let plain = !ends(byte) && byte.is_ascii();
                    assert_eq!(plain_groups(&bytes), if plain { bytes.len() } else { 0 }, "{bytes:?}");
                }
            }
        }
    }

    #[test]
    fn two_stops_in_a_block() {
        for (a, b) in [(b'"', b'\\'), (b'\\', 0), (0x1F, b'"'), (b'"', b'#'), (b'\\', b']'), (0, 1)] {
            let word = u64::from_le_bytes([b'x', b'x', a, b, b'x', b'x', b'x', b'x']);
            assert_eq!(first(word, stops(word)), (2, a));
        }
    }

    #[test]
    fn strings_of_every_length_with_every_byte_after_every_prefix() {
        for before in (0..18).chain(SHORT - 2..SHORT + 2).chain(SHORT + GROUP * BLOCK - 2..SHORT + 2 * GROUP * BLOCK + 2) {
            for byte in 0..=u8::MAX {
                let mut text = vec![b'a'; before];
                text.push(byte);
                text.extend(b"n\"");
                text.extend([b'x'; 2 * GROUP * BLOCK]);
                let (at, seen) = pass(&text, 0);
                match byte {
                    b'"' => assert!(at == before + 1 && !seen.fault() && !seen.escaped()),
                    b'\\' => assert!(at == before + 3 && !seen.fault() && seen.escaped()),
                    0..0x20 => assert!(at == before && seen.fault()),
                    _ => assert!(at == before + 3 && seen == Seen::of(byte.into())),
                }
                assert_eq!(pass(&text[..before], 0).0, before, "a text that ends in a string");
            }
        }
    }
}
