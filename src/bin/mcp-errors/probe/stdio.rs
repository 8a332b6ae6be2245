//! A probe over standard input and output: starts the server, asks it once and ends it.

use super::request;
use crate::Trouble;
use crate::answer::{Answer, Content};
use crate::args::Options;
use crate::escape::{json, quoted};
use mcp_errors::{Failure, Kind, McpError, Transport};
use std::ffi::OsString;
use std::io::{BufRead, BufReader, Read, Write};
use std::process::{Child, ChildStdin, Command, ExitStatus, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, SyncSender, channel, sync_channel};
use std::thread;
use std::time::{Duration, Instant};

/// How long a server may take to end once its standard input is closed, and again once it is told to terminate.
const GRACE: Duration = Duration::from_secs(1);
/// How much of standard error is kept: its end.
const KEPT: usize = 2048;
/// How many of its lines are shown.
const LINES: usize = 5;

/// Starts a server, sends a probe and reads the answer.
pub fn ask(program: &OsString, arguments: &[OsString], options: &Options) -> Result<Answer, Trouble> {
    let request = request(options)? + "\n";
    let mut command = Command::new(program);
    command.args(arguments).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    // A group of its own, so that what the server starts can be ended with it.
    #[cfg(unix)]
    std::os::unix::process::CommandExt::process_group(&mut command, 0);
    let deadline = Instant::now() + options.timeout;
    let mut child =
        command.spawn().map_err(|error| Trouble::new(format!("cannot start {}: {error}", program.display().to_string().escape_debug())))?;
    let (lines, errors) = (listen(&mut child, options.max_bytes), overhear(&mut child));
    let input = child.stdin.take().map(|stdin| write(stdin, request));
    let mut notes = Vec::new();
    let content = answer(&lines, deadline, options.max_bytes, &mut notes);
    drop(input);
    let silent = matches!(content, Content::Local(..));
    let status = end(&mut child);
    let closed = matches!(content, Content::Local(Kind::ResponseStreamClosedError, _));
    if let Some(status) = status.filter(|_| closed) {
        notes.push(format!("The server ended by itself: {status}."));
    }
    let said = errors.recv_timeout(GRACE).unwrap_or_default();
    if silent {
        let said = String::from_utf8_lossy(&said);
        let last: Vec<&str> = said.lines().filter(|line| !line.trim().is_empty()).collect();
        for line in last.iter().skip(last.len().saturating_sub(LINES)) {
            notes.push(format!("It wrote on standard error: {}", quoted(line, 200)));
        }
    }
    Ok(Answer { content, transport: Transport::Stdio, notes })
}

/// Writes the request, and holds standard input open until the sender is dropped.
fn write(mut stdin: ChildStdin, request: String) -> Sender<()> {
    let (sender, end) = channel();
    thread::spawn(move || {
        // A server that does not read has ended or stays silent, which is seen elsewhere.
        let _ = stdin.write_all(request.as_bytes()).and_then(|()| stdin.flush());
        let _: Result<(), _> = end.recv();
    });
    sender
}

/// A line of standard output, or that there are too many bytes of it.
enum Heard {
    Line(Vec<u8>),
    TooLong,
}

/// Reads lines until standard output ends, or is longer in all than `most`.
fn listen(child: &mut Child, most: usize) -> Receiver<Heard> {
    let (sender, receiver) = sync_channel(16);
    if let Some(stdout) = child.stdout.take() {
        thread::spawn(move || hear(BufReader::new(stdout), most, &sender));
    }
    receiver
}

fn hear(mut stdout: impl BufRead, most: usize, sender: &SyncSender<Heard>) {
    let mut left = most;
    loop {
        let mut line = Vec::new();
        let limit = u64::try_from(left).unwrap_or(u64::MAX).saturating_add(1);
        match stdout.by_ref().take(limit).read_until(b'\n', &mut line) {
            Ok(0) | Err(_) => return,
            Ok(count) if count > left => {
                let _ = sender.send(Heard::TooLong);
                return;
            }
            Ok(count) => left -= count,
        }
        if sender.send(Heard::Line(line)).is_err() {
            return;
        }
    }
}

/// Reads standard error to its end; what comes back is the end of it.
fn overhear(child: &mut Child) -> Receiver<Vec<u8>> {
    let (sender, receiver) = channel();
    if let Some(mut stderr) = child.stderr.take() {
        thread::spawn(move || {
            let mut kept = Vec::new();
            let mut buffer = [0; 1024];
            while let Ok(count @ 1..) = stderr.read(&mut buffer) {
                kept.extend_from_slice(buffer.get(..count).unwrap_or_default());
                let surplus = kept.len().saturating_sub(KEPT);
                kept.drain(..surplus);
            }
            let _ = sender.send(kept);
        });
    }
    receiver
}

