//! An HTTP response as text, as `curl -i` prints it or as it is sent.

use crate::ToolError;
use crate::escape::quoted;
use crate::received::HttpResponse;

const START: &[u8] = b"HTTP/";

/// Returns whether bytes begin like an HTTP response.
pub fn begins(bytes: &[u8]) -> bool {
    bytes.trim_ascii_start().starts_with(START)
}

/// Reads a response. If there are several, the last one counts.
///
/// Only the status and `Content-Length` decide whether another response follows: a body may begin like a response too.
pub fn read(bytes: &[u8], notes: &mut Vec<String>) -> Result<HttpResponse, ToolError> {
    let mut rest = bytes.trim_ascii_start();
    let mut responses = 1;
    loop {
        let (response, framing, after) = head(rest, notes)?;
        if let Some(next) = next_response(response.status, &framing, after) {
            rest = next;
            responses += 1;
            continue;
        }
        if responses > 1 {
            notes.push(format!("The input has {responses} responses. The last one counts."));
        }
        if after.starts_with(START) {
            notes.push(
                "The body begins like a response. If a proxy sent the response before it, use curl --suppress-connect-headers.".to_owned(),
            );
        }
        return Ok(body(response, &framing, after, notes));
    }
}

/// What follows a response, if that is another response.
fn next_response<'a>(status: u16, framing: &Framing, after: &'a [u8]) -> Option<&'a [u8]> {
    let length = match (status, framing.length) {
        (100..=199 | 204 | 304, _) => 0,
        (_, Some(length)) if !framing.chunked => length,
        // With -L, curl leaves out the bodies of redirects.
        (300..=399, _) => 0,
        _ => return None,
    };
    let after_body = after.get(length..);
    match after_body {
        Some(rest) if rest.starts_with(START) => Some(rest),
        // The body is there, so the redirect was not followed.
        Some(rest) if length > 0 && rest.trim_ascii().is_empty() => None,
        _ => Some(after).filter(|rest| matches!(status, 300..=399) && rest.starts_with(START)),
    }
}

/// What the header says about the length of the body.
#[derive(Default)]
struct Framing {
    length: Option<usize>,
    chunked: bool,
}

/// Reads the status line and the header fields. Returns what follows them too.
fn head<'a>(bytes: &'a [u8], notes: &mut Vec<String>) -> Result<(HttpResponse, Framing, &'a [u8]), ToolError> {
    let (line, mut rest) = line(bytes).unwrap_or((bytes, &[]));
    let status = line.split(|&byte| byte == b' ').filter(|part| !part.is_empty()).nth(1);
    let status = status.and_then(|digits| std::str::from_utf8(digits).ok()?.parse().ok());
    let status = status.filter(|status| line.starts_with(START) && matches!(status, 100..=999));
    let status = status.ok_or_else(|| {
        ToolError::new(format!("the HTTP response does not begin with a status line: {}", quoted(&String::from_utf8_lossy(line), 80)))
    })?;
    let mut response = HttpResponse { status, ..HttpResponse::default() };
    let mut framing = Framing::default();
    let (mut ignored, mut ended) = (0, false);
    while let Some((line, after)) = self::line(rest) {
        rest = after;
        if line.is_empty() {
            ended = true;
            break;
        }
        let Some(colon) = line.iter().position(|&byte| byte == b':') else {
            ignored += 1;
            continue;
        };
        let (name, value) = line.split_at(colon);
        let name = String::from_utf8_lossy(name).trim().to_ascii_lowercase();
        let value = value.strip_prefix(b":").unwrap_or(value).trim_ascii();
        response.add_field(&name, value);
        let text = || String::from_utf8_lossy(value).to_ascii_lowercase();
        match name.as_str() {
            "content-length" => framing.length = text().parse().ok(),
            "transfer-encoding" => framing.chunked = text().ends_with("chunked"),
            _ => {}
        }
    }
    if ignored > 0 {
        notes.push(format!("{ignored} lines of the header have no colon and are ignored."));
    }
    if !ended {
        notes.push("There is no empty line after the header, so the response has no body.".to_owned());
    }
    Ok((response, framing, rest))
}

fn body(mut response: HttpResponse, framing: &Framing, bytes: &[u8], notes: &mut Vec<String>) -> HttpResponse {
    // curl decodes the chunks and keeps the field, so the body is decoded only if it consists of chunks.
    let decoded = if framing.chunked { chunks(bytes) } else { None };
    response.body = decoded.unwrap_or_else(|| bytes.to_vec());
    if let Some(length) = framing.length.filter(|_| !framing.chunked) {
        let rest = response.body.get(length..).map(|rest| rest.trim_ascii().len());
        match rest {
            None => notes.push(format!("The body is cut off: it has {} bytes, and Content-Length is {length}.", response.body.len())),
            Some(0) => {}
            Some(rest) => notes.push(format!("The {rest} bytes after the body are ignored: Content-Length is {length}.")),
        }
        response.body.truncate(length);
    }
    response
}

