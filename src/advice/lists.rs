//! Lists of strings in JSON text: looked up without copying them, in time that grows as their length does.

use crate::context::Strings;
use crate::failure::Failure;
use crate::json::Value;
use crate::sort::sort;

/// The strings of a JSON array, sorted.
pub(super) struct Sorted<'a>(Vec<Value<'a>>);

impl<'a> Sorted<'a> {
    pub fn new(strings: Strings<'a>) -> Result<Self, Failure> {
        let mut count = 0;
        strings.each(|_| {
            count += 1;
            Ok(())
        })?;
        let mut sorted = Vec::new();
        sorted.try_reserve_exact(count)?;
        strings.each(|string| {
            sorted.push(string); // there is room
            Ok(())
        })?;
        sort(&mut sorted, &mut |a: &Value<'_>, b| a.order(*b));
        Ok(Self(sorted))
    }

    /// Whether a JSON string is among them.
    pub fn contains(&self, string: Value<'_>) -> bool {
        self.0.binary_search_by(|other| other.order(string)).is_ok()
    }

    /// Whether a text is among them.
    pub fn contains_text(&self, text: &str) -> bool {
        self.0.binary_search_by(|other| other.order_of(text)).is_ok()
    }
}

/// The strings of one JSON array, each once: where it stands first.
pub(super) fn each_once(strings: Strings<'_>) -> Result<Vec<Value<'_>>, Failure> {
    let mut once = Sorted::new(strings)?.0;
    let place = |string: &Value<'_>| string.text().as_ptr();
    sort(&mut once, &mut |a, b| a.order(*b).then_with(|| place(a).cmp(&place(b))));
    once.dedup_by(|later, first| later.order(*first).is_eq());
    sort(&mut once, &mut |a, b| place(a).cmp(&place(b)));
    Ok(once)
}

/// The last member of this name in a JSON object; none if the value is not an object.
pub(super) fn member<'a>(object: Value<'a>, name: &str) -> Result<Option<Value<'a>>, Failure> {
    let mut found = None;
    object.each_member(|sent, value| {
        if sent.is_str(name) {
            found = Some(value);
        }
        Ok(())
    })?;
    Ok(found)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn strings(json: &str) -> Strings<'_> {
        Strings::read(Value::checked(json)).unwrap().unwrap()
    }

    #[test]
    fn finds_strings_however_they_are_spelled() {
        let sorted = Sorted::new(strings(r#"["b","\u0061","é","","\ud83d\ude00","z\\"]"#)).unwrap();
        for text in ["a", "b", "é", "", "😀", "z\\"] {
            assert!(sorted.contains_text(text), "{text}");
            assert!(sorted.contains(Value::checked(&serde_json::to_string(text).unwrap())), "{text}");
        }
        assert!(!sorted.contains_text("c") && !sorted.contains(Value::checked(r#""\u0062\u0062""#)));
    }

    #[test]
    fn keeps_the_first_of_equal_strings() {
        let json = r#"["b","a","\u0062","c","a"]"#;
        let once: Vec<_> = each_once(strings(json)).unwrap().into_iter().map(Value::text).collect();
        assert_eq!(once, [r#""b""#, r#""a""#, r#""c""#]);
    }

    #[test]
    fn reads_the_last_of_a_repeated_member() {
        let object = Value::checked(r#"{"a":1,"b":2,"\u0061":3}"#);
        assert_eq!(member(object, "a").unwrap().map(Value::text), Some("3"));
        assert_eq!(member(object, "c"), Ok(None));
        assert_eq!(member(Value::checked("[]"), "a"), Ok(None));
    }
}
