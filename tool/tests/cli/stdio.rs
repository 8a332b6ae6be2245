//! Probes of stdio servers, which are shell scripts.

use crate::run::{Ran, run};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

/// Probes a server that is a shell script.
fn probe(script: &str, options: &[&str]) -> Ran {
    run(["probe", "--stdio"].into_iter().chain(options.iter().copied()).chain(["--", "sh", "-c", script, "server"]), b"")
}

pub fn scratch(name: &str) -> PathBuf {
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("{name}-{}", std::process::id()));
    let _ = std::fs::remove_file(&path);
    path
}

#[test]
fn a_legacy_server_gets_initialize() {
    let script = r#"read line; echo '{"jsonrpc":"2.0","id":1,"error":{"code":-32601,"message":"Method not found"}}'; cat >/dev/null"#;
    let ran = probe(script, &["--json"]);
    let got = ran.json();
    assert_eq!((ran.status, &got["view"]["kind"], &got["era"]), (1, &"MethodNotFoundError".into(), &"legacy".into()), "{ran:?}");
    assert_eq!(
        (&got["advice"]["action"], &got["transport"], &got["notes"]),
        (&"initialize".into(), &"stdio".into(), &serde_json::json!([]))
    );
    assert!(probe(script, &[]).out.contains("Over stdio, -32601 proves nothing"));
}

#[test]
fn the_probe_is_one_line_and_input_stays_open() {
    let file = scratch("probe");
    let script =
        format!("read line; printf '%s\\n' \"$line\" >'{}'; sleep 0.2; read -r more && exit 9; echo closed >>'{0}'", file.display());
    let ran = probe(&script, &["--timeout", "1", "--declared", "{\n\"roots\":\r{} }"]);
    assert!(ran.out.starts_with("RequestTimeoutError"), "input is open until the time is up: {ran:?}");
    let text = std::fs::read_to_string(&file).unwrap();
    let mut lines = text.lines();
    let request: serde_json::Value = serde_json::from_str(lines.next().unwrap()).unwrap();
    assert_eq!(request["params"]["_meta"]["io.modelcontextprotocol/clientCapabilities"], serde_json::json!({"roots": {}}));
    assert_eq!(lines.next(), Some("closed"), "then it is closed");
}

#[test]
fn skips_what_comes_before_the_response() {
    let script = r#"read line
        echo 'Server listening'
        printf '\n\033[2J noise\r\n'
        echo '{"jsonrpc":"2.0","method":"notifications/message","params":{}}'
        echo '{"jsonrpc":"2.0","id":"other","result":{}}'
        printf '{"jsonrpc":"2.0","id":1,"error":{"code":-32020,"message":"m"}}\r\n'"#;
    let ran = probe(script, &[]);
    assert!(ran.out.starts_with("HeaderMismatchError: "), "{ran:?}");
    assert!(ran.out.contains("2 lines on standard output are not JSON-RPC messages"), "{ran:?}");
    assert!(ran.out.contains("The tool skipped a response whose id is \"other\", which is not the id of the request."), "{ran:?}");
    ran.assert_visible();
    let parse_error = r#"read line; echo '{"jsonrpc":"2.0","id":null,"error":{"code":-32700,"message":"m"}}'"#;
    assert_eq!(probe(parse_error, &["--json"]).json()["view"]["code"], -32700);
    let result = r#"read line; echo '{"jsonrpc":"2.0","id":1,"result":{"supportedVersions":["2026-07-28"],"capabilities":{}}}'"#;
    let ran = probe(result, &[]);
    assert_eq!((ran.status, ran.line("server")), (0, "modern"), "{ran:?}");
}

#[test]
fn silence_means_legacy_and_ends_in_time() {
    for script in ["sleep 60", "trap '' TERM; while :; do sleep 1; done", "cat >/dev/null"] {
        let ran = probe(script, &["--timeout", "0.3", "--json"]);
        let got = ran.json();
        assert_eq!((ran.status, &got["view"]["kind"], &got["era"]), (1, &"RequestTimeoutError".into(), &"legacy".into()), "{ran:?}");
        assert_eq!(got["advice"]["action"], "initialize");
        assert!(ran.took < Duration::from_secs(8), "{ran:?}");
    }
}

