//! The finding as one JSON object on one line, in ASCII.

use crate::Trouble;
use crate::escape::{ascii_json, json_string};
use crate::finding::{Finding, Outcome};
use crate::words;
use mcp_errors::code;

/// Writes the object.
pub fn write(finding: &Finding) -> Result<String, Trouble> {
    let mut members: Vec<(&str, String)> = Vec::new();
    let optional = |text: Option<&str>| text.map_or("null".to_owned(), json_string);
    match &finding.outcome {
        Outcome::Error { error, advice, json, .. } => {
            if error.view_json().is_empty() {
                return Err(Trouble::new("out of memory"));
            }
            members.push(("outcome", json_string("error")));
            members.push(("view", error.view_json().to_owned()));
            members.push(("code_name", optional(error.code().and_then(code::name))));
            members.push(("draft_name", optional(error.code().and_then(code::draft_name))));
            members.push(("may_emit", optional(error.code().map(|code| code::may_emit(code).name()))));
            members.push((
                "bad_json",
                json.as_ref()
                    .map_or("null".to_owned(), |bad| format!(r#"{{"offset":{},"line":{},"column":{}}}"#, bad.offset, bad.line, bad.column)),
            ));
            members.push(("era", json_string(advice.era.name())));
            members.push(("why", json_string(&words::why(error, finding.context.transport, advice.era))));
            members.push(("advice", advice.json().to_owned()));
            members.push(("advice_text", json_string(&advice.text)));
        }
        Outcome::Result { versions, .. } => {
            let (era, why) = words::of_versions(versions.as_deref());
            let list = |versions: &Vec<String>| format!("[{}]", versions.iter().map(|v| json_string(v)).collect::<Vec<_>>().join(","));
            members.push(("outcome", json_string("result")));
            members.push(("supported_versions", versions.as_ref().map_or("null".to_owned(), list)));
            members.push(("era", optional(era.map(mcp_errors::Era::name))));
            members.push(("why", json_string(&why)));
        }
    }
    members.push(("transport", json_string(finding.context.transport.name())));
    members.push(("context", finding.context.json.clone()));
    members.push(("notes", format!("[{}]", finding.notes.iter().map(|note| json_string(note)).collect::<Vec<_>>().join(","))));
    let members: Vec<String> = members.iter().map(|(name, value)| format!("\"{name}\":{value}")).collect();
    Ok(ascii_json(&format!("{{{}}}", members.join(","))) + "\n")
}
