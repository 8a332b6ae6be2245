//! The inside of strings, eight bytes at a time.

/// How many bytes are looked at in one go.
pub(super) const BLOCK: usize = 8;

/// What a block of a string's inside holds.
pub(super) struct Found {
    /// How many bytes stand before the first that ends a plain run: `"`, `\\` or a control; [`BLOCK`] if there is none.
    pub plain: usize,
    /// Whether one of those is not ASCII.
    pub non_ascii: bool,
}

const ONES: u64 = u64::from_ne_bytes([0x01; BLOCK]);
const HIGHS: u64 = u64::from_ne_bytes([0x80; BLOCK]);

/// Examines a block of a string's inside.
#[inline]
pub(super) fn examine(block: &[u8; BLOCK]) -> Found {
    let word = u64::from_le_bytes(*block);
    let quote = word ^ (ONES * u64::from(b'"'));
    let slash = word ^ (ONES * u64::from(b'\\'));
    // Each difference has the high bit where the byte was zero (or below 0x20), and a borrow can set only later ones; bytes
    // with a high bit of their own are masked out at the end, in one go.
    let marks = quote.wrapping_sub(ONES) | slash.wrapping_sub(ONES) | word.wrapping_sub(ONES * 0x20);
    let stops = marks & !word & HIGHS;
    if stops == 0 {
        return Found { plain: BLOCK, non_ascii: word & HIGHS != 0 };
    }
    let bits = stops.trailing_zeros();
    Found { plain: (bits / 8) as usize, non_ascii: word & HIGHS & (stops ^ stops.wrapping_sub(1)) != 0 }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_byte_at_every_place() {
        for place in 0..BLOCK {
            for byte in 0..=u8::MAX {
                let mut block = [b'x'; BLOCK];
                block[place] = byte;
                let found = examine(&block);
                let stops = byte < 0x20 || byte == b'"' || byte == b'\\';
                assert_eq!(found.plain, if stops { place } else { BLOCK });
                assert_eq!(found.non_ascii, byte >= 0x80);
            }
        }
        let mut block = [0xE9; BLOCK];
        block[0] = b'"';
        assert!(!examine(&block).non_ascii, "what stands behind the end is not of the string");
    }
}
