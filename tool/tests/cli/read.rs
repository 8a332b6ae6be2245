//! Answers from a file and from standard input.

use crate::run::{answers, input, run};
use std::path::Path;

#[test]
fn real_answers_are_what_the_rules_say() {
    for row in answers() {
        let (options, text) = input(&row);
        let expect = &row["expect"];
        let ran = run(options.iter().copied().chain(["--json"]), text.as_bytes());
        let got = ran.json();
        assert_eq!((ran.status, got["outcome"].as_str()), (1, Some("error")), "{row} {ran:?}");
        for name in ["kind", "code", "message", "http_status", "well_formed", "modern", "modern_http"] {
            assert_eq!(got["view"][name], expect[name], "{name} of {row} {ran:?}");
        }
        assert_eq!(got["era"], expect["era"], "{row} {ran:?}");
        assert_eq!(got["advice"]["era"], expect["era"]);
        assert!(ran.out.is_ascii() && ran.err.is_empty(), "{ran:?}");
    }
}

#[test]
fn real_answers_are_told_in_words() {
    for row in answers().iter().step_by(7) {
        let (options, text) = input(row);
        let ran = run(options, text.as_bytes());
        assert_eq!((ran.status, ran.err.as_str()), (1, ""), "{ran:?}");
        assert!(ran.out.starts_with(&format!("{}: ", row["expect"]["kind"].as_str().unwrap())), "{ran:?}");
        let code = row["expect"]["code"].as_i64().map_or("none".to_owned(), |code| code.to_string());
        assert!(ran.line("code").starts_with(&code), "{ran:?}");
        let era = match row["expect"]["era"].as_str().unwrap() {
            "inconclusive" => "not settled",
            "modern_without_discover" => "modern, without server/discover",
            other => other,
        };
        assert!(ran.line("server").starts_with(era), "{ran:?}");
        ran.line("what to do");
        ran.assert_visible();
    }
}

#[test]
fn bad_json_is_found_to_the_byte() {
    for (text, offset, line, column) in [
        ("{\"jsonrpc\":\"2.0\",\n\"error\":{\"code\":-32022 \"x\"}}", 41, 2, 24),
        ("<html>", 0, 1, 1),
        ("{\"error\":", 9, 1, 10),
        ("{\"error\":{}}\n\n x", 15, 3, 2),
        ("{\"error\":NaN}", 9, 1, 10),
    ] {
        let ran = run([], text.as_bytes());
        assert_eq!(ran.status, 1, "{ran:?}");
        assert_eq!(ran.line("not JSON"), format!("it goes wrong at byte {offset}, line {line}, column {column}"));
        let bad = run(["--json"], text.as_bytes()).json()["bad_json"].clone();
        assert_eq!(bad, serde_json::json!({"offset": offset, "line": line, "column": column}));
        let lines: Vec<&str> = ran.out.lines().collect();
        let place = lines.iter().position(|line| line.trim() == "^").expect("a mark");
        let shown = &lines[place - 1][lines[place].find('^').unwrap()..];
        let rest = text[offset..].escape_debug().to_string().replace("\\\"", "\"");
        assert!(rest.starts_with(shown.trim_end_matches("...")), "{shown:?} of {rest:?}");
    }
    let ran = run(["--error"], b"{\"code\":}");
    assert_eq!((ran.status, ran.err.as_str()), (2, "mcp-errors: the error member is not JSON: it goes wrong at byte 8\n"));
}

