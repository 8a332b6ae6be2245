//! The sentence of an advice, for the person.

use super::{Advice, Reason};
use crate::action::Action;
use crate::capabilities::named;
use crate::failure::Failure;
use crate::json::Value;
use crate::line::Line;
use std::fmt::Write;

/// What the server needs, and what happens next.
pub(super) fn sentence(advice: &Advice) -> Result<String, Failure> {
    let mut line = Line::new();
    let missing = advice.missing.as_deref();
    let version = advice.version.as_deref();
    match (advice.action, advice.reason) {
        (_, Reason::Transient) => match advice.delay_ms {
            Some(delay) => {
                let _ = write!(line, "The server cannot be reached or is busy. Wait {delay} milliseconds, then try again.");
            }
            None => line.put("The server cannot be reached or is busy. Wait a moment, then try again."),
        },
        (_, Reason::RetryLimit) if missing.is_some() => {
            line.put("The server still needs ");
            needs(&mut line, missing)?;
            line.put(" after this client declared it. Trying again will not help.");
        }
        (Action::Initialize, Reason::VersionMismatch) => {
            with_version(&mut line, "The server speaks an older protocol version. The client will connect with version ", version);
        }
        (_, Reason::VersionMismatch) => {
            with_version(&mut line, "The server speaks another protocol version. The request will be sent with version ", version);
        }
        (Action::RetryWithVersion, Reason::VersionContradiction) => {
            with_version(
                &mut line,
                "The server refused a protocol version that it says it supports. The request will be sent once more with version ",
                version,
            );
        }
        (_, Reason::Agreed) => with_version(&mut line, "The server and this client agree on protocol version ", version),
        (_, Reason::CapabilityUnavailable) => {
            line.put("The server needs ");
            needs(&mut line, missing)?;
            line.put(", which this client cannot do.");
        }
        (_, Reason::CapabilityUndeclared) => {
            line.put("The server needs ");
            needs(&mut line, missing)?;
            line.put(". The request will be sent again with that declared.");
        }
        (Action::AnswerInputs, Reason::InputRequired) if advice.delay_ms.is_some() => {
            line.put("The server is not finished. The request will be sent again in a moment.");
        }
        (action, reason) => line.put(fixed(action, reason)),
    }
    Ok(line.finish())
}

/// The sentences in which nothing varies.
fn fixed(action: Action, reason: Reason) -> &'static str {
    match reason {
        Reason::InsufficientScope => {
            "Your access token lacks a permission that the server requires. Sign in again to grant it, then try again."
        }
        Reason::Unauthorized => "The server requires you to sign in. Sign in, then try again.",
        Reason::AccessDenied => "The server, or a proxy in front of it, does not allow this.",
        Reason::Redirected => "The server is at another address. Check the configured URL.",
        Reason::NoAnswer => "The server did not respond to the first message, as older servers do. The client will connect the older way.",
        Reason::Transient => "The server cannot be reached or is busy. Wait a moment, then try again.",
        Reason::MaybeExecuted => "The response is lost, and the work may have been done. Trying again could do it twice.",
        Reason::StreamLost if action == Action::ResumeStream => {
            "The connection was lost before the response. The client will reconnect to receive it."
        }
        Reason::StreamLost => "The connection was lost before the response. The request will be sent again.",
        Reason::RetryLimit => "The client tried this before, and it failed in the same way. Trying again will not help.",
        Reason::VersionMismatch => "The server speaks another protocol version.",
        Reason::VersionContradiction => "The server refused a protocol version that it says it supports. The client cannot use it.",
        Reason::NoCommonVersion => "The server and this client have no protocol version in common.",
        Reason::NothingMissing => "The server requires something that this client has already declared. Trying again will not help.",
        Reason::CapabilityUnavailable => "The server needs something that this client cannot do.",
        Reason::CapabilityUndeclared => "The server needs something that this client did not declare.",
        Reason::HeaderMismatch if action == Action::RefreshTools => {
            "The request's headers do not match the server's tool. The client will list the tools again and repeat the request."
        }
        Reason::HeaderMismatch => "The server found that the request's headers contradict its body.",
        Reason::MethodNotFound => "The server is a modern one that does not describe itself. The client will use it without that.",
        Reason::NotRetryable => "The request failed, and nothing says that trying again would help.",
        Reason::NotModern => "The server is an older one. The client will connect the older way.",
        Reason::SessionGone => "The server has ended the session. The client will start a new one.",
        Reason::ElicitationRequired => "The server needs you to open one or more web pages. After that, the request will be sent again.",
        Reason::InvalidCursor => "The server's list has changed. The client will fetch it again from the start.",
        Reason::InputRequired => "The server needs input from you. After that, the request will be sent again.",
        Reason::InvalidResult => "The server sent a result that is not valid. Trying again will not help.",
        Reason::NotAResponse => "The server sent a message that is not a response. The client will wait for the next one.",
        Reason::NotMcp => "There is no MCP server at this address. Check the configured URL.",
        Reason::NotStreamableHttp => "The server does not support the current HTTP transport. The client will try the older one.",
        Reason::EraContradicted if action == Action::Initialize => {
            "The server is older than it seemed. The client will connect the older way."
        }
        Reason::EraContradicted => "The server's protocol is not the expected one. The client will find out again which one it speaks.",
        Reason::Agreed => "The server and this client agree on a protocol version.",
    }
}

fn with_version(line: &mut Line, text: &str, version: Option<&str>) {
    line.put(text);
    line.quote((version.unwrap_or_default()).chars());
    line.put(".");
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
                line.quote((name).chars());
            }
            ("experimental", Some(name)) => {
                line.put("the experimental capability ");
                line.quote((name).chars());
            }
            (name, _) => {
                line.put("the capability ");
                line.quote((name).chars());
            }
        }
        Ok(())
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_sentence_is_short_and_printable() {
        let missing = format!(r#"{{"elicitation":{{"form":{{}},"url":{{}}}},"extensions":{{"\u202e{}":{{}}}}}}"#, "x".repeat(1000));
        for action in Action::ALL {
            for reason in Reason::ALL {
                for (missing, version, delay_ms) in [(None, None, None), (Some(missing.clone()), Some("\n".repeat(600)), Some(u64::MAX))] {
                    let text = sentence(&Advice { version, missing, delay_ms, ..Advice::new(action, reason) }).unwrap();
                    assert!(!text.is_empty() && text.len() <= 512, "{text}");
                    assert!(!text.chars().any(|char| char.is_control() || char == '\u{202e}'), "{text:?}");
                    assert!(text.ends_with(['.', '…']), "{text}");
                }
            }
        }
    }

    #[test]
    fn names_what_the_server_needs() {
        let missing = Some(r#"{"elicitation":{"url":{}},"sampling":{},"extensions":{"com.example/x":{}}}"#.to_owned());
        let text = sentence(&Advice { missing, ..Advice::give_up(Reason::CapabilityUnavailable) }).unwrap();
        for part in ["elicitation url", "use the model (sampling)", "the extension \"com.example/x\"", "this client cannot do"] {
            assert!(text.contains(part), "{text}");
        }
    }
}
