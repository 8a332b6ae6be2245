//! The server's side and the headers of a request.
#![allow(clippy::unwrap_used, clippy::expect_used)]

mod common;

use common::{differences, parse, rows};
use mcp_errors::{Era, Failure, HttpStatus, Kind, McpError, MessageType, capabilities, check_request, code, request_headers, request_read};
use serde_json::{Value, json};

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

fn equal(got: &Value, want: &Value) -> Vec<String> {
    if got == want { vec![] } else { vec![format!("{got} want {want}")] }
}

#[test]
fn capability_vectors() {
    run("vectors/capabilities.jsonl", |row| {
        let text = |name: &str| row[name].to_string().into_bytes();
        let got = match row["op"].as_str().unwrap() {
            "missing" => capabilities::missing(&text("declared"), &text("required")),
            "declare" => capabilities::declare(&text("declared"), &text("missing"), &text("supported")),
            _ => capabilities::for_input_request(row["method"].as_str().unwrap(), &text("params")),
        };
        equal(&parse(&got.unwrap()), &row["expect"])
    });
}

#[test]
fn header_vectors() {
    run("vectors/headers.jsonl", |row| {
        let got = request_headers(row["request"].as_str().unwrap().as_bytes(), row["input_schema"].as_str().map(str::as_bytes));
        let got = match got {
            Ok(headers) => parse(&headers),
            Err(Failure::InvalidArgument { .. }) => json!({"refused": true}),
            Err(Failure::InvalidJson { .. }) => json!({"refused": "json"}),
            Err(other) => json!(other.to_string()),
        };
        equal(&got, &row["expect"])
    });
}

#[test]
fn server_vectors() {
    run("vectors/server.jsonl", |row| {
        let code = row["code"].as_i64();
        let got = match row["op"].as_str().unwrap() {
            "may_emit" => json!(code::may_emit(code.unwrap()).name()),
            "http_status" => {
                let origin = if row["origin"] == "handler" { code::Origin::Handler } else { code::Origin::Protocol };
                json!(code::http_status(code.unwrap(), origin))
            }
            _ => match check_request(row["request"].as_str().unwrap().as_bytes(), row["server"].to_string().as_bytes()) {
                Err(Failure::InvalidArgument { .. }) => json!({"refused": true}),
                Err(other) => json!(other.to_string()),
                Ok(None) => json!({"ok": true}),
                Ok(Some(_)) if row["expect"].get("code").is_none() => json!("an error to send"),
                Ok(Some(error)) => {
                    let written = parse(&error.to_json(Era::Modern).expect("what a check refuses with can be sent"));
                    assert_eq!(written["code"], row["expect"]["code"]);
                    return differences(&row["expect"], &parse(error.view_json()));
                }
            },
        };
        equal(&got, &row["expect"])
    });
}
