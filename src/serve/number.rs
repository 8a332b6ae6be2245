//! Numbers compared by value, exactly, at any width and any exponent.

use crate::json::{Scanner, Token};

/// Whether two texts are JSON numbers of the same value.
pub(super) fn same(a: &str, b: &str) -> bool {
    match (Number::read(a), Number::read(b)) {
        (Some(a), Some(b)) => a == b,
        _ => false,
    }
}

/// A number as `0.DIGITS` times a power of ten. The first and the last digit are not 0; zero has no digits.
struct Number<'a> {
    negative: bool,
    whole: &'a str,
    fraction: &'a str,
    /// How many digits to leave out at the start, and how many to take.
    skip: usize,
    take: usize,
    /// None: beyond what a text can make up for by zeros.
    exponent: Option<i128>,
}

impl<'a> Number<'a> {
    fn read(text: &'a str) -> Option<Self> {
        let mut scanner = Scanner::at(text.as_bytes(), 0);
        let token = scanner.token().ok()?;
        if !matches!(token, Token::Integer | Token::Decimal) || scanner.offset() != text.len() {
            return None;
        }
        let (negative, rest) = text.strip_prefix('-').map_or((false, text), |rest| (true, rest));
        let (mantissa, exponent) = rest.split_once(['e', 'E']).unwrap_or((rest, "0"));
        let (whole, fraction) = mantissa.split_once('.').unwrap_or((mantissa, ""));
        let number = Self { negative, whole, fraction, skip: 0, take: whole.len() + fraction.len(), exponent: None };
        let zeros = |digits: &mut dyn Iterator<Item = u8>| digits.take_while(|&digit| digit == b'0').count();
        let skip = zeros(&mut number.digits());
        let digits = number.take;
        if skip == digits {
            return Some(Self { negative: false, skip: 0, take: 0, exponent: Some(0), ..number });
        }
        let after = zeros(&mut fraction.bytes().rev().chain(whole.bytes().rev()));
        // The power of ten that moves the point in front of the first digit that counts.
        let shift = i128::try_from(whole.len()).ok()? - i128::try_from(skip).ok()?;
        let exponent = power(exponent).and_then(|exponent| exponent.checked_add(shift));
        Some(Self { skip, take: digits - skip - after, exponent, ..number })
    }

    fn digits(&self) -> impl Iterator<Item = u8> {
        self.whole.bytes().chain(self.fraction.bytes()).skip(self.skip).take(self.take)
    }
}

impl PartialEq for Number<'_> {
    fn eq(&self, other: &Self) -> bool {
        let exponents = match (self.exponent, other.exponent) {
            (Some(a), Some(b)) => a == b,
            _ => false,
        };
        exponents && self.negative == other.negative && self.take == other.take && self.digits().eq(other.digits())
    }
}

/// The value of an exponent, if it is below what the length of a text can reach.
fn power(text: &str) -> Option<i128> {
    let (negative, digits) = text.strip_prefix('-').map_or((false, text.strip_prefix('+').unwrap_or(text)), |digits| (true, digits));
    let digits = digits.trim_start_matches('0');
    let value: i128 = if digits.is_empty() { 0 } else { digits.get(..30).map_or_else(|| digits.parse().ok(), |_| None)? };
    Some(if negative { -value } else { value })
}

#[cfg(test)]
mod tests {
    use super::same;

    #[test]
    fn compares_by_value() {
        for (a, b) in [
            ("42", "42.0"),
            ("42", "4.2e1"),
            ("42", "420E-1"),
            ("42", "0.042e+3"),
            ("-7", "-7.000"),
            ("0", "-0"),
            ("0", "0e99999999999999999999999999999999999999999999"),
            ("0.0", "0"),
            ("100", "1e2"),
            ("100", "1e00000000000000000000000000000000000000000000002"),
            ("9007199254740993", "9007199254740993.0"),
        ] {
            assert!(same(a, b) && same(b, a), "{a} {b}");
        }
        for (a, b) in [
            ("42", "042"),
            ("42", "+42"),
            ("42", "42."),
            ("42", " 42"),
            ("42", "42,42"),
            ("42", ""),
            ("42", "-42"),
            ("42", "42.5"),
            ("42", "420"),
            ("1", "1e400000000"),
            ("1", "1e99999999999999999999999999999999999999999999"),
            ("1", "1e-99999999999999999999999999999999999999999999"),
            ("9007199254740993", "9007199254740992"),
            ("100", "10"),
            ("101", "11"),
            ("true", "true"),
        ] {
            assert!(!same(a, b) && !same(b, a), "{a} {b}");
        }
    }

    #[test]
    fn a_long_number_is_read_once() {
        let (zeros, long) = ("0".repeat(1_000_000), "9".repeat(1_000_000));
        assert!(same(&format!("{long}{zeros}"), &format!("{long}e1000000")));
        assert!(!same(&format!("{long}{zeros}"), &format!("{long}e1000001")));
    }
}
