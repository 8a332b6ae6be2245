//! A walk over a JSON Schema: every place where a schema can stand, without recursion.

use super::read::{Part, is_one_of, known};
use crate::failure::{Failure, word};
use crate::json::{Scanner, Stop, Text, compare_text};
use crate::sort::sort;

/// No offset and no node.
pub(super) const NONE: u32 = u32::MAX;

/// An offset or a count, as it is stored. Texts of 4 GiB and more were refused.
pub(super) fn offset(value: usize) -> u32 {
    u32::try_from(value).unwrap_or(NONE)
}

/// What an open object or array is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Place {
    /// A schema: its members are keywords.
    Schema,
    /// An object of schemas: its members are names.
    Names,
    /// An array of schemas.
    List,
}

/// An open object or array.
#[derive(Clone, Copy)]
pub(super) struct Frame {
    pub place: Place,
    /// Whether `properties` alone lead here from the root.
    pub reached: bool,
    /// Whether the schema's type is one that an `x-mcp-header` can stand at.
    pub may_have_header: bool,
    /// Where the value of the schema's `x-mcp-header` begins.
    pub header: u32,
    /// The inside of the name of the member that holds the schema.
    pub name: [u32; 2],
    /// For the visitor.
    pub node: u32,
}

impl Frame {
    const fn new(place: Place, reached: bool) -> Self {
        Self { place, reached, may_have_header: false, header: NONE, name: [0; 2], node: NONE }
    }
}

/// What is done on the way.
pub(super) trait Visit {
    /// An object or array is opened.
    fn open(&mut self, _frame: &mut Frame) {}

    /// A member; false if its value is to be skipped.
    fn member(&mut self, name: Text) -> Result<bool, Failure>;

    /// The last of the open objects and arrays is closed.
    fn close(&mut self, frames: &mut [Frame]) -> Result<(), Failure>;
}

/// What the value of a keyword is.
#[derive(Clone, Copy)]
enum Keyword {
    Properties,
    /// An object of schemas.
    Names,
    /// A schema, or an array of them.
    Schemas,
    Type,
    Header,
}

const KEYWORDS: [(&str, Keyword); 24] = [
    ("type", Keyword::Type),
    ("x-mcp-header", Keyword::Header),
    ("properties", Keyword::Properties),
    ("$defs", Keyword::Names),
    ("definitions", Keyword::Names),
    ("dependentSchemas", Keyword::Names),
    ("dependencies", Keyword::Names),
    ("patternProperties", Keyword::Names),
    ("additionalItems", Keyword::Schemas),
    ("additionalProperties", Keyword::Schemas),
    ("allOf", Keyword::Schemas),
    ("anyOf", Keyword::Schemas),
    ("contains", Keyword::Schemas),
    ("contentSchema", Keyword::Schemas),
    ("else", Keyword::Schemas),
    ("if", Keyword::Schemas),
    ("items", Keyword::Schemas),
    ("not", Keyword::Schemas),
    ("oneOf", Keyword::Schemas),
    ("prefixItems", Keyword::Schemas),
    ("propertyNames", Keyword::Schemas),
    ("then", Keyword::Schemas),
    ("unevaluatedItems", Keyword::Schemas),
    ("unevaluatedProperties", Keyword::Schemas),
];

/// Walks over a schema, an object in checked JSON text.
pub(super) fn walk(text: &str, visit: &mut dyn Visit) -> Result<(), Failure> {
    let bytes = text.as_bytes();
    let mut scanner = Scanner::at(bytes, 0);
    let mut frames = Vec::new();
    open(&mut frames, Frame::new(Place::Schema, true), visit)?;
    let mut is_first = true;
    loop {
        let Some(frame) = frames.last_mut() else { return Ok(()) };
        let inner = match member(&mut scanner, &mut is_first, frame, visit)? {
            Member::None => {
                visit.close(&mut frames)?;
                frames.pop();
                continue;
            }
            Member::Data => None,
            Member::Schemas(inner) => Some(inner),
        };
        match (inner, scanner.peek()) {
            (Some(inner), Some(b'{')) => {
                let place = if inner.place == Place::List { Place::Schema } else { inner.place };
                open(&mut frames, Frame { place, ..inner }, visit)?;
                is_first = true;
            }
            (Some(inner), Some(b'[')) if inner.place == Place::List => {
                open(&mut frames, inner, visit)?;
                is_first = true;
            }
            _ => scanner.skip().map_err(stopped)?,
        }
    }
}

