//! Probing over standard input and output.

use super::{Request, process};
use crate::ToolError;
use crate::args::Options;
use crate::escape::quoted;
use crate::message::{self, Id};
use crate::received::{Content, Received};
use mcp_errors::{Kind, MessageType, Transport};
use std::ffi::{OsStr, OsString};
use std::io::{Read, Write};
use std::process::{Child, Command, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, SyncSender, channel, sync_channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

/// How many bytes at the end of standard error are kept.
const KEPT: usize = 2048;
/// How many of its lines are shown.
const LINES: usize = 5;

/// A server that the tool starts, and starts again after it has closed its output.
pub struct Server<'a> {
    program: &'a OsStr,
    arguments: &'a [OsString],
    timeout: Duration,
    max_bytes: usize,
    process: Option<Process>,
}

impl<'a> Server<'a> {
    pub fn new(program: &'a OsStr, arguments: &'a [OsString], options: &Options) -> Result<Self, ToolError> {
        let mut server = Self { program, arguments, timeout: options.timeout, max_bytes: options.max_bytes, process: None };
        server.process = Some(server.start()?);
        Ok(server)
    }

    fn start(&mut self) -> Result<Process, ToolError> {
        if let Some(process) = self.process.take() {
            return Ok(process);
        }
        let mut command = Command::new(self.program);
        command.args(self.arguments).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let name = || self.program.to_string_lossy().escape_debug().to_string();
        process::start(&mut command).map(Process::new).map_err(|error| ToolError::new(format!("cannot start {}: {error}", name())))
    }

    /// Sends a request and receives the response.
    pub fn send(&mut self, request: &Request) -> Result<Received, ToolError> {
        let mut process = self.start()?;
        let deadline = Instant::now() + self.timeout;
        process.write(request);
        let mut notes = Vec::new();
        let content = process.receive(request, deadline, self.max_bytes, &mut notes);
        let closed = matches!(content, Content::Local(Kind::ResponseStreamClosedError, _));
        if closed {
            let errors = process.end(&mut notes);
            notes.extend(errors);
        } else {
            if matches!(content, Content::Local(..)) {
                notes.extend(last_lines(&process.errors));
            }
            self.process = Some(process);
        }
        Ok(Received { content, transport: Transport::Stdio, notes })
    }

    /// Ends the server, if it still runs.
    pub fn end(&mut self) {
        if let Some(process) = self.process.take() {
            process.end(&mut Vec::new());
        }
    }
}

impl Drop for Server<'_> {
    fn drop(&mut self) {
        self.end();
    }
}

/// A running server.
struct Process {
    child: Child,
    /// Dropped to close standard input.
    input: Sender<Vec<u8>>,
    output: Receiver<Vec<u8>>,
    /// The last bytes received. Those before `start` are taken, and those before `searched` have no line feed after `start`.
    buffer: Vec<u8>,
    start: usize,
    searched: usize,
    received: usize,
    errors: Arc<Mutex<Vec<u8>>>,
    reads_errors: Option<JoinHandle<()>>,
}

impl Process {
    fn new(mut child: Child) -> Self {
        let (input, messages) = channel::<Vec<u8>>();
        if let Some(mut stdin) = child.stdin.take() {
            thread::spawn(move || {
                for message in messages {
                    // A server that does not read is noticed by its silence.
                    let _ = stdin.write_all(&message).and_then(|()| stdin.flush());
                }
            });
        }
        let (pieces, output) = sync_channel(16);
        if let Some(stdout) = child.stdout.take() {
            thread::spawn(move || forward(stdout, &pieces));
        }
        let errors = Arc::new(Mutex::new(Vec::new()));
        let kept = Arc::clone(&errors);
        let reads_errors = child.stderr.take().map(|stderr| thread::spawn(move || keep_end(stderr, &kept)));
        Self { child, input, output, buffer: Vec::new(), start: 0, searched: 0, received: 0, errors, reads_errors }
    }

    fn write(&mut self, request: &Request) {
        self.received = 0;
        // The thread that writes has ended only if standard input is closed, which is noticed by silence too.
        let _ = self.input.send(format!("{}\n", request.body).into_bytes());
    }

    /// Receives the response. Skips everything else, and notes what should not have been sent.
    fn receive(&mut self, request: &Request, deadline: Instant, most: usize, notes: &mut Vec<String>) -> Content {
        let mut skipped = Skipped::default();
        let content = loop {
            if let Some(line) = self.next_line() {
                if skipped.is_response(&line, request) {
                    break Content::Message(line);
                }
                continue;
            }
            match self.output.recv_timeout(deadline.saturating_duration_since(Instant::now())) {
                Ok(piece) => {
                    self.received = self.received.saturating_add(piece.len());
                    if self.received > most {
                        notes.push(format!("The server wrote more than {most} bytes; see --max-bytes."));
                        break Content::Local(Kind::ResponseTooLargeError, "The response is too large");
                    }
                    self.buffer.drain(..self.start);
                    (self.start, self.searched) = (0, self.searched - self.start);
                    self.buffer.extend_from_slice(&piece);
                }
                Err(RecvTimeoutError::Timeout) => {
                    if skipped.is_response(self.open_line(), request) {
                        notes.push(
                            "The server wrote a response without a line feed at its end, so a client keeps waiting for the rest."
                                .to_owned(),
                        );
                    }
                    break Content::Local(Kind::RequestTimeoutError, "No response came in time");
                }
                Err(RecvTimeoutError::Disconnected) => {
                    let line = self.open_line().to_vec();
                    if skipped.is_response(&line, request) {
                        notes.push("The response does not end with a line feed. Some clients ignore such a line.".to_owned());
                        break Content::Message(line);
                    }
                    break Content::Local(Kind::ResponseStreamClosedError, "Standard output was closed without a response");
                }
            }
        };
        notes.extend(skipped.notes());
        content
    }

