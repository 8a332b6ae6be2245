//! The shape of a capabilities object, read in one pass: exactly this deep and no deeper.
#![allow(clippy::inline_always, reason = "measured: see Scanner")]

use crate::json::{Object, Scan, Scanner, Stop, Text, Token, Value, same_text, to_text};

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

const MEMBERS: [(&[u8], Name); 5] = [
    (b"\"elicitation\":", Name::Elicitation),
    (b"\"sampling\":", Name::Sampling),
    (b"\"extensions\":", Name::Extensions),
    (b"\"experimental\":", Name::Experimental),
    (b"\"roots\":", Name::Roots),
];
const ELICITATION: [(&[u8], Fault); 2] = [(b"\"form\":", Fault::ElicitationForm), (b"\"url\":", Fault::ElicitationUrl)];
const SAMPLING: [(&[u8], Fault); 2] = [(b"\"context\":", Fault::SamplingContext), (b"\"tools\":", Fault::SamplingTools)];

/// At the value of `requiredCapabilities` (or of a declaration): what is wrong with its shape, the first in the order of
/// the schema's members here below.
#[inline(always)]
pub(crate) fn scan(scanner: &mut Scanner<'_>) -> Scan<Option<Fault>> {
    if scanner.peek() != Some(b'{') {
        scanner.value()?;
        return Ok(Some(Fault::RequiredNotObject));
    }
    // One place a member, so that the last of a repeated member counts.
    let [mut elicitation, mut sampling, mut experimental, mut extensions, mut roots] = [None; 5];
    let mut more = scanner.enter(b'}');
    while more {
        match scanner.name_among(&MEMBERS)? {
            Some(Name::Elicitation) => elicitation = modes(scanner, Fault::Elicitation, &ELICITATION)?,
            Some(Name::Sampling) => sampling = modes(scanner, Fault::Sampling, &SAMPLING)?,
            Some(Name::Extensions) => extensions = objects(scanner, Fault::Extensions, Fault::ExtensionsMember)?,
            Some(Name::Experimental) => experimental = objects(scanner, Fault::Experimental, Fault::ExperimentalMember)?,
            Some(Name::Roots) => roots = (scanner.value()? != Token::Object).then_some(Fault::Roots),
            None => {
                scanner.value()?;
            }
        }
        more = scanner.another(b'}')?;
    }
    Ok(elicitation.or(sampling).or(experimental).or(extensions).or(roots))
}

/// At the value of `elicitation` or `sampling`: an object whose two known members are objects. `faults` are theirs.
#[inline(always)]
fn modes(scanner: &mut Scanner<'_>, not_object: Fault, faults: &'static [(&'static [u8], Fault); 2]) -> Scan<Option<Fault>> {
    if scanner.peek() != Some(b'{') {
        scanner.value()?;
        return Ok(Some(not_object));
    }
    let [mut first, mut second] = [None; 2];
    let mut more = scanner.enter(b'}');
    while more {
        let name = scanner.name_among(faults)?;
        let fault = if scanner.value()? == Token::Object { None } else { name };
        if name == Some(faults[0].1) {
            first = fault;
        } else if name.is_some() {
            second = fault;
        }
        more = scanner.another(b'}')?;
    }
    Ok(first.or(second))
}

/// At the value of `experimental` or `extensions`: an object of objects.
///
/// The last of a repeated name counts, and the names are the peer's. So the names whose last value so far is no object are
/// kept in a few places; only where there were more of them, and every kept one was mended later, is the object read again.
#[inline(always)]
fn objects(scanner: &mut Scanner<'_>, not_object: Fault, member_fault: Fault) -> Scan<Option<Fault>> {
    const KEPT: usize = 8;
    let start = scanner.offset();
    if scanner.peek() != Some(b'{') {
        scanner.value()?;
        return Ok(Some(not_object));
    }
    let mut kept = [Text { start: 0, end: 0, escaped: false }; KEPT];
    let mut count = 0;
    let mut overflow = false;
    let mut more = scanner.enter(b'}');
    while more {
        let name = scanner.name()?;
        let object = scanner.value()? == Token::Object;
        if count > 0 || !object {
            let known = kept.iter().take(count).position(|&other| same_text(scanner.bytes(), other, name));
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
        more = scanner.another(b'}')?;
    }
    let well_formed = count == 0 && (!overflow || read_again(scanner, start)?);
    Ok((!well_formed).then_some(member_fault))
}

/// Whether every member of the object at `start`, the last of its name, is an object.
#[cold]
#[inline(never)]
fn read_again(scanner: &Scanner<'_>, start: usize) -> Scan<bool> {
    let text = to_text(scanner.bytes().get(start..scanner.offset()).unwrap_or_default(), "checked JSON");
    let text = text.map_err(|_| Stop::Memory)?;
    let object: Option<Object<'_>> = Value::checked(&text).object().map_err(|_| Stop::Memory)?;
    Ok(object.is_some_and(|object| object.members().all(|member| member.value.is_object())))
}
