//! Memory: no public function holds more than 12 bytes for each byte that it is given, whatever the bytes are.
//!
//! `tests/serve_memory.rs` does the same for requests and input schemas.
#![allow(clippy::unwrap_used, clippy::expect_used)]

use mcp_errors::capabilities::{declare, for_input_request, is_well_formed, missing};
use mcp_errors::{
    Advice, Era, HttpResponse, HttpStatus, Kind, McpError, SseReader, check_request, message_type_of, negotiate, sse_response,
};
use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;
use std::hint::black_box;

/// The most bytes held for each byte given.
const MOST: usize = 12;
/// What a function may hold besides: its handles and lines of bounded length.
const BESIDES: usize = 2500;
/// About how many bytes the inputs have. Two sizes, since what grows doubles in steps.
const SIZES: [usize; 2] = [5_000, 7_300];

/// Counts the bytes that its thread holds. While a block grows, both its old and its new size count.
struct Counting;

thread_local! {
    // Below 0 where a thread frees what another one allocated.
    static HELD: Cell<isize> = const { Cell::new(0) };
    static PEAK: Cell<isize> = const { Cell::new(0) };
}

// SAFETY: everything is handed on to the system's allocator.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        HELD.set(HELD.get() + layout.size() as isize);
        PEAK.set(PEAK.get().max(HELD.get()));
        // SAFETY: as the caller promises.
        unsafe { System.alloc(layout) }
    }

    unsafe fn dealloc(&self, memory: *mut u8, layout: Layout) {
        HELD.set(HELD.get() - layout.size() as isize);
        // SAFETY: as the caller promises.
        unsafe { System.dealloc(memory, layout) }
    }
}

#[global_allocator]
static ALLOCATOR: Counting = Counting;

/// The most bytes held at once while `work` runs, beyond those held before.
fn peak<T>(work: impl FnOnce() -> T) -> usize {
    let before = HELD.get();
    PEAK.set(before);
    drop(black_box(work()));
    usize::try_from(PEAK.get() - before).unwrap()
}

/// What was measured, and what was over the limit.
#[derive(Default)]
struct Report(Vec<(String, f64, bool)>);

impl Report {
    fn measure<T>(&mut self, name: &str, inputs: &[&[u8]], work: impl FnOnce() -> T) {
        let given: usize = inputs.iter().map(|input| input.len()).sum();
        let held = peak(work);
        self.0.push((name.to_owned(), held.saturating_sub(BESIDES) as f64 / given.max(1) as f64, held > MOST * given + BESIDES));
    }

    /// Fails if anything was over the limit. With `--nocapture`, prints the most of each function.
    fn finish(mut self) {
        let over: Vec<_> = self.0.iter().filter(|row| row.2).map(|(name, factor, _)| format!("{name}: {factor:.1}")).collect();
        self.0.sort_by(|a, b| b.1.total_cmp(&a.1));
        let mut shown = Vec::new();
        for (name, factor, _) in &self.0 {
            let function = name.split(':').next().unwrap_or_default();
            if !shown.contains(&function) {
                shown.push(function);
                println!("{factor:5.1}  {name}");
            }
        }
        assert!(over.is_empty(), "{over:#?}");
    }
}

/// `unit`s separated by commas, `size` bytes of them. An `@` becomes a number.
fn list(unit: &str, size: usize) -> String {
    let mut text = String::new();
    for number in 0.. {
        if text.len() >= size {
            break;
        }
        text += if number > 0 { "," } else { "" };
        text += &unit.replace('@', &number.to_string());
    }
    text
}

