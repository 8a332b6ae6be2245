//! The shape of a capabilities object, read in one pass: exactly this deep and no deeper.
#![allow(clippy::inline_always, reason = "measured: see Scanner")]

use crate::json::{Passed, Scan, Scanner, Token, name_among};

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
/// and nothing is looked at any deeper. Of a repeated member the last one counts, but inside `experimental` and
/// `extensions` every member counts. Text that is not JSON is not well formed.
#[must_use]
pub fn is_well_formed(capabilities: &[u8]) -> bool {
    let mut scanner = Scanner::new(capabilities);
    scanner.skip_space();
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
    scanner.outlined(|bytes, at| scan_outlined(bytes, at, &mut fault))?;
    Ok(fault)
}

#[inline(never)]
fn scan_outlined(bytes: &[u8], at: usize, fault: &mut Option<Fault>) -> (usize, Passed) {
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
        more = scanner.has_more(b'}')?;
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
        more = scanner.has_more(b'}')?;
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

/// At the value of `experimental` or `extensions`. Every member must be an object, also an earlier one of a repeated name.
#[inline(always)]
fn objects(scanner: &mut Scanner<'_>) -> Scan<Shape> {
    if scanner.peek() != Some(b'{') {
        scanner.value()?;
        return Ok(Shape::NoObject);
    }
    let mut shape = Shape::Objects;
    let mut more = scanner.enter(b'}');
    while more {
        scanner.name()?;
        if scanner.value()? != Token::Object {
            shape = Shape::OtherMember;
        }
        more = scanner.has_more(b'}')?;
    }
    Ok(shape)
}
