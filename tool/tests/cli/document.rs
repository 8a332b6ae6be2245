//! `docs/tool.md`: what the tool prints for ten real responses. With `MCP_ERRORS_WRITE_DOCS=1` this test writes the page.

use crate::run::{input, responses, run};
use std::fmt::Write;
use std::path::Path;

/// A response of `tests/wire`, the options, and the title of the section.
const SHOWN: [(&str, &str, &str); 10] = [
    ("W0126", "--purpose probe", "A modern server refuses the version of a probe"),
    ("W0247", "", "A modern server requires a capability that the request did not declare"),
    ("W0355", "--method tools/call", "The headers contradict the body"),
    ("W0451", "", "A modern code without the data that it requires"),
    ("W0418", "--purpose probe", "A modern server that does not implement `server/discover`"),
    ("W0036", "--purpose probe", "A legacy server over stdio"),
    ("W0104", "--era legacy --has-session", "A session that the server has ended"),
    ("W0219", "--era legacy", "A web page to open first, as in revision 2025-11-25"),
    ("W0288", "", "An access token that lacks a scope"),
    ("W0116", "--idempotent", "A server that fails, and a body that is not JSON"),
];

const HEAD: &str = "\
# The command-line tool `mcp-errors`

It explains a response of an MCP server: what kind of error it is, whether it is well formed, what it says about the server, and what a
client should do. It can also probe a server itself.

    cargo install --locked --path tool
    curl -i ... | mcp-errors
    mcp-errors probe https://example.com/mcp
    mcp-errors probe --follow --stdio -- python3 my_server.py

`--follow` does what the advice says: another protocol version, the capabilities that the server requires, `initialize`, the older HTTP
transport. It ends when client and server agree on a version, when nothing is left to do, or when a person is needed.

Byte offsets count from 0, lines and columns from 1. With `--json`, the tool prints one object on one line: `view` and `advice` are the
objects that `mcp_error_view_json` and `mcp_advice_json` in the C API return, `era` is what the response says about the server if it is
the response to a probe.

Below is what the tool prints for ten responses of real servers (`tests/wire`). A test compares this page with the tool;
`MCP_ERRORS_WRITE_DOCS=1 cargo test -p mcp-errors-cli document` writes it.
";

/// A response as it was sent, and what the tool prints.
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
    let rows = responses();
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
            "\n## {number}. {title}\n\n{server} responds to `{asked}`:\n\n```text\n{sent}\n```\n\n```text\n$ {command} < response\n{said}```\n\nExit status {status}.\n"
        );
    }
    let script = "read a; echo '{\"jsonrpc\":\"2.0\",\"id\":1,\"error\":{\"code\":-32601,\"message\":\"Method not found\"}}'
read b; echo '{\"jsonrpc\":\"2.0\",\"id\":2,\"result\":{\"protocolVersion\":\"2025-06-18\",\"capabilities\":{}}}'";
    let followed = run(["probe", "--follow", "--stdio", "--", "sh", "-c", script], b"");
    let _ = write!(
        page,
        "\n## Following the advice\n\nThe shell script `server.sh` plays a legacy server:\n\n```sh\n{script}\n```\n\n```text\n$ mcp-errors probe --follow --stdio -- sh server.sh\n{}```\n\nExit status {}.\n",
        followed.out, followed.status
    );
    let help = run(["--help"], b"");
    let _ = write!(page, "\n## Options\n\n```text\n{}```\n", help.out);
    page
}

#[test]
fn the_document_shows_what_the_tool_prints() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../docs/tool.md");
    let page = page();
    if std::env::var_os("MCP_ERRORS_WRITE_DOCS").is_some() {
        std::fs::write(&path, &page).unwrap();
        return;
    }
    let written = std::fs::read_to_string(&path).unwrap_or_default();
    let difference = page.lines().zip(written.lines()).find(|(new, old)| new != old);
    assert!(page == written, "docs/tool.md is out of date: run with MCP_ERRORS_WRITE_DOCS=1. First difference: {difference:?}");
}
