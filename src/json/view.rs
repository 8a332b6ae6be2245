//! Views of checked JSON text: objects and arrays as slices of it, without a tree and at any depth.

use super::scan::{Scanner, Text};
use super::text::{decode, failure, order, order_of, reads_as};
use crate::failure::{Failure, Word, word};
use crate::sort::sort;
use std::borrow::Cow;
use std::cmp::Ordering;

/// The argument named by a failure that checked text cannot give.
const CHECKED: Word = word!("checked JSON");

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
        order(self.inside().as_bytes(), other.inside().as_bytes())
    }

    /// The order of a string, once decoded, and a text.
    pub fn order_of(self, text: &str) -> Ordering {
        order_of(self.inside().as_bytes(), text)
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

    /// Passes on the elements of an array, of which a value that is not an array has none.
    pub fn each(self, mut element: impl FnMut(Self) -> Result<(), Failure>) -> Result<(), Failure> {
        self.each_dyn(&mut element)
    }

    /// As [`Value::each`]; one for all, since it is large.
    #[inline(never)]
    fn each_dyn(self, element: &mut dyn FnMut(Self) -> Result<(), Failure>) -> Result<(), Failure> {
        let mut scanner = Scanner::new(self.0.as_bytes());
        let mut is_first = true;
        while self.is_array() && scanner.next_element(&mut is_first).map_err(|stop| failure(stop, &scanner, CHECKED))? {
            let start = scanner.offset();
            scanner.skip().map_err(|stop| failure(stop, &scanner, CHECKED))?;
            element(Self(self.0.get(start..scanner.offset()).unwrap_or_default()))?;
        }
        Ok(())
    }

    /// Passes on each member of an object, in its order and repeated ones too: the name, a string as it was sent, and the value.
    pub fn each_member(self, mut member: impl FnMut(Self, Self) -> Result<(), Failure>) -> Result<(), Failure> {
        self.each_member_dyn(&mut member)
    }

    /// As [`Value::each_member`]; one for all, since it is large.
    #[inline(never)]
    fn each_member_dyn(self, member: &mut dyn FnMut(Self, Self) -> Result<(), Failure>) -> Result<(), Failure> {
        let mut scanner = Scanner::new(self.0.as_bytes());
        let mut is_first = true;
        while self.is_object() {
            let name = scanner.next_member(&mut is_first).map_err(|stop| failure(stop, &scanner, CHECKED))?;
            let Some(Text { start, end, .. }) = name else { break };
            let name = self.0.get(start.saturating_sub(1)..=end).unwrap_or_default();
            let at = scanner.offset();
            scanner.skip().map_err(|stop| failure(stop, &scanner, CHECKED))?;
            member(Self(name), Self(self.0.get(at..scanner.offset()).unwrap_or_default()))?;
        }
        Ok(())
    }

    /// The members of an object; none if the value is not an object.
    pub fn object(self) -> Result<Option<Object<'a>>, Failure> {
        if self.is_object() { Object::read(self).map(Some) } else { Ok(None) }
    }
}

/// A member of an [`Object`].
#[derive(Clone, Copy, Debug)]
pub(crate) struct Member<'a> {
    /// The name, a JSON string as it was sent.
    pub name: Value<'a>,
    pub value: Value<'a>,
}

/// Where a member stands: its name's first quote, and the end of its value.
#[derive(Clone, Copy, Debug)]
struct Place {
    name: usize,
    end: usize,
}

/// The inside of a member's name, and all that stands after it.
fn inside(object: &str, place: Place) -> &[u8] {
    object.as_bytes().get(place.name + 1..).unwrap_or_default()
}

/// An object in checked JSON text: its members by name, of repeated ones the last.
///
/// It keeps only where they stand, since a peer can send a member in five bytes.
#[derive(Debug, Default)]
pub(crate) struct Object<'a> {
    text: &'a str,
    places: Vec<Place>,
}

