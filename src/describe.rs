//! Text for people: the log line, and the sentence of an advice.
//!
//! What a peer chose (names of capabilities, versions) stands in quotes and escaped, so that it can neither break out of
//! its place nor reach a terminal as anything but visible characters.

use crate::advice::{Action, Reason};
use crate::capabilities::named;
use crate::error::McpError;
use crate::failure::Failure;
use crate::json::Value;
use crate::kind::Kind;
use std::fmt::Write;

/// The most bytes of a log line, and of what an advice's sentence says of the peer's names.
const LIMIT: usize = 512;
/// Stands for what did not fit.
const CUT: &str = "…";

/// Text of bounded length.
struct Line {
    text: String,
    full: bool,
}

impl Line {
    fn new() -> Self {
        Self { text: String::with_capacity(LIMIT), full: false }
    }

    /// Appends our own text or one escaped character, or the mark that something did not fit.
    fn put(&mut self, piece: &str) {
        if self.full {
            return;
        }
        if self.text.len() + piece.len() + CUT.len() > LIMIT {
            self.full = true;
            self.text.push_str(CUT);
        } else {
            self.text.push_str(piece);
        }
    }

    /// Appends a text of the peer's, in quotes and escaped.
    fn quote(&mut self, text: &str) {
        self.put("\"");
        let mut piece = String::new();
        for char in text.chars() {
            if self.full {
                break;
            }
            piece.clear();
            match char {
                ' '..='~' if char != '"' && char != '\\' => piece.push(char),
                // Escapes all that is not printable, and what would join the character before it.
                _ => piece.extend(char.escape_debug()),
            }
            self.put(&piece);
        }
        self.put("\"");
    }

    /// Appends the names of capabilities.
    fn capabilities(&mut self, json: &str) {
        let mut first = true;
        // Without memory for the names the line ends here.
        let _ = named(Value::checked(json), |capability, part| {
            if self.full {
                return Err(Failure::OutOfMemory);
            }
            self.put(if first { "" } else { ", " });
            first = false;
            match (capability, part) {
                ("elicitation" | "sampling" | "roots" | "extensions" | "experimental", None) => self.put(capability),
                ("elicitation" | "sampling", Some(mode)) => {
                    self.put(capability);
                    self.put(".");
                    self.put(mode);
                }
                (_, Some(name)) => {
                    self.put(capability);
                    self.put(".");
                    self.quote(name);
                }
                (name, None) => self.quote(name),
            }
            Ok(())
        });
    }
}

impl Write for Line {
    fn write_str(&mut self, text: &str) -> std::fmt::Result {
        self.put(text);
        Ok(())
    }
}

/// See [`McpError::log_line`].
pub(crate) fn log_line(error: &McpError) -> String {
    let mut line = Line::new();
    line.put(error.kind().name());
    if let Some(code) = error.code_text() {
        line.put(" code=");
        for digit in code.split_inclusive(|_| true) {
            line.put(digit);
        }
    }
    if let Some(status) = error.http_status() {
        let _ = write!(line, " http={status}");
    }
    if error.is_local() {
        line.put(" local");
    }
    if let Some(reason) = error.malformed_reason() {
        line.put(" malformed: ");
        line.put(reason);
    } else if error.kind() == Kind::MissingRequiredClientCapabilityError {
        line.put(" requires: ");
        line.capabilities(error.required_capabilities_json());
    }
    if error.kind() == Kind::UnsupportedProtocolVersionError && !error.supported().is_empty() {
        line.put(" supports: ");
        for (index, version) in error.supported().iter().enumerate() {
            line.put(if index == 0 { "" } else { ", " });
            line.quote(version);
        }
    }
    line.text
}

