//! The inside of strings, eight bytes at a time.
#![allow(clippy::inline_always, reason = "measured: see Scanner")]

use super::steps::look;

/// How many bytes are looked at in one go.
const BLOCK: usize = size_of::<u64>();

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
    // the quote right behind the controls. Bytes with a high bit of their own are masked out at the end, in one go.
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

    /// Whether it is no string.
    pub const fn fault(self) -> bool {
        self.has(Self::FAULT)
    }
}

/// Inside a string: passes over the rest of it. What comes back is the place behind the quote, or at the fault.
#[inline(never)]
pub(super) fn pass(bytes: &[u8], start: usize) -> (usize, Seen) {
    let (blocks, _) = bytes.get(start..).unwrap_or_default().as_chunks::<BLOCK>();
    let mut all = 0;
    let mut at = start;
    for block in blocks {
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
    }
    pass_slowly(bytes, at, Seen::of(all))
}

/// As [`pass`], where there is more to it than plain blocks: an escape, a fault, the last bytes of the text.
#[inline(never)]
fn pass_slowly(bytes: &[u8], mut at: usize, mut seen: Seen) -> (usize, Seen) {
    loop {
        while let Some(word) = block(bytes, at)
            && stops(word) == 0
        {
            look();
            seen = seen.and(Seen::of(word));
            at += BLOCK;
        }
        look();
        match bytes.get(at) {
            Some(b'"') => return (at + 1, seen),
            Some(b'\\') => {
                seen = seen.and(Seen::ESCAPE);
                match escape(bytes, at + 1) {
                    Ok(behind) => at = behind,
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

/// Behind a backslash: where the escape ends, or where it is none. Lone surrogates are no error.
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
    fn two_stops_in_a_block() {
        for (a, b) in [(b'"', b'\\'), (b'\\', 0), (0x1F, b'"'), (b'"', b'#'), (b'\\', b']'), (0, 1)] {
            let word = u64::from_le_bytes([b'x', b'x', a, b, b'x', b'x', b'x', b'x']);
            assert_eq!(first(word, stops(word)), (2, a));
        }
    }

    #[test]
    fn strings_of_every_length_with_every_byte_after_every_prefix() {
        for before in 0..18 {
            for byte in 0..=u8::MAX {
                let mut text = vec![b'a'; before];
                text.push(byte);
                text.extend(b"n\"");
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
