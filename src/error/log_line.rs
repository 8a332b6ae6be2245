//! The log line of an error: kind, code, status, what the server requires or supports, and the message.
//!
//! Nothing is read beyond what fits the line.

use super::McpError;
use crate::capabilities::named;
use crate::failure::Failure;
use crate::json::{self, Value};
use crate::kind::Kind;
use crate::line::Line;
use crate::member::Message;
use std::fmt::Write;

/// Appends the names of capabilities.
fn capabilities(line: &mut Line, json: &str) {
    let mut before = " requires: ";
    // Without memory for the names the line ends here.
    let _ = named(Value::checked(json), |capability, part| {
        if line.is_full() {
            return Err(Failure::OUT_OF_MEMORY);
        }
        line.put(before);
        before = ", ";
        match (capability, part) {
            ("elicitation" | "sampling" | "roots" | "extensions" | "experimental", None) => line.put(capability),
            ("elicitation" | "sampling", Some(mode)) => {
                line.put(capability);
                line.put(".");
                line.put(mode);
            }
            (_, Some(name)) => {
                line.put(capability);
                line.put(".");
                line.quote(name.chars());
            }
            (name, None) => line.quote(name.chars()),
        }
        Ok(())
    });
}

/// Appends the supported versions.
fn versions(line: &mut Line, json: &str) {
    let mut before = " supports: ";
    // Stops at the first version that does not fit.
    let _ = Value::checked(json).each(|version| {
        if line.is_full() {
            return Err(Failure::OUT_OF_MEMORY);
        }
        if let Some(inside) = version.inside_of_string() {
            line.put(before);
            before = ", ";
            line.quote(json::chars(inside));
        }
        Ok(())
    });
}

/// See [`McpError::log_line`].
pub(super) fn log_line(error: &McpError) -> String {
    let mut line = Line::new();
    line.put(error.kind().name());
    if let Some(code) = error.code_text() {
        line.put(" code=");
        line.put_all(code);
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
        capabilities(&mut line, error.required_capabilities_json());
    }
    if let Some(supported) = error.supported_json() {
        versions(&mut line, supported);
    }
    message(&mut line, error);
    line.finish()
}

/// Appends the message, unless it is empty.
fn message(line: &mut Line, error: &McpError) {
    let sent = match error.facts().member.message {
        Message::Json { inside, .. } => error.slice(inside),
        _ => None,
    };
    match sent {
        Some("") => {}
        Some(inside) => {
            line.put(" message: ");
            line.quote(json::chars(inside));
        }
        None if error.message().is_empty() => {}
        None => {
            line.put(" message: ");
            line.quote(error.message().chars());
        }
    }
}
