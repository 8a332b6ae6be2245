//! The corpus through the Rust API.
#![allow(clippy::unwrap_used, clippy::expect_used)]

mod common;

use common::{body, context, differences, error, parse, rows};
use mcp_errors::{Cause, Failure, HttpStatus, Kind, McpError, Transport, check_request, message_type_of};
use serde_json::Value;

/// Runs every row, and fails with the first few that are wrong.
fn run(file: &str, check: impl Fn(&Value) -> Vec<String>) {
    let rows = rows(file);
    let failed: Vec<String> = rows
        .iter()
        .map(|row| (row, check(row)))
        .filter(|(_, problems)| !problems.is_empty())
        .map(|(row, problems)| format!("{}: {}", row["id"], problems.join("; ")))
        .collect();
    assert!(failed.is_empty(), "{file}: {} of {} rows failed\n{}", failed.len(), rows.len(), failed[..failed.len().min(5)].join("\n"));
}

fn view(error: &McpError) -> Value {
    parse(error.view_json())
}

/// What must hold of any error, whatever it is.
fn consistent(error: &McpError) -> Vec<String> {
    let mut problems = Vec::new();
    let again = McpError::from_view_json(error.view_json().as_bytes()).expect("a view reads back");
    if again.view_json() != error.view_json() {
        problems.push(format!("the view reads back as {}", again.view_json()));
    }
    if error.log_line().len() > 512 || error.log_line().chars().any(char::is_control) {
        problems.push(format!("the log line is {:?}", error.log_line()));
    }
    if error.kind() != Kind::InvalidResultError && error.is_well_formed() != error.malformed_reason().is_none() {
        problems.push("the reason does not fit the verdict".into());
    }
    problems
}

#[test]
fn errors() {
    run("vectors/errors.jsonl", |row| {
        let status = u16::try_from(row["http_status"].as_u64().unwrap_or(0)).unwrap();
        let error = McpError::from_jsonrpc(row["error"].as_str().unwrap().as_bytes(), HttpStatus::new(status).unwrap()).unwrap();
        [differences(&row["expect"], &view(&error)), consistent(&error)].concat()
    });
}

/// What a row says that it leaves out where it is absent.
const ABSENT_IF_LEFT_OUT: [&str; 8] =
    ["id", "challenge_error", "scope", "error_description", "resource_metadata", "location", "last_event_id", "retry_ms"];

/// The members that a row leaves out and a view has all the same.
fn unexpected(expect: &Value, view: &Value) -> Vec<String> {
    let members = ABSENT_IF_LEFT_OUT.into_iter().filter(|name| expect.get(name).is_none());
    members.filter(|name| !view[name].is_null()).map(|name| format!("{name}: {} want none", view[name])).collect()
}

#[test]
fn responses() {
    run("vectors/responses.jsonl", |row| {
        match (row["expect"]["result"].as_str(), error(row, context(row).as_deref()).map_err(Failure::cause)) {
            (Some("not_an_error"), Err(Cause::NotAnError)) | (Some("refused"), Err(Cause::InvalidArgument { .. })) => vec![],
            (Some("error"), Ok(error)) => {
                let view = view(&error);
                [differences(&row["expect"], &view), unexpected(&row["expect"], &view), consistent(&error)].concat()
            }
            (_, got) => vec![format!("{got:?}")],
        }
    });
}

#[test]
fn real_responses() {
    run("wire/answers.jsonl", |row| {
        let error = error(row, None).unwrap();
        let era = error.era(if row["transport"] == "http" { Transport::Http } else { Transport::Stdio }).name();
        let mut problems = [differences(&row["expect"], &view(&error)), consistent(&error)].concat();
        if row["expect"]["era"] != era {
            problems.push(format!("era {era} want {}", row["expect"]["era"]));
        }
        problems
    });
}

#[test]
fn messages() {
    run("vectors/messages.jsonl", |row| {
        let text = common::text(row);
        let (message_type, id) = message_type_of(&text).unwrap();
        let id = id.map(|range| String::from_utf8_lossy(&text[range]).into_owned());
        let (want_type, want_id) = (row["expect"]["type"].as_str().unwrap(), row["expect"]["id"].as_str());
        let mut problems = Vec::new();
        if message_type.name() != want_type || id.as_deref() != want_id {
            problems.push(format!("{} {id:?} want {want_type} {want_id:?}", message_type.name()));
        }
        match McpError::from_response(&text) {
            Err(Failure::NOT_AN_ERROR) if want_type == "result" => {}
            Ok(error) if error.message_type() == Some(message_type) && error.id_json() == want_id => {}
            got => problems.push(format!("{got:?}")),
        }
        problems
    });
}

#[test]
fn no_prefix_of_any_input_is_refused_without_a_reason() {
    for input in common::inputs() {
        // Every prefix of what is short; of the few long ones as many, evenly spread.
        for end in (0..=input.len()).step_by(input.len() / 1_000 + 1) {
            let prefix = &input[..end];
            match McpError::from_jsonrpc(prefix, HttpStatus::NONE) {
                Ok(error) => assert!(!error.log_line().is_empty()),
                Err(failure) => {
                    let Cause::InvalidJson { offset, .. } = failure.cause() else { panic!("{failure}") };
                    assert!(offset <= end);
                }
            }
            match McpError::from_response(prefix) {
                Ok(_) | Err(Failure::NOT_AN_ERROR) => {}
                Err(other) => panic!("{other}"),
            }
            assert!(check_request(prefix, br#"{"versions":["2026-07-28"]}"#).is_ok());
        }
    }
}

#[test]
fn rows_are_read_as_they_stand() {
    let row = rows("vectors/responses.jsonl").into_iter().find(|row| row["body_b64"].is_string()).unwrap();
    assert!(std::str::from_utf8(&body(&row)).is_err(), "at least one row holds bytes that are not UTF-8");
}
