//! Probing a server, and following the advice to its end.

mod http;
mod process;
mod stdio;

use crate::ToolError;
use crate::args::{Command, Options};
use crate::context::{Context, Purpose};
use crate::escape::{ascii_json, json_string, quoted};
use crate::finding::{self, Finding};
use crate::received::Received;
use mcp_errors::{Action, Transport};
use std::time::Duration;

/// The revision that a probe names, unless the command line names another.
pub const VERSION: &str = "2026-07-28";
/// The revision that `initialize` names, unless the command line or the advice names another.
pub const LEGACY_VERSION: &str = "2025-11-25";
/// How often a probe waits and tries again.
const MOST_WAITS: u32 = 2;

/// A request to a server.
pub struct Request {
    pub id: usize,
    pub method: Method,
    pub version: String,
    /// The JSON-RPC message on one line.
    pub body: String,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Method {
    Discover,
    Initialize,
    /// A GET that opens an event stream, as in the HTTP+SSE transport.
    OpenStream,
}

impl Method {
    const fn name(self) -> &'static str {
        match self {
            Self::Discover => "server/discover",
            Self::Initialize => "initialize",
            Self::OpenStream => "GET",
        }
    }
}

impl Request {
    /// The request that a context describes.
    fn of(context: &Context, id: usize) -> Self {
        let version = context.text("requested_version");
        let declared = context.member("declared").unwrap_or_else(|| "{}".to_owned());
        // One line, whatever the command line holds: a message over stdio ends at a line feed.
        let declared = ascii_json(&declared);
        let client = format!(r#"{{"name":"mcp-errors","version":"{}"}}"#, env!("CARGO_PKG_VERSION"));
        if context.purpose == Purpose::Initialize {
            let version = version.unwrap_or_else(|| LEGACY_VERSION.to_owned());
            let params = format!(r#"{{"protocolVersion":{},"capabilities":{declared},"clientInfo":{client}}}"#, json_string(&version));
            return Self::new(id, Method::Initialize, version, &params);
        }
        let version = version.unwrap_or_else(|| VERSION.to_owned());
        let meta = format!(
            r#"{{"{0}protocolVersion":{1},"{0}clientInfo":{client},"{0}clientCapabilities":{declared}}}"#,
            "io.modelcontextprotocol/",
            json_string(&version)
        );
        Self::new(id, Method::Discover, version, &format!(r#"{{"_meta":{meta}}}"#))
    }

    fn new(id: usize, method: Method, version: String, params: &str) -> Self {
        let body = format!(r#"{{"jsonrpc":"2.0","id":{id},"method":"{}","params":{params}}}"#, method.name());
        Self { id, method, version, body }
    }

    /// What is sent, in words.
    fn describe(&self) -> String {
        match self.method {
            Method::OpenStream => "GET, which opens an event stream if the server uses the HTTP+SSE transport".to_owned(),
            method => format!("{} with protocol version {}", method.name(), quoted(&self.version, 40)),
        }
    }
}

/// One step on the way that the advice describes.
pub struct Step {
    /// Counted from 1.
    pub number: usize,
    pub sent: String,
    /// What follows.
    pub next: String,
}

enum Server<'a> {
    Http(http::Client<'a>),
    Stdio(stdio::Server<'a>),
}

impl Server<'_> {
    fn send(&mut self, request: &Request) -> Result<Received, ToolError> {
        match self {
            Self::Http(client) => client.send(request),
            Self::Stdio(server) => server.send(request),
        }
    }

    fn end(&mut self) {
        match self {
            Self::Http(client) => client.end(),
            Self::Stdio(server) => server.end(),
        }
    }
}

/// Sends a probe, and with `--follow` what the advice says after it. Returns the exit status.
pub fn run(options: &Options) -> Result<u8, ToolError> {
    let transport = if matches!(options.command, Command::ProbeHttp { .. }) { Transport::Http } else { Transport::Stdio };
    let mut context = Context::of(options, transport)?;
    let mut server = match &options.command {
        Command::ProbeStdio { program, arguments } => Server::Stdio(stdio::Server::new(program, arguments, options)?),
        Command::ProbeHttp { url } => Server::Http(http::Client::new(url, options)?),
        _ => return Err(ToolError::new("there is no server to probe")),
    };
    let mut request = Request::of(&context, 1);
    let mut waits = 0;
    loop {
        let received = server.send(&request)?;
        let finding = finding::of(received, context, Some(&request))?;
        let next = if options.follow { next(&finding, &request, options, &mut waits)? } else { Next::Stop(String::new()) };
        if matches!(next, Next::Stop(_)) {
            server.end();
        }
        let text = match &next {
            Next::Stop(why) => why.clone(),
            Next::Send(_, request, Duration::ZERO) => format!("send {}", request.describe()),
            Next::Send(_, request, wait) => format!("wait {} milliseconds, then send {}", wait.as_millis(), request.describe()),
        };
        let step = Step { number: request.id, sent: request.describe(), next: text };
        crate::report(&finding, options.follow.then_some(&step), options)?;
        match next {
            Next::Stop(_) => return Ok(finding.exit_status()),
            Next::Send(next_context, next_request, wait) => {
                std::thread::sleep(wait);
                (context, request) = (next_context, next_request);
            }
        }
    }
}

enum Next {
    Send(Context, Request, Duration),
    /// Why nothing more is sent.
    Stop(String),
}

/// What follows a finding.
fn next(finding: &Finding, request: &Request, options: &Options, waits: &mut u32) -> Result<Next, ToolError> {
    let stop = |why: &str| Ok(Next::Stop(why.to_owned()));
    let Some(advice) = finding.advice() else { return stop("nothing: this is the end") };
    let mut wait = Duration::ZERO;
    match advice.action {
        Action::GiveUp => return stop("nothing: a client gives up"),
        Action::GoOn => {
            let version = advice.version.as_deref().unwrap_or(&request.version);
            return stop(&format!("nothing: a client sends its requests with protocol version {}", quoted(version, 40)));
        }
        Action::ContinueWithoutDiscover => {
            return stop(&format!("nothing: a client sends its requests with protocol version {}", quoted(&request.version, 40)));
        }
        Action::Authenticate | Action::StepUp => {
            return stop("nothing: it needs an access token; pass one with --header 'Authorization: Bearer TOKEN'");
        }
        Action::BackOff => {
            wait = Duration::from_millis(advice.delay_ms.unwrap_or(1000 << *waits));
            if *waits >= MOST_WAITS {
                return stop("nothing: the tool has waited often enough");
            }
            if wait > options.timeout {
                return stop(&format!("nothing: the wait of {} milliseconds is longer than --timeout", wait.as_millis()));
            }
            *waits += 1;
        }
        Action::RetryWithVersion
        | Action::DeclareCapabilities
        | Action::Initialize
        | Action::Reissue
        | Action::Reprobe
        | Action::TryHttpSse => {}
        other => return stop(&format!("nothing: the tool does not follow {}", other.name())),
    }
    let Some(json) = &advice.context else { return stop("nothing: this is the end") };
    let context = Context::next(json)?;
    let mut next = Request::of(&context, request.id + 1);
    if advice.action == Action::TryHttpSse {
        next.method = Method::OpenStream;
    }
    Ok(Next::Send(context, next, wait))
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, clippy::indexing_slicing)]
    use super::*;

    #[test]
    fn a_request_follows_the_context() {
        let context = Context::next(r#"{"purpose":"probe","requested_version":"a\"b","declared":{"roots":{}}}"#).unwrap();
        let request = Request::of(&context, 3);
        let body: serde_json::Value = serde_json::from_str(&request.body).unwrap();
        assert_eq!((&body["id"], &body["method"]), (&3.into(), &"server/discover".into()));
        assert_eq!(body["params"]["_meta"]["io.modelcontextprotocol/protocolVersion"], "a\"b");
        assert_eq!(body["params"]["_meta"]["io.modelcontextprotocol/clientCapabilities"], serde_json::json!({"roots": {}}));
        let context = Context::next(r#"{"purpose":"initialize","declared":null}"#).unwrap();
        let body: serde_json::Value = serde_json::from_str(&Request::of(&context, 4).body).unwrap();
        assert_eq!((&body["method"], &body["params"]["protocolVersion"]), (&"initialize".into(), &LEGACY_VERSION.into()));
        assert_eq!(body["params"]["capabilities"], serde_json::json!({}));
    }
}
