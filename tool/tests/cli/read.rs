//! Responses from a file and from standard input.

use crate::run::{input, responses, run};
use std::path::Path;

#[test]
fn real_responses_are_what_the_rules_say() {
    for row in responses() {
        let (options, text) = input(&row);
        let expect = &row["expect"];
        let ran = run(options.iter().copied().chain(["--json"]), text.as_bytes());
        let got = ran.json();
        assert_eq!((ran.status, got["outcome"].as_str()), (1, Some("error")), "{row} {ran:?}");
        for name in ["kind", "code", "message", "http_status", "well_formed", "modern", "modern_http"] {
            assert_eq!(got["view"][name], expect[name], "{name} of {row} {ran:?}");
        }
        assert_eq!(got["era"], expect["era"], "{row} {ran:?}");
        assert!(ran.out.is_ascii() && ran.err.is_empty(), "{ran:?}");
    }
}

#[test]
fn explains_real_responses_in_words() {
    for row in responses().iter().step_by(7) {
        let (options, text) = input(row);
        let ran = run(options, text.as_bytes());
        assert_eq!((ran.status, ran.err.as_str()), (1, ""), "{ran:?}");
        assert!(ran.out.starts_with(&format!("{}: ", row["expect"]["kind"].as_str().unwrap())), "{ran:?}");
        let code = row["expect"]["code"].as_i64().map_or("none".to_owned(), |code| code.to_string());
        assert!(ran.line("code").starts_with(&code), "{ran:?}");
        let era = match row["expect"]["era"].as_str().unwrap() {
            "inconclusive" => "unknown",
            "modern_without_discover" => "modern, without server/discover",
            other => other,
        };
        assert!(ran.line("server").starts_with(era), "{ran:?}");
        ran.line("what to do");
        ran.assert_visible();
    }
}

#[test]
fn finds_the_first_wrong_byte_of_bad_json() {
    for (text, offset, line, column) in [
        ("{\"jsonrpc\":\"2.0\",\n\"error\":{\"code\":-32022 \"x\"}}", 41, 2, 24),
        ("<html>", 0, 1, 1),
        ("{\"error\":", 9, 1, 10),
        ("{\"error\":{}}\n\n x", 15, 3, 2),
        ("{\"error\":NaN}", 9, 1, 10),
    ] {
        let ran = run([], text.as_bytes());
        assert_eq!(ran.status, 1, "{ran:?}");
        assert_eq!(ran.line("not JSON"), format!("the first wrong byte is byte {offset}, line {line}, column {column}"));
        let bad = run(["--json"], text.as_bytes()).json()["bad_json"].clone();
        assert_eq!(bad, serde_json::json!({"offset": offset, "line": line, "column": column}));
        let lines: Vec<&str> = ran.out.lines().collect();
        let place = lines.iter().position(|line| line.trim() == "^").expect("a mark");
        let shown = &lines[place - 1][lines[place].find('^').unwrap()..];
        let rest = text[offset..].escape_debug().to_string().replace("\\\"", "\"");
        assert!(rest.starts_with(shown.trim_end_matches("...")), "{shown:?} of {rest:?}");
    }
    let ran = run(["--error"], b"{\"code\":}");
    assert_eq!((ran.status, ran.err.as_str()), (2, "mcp-errors: the error member is not JSON: see byte 8\n"));
}

