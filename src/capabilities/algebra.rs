//! `missing` and `declare`: one algebra for the client's advice and for the server's check.

use crate::failure::{Failure, Word, word};
use crate::json::{Object, Out, Value, to_text};

/// A capabilities object.
#[derive(Debug, Default)]
pub(crate) struct Capabilities<'a>(Object<'a>, Room);

/// How many bytes of JSON text there are: as much room as what is made of them needs.
type Room = usize;
/// Room for modes that are written where no text names them.
const SLACK: usize = 64;

impl<'a> Capabilities<'a> {
    /// Reads a JSON value of a parameter, which must be an object.
    pub fn read(value: Value<'a>, parameter: Word, member: Word) -> Result<Self, Failure> {
        if value.is_object() { Self::of(value) } else { Err(Failure::member(parameter, member, word!("must be an object"))) }
    }

    /// Reads a JSON value; one that is not an object declares nothing.
    pub fn of(value: Value<'a>) -> Result<Self, Failure> {
        value.object().map(|object| Self(object.unwrap_or_default(), value.text().len()))
    }

    /// The object under a name; none if it is anything else.
    fn object(&self, name: &str) -> Result<Option<Object<'a>>, Failure> {
        self.0.get(name).map_or(Ok(None), Value::object)
    }
}

/// The part of `required` that `declared` does not cover, in the shape of `required`: a JSON object.
///
/// Empty text is `{}`.
///
/// # Errors
///
/// [`Cause::InvalidJson`](crate::Cause::InvalidJson) and [`Cause::InvalidArgument`](crate::Cause::InvalidArgument) if one of them is no JSON object.
pub fn missing(declared: &[u8], required: &[u8]) -> Result<String, Failure> {
    let (declared, required) = (object_text(declared, word!("declared"))?, object_text(required, word!("required"))?);
    missing_of(&read(&declared, word!("declared"))?, &read(&required, word!("required"))?)
}

/// `declared` plus the parts of `missing`, with the values of `supported`: a JSON object.
///
/// What `supported` lacks is left out. Empty text is `{}`.
///
/// # Errors
///
/// [`Cause::InvalidJson`](crate::Cause::InvalidJson) and [`Cause::InvalidArgument`](crate::Cause::InvalidArgument) if one of them is no JSON object.
pub fn declare(declared: &[u8], missing: &[u8], supported: &[u8]) -> Result<String, Failure> {
    let declared = object_text(declared, word!("declared"))?;
    let missing = object_text(missing, word!("missing"))?;
    let supported = object_text(supported, word!("supported"))?;
    declare_of(&read(&declared, word!("declared"))?, &read(&missing, word!("missing"))?, &read(&supported, word!("supported"))?)
}

pub(super) fn object_text(bytes: &[u8], parameter: Word) -> Result<std::borrow::Cow<'_, str>, Failure> {
    to_text(if bytes.is_empty() { b"{}" } else { bytes }, parameter)
}

fn read(text: &str, parameter: Word) -> Result<Capabilities<'_>, Failure> {
    Capabilities::read(Value::checked(text), parameter, word!(""))
}

/// The capabilities with two named modes, and the modes.
fn modes_of(name: &str) -> Option<[&'static str; 2]> {
    match name {
        "elicitation" => Some(["form", "url"]),
        "sampling" => Some(["context", "tools"]),
        _ => None,
    }
}

/// Whether a capability is a collection of names that are declared one by one.
fn is_named(name: &str) -> bool {
    matches!(name, "extensions" | "experimental")
}

/// Whether an object has an object under a name.
fn has_object(object: &Object<'_>, name: &str) -> bool {
    object.get(name).is_some_and(Value::is_object)
}

/// Whether a declared `elicitation` or `sampling` grants a mode. A declared `elicitation` without modes grants `form`.
fn grants(capability: &str, declared: &Object<'_>, mode: &str) -> bool {
    has_object(declared, mode) || (capability == "elicitation" && mode == "form" && !has_object(declared, "url"))
}

