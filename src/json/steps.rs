//! How often the scanner looks at the text: counted in tests only, which show by it that no input costs more than its length.

/// Counts one look at a byte or a block.
#[cfg(not(test))]
#[inline(always)]
pub(super) const fn look() {}

/// Counts bytes that are copied.
#[cfg(not(test))]
#[inline(always)]
pub(super) const fn copy(_: usize) {}

#[cfg(test)]
pub(super) use tests::{copy, look};

#[cfg(test)]
mod tests {
    use crate::advice::negotiate;
    use crate::capabilities::{declare, for_input_request, is_well_formed, missing};
    use crate::era::Era;
    use crate::error::{McpError, read_member};
    use crate::failure::word;
    use crate::http::HttpResponse;
    use crate::json::{check, set_member};
    use crate::response::Response;
    use crate::serve::{check_request, request_headers, request_read};
    use crate::sse;
    use std::cell::Cell;

    thread_local! {
        static LOOKS: Cell<usize> = const { Cell::new(0) };
    }

    pub fn look() {
        copy(1);
    }

    pub fn copy(bytes: usize) {
        LOOKS.set(LOOKS.get() + bytes);
    }

    fn looks(work: impl FnOnce()) -> usize {
        let before = LOOKS.get();
        work();
        LOOKS.get() - before
    }

    fn repeat(text: &str, times: usize) -> String {
        vec![text; times].join(",")
    }

