//! Advice, negotiation and whole dialogs: the vectors through the Rust API.
#![allow(clippy::unwrap_used, clippy::expect_used)]

mod common;

use common::{context, differences, error, parse, rows};
use mcp_errors::{Advice, Cause, Era, Failure, McpError, Transport, negotiate};
use serde_json::{Value, json};

/// The members of an advice that are absent where a row does not name them.
const ABSENT: [&str; 9] =
    ["version", "missing", "declare", "delay_ms", "scopes", "resource_metadata", "last_event_id", "cancel", "context"];

/// Runs every row, and fails with the first few that are wrong.
fn run(file: &str, check: impl Fn(&Value) -> Vec<String>) {
    let rows = rows(file);
    let failed: Vec<String> = rows
        .iter()
        .map(|row| (row, check(row)))
        .filter(|(_, problems)| !problems.is_empty())
        .map(|(row, problems)| format!("{}: {}", row["id"], problems.join("; ")))
        .collect();
    assert!(failed.is_empty(), "{file}: {} of {} rows failed\n{}", failed.len(), rows.len(), failed[..failed.len().min(10)].join("\n"));
}

/// The context as the library is given it.
fn context_of(row: &Value) -> String {
    let mut row = row.clone();
    if row.get("transport").is_none() {
        row["transport"] = json!("http");
    }
    String::from_utf8(context(&row).unwrap()).unwrap()
}

/// What must hold of any advice, and how it differs from what is expected.
fn compare(advice: &Advice, want: &Value, last: bool) -> Vec<String> {
    let got = parse(advice.json());
    let mut want = want.clone();
    let members = want.as_object_mut().unwrap();
    members.remove("context_text");
    if !last {
        members.remove("context");
    }
    let mut problems = differences(&want, &got);
    if want.get("era").is_some_and(|era| *era != advice.era.name()) {
        problems.push(format!("era {} want {}", advice.era.name(), want["era"]));
    }
    for name in ABSENT.into_iter().filter(|name| want.get(name).is_none() && (last || *name != "context")) {
        if let Some(value) = got.get(name) {
            problems.push(format!("{name} {value} want absent"));
        }
    }
    let scopes = got["scopes"].as_array().map(|scopes| scopes.iter().filter_map(Value::as_str).collect::<Vec<_>>().join(" "));
    let same = [
        ("version", advice.version.as_deref() == got["version"].as_str()),
        ("missing", advice.missing.as_deref().map(parse) == got.get("missing").cloned()),
        ("declare", advice.declare.as_deref().map(parse) == got.get("declare").cloned()),
        ("context", advice.context.as_deref().map(parse) == got.get("context").cloned()),
        ("scopes", advice.scopes == scopes),
        ("resource_metadata", advice.resource_metadata.as_deref() == got["resource_metadata"].as_str()),
        ("last_event_id", advice.last_event_id.as_deref() == got["last_event_id"].as_str()),
        ("cancel", got.get("cancel") == advice.cancel.then_some(&json!(true))),
    ];
    problems.extend(same.iter().filter(|(_, same)| !same).map(|(name, _)| format!("{name}: field and JSON differ")));
    if advice.text.is_empty() || advice.text.len() > 512 || advice.text.chars().any(char::is_control) {
        problems.push(format!("the sentence is {:?}", advice.text));
    }
    problems
}

/// How a refusal differs from what is expected.
fn refusal(got: Result<Advice, Failure>, want: &Value) -> Vec<String> {
    match (got.map_err(Failure::cause), want.as_str()) {
        (Err(Cause::InvalidJson { .. }), Some("json")) => vec![],
        (Err(Cause::InvalidArgument { problem, .. }), None) if !problem.is_empty() => vec![],
        (got, _) => vec![format!("{:?}, want a refusal", got.map(|advice| advice.json().to_owned()))],
    }
}

fn judge(got: Result<Advice, Failure>, row: &Value) -> Vec<String> {
    let want = &row["expect"];
    if let Some(refused) = want.get("refused") {
        return refusal(got, refused);
    }
    let advice = match got {
        Ok(advice) => advice,
        Err(failure) => return vec![failure.to_string()],
    };
    let mut problems = Vec::new();
    // A declaration is written anew: its members keep their spelling, which the row's does not show.
    let text = want.get("context_text").filter(|_| want.get("declare").is_none());
    if text.is_some() && text.and_then(Value::as_str) != advice.context.as_deref() {
        problems.push(format!("context {:?} want {}", advice.context, want["context_text"]));
    }
    problems.extend(compare(&advice, want, true));
    problems
}

#[test]
fn advice() {
    run("vectors/advice.jsonl", |row| {
        let context = context_of(row);
        let error = match error(row, (row["judge"] == true).then_some(context.as_bytes())) {
            Ok(error) => error,
            Err(failure) => return vec![failure.to_string()],
        };
        let mut problems = judge(error.advise(context.as_bytes()), row);
        if row["context"]["purpose"] == "probe" {
            let transport = if row["transport"] == "http" { Transport::Http } else { Transport::Stdio };
            let era = error.era(transport).name();
            if row["expect"].get("era").is_some_and(|want| *want != era) {
                problems.push(format!("the error's era {era} want {}", row["expect"]["era"]));
            }
        }
        problems
    });
}

#[test]
fn negotiation() {
    run("vectors/negotiate.jsonl", |row| judge(negotiate(row["body"].as_str().unwrap().as_bytes(), context_of(row).as_bytes()), row));
}

/// Each response is read and advised with the context that the advice before it gave.
#[test]
fn dialogs() {
    run("vectors/dialogs.jsonl", |row| {
        let mut context = context_of(row);
        let (steps, wanted) = (row["steps"].as_array().unwrap(), row["expect"].as_array().unwrap());
        for (index, (step, want)) in steps.iter().zip(wanted).enumerate() {
            let mut step = step.clone();
            step["transport"] = row["transport"].clone();
            if let Some(set) = step.get("set") {
                let mut members = parse(&context);
                members.as_object_mut().unwrap().extend(set.as_object().unwrap().clone());
                context = members.to_string();
            }
            let request = matches!(parse(&context)["purpose"].as_str(), None | Some("request"));
            let advice = match error(&step, Some(context.as_bytes())) {
                Err(Failure::NOT_AN_ERROR) if request => {
                    if *want != json!({"action": "done"}) {
                        return vec![format!("step {index}: a result, want {want}")];
                    }
                    continue;
                }
                Err(Failure::NOT_AN_ERROR) => negotiate(&common::body(&step), context.as_bytes()),
                Ok(error) => error.advise(context.as_bytes()),
                Err(failure) => Err(failure),
            };
            let advice = match advice {
                Ok(advice) => advice,
                Err(failure) => return vec![format!("step {index}: {failure}")],
            };
            let problems = compare(&advice, want, want.get("context").is_some());
            if !problems.is_empty() {
                return vec![format!("step {index}: {}", problems.join("; "))];
            }
            context = advice.context.unwrap_or_default();
        }
        vec![]
    });
}

#[test]
fn the_era_of_an_advice_is_not_always_that_of_its_error() {
    let error = McpError::from_response(br#"{"id":1,"error":{"code":-32020,"message":"m"}}"#).unwrap();
    assert_eq!(error.era(Transport::Http), Era::Modern);
    let advice = error.advise(br#"{"era":"legacy"}"#).unwrap();
    assert_eq!(advice.era, Era::Inconclusive);
}
