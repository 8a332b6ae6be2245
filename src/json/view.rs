//! Views of checked JSON text: objects and arrays as slices of it, without a tree and at any depth.

use super::scan::{Scanner, Text};
use super::text::{decode, failure, order, reads_as};
use crate::failure::{Failure, Word, word};
use std::borrow::Cow;
use std::cmp::Ordering;

/// The argument named by a failure that checked text cannot give.
const CHECKED: Word = word!("checked JSON");
/// The members of a longer object are counted first, so that the list of them takes no more memory than it needs.
const SHORT: usize = 4096;

/// A value in checked JSON text: its text, without white space around it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Value<'a>(&'a str);

impl<'a> Value<'a> {
    /// The value of a text that [`super::to_text`] returned, or that a scanner noted.
    pub const fn checked(text: &'a str) -> Self {
        Self(text)
    }

    /// The text as it was sent.
    pub const fn text(self) -> &'a str {
        self.0
    }

    fn starts_with(self, byte: u8) -> bool {
        self.0.as_bytes().first() == Some(&byte)
    }

    pub fn is_object(self) -> bool {
        self.starts_with(b'{')
    }

    pub fn is_string(self) -> bool {
        self.starts_with(b'"')
    }

    pub fn is_array(self) -> bool {
        self.starts_with(b'[')
    }

    pub fn is_null(self) -> bool {
        self.0 == "null"
    }

    pub fn as_bool(self) -> Option<bool> {
        match self.0 {
            "true" => Some(true),
            "false" => Some(false),
            _ => None,
        }
    }

    /// Whether the value is a number without fraction and exponent, of any width.
    pub fn is_integer(self) -> bool {
        let digits = self.0.strip_prefix('-').unwrap_or(self.0);
        !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit())
    }

    /// Whether the value is a string that reads as `text`; told without decoding it.
    pub fn is_str(self, text: &str) -> bool {
        let inside = self.0.strip_prefix('"').and_then(|rest| rest.strip_suffix('"'));
        inside.is_some_and(|inside| reads_as(inside, text))
    }

    /// The order of two strings once decoded, by their characters; done without decoding them. Other values are empty strings.
    pub fn order(self, other: Self) -> Ordering {
        order(self.inside(), other.inside())
    }

    /// The order of a string, once decoded, and a text.
    pub fn order_of(self, text: &str) -> Ordering {
        super::text::order_of(self.inside(), text)
    }

    /// The inside of a string as it was sent; none of another value.
    pub fn inside_of_string(self) -> Option<&'a str> {
        self.0.strip_prefix('"').and_then(|rest| rest.strip_suffix('"'))
    }

    /// The inside of a string as it was sent.
    fn inside(self) -> &'a str {
        self.0.strip_prefix('"').and_then(|rest| rest.strip_suffix('"')).unwrap_or_default()
    }

    /// A string, decoded.
    pub fn as_str(self) -> Result<Option<Cow<'a, str>>, Failure> {
        match self.0.strip_prefix('"').and_then(|rest| rest.strip_suffix('"')) {
            Some(inside) => decode(inside).map(Some),
            None => Ok(None),
        }
    }

    /// Hands out the elements of an array, of which a value that is no array has none.
    pub fn each(self, mut element: impl FnMut(Self) -> Result<(), Failure>) -> Result<(), Failure> {
        if !self.is_array() {
            return Ok(());
        }
        let mut scanner = Scanner::new(self.0.as_bytes());
        let stopped = |stop, scanner: &Scanner<'_>| failure(stop, scanner, CHECKED);
        let mut more = scanner.enter(b']');
        while more {
            let start = scanner.offset();
            scanner.skip().map_err(|stop| stopped(stop, &scanner))?;
            element(Self(self.0.get(start..scanner.offset()).unwrap_or_default()))?;
            more = scanner.another(b']').map_err(|stop| stopped(stop, &scanner))?;
        }
        Ok(())
    }

    /// The elements of an array; none if the value is no array.
    pub fn elements(self) -> Result<Option<Vec<Self>>, Failure> {
        if !self.is_array() {
            return Ok(None);
        }
        let mut elements = Vec::new();
        self.each(|element| {
            elements.try_reserve(1)?;
            elements.push(element);
            Ok(())
        })?;
        Ok(Some(elements))
    }

    /// Passes on each member of an object, in its order and repeated ones too: the name, a string as it was sent, and the value.
    pub fn each_member(self, mut member: impl FnMut(Self, Self) -> Result<(), Failure>) -> Result<(), Failure> {
        if !self.is_object() {
            return Ok(());
        }
        let mut scanner = Scanner::new(self.0.as_bytes());
        let stopped = |stop, scanner: &Scanner<'_>| failure(stop, scanner, CHECKED);
        let mut more = scanner.enter(b'}');
        while more {
            let Text { start, end, .. } = scanner.name().map_err(|stop| stopped(stop, &scanner))?;
            let name = self.0.get(start.saturating_sub(1)..=end).unwrap_or_default();
            let at = scanner.offset();
            scanner.skip().map_err(|stop| stopped(stop, &scanner))?;
            member(Self(name), Self(self.0.get(at..scanner.offset()).unwrap_or_default()))?;
            more = scanner.another(b'}').map_err(|stop| stopped(stop, &scanner))?;
        }
        Ok(())
    }

    /// The members of an object; none if the value is no object.
    pub fn object(self) -> Result<Option<Object<'a>>, Failure> {
        if self.is_object() { Object::read(self).map(Some) } else { Ok(None) }
    }
}

/// A member of an [`Object`].
#[derive(Debug)]
pub(crate) struct Member<'a> {
    pub name: Cow<'a, str>,
    pub value: Value<'a>,
}

/// An object in checked JSON text: its members by name, of repeated ones the last.
#[derive(Debug, Default)]
pub(crate) struct Object<'a>(Vec<Member<'a>>);

impl<'a> Object<'a> {
    fn read(object: Value<'a>) -> Result<Self, Failure> {
        let mut members = Vec::new();
        if object.0.len() > SHORT {
            let mut count = 0;
            object.each_member(|_, _| {
                count += 1;
                Ok(())
            })?;
            members.try_reserve_exact(count)?;
        }
        object.each_member(|name, value| {
            members.try_reserve(1)?;
            members.push(Member { name: decode(name.inside())?, value });
            Ok(())
        })?;
        // Sorted in place, since a stable sort allocates; the last of a name comes first and stays.
        let place = |member: &Member<'_>| member.value.0.as_ptr();
        members.sort_unstable_by(|a: &Member<'_>, b| a.name.cmp(&b.name).then_with(|| place(b).cmp(&place(a))));
        members.dedup_by(|later, first| later.name == first.name);
        Ok(Self(members))
    }

    /// The value of a member, also if it is `null`.
    pub fn get(&self, name: &str) -> Option<Value<'a>> {
        let index = self.0.binary_search_by(|member| member.name.as_ref().cmp(name)).ok()?;
        self.0.get(index).map(|member| member.value)
    }

    /// The value of a member that is there and not `null`.
    pub fn some(&self, name: &str) -> Option<Value<'a>> {
        self.get(name).filter(|value| !value.is_null())
    }

    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// The members, by name.
    pub fn members(&self) -> impl Iterator<Item = &Member<'a>> {
        self.0.iter()
    }
}
