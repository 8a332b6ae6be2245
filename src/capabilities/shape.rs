//! The shape of a capabilities object, read in one pass: exactly this deep and no deeper.
#![allow(clippy::inline_always, reason = "measured: see Scanner")]

use crate::json::{Object, Passed, Scan, Scanner, Stop, Text, Token, Value, name_among, same_text, to_text};

/// What is wrong with the `data` of a modern error. Names members of the schema only, never names the peer chose.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Fault {
    DataAbsent,
    DataNotObject,
    RequiredAbsent,
    RequiredNotObject,
    Elicitation,
    ElicitationForm,
    ElicitationUrl,
    Sampling,
    SamplingContext,
    SamplingTools,
    Experimental,
    ExperimentalMember,
    Extensions,
    ExtensionsMember,
    Roots,
    SupportedAbsent,
    SupportedNotArray,
    SupportedElement,
    RequestedAbsent,
    RequestedNotString,
}

impl Fault {
    /// The reason, for people.
    pub const fn text(self) -> &'static str {
        match self {
            Self::DataAbsent => "data is absent",
            Self::DataNotObject => "data is not an object",
            Self::RequiredAbsent => "data.requiredCapabilities is absent",
            Self::RequiredNotObject => "data.requiredCapabilities is not an object",
            Self::Elicitation => "data.requiredCapabilities.elicitation is not an object",
            Self::ElicitationForm => "data.requiredCapabilities.elicitation.form is not an object",
            Self::ElicitationUrl => "data.requiredCapabilities.elicitation.url is not an object",
            Self::Sampling => "data.requiredCapabilities.sampling is not an object",
            Self::SamplingContext => "data.requiredCapabilities.sampling.context is not an object",
            Self::SamplingTools => "data.requiredCapabilities.sampling.tools is not an object",
            Self::Experimental => "data.requiredCapabilities.experimental is not an object",
            Self::ExperimentalMember => "a member of experimental is not an object",
            Self::Extensions => "data.requiredCapabilities.extensions is not an object",
            Self::ExtensionsMember => "a member of extensions is not an object",
            Self::Roots => "data.requiredCapabilities.roots is not an object",
            Self::SupportedAbsent => "data.supported is absent",
            Self::SupportedNotArray => "data.supported is not an array",
            Self::SupportedElement => "an element of data.supported is not a string",
            Self::RequestedAbsent => "data.requested is absent",
            Self::RequestedNotString => "data.requested is not a string",
        }
    }
}

/// Whether JSON text is a capabilities object of the right shape.
///
/// `elicitation` and `sampling`, when present, are objects whose members `form`/`url` and `context`/`tools`, when present,
/// are objects; `experimental` and `extensions` are objects of objects; `roots` is an object. Every other member is free,
/// and nothing is looked at any deeper. Text that is not JSON is not well formed.
#[must_use]
pub fn is_well_formed(capabilities: &[u8]) -> bool {
    let mut scanner = Scanner::new(capabilities);
    scanner.space();
    scan(&mut scanner).is_ok_and(|fault| fault.is_none()) && scanner.end().is_ok()
}

/// The members that have a shape.
#[derive(Clone, Copy)]
enum Name {
    Elicitation,
    Sampling,
    Extensions,
    Experimental,
    Roots,
}

/// At the value of `requiredCapabilities` (or of a declaration): what is wrong with its shape, the first in the order of
/// the schema's members here below.
#[inline(always)]
pub(crate) fn scan(scanner: &mut Scanner<'_>) -> Scan<Option<Fault>> {
    let mut fault = None;
    scanner.apart(|bytes, at| scan_apart(bytes, at, &mut fault))?;
    Ok(fault)
}

#[inline(never)]
fn scan_apart(bytes: &[u8], at: usize, fault: &mut Option<Fault>) -> (usize, Passed) {
    let mut scanner = Scanner::at(bytes, at);
    let outcome = members(&mut scanner).map(|found| *fault = found);
    scanner.passed(outcome)
}