#[test]
fn a_malformed_error_says_what_is_wrong() {
    let ran = run(["--error"], br#"{"code":-32021,"message":"m","data":{"requiredCapabilities":{"extensions":{"a":1}}}}"#);
    assert_eq!(ran.line("well formed"), "no: a member of extensions is not an object");
    assert!(ran.out.contains("-32021 is a modern code, but proves nothing"), "{ran:?}");
    let ran = run([], br#"{"error":{"code":-32022,"message":7}}"#);
    assert!(ran.line("well formed").starts_with("no: it has no message that is a string"), "{ran:?}");
    let ran = run([], br#"{"error":{"code":"-32022","message":"m"}}"#);
    assert_eq!(ran.line("well formed"), "no: code is not an integer");
    let ran = run([], br#"{"error":{"code":-32003,"message":"m"}}"#);
    assert!(ran.line("code").contains("MissingRequiredClientCapability, which is -32021 now"), "{ran:?}");
    assert_eq!(run(["--json"], br#"{"error":{"code":-32003,"message":"m"}}"#).json()["draft_name"], "MissingRequiredClientCapability");
}

#[test]
fn a_raw_http_answer_is_known_by_its_status_line() {
    let answer = "HTTP/1.1 403 Forbidden\r\nWWW-Authenticate: Bearer error=\"insufficient_scope\", scope=\"a b\"\r\n\r\n{}";
    let ran = run([], answer.as_bytes());
    assert!(ran.out.starts_with("InsufficientScopeError: "), "{ran:?}");
    assert_eq!((ran.line("scope"), ran.line("HTTP status")), ("\"a b\"", "403"));
    let events = "HTTP/2 200\ncontent-type: text/event-stream\n\ndata: {\"error\":{\"code\":-32020,\"message\":\"m\"}}\n\n";
    assert_eq!(run(["--json"], events.as_bytes()).json()["view"]["kind"], "HeaderMismatchError");
    // A body without its header is a message; with --status it is an answer again.
    let body = b"data: {\"jsonrpc\":\"2.0\",\"error\":{\"code\":-32601,\"message\":\"m\"}}\n\n";
    assert_eq!(run(["--json"], body).json()["view"]["http_status"], serde_json::Value::Null);
    let options = ["--json", "--status", "404", "--header", "Content-Type: text/event-stream"];
    assert_eq!(run(options, body).json()["era"], "modern_without_discover");
    assert_eq!(run(["--message"], answer.as_bytes()).line("not JSON"), "it goes wrong at byte 0, line 1, column 1");
    assert_eq!(run(["--http"], b"{}").status, 2);
}

#[test]
fn a_result_is_no_error() {
    let ran = run([], br#"{"jsonrpc":"2.0","id":1,"result":{}}"#);
    assert_eq!((ran.status, ran.out.lines().next()), (0, Some("Result: this is no error")));
    let result = br#"{"jsonrpc":"2.0","id":1,"result":{"supportedVersions":["2026-07-28"]}}"#;
    let got = run(["--json"], result).json();
    assert_eq!((got["outcome"].as_str(), got["era"].as_str()), (Some("result"), Some("modern")));
    let older = br#"{"jsonrpc":"2.0","id":1,"result":{"supportedVersions":["2025-11-25","2025-06-18"]}}"#;
    assert_eq!(run(["--json"], older).json()["era"], "legacy");
}

#[test]
fn the_context_decides_the_advice() {
    let advice = |options: &[&str], error: &[u8]| run(options.iter().copied().chain(["--json", "--error"]), error).json()["advice"].clone();
    let missing = br#"{"code":-32021,"message":"m","data":{"requiredCapabilities":{"elicitation":{"url":{}}}}}"#;
    assert_eq!(advice(&[], missing)["declare"], serde_json::json!({"elicitation": {"url": {}}}));
    assert_eq!(
        advice(&["--declared", r#"{"elicitation":{}}"#], missing)["declare"]["elicitation"],
        serde_json::json!({"form": {}, "url": {}})
    );
    assert_eq!(advice(&["--supported", "{}"], missing)["reason"], "capability_unavailable");
    assert_eq!(advice(&["--attempt", "2"], missing)["reason"], "retry_limit");
    let version = br#"{"code":-32022,"message":"m","data":{"supported":["2025-11-25","2026-07-28"],"requested":"x"}}"#;
    assert_eq!(advice(&[], version)["version"], "2026-07-28");
    assert_eq!(advice(&["--client-version", "2025-11-25"], version)["action"], "initialize");
    assert_eq!(advice(&["--client-version", "1"], version)["reason"], "no_common_version");
    assert_eq!(
        advice(&["--requested-version", "2026-07-28", "--client-version", "2026-07-28"], version)["reason"],
        "version_contradiction"
    );
    let mismatch = br#"{"code":-32020,"message":"m"}"#;
    assert_eq!(advice(&["--method", "tools/call"], mismatch)["action"], "refresh_tools");
    let cursor = br#"{"code":-32602,"message":"m"}"#;
    assert_eq!(advice(&["--has-cursor"], cursor)["action"], "restart_pagination");
    assert_eq!(advice(&["--context", r#" {"has_cursor":true} "#], cursor)["action"], "restart_pagination");
    assert_eq!(advice(&["--purpose", "probe"], cursor)["action"], "initialize");
    assert_eq!(advice(&["--context", r#"{"purpose":"probe"}"#], cursor)["action"], "initialize");
    assert_eq!(advice(&["--context", r#"{"purpose":"probe"}"#, "--purpose", "request"], cursor)["action"], "give_up", "options win");
    let gone = ["--status", "404", "--era", "legacy", "--has-session"];
    assert_eq!(advice(&gone, br#"{"code":-32001,"message":"m"}"#)["action"], "new_session");
    let closed = |options: &[&str]| run(options.iter().copied().chain(["--json", "--status", "200"]), b"").json()["advice"].clone();
    assert_eq!((closed(&[])["action"].clone(), closed(&["--idempotent"])["action"].clone()), ("give_up".into(), "reissue".into()));
    assert_eq!(closed(&["--purpose", "probe"])["action"], "back_off");
    assert_eq!(closed(&["--purpose", "probe", "--transport", "stdio"])["action"], "initialize");
    assert_eq!(closed(&["--context", r#"{"purpose":"probe","transport":"stdio"}"#])["action"], "initialize");
}

#[test]
fn a_hostile_message_stays_on_its_line() {
    let nasty = "\u{1b}]0;x\u{7}\u{1b}[2J\r\nmcp-errors: all is well\u{202e}\u{9b}31m\u{2028}\0";
    let text = serde_json::json!({"error": {"code": -1, "message": nasty, "data": {nasty: nasty}}}).to_string();
    // As escapes of JSON, and as they are where JSON allows it.
    let raw = "{\"error\":{\"code\":-1,\"message\":\"\u{202e}\u{9b}2J\u{7f}\",\"data\":\r\n[\r\"\u{2066}\"]}}";
    for text in [text, raw.to_owned()] {
        let plain = run([], text.as_bytes());
        plain.assert_visible();
        assert_eq!(plain.out.lines().filter(|line| line.starts_with("mcp-errors")).count(), 0);
        let json = run(["--json"], text.as_bytes());
        json.assert_visible();
        assert_eq!(json.json()["view"]["message"], serde_json::from_str::<serde_json::Value>(&text).unwrap()["error"]["message"]);
    }
    let bytes = b"HTTP/1.1 500 \x1b[2J\r\nretry-after: \x1b[2J\xff\r\ncontent-encoding: \x1b[1m\r\n\r\n\x1b[31m\xe2\x80\xae";
    for options in [vec![], vec!["--json"], vec!["--message"]] {
        run(options, bytes).assert_visible();
    }
    run(["no\x1b[31msuch\nfile"], b"").assert_visible();
}

#[test]
fn what_is_large_is_cut_or_refused() {
    let text = format!(r#"{{"error":{{"code":-1,"message":"{0}","data":"{0}"}}}}"#, "x".repeat(1 << 20));
    let ran = run([], text.as_bytes());
    assert!(ran.out.len() < 4096, "{}", ran.out.len());
    assert!(ran.line("message").ends_with("x\"… (1048576 bytes in all)"));
    let refused = run(["--max-bytes", "100"], text.as_bytes());
    assert_eq!((refused.status, refused.err.as_str()), (2, "mcp-errors: standard input is longer than 100 bytes; see --max-bytes\n"));
    let deep = format!(r#"{{"error":{{"code":-1,"message":"m","data":{}1{}}}}}"#, "[".repeat(200_000), "]".repeat(200_000));
    assert_eq!(run([], deep.as_bytes()).line("message"), "\"m\"");
    assert_eq!(run([], &vec![b'['; 1_000_000]).line("not JSON"), "it goes wrong at byte 1000000, line 1, column 1000001");
    let body = format!("HTTP/1.1 400\r\n\r\n{text}");
    assert!(run([], body.as_bytes()).line("note").contains("no more than 65536 are looked at"));
}

#[test]
fn a_file_is_read_by_name() {
    let directory = Path::new(env!("CARGO_TARGET_TMPDIR"));
    let file = directory.join("answer.json");
    std::fs::write(&file, r#"{"error":{"code":-32601,"message":"m"}}"#).unwrap();
    let ran = run([file.to_str().unwrap()], b"");
    assert!(ran.status == 1 && ran.out.starts_with("MethodNotFoundError: "), "{ran:?}");
    assert_eq!(run(["-"], br#"{"error":{"code":-32601,"message":"m"}}"#).out, ran.out);
    for missing in [directory.join("none.json"), directory.to_path_buf()] {
        let ran = run([missing.to_str().unwrap()], b"");
        assert!(ran.status == 2 && ran.out.is_empty() && ran.err.starts_with("mcp-errors: cannot read "), "{ran:?}");
    }
    assert_eq!(run([], b" \n").err, "mcp-errors: the input is empty\n");
}
