//! `mcp-errors probe --follow`.

use crate::run::run;
use crate::server::{response, serve_each};
use serde_json::Value;

const JSON: &str = "application/json";

/// Probes a server that sends these responses, one after the other.
fn follow(responses: &[String], options: &[&str]) -> (i32, Vec<Value>, Vec<String>) {
    let (url, requests) = serve_each(responses);
    let ran = run(["probe", "--follow", "--json", &url].into_iter().chain(options.iter().copied()), b"");
    (ran.status, ran.json_lines(), requests.try_iter().collect())
}

fn actions(steps: &[Value]) -> Vec<&str> {
    steps.iter().map(|step| step["advice"]["action"].as_str().unwrap_or("none")).collect()
}

fn error(id: usize, code: i64, data: &str) -> String {
    format!(r#"{{"jsonrpc":"2.0","id":{id},"error":{{"code":{code},"message":"m","data":{data}}}}}"#)
}

#[test]
fn sends_another_version_and_declares_what_is_missing() {
    let result = r#"{"jsonrpc":"2.0","id":3,"result":{"supportedVersions":["2026-07-28"],"capabilities":{}}}"#;
    let (status, steps, requests) = follow(
        &[
            response(400, JSON, &error(1, -32022, r#"{"supported":["2026-07-28"],"requested":"DRAFT"}"#)),
            response(400, JSON, &error(2, -32021, r#"{"requiredCapabilities":{"roots":{}}}"#)),
            response(200, JSON, result),
        ],
        &["--protocol-version", "DRAFT"],
    );
    assert_eq!((status, actions(&steps)), (0, vec!["retry_with_version", "declare_capabilities", "go_on"]), "{steps:?}");
    assert!(requests[0].contains("mcp-protocol-version: DRAFT") && requests[1].contains("mcp-protocol-version: 2026-07-28"));
    assert!(requests[2].contains(r#""io.modelcontextprotocol/clientCapabilities":{"roots":{}}"#) && requests[2].contains(r#""id":3"#));
    assert_eq!(steps[0]["next"], "send server/discover with protocol version \"2026-07-28\"");
    assert_eq!(steps[2]["next"], "nothing: a client sends its requests with protocol version \"2026-07-28\"");
    assert_eq!(steps.iter().map(|step| step["step"].as_u64().unwrap()).collect::<Vec<_>>(), [1, 2, 3]);
}

#[test]
fn initializes_a_legacy_server_and_ends_its_session() {
    let result = r#"{"jsonrpc":"2.0","id":2,"result":{"protocolVersion":"2025-11-25","capabilities":{}}}"#;
    let session = response(200, JSON, result).replace("Content-Type", "Mcp-Session-Id: s-1\r\nContent-Type");
    let (status, steps, requests) = follow(&[response(400, "text/plain", "no"), session, response(200, JSON, "")], &[]);
    assert_eq!((status, actions(&steps)), (0, vec!["initialize", "go_on"]), "{steps:?}");
    assert!(requests[1].contains(r#""method":"initialize""#), "{requests:?}");
    assert!(requests[2].starts_with("DELETE /mcp ") && requests[2].contains("mcp-session-id: s-1"), "{requests:?}");
}

#[test]
fn finds_the_older_http_transport() {
    let stream = "HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\n\r\nevent: endpoint\ndata: /messages?id=1\n\n";
    let (status, steps, requests) = follow(&[response(404, "text/plain", "no"), response(405, "text/plain", "no"), stream.to_owned()], &[]);
    assert_eq!((status, actions(&steps)), (0, vec!["initialize", "try_http_sse", "none"]), "{steps:?}");
    assert_eq!((&steps[2]["outcome"], &steps[2]["endpoint"]), (&"endpoint".into(), &"/messages?id=1".into()));
    assert!(requests[2].starts_with("GET /mcp "), "{requests:?}");
}

#[test]
fn waits_and_stops_when_it_has_waited_often_enough() {
    let busy = response(429, "text/plain", "").replace("Content-Type", "Retry-After: 0\r\nContent-Type");
    let (status, steps, _) = follow(&[busy.clone(), busy.clone(), busy.clone(), busy], &[]);
    assert_eq!((status, actions(&steps)), (1, vec!["back_off"; 3]), "{steps:?}");
    assert_eq!(steps[2]["next"], "nothing: the tool has waited often enough");
    let later = response(503, "text/plain", "").replace("Content-Type", "Retry-After: 3600\r\nContent-Type");
    let (_, steps, _) = follow(&[later], &[]);
    assert_eq!(steps[0]["next"], "nothing: the wait of 3600000 milliseconds is longer than --timeout");
}

#[test]
fn stops_when_a_person_is_needed() {
    let (status, steps, _) = follow(&[response(401, JSON, "{}")], &[]);
    assert_eq!((status, actions(&steps)), (1, vec!["authenticate"]));
    assert!(steps[0]["next"].as_str().unwrap().contains("--header"), "{steps:?}");
}

#[test]
fn goes_from_step_to_step_over_stdio_too() {
    let script = r#"read a; echo '{"jsonrpc":"2.0","id":1,"error":{"code":-32601,"message":"m"}}'
        read b; case $b in *'"method":"initialize"'*'"protocolVersion":"2025-11-25"'*)
        echo '{"jsonrpc":"2.0","id":2,"result":{"protocolVersion":"2025-11-25","capabilities":{}}}';; esac; cat >/dev/null"#;
    let ran = run(["probe", "--follow", "--stdio", "--", "sh", "-c", script], b"");
    assert_eq!(ran.status, 0, "{ran:?}");
    let headings: Vec<&str> = ran.out.lines().filter(|line| line.starts_with("Step ")).collect();
    let version = |method, version| format!("{method} with protocol version \"{version}\"");
    assert_eq!(
        headings,
        [format!("Step 1: {}", version("server/discover", "2026-07-28")), format!("Step 2: {}", version("initialize", "2025-11-25"))]
    );
    // A server that closes its output is started again.
    let script = r#"read a; case $a in *initialize*) echo '{"jsonrpc":"2.0","id":2,"result":{"protocolVersion":"2025-11-25","capabilities":{}}}';; esac"#;
    let ran = run(["probe", "--follow", "--json", "--stdio", "--", "sh", "-c", script], b"");
    let steps = ran.json_lines();
    assert_eq!((ran.status, actions(&steps)), (0, vec!["initialize", "go_on"]), "{steps:?}");
}
