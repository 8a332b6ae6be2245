//! `docs/tool.md`, and the section on the tool in `README.md`: what the tool says of ten real answers, written by this test with
//! `MCP_ERRORS_WRITE_DOCS=1`.

use crate::run::{answers, input, run};
use std::fmt::Write;
use std::path::Path;

/// An answer of `tests/wire`, the options, and what it shows.
const SHOWN: [(&str, &str, &str); 10] = [
    ("W0126", "--purpose probe", "A modern server refuses the version of a probe"),
    ("W0247", "", "A modern server needs a capability that was not declared, said in a stream of events"),
    ("W0355", "--method tools/call", "Headers that contradict the body"),
    ("W0451", "", "A modern code without the data that it prescribes"),
    ("W0418", "--purpose probe", "A modern server that does not know `server/discover`"),
    ("W0036", "--purpose probe", "An older server, over stdio"),
    ("W0104", "--era legacy --has-session", "A session that is gone, with a code that looks like one of a draft"),
    ("W0219", "", "A page to be opened first, as revision 2025-11-25 said it"),
    ("W0288", "", "A token without the scope"),
    ("W0116", "--idempotent", "A server in trouble, and no JSON"),
];

const HEAD: &str = "\
# What `mcp-errors` says

The command-line tool reads an answer of an MCP server, or asks a server for one, and says what it is, what is wrong with it
and what a client should do.

    cargo install --path . --features cli
    curl -i ... | mcp-errors
    mcp-errors probe https://example.com/mcp
    mcp-errors probe --stdio -- python3 my_server.py

Bytes, as in \"goes wrong at byte 41\", are counted from 0, lines and columns from 1. With `--json` it prints one object on one line.
Below is what it says of ten real servers' answers (`tests/wire`). `tests/cli` wrote this page, and fails when it does not fit the
tool any more; `MCP_ERRORS_WRITE_DOCS=1 cargo test --features cli --test cli document` writes it anew.
";

/// An answer as it was sent, and what the tool says of it.
struct Example {
    title: &'static str,
    server: String,
    asked: String,
    sent: String,
    command: String,
    said: String,
    status: i32,
}

fn examples() -> Vec<Example> {
    let rows = answers();
    let example = |&(id, given, title): &(&str, &'static str, &'static str)| {
        let row = rows.iter().find(|row| row["id"] == id).unwrap_or_else(|| panic!("no {id}"));
        let (options, text) = input(row);
        // A status line says what the text is.
        let options = options.into_iter().filter(|option| *option != "--http").chain(given.split_whitespace());
        let options: Vec<&str> = options.collect();
        let ran = run(options.iter().copied(), text.as_bytes());
        assert_eq!(ran.err, "");
        Example {
            title,
            server: format!("{} {}", row["server"].as_str().unwrap(), row["version"].as_str().unwrap()),
            asked: row["request_method"].as_str().or(row["case"].as_str()).unwrap().to_owned(),
            sent: text.replace("\r\n", "\n").trim_end().to_owned(),
            command: ["mcp-errors"].into_iter().chain(options).collect::<Vec<_>>().join(" "),
            said: ran.out,
            status: ran.status,
        }
    };
    SHOWN.iter().map(example).collect()
}

fn page() -> String {
    let mut page = HEAD.to_owned();
    for (number, Example { title, server, asked, sent, command, said, status }) in (1..).zip(examples()) {
        let _ = write!(
            page,
            "\n## {number}. {title}\n\n{server} answered to `{asked}`:\n\n```text\n{sent}\n```\n\n```text\n$ {command} < answer\n{said}```\n\nExit status {status}.\n"
        );
    }
    let help = run(["--help"], b"");
    let _ = write!(page, "\n## Options\n\n```text\n{}```\n", help.out);
    page
}

/// What stands in README: the same without what was sent.
fn section() -> String {
    let mut section = String::new();
    for (number, Example { title, server, asked, command, said, .. }) in (1..).zip(examples()) {
        let _ = write!(section, "\n{number}. {title}: {server}, asked `{asked}`\n\n```text\n$ {command} < answer\n{said}```\n");
    }
    section
}

/// Fails if a file does not hold what it should; writes it where that is wished.
fn holds(name: &str, wanted: impl Fn(&str) -> String) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(name);
    let written = std::fs::read_to_string(&path).unwrap_or_default();
    let wanted = wanted(&written);
    if std::env::var_os("MCP_ERRORS_WRITE_DOCS").is_some() {
        std::fs::write(&path, &wanted).unwrap();
        return;
    }
    let stale = wanted.lines().zip(written.lines()).find(|(new, old)| new != old);
    assert!(wanted == written, "{name} is stale: run with MCP_ERRORS_WRITE_DOCS=1. First difference: {stale:?}");
}

#[test]
fn the_document_is_what_the_tool_says() {
    holds("docs/tool.md", |_| page());
}

#[test]
fn the_readme_shows_what_the_tool_says() {
    const BEGIN: &str = "<!-- what the tool says -->\n";
    const END: &str = "\n<!-- end of what the tool says -->";
    holds("README.md", |written| {
        let (before, rest) = written.split_once(BEGIN).expect("the section begins");
        let (_, after) = rest.split_once(END).expect("the section ends");
        format!("{before}{BEGIN}{}{END}{after}", section())
    });
}
