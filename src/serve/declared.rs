//! The part of a client's declaration that a requirement asks about.
//!
//! A declaration is the peer's and may have a million members. What is made of it here is bounded by the requirement.

use crate::failure::{Failure, word};
use crate::json::{Object, Out, Scanner, Stop, Value, compare_text};

/// The members of `declared` that `required` names, and inside `extensions` and `experimental` those that it names there.
/// Objects stand without what is in them, since nothing asks for that. Both are well-formed capabilities objects.
pub(super) fn relevant(declared: &[u8], required: Value<'_>) -> Result<String, Failure> {
    let required = required.object()?.unwrap_or_default();
    let mut out = Out::default();
    out.raw("{")?;
    for (member, value) in required.members().zip(last_values(declared, &Wanted::Members(&required))?) {
        let Some(value) = value else { continue };
        out.key(member.name)?;
        let is = |names: &[&str]| names.iter().any(|name| member.name.is_str(name));
        if is(&["elicitation"]) {
            write_modes(&mut out, value, ["form", "url"])?;
        } else if is(&["sampling"]) {
            write_modes(&mut out, value, ["context", "tools"])?;
        } else if is(&["extensions", "experimental"]) {
            let inner = member.value.object()?.unwrap_or_default();
            out.raw("{")?;
            for (member, value) in inner.members().zip(last_values(value, &Wanted::Members(&inner))?) {
                if let Some(value) = value {
                    write_stand_in(out.key(member.name)?, value)?;
                }
            }
            out.raw("}")?;
        } else {
            write_stand_in(&mut out, value)?;
        }
    }
    out.raw("}")?;
    Ok(out.finish())
}

/// Writes an object with those of its members that are named.
fn write_modes(out: &mut Out, object: &[u8], modes: [&str; 2]) -> Result<(), Failure> {
    out.raw("{")?;
    for (mode, value) in modes.iter().zip(last_values(object, &Wanted::Modes(modes))?) {
        if let Some(value) = value {
            write_stand_in(out.name(mode)?, value)?;
        }
    }
    out.raw("}")?;
    Ok(())
}

/// Writes a value that counts as declared if `value` does.
fn write_stand_in(out: &mut Out, value: &[u8]) -> Result<(), Failure> {
    out.raw(match value {
        b"null" => "null",
        b"false" => "false",
        [b'{', ..] => "{}",
        _ => "true",
    })?;
    Ok(())
}

/// The names of members that are looked for.
enum Wanted<'a> {
    Members(&'a Object<'a>),
    Modes([&'a str; 2]),
}

impl Wanted<'_> {
    fn len(&self) -> usize {
        match self {
            Self::Members(object) => object.len(),
            Self::Modes(modes) => modes.len(),
        }
    }

    /// Which of them the inside of a name is.
    fn position(&self, inside: &[u8]) -> Option<usize> {
        match self {
            Self::Members(object) => object.position(inside),
            // No mode has a character that a string must escape.
            Self::Modes(modes) => modes.iter().position(|mode| compare_text(mode.as_bytes(), inside).is_eq()),
        }
    }
}

/// The values that an object has under names, of a repeated member the last.
fn last_values<'a>(object: &'a [u8], wanted: &Wanted<'_>) -> Result<Vec<Option<&'a [u8]>>, Failure> {
    let mut values = Vec::new();
    values.try_reserve_exact(wanted.len())?;
    values.resize(wanted.len(), None);
    let mut scanner = Scanner::at(object, 0);
    let stopped = |stop| match stop {
        Stop::Memory => Failure::OUT_OF_MEMORY,
        Stop::Syntax => Failure::json(word!("request_json"), 0),
    };
    let mut is_first = true;
    if scanner.peek() != Some(b'{') {
        return Ok(values);
    }
    while let Some(name) = scanner.next_member(&mut is_first).map_err(stopped)? {
        let start = scanner.offset();
        scanner.skip().map_err(stopped)?;
        let place = wanted.position(object.get(name.start..name.end).unwrap_or_default());
        if let Some(value) = place.and_then(|place| values.get_mut(place)) {
            *value = object.get(start..scanner.offset());
        }
    }
    Ok(values)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keeps_what_a_requirement_asks_about() {
        for (declared, required, kept) in [
            ("{}", r#"{"roots":{}}"#, "{}"),
            (r#"{"roots":{"a":1},"x":1}"#, r#"{"roots":{}}"#, r#"{"roots":{}}"#),
            (
                r#"{"tasks":[1],"x":null,"y":false,"z":0}"#,
                r#"{"tasks":1,"x":1,"y":1,"z":1}"#,
                r#"{"tasks":true,"x":null,"y":false,"z":true}"#,
            ),
            (r#"{"x":1,"x":null}"#, r#"{"x":1}"#, r#"{"x":null}"#),
            (r#"{"elicitation":{"url":{"a":1},"form":{},"other":1}}"#, r#"{"elicitation":{}}"#, r#"{"elicitation":{"form":{},"url":{}}}"#),
            (r#"{"sampling":{"tools":{}},"sampling":{}}"#, r#"{"sampling":{"tools":{}}}"#, r#"{"sampling":{}}"#),
            (r#"{"extensions":{"\u0061":{"q":1},"b":{}}}"#, r#"{"extensions":{"a":{},"c":{}}}"#, r#"{"extensions":{"a":{}}}"#),
        ] {
            assert_eq!(relevant(declared.as_bytes(), Value::checked(required)).unwrap(), kept, "{declared}");
        }
    }
}