#[inline(always)]
fn members(scanner: &mut Scanner<'_>) -> Scan<Option<Fault>> {
    if scanner.peek() != Some(b'{') {
        scanner.value()?;
        return Ok(Some(Fault::RequiredNotObject));
    }
    // One place a member, so that the last of a repeated member counts.
    let [mut elicitation, mut sampling, mut experimental, mut extensions, mut roots] = [None; 5];
    let mut more = scanner.enter(b'}');
    while more {
        let name = name_among!(
            scanner,
            b"\"elicitation\":" => Name::Elicitation,
            b"\"sampling\":" => Name::Sampling,
            b"\"extensions\":" => Name::Extensions,
            b"\"experimental\":" => Name::Experimental,
            b"\"roots\":" => Name::Roots,
        );
        match name? {
            Some(Name::Elicitation) => {
                elicitation = modes(scanner, Fault::Elicitation, b"\"form\":", Fault::ElicitationForm, b"\"url\":", Fault::ElicitationUrl)?;
            }
            Some(Name::Sampling) => {
                sampling = modes(scanner, Fault::Sampling, b"\"context\":", Fault::SamplingContext, b"\"tools\":", Fault::SamplingTools)?;
            }
            Some(name @ (Name::Extensions | Name::Experimental)) => {
                let shape = objects(scanner)?;
                if let Name::Extensions = name {
                    extensions = shape.fault(Fault::Extensions, Fault::ExtensionsMember);
                } else {
                    experimental = shape.fault(Fault::Experimental, Fault::ExperimentalMember);
                }
            }
            Some(Name::Roots) => roots = (scanner.value()? != Token::Object).then_some(Fault::Roots),
            None => {
                scanner.value()?;
            }
        }
        more = scanner.another(b'}')?;
    }
    Ok(elicitation.or(sampling).or(experimental).or(extensions).or(roots))
}

/// At the value of `elicitation` or `sampling`: an object whose two known members are objects.
#[inline(always)]
fn modes<const A: usize, const B: usize>(
    scanner: &mut Scanner<'_>,
    not_object: Fault,
    first_name: &[u8; A],
    first_fault: Fault,
    second_name: &[u8; B],
    second_fault: Fault,
) -> Scan<Option<Fault>> {
    if scanner.peek() != Some(b'{') {
        scanner.value()?;
        return Ok(Some(not_object));
    }
    let [mut first, mut second] = [None; 2];
    let mut more = scanner.enter(b'}');
    while more {
        let name = name_among!(scanner, first_name => first_fault, second_name => second_fault)?;
        let fault = if scanner.value()? == Token::Object { None } else { name };
        if name == Some(first_fault) {
            first = fault;
        } else if name.is_some() {
            second = fault;
        }
        more = scanner.another(b'}')?;
    }
    Ok(first.or(second))
}

/// What `experimental` or `extensions` is: an object of objects, or what else.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Shape {
    Objects,
    OtherMember,
    NoObject,
}

impl Shape {
    const fn fault(self, not_object: Fault, member: Fault) -> Option<Fault> {
        match self {
            Self::Objects => None,
            Self::OtherMember => Some(member),
            Self::NoObject => Some(not_object),
        }
    }
}

/// At the value of `experimental` or `extensions`.
#[inline(always)]
fn objects(scanner: &mut Scanner<'_>) -> Scan<Shape> {
    if scanner.peek() != Some(b'{') {
        scanner.value()?;
        return Ok(Shape::NoObject);
    }
    let start = scanner.offset();
    let mut more = scanner.enter(b'}');
    while more {
        let name = scanner.name()?;
        if scanner.value()? != Token::Object {
            let mut shape = Shape::OtherMember;
            scanner.apart(|bytes, at| rest_of_objects(bytes, at, start, name, &mut shape))?;
            return Ok(shape);
        }
        more = scanner.another(b'}')?;
    }
    Ok(Shape::Objects)
}

/// In the object at `start`, behind its first member that is no object, which is named `first`: whether the last of every name is
/// an object, for the last of a repeated name counts.
///
/// The names are the peer's. So those whose last value so far is no object are kept in a few places; only where there were more
/// of them, and every kept one was mended later, is the object read again.
#[cold]
#[inline(never)]
fn rest_of_objects(bytes: &[u8], at: usize, start: usize, first: Text, shape: &mut Shape) -> (usize, Passed) {
    let mut scanner = Scanner::at(bytes, at);
    let mut kept = [first; 8];
    let mut count = 1;
    let mut overflow = false;
    let mut walk = || {
        while scanner.another(b'}')? {
            let name = scanner.name()?;
            let object = scanner.value()? == Token::Object;
            let known = kept.iter().take(count).position(|&other| same_text(bytes, other, name));
            match (known, object) {
                (Some(index), true) => {
                    count -= 1;
                    kept.swap(index, count);
                }
                (None, false) => match kept.get_mut(count) {
                    Some(place) => {
                        *place = name;
                        count += 1;
                    }
                    None => overflow = true,
                },
                _ => {}
            }
        }
        let well_formed = count == 0 && (!overflow || read_again(bytes.get(start..scanner.offset()).unwrap_or_default())?);
        *shape = if well_formed { Shape::Objects } else { Shape::OtherMember };
        Ok(())
    };
    let outcome = walk();
    scanner.passed(outcome)
}

/// Whether every member of an object, the last of its name, is an object.
fn read_again(object: &[u8]) -> Scan<bool> {
    let text = to_text(object, c"checked JSON").map_err(|_| Stop::Memory)?;
    let object: Option<Object<'_>> = Value::checked(&text).object().map_err(|_| Stop::Memory)?;
    Ok(object.is_some_and(|object| object.members().all(|member| member.value.is_object())))
}
