//! `mcp-errors`: says in plain words what an answer of an MCP server is, and what a client should do.

fn main() {
    eprintln!("mcp-errors: nothing here yet");
    std::process::exit(2);
}
