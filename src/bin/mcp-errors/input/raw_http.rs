//! An HTTP answer as text, as `curl -i` prints it or as it went over the wire.

use crate::Trouble;
use crate::answer::HttpAnswer;
use crate::escape::quoted;

/// Whether bytes begin as an HTTP answer does.
pub fn begins(bytes: &[u8]) -> bool {
    bytes.trim_ascii_start().starts_with(b"HTTP/")
}

/// Reads an answer. Of several, as after a redirect or an interim answer, the last counts.
pub fn read(bytes: &[u8], notes: &mut Vec<String>) -> Result<HttpAnswer, Trouble> {
    let mut rest = bytes.trim_ascii_start();
    loop {
        let (answer, framing, behind) = head(rest, notes)?;
        if behind.starts_with(b"HTTP/") {
            rest = behind;
            continue;
        }
        return Ok(body(answer, &framing, behind, notes));
    }
}

/// What the header says of the body's frame.
#[derive(Default)]
struct Framing {
    length: Option<usize>,
    chunked: bool,
    encoding: Option<String>,
}

/// The status line and the header fields, and what stands behind them.
fn head<'a>(bytes: &'a [u8], notes: &mut Vec<String>) -> Result<(HttpAnswer, Framing, &'a [u8]), Trouble> {
    let (line, mut rest) = line(bytes).unwrap_or((bytes, &[]));
    let status = line.split(|&byte| byte == b' ').filter(|part| !part.is_empty()).nth(1);
    let status = status.and_then(|digits| std::str::from_utf8(digits).ok()?.parse().ok());
    let status = status.filter(|status| line.starts_with(b"HTTP/") && matches!(status, 100..=599));
    let status = status.ok_or_else(|| {
        Trouble::new(format!("the HTTP answer does not begin with a status line: {}", quoted(&String::from_utf8_lossy(line), 80)))
    })?;
    let mut answer = HttpAnswer { status, ..HttpAnswer::default() };
    let mut framing = Framing::default();
    let (mut passed_over, mut ended) = (0, false);
    while let Some((line, behind)) = self::line(rest) {
        rest = behind;
        if line.is_empty() {
            ended = true;
            break;
        }
        let Some(colon) = line.iter().position(|&byte| byte == b':') else {
            passed_over += 1;
            continue;
        };
        let (name, value) = line.split_at(colon);
        let name = String::from_utf8_lossy(name).trim().to_ascii_lowercase();
        let value = value.strip_prefix(b":").unwrap_or(value).trim_ascii();
        answer.field(&name, value);
        let text = || String::from_utf8_lossy(value).to_ascii_lowercase();
        match name.as_str() {
            "content-length" => framing.length = text().parse().ok(),
            "transfer-encoding" => framing.chunked = text().ends_with("chunked"),
            "content-encoding" => framing.encoding = Some(text()),
            _ => {}
        }
    }
    if passed_over > 0 {
        notes.push(format!("{passed_over} of the header's lines are no fields and were passed over."));
    }
    if !ended {
        notes.push("The header does not end with an empty line, so the answer has no body.".to_owned());
    }
    Ok((answer, framing, rest))
}

fn body(mut answer: HttpAnswer, framing: &Framing, bytes: &[u8], notes: &mut Vec<String>) -> HttpAnswer {
    // Tools take the chunks apart and leave the field; so it is chunks only if it reads as chunks.
    let plain = if framing.chunked { chunks(bytes) } else { None };
    answer.body = plain.unwrap_or_else(|| bytes.to_vec());
    if let Some(length) = framing.length {
        if answer.body.len() < length {
            notes.push(format!("The body is cut off: {} bytes of {length}.", answer.body.len()));
        }
        answer.body.truncate(length);
    }
    if let Some(encoding) = framing.encoding.as_deref().filter(|&encoding| encoding != "identity") {
        notes.push(format!("The body may still be encoded as {}, which is not read here.", quoted(encoding, 40)));
    }
    answer
}