fn open(frames: &mut Vec<Frame>, mut frame: Frame, visit: &mut dyn Visit) -> Result<(), Failure> {
    visit.open(&mut frame);
    frames.try_reserve(1)?;
    frames.push(frame);
    Ok(())
}

/// What stands at the next place of an open object or array.
enum Member {
    /// Nothing: it is closed.
    None,
    /// A value in which no schema can stand.
    Data,
    /// A value in which schemas can stand, and its frame.
    Schemas(Frame),
}

/// Goes to the value of the next member or element.
fn member(scanner: &mut Scanner<'_>, is_first: &mut bool, frame: &mut Frame, visit: &mut dyn Visit) -> Result<Member, Failure> {
    if frame.place == Place::List {
        let more = scanner.next_element(is_first).map_err(stopped)?;
        return Ok(if more { Member::Schemas(Frame::new(Place::Schema, false)) } else { Member::None });
    }
    let Some(name) = scanner.next_member(is_first).map_err(stopped)? else { return Ok(Member::None) };
    if !visit.member(name)? {
        return Ok(Member::Data);
    }
    if frame.place == Place::Names {
        return Ok(Member::Schemas(Frame { name: [name.start, name.end].map(offset), ..Frame::new(Place::Schema, frame.reached) }));
    }
    Ok(match known(scanner.bytes(), name, &KEYWORDS) {
        Some(Keyword::Properties) => Member::Schemas(Frame::new(Place::Names, frame.reached)),
        Some(Keyword::Names) => Member::Schemas(Frame::new(Place::Names, false)),
        Some(Keyword::Schemas) => Member::Schemas(Frame::new(Place::List, false)),
        Some(Keyword::Header) => {
            frame.header = offset(scanner.offset());
            Member::Data
        }
        Some(Keyword::Type) => {
            const TYPES: [(&str, ()); 3] = [("string", ()), ("integer", ()), ("boolean", ())];
            // The caller skips the value again, so only a short one is read here.
            let mut ahead = Scanner::at(scanner.bytes(), scanner.offset());
            let is_string = scanner.peek() == Some(b'"');
            let part = if is_string { Part::read(&mut ahead).ok() } else { None };
            frame.may_have_header = part.is_some_and(|part| is_one_of(scanner.bytes(), part, &TYPES).is_some());
            Member::Data
        }
        None => Member::Data,
    })
}

fn stopped(stop: Stop) -> Failure {
    match stop {
        Stop::Memory => Failure::OUT_OF_MEMORY,
        Stop::Syntax => Failure::json(word!("checked JSON"), 0),
    }
}

/// The first pass: which members a later one of the same name hides.
pub(super) struct Hidden<'a> {
    text: &'a str,
    /// The insides of the names of the open objects' members.
    names: Vec<[u32; 2]>,
    found: Vec<u32>,
}

impl<'a> Hidden<'a> {
    /// Where the insides of those names begin, in their order.
    pub fn find(text: &'a str) -> Result<Vec<u32>, Failure> {
        let mut hidden = Self { text, names: Vec::new(), found: Vec::new() };
        walk(text, &mut hidden)?;
        sort(&mut hidden.found, &mut u32::cmp);
        Ok(hidden.found)
    }
}

impl Visit for Hidden<'_> {
    fn open(&mut self, frame: &mut Frame) {
        frame.node = offset(self.names.len());
    }

    fn member(&mut self, name: Text) -> Result<bool, Failure> {
        self.names.try_reserve(1)?;
        self.names.push([name.start, name.end].map(offset));
        Ok(true)
    }

    fn close(&mut self, frames: &mut [Frame]) -> Result<(), Failure> {
        let first = frames.last().map_or(0, |frame| frame.node as usize);
        let inside = |[start, end]: [u32; 2]| self.text.as_bytes().get(start as usize..end as usize).unwrap_or_default();
        let names = self.names.get_mut(first..).unwrap_or_default();
        sort(names, &mut |&a: &[u32; 2], &b| compare_text(inside(a), inside(b)).then(a.cmp(&b)));
        for (&earlier, &later) in names.iter().zip(names.iter().skip(1)) {
            if compare_text(inside(earlier), inside(later)).is_eq() {
                self.found.try_reserve(1)?;
                self.found.push(earlier[0]);
            }
        }
        self.names.truncate(first);
        Ok(())
    }
}