/// The sentence of an advice.
pub(crate) fn advice_text(
    action: Action,
    reason: Reason,
    version: Option<&str>,
    missing: Option<&str>,
    delay_ms: Option<u64>,
) -> Result<String, Failure> {
    let mut line = Line::new();
    match (action, reason) {
        (_, Reason::InsufficientScope) => line.put("The server needs more permissions than it was given: ask for them, then try again."),
        (_, Reason::Unauthorized) => line.put("The server needs you to sign in: do so, then try again."),
        (_, Reason::AccessDenied) => line.put("The server, or a proxy before it, does not allow this."),
        (_, Reason::NoAnswer) => {
            line.put("The server did not answer the first question, as older servers do: it will be spoken to by handshake.");
        }
        (_, Reason::Transient) => match delay_ms {
            Some(delay) => {
                let _ = write!(line, "The server cannot be reached or is busy: wait {delay} milliseconds, then try again.");
            }
            None => line.put("The server cannot be reached or is busy: wait a moment, then try again."),
        },
        (_, Reason::MaybeExecuted) => line.put("The answer is lost, and the work may have been done: doing it again could do it twice."),
        (_, Reason::StreamLost) => line.put("The connection was lost before the answer: the request will be sent again."),
        (_, Reason::RetryLimit) if missing.is_some() => {
            line.put("The server still needs ");
            needs(&mut line, missing)?;
            line.put(" after it was told that it has it: trying again will not help.");
        }
        (_, Reason::RetryLimit) => line.put("It was tried before and failed the same way: trying again will not help."),
        (Action::Initialize, Reason::VersionMismatch) => {
            line.put("The server speaks an older protocol version: it will be spoken to by handshake in version ");
            line.quote(version.unwrap_or_default());
            line.put(".");
        }
        (_, Reason::VersionMismatch) => {
            line.put("The server speaks another protocol version: the request will be sent in version ");
            line.quote(version.unwrap_or_default());
            line.put(".");
        }
        (_, Reason::VersionContradiction) => {
            line.put("The server refused a protocol version that it says it supports: it cannot be spoken to.");
        }
        (_, Reason::NoCommonVersion) => line.put("The server and this client have no protocol version in common."),
        (_, Reason::NothingMissing) => {
            line.put("The server asks for something that this client has declared already: trying again will not help.");
        }
        (_, Reason::CapabilityUnavailable) => {
            line.put("The server needs ");
            needs(&mut line, missing)?;
            line.put(", which this client cannot do.");
        }
        (_, Reason::CapabilityUndeclared) => {
            line.put("The server needs ");
            needs(&mut line, missing)?;
            line.put(": the request will be sent again with that declared.");
        }
        (Action::RefreshTools, Reason::HeaderMismatch) => {
            line.put(
                "The server found that the request's headers do not fit its tool: the tools will be listed again and the request repeated.",
            );
        }
        (_, Reason::HeaderMismatch) => line.put("The server found that the request's headers contradict its body."),
        (_, Reason::MethodNotFound) => line.put("The server is a modern one that does not describe itself: it will be used without that."),
        (_, Reason::NotRetryable) => line.put("The request failed, and nothing says that trying again would help."),
        (_, Reason::NotModern) => line.put("The server is an older one: it will be spoken to by handshake."),
        (_, Reason::SessionGone) => line.put("The server has forgotten the session: a new one will be started."),
        (_, Reason::ElicitationRequired) => {
            line.put("The server needs you to open one or more web pages first; then the request will be sent again.");
        }
        (_, Reason::InvalidCursor) => line.put("The server's list has changed meanwhile: it will be fetched again from its beginning."),
    }
    Ok(line.text)
}

/// What the server needs, in words.
fn needs(line: &mut Line, missing: Option<&str>) -> Result<(), Failure> {
    let mut first = true;
    named(Value::checked(missing.unwrap_or("{}")), |capability, part| {
        line.put(if first { "" } else { ", and " });
        first = false;
        match (capability, part) {
            ("elicitation", Some("url")) => line.put("to have you open a web page (elicitation url)"),
            ("elicitation", _) => line.put("to ask you questions (elicitation form)"),
            ("sampling", Some("tools")) => line.put("to use the model with tools (sampling tools)"),
            ("sampling", Some("context")) => line.put("to use the model with context (sampling context)"),
            ("sampling", _) => line.put("to use the model (sampling)"),
            ("roots", _) => line.put("to know your folders (roots)"),
            ("extensions", Some(name)) => {
                line.put("the extension ");
                line.quote(name);
            }
            ("experimental", Some(name)) => {
                line.put("the experimental capability ");
                line.quote(name);
            }
            (name, _) => {
                line.put("the capability ");
                line.quote(name);
            }
        }
        Ok(())
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_quoted_text_is_visible_and_bounded() {
        for char in (0..=0x10_FFFF).filter_map(char::from_u32) {
            let mut line = Line::new();
            line.quote(&format!("a{char}b"));
            assert!(line.text.starts_with("\"a") && line.text.ends_with("b\""), "{:?}", line.text);
            let inner = &line.text[1..line.text.len() - 1];
            assert!(!inner.chars().any(char::is_control), "{:?}", char as u32);
            let escaped = inner.starts_with("a\\");
            let hidden =
                matches!(char as u32, 0xAD | 0x61C | 0x200B..=0x200F | 0x2028..=0x202E | 0x2060..=0x206F | 0xFEFF | 0xE0001..=0xE007F);
            assert!(escaped || !(hidden || char == '"' || char == '\\'), "{:x}", char as u32);
        }
        for length in [0, 1, 508, 509, 510, 511, 512, 513, 100_000] {
            for char in ['x', '\u{202E}', 'é', '"'] {
                let mut line = Line::new();
                line.quote(&char.to_string().repeat(length));
                assert!(line.text.len() <= LIMIT);
                assert!(line.text.ends_with(CUT) || line.text.ends_with('"'));
            }
        }
    }
}
