//! Probes of stdio servers, small scripts of the shell.

use crate::run::{Ran, run};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

/// The tool's word on a server that is a script of the shell.
fn probe(script: &str, options: &[&str]) -> Ran {
    run(["probe", "--stdio"].into_iter().chain(options.iter().copied()).chain(["--", "sh", "-c", script, "server"]), b"")
}

fn scratch(name: &str) -> PathBuf {
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("{name}-{}", std::process::id()));
    let _ = std::fs::remove_file(&path);
    path
}

#[test]
fn a_legacy_server_is_spoken_to_by_handshake() {
    let script = r#"read line; echo '{"jsonrpc":"2.0","id":1,"error":{"code":-32601,"message":"Method not found"}}'; cat >/dev/null"#;
    let ran = probe(script, &["--json"]);
    let got = ran.json();
    assert_eq!((ran.status, &got["view"]["kind"], &got["era"]), (1, &"MethodNotFoundError".into(), &"legacy".into()), "{ran:?}");
    assert_eq!(
        (&got["advice"]["action"], &got["transport"], &got["notes"]),
        (&"initialize".into(), &"stdio".into(), &serde_json::json!([]))
    );
    assert!(probe(script, &[]).out.contains("Over stdio -32601 shows nothing"));
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
fn what_stands_before_the_answer_is_passed_over() {
    let script = r#"read line
        echo 'Server listening'
        printf '\n\033[2J noise\r\n'
        echo '{"jsonrpc":"2.0","method":"notifications/message","params":{}}'
        echo '{"jsonrpc":"2.0","id":"other","result":{}}'
        printf '{"jsonrpc":"2.0","id":1,"error":{"code":-32020,"message":"m"}}\r\n'"#;
    let ran = probe(script, &[]);
    assert!(ran.out.starts_with("HeaderMismatchError: "), "{ran:?}");
    assert!(ran.out.contains("2 lines on standard output are no JSON-RPC"), "{ran:?}");
    assert!(ran.out.contains("A response with the id \"other\", which nobody asked for, was passed over."), "{ran:?}");
    ran.assert_visible();
    let parse_error = r#"read line; echo '{"jsonrpc":"2.0","id":null,"error":{"code":-32700,"message":"m"}}'"#;
    assert_eq!(probe(parse_error, &["--json"]).json()["view"]["code"], -32700);
    let result = r#"read line; echo '{"jsonrpc":"2.0","id":1,"result":{"supportedVersions":["2026-07-28"]}}'"#;
    let ran = probe(result, &[]);
    assert_eq!((ran.status, ran.line("server")), (0, "modern"), "{ran:?}");
}

#[test]
fn silence_is_legacy_and_bounded() {
    for script in ["sleep 60", "trap '' TERM; while :; do sleep 1; done", "cat >/dev/null"] {
        let ran = probe(script, &["--timeout", "0.3", "--json"]);
        let got = ran.json();
        assert_eq!((ran.status, &got["view"]["kind"], &got["era"]), (1, &"RequestTimeoutError".into(), &"legacy".into()), "{ran:?}");
        assert_eq!(got["advice"]["action"], "initialize");
        assert!(ran.took < Duration::from_secs(8), "{ran:?}");
    }
}

#[test]
fn a_server_that_ends_at_once_is_seen_to_end() {
    let ran = probe("echo 'no such \u{1b}[31mmodule' >&2; exit 3", &[]);
    assert!(ran.status == 1 && ran.out.starts_with("ResponseStreamClosedError: ") && ran.line("server") == "legacy", "{ran:?}");
    assert!(ran.out.contains("The server ended by itself: exit status: 3."), "{ran:?}");
    assert!(ran.out.contains(r#"It wrote on standard error: "no such \u{1b}[31mmodule""#), "{ran:?}");
    ran.assert_visible();
}

#[test]
fn too_much_is_not_read() {
    let ran = probe("cat /dev/zero | tr '\\0' x", &["--json", "--timeout", "20"]);
    assert_eq!((ran.status, &ran.json()["view"]["kind"]), (1, &"ResponseTooLargeError".into()), "{ran:?}");
    let ran = probe("while :; do echo '{\"method\":\"n\"}'; done", &["--json", "--max-bytes", "100000", "--timeout", "20"]);
    assert_eq!(ran.json()["view"]["kind"], "ResponseTooLargeError", "{ran:?}");
    let ran = probe("while :; do echo noise >&2; done", &["--timeout", "0.3", "--json"]);
    assert_eq!(ran.json()["view"]["kind"], "RequestTimeoutError", "{ran:?}");
}

/// The server and what it started are gone afterwards.
#[test]
#[cfg(target_os = "linux")]
fn nothing_is_left_running() {
    let file = scratch("numbers");
    let script = format!("trap '' TERM; (trap '' TERM; exec sleep 120) & echo $$ $! >'{}'; read line; wait", file.display());
    let ran = probe(&script, &["--timeout", "0.5"]);
    assert!(ran.out.starts_with("RequestTimeoutError"), "{ran:?}");
    // The answer came, the server ends at once, and leaves something behind that holds its output open.
    let other = scratch("left");
    let answer = r#"{"jsonrpc":"2.0","id":1,"error":{"code":-32601,"message":"m"}}"#;
    probe(&format!("sleep 120 & echo $! >'{}'; read line; echo '{answer}'", other.display()), &[]);
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

/// Whether a process of the scripts runs: one that has ended stays until the process that inherited it takes note.
#[cfg(target_os = "linux")]
fn is_running(number: &str) -> bool {
    let status = std::fs::read_to_string(format!("/proc/{number}/stat")).unwrap_or_default();
    !status.contains(") Z ") && ["(sleep)", "(sh)"].iter().any(|name| status.contains(name))
}
