//! The finding in plain words.

use crate::context::Purpose;
use crate::escape::{json, quoted};
use crate::explain;
use crate::finding::{BadJson, Finding, Outcome};
use crate::probe::Step;
use mcp_errors::{Advice, Era, Kind, McpError, MessageType};
use std::fmt::Write;

/// The most characters of a message.
const MESSAGE: usize = 600;
/// The most characters of any other text.
const DETAIL: usize = 300;
/// The width of a label.
const LABEL: usize = 12;

/// With colors or without.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Style {
    Plain,
    Colors,
}

struct Page {
    text: String,
    style: Style,
}

const BAD: &str = "1;31";
const GOOD: &str = "1;32";
const STRONG: &str = "1";
const FAINT: &str = "2";

/// Writes the page.
pub fn write(finding: &Finding, step: Option<&Step>, style: Style) -> String {
    let mut page = Page { text: String::new(), style };
    if let Some(step) = step {
        let blank = if step.number > 1 { "\n" } else { "" };
        let heading = page.paint(&format!("Step {}", step.number), STRONG);
        let _ = writeln!(page.text, "{blank}{heading}: {}", step.sent);
    }
    match &finding.outcome {
        Outcome::Error { error, advice, .. } => {
            page.heading(error.kind().name(), BAD, explain::kind(error));
            page.error(error, &finding.outcome);
            page.era(error, finding);
            page.advice(advice);
        }
        Outcome::Result { text, versions, tool_error, advice } => {
            page.heading(
                "Result",
                GOOD,
                if tool_error.is_some() { "the tool failed, which is not a protocol error" } else { "not an error" },
            );
            page.line("message", &json(text, MESSAGE));
            if let Some(text) = tool_error {
                page.line("isError", "true: give the content to the model, which may correct its arguments");
                page.line("content", &if text.is_empty() { "no text".to_owned() } else { quoted(text, DETAIL) });
            }
            if let Some(versions) = versions {
                page.line("supports", &list(versions.iter().map(String::as_str)));
            }
            if let Some(advice) = advice {
                page.server(advice.era, "");
                page.advice(advice);
            }
        }
        Outcome::Endpoint(endpoint) => {
            page.heading("Endpoint", GOOD, "the server uses the HTTP+SSE transport of 2024-11-05");
            page.line("endpoint", &quoted(endpoint, DETAIL));
            page.server(Era::Legacy, "");
        }
    }
    for note in &finding.notes {
        page.line("note", note);
    }
    if let Some(step) = step {
        page.line("next", &step.next);
    }
    page.text
}

impl Page {
    /// A text in a color, by its number (ECMA-48, select graphic rendition).
    fn paint(&self, text: &str, graphic: &str) -> String {
        match self.style {
            Style::Plain => text.to_owned(),
            Style::Colors => format!("\x1b[{graphic}m{text}\x1b[0m"),
        }
    }

    fn heading(&mut self, name: &str, graphic: &str, meaning: &str) {
        let name = self.paint(name, graphic);
        let _ = writeln!(self.text, "{name}: {meaning}");
    }

    fn line(&mut self, label: &str, text: &str) {
        let padded = self.paint(&format!("{label:<LABEL$}"), FAINT);
        let _ = writeln!(self.text, "  {padded} {text}");
    }

    /// A line for a text of the peer, if there is one.
    fn peer(&mut self, label: &str, text: Option<&str>) {
        if let Some(text) = text {
            self.line(label, &quoted(text, DETAIL));
        }
    }

