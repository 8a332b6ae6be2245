//! Classification allocates nothing up to 65,536 levels: proved by an allocator that counts.
#![allow(clippy::unwrap_used, clippy::expect_used)]

mod common;

use common::rows;
use mcp_errors::ffi::{mcp_classification, mcp_classify, mcp_classify_response};
use serde_json::Value;
use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;
use std::mem::zeroed;

/// Counts what its thread asks for, so that tests beside it do not matter.
struct Counting;

thread_local! {
    static COUNT: Cell<usize> = const { Cell::new(0) };
}

// SAFETY: everything is handed on to the system's allocator.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        COUNT.set(COUNT.get() + 1);
        // SAFETY: as the caller promises.
        unsafe { System.alloc(layout) }
    }

    unsafe fn dealloc(&self, memory: *mut u8, layout: Layout) {
        // SAFETY: as the caller promises.
        unsafe { System.dealloc(memory, layout) }
    }
}

#[global_allocator]
static ALLOCATOR: Counting = Counting;

/// How often `work` asks for memory.
fn allocations(work: impl FnOnce()) -> usize {
    let before = COUNT.get();
    work();
    COUNT.get() - before
}

/// How often both functions together ask for memory, at a status and without one.
fn classifying(bytes: &[u8]) -> usize {
    // SAFETY: plain numbers all.
    let mut out: mcp_classification = unsafe { zeroed() };
    out.struct_size = size_of::<mcp_classification>();
    allocations(|| {
        for status in [0, 200, 400, 503] {
            // SAFETY: pointers and lengths are those of live values.
            unsafe {
                mcp_classify(bytes.as_ptr().cast(), bytes.len(), status, &raw mut out);
                mcp_classify_response(bytes.as_ptr().cast(), bytes.len(), status, &raw mut out);
            }
        }
    })
}

fn response(data: &str) -> String {
    format!(r#"{{"jsonrpc":"2.0","id":1,"error":{{"code":-32021,"message":"m","data":{data}}}}}"#)
}

/// The error member alone and in a response, its members in every order, and each of them twice.
fn orders(error: &str) -> Vec<String> {
    let Ok(Value::Object(error)) = serde_json::from_str(error) else { return vec![error.to_owned()] };
    let members: Vec<String> = error.iter().map(|(name, value)| format!("{}:{value}", Value::from(name.as_str()))).collect();
    let mut texts = vec![members.join(","), members.iter().rev().cloned().collect::<Vec<_>>().join(",")];
    for turn in 0..members.len() {
        texts.push([&members[turn..], &members[..turn]].concat().join(","));
    }
    texts.push([&members[..], &members[..]].concat().join(","));
    let objects: Vec<String> = texts.iter().map(|text| format!("{{{text}}}")).collect();
    let responses = objects.iter().flat_map(|error| {
        [
            format!(r#"{{"error":{error},"id":1,"jsonrpc":"2.0"}}"#),
            format!(r#"{{"error":7,"result":{error},"jsonrpc":"2.0","error":{error}}}"#),
        ]
    });
    objects.iter().cloned().chain(responses).collect()
}

#[test]
fn the_allocator_counts() {
    assert_eq!(allocations(|| drop(std::hint::black_box(vec![1_u8]))), 1);
}

#[test]
fn no_vector_makes_it_allocate() {
    for row in rows("vectors/errors.jsonl") {
        for text in orders(row["error"].as_str().unwrap()) {
            assert_eq!(classifying(text.as_bytes()), 0, "{}: {text}", row["id"]);
        }
    }
    for row in rows("vectors/responses.jsonl") {
        let body = common::body(&row);
        assert_eq!(classifying(&body), 0, "{}", row["id"]);
    }
}

#[test]
fn no_real_answer_makes_it_allocate() {
    for row in rows("wire/answers.jsonl") {
        let body = row["body"].as_str().unwrap_or_default();
        assert_eq!(classifying(body.as_bytes()), 0, "{}", row["id"]);
    }
}

#[test]
fn no_depth_up_to_65_536_makes_it_allocate() {
    let nested = |open: &str, close: &str, depth: usize| format!("{}1{}", open.repeat(depth), close.repeat(depth));
    for (open, close) in [("[", "]"), (r#"{"a":"#, "}"), (r#"[{"a":["#, "]}]")] {
        let levels = open.matches(['[', '{']).count();
        for depth in [63, 64, 65, 128, 1000, 65_536] {
            let value = nested(open, close, depth / levels);
            for data in [value.clone(), format!(r#"{{"requiredCapabilities":{{"extensions":{value}}}}}"#), format!(r#"{{"x":{value}}}"#)] {
                assert_eq!(classifying(response(&data).as_bytes()), 0, "{open} {depth}");
            }
        }
    }
    // The test can fail: beyond, it does allocate.
    assert_ne!(classifying(response(&nested("[", "]", 70_000)).as_bytes()), 0);
}

#[test]
fn extensions_never_make_it_allocate() {
    let extensions = |names: usize, value: &str| {
        let members: Vec<String> = (0..names).map(|name| format!(r#""n{}":{value},"n{name}":{{}}"#, name / 2)).collect();
        response(&format!(r#"{{"requiredCapabilities":{{"extensions":{{{}}}}}}}"#, members.join(",")))
    };
    for names in [1, 8, 9, 1000] {
        for value in ["7", "{}"] {
            assert_eq!(classifying(extensions(names, value).as_bytes()), 0, "{names} {value}");
        }
    }
}