/// Splits off a line at a line feed, and removes the line's end.
fn line(bytes: &[u8]) -> Option<(&[u8], &[u8])> {
    let end = bytes.iter().position(|&byte| byte == b'\n')?;
    let (line, rest) = bytes.split_at(end);
    Some((line.strip_suffix(b"\r").unwrap_or(line), rest.strip_prefix(b"\n").unwrap_or(rest)))
}

/// Decodes a chunked body (RFC 9112, section 7.1), if it consists of chunks.
fn chunks(mut rest: &[u8]) -> Option<Vec<u8>> {
    let mut content = Vec::new();
    loop {
        let (size, after) = line(rest)?;
        let digits = size.split(|&byte| byte == b';').next()?.trim_ascii();
        if digits.is_empty() || !digits.iter().all(u8::is_ascii_hexdigit) {
            return None;
        }
        let size = usize::from_str_radix(std::str::from_utf8(digits).ok()?, 16).ok()?;
        if size == 0 {
            return Some(content);
        }
        content.extend_from_slice(after.get(..size)?);
        let (end, after) = line(after.get(size..)?)?;
        if !end.is_empty() {
            return None;
        }
        rest = after;
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;

    fn read_all(text: &str) -> (HttpResponse, Vec<String>) {
        let mut notes = Vec::new();
        (read(text.as_bytes(), &mut notes).unwrap(), notes)
    }

    #[test]
    fn reads_the_status_the_header_and_the_body() {
        let (response, notes) =
            read_all("HTTP/1.1 403 No\r\nWWW-Authenticate: Bearer a=b\r\nwww-authenticate:Basic\r\nContent-Type: x\r\n\r\nbody");
        assert_eq!((response.status, response.body.as_slice()), (403, b"body".as_slice()));
        assert_eq!(response.www_authenticate.as_deref(), Some(b"Bearer a=b, Basic".as_slice()));
        assert!(notes.is_empty());
        let (response, _) = read_all("HTTP/2 999\nretry-after: 3\n\n");
        assert_eq!((response.status, response.retry_after.as_deref()), (999, Some(b"3".as_slice())));
    }

    #[test]
    fn the_last_of_several_responses_counts() {
        for first in [
            "HTTP/1.1 100 Continue\r\nContent-Length: 5\r\n\r\nHTTP/1.1 302 F\r\nlocation: /\r\n\r\n",
            // With its body, and without it as curl -L prints it.
            "HTTP/1.1 307 T\r\nContent-Length: 5\r\n\r\nmoved",
            "HTTP/1.1 307 T\r\nContent-Length: 154\r\n\r\n",
            "HTTP/1.1 407 P\r\nContent-Length: 0\r\n\r\n",
            "HTTP/1.1 204 N\r\n\r\n",
        ] {
            let (response, notes) = read_all(&format!("{first}HTTP/1.1 404 N\r\n\r\nx"));
            assert_eq!((response.status, response.body.as_slice(), notes.len()), (404, b"x".as_slice(), 1), "{first}");
        }
    }

    #[test]
    fn a_body_that_begins_like_a_response_is_a_body() {
        let body = "HTTP/1.1 200 OK\r\n\r\n{\"result\":{}}";
        let length = format!("content-length: {}\r\n", body.len());
        for (status, length) in [(200, ""), (401, ""), (404, ""), (500, ""), (500, length.as_str()), (302, &length), (999, &length)] {
            for end in ["", "\n"] {
                let (response, notes) = read_all(&format!("HTTP/1.1 {status} X\r\n{length}\r\n{body}{end}"));
                assert_eq!((response.status, response.body.trim_ascii()), (status, body.as_bytes()), "{status} {length:?}");
                assert_eq!(notes.len(), 1);
            }
        }
    }

    #[test]
    fn decodes_chunks_only_if_there_are_chunks() {
        let head = "HTTP/1.1 200 OK\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n";
        assert_eq!(read_all(&format!("{head}2\r\n{{}}\r\n1;x=y\r\n \r\n0\r\n\r\n")).0.body, b"{} ");
        for plain in ["{\"a\":1}", "2\r\n{}", "ffffffffffffffffff\r\n", "2\r\n{}x\r\n0\r\n\r\n"] {
            assert_eq!(read_all(&format!("{head}{plain}")).0.body, plain.as_bytes());
        }
    }

    #[test]
    fn notes_what_is_unusual() {
        let (response, notes) = read_all("HTTP/1.1 200 OK\r\nnonsense\r\nContent-Length: 9\r\n\r\n{}");
        assert_eq!((response.body.as_slice(), notes.len()), (b"{}".as_slice(), 2));
        assert_eq!(read_all("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n{}\n").0.body, b"{}");
        let (response, notes) = read_all("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n{}{}");
        assert_eq!((response.body.as_slice(), notes.len()), (b"{}".as_slice(), 1));
        assert_eq!(read_all("HTTP/1.1 200 OK").1.len(), 1);
        for bad in ["HTTP/1.1", "HTTP/1.1 99 x\r\n\r\n", "HTTP/1.1 1000\r\n\r\n", "HTTP/1.1 OK\r\n\r\n", ""] {
            assert!(read(bad.as_bytes(), &mut Vec::new()).is_err(), "{bad}");
        }
    }
}
