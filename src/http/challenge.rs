//! The Bearer challenge of a `WWW-Authenticate` field.
//!
//! Source: RFC 9110, section 11; RFC 6750, section 3; RFC 9728, section 5.1. Read more leniently than they ask, since servers
//! send URLs without quotes and leave out commas.

use crate::failure::Failure;
use crate::json::copy_lossy;

/// What a Bearer challenge says. Each parameter is `None` if it is absent, which is not the same as empty.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Challenge {
    /// `error`.
    pub error: Option<Box<str>>,
    /// `scope`.
    pub scope: Option<Box<str>>,
    /// `error_description`.
    pub description: Option<Box<str>>,
    /// `resource_metadata`.
    pub resource_metadata: Option<Box<str>>,
}

/// Returns the Bearer challenge that counts: the first whose error is `insufficient_scope`, else the first.
///
/// The first of a repeated parameter counts. What cannot be parsed is skipped.
pub(crate) fn challenge(value: &[u8]) -> Result<Option<Challenge>, Failure> {
    let mut pieces = Pieces { rest: value, separated: true };
    let mut first = None;
    let mut current: Option<Parameters<'_>> = None;
    loop {
        match pieces.next() {
            Some(Piece::Parameter(name, value)) => {
                if let Some(parameters) = &mut current {
                    parameters.set(name, value);
                }
            }
            next => {
                if let Some(parameters) = current.take() {
                    if parameters.is_insufficient_scope() {
                        return parameters.copy().map(Some);
                    }
                    first.get_or_insert(parameters);
                }
                let Some(Piece::Scheme(scheme)) = next else { break };
                current = scheme.eq_ignore_ascii_case(b"bearer").then(Parameters::default);
            }
        }
    }
    first.map(Parameters::copy).transpose()
}

/// The parameters of one challenge, not copied yet.
#[derive(Default)]
struct Parameters<'a> {
    error: Option<Value<'a>>,
    scope: Option<Value<'a>>,
    description: Option<Value<'a>>,
    resource_metadata: Option<Value<'a>>,
}

impl<'a> Parameters<'a> {
    fn set(&mut self, name: &[u8], value: Value<'a>) {
        let is = |known: &[u8]| name.eq_ignore_ascii_case(known);
        let place = match () {
            () if is(b"error") => &mut self.error,
            () if is(b"scope") => &mut self.scope,
            () if is(b"error_description") => &mut self.description,
            () if is(b"resource_metadata") => &mut self.resource_metadata,
            () => return,
        };
        place.get_or_insert(value);
    }

    fn is_insufficient_scope(&self) -> bool {
        self.error.is_some_and(|error| error.bytes().eq(b"insufficient_scope".iter().copied()))
    }

    fn copy(self) -> Result<Challenge, Failure> {
        let copy = |value: Option<Value<'_>>| value.map(Value::copy).transpose();
        Ok(Challenge {
            error: copy(self.error)?,
            scope: copy(self.scope)?,
            description: copy(self.description)?,
            resource_metadata: copy(self.resource_metadata)?,
        })
    }
}

/// The value of a parameter as it was sent, without its quotes.
#[derive(Clone, Copy)]
struct Value<'a> {
    raw: &'a [u8],
    quoted: bool,
}

impl<'a> Value<'a> {
    /// Yields the bytes without the escapes of a quoted string.
    fn bytes(self) -> impl Iterator<Item = u8> + use<'a> {
        let mut bytes = self.raw.iter().copied();
        std::iter::from_fn(move || {
            let byte = bytes.next()?;
            if byte == b'\\' && self.quoted { bytes.next() } else { Some(byte) }
        })
    }

    fn copy(self) -> Result<Box<str>, Failure> {
        let mut plain = Vec::new();
        plain.try_reserve_exact(self.raw.len())?;
        plain.extend(self.bytes());
        copy_lossy(&plain).map(String::into_boxed_str)
    }
}

/// A piece of a list of challenges (RFC 9110, section 11.6.1).
enum Piece<'a> {
    Scheme(&'a [u8]),
    Parameter(&'a [u8], Value<'a>),
}

/// Splits a list of challenges into schemes and parameters.
struct Pieces<'a> {
    rest: &'a [u8],
    /// Whether the start or a comma precedes the rest: a scheme can begin only there.
    separated: bool,
}

impl<'a> Pieces<'a> {
    fn take_while(&mut self, taken: fn(u8) -> bool) -> &'a [u8] {
        let length = self.rest.iter().take_while(|&&byte| taken(byte)).count();
        let (head, rest) = self.rest.split_at(length);
        self.rest = rest;
        head
    }

    /// Takes the inside of a quoted string and its closing quote. Without a closing quote, it takes all.
    fn quoted(&mut self) -> &'a [u8] {
        let mut end = 0;
        loop {
            match self.rest.get(end) {
                None | Some(b'"') => break,
                Some(b'\\') => end += 2,
                Some(_) => end += 1,
            }
        }
        let inside = self.rest.get(..end).unwrap_or(self.rest);
        self.rest = self.rest.get(end + 1..).unwrap_or_default();
        inside
    }
}

impl<'a> Iterator for Pieces<'a> {
    type Item = Piece<'a>;