impl<'a> Object<'a> {
    fn read(object: Value<'a>) -> Result<Self, Failure> {
        let mut count = 0;
        object.each_member(|_, _| {
            count += 1;
            Ok(())
        })?;
        let mut read = Self { text: object.0, places: Vec::new() };
        read.places.try_reserve_exact(count)?;
        let start = object.0.as_ptr().addr();
        object.each_member(|name, value| {
            let name = name.0.as_ptr().addr() - start;
            read.places.push(Place { name, end: value.0.as_ptr().addr() - start + value.0.len() }); // there is room
            Ok(())
        })?;
        // Sorted in place, since a stable sort allocates; the last of a name comes first and stays.
        let inside = |place: &Place| inside(object.0, *place);
        sort(&mut read.places, &mut |a: &Place, b| order(inside(a), inside(b)).then(b.name.cmp(&a.name)));
        read.places.dedup_by(|later, first| order(inside(later), inside(first)).is_eq());
        Ok(read)
    }

    #[inline(never)]
    fn member(&self, place: Place) -> Member<'a> {
        let mut scanner = Scanner::at(self.text.as_bytes(), place.name);
        let name_end = scanner.name().map_or(place.name, |name| name.end + 1); // checked text has a name here
        let text = |start, end| Value(self.text.get(start..end).unwrap_or_default());
        Member { name: text(place.name, name_end), value: text(scanner.offset(), place.end) }
    }

    fn find_by(&self, order: impl Fn(&'a [u8]) -> Ordering) -> Option<usize> {
        self.places.binary_search_by(|&place| order(inside(self.text, place))).ok()
    }

    fn value(&self, index: usize) -> Option<Value<'a>> {
        self.places.get(index).map(|&place| self.member(place).value)
    }

    /// Which of [`Object::members`] has a name, given as the inside of a string.
    #[inline(never)]
    pub fn position(&self, name: &[u8]) -> Option<usize> {
        self.find_by(|other| order(other, name))
    }

    /// The value of a member, also if it is `null`.
    #[inline(never)]
    pub fn get(&self, name: &str) -> Option<Value<'a>> {
        self.value(self.find_by(|other| order_of(other, name))?)
    }

    /// As [`Object::get`], for a name that is a JSON string.
    pub fn find(&self, name: Value<'_>) -> Option<Value<'a>> {
        self.value(self.position(name.inside().as_bytes())?)
    }

    /// The value of a member that is there and not `null`.
    pub fn some(&self, name: &str) -> Option<Value<'a>> {
        self.get(name).filter(|value| !value.is_null())
    }

    pub fn is_empty(&self) -> bool {
        self.places.is_empty()
    }

    pub fn len(&self) -> usize {
        self.places.len()
    }

    /// The members, by name.
    pub fn members(&self) -> impl Iterator<Item = Member<'a>> {
        self.places.iter().map(|&place| self.member(place))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_object_has_its_members_by_name_and_of_repeated_ones_the_last() {
        let text = r#" {"b" : [1, 2] , "\u0061":{"x":1}, "" :null,"b":"c","é":1e2,"a\"":-0 , "a":true}"#.trim_start();
        let object = Value::checked(text).object().unwrap().unwrap();
        let members: Vec<_> = object.members().map(|member| (member.name.text(), member.value.text())).collect();
        assert_eq!(members, [(r#""""#, "null"), (r#""a""#, "true"), (r#""a\"""#, "-0"), (r#""b""#, r#""c""#), (r#""é""#, "1e2")]);
        assert_eq!(object.get("a\"").map(Value::text), Some("-0"));
        assert_eq!(object.find(Value::checked(r#""\u0062""#)).map(Value::text), Some(r#""c""#));
        assert_eq!((object.some(""), object.get("c"), object.len()), (None, None, 5));
        assert!(Value::checked("{ }").object().unwrap().unwrap().is_empty());
        assert!(Value::checked("[]").object().unwrap().is_none());
    }
}
