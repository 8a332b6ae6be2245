//! The memory of the server's side: at most 12 bytes for each byte of input, whatever it is, and time that grows as the input does.
#![allow(clippy::unwrap_used, clippy::expect_used)]

use mcp_errors::{check_request, request_headers, request_read};
use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;
use std::time::{Duration, Instant};

/// Counts what its thread holds, so that tests beside it do not matter.
struct Counting;

thread_local! {
    static HELD: Cell<usize> = const { Cell::new(0) };
    static PEAK: Cell<usize> = const { Cell::new(0) };
}

fn note(more: usize, less: usize) {
    let held = (HELD.get() + more).saturating_sub(less);
    HELD.set(held);
    PEAK.set(PEAK.get().max(held));
}

// SAFETY: everything is handed on to the system's allocator.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        note(layout.size(), 0);
        // SAFETY: as the caller promises.
        unsafe { System.alloc(layout) }
    }

    unsafe fn dealloc(&self, memory: *mut u8, layout: Layout) {
        note(0, layout.size());
        // SAFETY: as the caller promises.
        unsafe { System.dealloc(memory, layout) }
    }
}

#[global_allocator]
static ALLOCATOR: Counting = Counting;

/// The most that `work` held at once, beyond what was held before. What grows counts with its old copy.
fn peak(work: impl FnOnce()) -> usize {
    let before = HELD.get();
    PEAK.set(before);
    work();
    PEAK.get() - before
}

const META: &str = r#""io.modelcontextprotocol/protocolVersion":"v","io.modelcontextprotocol/clientCapabilities""#;