#[test]
fn names_what_is_malformed() {
    let ran = run(["--error"], br#"{"code":-32021,"message":"m","data":{"requiredCapabilities":{"extensions":{"a":1}}}}"#);
    assert_eq!(ran.line("well formed"), "no: a member of extensions is not an object");
    assert!(ran.out.contains("-32021 is a modern code, but proves nothing"), "{ran:?}");
    let ran = run([], br#"{"error":{"code":-32022,"message":7}}"#);
    assert!(ran.line("well formed").starts_with("no: message is not a string"), "{ran:?}");
    let ran = run([], br#"{"error":{"code":"-32022","message":"m"}}"#);
    assert_eq!(ran.line("well formed"), "no: code is not an integer");
    let ran = run([], br#"{"error":{"code":-32003,"message":"m"}}"#);
    assert!(ran.line("code").contains("MissingRequiredClientCapability, which is now -32021"), "{ran:?}");
    assert_eq!(run(["--json"], br#"{"error":{"code":-32003,"message":"m"}}"#).json()["draft_name"], "MissingRequiredClientCapability");
}

#[test]
fn detects_an_http_response_by_its_status_line() {
    let response = "HTTP/1.1 403 Forbidden\r\nWWW-Authenticate: Bearer error=\"insufficient_scope\", scope=\"a b\"\r\n\r\n{}";
    let ran = run([], response.as_bytes());
    assert!(ran.out.starts_with("InsufficientScopeError: "), "{ran:?}");
    assert_eq!((ran.line("scope"), ran.line("HTTP status")), ("\"a b\"", "403"));
    let events = "HTTP/2 200\ncontent-type: text/event-stream\n\ndata: {\"error\":{\"code\":-32020,\"message\":\"m\"}}\n\n";
    assert_eq!(run(["--json"], events.as_bytes()).json()["view"]["kind"], "HeaderMismatchError");
    // A body alone is a message; with --status it is an HTTP response.
    let body = b"data: {\"jsonrpc\":\"2.0\",\"error\":{\"code\":-32601,\"message\":\"m\"}}\n\n";
    assert_eq!(run(["--json"], body).json()["view"]["http_status"], serde_json::Value::Null);
    let options = ["--json", "--status", "404", "--header", "Content-Type: text/event-stream"];
    assert_eq!(run(options, body).json()["era"], "modern_without_discover");
    assert_eq!(run(["--message"], response.as_bytes()).line("not JSON"), "the first wrong byte is byte 0, line 1, column 1");
    assert_eq!(run(["--http"], b"{}").status, 2);
}

#[test]
fn a_result_is_not_an_error() {
    let ran = run([], br#"{"jsonrpc":"2.0","id":1,"result":{}}"#);
    assert_eq!((ran.status, ran.out.lines().next()), (0, Some("Result: not an error")));
    assert!(!ran.out.contains("note"), "{ran:?}");
    let probe = br#"{"jsonrpc":"2.0","id":1,"result":{"supportedVersions":["2026-07-28"],"capabilities":{}}}"#;
    let ran = run([], probe);
    assert_eq!((ran.status, ran.line("server"), ran.line("what to do")), (0, "modern", "go_on (agreed)"), "{ran:?}");
    assert!(ran.line("note").starts_with("The tool takes this for the response to server/discover"), "{ran:?}");
    let ran = run(["--purpose", "request"], probe);
    assert!(ran.status == 0 && !ran.out.contains("what to do"), "{ran:?}");
    let legacy = br#"{"jsonrpc":"2.0","id":1,"result":{"supportedVersions":["2025-11-25","2025-06-18"],"capabilities":{}}}"#;
    let got = run(["--json"], legacy).json();
    assert_eq!((&got["outcome"], &got["era"], &got["advice"]["action"]), (&"result".into(), &"legacy".into(), &"initialize".into()));
    let none = br#"{"jsonrpc":"2.0","id":1,"result":{"supportedVersions":["1999-01-01"],"capabilities":{}}}"#;
    let ran = run([], none);
    assert_eq!((ran.status, ran.line("what to do")), (1, "give_up (no_common_version)"), "{ran:?}");
    let initialize = br#"{"jsonrpc":"2.0","id":1,"result":{"protocolVersion":"2025-06-18","capabilities":{}}}"#;
    assert_eq!(run([], initialize).line("version"), "\"2025-06-18\"");
    let ran = run(["--purpose", "initialize"], br#"{"jsonrpc":"2.0","id":1,"result":{}}"#);
    assert!(ran.line("note").contains("result.protocolVersion must be a string"), "{ran:?}");
}

#[test]
fn names_results_that_are_not_answers() {
    let ran = run(
        [],
        br#"{"jsonrpc":"2.0","id":1,"result":{"isError":true,"content":[{"type":"image"},{"type":"text","text":"no \u001b[2J"}]}}"#,
    );
    assert_eq!((ran.status, ran.out.lines().next()), (0, Some("Result: the tool failed, which is not a protocol error")), "{ran:?}");
    assert_eq!(ran.line("content"), "\"no \\u{1b}[2J\"");
    ran.assert_visible();
    assert_eq!(run(["--json"], br#"{"id":1,"result":{"isError":true}}"#).json()["tool_error"], "");
    assert_eq!(run(["--json"], br#"{"id":1,"result":{"isError":1}}"#).json()["tool_error"], serde_json::Value::Null);

    let required = br#"{"jsonrpc":"2.0","id":1,"result":{"resultType":"input_required","inputRequests":{"a":{"method":"elicitation/create","params":{}}}}}"#;
    let ran = run([], required);
    assert_eq!((ran.status, ran.line("what to do")), (1, "answer_inputs (input_required)"), "{ran:?}");
    assert!(ran.out.starts_with("InputRequiredError: ") && ran.line("note").contains("tools/call; --method"), "{ran:?}");
    let ran = run(["--method", "tools/list"], required);
    assert!(ran.out.starts_with("InvalidResultError: "), "{ran:?}");
    assert_eq!(ran.line("well formed"), "no: this method cannot require input");
    let ran = run(["--purpose", "probe"], br#"{"jsonrpc":"2.0","id":1,"result":{"supportedVersions":[]}}"#);
    assert_eq!(ran.line("well formed"), "no: result.capabilities is not an object");
}

#[test]
fn shows_an_error_that_is_not_an_object() {
    let ran = run([], br#"{"jsonrpc":"2.0","id":1,"error":"out of \u001b cheese"}"#);
    assert_eq!(ran.line("error"), r#""out of \u001b cheese" (JSON-RPC requires an object)"#, "{ran:?}");
    assert!(ran.out.starts_with("ServerError: ") && ran.line("well formed") == "no: error is not an object", "{ran:?}");
    assert_eq!(run(["--json"], br#"[{"error":["a b"]}]"#).json()["error_member"], serde_json::json!(["a b"]));
    assert_eq!(run([], br#"{"error":{"code":-1}}"#).line("message"), "none");
    assert_eq!(run([], br#"{"error":{"code":-1,"message":{"a": "b  c"}}}"#).line("message"), r#"{"a":"b  c"} (not a string)"#);
    let ran = run([], b"HTTP/1.1 200 OK\r\n\r\n{\"error\":\"boom\"}");
    assert_eq!(ran.line("error"), "\"boom\" (JSON-RPC requires an object)");
}

#[test]
fn notes_what_is_unusual_about_a_message() {
    for (text, part) in [
        (&br#"[{"jsonrpc":"2.0","id":1,"error":{"code":-1,"message":"m"}}]"#[..], "The response is the only element of an array."),
        (br#"[{"jsonrpc":"2.0","id":1,"result":{}}]"#, "The response is the only element of an array."),
        (br#"[{"jsonrpc":"2.0","id":1,"result":{}},{}]"#, "It is a JSON array."),
        (b"Content-Length: 2\r\n\r\n{}", "as in the Language Server Protocol"),
        (br#"{"id":1,"result":{}}"#, "does not have the member \"jsonrpc\":\"2.0\""),
        (br#"{"jsonrpc":"2.0","id":1,"result":{},"error":{"code":1,"message":"m"}}"#, "both a result and an error"),
        (br#"{"jsonrpc":"2.0","id":1,"method":"m"}"#, "It is a JSON-RPC request"),
        (br#"{"jsonrpc":"2.0","method":"m"}"#, "It is a JSON-RPC notification"),
        (b"7", "It is JSON, but not a JSON-RPC message."),
    ] {
        let ran = run([], text);
        assert!(ran.line("note").contains(part), "{part} {ran:?}");
    }
    let ran = run(["--transport", "stdio"], br#"{"jsonrpc":"2.0","id":1,"result":{}}"#);
    assert!(ran.line("note").starts_with("There is no line feed at the end."), "{ran:?}");
}

#[test]
fn a_body_that_begins_like_a_response_does_not_change_the_verdict() {
    for status in [401, 404, 500] {
        let text = format!("HTTP/1.1 {status} X\r\n\r\nHTTP/1.1 200 OK\r\n\r\n{{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{{}}}}");
        let ran = run([], text.as_bytes());
        assert_eq!((ran.status, ran.line("HTTP status")), (1, status.to_string().as_str()), "{ran:?}");
    }
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
    assert_eq!(advice(&["--tried", r#"{"declare_capabilities":2}"#], missing)["action"], "declare_capabilities");
    assert_eq!(advice(&["--tried", r#"{"declare_capabilities":3}"#], missing)["reason"], "retry_limit");
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
    assert_eq!(closed(&["--era", "modern"])["action"], "reissue");
    assert_eq!(closed(&["--purpose", "probe"])["action"], "back_off");
    assert_eq!(closed(&["--purpose", "probe", "--transport", "stdio"])["action"], "initialize");
    assert_eq!(closed(&["--context", r#"{"purpose":"probe","transport":"stdio"}"#])["action"], "initialize");
}

#[test]
fn hostile_text_stays_on_its_line() {
    let hostile = "\u{1b}]0;x\u{7}\u{1b}[2J\r\nmcp-errors: all is well\u{202e}\u{9b}31m\u{2028}\0";
    let text = serde_json::json!({"error": {"code": -1, "message": hostile, "data": {hostile: hostile}}}).to_string();
    // Escaped, and not escaped as far as JSON allows it.
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
fn cuts_or_refuses_what_is_large() {
    let text = format!(r#"{{"error":{{"code":-1,"message":"{0}","data":"{0}"}}}}"#, "x".repeat(1 << 20));
    let ran = run([], text.as_bytes());
    assert!(ran.out.len() < 4096, "{}", ran.out.len());
    assert!(ran.line("message").ends_with("x\"… (1048576 bytes in all)"));
    let refused = run(["--max-bytes", "100"], text.as_bytes());
    assert_eq!((refused.status, refused.err.as_str()), (2, "mcp-errors: standard input is longer than 100 bytes; see --max-bytes\n"));
    let deep = format!(r#"{{"error":{{"code":-1,"message":"m","data":{}1{}}}}}"#, "[".repeat(200_000), "]".repeat(200_000));
    assert_eq!(run([], deep.as_bytes()).line("message"), "\"m\"");
    assert_eq!(run([], &vec![b'['; 1_000_000]).line("not JSON"), "the first wrong byte is byte 1000000, line 1, column 1000001");
    let body = format!("HTTP/1.1 400\r\n\r\n{text}");
    assert!(run([], body.as_bytes()).out.contains("a body of more than 65536 bytes is ignored"));
}

#[test]
fn reads_a_file() {
    let directory = Path::new(env!("CARGO_TARGET_TMPDIR"));
    let file = directory.join("response.json");
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