    fn error(&mut self, error: &McpError, outcome: &Outcome) {
        let Outcome::Error { bad_json, body, not_an_object, .. } = outcome else { return };
        let is_result = is_of_a_result(error);
        if let Some(code) = error.code_text() {
            self.line("code", &format!("{}{}", json(code, 40), explain::code(error).unwrap_or_default()));
        } else if !is_result {
            self.line("code", "none");
        }
        if let Some(status) = error.http_status() {
            self.line("HTTP status", &status.to_string());
        }
        if let Some(body) = body {
            self.line("body", &if bad_json.is_some() { quoted(body, DETAIL) } else { json(body, DETAIL) });
        } else if let Some(member) = not_an_object {
            self.line("error", &format!("{} (JSON-RPC requires an object)", json(member, MESSAGE)));
        } else if error.is_local() {
            self.line("reason", &quoted(error.message(), MESSAGE));
        } else if !is_result {
            self.message(error);
        }
        if let Some(data) = error.data_json() {
            self.line(if is_result { "result" } else { "data" }, &json(data, DETAIL));
        }
        if let Some(bad) = bad_json {
            self.bad_json(bad);
        } else if !error.is_local() {
            let form = if not_an_object.is_some() { "no: error is not an object".to_owned() } else { explain::form(error) };
            self.line("well formed", &form);
        }
        if error.supported().len() > 0 {
            self.line("supports", &list(error.supported()));
        }
        self.peer("retry after", error.retry_after());
        self.peer("challenge", error.challenge_error());
        self.peer("scope", error.scope());
        self.peer("description", error.error_description());
        self.peer("metadata", error.resource_metadata());
        self.peer("redirects to", error.location());
        self.peer("last event", error.last_event_id());
    }

    fn message(&mut self, error: &McpError) {
        let text = match (error.message_is_string(), error.message()) {
            (true, message) => quoted(message, MESSAGE),
            (false, "Unknown server error") => "none".to_owned(),
            (false, value) => format!("{} (not a string)", json(value, MESSAGE)),
        };
        self.line("message", &text);
    }

    fn bad_json(&mut self, bad: &BadJson) {
        let BadJson { offset, line, column, around: (text, place) } = bad;
        self.line("not JSON", &format!("the first wrong byte is byte {offset}, line {line}, column {column}"));
        self.line("", text);
        let mark = self.paint("^", BAD);
        self.line("", &format!("{:place$}{mark}", ""));
    }

    fn era(&mut self, error: &McpError, finding: &Finding) {
        // Such a response would say something else as the response to a probe.
        if finding.context.purpose == Purpose::Initialize || (is_of_a_result(error) && finding.context.purpose != Purpose::Probe) {
            return;
        }
        let era = error.era(finding.context.transport);
        self.server(era, if finding.context.purpose == Purpose::Probe { "" } else { ", if this is the response to a probe" });
        self.line("", &explain::era(error, finding.context.transport, era));
    }

    fn server(&mut self, era: Era, condition: &str) {
        let name = match era {
            Era::Modern => "modern",
            Era::ModernWithoutDiscover => "modern, without server/discover",
            Era::Legacy => "legacy",
            Era::Inconclusive => "unknown",
        };
        let name = self.paint(name, STRONG);
        self.line("server", &format!("{name}{condition}"));
    }

    fn advice(&mut self, advice: &Advice) {
        let action = self.paint(advice.action.name(), STRONG);
        self.line("what to do", &format!("{action} ({})", advice.reason.name()));
        self.line("", &advice.text);
        self.peer("version", advice.version.as_deref());
        if let Some(missing) = advice.missing.as_deref().filter(|&missing| missing != "{}") {
            self.line("missing", &json(missing, DETAIL));
        }
        if let Some(declare) = &advice.declare {
            self.line("declare", &json(declare, DETAIL));
        }
        self.peer("ask for", advice.scopes.as_deref());
        if let Some(delay) = advice.delay_ms {
            self.line("wait", &format!("{delay} milliseconds"));
        }
        self.peer("resume after", advice.last_event_id.as_deref());
        if advice.cancel {
            self.line("cancel", "send notifications/cancelled for the request");
        }
    }
}

fn is_of_a_result(error: &McpError) -> bool {
    matches!(error.kind(), Kind::InputRequiredError | Kind::InvalidResultError) && error.message_type() == Some(MessageType::Result)
}

/// Versions, at most 12 of them.
fn list<'a>(versions: impl ExactSizeIterator<Item = &'a str>) -> String {
    const MOST: usize = 12;
    let more = versions.len().saturating_sub(MOST);
    let mut shown: Vec<String> = versions.take(MOST).map(|version| quoted(version, 40)).collect();
    if more > 0 {
        shown.push(format!("and {more} more"));
    }
    shown.join(", ")
}