/// Whether a capability without modes or names is declared.
fn is_declared(name: &str, declared: Option<Value<'_>>) -> bool {
    declared.is_some_and(|value| if name == "roots" { value.is_object() } else { !value.is_null() && value.as_bool() != Some(false) })
}

/// What a required `elicitation` or `sampling` asks for.
fn required_modes(value: Value<'_>, modes: [&'static str; 2]) -> Result<Vec<&'static str>, Failure> {
    let Some(object) = value.object()? else { return Ok(Vec::new()) };
    Ok(modes.into_iter().filter(|mode| object.get(mode).is_some()).collect())
}

/// See [`missing`].
pub(crate) fn missing_of(declared: &Capabilities<'_>, required: &Capabilities<'_>) -> Result<String, Failure> {
    let mut out = Out::with_room(required.1 + SLACK)?;
    out.raw("{")?;
    for member in required.0.members() {
        let (name, value) = (member.name.as_str()?.unwrap_or_default(), member.value);
        let name = name.as_ref();
        if let Some(modes) = modes_of(name) {
            let granted = declared.object(name)?;
            let wanted = required_modes(value, modes)?;
            let bare = wanted.is_empty();
            let unmet: Vec<_> = match &granted {
                // A bare elicitation is one for the form; a bare sampling asks for no mode.
                Some(granted) if bare && name == "elicitation" => {
                    ["form"].into_iter().filter(|mode| !grants(name, granted, mode)).collect()
                }
                Some(granted) => wanted.iter().copied().filter(|mode| !grants(name, granted, mode)).collect(),
                None => wanted.clone(),
            };
            // Without any declaration the whole value is missing, as required; so it is where it is bare.
            if (granted.is_none() && (bare || name == "sampling")) || (bare && !unmet.is_empty()) {
                out.name(name)?.raw(value.text())?;
            } else if !unmet.is_empty() {
                write_members(&mut out, name, &value.object()?.unwrap_or_default(), |name| unmet.iter().any(|mode| name.is_str(mode)))?;
            }
        } else if is_named(name) {
            let granted = declared.object(name)?.unwrap_or_default();
            let wanted = value.object()?.unwrap_or_default();
            let is_missing = |extension: Value<'_>| !granted.find(extension).is_some_and(Value::is_object);
            if wanted.members().any(|member| is_missing(member.name)) {
                write_members(&mut out, name, &wanted, is_missing)?;
            }
        } else if !is_declared(name, declared.0.get(name)) {
            out.name(name)?.raw(value.text())?;
        }
    }
    out.raw("}")?;
    Ok(out.finish())
}

/// Writes the members of an object that pass.
fn write_members(out: &mut Out, name: &str, object: &Object<'_>, pass: impl Fn(Value<'_>) -> bool) -> Result<(), Failure> {
    out.name(name)?.raw("{")?;
    for member in object.members().filter(|member| pass(member.name)) {
        out.key(member.name)?.raw(member.value.text())?;
    }
    out.raw("}")?;
    Ok(())
}

/// See [`declare`].
pub(crate) fn declare_of(declared: &Capabilities<'_>, missing: &Capabilities<'_>, supported: &Capabilities<'_>) -> Result<String, Failure> {
    let mut out = Out::with_room(declared.1 + missing.1 + supported.1 + SLACK)?;
    out.raw("{")?;
    for member in declared.0.members().filter(|member| missing.0.find(member.name).is_none()) {
        out.key(member.name)?.raw(member.value.text())?;
    }
    for member in missing.0.members() {
        let name = member.name.as_str()?.unwrap_or_default();
        let name = name.as_ref();
        let before = declared.0.get(name);
        if let Some(modes) = modes_of(name) {
            declare_modes(&mut out, name, modes, before, member.value, supported)?;
        } else if is_named(name) {
            declare_names(&mut out, name, before, member.value, supported)?;
        } else {
            // What is declared in vain (null, false) is still the client's own.
            let value = supported.0.get(name).filter(|&value| is_declared(name, Some(value))).or(before);
            if let Some(value) = value {
                out.name(name)?.raw(value.text())?;
            }
        }
    }
    out.raw("}")?;
    Ok(out.finish())
}

