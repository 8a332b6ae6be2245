//! `docs/tool.md`: what the tool says of ten real answers, written by this test with `MCP_ERRORS_WRITE_DOCS=1`.

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

fn page() -> String {
    let rows = answers();
    let mut page = HEAD.to_owned();
    for (number, (id, given, title)) in SHOWN.iter().enumerate() {
        let row = rows.iter().find(|row| row["id"] == *id).unwrap_or_else(|| panic!("no {id}"));
        let (options, text) = input(row);
        // A status line says what the text is.
        let options = options.into_iter().filter(|option| *option != "--http").chain(given.split_whitespace());
        let options: Vec<&str> = options.collect();
        let ran = run(options.iter().copied(), text.as_bytes());
        assert_eq!(ran.err, "");
        let command = ["mcp-errors"].into_iter().chain(options).collect::<Vec<_>>().join(" ");
        let server = format!("{} {}", row["server"].as_str().unwrap(), row["version"].as_str().unwrap());
        let sent = text.replace("\r\n", "\n");
        let _ = write!(
            page,
            "\n## {}. {title}\n\n{server} answered to `{}`:\n\n```text\n{}\n```\n\n```text\n$ {command} < answer\n{}```\n\nExit status {}.\n",
            number + 1,
            row["request_method"].as_str().or(row["case"].as_str()).unwrap(),
            sent.trim_end(),
            ran.out,
            ran.status,
        );
    }
    let help = run(["--help"], b"");
    let _ = write!(page, "\n## Options\n\n```text\n{}```\n", help.out);
    page
}

#[test]
fn the_document_is_what_the_tool_says() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/tool.md");
    let page = page();
    if std::env::var_os("MCP_ERRORS_WRITE_DOCS").is_some() {
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(&path, &page).unwrap();
    }
    let written = std::fs::read_to_string(&path).unwrap_or_default();
    let stale = page.lines().zip(written.lines()).find(|(new, old)| new != old);
    assert!(page == written, "docs/tool.md is stale: run with MCP_ERRORS_WRITE_DOCS=1. First difference: {stale:?}");
}
