//! The options.

use crate::Trouble;
use crate::report::text::Style;
use lexopt::prelude::*;
use mcp_errors::Transport;
use std::ffi::OsString;
use std::io::IsTerminal;
use std::time::Duration;

/// What `--help` prints.
pub const HELP: &str = include_str!("help.txt");

/// The most bytes of an answer, unless `--max-bytes` says otherwise.
const MAX_BYTES: usize = 16 << 20;
/// The longest `--timeout`, a day in seconds.
const LONGEST: f64 = 86_400.0;

/// What to do.
pub enum Command {
    Help,
    Version,
    /// Reads an answer from a file, or from standard input.
    Read {
        file: Option<OsString>,
        form: Form,
        status: Option<u16>,
    },
    /// Asks a server over HTTP.
    ProbeHttp {
        url: String,
    },
    /// Starts a server and asks it over its standard input and output.
    ProbeStdio {
        program: OsString,
        arguments: Vec<OsString>,
    },
}

/// What the input is.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Form {
    /// What it looks like.
    Detect,
    /// A whole message.
    Message,
    /// The value of an `error` member.
    ErrorMember,
    /// An HTTP answer with its status line and headers.
    Http,
}

/// When to use colours.
#[derive(Clone, Copy)]
enum Color {
    Auto,
    Always,
    Never,
}

/// What the command line says.
pub struct Options {
    pub command: Command,
    pub json: bool,
    color: Color,
    /// How long a probe may take in all.
    pub timeout: Duration,
    /// The most bytes of an answer.
    pub max_bytes: usize,
    /// Header fields: sent by a probe over HTTP; of the answer, where it is read.
    pub headers: Vec<(String, String)>,
    /// The protocol version that a probe names.
    pub protocol_version: String,
    /// The transport, where the command line names one.
    pub transport: Option<Transport>,
    /// The JSON object of `--context`.
    pub context: Option<String>,
    /// The purpose, where the command line names one.
    pub purpose: Option<String>,
    /// Capabilities that the request declared, as JSON.
    pub declared: Option<String>,
    /// Versions that the client speaks.
    pub client_versions: Vec<String>,
    /// Members of the context that options name, as JSON.
    pub members: Vec<(&'static str, String)>,
}

impl Options {
    /// Whether a server is asked.
    pub const fn is_probe(&self) -> bool {
        matches!(self.command, Command::ProbeHttp { .. } | Command::ProbeStdio { .. })
    }

