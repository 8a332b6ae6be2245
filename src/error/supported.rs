//! The strings in `data.supported`, decoded: one text and where each of them ends, since a peer can send one in three bytes.

use crate::failure::Failure;
use crate::json::Value;

/// Some strings.
#[derive(Debug, Default)]
pub(super) struct Strings {
    text: String,
    ends: Vec<usize>,
}

/// None at all.
pub(super) static NONE: Strings = Strings { text: String::new(), ends: Vec::new() };

impl Strings {
    /// Reads the strings of an array. Other elements are left out.
    pub fn read(array: Value<'_>) -> Result<Self, Failure> {
        let (mut count, mut bytes) = (0, 0);
        array.each(|element| {
            if element.is_string() {
                count += 1;
                bytes += element.text().len() - 2; // decoding never takes more bytes
            }
            Ok(())
        })?;
        let mut strings = Self::default();
        strings.text.try_reserve_exact(bytes)?;
        strings.ends.try_reserve_exact(count)?;
        array.each(|element| {
            if let Some(string) = element.as_str()? {
                strings.text.push_str(&string); // there is room
                strings.ends.push(strings.text.len());
            }
            Ok(())
        })?;
        Ok(strings)
    }

    pub fn len(&self) -> usize {
        self.ends.len()
    }

    pub fn get(&self, index: usize) -> Option<&str> {
        let start = index.checked_sub(1).map_or(Some(0), |before| self.ends.get(before).copied())?;
        self.text.get(start..*self.ends.get(index)?)
    }

    pub fn iter(&self) -> impl ExactSizeIterator<Item = &str> + Clone {
        (0..self.len()).map(|index| self.get(index).unwrap_or_default())
    }

    /// The bytes of all of them.
    pub fn bytes(&self) -> usize {
        self.text.len()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keeps_the_strings_of_an_array() {
        let strings = Strings::read(Value::checked(r#"["", "a\u0062", 7, "", ["x"], "é"]"#)).unwrap();
        assert_eq!(strings.iter().collect::<Vec<_>>(), ["", "ab", "", "é"]);
        assert_eq!((strings.get(1), strings.get(4), strings.get(usize::MAX)), (Some("ab"), None, None));
        assert_eq!((NONE.len(), NONE.get(0)), (0, None));
    }
}