/// Requests that might cost more than they should, of about `size` bytes.
fn requests(size: usize) -> Vec<(&'static str, Vec<u8>)> {
    let fill = |text: &str| vec![text; size / (text.len() + 1)].join(",");
    let call = |params: &str| format!(r#"{{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{{{params}}}}}"#).into_bytes();
    let declared = |capabilities: &str| call(&format!(r#""name":"t","_meta":{{{META}:{capabilities}}}"#));
    let named = |name: &[u8]| {
        let text = String::from_utf8(call(&format!(r#""name":"@@","_meta":{{{META}:{{}}}}"#))).unwrap();
        let (before, after) = text.split_once("@@").unwrap();
        [before.as_bytes(), name, after.as_bytes()].concat()
    };
    let arguments = |arguments: &str| call(&format!(r#""name":"t","arguments":{arguments},"_meta":{{{META}:{{}}}}"#));
    let version = |version: &[u8]| {
        let text = String::from_utf8(declared("{}")).unwrap();
        let (before, after) = text.split_once("\"v\"").unwrap();
        [before.as_bytes(), b"\"", version, b"\"", after.as_bytes()].concat()
    };
    vec![
        ("tiny members", format!("{{{}}}", fill("\"\":0")).into_bytes()),
        ("tiny members in params", call(&fill("\"\":0"))),
        ("tiny capabilities", declared(&format!("{{{}}}", fill("\"\":0")))),
        ("tiny extensions", declared(&format!(r#"{{"extensions":{{{}}}}}"#, fill("\"\":{}")))),
        ("the same extension", declared(&format!(r#"{{"extensions":{{{}}}}}"#, fill("\"a\":{}")))),
        ("escaped extensions", declared(&format!(r#"{{"extensions":{{{}}}}}"#, fill("\"\\u0062\":{}")))),
        ("tiny arguments", arguments(&format!("{{{}}}", fill("\"\":0")))),
        ("the same argument", arguments(&format!("{{{}}}", fill("\"a\":{\"a\":1}")))),
        ("deep arguments", arguments(&format!("{}1{}", r#"{"a":"#.repeat(size / 6), "}".repeat(size / 6)))),
        ("a long name", named(&b"x".repeat(size))),
        ("a long name to encode", named(&"\u{e9}".repeat(size / 2).into_bytes())),
        ("a long name with escapes", named(&b"\\n".repeat(size / 2))),
        ("a long name with quotes", named(&b"\\\"".repeat(size / 2))),
        ("a long name that is not UTF-8", named(&b"\xFF".repeat(size))),
        ("a long version", version(&b"x".repeat(size))),
        ("a long version that is not UTF-8", version(&b"\xFF".repeat(size))),
        ("brackets", b"[".repeat(size)),
        ("objects", [br#"{"id":"#.repeat(size / 7), b"1".to_vec(), b"}".repeat(size / 7)].concat()),
    ]
}

/// Schemas that might cost more than they should, of about `size` bytes.
fn schemas(size: usize) -> Vec<(&'static str, String)> {
    let nested = |open: &str, inner: &str, close: &str| {
        let times = size / (open.len() + close.len());
        format!("{}{inner}{}", open.repeat(times), close.repeat(times))
    };
    let each = |text: fn(usize) -> String| {
        let mut all = String::new();
        for number in 0.. {
            if all.len() >= size {
                break;
            }
            all = all + if number > 0 { "," } else { "" } + &text(number);
        }
        all
    };
    let leaf = r#"{"type":"string","x-mcp-header":"A"}"#;
    vec![
        ("tiny members", format!("{{{}}}", each(|_| r#""":0"#.to_owned()))),
        ("tiny properties", format!(r#"{{"properties":{{{}}}}}"#, each(|_| r#""":0"#.to_owned()))),
        ("named properties", format!(r#"{{"properties":{{{}}}}}"#, each(|number| format!(r#""{number}":{{}}"#)))),
        ("many headers", format!(r#"{{"properties":{{{}}}}}"#, each(|n| format!(r#""{n}":{{"type":"string","x-mcp-header":"{n}"}}"#)))),
        ("a header far in", nested(r#"{"properties":{"a":"#, leaf, "}}")),
        ("empty names far in", nested(r#"{"properties":{"":"#, leaf, "}}")),
        ("conditions", nested(r#"{"if":"#, "0", "}")),
        ("definitions", nested(r#"{"$defs":{"":"#, "0", "}}")),
        ("items", nested(r#"{"items":["#, "{}", "]}")),
        ("hidden schemas", format!("{{{}}}", each(|_| r#""if":{"if":{}}"#.to_owned()))),
        ("a long header", format!(r#"{{"properties":{{"a":{{"type":"string","x-mcp-header":"{}"}}}}}}"#, "x".repeat(size))),
        ("a header that is an array", format!(r#"{{"properties":{{"a":{{"x-mcp-header":[{}]}}}}}}"#, each(|_| "0".to_owned()))),
        ("brackets in data", format!(r#"{{"default":{}}}"#, nested("[", "", "]"))),
    ]
}

const SERVER: &str = concat!(
    r#"{"versions":["v"],"methods":["tools/call"],"required":{"elicitation":{},"extensions":{"a":{},"b":{}},"x":1},"#,
    r#""headers":{"mcp-protocol-version":"v","mcp-method":"tools/call","mcp-name":"t"},"input_schema":null}"#
);

/// Every function on every input, with the sum of the lengths of what it was given.
fn each_call(size: usize, mut call: impl FnMut(&str, usize, &dyn Fn())) {
    let deep = r#"{"properties":{"a":{"properties":{"a":{"type":"string","x-mcp-header":"A"}}}}}"#;
    let stdio = SERVER.replace(r#""headers":{"#, r#""headers":null,"input_schema":{"#).replace(r#"},"input_schema":null"#, "}");
    for (name, request) in requests(size) {
        call(name, request.len(), &|| drop(request_read(&request)));
        call(name, request.len(), &|| drop(request_headers(&request, None)));
        call(name, request.len() + deep.len(), &|| drop(request_headers(&request, Some(deep.as_bytes()))));
        for server in [SERVER, &stdio] {
            call(name, request.len() + server.len(), &|| drop(check_request(&request, server.as_bytes())));
        }
    }
    let arguments: String = ["{\"a\":", "{\"\":"].iter().map(|open| open.repeat(size / 20)).collect();
    let arguments = format!("{arguments}\"v\"{}", "}".repeat(size / 20 * 2));
    let request = format!(
        r#"{{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{{"name":"t","arguments":{arguments},"_meta":{{{META}:{{}}}}}}}}"#
    );
    for (name, schema) in schemas(size) {
        for request in [r#"{"jsonrpc":"2.0","method":"tools/call"}"#, &request] {
            call(name, schema.len() + request.len(), &|| drop(request_headers(request.as_bytes(), Some(schema.as_bytes()))));
        }
        let server = SERVER.replace("null", &schema);
        call(name, server.len() + request.len(), &|| drop(check_request(request.as_bytes(), server.as_bytes())));
    }
}

#[test]
fn the_allocator_counts() {
    assert_eq!(peak(|| drop(std::hint::black_box(vec![1_u8; 100]))), 100);
}

#[test]
fn memory_is_at_most_12_bytes_for_a_byte() {
    for size in [20_000, 26_000, 32_000] {
        each_call(size, |name, length, work| {
            let factor = peak(work) as f64 / length as f64;
            assert!(factor <= 12.0, "{name}: {factor:.1}");
        });
    }
}

#[test]
fn time_grows_as_the_input_does() {
    each_call(200_000, |name, _, work| {
        let start = Instant::now();
        work();
        // What is quadratic takes minutes.
        assert!(start.elapsed() < Duration::from_secs(5), "{name}: {:?}", start.elapsed());
    });
}