    /// Colours on a terminal only, unless the command line says otherwise; never against NO_COLOR.
    pub fn style(&self) -> Style {
        let unwanted = |name, wanted: fn(&OsString) -> bool| std::env::var_os(name).is_some_and(|value| wanted(&value));
        let colors = match self.color {
            Color::Always => true,
            Color::Never => false,
            Color::Auto => {
                std::io::stdout().is_terminal()
                    && !unwanted("NO_COLOR", |value| !value.is_empty())
                    && !unwanted("TERM", |value| value == "dumb")
            }
        };
        if colors { Style::Colors } else { Style::Plain }
    }
}

/// What is read before it is known what makes sense together.
struct Raw {
    options: Options,
    probe: bool,
    stdio: bool,
    form: Form,
    status: Option<u16>,
    values: Vec<OsString>,
}

/// Reads the command line.
pub fn parse() -> Result<Options, Trouble> {
    read(lexopt::Parser::from_env())
}

fn read(mut parser: lexopt::Parser) -> Result<Options, Trouble> {
    let mut raw = Raw {
        options: Options {
            command: Command::Help,
            json: false,
            color: Color::Auto,
            timeout: Duration::from_secs(10),
            max_bytes: MAX_BYTES,
            headers: Vec::new(),
            protocol_version: crate::probe::VERSION.to_owned(),
            transport: None,
            context: None,
            purpose: None,
            declared: None,
            client_versions: Vec::new(),
            members: Vec::new(),
        },
        probe: false,
        stdio: false,
        form: Form::Detect,
        status: None,
        values: Vec::new(),
    };
    let usage = |error: lexopt::Error| Trouble::new(format!("{error}; see mcp-errors --help"));
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
    "attempt",
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
];

impl Raw {
    /// Options without a value.
    fn flag(&mut self, name: &str) -> Result<bool, Trouble> {
        match name {
            "json" => self.options.json = true,
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

    fn form(&mut self, form: Form) -> Result<(), Trouble> {
        if !matches!(self.form, Form::Detect) && self.form != form {
            return Err(Trouble::new("--message, --error and --http exclude one another"));
        }
        self.form = form;
        Ok(())
    }

    fn member(&mut self, name: &'static str, json: impl Into<String>) {
        self.options.members.push((name, json.into()));
    }

    /// Options with a value. What only the library can judge is left to it.
    fn valued(&mut self, name: &str, value: String) -> Result<(), Trouble> {
        let wrong = |problem: &str| Trouble::new(format!("--{name} {value:?} {problem}"));
        match name {
            "attempt" => {
                value.parse::<u32>().ok().filter(|&attempt| attempt > 0).ok_or_else(|| wrong("is not a number of at least 1"))?;
                self.member("attempt", value);
            }
            "client-version" => self.options.client_versions.push(value),
            "color" => {
                self.options.color = match value.as_str() {
                    "auto" => Color::Auto,
                    "always" => Color::Always,
                    "never" => Color::Never,
                    _ => return Err(wrong("is neither auto, always nor never")),
                };
            }
            "context" => self.options.context = Some(value),
            "declared" => self.options.declared = Some(value),
            "era" => self.member("era", crate::escape::json_string(&value)),
            "header" => {
                let (field, content) = value.split_once(':').ok_or_else(|| wrong("is not NAME: VALUE"))?;
                self.options.headers.push((field.trim().to_ascii_lowercase(), content.trim().to_owned()));
            }
            "max-bytes" => {
                self.options.max_bytes = value.parse().ok().filter(|&bytes| bytes > 0).ok_or_else(|| wrong("is not a number of bytes"))?;
            }
            "method" => self.member("method", crate::escape::json_string(&value)),
            "protocol-version" => self.options.protocol_version = value,
            "purpose" => self.options.purpose = Some(value),
            "requested-version" => self.member("requested_version", crate::escape::json_string(&value)),
            "status" => {
                let status = value.parse().ok().filter(|status| matches!(status, 100..=599));
                self.status = Some(status.ok_or_else(|| wrong("is not 100 to 599"))?);
            }
            "supported" => self.member("supported_caps", crate::context::checked("--supported", &value)?),
            "timeout" => {
                let seconds = value.parse::<f64>().ok().filter(|&seconds| seconds > 0.0 && seconds <= LONGEST);
                self.options.timeout = Duration::from_secs_f64(seconds.ok_or_else(|| wrong("is not a number of seconds up to a day"))?);
            }
            _ => {
                self.options.transport = match value.as_str() {
                    "http" => Some(Transport::Http),
                    "stdio" => Some(Transport::Stdio),
                    _ => return Err(wrong("is neither http nor stdio")),
                };
            }
        }
        Ok(())
    }

    fn finish(mut self) -> Result<Options, Trouble> {
        let mut values = std::mem::take(&mut self.values).into_iter();
        let first = values.next();
        let command = match (self.probe, self.stdio) {
            (false, true) => return Err(Trouble::new("--stdio is for mcp-errors probe")),
            (false, false) if values.len() > 0 => return Err(Trouble::new("one FILE is read at a time")),
            (false, false) => Command::Read { file: first.filter(|file| file != "-"), form: self.form, status: self.status },
            _ if self.form != Form::Detect || self.status.is_some() || self.options.transport.is_some() => {
                return Err(Trouble::new("--message, --error, --http, --status and --transport are not for a probe"));
            }
            (true, true) => {
                let program = first.ok_or_else(|| Trouble::new("probe --stdio wants -- COMMAND [ARGUMENT...]"))?;
                Command::ProbeStdio { program, arguments: values.collect() }
            }
            (true, false) => match first.map(OsString::into_string) {
                Some(Ok(url)) if values.len() == 0 => Command::ProbeHttp { url },
                _ => return Err(Trouble::new("probe wants one URL, or --stdio -- COMMAND [ARGUMENT...]")),
            },
        };
        Ok(Options { command, ..self.options })
    }
}