/// The insides of objects and arrays that are worst in one way or another.
fn members(size: usize) -> Vec<(&'static str, String)> {
    let texts = [
        ("equal", r#""":0"#),
        ("equal objects", r#""":{}"#),
        ("numbered", r#""@":0"#),
        ("numbered objects", r#""@":{}"#),
        ("escaped", r#""\n@":{}"#),
        ("escaped at length", r#""\u0001\u0001\u0001@":{}"#),
    ];
    texts.map(|(name, unit)| (name, list(unit, size))).to_vec()
}

/// Strings that are worst in one way or another: an array's inside.
fn strings(size: usize) -> Vec<(&'static str, String)> {
    vec![
        ("empty", list(r#""""#, size)),
        ("short", list(r#""a""#, size)),
        ("numbered", list(r#""@""#, size)),
        ("escaped", list(r#""\n""#, size)),
        ("escaped at length", list(r#""\u0001""#, size)),
        ("lone surrogates", list(r#""\ud800""#, size)),
        ("not strings", list("0", size)),
        ("one long", format!("\"{}\"", "x".repeat(size))),
        ("one long, escaped", format!("\"{}\"", "\\n".repeat(size / 2))),
        ("one long, control characters", format!("\"{}\"", "\\u0001".repeat(size / 6))),
        ("one long, not ASCII", format!("\"{}\"", "\u{e9}".repeat(size / 2))),
    ]
}

/// Capabilities objects.
fn capabilities(size: usize) -> Vec<(String, String)> {
    let mut all = Vec::new();
    for (name, members) in members(size) {
        all.push((name.to_owned(), format!("{{{members}}}")));
        all.push((format!("{name} in extensions"), format!(r#"{{"extensions":{{{members}}}}}"#)));
        all.push((format!("{name} in elicitation"), format!(r#"{{"elicitation":{{"url":{{}},{members}}}}}"#)));
        all.push((format!("{name} in roots"), format!(r#"{{"roots":{{{members}}}}}"#)));
    }
    all
}

/// Ill-formed UTF-8 in the names or strings of a text: each `x` and digit becomes a byte that is replaced by three.
fn ill_formed(text: &str) -> Vec<u8> {
    let mut bytes = text.as_bytes().to_vec();
    let mut quoted = false;
    for byte in &mut bytes {
        quoted ^= *byte == b'"';
        if quoted && matches!(byte, b'x' | b'0'..=b'9') {
            *byte = 0xFF;
        }
    }
    bytes
}

/// Error members of every kind that has texts of its own.
fn errors(size: usize) -> Vec<(String, Vec<u8>)> {
    let mut all = Vec::new();
    let mut add = |name: String, text: String| all.push((name, text.into_bytes()));
    for (name, required) in capabilities(size) {
        add(format!("requires {name}"), format!(r#"{{"code":-32021,"message":"m","data":{{"requiredCapabilities":{required}}}}}"#));
    }
    for (name, strings) in strings(size) {
        add(format!("supports {name}"), format!(r#"{{"code":-32022,"message":"m","data":{{"supported":[{strings}],"requested":"r"}}}}"#));
        add(format!("elicitations {name}"), format!(r#"{{"code":-32042,"message":"m","data":{{"elicitations":[{strings}]}}}}"#));
        let string = strings.split(',').next().unwrap_or_default();
        add(format!("requested {name}"), format!(r#"{{"code":-32022,"message":"m","data":{{"supported":["v"],"requested":{string}}}}}"#));
        add(format!("message {name}"), format!(r#"{{"code":-32602,"message":{string}}}"#));
        add(format!("legacy {name}"), format!(r#"{{"code":-32602,"message":"m","data":{{"supported":[{strings}],"requested":"r"}}}}"#));
    }
    for (name, members) in members(size) {
        add(format!("data {name}"), format!(r#"{{"code":1,"message":"m","data":{{{members}}}}}"#));
        add(format!("message of {name}"), format!(r#"{{"code":1,"message":{{{members}}}}}"#));
    }
    add("brackets".to_owned(), format!(r#"{{"code":1,"message":"m","data":{}{}}}"#, "[".repeat(size / 2), "]".repeat(size / 2)));
    let mut broken: Vec<_> =
        all.iter().map(|(name, text)| (format!("{name}, ill-formed"), ill_formed(std::str::from_utf8(text).unwrap()))).collect();
    all.append(&mut broken);
    all.retain(|(_, json)| McpError::from_jsonrpc(json, HttpStatus::NONE).is_ok());
    all
}

/// Contexts that are worst in one way or another.
fn contexts(size: usize) -> Vec<(String, String)> {
    let mut all = vec![("empty".to_owned(), String::new())];
    for (name, strings) in strings(size) {
        for member in ["client_versions", "granted_scopes", "asked_scopes", "result_types"] {
            all.push((format!("{member} {name}"), format!(r#"{{"{member}":[{strings}]}}"#)));
        }
        let string = strings.split(',').next().unwrap_or_default();
        for member in ["requested_version", "last_event_id", "method"] {
            all.push((format!("{member} {name}"), format!(r#"{{"{member}":{string}}}"#)));
        }
    }
    for (name, capabilities) in capabilities(size) {
        for member in ["declared", "supported_caps"] {
            all.push((format!("{member} {name}"), format!(r#"{{"{member}":{capabilities}}}"#)));
        }
    }
    for (name, members) in members(size) {
        all.push((format!("host {name}"), format!(r#"{{"host":{{{members}}}}}"#)));
        all.push((format!("tried {name}"), format!(r#"{{"tried":{{{members}}}}}"#)));
    }
    all
}

/// An advice with every text that is made on first use.
fn whole(advice: Result<Advice, mcp_errors::Failure>) -> Option<Advice> {
    let advice = advice.ok()?;
    black_box(advice.json());
    Some(advice)
}

#[test]
fn the_allocator_counts() {
    assert_eq!(peak(|| vec![1_u8; 100]), 100);
    let mut vec = vec![1_u8; 100];
    assert_eq!(peak(|| vec.reserve_exact(100)), 200, "the old block counts while the new one is filled");
}

#[test]
fn errors_and_their_texts() {
    let mut report = Report::default();
    for size in SIZES {
        for (name, json) in errors(size) {
            let given = [json.as_slice()];
            let make = || McpError::from_jsonrpc(&json, HttpStatus::NONE).unwrap();
            report.measure(&format!("from_jsonrpc: {name}"), &given, make);
            let response = [br#"{"jsonrpc":"2.0","id":1,"error":"#, json.as_slice(), b"}"].concat();
            report.measure(&format!("from_response: {name}"), &given, || McpError::from_response(&response));
            report.measure(&format!("message_type_of: {name}"), &given, || message_type_of(&response));
            let event = [b"data: ", response.as_slice(), b"\n\n"].concat();
            report.measure(&format!("sse_response: {name}"), &given, || sse_response(&event).map(|data| data.map(|data| data.len())));
            for body in [&response, &event] {
                let answer = HttpResponse { status: 400, body, ..HttpResponse::default() };
                report.measure(&format!("from_http: {name}"), &given, || McpError::from_http(&answer, None));
            }
            type Read = fn(&McpError) -> usize;
            let texts: [(&str, Read); 5] = [
                ("message", |error| error.message().len()),
                ("supported", |error| error.supported().len()),
                ("supported_suffix", |error| error.supported_suffix().len()),
                ("log_line", |error| error.log_line().len()),
                ("view_json", |error| error.view_json().len()),
            ];
            // Each with the handle that it belongs to.
            for (text, read) in texts {
                report.measure(&format!("{text}: {name}"), &given, || {
                    let error = make();
                    read(&error);
                    error
                });
            }
            let error = make();
            let view = error.view_json();
            report.measure(&format!("from_view_json: {name}"), &[view.as_bytes()], || McpError::from_view_json(view.as_bytes()));
            report.measure(&format!("to_json: {name}"), &given, || error.to_json(Era::Modern));
            report.measure(&format!("to_response_json: {name}"), &given, || error.to_response_json(Era::Modern, b"1"));
        }
    }
    report.finish();
}

#[test]
fn headers_of_a_response() {
    let mut report = Report::default();
    for size in SIZES {
        for value in ["x".repeat(size), "\\x".repeat(size / 2), ",".repeat(size), "a=b,".repeat(size / 4), "Bearer ".repeat(size / 7)] {
            for challenge in [value.clone(), format!("Bearer scope=\"{value}\""), format!("Bearer error={value}")] {
                for bytes in [challenge.as_bytes().to_vec(), ill_formed(&challenge), vec![0xFF; size]] {
                    for status in [302, 401, 403, 503] {
                        let answer = HttpResponse {
                            status,
                            www_authenticate: Some(&bytes),
                            retry_after: Some(&bytes),
                            location: Some(&bytes),
                            ..HttpResponse::default()
                        };
                        let read = || McpError::from_http(&answer, None).unwrap();
                        report.measure("from_http: headers", &[&bytes, &bytes, &bytes], read);
                        let error = read();
                        report.measure("view_json: headers", &[&bytes, &bytes, &bytes], || error.view_json().len());
                        report.measure("advise: headers", &[&bytes, &bytes, &bytes], || whole(error.advise(b"")));
                    }
                }
            }
        }
    }
    report.finish();
}

#[test]
fn advice() {
    let mut report = Report::default();
    for size in SIZES {
        let small = [
            r#"{"code":-32021,"message":"m","data":{"requiredCapabilities":{"roots":{},"extensions":{"a":{}}}}}"#,
            r#"{"code":-32022,"message":"m","data":{"supported":["v"],"requested":"r"}}"#,
            r#"{"code":-32602,"message":"m","data":{"supported":["v"],"requested":"r"}}"#,
        ];
        for (name, context) in contexts(size) {
            let purposes: Vec<String> = if let Some(rest) = context.strip_prefix('{') {
                ["probe", "initialize"].map(|purpose| format!(r#"{{"purpose":"{purpose}",{rest}"#)).to_vec()
            } else {
                vec!["{}".to_owned()]
            };
            for context in purposes.iter().chain([&context]) {
                for json in small {
                    let error = McpError::from_jsonrpc(json.as_bytes(), HttpStatus::new(400).unwrap()).unwrap();
                    report.measure(&format!("advise: {name}"), &[json.as_bytes(), context.as_bytes()], || {
                        whole(error.advise(context.as_bytes()))
                    });
                }
                let error = McpError::insufficient_scope("m", Some("a b"), None).unwrap();
                report.measure(&format!("advise: scopes, {name}"), &[context.as_bytes()], || whole(error.advise(context.as_bytes())));
                let answer = br#"{"jsonrpc":"2.0","id":1,"result":{"supportedVersions":["v"],"capabilities":{}}}"#;
                report
                    .measure(&format!("negotiate: {name}"), &[answer, context.as_bytes()], || whole(negotiate(answer, context.as_bytes())));
                report.measure(&format!("from_answer: {name}"), &[answer, context.as_bytes()], || {
                    McpError::from_answer(answer, context.as_bytes())
                });
            }
        }
        for (name, json) in errors(size) {
            let error = McpError::from_jsonrpc(&json, HttpStatus::new(400).unwrap()).unwrap();
            let context = br#"{"client_versions":["v","2025-06-18"],"supported_caps":{"roots":{},"extensions":{"1":{}}}}"#;
            report.measure(&format!("advise: {name}"), &[&json, context], || whole(error.advise(context)));
            // The client has all that is required.
            let data = error.required_capabilities_json();
            let context = format!(r#"{{"supported_caps":{data}}}"#);
            report.measure(&format!("advise: {name}, supported"), &[&json, context.as_bytes()], || whole(error.advise(context.as_bytes())));
        }
        for (name, members) in members(size) {
            for result in [
                format!(r#"{{"resultType":"input_required","inputRequests":{{{members}}}}}"#),
                format!(r#"{{"resultType":"input_required","inputRequests":{{"a":{{"method":"roots/list","params":{{{members}}}}}}}}}"#),
                format!(r#"{{"supportedVersions":["v"],"capabilities":{{{members}}}}}"#),
                format!("{{{members}}}"),
            ] {
                let answer = format!(r#"{{"jsonrpc":"2.0","id":1,"result":{result}}}"#);
                let context = br#"{"purpose":"request","era":"modern","client_versions":["v"],"declared":{"roots":{}}}"#;
                let given = [answer.as_bytes(), context];
                report.measure(&format!("negotiate: {name}"), &given, || whole(negotiate(answer.as_bytes(), context)));
                report.measure(&format!("from_answer: {name}"), &given, || McpError::from_answer(answer.as_bytes(), context));
                report.measure(&format!("advise: answer {name}"), &given, || {
                    McpError::from_answer(answer.as_bytes(), context).ok().and_then(|error| whole(error.advise(context)))
                });
            }
        }
    }
    report.finish();
}

#[test]
fn capabilities_and_what_is_built_of_them() {
    let mut report = Report::default();
    for size in SIZES {
        for (name, text) in capabilities(size) {
            for bytes in [text.clone().into_bytes(), ill_formed(&text)] {
                let all = [bytes.as_slice(); 3];
                report.measure(&format!("missing: of nothing, {name}"), &all[..1], || missing(b"", &bytes));
                report.measure(&format!("missing: of itself, {name}"), &all[..2], || missing(&bytes, &bytes));
                report.measure(&format!("missing: of little, {name}"), &all[..1], || missing(&bytes, br#"{"roots":{},"":1}"#));
                report.measure(&format!("declare: nothing, {name}"), &all[..1], || declare(&bytes, b"", b""));
                report.measure(&format!("declare: all, {name}"), &all, || declare(&bytes, &bytes, &bytes));
                report.measure(&format!("declare: on nothing, {name}"), &all[..2], || declare(b"", &bytes, &bytes));
                report.measure(&format!("declare: what is not supported, {name}"), &all[..2], || declare(&bytes, &bytes, b""));
                report.measure(&format!("is_well_formed: {name}"), &all[..1], || is_well_formed(&bytes));
                report.measure(&format!("for_input_request: {name}"), &all[..1], || for_input_request("sampling/createMessage", &bytes));
                report.measure(&format!("missing_capability: {name}"), &all[..1], || McpError::missing_capability(&bytes, ""));
                report.measure(&format!("server: {name}"), &all[..1], || {
                    McpError::server(Kind::ServerError, "m", Some(1), Some(&bytes), HttpStatus::NONE)
                });
                let server = [br#"{"versions":["v"],"required":"#, bytes.as_slice(), b"}"].concat();
                for declared in ["{}", "{\"a\":{}}", &text] {
                    let request = format!(
                        r#"{{"jsonrpc":"2.0","id":1,"method":"a","params":{{"_meta":{{"io.modelcontextprotocol/protocolVersion":"v","io.modelcontextprotocol/clientCapabilities":{declared}}}}}}}"#
                    );
                    report.measure(&format!("check_request: {name}"), &[&server, request.as_bytes()], || {
                        check_request(request.as_bytes(), &server)
                    });
                }
            }
        }
        for (name, strings) in strings(size) {
            let array = format!("[{strings}]");
            for bytes in [array.clone().into_bytes(), ill_formed(&array)] {
                report.measure(&format!("unsupported_version: {name}"), &[&bytes], || McpError::unsupported_version("r", &bytes, ""));
            }
            let server = format!(r#"{{"versions":{array}}}"#);
            for request in [
                r#"{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"r"}}"#,
                r#"{"jsonrpc":"2.0","id":1,"method":"a","params":{"_meta":{"io.modelcontextprotocol/protocolVersion":"r","io.modelcontextprotocol/clientCapabilities":{}}}}"#,
            ] {
                report.measure(&format!("check_request: versions {name}"), &[server.as_bytes(), request.as_bytes()], || {
                    check_request(request.as_bytes(), server.as_bytes())
                });
            }
        }
        for text in ["x", "\u{1}", "\"", "\u{e9}"].map(|text| text.repeat(size / text.len())) {
            report.measure("local", &[text.as_bytes()], || McpError::local(Kind::ConnectionError, &text));
            report.measure("header_mismatch", &[text.as_bytes()], || McpError::header_mismatch(&text));
            report.measure("unsupported_version", &[text.as_bytes()], || McpError::unsupported_version(&text, b"[]", ""));
            report.measure("insufficient_scope", &[text.as_bytes()], || McpError::insufficient_scope("", Some(&text), None));
            report.measure("for_input_request", &[text.as_bytes()], || for_input_request(&text, b""));
        }
    }
    report.finish();
}

#[test]
fn event_streams() {
    let mut report = Report::default();
    for size in SIZES {
        for unit in
            ["data:1\n\n", "data\n", "id:x\n", "data: {\"result\":1}\n\n", "data: {\"result\":\ndata: 1}\n\n", "\r", "x", "id: \u{e9}"]
        {
            for stream in [unit.repeat(size / unit.len()).into_bytes(), [b"data:", [0xFF].repeat(size).as_slice(), b"\n\n"].concat()] {
                report.measure("sse_response: stream", &[&stream], || sse_response(&stream).map(|data| data.map(|data| data.into_owned())));
                let answer =
                    HttpResponse { status: 200, content_type: Some(b"text/event-stream"), body: &stream, ..HttpResponse::default() };
                report.measure("from_http: stream", &[&stream], || McpError::from_http(&answer, None));
                for piece in [1, 100, size] {
                    report.measure("SseReader: stream", &[&stream], || {
                        let mut reader = SseReader::new(0);
                        for piece in stream.chunks(piece) {
                            reader.push(piece).unwrap();
                            while reader.next_item().unwrap().is_some() {}
                        }
                        reader.finish();
                        while reader.next_item().unwrap().is_some() {}
                        reader
                    });
                }
            }
        }
    }
    report.finish();
}