    fn next(&mut self) -> Option<Piece<'a>> {
        loop {
            self.separated |= self.take_while(|byte| is_blank(byte) || byte == b',').contains(&b',');
            let separated = std::mem::take(&mut self.separated);
            let name = self.take_while(is_token);
            if name.is_empty() {
                // No challenge has this here. A stray quoted string is skipped whole, anything else byte by byte.
                let (&byte, rest) = self.rest.split_first()?;
                self.rest = rest;
                if byte == b'"' {
                    self.quoted();
                }
                continue;
            }
            let after_name = self.rest;
            self.take_while(is_blank);
            if let Some(rest) = self.rest.strip_prefix(b"=") {
                self.rest = rest;
                self.take_while(is_blank);
                let quoted = self.rest.strip_prefix(b"\"");
                let raw = if let Some(rest) = quoted {
                    self.rest = rest;
                    self.quoted()
                } else {
                    self.take_while(|byte| !is_blank(byte) && byte != b',')
                };
                return Some(Piece::Parameter(name, Value { raw, quoted: quoted.is_some() }));
            }
            self.rest = after_name;
            if separated {
                return Some(Piece::Scheme(name));
            }
            // A token68: credentials in one piece, which say nothing here.
        }
    }
}

const fn is_blank(byte: u8) -> bool {
    matches!(byte, b' ' | b'\t')
}

/// A character of a token (RFC 9110, section 5.6.2), or of a token68, which may follow a scheme.
const fn is_token(byte: u8) -> bool {
    matches!(byte,
        b'!' | b'#' | b'$' | b'%' | b'&' | b'\'' | b'*' | b'+' | b'-' | b'.' | b'^' | b'_' | b'`' | b'|' | b'~' | b'/'
        | b'0'..=b'9' | b'A'..=b'Z' | b'a'..=b'z')
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The error, scope, description and metadata of the challenge that counts.
    fn read(value: &str) -> Option<[Option<String>; 4]> {
        let found = challenge(value.as_bytes()).unwrap()?;
        Some([found.error, found.scope, found.description, found.resource_metadata].map(|text| text.map(String::from)))
    }

    fn assert_reads(value: &str, expected: [Option<&str>; 4]) {
        assert_eq!(read(value), Some(expected.map(|text| text.map(String::from))), "{value}");
    }

    #[test]
    fn keeps_the_first_bearer_challenge_about_scope_else_the_first() {
        assert_reads("Bearer", [None; 4]);
        assert_reads("Basic, Bearer scope=a", [None, Some("a"), None, None]);
        assert_reads("Bearer scope=a, error=x, Bearer scope=b", [Some("x"), Some("a"), None, None]);
        let insufficient = Some("insufficient_scope");
        assert_reads(
            "Bearer scope=a, Bearer error=insufficient_scope, bearer error=insufficient_scope,scope=c",
            [insufficient, None, None, None],
        );
        assert_reads("Bearer scope=a, BEARER ERROR=\"insufficient_\\scope\", Basic scope=c", [insufficient, None, None, None]);
        assert_reads("Negotiate abc==, Bearer scope=q", [None, Some("q"), None, None]);
        for none in ["", ",", "Basic scope=a", "Digest error=insufficient_scope", "=", "\"Bearer\""] {
            assert_eq!(read(none), None, "{none}");
        }
    }

    #[test]
    fn a_missing_parameter_differs_from_an_empty_one_and_the_first_counts() {
        assert_reads("Bearer scope=\"\", error=, error=x, SCOPE=y", [Some(""), Some(""), None, None]);
        assert_reads("Bearer scope= ,error_description=", [None, Some(""), Some(""), None]);
    }

    #[test]
    fn an_unquoted_value_ends_at_a_blank_or_a_comma() {
        let url = "https://a.example/.well-known/x?a=b;c";
        let all = [Some("{e}"), Some("mcp:read\\x"), Some("a\"b"), Some(url)];
        assert_reads(&format!("Bearer resource_metadata={url},scope=mcp:read\\x error={{e}}\terror_description=a\"b"), all);
        assert_reads("Bearer scope = 'a b', error = x", [Some("x"), Some("'a"), None, None]);
    }

    #[test]
    fn a_quoted_value_is_unescaped_and_a_parameter_may_follow_it_at_once() {
        assert_reads(r#"Bearer error="x"scope="a\"b\\c, d"error_description=x"#, [Some("x"), Some(r#"a"b\c, d"#), Some("x"), None]);
        assert_reads(r#"Bearer scope="open, error=x\"#, [None, Some("open, error=x"), None, None]);
        assert_reads(r#"Bearer "scope=a", "error=b"; error="c""#, [Some("c"), None, None, None]);
    }

    #[test]
    fn bytes_that_are_not_utf_8_are_replaced() {
        let found = challenge(b"Bearer scope=\"a\\\xFF\xC3\\\xA9\", error=\xF0\x9F").unwrap().unwrap();
        // A quoted pair may part a character; its bytes count after unescaping.
        assert_eq!((found.scope.as_deref(), found.error.as_deref()), (Some("a\u{FFFD}é"), Some("\u{FFFD}")));
    }
}
