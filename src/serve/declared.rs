//! The part of a client's declaration that a requirement asks about.
//!
//! A declaration is the peer's and may have a million members. What is made of it here is bounded by the requirement.

use crate::failure::{Failure, word};
use crate::json::{Out, Scanner, Stop, Value, decode_into};

/// The members of `declared` that `required` names, and inside `extensions` and `experimental` those that it names there.
/// Objects stand without what is in them, since nothing asks for that. Both are well-formed capabilities objects.
pub(super) fn relevant(declared: &[u8], required: Value<'_>) -> Result<String, Failure> {
    let required = required.object()?.unwrap_or_default();
    let mut names = Vec::new();
    names.try_reserve_exact(required.members().count())?;
    names.extend(required.members().map(|member| member.name.as_ref()));
    let mut out = Out::default();
    out.raw("{")?;
    for (&name, value) in names.iter().zip(last_values(declared, &names)?) {
        let Some(value) = value else { continue };
        out.name(name)?;
        match name {
            "elicitation" => write_inner(&mut out, value, &["form", "url"])?,
            "sampling" => write_inner(&mut out, value, &["context", "tools"])?,
            "extensions" | "experimental" => {
                let inner = required.get(name).map_or(Ok(None), Value::object)?.unwrap_or_default();
                let mut names = Vec::new();
                names.try_reserve_exact(inner.members().count())?;
                names.extend(inner.members().map(|member| member.name.as_ref()));
                write_inner(&mut out, value, &names)?;
            }
            _ => write_stand_in(&mut out, value)?,
        }
    }
    out.raw("}")?;
    Ok(out.finish())
}

/// Writes an object with those of its members that are named.
fn write_inner(out: &mut Out, object: &[u8], names: &[&str]) -> Result<(), Failure> {
    out.raw("{")?;
    for (name, value) in names.iter().zip(last_values(object, names)?) {
        if let Some(value) = value {
            write_stand_in(out.name(name)?, value)?;
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

/// The values that an object has under names, of a repeated member the last. The names are sorted.
fn last_values<'a>(object: &'a [u8], names: &[&str]) -> Result<Vec<Option<&'a [u8]>>, Failure> {
    let mut values = Vec::new();
    values.try_reserve_exact(names.len())?;
    values.resize(names.len(), None);
    let mut scanner = Scanner::at(object, 0);
    let stopped = |stop| match stop {
        Stop::Memory => Failure::OutOfMemory,
        Stop::Syntax => Failure::InvalidJson { parameter: word!("request_json"), offset: 0 },
    };
    let mut decoded = Vec::new();
    let mut more = scanner.peek() == Some(b'{') && scanner.enter(b'}');
    while more {
        let name = scanner.name().map_err(stopped)?;
        let start = scanner.offset();
        scanner.skip().map_err(stopped)?;
        let inside = object.get(name.start..name.end).unwrap_or_default();
        let plain = if name.escaped || std::str::from_utf8(inside).is_err() {
            decoded.clear();
            decoded.try_reserve(decode_into(inside, |_| {}))?;
            decode_into(inside, |part| decoded.extend_from_slice(part));
            decoded.as_slice()
        } else {
            inside
        };
        let place = names.binary_search_by(|name| name.as_bytes().cmp(plain)).ok();
        if let Some(value) = place.and_then(|place| values.get_mut(place)) {
            *value = object.get(start..scanner.offset());
        }
        more = scanner.another(b'}').map_err(stopped)?;
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
