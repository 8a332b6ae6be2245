//! The options.

use crate::ToolError;
use crate::report::text::Style;
use lexopt::prelude::*;
use std::ffi::OsString;
use std::io::IsTerminal;
use std::time::Duration;

/// What `--help` prints.
pub const HELP: &str = include_str!("help.txt");

/// The longest response, unless `--max-bytes` sets another limit.
const MAX_BYTES: usize = 16 << 20;
/// The longest `--timeout`, a day in seconds.
const LONGEST: f64 = 86_400.0;

/// What to do.
pub enum Command {
    Help,
    Version,
    /// Reads a response from a file, or from standard input.
    Read {
        file: Option<OsString>,
        form: Form,
        status: Option<u16>,
    },
    /// Sends a probe over HTTP.
    ProbeHttp {
        url: String,
    },
    /// Starts a server and sends it a probe over its standard input.
    ProbeStdio {
        program: OsString,
        arguments: Vec<OsString>,
    },
}

/// What the input is.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Form {
    /// Not named: the first bytes decide.
    Detect,
    /// A whole message.
    Message,
    /// The value of an `error` member.
    ErrorMember,
    /// An HTTP response with its status line and headers.
    Http,
}

/// When to print colors.
#[derive(Clone, Copy)]
enum Color {
    Auto,
    Always,
    Never,
}

/// The command line.
pub struct Options {
    pub command: Command,
    pub json: bool,
    color: Color,
    /// Whether a probe follows the advice.
    pub follow: bool,
    /// The time limit of each request.
    pub timeout: Duration,
    /// The longest response.
    pub max_bytes: usize,
    /// Header fields: of the request if a probe is sent, else of the response that is read.
    pub headers: Vec<(String, String)>,
    /// The protocol version that a probe names first.
    pub protocol_version: Option<String>,
    /// The JSON object of `--context`.
    pub context: Option<String>,
    /// The versions that the client speaks.
    pub client_versions: Vec<String>,
    /// Members of the context that other options set, as JSON.
    pub members: Vec<(&'static str, String)>,
}

impl Options {
    /// Returns whether a request is sent to a server.
    pub const fn is_probe(&self) -> bool {
        matches!(self.command, Command::ProbeHttp { .. } | Command::ProbeStdio { .. })
    }

    /// By default, colors are for terminals, and for no one who sets NO_COLOR.
    pub fn style(&self) -> Style {
        let variable = |name, holds: fn(&OsString) -> bool| std::env::var_os(name).is_some_and(|value| holds(&value));
        let colors = match self.color {
            Color::Always => true,
            Color::Never => false,
            Color::Auto => {
                std::io::stdout().is_terminal()
                    && !variable("NO_COLOR", |value| !value.is_empty())
                    && !variable("TERM", |value| value == "dumb")
            }
        };
        if colors { Style::Colors } else { Style::Plain }
    }
}

/// The command line while it is read.
struct Raw {
    options: Options,
    probe: bool,
    stdio: bool,
    form: Form,
    status: Option<u16>,
    transport: bool,
    values: Vec<OsString>,
}

/// Parses the command line.
pub fn parse() -> Result<Options, ToolError> {
    read(lexopt::Parser::from_env())
}

fn read(mut parser: lexopt::Parser) -> Result<Options, ToolError> {
    let mut raw = Raw {
        options: Options {
            command: Command::Help,
            json: false,
            color: Color::Auto,
            follow: false,
            timeout: Duration::from_secs(10),
            max_bytes: MAX_BYTES,
            headers: Vec::new(),
            protocol_version: None,
            context: None,
            client_versions: Vec::new(),
            members: Vec::new(),
        },
        probe: false,
        stdio: false,
        form: Form::Detect,
        status: None,
        transport: false,
        values: Vec::new(),
    };
    let usage = |error: lexopt::Error| ToolError::new(format!("{error}; see mcp-errors --help"));
    while let Some(argument) = parser.next().map_err(usage)? {
        let name = match argument {
            Short('h') | Long("help") => return Ok(raw.options),
            Short('V') | Long("version") => return Ok(Options { command: Command::Version, ..raw.options }),
            Value(value) if value == "probe" && !raw.probe && raw.values.is_empty() => {
                raw.probe = true;
                continue;
            }
            Value(value) => {
                raw.values.push(value);
                continue;
            }
            Long(name) => name.to_owned(),
            Short(_) => return Err(usage(argument.unexpected())),
        };
        if raw.flag(&name)? {
            continue;
        }
        if !VALUED.contains(&name.as_str()) {
            return Err(usage(Long(&name).unexpected()));
        }
        let value = parser.value().and_then(lexopt::ValueExt::string).map_err(usage)?;
        raw.valued(&name, value)?;
    }
    raw.finish()
}

/// The options that take a value.
const VALUED: [&str; 16] = [
    "client-version",
    "color",
    "context",
    "declared",
    "era",
    "header",
    "max-bytes",
    "method",
    "protocol-version",
    "purpose",
    "requested-version",
    "status",
    "supported",
    "timeout",
    "transport",
    "tried",
];

impl Raw {
    /// Options without a value.
    fn flag(&mut self, name: &str) -> Result<bool, ToolError> {
        match name {
            "json" => self.options.json = true,
            "follow" => self.options.follow = true,
            "stdio" => self.stdio = true,
            "message" => self.form(Form::Message)?,
            "error" => self.form(Form::ErrorMember)?,
            "http" => self.form(Form::Http)?,
            "idempotent" => self.member("idempotent", "true"),
            "has-session" => self.member("has_session", "true"),
            "has-cursor" => self.member("has_cursor", "true"),
            _ => return Ok(false),
        }
        Ok(true)
    }

