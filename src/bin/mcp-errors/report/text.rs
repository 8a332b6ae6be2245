//! The finding in plain words.

use crate::escape::{json, quoted};
use crate::finding::{BadJson, Finding, Outcome};
use crate::words;
use mcp_errors::{Advice, Era, McpError};
use std::fmt::Write;

/// How many characters of a message are shown.
const MESSAGE: usize = 600;
/// How many characters of other texts are shown.
const DETAIL: usize = 300;
/// The width of a line's label.
const LABEL: usize = 12;

/// With colours or without.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Style {
    Plain,
    Colors,
}

/// A page under way.
struct Page {
    text: String,
    style: Style,
}

impl Page {
    /// A text in a colour, by its number (ECMA-48, select graphic rendition).
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
        let padded = self.paint(&format!("{label:<LABEL$}"), "2");
        let _ = writeln!(self.text, "  {padded} {text}");
    }
}

const BAD: &str = "1;31";
const GOOD: &str = "1;32";
const STRONG: &str = "1";

/// Writes the page.
pub fn write(finding: &Finding, style: Style) -> String {
    let mut page = Page { text: String::new(), style };
    match &finding.outcome {
        Outcome::Error { error, advice, json, body } => {
            page.heading(error.kind().name(), BAD, words::kind(error));
            page.error(error, json.as_ref(), body.as_deref());
            page.era(finding, Some(advice.era), &words::why(error, finding.context.transport, advice.era));
            page.advice(advice);
        }
        Outcome::Result { text, versions } => {
            page.heading("Result", GOOD, "this is no error");
            page.line("message", &json(text, MESSAGE));
            if let Some(versions) = versions {
                page.line("versions", &list(versions.iter().map(String::as_str)));
            }
            if versions.is_some() || finding.context.is_probe {
                let (era, why) = words::of_versions(versions.as_deref());
                page.era(finding, era, &why);
            }
        }
    }
    for note in &finding.notes {
        page.line("note", note);
    }
    page.text
}

impl Page {
    fn error(&mut self, error: &McpError, bad: Option<&BadJson>, body: Option<&str>) {
        match (error.code_text(), words::code(error)) {
            (Some(code), Some(meaning)) => self.line("code", &format!("{}{meaning}", json(code, 40))),
            _ => self.line("code", "none"),
        }
        if let Some(status) = error.http_status() {
            self.line("HTTP status", &status.to_string());
        }
        if let Some(body) = body {
            self.line("body", &if bad.is_some() { quoted(body, DETAIL) } else { json(body, DETAIL) });
        } else {
            let message = if error.message_is_string() { quoted(error.message(), MESSAGE) } else { json(error.message(), MESSAGE) };
            self.line(if error.is_local() { "reason" } else { "message" }, &message);
        }
        if let Some(data) = error.data_json() {
            self.line("data", &json(data, DETAIL));
        }
        if let Some(bad) = bad {
            self.bad_json(bad);
        } else if !error.is_local() {
            self.line("well formed", &words::form(error));
        }
        if error.supported().len() > 0 {
            self.line("supports", &list(error.supported()));
        }
        for (label, text) in [("retry after", error.retry_after()), ("scope", error.scope()), ("says", error.error_description())] {
            if let Some(text) = text {
                self.line(label, &quoted(text, DETAIL));
            }
        }
    }

    fn bad_json(&mut self, bad: &BadJson) {
        let BadJson { offset, line, column, around: (text, place) } = bad;
        self.line("not JSON", &format!("it goes wrong at byte {offset}, line {line}, column {column}"));
        self.line("", text);
        let mark = self.paint("^", BAD);
        self.line("", &format!("{:place$}{mark}", ""));
    }

    fn era(&mut self, finding: &Finding, era: Option<Era>, why: &str) {
        let name = match era {
            Some(Era::Modern) => "modern",
            Some(Era::ModernWithoutDiscover) => "modern, without server/discover",
            Some(Era::Legacy) => "legacy",
            Some(Era::Inconclusive) => "not settled",
            None => "not known",
        };
        let name = self.paint(name, STRONG);
        let condition = if finding.context.is_probe { "" } else { ", if this answers a probe" };
        self.line("server", &format!("{name}{condition}"));
        self.line("", why);
    }

    fn advice(&mut self, advice: &Advice) {
        let action = self.paint(advice.action.name(), STRONG);
        self.line("what to do", &format!("{action} ({})", advice.reason.name()));
        self.line("", &advice.text);
        if let Some(version) = &advice.version {
            self.line("version", &quoted(version, DETAIL));
        }
        if let Some(missing) = advice.missing.as_deref().filter(|&missing| missing != "{}") {
            self.line("missing", &json(missing, DETAIL));
        }
        if let Some(declare) = &advice.declare {
            self.line("declare", &json(declare, DETAIL));
        }
        if let Some(delay) = advice.delay_ms {
            self.line("wait", &format!("{delay} milliseconds"));
        }
    }
}

/// Versions, some of them where they are many.
fn list<'a>(versions: impl ExactSizeIterator<Item = &'a str>) -> String {
    const MOST: usize = 12;
    let count = versions.len();
    let mut shown: Vec<String> = versions.take(MOST).map(|version| quoted(version, 40)).collect();
    if count > MOST {
        shown.push(format!("and {} more", count - MOST));
    }
    shown.join(", ")
}
