//! Probes of HTTP servers.

use crate::run::{Ran, run};
use crate::server::{PATIENCE, response, serve};
use std::io::Write;
use std::net::{TcpListener, TcpStream};
use std::thread;
use std::time::Duration;

/// Probes a server that sends these bytes and closes the connection.
fn probe(sent: impl Into<Vec<u8>>, options: &[&str]) -> Ran {
    let sent = sent.into();
    let (url, _requests) = serve(move |stream| drop(stream.write_all(&sent)));
    run(["probe", &url].into_iter().chain(options.iter().copied()), b"")
}

#[test]
fn sends_the_probe_of_the_revision() {
    let result = r#"{"jsonrpc":"2.0","id":1,"result":{"supportedVersions":["2026-07-28"],"capabilities":{}}}"#;
    let (url, requests) = serve(move |stream| stream.write_all(response(200, "application/json", result).as_bytes()).unwrap());
    let options = ["--header", "Authorization: Bearer t", "--declared", "{ \"roots\": {} }"];
    let ran = run(["probe", &url].into_iter().chain(options), b"");
    assert_eq!((ran.status, ran.line("server"), ran.line("supports")), (0, "modern", "\"2026-07-28\""), "{ran:?}");
    let request = requests.recv_timeout(PATIENCE).unwrap();
    let (head, body) = request.split_once("\r\n\r\n").unwrap();
    let head = head.to_ascii_lowercase();
    assert!(head.starts_with("post /mcp http/1.1\r\n"), "{head}");
    for field in [
        "content-type: application/json",
        "accept: application/json, text/event-stream",
        "mcp-protocol-version: 2026-07-28",
        "mcp-method: server/discover",
        "authorization: bearer t",
    ] {
        assert_eq!(head.lines().filter(|line| *line == field).count(), 1, "{field} in {head}");
    }
    let body: serde_json::Value = serde_json::from_str(body).unwrap();
    assert_eq!((&body["jsonrpc"], &body["id"], &body["method"]), (&"2.0".into(), &1.into(), &"server/discover".into()));
    let meta = &body["params"]["_meta"];
    assert_eq!(meta["io.modelcontextprotocol/protocolVersion"], "2026-07-28");
    assert_eq!(meta["io.modelcontextprotocol/clientCapabilities"], serde_json::json!({"roots": {}}));
    assert_eq!(meta["io.modelcontextprotocol/clientInfo"]["name"], "mcp-errors");
    // The request passes the library's own check.
    let server = r#"{"versions":["2026-07-28"],"methods":["server/discover"],
        "headers":{"mcp-protocol-version":"2026-07-28","mcp-method":"server/discover"}}"#;
    assert!(mcp_errors::check_request(body.to_string().as_bytes(), server.as_bytes()).unwrap().is_none());
}

#[test]
fn explains_every_sort_of_response() {
    let missing = r#"{"jsonrpc":"2.0","id":1,"error":{"code":-32021,"message":"m","data":{"requiredCapabilities":{"roots":{}}}}}"#;
    let unknown = r#"{"jsonrpc":"2.0","id":1,"error":{"code":-32601,"message":"m"}}"#;
    let events = format!("event: message\r\ndata: {missing}\r\n\r\n");
    let json = "application/json";
    for (sent, status, kind, era, action) in [
        (response(400, json, missing), 1, "MissingRequiredClientCapabilityError", "modern", "declare_capabilities"),
        (response(200, "text/event-stream", &events), 1, "MissingRequiredClientCapabilityError", "modern", "declare_capabilities"),
        (response(401, json, "{}"), 1, "ConnectionError", "inconclusive", "authenticate"),
        (response(404, json, unknown), 0, "MethodNotFoundError", "modern_without_discover", "continue_without_discover"),
        (response(200, json, unknown), 1, "MethodNotFoundError", "legacy", "initialize"),
        (response(400, "text/plain", "Bad Request"), 1, "ServerError", "legacy", "initialize"),
        (response(503, "text/html", "<html>"), 1, "TransientServerError", "inconclusive", "back_off"),
        (response(307, json, ""), 1, "ServerError", "inconclusive", "give_up"),
        (response(200, json, ""), 1, "ResponseStreamClosedError", "inconclusive", "back_off"),
        (response(200, "text/html", "<html>"), 1, "TransportError", "inconclusive", "give_up"),
        (response(202, json, ""), 1, "TransportError", "inconclusive", "initialize"),
        (response(999, json, ""), 1, "TransientServerError", "inconclusive", "back_off"),
    ] {
        let ran = probe(sent.clone(), &["--json"]);
        let got = ran.json();
        assert_eq!(ran.status, status, "{sent} {ran:?}");
        assert_eq!((&got["view"]["kind"], &got["era"], &got["advice"]["action"]), (&kind.into(), &era.into(), &action.into()), "{sent}");
        assert_eq!((&got["transport"], &got["context"]["purpose"]), (&"http".into(), &"probe".into()));
    }
    let plain = probe(response(400, "text/plain", "Bad\x1b[2J Request"), &[]);
    assert_eq!((plain.line("not JSON"), plain.line("server")), ("the first wrong byte is byte 0, line 1, column 1", "legacy"));
    plain.assert_visible();
    let moved = probe("HTTP/1.1 302 F\r\nLocation: http://other/\x1b\r\nContent-Length: 0\r\n\r\n".replace('\x1b', "\u{80}"), &[]);
    moved.assert_visible();
    assert_eq!(moved.line("redirects to"), "\"http://other/\\u{80}\"");
    let foreign = probe(response(200, json, &unknown.replace("\"id\":1", "\"id\":\"7\"")), &[]);
    assert!(foreign.line("note").starts_with("The id is \"7\", but the request has the id 1."), "{foreign:?}");
    let string = probe(response(200, json, &unknown.replace("\"id\":1", "\"id\":\"1\"")), &[]);
    assert!(string.line("note").starts_with("The id is the string \"1\", but the request has the number 1."), "{string:?}");
}

