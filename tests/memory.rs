//! The most memory that a decision takes, for each byte of its input: proved by an allocator that counts.
#![allow(clippy::unwrap_used, clippy::expect_used)]

use mcp_errors::{HttpResponse, HttpStatus, Kind, McpError, capabilities, negotiate};
use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;
use std::hint::black_box;

/// The most bytes of heap for each byte of input.
const LIMIT: usize = 12;
/// What a call takes whatever its input, such as a sentence.
const FIXED: usize = 4096;

/// Counts what its thread holds, so that other tests do not matter.
struct Counting;

thread_local! {
    static HELD: Cell<usize> = const { Cell::new(0) };
    static PEAK: Cell<usize> = const { Cell::new(0) };
}

// SAFETY: everything is passed on to the system's allocator. Growing is the default: a new block, a copy, and the old one is freed.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        HELD.set(HELD.get() + layout.size());
        PEAK.set(PEAK.get().max(HELD.get()));
        // SAFETY: as the caller promises.
        unsafe { System.alloc(layout) }
    }

    unsafe fn dealloc(&self, memory: *mut u8, layout: Layout) {
        HELD.set(HELD.get().saturating_sub(layout.size()));
        // SAFETY: as the caller promises.
        unsafe { System.dealloc(memory, layout) }
    }
}

#[global_allocator]
static ALLOCATOR: Counting = Counting;

/// The most that `work` holds at once.
fn peak<T>(work: impl FnOnce() -> T) -> (T, usize) {
    let before = HELD.get();
    PEAK.set(before);
    let made = work();
    (made, PEAK.get() - before)
}

fn check(what: &str, input: usize, peak: usize) {
    let limit = LIMIT * input + FIXED;
    assert!(peak <= limit, "{what}: {peak} bytes for {input} of input, {} for each", peak / input);
}

