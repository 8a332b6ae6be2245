//! What the advice is asked for: the context of the options, as the library reads it.

use crate::Trouble;
use crate::args::Options;
use crate::escape::json_string;
use mcp_errors::{Failure, HttpStatus, Kind, LEGACY_VERSIONS, McpError, Transport};
use std::time::{SystemTime, UNIX_EPOCH};

/// A client that can do all that the specification names.
const ABLE: &str = r#"{"elicitation":{"form":{},"url":{}},"sampling":{"context":{},"tools":{}},"roots":{}}"#;

/// What the options say of the failed request.
pub struct Context {
    pub json: String,
    pub transport: Transport,
    pub is_probe: bool,
}

/// The context for an answer that came over a transport.
///
/// The library takes the last of a repeated member: first the defaults, then `--context`, then what options name.
pub fn of(options: &Options, came_over: Transport) -> Result<Context, Trouble> {
    let given = match &options.context {
        Some(text) => checked("--context", text)?,
        None => "{}".to_owned(),
    };
    let inside = given.trim().strip_prefix('{').and_then(|rest| rest.strip_suffix('}'));
    let inside = inside.ok_or_else(|| Trouble::new("--context is not a JSON object"))?.trim();
    let of_given = |name: &str| serde_json::from_str::<serde_json::Value>(&given).ok()?.get(name)?.as_str().map(str::to_owned);
    let transport = match of_given("transport").as_deref() {
        _ if options.is_probe() => came_over,
        _ if options.transport.is_some() => options.transport.unwrap_or(came_over),
        Some("stdio") => Transport::Stdio,
        Some("http") => Transport::Http,
        _ => came_over,
    };
    let usual = if options.is_probe() { "probe" } else { "request" };
    let purpose = options.purpose.clone().or_else(|| of_given("purpose")).unwrap_or_else(|| usual.to_owned());
    let now = SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |now| now.as_millis());
    let versions = |versions: &[&str]| versions.iter().copied().map(json_string).collect::<Vec<_>>().join(",");
    let mut known = vec![crate::probe::VERSION];
    known.extend(LEGACY_VERSIONS.iter().rev());

    let mut members = vec![format!(r#""now_ms":{now},"client_versions":[{}],"supported_caps":{ABLE}"#, versions(&known))];
    if options.is_probe() {
        members.push(format!(r#""requested_version":{},"method":"server/discover""#, json_string(&options.protocol_version)));
    }
    if !inside.is_empty() {
        members.push(inside.to_owned());
    }
    if !options.client_versions.is_empty() {
        let named: Vec<&str> = options.client_versions.iter().map(String::as_str).collect();
        members.push(format!(r#""client_versions":[{}]"#, versions(&named)));
    }
    if let Some(declared) = &options.declared {
        members.push(format!(r#""declared":{}"#, checked("--declared", declared)?));
    }
    members.extend(options.members.iter().map(|(name, value)| format!(r#""{name}":{value}"#)));
    members.push(format!(r#""purpose":{}"#, json_string(&purpose)));
    if of_given("transport").is_none() || options.transport.is_some() || options.is_probe() {
        members.push(format!(r#""transport":"{}""#, transport.name()));
    }
    Ok(Context { json: format!("{{{}}}", members.join(",")), transport, is_probe: purpose == "probe" })
}

/// Refuses a context that the library refuses, before anything is read or sent.
pub fn check(options: &Options) -> Result<(), Trouble> {
    let context = of(options, Transport::Http)?;
    let any = McpError::local(Kind::RequestTimeoutError, "").map_err(|failure| Trouble::new(failure.to_string()))?;
    any.advise(context.json.as_bytes()).map(|_| ()).map_err(|failure| refused(&failure))
}

/// A refusal by the library, with the name of the option where there is one.
pub fn refused(failure: &Failure) -> Trouble {
    match failure {
        Failure::InvalidArgument { argument, problem } => {
            let option = match *argument {
                "supported_caps" => "--supported",
                "declared" => "--declared",
                "purpose" => "--purpose",
                "era" => "--era",
                "attempt" => "--attempt",
                "context" => "--context",
                _ => "",
            };
            Trouble::new(if option.is_empty() { format!("{argument} of --context {problem}") } else { format!("{option} {problem}") })
        }
        other => Trouble::new(other.to_string()),
    }
}

/// A JSON text of the command line.
pub fn checked(option: &str, text: &str) -> Result<String, Trouble> {
    match McpError::from_jsonrpc(text.as_bytes(), HttpStatus::NONE) {
        Ok(_) => Ok(text.trim().to_owned()),
        Err(Failure::InvalidJson { offset, .. }) => Err(Trouble::new(format!("{option} is not JSON: it goes wrong at byte {offset}"))),
        Err(failure) => Err(Trouble::new(failure.to_string())),
    }
}
