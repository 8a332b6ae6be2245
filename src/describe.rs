//! The log line of an error.

use crate::capabilities::named;
use crate::error::McpError;
use crate::failure::Failure;
use crate::json::Value;
use crate::kind::Kind;
use crate::line::Line;
use std::fmt::Write;

/// Appends the names of capabilities.
fn capabilities(line: &mut Line, json: &str) {
    let mut first = true;
    // Without memory for the names the line ends here.
    let _ = named(Value::checked(json), |capability, part| {
        if line.is_full() {
            return Err(Failure::OutOfMemory);
        }
        line.put(if first { "" } else { ", " });
        first = false;
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
                line.quote(name);
            }
            (name, None) => line.quote(name),
        }
        Ok(())
    });
}

/// Appends versions, the strings of an array.
fn versions(line: &mut Line, json: &str) {
    let mut before = " supports: ";
    // Ends with the line: there may be a million more. Without memory for a version the line ends too.
    let _ = Value::checked(json).each(|version| {
        if line.is_full() {
            return Err(Failure::OutOfMemory);
        }
        if let Some(version) = version.as_str()? {
            line.put(before);
            line.quote(&version);
            before = ", ";
        }
        Ok(())
    });
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
        capabilities(&mut line, error.required_capabilities_json());
    }
    if let Some(supported) = error.supported_json() {
        versions(&mut line, supported);
    }
    line.finish()
}
