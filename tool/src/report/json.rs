//! The finding as one JSON object on one line, in ASCII.

use crate::ToolError;
use crate::escape::{ascii_json, json_string};
use crate::explain;
use crate::finding::{Finding, Outcome};
use crate::probe::Step;
use mcp_errors::{Advice, MessageType, code};

/// Writes the object.
pub fn write(finding: &Finding, step: Option<&Step>) -> Result<String, ToolError> {
    let mut members: Vec<(&str, String)> = Vec::new();
    let optional = |text: Option<&str>| text.map_or("null".to_owned(), json_string);
    let list = |texts: &[String]| format!("[{}]", texts.iter().map(|text| json_string(text)).collect::<Vec<_>>().join(","));
    if let Some(step) = step {
        members.push(("step", step.number.to_string()));
        members.push(("sent", json_string(&step.sent)));
    }
    match &finding.outcome {
        Outcome::Error { error, advice, bad_json, not_an_object, .. } => {
            if error.view_json().is_empty() {
                return Err(ToolError::new("out of memory"));
            }
            let era = error.era(finding.context.transport);
            members.push(("outcome", json_string("error")));
            members.push(("view", error.view_json().to_owned()));
            members.push(("error_member", not_an_object.clone().unwrap_or_else(|| "null".to_owned())));
            members.push(("code_name", optional(error.code().and_then(code::name))));
            members.push(("draft_name", optional(error.code().and_then(code::draft_name))));
            members.push(("may_emit", optional(error.code().map(|code| code::may_emit(code).name()))));
            members.push((
                "bad_json",
                bad_json
                    .as_ref()
                    .map_or("null".to_owned(), |bad| format!(r#"{{"offset":{},"line":{},"column":{}}}"#, bad.offset, bad.line, bad.column)),
            ));
            members.push(("era", json_string(era.name())));
            members.push(("why", json_string(&explain::era(error, finding.context.transport, era))));
            members.extend(advised(Some(advice)));
        }
        Outcome::Result { versions, tool_error, advice, .. } => {
            members.push(("outcome", json_string("result")));
            members.push(("supported_versions", versions.as_deref().map_or("null".to_owned(), list)));
            members.push(("tool_error", optional(tool_error.as_deref())));
            members.push(("era", optional(advice.as_ref().map(|advice| advice.era.name()))));
            members.extend(advised(advice.as_deref()));
        }
        Outcome::Endpoint(endpoint) => {
            members.push(("outcome", json_string("endpoint")));
            members.push(("endpoint", json_string(endpoint)));
            members.push(("era", json_string("legacy")));
        }
    }
    members.push(("message_type", optional(finding.message_type.map(MessageType::name))));
    members.push(("transport", json_string(finding.context.transport.name())));
    members.push(("context", finding.context.json.clone()));
    members.push(("notes", list(&finding.notes)));
    if let Some(step) = step {
        members.push(("next", json_string(&step.next)));
    }
    let members: Vec<String> = members.iter().map(|(name, value)| format!("\"{name}\":{value}")).collect();
    Ok(ascii_json(&format!("{{{}}}", members.join(","))) + "\n")
}

fn advised(advice: Option<&Advice>) -> [(&'static str, String); 2] {
    match advice {
        Some(advice) => [("advice", advice.json().to_owned()), ("advice_text", json_string(&advice.text))],
        None => [("advice", "null".to_owned()), ("advice_text", "null".to_owned())],
    }
}
