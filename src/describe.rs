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
    if error.kind() == Kind::UnsupportedProtocolVersionError && !error.supported().is_empty() {
        line.put(" supports: ");
        for (index, version) in error.supported().iter().enumerate() {
            line.put(if index == 0 { "" } else { ", " });
            line.quote(version);
        }
    }
    line.finish()
}