#[test]
fn names_the_exit_status_of_a_server_that_exits() {
    let ran = probe("echo 'no such \u{1b}[31mmodule' >&2; exit 3", &[]);
    assert!(ran.status == 1 && ran.out.starts_with("ResponseStreamClosedError: ") && ran.line("server") == "legacy", "{ran:?}");
    assert!(ran.out.contains("The server exited: exit status: 3."), "{ran:?}");
    assert!(ran.out.contains(r#"The server wrote to standard error: "no such \u{1b}[31mmodule""#), "{ran:?}");
    ran.assert_visible();
}

#[test]
fn does_not_read_more_than_the_limit() {
    let ran = probe("cat /dev/zero | tr '\\0' x", &["--json", "--timeout", "20"]);
    assert_eq!((ran.status, &ran.json()["view"]["kind"]), (1, &"ResponseTooLargeError".into()), "{ran:?}");
    let ran = probe("while :; do echo '{\"method\":\"n\"}'; done", &["--json", "--max-bytes", "100000", "--timeout", "20"]);
    assert_eq!(ran.json()["view"]["kind"], "ResponseTooLargeError", "{ran:?}");
    let ran = probe("while :; do echo noise >&2; done", &["--timeout", "0.3", "--json"]);
    assert_eq!(ran.json()["view"]["kind"], "RequestTimeoutError", "{ran:?}");
}

/// The server and what it started are ended.
#[test]
#[cfg(target_os = "linux")]
fn nothing_is_left_running() {
    let file = scratch("numbers");
    let script = format!("trap '' TERM; (trap '' TERM; exec sleep 120) & echo $$ $! >'{}'; read line; wait", file.display());
    let ran = probe(&script, &["--timeout", "0.5"]);
    assert!(ran.out.starts_with("RequestTimeoutError"), "{ran:?}");
    // The server responds and exits, and leaves a process that holds its output open.
    let other = scratch("left");
    let response = r#"{"jsonrpc":"2.0","id":1,"error":{"code":-32601,"message":"m"}}"#;
    probe(&format!("sleep 120 & echo $! >'{}'; read line; echo '{response}'", other.display()), &[]);
    let numbers = [file, other].map(|file| std::fs::read_to_string(file).unwrap());
    for number in numbers.iter().flat_map(|text| text.split_whitespace()) {
        let start = Instant::now();
        while is_running(number) {
            assert!(start.elapsed() < Duration::from_secs(10), "{number} still runs");
            std::thread::sleep(Duration::from_millis(10));
        }
    }
    assert_eq!(numbers.iter().flat_map(|text| text.split_whitespace()).count(), 3);
}

/// Returns whether a process of the scripts runs. One that has exited may wait for its new parent.
#[cfg(target_os = "linux")]
pub fn is_running(number: &str) -> bool {
    let status = std::fs::read_to_string(format!("/proc/{number}/stat")).unwrap_or_default();
    !status.contains(") Z ") && ["(sleep)", "(sh)"].iter().any(|name| status.contains(name))
}

#[test]
fn names_an_id_that_came_back_as_a_string() {
    let ran = probe(r#"read line; echo '{"jsonrpc":"2.0","id":"1","error":{"code":-32020,"message":"m"}}'"#, &[]);
    assert!(ran.out.starts_with("HeaderMismatchError: "), "{ran:?}");
    assert!(ran.line("note").starts_with("The id is the string \"1\", but the request has the number 1."), "{ran:?}");
}

#[test]
fn names_a_response_without_a_final_line_feed() {
    let reply = r#"read line; printf '{"jsonrpc":"2.0","id":1,"error":{"code":-32020,"message":"m"}}'"#;
    let ran = probe(reply, &[]);
    assert!(ran.out.starts_with("HeaderMismatchError: ") && ran.line("note").contains("does not end with a line feed"), "{ran:?}");
    let ran = probe(&format!("{reply}; cat >/dev/null"), &["--timeout", "0.5"]);
    assert!(ran.out.starts_with("RequestTimeoutError: ") && ran.line("note").contains("without a line feed at its end"), "{ran:?}");
}

#[test]
fn names_the_framing_of_the_language_server_protocol() {
    let script =
        r#"read line; printf 'Content-Length: 60\r\n\r\n{"jsonrpc":"2.0","id":1,"error":{"code":-32601,"message":"m"}}'; cat >/dev/null"#;
    let ran = probe(script, &["--timeout", "0.5"]);
    assert!(ran.out.starts_with("RequestTimeoutError: "), "{ran:?}");
    assert!(ran.out.contains("The server writes headers as in the Language Server Protocol."), "{ran:?}");
    assert!(ran.out.contains("without a line feed at its end"), "{ran:?}");
}