    /// Inputs whose cost might grow faster than they do, `size` times as large as the smallest.
    fn inputs(size: usize) -> Vec<(&'static str, String)> {
        let data = |data: &str| format!(r#"{{"jsonrpc":"2.0","id":1,"error":{{"code":-32021,"message":"m","data":{data}}}}}"#);
        let extensions = |members: &str| data(&format!(r#"{{"requiredCapabilities":{{"extensions":{{{members}}}}}}}"#));
        let named = |value: &str| (0..size).map(|name| format!(r#""n{name}":{value}"#)).collect::<Vec<_>>().join(",");
        vec![
            ("open brackets", "[".repeat(size)),
            ("arrays", data(&format!("{}{}", "[".repeat(size), "]".repeat(size)))),
            ("objects", data(&format!("{}1{}", r#"{"a":"#.repeat(size), "}".repeat(size)))),
            ("blanks", format!("{}{}", " ".repeat(size), data(&format!("[{}]", "\n".repeat(size))))),
            ("digits", data(&"1".repeat(size))),
            ("a string", data(&format!(r#""{}""#, "x".repeat(size)))),
            ("escapes", data(&format!(r#""{}""#, r#"\"\u0041x"#.repeat(size)))),
            ("not ASCII", data(&format!(r#""{}""#, "é".repeat(size)))),
            ("a string that does not end", data(&format!(r#""{}"#, "x".repeat(size)))),
            ("errors", format!("{{{}}}", repeat(r#""error":{"code":1,"message":"m","data":{"requiredCapabilities":{}}}"#, size))),
            ("data", data(&format!("{{{}}}", repeat(r#""requiredCapabilities":{"roots":{}}"#, size)))),
            ("elicitations", data(&format!(r#"{{"requiredCapabilities":{{{}}}}}"#, repeat(r#""elicitation":{"form":{},"url":7}"#, size)))),
            ("a repeated extension", extensions(&repeat(r#""a":7,"a":{}"#, size))),
            ("extensions that are not objects", extensions(&named("7"))),
            ("extensions that were mended", extensions(&format!("{},{}", named("7"), named("{}")))),
            ("versions", data(&format!(r#"{{"supported":[{}]}}"#, repeat(r#""1""#, size)))),
        ]
    }

    /// All that reads bytes nobody vouches for.
    fn read(text: &str) -> usize {
        let bytes = text.as_bytes();
        looks(|| {
            let mut response = Response::NONE;
            assert!(response.read(bytes).is_ok());
            let _ = (check(bytes, word!("json")), read_member(bytes, word!("json")), is_well_formed(bytes));
            assert!(sse::response(format!("data: {text}\n\n").as_bytes()).is_ok());
        })
    }

    #[test]
    fn cost_grows_as_the_input_does() {
        for ((name, small), (_, large)) in inputs(200).into_iter().zip(inputs(2000)) {
            let (few, many) = (read(&small), read(&large));
            // A tenth more looks a byte is leave enough for numbers that grow longer.
            let (few_per_large, many_per_small) = (few * large.len(), many * small.len());
            assert!(
                few > 0 && many_per_small * 10 < few_per_large * 11,
                "{name}: {few} looks at {}, {many} at {} bytes",
                small.len(),
                large.len()
            );
        }
    }

    /// The insides of objects.
    fn members(size: usize) -> Vec<(&'static str, String)> {
        let numbered = |unit: &str| (0..size).map(|number| unit.replace('@', &number.to_string())).collect::<Vec<_>>().join(",");
        let long = "x".repeat(size);
        vec![
            ("equal", repeat(r#""":0"#, size)),
            ("numbered", numbered(r#""@":{}"#)),
            ("escaped", numbered(r#""\u0061@":{}"#)),
            ("one long name, and short ones", format!(r#""{long}":{{}},{}"#, numbered(r#""x@":{}"#))),
            ("white space before a colon, and short ones", format!(r#""n"{}:{{}},{}"#, " ".repeat(size), numbered(r#""n@":{}"#))),
            ("a long value, and short ones", format!(r#""a":["{long}"],"b":{{}},{}"#, numbered(r#""b@":{}"#))),
        ]
    }

    /// The insides of arrays.
    fn strings(size: usize) -> Vec<(&'static str, String)> {
        let numbered = |unit: &str| (0..size).map(|number| unit.replace('@', &number.to_string())).collect::<Vec<_>>().join(",");
        vec![
            ("equal", repeat(r#""v""#, size)),
            ("numbered", numbered(r#""@""#)),
            ("escaped", numbered(r#""\u0061\n@""#)),
            ("one long, and short ones", format!(r#""{}",{}"#, "x".repeat(size), numbered(r#""x@""#))),
            ("one long, escaped", format!(r#""{}""#, r"\n".repeat(size))),
        ]
    }

    /// What an error that was read can be asked for.
    fn ask(error: &McpError, contexts: &[String]) {
        let _ = (error.message(), error.supported().count(), error.supported_suffix(), error.log_line());
        assert!(McpError::from_view_json(error.view_json().as_bytes()).is_ok());
        let _ = (error.to_json(Era::Legacy), error.to_response_json(Era::Modern, b"1"));
        for context in contexts {
            if let Ok(advice) = error.advise(context.as_bytes()) {
                let _ = advice.json();
            }
        }
    }

    /// What is called, the bytes it is given, and the call.
    type Call = (String, usize, Box<dyn Fn()>);

    /// Every public function on inputs of one size.
    fn calls(size: usize) -> Vec<Call> {
        let mut calls = calls_with_strings(size);
        calls.append(&mut calls_with_members(size));
        calls
    }

    fn response(member: &str) -> String {
        format!(r#"{{"jsonrpc":"2.0","id":1,{member}}}"#)
    }

    fn request(params: &str) -> String {
        let meta =
            format!(r#""_meta":{{"io.modelcontextprotocol/protocolVersion":"v","io.modelcontextprotocol/clientCapabilities":{params}}}"#);
        format!(r#"{{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{{"name":"t","arguments":{params},{meta}}}}}"#)
    }

    fn calls_with_strings(size: usize) -> Vec<Call> {
        let mut calls: Vec<Call> = Vec::new();
        for (name, strings) in strings(size) {
            // None of them is supported, so that each is looked for.
            let others = strings.replace(",\"", ",\"z").replacen('"', "\"z", 1);
            let versions = format!(r#""client_versions":[{others}],"supported_caps":{{}}"#);
            let contexts = [
                format!("{{{versions}}}"),
                format!(r#"{{"purpose":"probe",{versions}}}"#),
                format!(r#"{{"purpose":"initialize",{versions}}}"#),
                format!(r#"{{"granted_scopes":[{strings}],"asked_scopes":[{strings}]}}"#),
            ];
            for code in [-32022, -32602, -32042] {
                let data = format!(r#"{{"supported":[{strings}],"requested":"r","elicitations":[{strings}]}}"#);
                let text = response(&format!(r#""error":{{"code":{code},"message":"m","data":{data}}}"#));
                let contexts = contexts.clone();
                let given = text.len() + contexts.iter().map(String::len).sum::<usize>();
                calls.push((
                    format!("{code}, strings {name}"),
                    given,
                    Box::new(move || ask(&McpError::from_response(text.as_bytes()).unwrap(), &contexts)),
                ));
            }
            let scope = strings.replace(',', " ").replace('"', "");
            let context = contexts[3].clone();
            calls.push((
                format!("scopes {name}"),
                scope.len() + context.len(),
                Box::new(move || {
                    let challenge = format!("Bearer error=\"insufficient_scope\", scope=\"{scope}\"");
                    let answer = HttpResponse { status: 403, www_authenticate: Some(challenge.as_bytes()), ..HttpResponse::default() };
                    ask(&McpError::from_http(&answer, None).unwrap(), std::slice::from_ref(&context));
                }),
            ));
            let answer = response(&format!(r#""result":{{"supportedVersions":[{strings}],"capabilities":{{}}}}"#));
            let context = contexts[1].clone();
            calls.push((
                format!("negotiate, {name}"),
                answer.len() + context.len(),
                Box::new(move || {
                    let _ = negotiate(answer.as_bytes(), context.as_bytes());
                    let _ = McpError::from_answer(answer.as_bytes(), context.as_bytes());
                }),
            ));
            let server = format!(r#"{{"versions":[{strings}],"methods":[{strings}]}}"#);
            let request = request("{}");
            calls.push((
                format!("check_request, {name}"),
                server.len(),
                Box::new(move || {
                    let _ = check_request(request.as_bytes(), server.as_bytes());
                    let initialize = br#"{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"r"}}"#;
                    let _ = check_request(initialize, server.as_bytes());
                }),
            ));
            calls.push((
                format!("unsupported_version, {name}"),
                strings.len(),
                Box::new(move || {
                    let _ = McpError::unsupported_version("r", format!("[{strings}]").as_bytes(), "");
                }),
            ));
        }
        calls
    }

    fn calls_with_members(size: usize) -> Vec<Call> {
        let mut calls: Vec<Call> = Vec::new();
        for (name, members) in members(size) {
            for text in [
                format!("{{{members}}}"),
                format!(r#"{{"extensions":{{{members}}}}}"#),
                format!(r#"{{"elicitation":{{"url":{{}},{members}}}}}"#),
            ] {
                let error = response(&format!(r#""error":{{"code":-32021,"message":{text},"data":{{"requiredCapabilities":{text}}}}}"#));
                let well = response(&format!(r#""error":{{"code":-32021,"message":"m","data":{{"requiredCapabilities":{text}}}}}"#));
                let contexts = [format!(r#"{{"declared":{text},"host":{text}}}"#), format!(r#"{{"supported_caps":{text}}}"#)];
                let given = error.len() + well.len() + contexts.iter().map(String::len).sum::<usize>();
                calls.push((
                    format!("-32021, members {name}"),
                    given,
                    Box::new(move || {
                        for error in [&error, &well] {
                            ask(&McpError::from_response(error.as_bytes()).unwrap(), &contexts);
                        }
                    }),
                ));
                let (request, server) = (request(&text), format!(r#"{{"versions":["v"],"required":{text},"headers":{text}}}"#));
                let answer = response(&format!(r#""result":{{"resultType":"input_required","inputRequests":{text}}}"#));
                calls.push((
                    format!("capabilities and requests, members {name}"),
                    text.len(),
                    Box::new(move || {
                        let json = text.as_bytes();
                        let _ = (missing(json, json), missing(b"", json), missing(json, b""));
                        let _ = (declare(json, json, json), declare(b"", json, json), declare(json, b"", b""));
                        let _ = (for_input_request("sampling/createMessage", json), McpError::missing_capability(json, ""));
                        let _ = (request_read(request.as_bytes()), request_headers(request.as_bytes(), Some(json)));
                        let _ = (check_request(request.as_bytes(), server.as_bytes()), set_member(json, "a", Some("1")));
                        let _ = negotiate(answer.as_bytes(), br#"{"era":"modern"}"#);
                        let _ = McpError::from_answer(answer.as_bytes(), br#"{"era":"modern"}"#);
                    }),
                ));
            }
        }
        calls
    }

    #[test]
    fn cost_of_every_function_grows_as_its_input_does() {
        for ((name, given, work), (_, more_given, more_work)) in calls(100).into_iter().zip(calls(1_000)) {
            let (few, many) = (looks(work), looks(more_work));
            // Names are sorted, which costs the logarithm of their number: half as much again for ten times as many.
            assert!(few > 0 && many * given * 10 < few * more_given * 16, "{name}: {few} looks at {given}, {many} at {more_given} bytes");
        }
    }
}
