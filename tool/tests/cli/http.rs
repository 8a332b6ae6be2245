//! Probes of HTTP servers, which answer on the loopback interface what a test wants.

use crate::run::{Ran, run};
use std::io::{ErrorKind, Read, Write};
use std::net::{TcpListener, TcpStream};
use std::sync::mpsc::{Receiver, channel};
use std::thread;
use std::time::{Duration, Instant};

/// How long a server waits for its one client.
const PATIENCE: Duration = Duration::from_secs(20);

/// A server for one request, which it hands out, and that answers as `answer` does.
fn serve(answer: impl FnOnce(&mut TcpStream) + Send + 'static) -> (String, Receiver<String>) {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let url = format!("http://{}/mcp", listener.local_addr().unwrap());
    listener.set_nonblocking(true).unwrap();
    let (sender, requests) = channel();
    thread::spawn(move || {
        let start = Instant::now();
        let mut stream = loop {
            match listener.accept() {
                Ok((stream, _)) => break stream,
                Err(error) if error.kind() == ErrorKind::WouldBlock && start.elapsed() < PATIENCE => {
                    thread::sleep(Duration::from_millis(2));
                }
                Err(_) => return,
            }
        };
        stream.set_nonblocking(false).unwrap();
        stream.set_read_timeout(Some(PATIENCE)).unwrap();
        let _ = sender.send(request(&mut stream));
        answer(&mut stream);
    });
    (url, requests)
}

fn request(stream: &mut TcpStream) -> String {
    let mut bytes = Vec::new();
    let mut byte = [0];
    let complete = |bytes: &[u8]| {
        let text = String::from_utf8_lossy(bytes).to_ascii_lowercase();
        let Some((head, body)) = text.split_once("\r\n\r\n") else { return false };
        let length = head.lines().find_map(|line| line.strip_prefix("content-length:")?.trim().parse().ok());
        body.len() >= length.unwrap_or(0)
    };
    // A record of TLS is no request of HTTP.
    while !complete(&bytes) && bytes != [22] {
        match stream.read(&mut byte) {
            Ok(1) => bytes.push(byte[0]),
            _ => break,
        }
    }
    String::from_utf8_lossy(&bytes).into_owned()
}

/// The tool's word on a server that sends these bytes and closes.
fn probe(answer: impl Into<Vec<u8>>, options: &[&str]) -> Ran {
    let answer = answer.into();
    let (url, _requests) = serve(move |stream| drop(stream.write_all(&answer)));
    run(["probe", &url].into_iter().chain(options.iter().copied()), b"")
}

fn answer(status: u16, kind: &str, body: &str) -> String {
    format!("HTTP/1.1 {status} X\r\nContent-Type: {kind}\r\nContent-Length: {}\r\n\r\n{body}", body.len())
}

#[test]
fn a_probe_is_what_the_revision_asks_for() {
    let result = r#"{"jsonrpc":"2.0","id":1,"result":{"supportedVersions":["2026-07-28"],"capabilities":{}}}"#;
    let (url, requests) = serve(move |stream| stream.write_all(answer(200, "application/json", result).as_bytes()).unwrap());
    let options = ["--header", "Authorization: Bearer t", "--declared", "{ \"roots\": {} }"];
    let ran = run(["probe", &url].into_iter().chain(options), b"");
    assert_eq!((ran.status, ran.line("server"), ran.line("versions")), (0, "modern", "\"2026-07-28\""), "{ran:?}");
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
    // What the tool sends passes the library's own check of requests.
    let server = r#"{"versions":["2026-07-28"],"methods":["server/discover"],
        "headers":{"mcp-protocol-version":"2026-07-28","mcp-method":"server/discover"}}"#;
    assert!(mcp_errors::check_request(body.to_string().as_bytes(), server.as_bytes()).unwrap().is_none());
}

