//! Asking a server what it speaks: one `server/discover` request.

pub mod http;
pub mod stdio;

use crate::Trouble;
use crate::args::Options;
use crate::context::checked;
use crate::escape::json_string;

/// The revision that a probe names unless the command line names another.
pub const VERSION: &str = "2026-07-28";
/// The method of a probe.
const METHOD: &str = "server/discover";
/// The id of the request.
pub const ID: &str = "1";

/// The request.
fn request(options: &Options) -> Result<String, Trouble> {
    let declared = options.declared.as_deref().map_or_else(|| Ok("{}".to_owned()), |text| checked("--declared", text))?;
    Ok(format!(
        r#"{{"jsonrpc":"2.0","id":{ID},"method":"{METHOD}","params":{{"_meta":{{{},{},{}}}}}}}"#,
        format_args!(r#""io.modelcontextprotocol/protocolVersion":{}"#, json_string(&options.protocol_version)),
        format_args!(r#""io.modelcontextprotocol/clientInfo":{{"name":"mcp-errors","version":"{}"}}"#, env!("CARGO_PKG_VERSION")),
        // One line, whatever the command line holds: a stdio message ends at a line feed.
        format_args!(r#""io.modelcontextprotocol/clientCapabilities":{}"#, crate::escape::ascii_json(&declared)),
    ))
}
