//! Runs the tool.

use serde_json::Value;
use std::io::{Read, Write};
use std::path::Path;
use std::process::{Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

/// No run may take longer.
const LIMIT: Duration = Duration::from_secs(30);

/// What a run printed, and how it ended.
#[derive(Debug)]
pub struct Ran {
    pub status: i32,
    pub out: String,
    pub err: String,
    pub took: Duration,
}

impl Ran {
    /// The object, if the output is one line of JSON.
    pub fn json(&self) -> Value {
        assert!(self.out.ends_with('\n') && self.out.lines().count() == 1, "{self:?}");
        serde_json::from_str(&self.out).unwrap_or_else(|error| panic!("{error}: {self:?}"))
    }

    /// The objects, if the output is lines of JSON.
    pub fn json_lines(&self) -> Vec<Value> {
        self.out.lines().map(|line| serde_json::from_str(line).unwrap_or_else(|error| panic!("{error}: {self:?}"))).collect()
    }

    /// The text of the first line with a label.
    pub fn line(&self, label: &str) -> &str {
        let start = format!("  {label:<12} ");
        let found = self.out.lines().find_map(|line| line.strip_prefix(&start));
        found.unwrap_or_else(|| panic!("no line {label:?}: {self:?}"))
    }

    /// Asserts that all characters are printable or line feeds.
    pub fn assert_visible(&self) {
        for text in [&self.out, &self.err] {
            let hidden = |char: &char| {
                char.is_control() && *char != '\n' || matches!(*char as u32, 0x200B..=0x200F | 0x2028..=0x202E | 0x2060..=0x206F | 0xFEFF)
            };
            assert_eq!(text.chars().find(hidden), None, "{text:?}");
        }
    }
}

/// Runs the tool with arguments and an input.
pub fn run<'a>(arguments: impl IntoIterator<Item = &'a str>, input: &[u8]) -> Ran {
    run_with(arguments, input, &[])
}

/// Runs the tool with more environment variables.
pub fn run_with<'a>(arguments: impl IntoIterator<Item = &'a str>, input: &[u8], variables: &[(&str, &str)]) -> Ran {
    let mut command = Command::new(env!("CARGO_BIN_EXE_mcp-errors"));
    for name in ["NO_COLOR", "http_proxy", "HTTP_PROXY", "https_proxy", "HTTPS_PROXY", "all_proxy", "ALL_PROXY"] {
        command.env_remove(name);
    }
    command.args(arguments).envs(variables.iter().copied());
    let start = Instant::now();
    let mut child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    let mut stdin = child.stdin.take().unwrap();
    let input = input.to_vec();
    // The tool may refuse its arguments before it reads.
    thread::spawn(move || drop(stdin.write_all(&input)));
    let read = |mut stream: Box<dyn Read + Send>| {
        thread::spawn(move || {
            let mut bytes = Vec::new();
            stream.read_to_end(&mut bytes).unwrap();
            String::from_utf8(bytes).unwrap()
        })
    };
    let out = read(Box::new(child.stdout.take().unwrap()));
    let err = read(Box::new(child.stderr.take().unwrap()));
    let status = loop {
        if let Some(status) = child.try_wait().unwrap() {
            break status;
        }
        if start.elapsed() > LIMIT {
            child.kill().unwrap();
            panic!("the tool still runs after {LIMIT:?}");
        }
        thread::sleep(Duration::from_millis(5));
    };
    let took = start.elapsed();
    Ran { status: status.code().expect("ended by itself"), out: out.join().unwrap(), err: err.join().unwrap(), took }
}

/// The real responses of `tests/wire`.
pub fn responses() -> Vec<Value> {
    let text = std::fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("../tests/wire/answers.jsonl")).unwrap();
    text.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

/// A response as text for the tool, and the options to read it with.
pub fn input(row: &Value) -> (Vec<&'static str>, String) {
    let body = row["body"].as_str().unwrap();
    let Some(status) = row["http_status"].as_u64() else { return (vec!["--transport", "stdio"], format!("{body}\n")) };
    let mut text = format!("HTTP/1.1 {status}\r\n");
    for (name, value) in row["headers"].as_object().unwrap() {
        text += &format!("{name}: {}\r\n", value.as_str().unwrap());
    }
    (vec!["--http"], text + "\r\n" + body)
}
