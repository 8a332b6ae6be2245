//! Numbers and the three literals.

use super::scan::Token;
use super::steps::look;

/// At a value that is neither string nor array nor object: skips it. Where that ends, in what comes back, is after it or
/// at the fault.
#[inline(never)]
pub(super) fn pass(bytes: &[u8], at: usize) -> (usize, Option<Token>) {
    match bytes.get(at) {
        Some(b'-' | b'0'..=b'9') => number(bytes, at),
        Some(b'n') => literal(bytes, at, b"null", Token::Null),
        Some(b't') => literal(bytes, at, b"true", Token::True),
        Some(b'f') => literal(bytes, at, b"false", Token::False),
        _ => (at, None),
    }
}

fn literal(bytes: &[u8], at: usize, word: &'static [u8], token: Token) -> (usize, Option<Token>) {
    let rest = bytes.get(at..).unwrap_or_default();
    if rest.starts_with(word) {
        return (at + word.len(), Some(token));
    }
    let same = rest.iter().zip(word).take_while(|(a, b)| a == b).count();
    (at + same, None)
}

fn number(bytes: &[u8], start: usize) -> (usize, Option<Token>) {
    let mut at = start;
    let peek = |at: usize| {
        look();
        bytes.get(at).copied()
    };
    let digits = |start: usize| {
        let mut at = start;
        while let Some(b'0'..=b'9') = peek(at) {
            at += 1;
        }
        at
    };
    if peek(at) == Some(b'-') {
        at += 1;
    }
    let whole = at;
    at = if peek(at) == Some(b'0') { at + 1 } else { digits(at) };
    if at == whole {
        return (at, None);
    }
    let mut integer = true;
    if peek(at) == Some(b'.') {
        integer = false;
        let fraction = at + 1;
        at = digits(fraction);
        if at == fraction {
            return (at, None);
        }
    }
    if let Some(b'e' | b'E') = peek(at) {
        integer = false;
        at += 1;
        if let Some(b'+' | b'-') = peek(at) {
            at += 1;
        }
        let exponent = at;
        at = digits(exponent);
        if at == exponent {
            return (at, None);
        }
    }
    (at, Some(if integer { Token::Integer } else { Token::Decimal }))
}