    fn form(&mut self, form: Form) -> Result<(), ToolError> {
        if !matches!(self.form, Form::Detect) && self.form != form {
            return Err(ToolError::new("use only one of --message, --error and --http"));
        }
        self.form = form;
        Ok(())
    }

    fn member(&mut self, name: &'static str, json: impl Into<String>) {
        self.options.members.push((name, json.into()));
    }

    /// Options with a value. The library checks the context.
    fn valued(&mut self, name: &str, value: String) -> Result<(), ToolError> {
        let wrong = |problem: &str| ToolError::new(format!("--{name} {value:?} {problem}"));
        match name {
            "client-version" => self.options.client_versions.push(value),
            "color" => {
                self.options.color = match value.as_str() {
                    "auto" => Color::Auto,
                    "always" => Color::Always,
                    "never" => Color::Never,
                    _ => return Err(wrong("must be auto, always or never")),
                };
            }
            "context" => self.options.context = Some(value),
            "declared" => self.member("declared", crate::context::checked("--declared", &value)?),
            "era" => self.member("era", crate::escape::json_string(&value)),
            "header" => {
                let (field, content) = value.split_once(':').ok_or_else(|| wrong("must be NAME: VALUE"))?;
                self.options.headers.push((field.trim().to_ascii_lowercase(), content.trim().to_owned()));
            }
            "max-bytes" => {
                self.options.max_bytes =
                    value.parse().ok().filter(|&bytes| bytes > 0).ok_or_else(|| wrong("must be a number of bytes from 1"))?;
            }
            "method" => self.member("method", crate::escape::json_string(&value)),
            "protocol-version" => self.options.protocol_version = Some(value),
            "purpose" => self.member("purpose", crate::escape::json_string(&value)),
            "requested-version" => self.member("requested_version", crate::escape::json_string(&value)),
            "status" => {
                let status = value.parse().ok().filter(|status| matches!(status, 100..=999));
                self.status = Some(status.ok_or_else(|| wrong("must be 100 to 999"))?);
            }
            "supported" => self.member("supported_caps", crate::context::checked("--supported", &value)?),
            "timeout" => {
                let seconds = value.parse::<f64>().ok().filter(|&seconds| seconds > 0.0 && seconds <= LONGEST);
                self.options.timeout =
                    Duration::from_secs_f64(seconds.ok_or_else(|| wrong("must be a number of seconds from above 0 to 86400"))?);
            }
            "tried" => self.member("tried", crate::context::checked("--tried", &value)?),
            _ => {
                if !["http", "stdio"].contains(&value.as_str()) {
                    return Err(wrong("must be http or stdio"));
                }
                self.transport = true;
                self.member("transport", crate::escape::json_string(&value));
            }
        }
        Ok(())
    }

    fn finish(mut self) -> Result<Options, ToolError> {
        let mut values = std::mem::take(&mut self.values).into_iter();
        let first = values.next();
        let command = match (self.probe, self.stdio) {
            (false, _) if self.stdio || self.options.follow || self.options.protocol_version.is_some() => {
                return Err(ToolError::new("--stdio, --follow and --protocol-version are for mcp-errors probe"));
            }
            (false, _) if values.len() > 0 => return Err(ToolError::new("give one FILE only")),
            (false, _) => Command::Read { file: first.filter(|file| file != "-"), form: self.form, status: self.status },
            _ if self.form != Form::Detect || self.status.is_some() || self.transport => {
                return Err(ToolError::new("--message, --error, --http, --status and --transport are not for mcp-errors probe"));
            }
            (true, true) => {
                let program = first.ok_or_else(|| ToolError::new("probe --stdio needs -- COMMAND [ARGUMENT...]"))?;
                Command::ProbeStdio { program, arguments: values.collect() }
            }
            (true, false) => match first.map(OsString::into_string) {
                Some(Ok(url)) if values.len() == 0 => Command::ProbeHttp { url },
                _ => return Err(ToolError::new("probe needs one URL, or --stdio -- COMMAND [ARGUMENT...]")),
            },
        };
        Ok(Options { command, ..self.options })
    }
}