/// Lists of members and elements that cost most for their size.
fn parts(size: usize) -> Vec<(&'static str, String)> {
    let join = |part: &dyn Fn(usize) -> String| (0..size).map(part).collect::<Vec<_>>().join(",");
    vec![
        ("numbers", join(&|_| r#""":0"#.into())),
        ("objects", join(&|_| r#""":{}"#.into())),
        ("names", join(&|index| format!(r#""{index:x}":{{}}"#))),
        ("escaped names", join(&|index| format!(r#""\n{index:x}":{{}}"#))),
        ("modes", join(&|_| r#""form":{},"url":{}"#.into())),
    ]
}

fn strings(size: usize) -> Vec<(&'static str, String)> {
    let join = |part: &dyn Fn(usize) -> String| format!("[{}]", (0..size).map(part).collect::<Vec<_>>().join(","));
    vec![
        ("empty", join(&|_| r#""""#.into())),
        ("short", join(&|index| format!(r#""{index:x}""#))),
        ("escaped", join(&|index| format!(r#""\u0061{index:x}""#))),
    ]
}

/// Capabilities objects.
fn objects(size: usize) -> Vec<(String, String)> {
    let mut objects = Vec::new();
    for (name, members) in parts(size) {
        objects.push((name.to_owned(), format!("{{{members}}}")));
        for capability in ["extensions", "experimental", "elicitation", "sampling"] {
            objects.push((format!("{name} in {capability}"), format!(r#"{{"{capability}":{{{members}}}}}"#)));
        }
    }
    objects
}

const SIZE: usize = 5000;

#[test]
fn the_allocator_counts() {
    assert_eq!(peak(|| drop(black_box(vec![1_u8; 100]))).1, 100);
    let grown = peak(|| {
        let mut bytes = vec![1_u8; 100];
        bytes.reserve_exact(100);
        drop(black_box(bytes));
    });
    assert_eq!(grown.1, 300);
}

#[test]
fn capabilities_take_little() {
    for (name, object) in objects(SIZE) {
        let bytes = object.as_bytes();
        for (declared, required) in [("{}", &*object), (&object, "{}"), (&object, &object)] {
            let (missing, peak) = peak(|| capabilities::missing(declared.as_bytes(), required.as_bytes()));
            assert!(missing.is_ok());
            check(&format!("missing, {name}"), declared.len() + required.len(), peak);
        }
        for declared in [&b"{}"[..], bytes] {
            for missing in [&b"{}"[..], bytes] {
                let (made, peak) = peak(|| capabilities::declare(declared, missing, bytes));
                assert!(made.is_ok());
                check(&format!("declare, {name}"), declared.len() + missing.len() + bytes.len(), peak);
            }
        }
    }
}

#[test]
fn advice_on_capabilities_takes_little() {
    for (name, object) in objects(SIZE) {
        let json = format!(r#"{{"code":-32021,"message":"m","data":{{"requiredCapabilities":{object}}}}}"#);
        let error = McpError::from_jsonrpc(json.as_bytes(), HttpStatus::NONE).unwrap();
        for context in [format!(r#"{{"supported_caps":{object}}}"#), format!(r#"{{"declared":{object}}}"#), "{}".to_owned()] {
            let (advice, peak) = peak(|| error.advise(context.as_bytes()));
            assert!(advice.is_ok());
            check(&format!("-32021, {name}"), json.len() + context.len(), peak);
        }
    }
}

#[test]
fn advice_on_versions_takes_little() {
    for (name, list) in strings(SIZE) {
        let data = format!(r#"{{"supported":{list},"requested":"x"}}"#);
        for code in [-32022, -32602] {
            let json = format!(r#"{{"code":{code},"message":"m","data":{data}}}"#);
            let error = McpError::from_jsonrpc(json.as_bytes(), HttpStatus::NONE).unwrap();
            for purpose in ["request", "initialize"] {
                let context = format!(r#"{{"purpose":"{purpose}","client_versions":{list}}}"#);
                let (advice, peak) = peak(|| error.advise(context.as_bytes()));
                assert!(advice.is_ok());
                check(&format!("{code}, {name}"), json.len() + context.len(), peak);
            }
        }
        let response = format!(r#"{{"result":{{"supportedVersions":{list},"capabilities":{{}}}}}}"#);
        let context = format!(r#"{{"purpose":"probe","client_versions":{list}}}"#);
        let (advice, peak) = peak(|| negotiate(response.as_bytes(), context.as_bytes()));
        assert!(advice.is_ok());
        check(&format!("negotiate, {name}"), response.len() + context.len(), peak);
    }
    for (name, members) in parts(SIZE) {
        let response = format!(r#"{{"result":{{{members},"supportedVersions":[],"capabilities":{{}}}}}}"#);
        let (advice, peak) = peak(|| negotiate(response.as_bytes(), br#"{"purpose":"probe"}"#));
        assert!(advice.is_ok());
        check(&format!("negotiate, {name}"), response.len(), peak);
    }
}

#[test]
fn advice_on_scopes_takes_little() {
    for (name, list) in strings(SIZE) {
        for challenge in [format!("Bearer scope=\"{}\"", "a ".repeat(SIZE)), "Bearer scope=a".to_owned()] {
            let response = HttpResponse { status: 401, www_authenticate: Some(challenge.as_bytes()), ..HttpResponse::default() };
            let error = McpError::from_http(&response, None).unwrap();
            let context = format!(r#"{{"granted_scopes":{list},"asked_scopes":{list}}}"#);
            let (advice, peak) = peak(|| error.advise(context.as_bytes()));
            assert!(advice.unwrap().scopes.is_some());
            check(&format!("scopes, {name}"), challenge.len() + context.len(), peak);
        }
    }
}

#[test]
fn advice_on_input_requests_takes_little() {
    for (name, members) in parts(SIZE) {
        for data in [
            format!(r#"{{"inputRequests":{{{members}}}}}"#),
            format!(r#"{{"inputRequests":{{"a":{{"method":"sampling/createMessage","params":{{{members}}}}}}}}}"#),
        ] {
            let error = McpError::server(Kind::InputRequiredError, "m", None, Some(data.as_bytes()), HttpStatus::NONE).unwrap();
            let (advice, peak) = peak(|| error.advise(br#"{"supported_caps":{"sampling":{}}}"#));
            assert!(advice.is_ok());
            check(&format!("input requests, {name}"), data.len(), peak);
        }
    }
}

#[test]
fn a_context_takes_little() {
    let error = McpError::local(Kind::ConnectionError, "m").unwrap();
    let list = format!("[{}0]", "0 , ".repeat(SIZE));
    let repeated = format!("{}\"host\":0", "\"host\":0,".repeat(SIZE));
    let tried = format!(r#""tried":{{{}"":0}}"#, r#""":0,"back_off":0,"#.repeat(SIZE));
    for members in [format!(r#""host":{list}"#), repeated, tried] {
        let context = format!("{{{members}}}");
        let (advice, peak) = peak(|| error.advise(context.as_bytes()));
        assert!(advice.unwrap().context.is_some());
        check("context", context.len(), peak);
    }
}
