//! The corpus through the Rust API.
#![allow(clippy::unwrap_used, clippy::expect_used)]

mod common;

use common::{body, differences, error, parse, rows};
use mcp_errors::{Failure, HttpStatus, McpError, Transport, check_request};
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
    if error.is_well_formed() != error.malformed_reason().is_none() {
        problems.push("the reason does not fit the verdict".into());
    }
    problems
}

fn transport(row: &Value) -> Transport {
    if row["transport"] == "http" { Transport::Http } else { Transport::Stdio }
}

fn era(row: &Value, error: &McpError) -> Vec<String> {
    let era = error.era(transport(row)).name();
    if row["expect"]["era"] == era { vec![] } else { vec![format!("era {era} want {}", row["expect"]["era"])] }
}

#[test]
fn errors() {
    run("vectors/errors.jsonl", |row| {
        let status = u16::try_from(row["http_status"].as_u64().unwrap_or(0)).unwrap();
        let error = McpError::from_jsonrpc(row["error"].as_str().unwrap().as_bytes(), HttpStatus::new(status).unwrap()).unwrap();
        [differences(&row["expect"], &view(&error)), consistent(&error)].concat()
    });
}

#[test]
fn responses() {
    run("vectors/responses.jsonl", |row| match (row["expect"]["result"].as_str(), error(row)) {
        (Some("not_an_error"), Err(Failure::NotAnError)) => vec![],
        (Some("error"), Ok(error)) => [differences(&row["expect"], &view(&error)), consistent(&error)].concat(),
        (_, got) => vec![format!("{got:?}")],
    });
}

#[test]
fn real_answers() {
    run("wire/answers.jsonl", |row| {
        let error = error(row).unwrap();
        [differences(&row["expect"], &view(&error)), era(row, &error), consistent(&error)].concat()
    });
}

#[test]
fn advice() {
    run("vectors/advice.jsonl", |row| {
        let error = error(row).unwrap();
        let mut context = row["context"].clone();
        context["transport"] = row["transport"].clone();
        let advice = error.advise(context.to_string().as_bytes()).unwrap();
        let got = parse(&advice.json);
        let mut problems = [differences(&row["expect"], &got), era(row, &error)].concat();
        if got.as_object().unwrap().len() != row["expect"].as_object().unwrap().len() {
            problems.push(format!("{got} want {}", row["expect"]));
        }
        if advice.text.is_empty() || advice.text.len() > 512 || advice.text.chars().any(char::is_control) {
            problems.push(format!("the sentence is {:?}", advice.text));
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
                Err(Failure::InvalidJson { offset, .. }) => assert!(offset <= end),
                Err(other) => panic!("{other}"),
            }
            match McpError::from_response(prefix) {
                Ok(_) | Err(Failure::NotAnError) => {}
                Err(other) => panic!("{other}"),
            }
            assert!(check_request(prefix, br#"{"versions":["2026-07-28"]}"#).is_ok());
        }
    }
}

#[test]
fn rows_are_read_as_they_stand() {
    let row = rows("vectors/responses.jsonl").into_iter().find(|row| row["body_b64"].is_string()).unwrap();
    assert!(std::str::from_utf8(&body(&row)).is_err(), "at least one row holds bytes that are no UTF-8");
}
