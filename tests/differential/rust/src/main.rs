//! Answers each line of questions with a line: the Rust API as a binding of the differential test.
//!
//! A line holds fields in hexadecimal, `-` for what is absent, with blanks between: operation, status, limit, then the texts
//! of the operation. An answer holds texts in the same way, or `!` and the refusal.
use mcp_errors::{Cause, 
    Failure, HttpResponse, HttpStatus, Kind, McpError, Transport, capabilities, check_request, message_type_of, negotiate,
    request_headers, sse_response,
};
use std::io::{BufRead, Write};

fn unhex(field: &str) -> Option<Vec<u8>> {
    if field == "-" {
        return None;
    }
    Some(field.as_bytes().chunks(2).map(|pair| u8::from_str_radix(std::str::from_utf8(pair).unwrap(), 16).unwrap()).collect())
}

fn hex(bytes: &[u8]) -> String {
    let mut out: String = bytes.iter().map(|byte| format!("{byte:02x}")).collect();
    out.insert(0, 'x'); // so that an empty text is a field too
    out
}

fn status(failure: &Failure) -> u8 {
    match failure.cause() {
        Cause::InvalidArgument { .. } => 1,
        Cause::InvalidJson { .. } => 2,
        Cause::NotAnError => 3,
        Cause::ForbiddenCode => 4,
        _ => 6,
    }
}

fn told(error: &McpError, context: Option<&[u8]>) -> String {
    let advice = match context.map(|text| error.advise(text)) {
        None => "-".to_owned(),
        Some(Ok(advice)) => hex(advice.json().as_bytes()),
        Some(Err(failure)) => format!("!{}", status(&failure)),
    };
    let eras = (error.era(Transport::Stdio).name(), error.era(Transport::Http).name());
    format!("{} {} {} {advice}", hex(error.view_json().as_bytes()), hex(eras.0.as_bytes()), hex(eras.1.as_bytes()))
}

fn answer(line: &str) -> Result<String, Failure> {
    let mut fields = line.split(' ');
    let op = fields.next().unwrap();
    let number = fields.next().unwrap().parse().unwrap();
    let limit = fields.next().unwrap().parse().unwrap();
    let texts: Vec<Option<Vec<u8>>> = fields.map(unhex).collect();
    let text = |index: usize| texts[index].as_deref().unwrap_or_default();
    let error = match op {
        "missing" => return Ok(hex(capabilities::missing(text(0), text(1))?.as_bytes())),
        "declare" => return Ok(hex(capabilities::declare(text(0), text(1), text(2))?.as_bytes())),
        "for_input_request" => {
            let method = String::from_utf8_lossy(text(0));
            return Ok(hex(capabilities::for_input_request(&method, text(1))?.as_bytes()));
        }
        "check" => return Ok(check_request(text(0), text(1))?.map_or("-".to_owned(), |error| told(&error, None))),
        "sse" => return Ok(sse_response(text(0))?.map_or("-".to_owned(), |found| hex(String::from_utf8_lossy(&found).as_bytes()))),
        "negotiate" => return Ok(hex(negotiate(text(0), text(1))?.json().as_bytes())),
        "headers" => return Ok(hex(request_headers(text(0), texts[1].as_deref())?.as_bytes())),
        "message_type" => return Ok(hex(message_type_of(text(0))?.0.name().as_bytes())),
        "jsonrpc" => McpError::from_jsonrpc(text(0), HttpStatus::new(number)?)?,
        "response" => match texts[6].as_deref() {
            None => McpError::from_response(text(0))?,
            Some(context) => McpError::from_answer(text(0), context)?,
        },
        "local" => McpError::local(Kind::from_number(limit as i32).unwrap(), &String::from_utf8_lossy(text(0)))?,
        _ => {
            let response = HttpResponse {
                status: number,
                body: text(0),
                content_type: texts[2].as_deref(),
                www_authenticate: texts[3].as_deref(),
                retry_after: texts[4].as_deref(),
                location: texts[5].as_deref(),
                max_error_body: limit,
            };
            McpError::from_http(&response, texts[6].as_deref())?
        }
    };
    Ok(told(&error, texts[1].as_deref()))
}

fn main() {
    let mut out = std::io::stdout().lock();
    for line in std::io::stdin().lock().lines() {
        let told = answer(&line.unwrap()).unwrap_or_else(|failure| format!("!{}", status(&failure)));
        writeln!(out, "{told}").and_then(|()| out.flush()).unwrap();
    }
}
