//! The shipped library, loaded as a host loads it, and the inputs that the benchmarks share.
#![allow(dead_code)]

use std::ffi::{CString, c_char, c_void};
use std::hint::black_box;
use std::path::{Path, PathBuf};

/// How often the sides take turns.
const ROUNDS: usize = 41;

/// Where the library's sources are, also for a benchmark that is a package of its own below them.
fn root() -> &'static Path {
    let mut above = Path::new(env!("CARGO_MANIFEST_DIR")).ancestors();
    above.find(|path| path.join("tests/wire").is_dir()).expect("the library's sources")
}

/// CPU time of the thread, in nanoseconds.
fn now() -> u64 {
    let mut time = libc::timespec { tv_sec: 0, tv_nsec: 0 };
    // SAFETY: the pointer is that of a live value.
    unsafe { libc::clock_gettime(libc::CLOCK_THREAD_CPUTIME_ID, &raw mut time) };
    u64::try_from(time.tv_sec).unwrap_or(0) * 1_000_000_000 + u64::try_from(time.tv_nsec).unwrap_or(0)
}

/// What is measured: something done to the bytes of a message.
pub type Side<'a> = &'a mut dyn FnMut(&[u8]);

/// Median nanoseconds of one run of each side: all on the same bytes, in turns.
pub fn race(inputs: &[Vec<u8>], sides: &mut [Side<'_>]) -> Vec<f64> {
    let bytes: usize = inputs.iter().map(Vec::len).sum();
    let runs = (4_000_000 / bytes.max(1)).clamp(1, 20_000);
    let mut times = vec![Vec::new(); sides.len()];
    for _ in 0..ROUNDS {
        for (side, times) in sides.iter_mut().zip(&mut times) {
            let start = now();
            for _ in 0..runs {
                for input in inputs {
                    side(black_box(input));
                }
            }
            times.push((now() - start) as f64 / (runs * inputs.len()) as f64);
        }
    }
    times
        .iter_mut()
        .map(|times| {
            times.sort_by(f64::total_cmp);
            times[times.len() / 2]
        })
        .collect()
}

/// `mcp_classification` of the header.
#[repr(C)]
pub struct Classification {
    pub struct_size: usize,
    pub kind: i32,
    pub flags: u32,
    pub code: i64,
    pub http_status: u32,
    pub reserved: u32,
    pub spans: [[u64; 2]; 6],
    pub message_type: i32,
    pub reserved2: i32,
    pub id: [u64; 2],
}

type Classify = unsafe extern "C" fn(*const c_char, usize, u16, *mut Classification) -> i32;
type Make = unsafe extern "C" fn(*const c_char, usize, *mut *mut c_void) -> i32;
type Free = unsafe extern "C" fn(*mut c_void);

/// The functions of the shared library that are measured.
pub struct Library {
    classify: Classify,
    from_response: Make,
    free: Free,
}

impl Library {
    /// Loads what `make lib` built, or what `MCP_ERRORS_LIBRARY` names.
    pub fn load() -> Self {
        let built = root().join("target/release/libmcp_errors.so");
        let path = std::env::var_os("MCP_ERRORS_LIBRARY").map_or(built, PathBuf::from);
        let path = CString::new(path.to_str().expect("a UTF-8 path")).expect("no NUL");
        // SAFETY: the library runs no code when it is loaded.
        let handle = unsafe { libc::dlopen(path.as_ptr(), libc::RTLD_NOW) };
        assert!(!handle.is_null(), "build the library first: make lib");
        let symbol = |name: &str| {
            let name = CString::new(name).expect("no NUL");
            // SAFETY: the handle is open.
            let symbol = unsafe { libc::dlsym(handle, name.as_ptr()) };
            assert!(!symbol.is_null(), "{name:?} is missing");
            symbol
        };
        // SAFETY: the types are those of the header.
        unsafe {
            Self {
                classify: std::mem::transmute::<*mut c_void, Classify>(symbol("mcp_classify_response")),
                from_response: std::mem::transmute::<*mut c_void, Make>(symbol("mcp_error_from_response")),
                free: std::mem::transmute::<*mut c_void, Free>(symbol("mcp_error_free")),
            }
        }
    }

    /// The kind and the flags of a response.
    pub fn classify(&self, response: &[u8]) -> (i32, u32) {
        let mut out = Classification {
            struct_size: size_of::<Classification>(),
            kind: 0,
            flags: 0,
            code: 0,
            http_status: 0,
            reserved: 0,
            spans: [[0; 2]; 6],
            message_type: 0,
            reserved2: 0,
            id: [0; 2],
        };
        // SAFETY: pointers and lengths are those of live values.
        let status = unsafe { (self.classify)(response.as_ptr().cast(), response.len(), 0, &raw mut out) };
        assert_eq!(status, 0);
        (out.kind, out.flags)
    }

    /// Makes a handle and frees it.
    pub fn handle(&self, response: &[u8]) {
        let mut out = std::ptr::null_mut();
        // SAFETY: pointers and lengths are those of live values; the handle is freed once.
        unsafe {
            assert_eq!((self.from_response)(response.as_ptr().cast(), response.len(), &raw mut out), 0);
            (self.free)(out);
        }
    }
}

/// The bodies of `tests/wire/answers.jsonl` that are JSON with an error of a code, as they were sent.
pub fn wire(code: i64) -> Vec<Vec<u8>> {
    let path = root().join("tests/wire/answers.jsonl");
    let rows = std::fs::read_to_string(path).expect("the captured answers");
    let rows = rows.lines().map(|row| serde_json::from_str::<serde_json::Value>(row).expect("a row"));
    rows.filter(|row| row["expect"]["code"] == code && row["body"].as_str().is_some_and(|body| body.starts_with('{')))
        .map(|row| row["body"].as_str().unwrap_or_default().as_bytes().to_vec())
        .collect()
}

/// A well-formed -32021 response with filler in `data`, some `size` bytes long.
pub fn padded(size: usize) -> Vec<u8> {
    let mut text = String::from(
        r#"{"jsonrpc":"2.0","id":1,"error":{"code":-32021,"message":"Client capability required","data":{"requiredCapabilities":{"elicitation":{"form":{}}},"detail":["#,
    );
    let mut number = 0;
    while text.len() + 80 < size {
        text += &format!(r#"{{"name":"item {number}","text":"some words of filler text","n":{number}.5}},"#);
        number += 1;
    }
    text += "null]}}}";
    text.into_bytes()
}

/// A well-formed -32021 response whose data nests `depth` deep.
pub fn deep(depth: usize) -> Vec<u8> {
    let mut text =
        br#"{"jsonrpc":"2.0","id":1,"error":{"code":-32021,"message":"m","data":{"requiredCapabilities":{"roots":{}},"x":"#.to_vec();
    text.extend(std::iter::repeat_n(b'[', depth));
    text.extend(std::iter::repeat_n(b']', depth));
    text.extend(b"}}}");
    text
}