/// The first line that is a response to the probe. What else comes is passed over, and noted where it should not come.
fn answer(lines: &Receiver<Heard>, deadline: Instant, most: usize, notes: &mut Vec<String>) -> Content {
    let mut noise = Noise::default();
    let content = loop {
        match lines.recv_timeout(deadline.saturating_duration_since(Instant::now())) {
            Ok(Heard::Line(line)) => {
                let line = line.strip_suffix(b"\n").map_or(line.as_slice(), |line| line.strip_suffix(b"\r").unwrap_or(line));
                if noise.is_answer(line) {
                    break Content::Message(line.to_vec());
                }
            }
            Ok(Heard::TooLong) => {
                notes.push(format!("The server wrote more than {most} bytes; see --max-bytes."));
                break Content::Local(Kind::ResponseTooLargeError, "The answer is too large");
            }
            Err(RecvTimeoutError::Timeout) => break Content::Local(Kind::RequestTimeoutError, "No answer came in time"),
            Err(RecvTimeoutError::Disconnected) => {
                break Content::Local(Kind::ResponseStreamClosedError, "Standard output ended without an answer");
            }
        }
    };
    notes.extend(noise.notes());
    content
}

/// What came instead of the response.
#[derive(Default)]
struct Noise {
    lines: usize,
    first: Option<String>,
    foreign: Option<String>,
}

impl Noise {
    fn is_answer(&mut self, line: &[u8]) -> bool {
        let is_response = match McpError::from_response(line) {
            Ok(error) => error.kind() != Kind::TransportError,
            Err(failure) => failure == Failure::NotAnError,
        };
        if is_response {
            let id = mcp_errors::request_read(line).ok().and_then(|read| read.id).and_then(|place| line.get(place));
            return match id {
                Some(id) if id != super::ID.as_bytes() => {
                    self.foreign.get_or_insert_with(|| json(&String::from_utf8_lossy(id), 60));
                    false
                }
                _ => true,
            };
        }
        // Notifications and requests are objects; everything else does not belong on standard output.
        let is_object = McpError::from_jsonrpc(line, mcp_errors::HttpStatus::NONE).is_ok() && line.trim_ascii_start().starts_with(b"{");
        if !is_object && !line.trim_ascii().is_empty() {
            self.lines += 1;
            self.first.get_or_insert_with(|| quoted(&String::from_utf8_lossy(line), 100));
        }
        false
    }

    fn notes(self) -> impl Iterator<Item = String> {
        let lines = self.lines;
        let noise = self.first.map(|first| {
            format!("{lines} lines on standard output are no JSON-RPC, which nothing else may be written to; the first: {first}")
        });
        let foreign = self.foreign.map(|id| format!("A response with the id {id}, which nobody asked for, was passed over."));
        noise.into_iter().chain(foreign)
    }
}

/// Ends the server and what it started; how it ended, if it did so by itself.
fn end(child: &mut Child) -> Option<ExitStatus> {
    let by_itself = ends(child);
    if !by_itself {
        signal(child, true);
        ends(child);
    }
    // Before the server is waited for, so that its number cannot be another's already.
    signal(child, false);
    let _ = child.kill();
    child.wait().ok().filter(|_| by_itself)
}

/// Whether the server ends in a moment.
fn ends(child: &mut Child) -> bool {
    let deadline = Instant::now() + GRACE;
    while !has_ended(child) {
        if Instant::now() > deadline {
            return false;
        }
        thread::sleep(Duration::from_millis(10));
    }
    true
}

/// Looks whether the server has ended, and leaves its number taken.
#[cfg(unix)]
fn has_ended(child: &mut Child) -> bool {
    use rustix::process::{WaitId, WaitIdOptions, waitid};
    let look = WaitIdOptions::EXITED | WaitIdOptions::NOHANG | WaitIdOptions::NOWAIT;
    number(child).is_none_or(|number| !matches!(waitid(WaitId::Pid(number), look), Ok(None)))
}

/// Sends a signal to the server's process group.
#[cfg(unix)]
fn signal(child: &Child, gently: bool) {
    use rustix::process::{Signal, kill_process_group};
    if let Some(group) = number(child) {
        // An error says that nothing is left of the group.
        let _ = kill_process_group(group, if gently { Signal::TERM } else { Signal::KILL });
    }
}

#[cfg(unix)]
fn number(child: &Child) -> Option<rustix::process::Pid> {
    i32::try_from(child.id()).ok().and_then(rustix::process::Pid::from_raw)
}

#[cfg(not(unix))]
fn has_ended(child: &mut Child) -> bool {
    !matches!(child.try_wait(), Ok(None))
}

#[cfg(not(unix))]
fn signal(_: &Child, _: bool) {}
