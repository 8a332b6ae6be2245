//! Passwords in URLs, which no output may show.

use std::borrow::Cow;

/// Replaces the password of every URL in a text, as in `https://user:***@host`.
///
/// A password ends at the last `@` before the host ends. `\/`, as JSON may spell a slash, is a slash here too.
pub fn passwords(text: &str) -> Cow<'_, str> {
    let mut masked = String::new();
    let mut shown = 0;
    let mut from = 0;
    while let Some(colon) = text.get(from..).and_then(|rest| rest.find(':')).map(|place| from + place) {
        from = colon + 1;
        let Some(start) = authority(text, from) else { continue };
        let rest = text.get(start..).unwrap_or_default();
        let end = rest.find(['/', '?', '#', '"', '\'', '<', '>', ' ', '\t', '\r', '\n']).unwrap_or(rest.len());
        let user_info = rest.get(..end).and_then(|authority| authority.rsplit_once('@')).map_or("", |(user_info, _)| user_info);
        if let Some((user, password)) = user_info.split_once(':') {
            let password_at = start + user.len() + 1;
            masked.push_str(text.get(shown..password_at).unwrap_or_default());
            masked.push_str("***");
            shown = password_at + password.len();
        }
        from = start + end;
    }
    if shown == 0 {
        return Cow::Borrowed(text);
    }
    masked.push_str(text.get(shown..).unwrap_or_default());
    Cow::Owned(masked)
}

/// Where the authority of a URL begins, if two slashes follow the colon of its scheme.
fn authority(text: &str, after_colon: usize) -> Option<usize> {
    let mut rest = text.get(after_colon..)?;
    for _ in 0..2 {
        rest = rest.strip_prefix('\\').unwrap_or(rest).strip_prefix('/')?;
    }
    Some(text.len() - rest.len())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn masks_the_password_of_every_url() {
        for (text, masked) in [
            ("https://u:secret@h/p?q", "https://u:***@h/p?q"),
            ("a http://u:s:e@c@h b ftp://u:x@h", "a http://u:***@h b ftp://u:***@h"),
            (r#"{"l":"http:\/\/u:secret@h\/"}"#, r#"{"l":"http:\/\/u:***@h\/"}"#),
            ("://:s@", "://:***@"),
            (r"http://u:a\\b\u{1}@h", "http://u:***@h"),
            ("x://u:é@h", "x://u:***@h"),
        ] {
            assert_eq!(passwords(text), masked);
        }
    }

    #[test]
    fn leaves_everything_else_as_it_is() {
        for text in ["", "http://h:80/a@b", "http://u@h/", "u:p@h", "http:", "http://", "mailto:u@h", "http:/u:p@h", "http://h \"a:b@c\""] {
            assert_eq!(passwords(text), text);
        }
    }
}