/// Writes `elicitation` or `sampling`: as declared, plus the missing modes.
fn declare_modes(
    out: &mut Out,
    name: &str,
    modes: [&'static str; 2],
    before: Option<Value<'_>>,
    missing: Value<'_>,
    supported: &Capabilities<'_>,
) -> Result<(), Failure> {
    let declared = before.map_or(Ok(None), Value::object)?;
    let Some(offered) = supported.object(name)? else { return keep(out, name, before) };
    let explicit = |object: &Object<'_>| modes.iter().any(|mode| has_object(object, mode));
    let wanted = required_modes(missing, modes)?;
    let mut added: Vec<&str> = wanted.iter().copied().filter(|mode| grants(name, &offered, mode)).collect();
    if wanted.is_empty() {
        if name == "elicitation" {
            if !grants(name, &offered, "form") {
                return keep(out, name, before);
            }
            if explicit(&offered) || declared.as_ref().is_some_and(explicit) {
                added.push("form");
            }
        }
    } else if added.is_empty() {
        return keep(out, name, before);
    }
    // A declared bare elicitation means the form; beside a url it has to say so.
    let implied = |declared: &Object<'_>| grants(name, declared, "form") && !has_object(declared, "form");
    if added.contains(&"url") && !added.contains(&"form") && declared.as_ref().is_some_and(implied) {
        added.push("form");
    }
    out.name(name)?.raw("{")?;
    for member in declared.unwrap_or_default().members().filter(|member| !added.iter().any(|mode| member.name.is_str(mode))) {
        out.key(member.name)?.raw(member.value.text())?;
    }
    for mode in added {
        out.name(mode)?.raw(offered.get(mode).filter(|value| value.is_object()).map_or("{}", Value::text))?;
    }
    out.raw("}")?;
    Ok(())
}

/// Writes `extensions` or `experimental`: as declared, plus the missing names.
fn declare_names(
    out: &mut Out,
    name: &str,
    before: Option<Value<'_>>,
    missing: Value<'_>,
    supported: &Capabilities<'_>,
) -> Result<(), Failure> {
    let declared = before.map_or(Ok(None), Value::object)?.unwrap_or_default();
    let offered = supported.object(name)?.unwrap_or_default();
    let missing = missing.object()?.unwrap_or_default();
    let added = |name: Value<'_>| missing.find(name).is_some() && offered.find(name).is_some_and(Value::is_object);
    if !missing.members().any(|member| added(member.name)) {
        return keep(out, name, before);
    }
    out.name(name)?.raw("{")?;
    for member in declared.members().filter(|member| !added(member.name)) {
        out.key(member.name)?.raw(member.value.text())?;
    }
    for member in offered.members().filter(|member| added(member.name)) {
        out.key(member.name)?.raw(member.value.text())?;
    }
    out.raw("}")?;
    Ok(())
}

/// Writes a member as it was declared, if it was.
fn keep(out: &mut Out, name: &str, before: Option<Value<'_>>) -> Result<(), Failure> {
    if let Some(value) = before {
        out.name(name)?.raw(value.text())?;
    }
    Ok(())
}

/// The capabilities of an object by path (`elicitation.form`, `extensions.io.example/x`), for people and logs.
pub(crate) fn named(capabilities: Value<'_>, mut each: impl FnMut(&str, Option<&str>) -> Result<(), Failure>) -> Result<(), Failure> {
    for member in capabilities.object()?.unwrap_or_default().members() {
        let name = member.name.as_str()?.unwrap_or_default();
        let name = name.as_ref();
        let modes = match modes_of(name) {
            Some(modes) => required_modes(member.value, modes)?,
            None => Vec::new(),
        };
        for mode in &modes {
            each(name, Some(mode))?;
        }
        if is_named(name) {
            for extension in member.value.object()?.unwrap_or_default().members() {
                each(name, Some(&extension.name.as_str()?.unwrap_or_default()))?;
            }
        } else if modes.is_empty() {
            each(name, None)?;
        }
    }
    Ok(())
}