#[test]
fn answers_of_every_sort_are_understood() {
    let missing = r#"{"jsonrpc":"2.0","id":1,"error":{"code":-32021,"message":"m","data":{"requiredCapabilities":{"roots":{}}}}}"#;
    let unknown = r#"{"jsonrpc":"2.0","id":1,"error":{"code":-32601,"message":"m"}}"#;
    let events = format!("event: message\r\ndata: {missing}\r\n\r\n");
    let json = "application/json";
    for (sent, status, kind, era, action) in [
        (answer(400, json, missing), 1, "MissingRequiredClientCapabilityError", "modern", "declare_capabilities"),
        (answer(200, "text/event-stream", &events), 1, "MissingRequiredClientCapabilityError", "modern", "declare_capabilities"),
        (answer(401, json, "{}"), 1, "ConnectionError", "inconclusive", "authenticate"),
        (answer(404, json, unknown), 0, "MethodNotFoundError", "modern_without_discover", "continue_without_discover"),
        (answer(200, json, unknown), 1, "MethodNotFoundError", "legacy", "initialize"),
        (answer(400, "text/plain", "Bad Request"), 1, "ServerError", "legacy", "initialize"),
        (answer(503, "text/html", "<html>"), 1, "TransientServerError", "inconclusive", "back_off"),
        (answer(307, json, ""), 1, "ServerError", "inconclusive", "give_up"),
        (answer(200, json, ""), 1, "ResponseStreamClosedError", "inconclusive", "back_off"),
        (answer(200, "text/html", "<html>"), 1, "TransportError", "legacy", "initialize"),
    ] {
        let ran = probe(sent.clone(), &["--json"]);
        let got = ran.json();
        assert_eq!(ran.status, status, "{sent} {ran:?}");
        assert_eq!((&got["view"]["kind"], &got["era"], &got["advice"]["action"]), (&kind.into(), &era.into(), &action.into()), "{sent}");
        assert_eq!((&got["transport"], &got["context"]["purpose"]), (&"http".into(), &"probe".into()));
    }
    let plain = probe(answer(400, "text/plain", "Bad\x1b[2J Request"), &[]);
    assert_eq!((plain.line("not JSON"), plain.line("server")), ("it goes wrong at byte 0, line 1, column 1", "legacy"));
    plain.assert_visible();
    let moved = probe("HTTP/1.1 302 F\r\nLocation: http://other/\x1b\r\nContent-Length: 0\r\n\r\n".replace('\x1b', "\u{80}"), &[]);
    moved.assert_visible();
    let foreign = probe(answer(200, json, &unknown.replace("\"id\":1", "\"id\":\"7\"")), &[]);
    assert_eq!(foreign.line("note"), "The response names the id \"7\", not 1, the probe's.");
}

#[test]
fn a_chunked_answer_and_a_retry_after_are_read() {
    let sent = "HTTP/1.1 429 X\r\nRetry-After: 7\r\nTransfer-Encoding: chunked\r\n\r\n3\r\n{\"e\r\n9\r\nrror\":{}}\r\n0\r\n\r\n";
    let got = probe(sent, &["--json"]).json();
    assert_eq!((&got["advice"]["delay_ms"], &got["view"]["message"]), (&7000.into(), &"Unknown server error".into()));
}

#[test]
fn a_stream_that_stays_open_is_read_to_its_response() {
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
fn a_slow_server_is_waited_for_as_long_as_was_said() {
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
fn an_answer_that_breaks_off_did_not_come() {
    let ran = probe("HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n{\"error\"", &[]);
    assert!(ran.status == 1 && ran.out.starts_with("ResponseStreamClosedError: "), "{ran:?}");
    assert!(ran.line("note").starts_with("The body broke off after 8 bytes"), "{ran:?}");
    // Outside 2xx the status has spoken already.
    let ran = probe("HTTP/1.1 503 X\r\nContent-Length: 100\r\n\r\nx", &["--json"]);
    assert_eq!(ran.json()["view"]["kind"], "TransientServerError");
    assert_eq!(probe("", &["--json"]).json()["view"]["kind"], "ResponseStreamClosedError");
}

#[test]
fn what_is_not_http_or_too_large_is_said_so() {
    let ran = probe("SSH-2.0-x\x1b[2J\r\n\r\n", &[]);
    assert!(ran.status == 1 && ran.out.starts_with("TransportError: "), "{ran:?}");
    ran.assert_visible();
    let large = answer(200, "application/json", &"x".repeat(5000));
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
fn a_server_that_is_not_there_is_trouble() {
    // A port that was free a moment ago.
    let port = TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().port();
    let url = format!("http://127.0.0.1:{port}/mcp");
    let ran = run(["probe", &url], b"");
    assert!(ran.status == 2 && ran.out.starts_with("ConnectionError: the request could not be delivered"), "{ran:?}");
    assert!(ran.line("reason").to_lowercase().contains("refused"), "{ran:?}");
    let got = run(["probe", &url, "--json"], b"").json();
    assert_eq!((&got["advice"]["action"], &got["era"], &got["view"]["local"]), (&"back_off".into(), &"inconclusive".into(), &true.into()));
    // Nothing speaks TLS behind a plain port.
    let (url, _requests) = serve(|stream| drop(stream.write_all(b"HTTP/1.1 400 X\r\n\r\n")));
    let ran = run(["probe", &url.replace("http:", "https:"), "--timeout", "5"], b"");
    assert!(ran.status == 2 && ran.out.starts_with("ConnectionError: "), "{ran:?}");
}