/// The line up to a line feed, without its end, and what stands behind it.
fn line(bytes: &[u8]) -> Option<(&[u8], &[u8])> {
    let end = bytes.iter().position(|&byte| byte == b'\n')?;
    let (line, rest) = bytes.split_at(end);
    Some((line.strip_suffix(b"\r").unwrap_or(line), rest.strip_prefix(b"\n").unwrap_or(rest)))
}

/// The content of a chunked body (RFC 9112, section 7.1), if it is one from end to end.
fn chunks(mut rest: &[u8]) -> Option<Vec<u8>> {
    let mut content = Vec::new();
    loop {
        let (size, behind) = line(rest)?;
        let digits = size.split(|&byte| byte == b';').next()?.trim_ascii();
        if digits.is_empty() || !digits.iter().all(u8::is_ascii_hexdigit) {
            return None;
        }
        let size = usize::from_str_radix(std::str::from_utf8(digits).ok()?, 16).ok()?;
        if size == 0 {
            return Some(content);
        }
        content.extend_from_slice(behind.get(..size)?);
        let (end, behind) = line(behind.get(size..)?)?;
        if !end.is_empty() {
            return None;
        }
        rest = behind;
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;

    fn read_all(text: &str) -> (HttpAnswer, Vec<String>) {
        let mut notes = Vec::new();
        (read(text.as_bytes(), &mut notes).unwrap(), notes)
    }

    #[test]
    fn an_answer_is_taken_apart() {
        let (answer, notes) =
            read_all("HTTP/1.1 403 No\r\nWWW-Authenticate: Bearer a=b\r\nwww-authenticate:Basic\r\nContent-Type: x\r\n\r\nbody");
        assert_eq!((answer.status, answer.body.as_slice()), (403, b"body".as_slice()));
        assert_eq!(answer.www_authenticate.as_deref(), Some(b"Bearer a=b, Basic".as_slice()));
        assert!(notes.is_empty());
        let (answer, _) = read_all("HTTP/2 429\nretry-after: 3\n\n");
        assert_eq!((answer.status, answer.retry_after.as_deref()), (429, Some(b"3".as_slice())));
    }

    #[test]
    fn the_last_of_several_counts() {
        let (answer, _) = read_all("HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 302 F\r\nlocation: /\r\n\r\nHTTP/1.1 404 N\r\n\r\nx");
        assert_eq!((answer.status, answer.body.as_slice()), (404, b"x".as_slice()));
    }

    #[test]
    fn chunks_are_joined_where_they_are_chunks() {
        let head = "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n";
        assert_eq!(read_all(&format!("{head}2\r\n{{}}\r\n1;x=y\r\n \r\n0\r\n\r\n")).0.body, b"{} ");
        for plain in ["{\"a\":1}", "2\r\n{}", "ffffffffffffffffff\r\n", "2\r\n{}x\r\n0\r\n\r\n"] {
            assert_eq!(read_all(&format!("{head}{plain}")).0.body, plain.as_bytes());
        }
    }

    #[test]
    fn what_is_odd_is_noted() {
        let (answer, notes) = read_all("HTTP/1.1 200 OK\r\nnonsense\r\nContent-Length: 9\r\nContent-Encoding: gzip\r\n\r\n{}");
        assert_eq!((answer.body.as_slice(), notes.len()), (b"{}".as_slice(), 3));
        assert_eq!(read_all("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n{}\n").0.body, b"{}");
        assert_eq!(read_all("HTTP/1.1 200 OK").1.len(), 1);
        for bad in ["HTTP/1.1", "HTTP/1.1 99 x\r\n\r\n", "HTTP/1.1 600\r\n\r\n", "HTTP/1.1 OK\r\n\r\n", ""] {
            assert!(read(bad.as_bytes(), &mut Vec::new()).is_err(), "{bad}");
        }
    }
}