    /// What was received after the last line feed.
    fn open_line(&self) -> &[u8] {
        self.buffer.get(self.start..).unwrap_or_default()
    }

    /// Takes a whole line, without its end.
    fn next_line(&mut self) -> Option<Vec<u8>> {
        let unsearched = self.buffer.get(self.searched..).unwrap_or_default();
        let Some(feed) = unsearched.iter().position(|&byte| byte == b'\n') else {
            self.searched = self.buffer.len();
            return None;
        };
        let end = self.searched + feed;
        let mut line = self.buffer.get(self.start..end).unwrap_or_default().to_vec();
        self.start = end + 1;
        self.searched = self.start;
        if line.ends_with(b"\r") {
            line.pop();
        }
        Some(line)
    }

    /// Ends the server. Returns what it wrote to standard error.
    fn end(self, notes: &mut Vec<String>) -> Vec<String> {
        let Self { mut child, input, errors, reads_errors, .. } = self;
        drop(input);
        if let Some(status) = process::end(&mut child) {
            notes.push(format!("The server exited: {status}."));
        }
        let deadline = Instant::now() + process::GRACE;
        while reads_errors.as_ref().is_some_and(|thread| !thread.is_finished()) && Instant::now() < deadline {
            thread::sleep(Duration::from_millis(5));
        }
        last_lines(&errors)
    }
}

/// Passes on what a stream gives, until it ends or nobody listens.
fn forward(mut stream: impl Read, pieces: &SyncSender<Vec<u8>>) {
    let mut buffer = vec![0; 1 << 16];
    while let Ok(count @ 1..) = stream.read(&mut buffer) {
        if pieces.send(buffer.get(..count).unwrap_or_default().to_vec()).is_err() {
            return;
        }
    }
}

/// Reads a stream to its end, and keeps the last bytes.
fn keep_end(mut stream: impl Read, kept: &Mutex<Vec<u8>>) {
    let mut buffer = [0; 1024];
    while let Ok(count @ 1..) = stream.read(&mut buffer) {
        let mut kept = kept.lock().unwrap_or_else(PoisonError::into_inner);
        kept.extend_from_slice(buffer.get(..count).unwrap_or_default());
        let surplus = kept.len().saturating_sub(KEPT);
        kept.drain(..surplus);
    }
}

fn last_lines(errors: &Mutex<Vec<u8>>) -> Vec<String> {
    let errors = errors.lock().unwrap_or_else(PoisonError::into_inner);
    let text = String::from_utf8_lossy(&errors);
    let lines: Vec<&str> = text.lines().filter(|line| !line.trim().is_empty()).collect();
    let last = lines.iter().skip(lines.len().saturating_sub(LINES));
    last.map(|line| format!("The server wrote to standard error: {}", quoted(line, 200))).collect()
}

/// What came before the response.
#[derive(Default)]
struct Skipped {
    lines: usize,
    first: Option<String>,
    framing: bool,
    other_id: Option<String>,
}

impl Skipped {
    /// Returns whether a line is the response to the request, and keeps count if not. An id of the wrong type is noted later.
    fn is_response(&mut self, line: &[u8], request: &Request) -> bool {
        match message::compare_id(line, request.id) {
            Some(Id::Matches | Id::StringOfDigits) => return true,
            Some(Id::Differs(id)) => {
                self.other_id.get_or_insert(id);
                return false;
            }
            None => {}
        }
        match mcp_errors::message_type_of(line).map(|(message_type, _)| message_type) {
            Ok(MessageType::Request | MessageType::Notification | MessageType::Empty) => return false,
            Ok(MessageType::Framing) => self.framing = true,
            _ => {}
        }
        self.lines += 1;
        self.first.get_or_insert_with(|| quoted(&String::from_utf8_lossy(line), 100));
        false
    }

    fn notes(self) -> Vec<String> {
        let mut notes = Vec::new();
        if let Some(first) = self.first {
            let lines = self.lines;
            notes.push(format!(
                "{lines} lines on standard output are not JSON-RPC messages. A server may write nothing else there. The first: {first}"
            ));
        }
        if self.framing {
            notes.push(
                "The server writes headers as in the Language Server Protocol. Over stdio, an MCP message is one line of JSON without a header."
                    .to_owned(),
            );
        }
        if let Some(id) = self.other_id {
            notes.push(format!("The tool skipped a response whose id is {id}, which is not the id of the request."));
        }
        notes
    }
}