#[test]
fn reads_chunks_and_retry_after() {
    let sent = "HTTP/1.1 429 X\r\nRetry-After: 7\r\nTransfer-Encoding: chunked\r\n\r\n3\r\n{\"e\r\n9\r\nrror\":{}}\r\n0\r\n\r\n";
    let got = probe(sent, &["--json"]).json();
    assert_eq!((&got["advice"]["delay_ms"], &got["view"]["message"]), (&7000.into(), &"Unknown server error".into()));
}

#[test]
fn reads_an_open_stream_to_its_response() {
    let (url, _requests) = serve(|stream| {
        stream.write_all(b"HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\n\r\n:hello\n\ndata: {\"method\":\"n\"}\n\n").unwrap();
        thread::sleep(Duration::from_millis(50));
        stream.write_all(b"data: {\"id\":1,\"error\":{\"code\":-32020,\"message\":\"m\"}}\n\n").unwrap();
        thread::sleep(PATIENCE);
    });
    let ran = run(["probe", &url, "--timeout", "15"], b"");
    assert!(ran.out.starts_with("HeaderMismatchError: ") && ran.took < Duration::from_secs(10), "{ran:?}");
}

#[test]
fn waits_as_long_as_the_timeout() {
    let silent: fn(&mut TcpStream) = |_| thread::sleep(PATIENCE);
    let headers: fn(&mut TcpStream) = |stream| {
        stream.write_all(b"HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n{").unwrap();
        thread::sleep(PATIENCE);
    };
    let drops: fn(&mut TcpStream) = |stream| {
        stream.write_all(b"HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\n\r\n").unwrap();
        while stream.write_all(b":\n\n").is_ok() {
            thread::sleep(Duration::from_millis(20));
        }
    };
    for server in [silent, headers, drops] {
        let (url, _requests) = serve(server);
        let ran = run(["probe", "--timeout", "0.5", &url, "--json"], b"");
        let got = ran.json();
        assert_eq!((ran.status, &got["view"]["kind"], &got["era"]), (1, &"RequestTimeoutError".into(), &"inconclusive".into()), "{ran:?}");
        assert_eq!((&got["view"]["local"], &got["advice"]["action"]), (&true.into(), &"back_off".into()));
        assert!(ran.took > Duration::from_millis(450) && ran.took < Duration::from_secs(8), "{ran:?}");
    }
}

#[test]
fn an_incomplete_response_is_no_response() {
    let ran = probe("HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n{\"error\"", &[]);
    assert!(ran.status == 1 && ran.out.starts_with("ResponseStreamClosedError: "), "{ran:?}");
    assert!(ran.line("note").starts_with("The body ended too early, after 8 bytes"), "{ran:?}");
    // Outside 2xx the status decides.
    let ran = probe("HTTP/1.1 503 X\r\nContent-Length: 100\r\n\r\nx", &["--json"]);
    assert_eq!(ran.json()["view"]["kind"], "TransientServerError");
    assert_eq!(probe("", &["--json"]).json()["view"]["kind"], "ResponseStreamClosedError");
}

#[test]
fn names_what_is_not_http_or_too_large() {
    let ran = probe("SSH-2.0-x\x1b[2J\r\n\r\n", &[]);
    assert!(ran.status == 1 && ran.out.starts_with("TransportError: "), "{ran:?}");
    ran.assert_visible();
    let large = response(200, "application/json", &"x".repeat(5000));
    let ran = probe(large, &["--max-bytes", "1000", "--json"]);
    assert_eq!((ran.status, &ran.json()["view"]["kind"]), (1, &"ResponseTooLargeError".into()), "{ran:?}");
    let endless = |stream: &mut TcpStream| {
        let _ = stream.write_all(b"HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\n\r\n");
        while stream.write_all(&[b'x'; 65536]).is_ok() {}
    };
    let (url, _requests) = serve(endless);
    let ran = run(["probe", &url, "--json", "--timeout", "20"], b"");
    assert_eq!(ran.json()["view"]["kind"], "ResponseTooLargeError", "{ran:?}");
}

#[test]
fn a_server_that_cannot_be_reached_gives_exit_status_2() {
    // This port was free a moment ago.
    let port = TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().port();
    let url = format!("http://127.0.0.1:{port}/mcp");
    let ran = run(["probe", &url], b"");
    assert!(ran.status == 2 && ran.out.starts_with("ConnectionError: the request could not be delivered"), "{ran:?}");
    assert!(ran.line("reason").to_lowercase().contains("refused"), "{ran:?}");
    let got = run(["probe", &url, "--json"], b"").json();
    assert_eq!((&got["advice"]["action"], &got["era"], &got["view"]["local"]), (&"back_off".into(), &"inconclusive".into(), &true.into()));
    // The server does not use TLS.
    let (url, _requests) = serve(|stream| drop(stream.write_all(b"HTTP/1.1 400 X\r\n\r\n")));
    let ran = run(["probe", &url.replace("http:", "https:"), "--timeout", "5"], b"");
    assert!(ran.status == 2 && ran.out.starts_with("ConnectionError: "), "{ran:?}");
}

#[test]
fn shows_the_challenge_of_a_refusal() {
    let challenge = r#"Bearer error="invalid_token", scope="a b", error_description="No \"token\"", resource_metadata="https://u:pw@h/r""#;
    for status in [401, 403] {
        let sent = format!("HTTP/1.1 {status} X\r\nWWW-Authenticate: {challenge}\r\nContent-Length: 0\r\n\r\n");
        let ran = probe(sent, &[]);
        assert_eq!((ran.line("challenge"), ran.line("scope")), ("\"invalid_token\"", "\"a b\""), "{ran:?}");
        assert_eq!((ran.line("description"), ran.line("metadata")), (r#""No \"token\"""#, "\"https://u:***@h/r\""));
    }
}

#[test]
fn notes_a_content_encoding() {
    let sent = "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Encoding: gzip\r\nContent-Length: 2\r\n\r\n\x1f\x7f";
    let ran = probe(sent, &[]);
    assert!(ran.out.starts_with("TransportError: ") && ran.line("note").contains("Content-Encoding \"gzip\""), "{ran:?}");
    let ran = probe(sent.replace("gzip", "identity"), &["--json"]);
    assert_eq!(ran.json()["notes"], serde_json::json!([]));
}

#[test]
fn sends_the_password_of_the_url_and_never_prints_it() {
    let body = r#"{"jsonrpc":"2.0","id":1,"error":{"code":-1,"message":"m"}}"#;
    let (url, requests) = serve(move |stream| stream.write_all(response(400, "application/json", body).as_bytes()).unwrap());
    let ran = run(["probe", &url.replace("http://", "http://user:s3cret@")], b"");
    assert!(!ran.out.contains("s3cret") && !ran.err.contains("s3cret"), "{ran:?}");
    assert!(requests.recv_timeout(PATIENCE).unwrap().to_ascii_lowercase().contains("authorization: basic"));
}

#[test]
fn begins_with_initialize_if_the_purpose_says_so() {
    let body = r#"{"jsonrpc":"2.0","id":1,"result":{"protocolVersion":"2025-06-18","capabilities":{},"serverInfo":{}}}"#;
    let (url, requests) = serve(move |stream| stream.write_all(response(200, "application/json", body).as_bytes()).unwrap());
    let ran = run(["probe", &url, "--purpose", "initialize"], b"");
    assert_eq!((ran.status, ran.line("server"), ran.line("what to do")), (0, "legacy", "go_on (agreed)"), "{ran:?}");
    let request = requests.recv_timeout(PATIENCE).unwrap();
    assert!(!request.to_ascii_lowercase().contains("mcp-method"), "{request}");
    assert!(request.contains(r#""method":"initialize","params":{"protocolVersion":"2025-11-25""#), "{request}");
}
