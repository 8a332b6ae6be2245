//! The server's side and the headers of a request.
#![allow(clippy::unwrap_used, clippy::expect_used)]

mod common;

use common::{differences, parse, rows};
use mcp_errors::{
    Cause, Era, Failure, HttpStatus, Kind, McpError, MessageType, capabilities, check_request, code, request_headers, request_read,
};
use serde_json::{Value, json};

/// Runs every row, and fails with the first few that are wrong.
fn run(file: &str, check: impl Fn(&Value) -> Vec<String>) {
    let rows = rows(file);
    let failed: Vec<String> = rows
        .iter()
        .map(|row| (row, check(row)))
        .filter(|(_, problems)| !problems.is_empty())
        .map(|(row, problems)| format!("{}: {}", row["id"], problems.join("; ")))
        .collect();
    assert!(failed.is_empty(), "{file}: {} of {} rows failed\n{}", failed.len(), rows.len(), failed[..failed.len().min(5)].join("\n"));
}

fn equal(got: &Value, want: &Value) -> Vec<String> {
    if got == want { vec![] } else { vec![format!("{got} want {want}")] }
}

#[test]
fn capability_vectors() {
    run("vectors/capabilities.jsonl", |row| {
        let text = |name: &str| row[name].to_string().into_bytes();
        let got = match row["op"].as_str().unwrap() {
            "missing" => capabilities::missing(&text("declared"), &text("required")),
            "declare" => capabilities::declare(&text("declared"), &text("missing"), &text("supported")),
            _ => capabilities::for_input_request(row["method"].as_str().unwrap(), &text("params")),
        };
        equal(&parse(&got.unwrap()), &row["expect"])
    });
}

#[test]
fn header_vectors() {
    run("vectors/headers.jsonl", |row| {
        let got = request_headers(row["request"].as_str().unwrap().as_bytes(), row["input_schema"].as_str().map(str::as_bytes));
        let got = match got {
            Ok(headers) => parse(&headers),
            Err(failure) if matches!(failure.cause(), Cause::InvalidArgument { .. }) => json!({"refused": true}),
            Err(failure) if matches!(failure.cause(), Cause::InvalidJson { .. }) => json!({"refused": "json"}),
            Err(other) => json!(other.to_string()),
        };
        equal(&got, &row["expect"])
    });
}

#[test]
fn server_vectors() {
    run("vectors/server.jsonl", |row| {
        let code = row["code"].as_i64();
        let got = match row["op"].as_str().unwrap() {
            "may_emit" => json!(code::may_emit(code.unwrap()).name()),
            "http_status" => {
                let origin = if row["origin"] == "handler" { code::Origin::Handler } else { code::Origin::Protocol };
                json!(code::http_status(code.unwrap(), origin))
            }
            _ => match check_request(row["request"].as_str().unwrap().as_bytes(), row["server"].to_string().as_bytes()) {
                Err(failure) if matches!(failure.cause(), Cause::InvalidArgument { .. }) => json!({"refused": true}),
                Err(other) => json!(other.to_string()),
                Ok(None) => json!({"ok": true}),
                Ok(Some(_)) if row["expect"].get("code").is_none() => json!("an error to send"),
                Ok(Some(error)) => {
                    let written = parse(&error.to_json(Era::Modern).expect("what a check refuses with can be sent"));
                    assert_eq!(written["code"], row["expect"]["code"]);
                    return differences(&row["expect"], &parse(error.view_json()));
                }
            },
        };
        equal(&got, &row["expect"])
    });
}

/// Which parameter and which member a failure names, and its problem.
fn names(result: Result<impl Sized, Failure>) -> (&'static str, &'static str, &'static str) {
    match result.err().expect("refused").cause() {
        Cause::InvalidArgument { parameter, member, problem } => {
            (parameter.to_str().unwrap(), member.to_str().unwrap(), problem.to_str().unwrap())
        }
        Cause::InvalidJson { parameter, .. } => (parameter.to_str().unwrap(), "", "json"),
        other => panic!("{other:?}"),
    }
}

#[test]
fn a_server_description_names_its_wrong_member() {
    const HEADERS: &str = "must have strings as its values";
    for (server, member, problem) in [
        ("", "", "json"),
        ("[]", "", "must be an object"),
        ("{}", "versions", "must be an array of strings"),
        (r#"{"versions":null}"#, "versions", "must be an array of strings"),
        (r#"{"versions":"2026-07-28"}"#, "versions", "must be an array of strings"),
        (r#"{"versions":["1",1]}"#, "versions", "must be an array of strings"),
        (r#"{"versions":[],"methods":{}}"#, "methods", "must be an array of strings or null"),
        (r#"{"versions":[],"methods":[null]}"#, "methods", "must be an array of strings or null"),
        (r#"{"versions":[],"required":["elicitation"]}"#, "required", "must be a well-formed capabilities object"),
        (r#"{"versions":[],"required":{"roots":true}}"#, "required", "must be a well-formed capabilities object"),
        (r#"{"versions":[],"headers":[]}"#, "headers", "must be an object or null"),
        (r#"{"versions":[],"headers":{"mcp-name":1}}"#, "headers", HEADERS),
        (r#"{"versions":[],"headers":{"MCP-Protocol-Version":["a"]}}"#, "headers", HEADERS),
        (r#"{"versions":[],"headers":{"\u006dcp-PARAM-x":{}}}"#, "headers", HEADERS),
        (r#"{"versions":[],"input_schema":[]}"#, "input_schema", "must be an object"),
        (r#"{"versions":[],"header":null}"#, "", "must have no other members than versions, methods, required, headers and input_schema"),
    ] {
        assert_eq!(names(check_request(b"{}", server.as_bytes())), ("server_json", member, problem), "{server}");
    }
    for server in [
        r#"{"versions":[],"methods":null,"required":null,"headers":null,"input_schema":null}"#,
        r#"{"versions":5,"\u0076ersions":[]}"#,
        r#"{"versions":[],"headers":{"accept":["a"],"host":null,"mcp-name":null,"mcp":1}}"#,
    ] {
        assert!(check_request(b"{}", server.as_bytes()).is_ok(), "{server}");
    }
}

/// A request with `_meta`, and `params` beside it.
fn request(method: &str, params: &str) -> String {
    let meta = r#""_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientCapabilities":{}}"#;
    format!(r#"{{"jsonrpc":"2.0","id":1,"method":"{method}","params":{{{params}{}{meta}}}}}"#, if params.is_empty() { "" } else { "," })
}

/// The code that a check answers with, or 0.
fn checked(request: &str, server: &Value) -> i64 {
    check_request(request.as_bytes(), server.to_string().as_bytes()).unwrap().map_or(0, |error| error.code().unwrap())
}

#[test]
fn header_names_count_in_any_letter_case_and_only_once() {
    let call = request("tools/call", r#""name":"t","arguments":{"a":"v"}"#);
    let server = |headers: Value| {
        json!({"versions": ["2026-07-28"], "headers": headers,
            "input_schema": {"properties": {"a": {"type": "string", "x-mcp-header": "Aa"}}}})
    };
    let sent = json!({"MCP-PROTOCOL-VERSION": "2026-07-28", "Mcp-Method": "tools/call", "mcp-name": "t", "mCP-pARAM-aA": "v"});
    assert_eq!(checked(&call, &server(sent.clone())), 0);
    for twice in ["mcp-method", "Mcp-Name", "mcp-protocol-version", "mcp-param-aa"] {
        let mut headers = sent.clone();
        let name = sent.as_object().unwrap().keys().find(|name| name.eq_ignore_ascii_case(twice)).unwrap();
        headers[twice] = headers[name].clone();
        assert_eq!(checked(&call, &server(headers)), -32020, "{twice} twice, with one value");
        let mut headers = sent.clone();
        headers[name] = Value::Null;
        assert_eq!(checked(&call, &server(headers)), -32020, "{twice} missing");
    }
}

#[test]
fn a_header_that_names_nothing_of_the_body_is_ignored() {
    let headers = json!({"mcp-protocol-version": "2026-07-28", "mcp-method": "tools/list", "mcp-name": "\u{e9}", "mcp-param-x": "1"});
    let schema = json!({"properties": {"x": {"type": "string", "x-mcp-header": "x"}}});
    let server = json!({"versions": ["2026-07-28"], "headers": headers, "input_schema": schema});
    assert_eq!(checked(&request("tools/list", ""), &server), 0);
}

#[test]
fn integer_headers_count_as_numbers_and_others_as_text() {
    for (argument, sent, code) in [
        ("42", "42.0", 0),
        ("42", "4.2e1", 0),
        ("42", "=?base64?NDI=?=", 0),
        ("42", "042", -32020),
        ("42", "1e400000000", -32020),
        ("0", "-0", 0),
        ("-0", "0", 0),
        ("123456789012345678901234567890", "123456789012345678901234567890.0", 0),
        ("123456789012345678901234567890", "123456789012345678901234567891", -32020),
        ("\"42\"", "42.0", -32020),
        ("\"42\"", "42", 0),
        ("true", "true", 0),
        ("true", "True", -32020),
        ("4.5", "4.5", -32020),
        ("{}", "{}", -32020),
    ] {
        let server = json!({"versions": ["2026-07-28"],
            "headers": {"mcp-protocol-version": "2026-07-28", "mcp-method": "tools/call", "mcp-name": "t", "mcp-param-n": sent},
            "input_schema": {"properties": {"n": {"type": "integer", "x-mcp-header": "N"}}}});
        assert_eq!(
            checked(&request("tools/call", &format!(r#""name":"t","arguments":{{"n":{argument}}}"#)), &server),
            code,
            "{argument} {sent}"
        );
    }
}

#[test]
fn initialize_is_answered_for_a_legacy_client() {
    let server = json!({"versions": ["2026-07-28", "2025-11-25"]});
    let initialize = |params: &str| format!(r#"{{"jsonrpc":"2.0","id":1,"method":"\u0069nitialize","params":{{{params}}}}}"#);
    assert_eq!(checked(&initialize(r#""protocolVersion":"2025-11-25""#), &server), 0);
    assert_eq!(checked(&initialize(r#""protocolVersion":7"#), &server), -32602);
    assert_eq!(checked(&request("initialize", ""), &server), 0, "with a version in _meta it is a method like any other");
    for (version, message) in [("2026-07-28", true), ("2025-06-18", true), ("2099-01-01", true)] {
        let sent = initialize(&format!(r#""protocolVersion":"{version}""#));
        let error = check_request(sent.as_bytes(), server.to_string().as_bytes()).unwrap().unwrap();
        assert_eq!(error.message() == "Unsupported protocol version: the server supports 2026-07-28, 2025-11-25", message);
        assert_eq!(error.data_json(), Some(format!(r#"{{"supported":["2026-07-28","2025-11-25"],"requested":"{version}"}}"#).as_str()));
        // Bindings keep an error as its view.
        let again = McpError::from_view_json(error.view_json().as_bytes()).unwrap();
        assert!(error.to_json(Era::Legacy).is_ok() && again.to_json(Era::Legacy).is_ok(), "{version}");
    }
}

#[test]
fn no_builder_lists_the_refused_version() {
    let mended = McpError::unsupported_version("b", br#"["a","\u0062","c"]"#, "").unwrap();
    assert_eq!(mended.data_json(), Some(r#"{"supported":["a","c"],"requested":"b"}"#));
    for supported in ["{}", "[1]", "", "null"] {
        assert_eq!(names(McpError::unsupported_version("1", supported.as_bytes(), "")).0, "supported_json");
    }
    for (requested, message) in [
        ("2026-07-28", "m"),
        ("2025-11-25", "Unsupported protocol version: the server supports 2025-11-25"),
        ("2026-07-28", "Unsupported protocol version: the server supports 2026-07-28, 2025-11-25"),
    ] {
        let data = json!({"supported": [requested], "requested": requested}).to_string();
        let built = McpError::server(Kind::ServerError, message, Some(-32022), Some(data.as_bytes()), HttpStatus::NONE).unwrap();
        assert_eq!(names(built.to_json(Era::Modern)), ("error", "", "must not list the refused version as supported"));
    }
}

#[test]
fn what_may_be_sent_depends_on_the_era() {
    let built =
        |code, data: Option<&str>| McpError::server(Kind::ServerError, "m", code, data.map(str::as_bytes), HttpStatus::NONE).unwrap();
    for code in [-32002, -32042] {
        for era in [Era::Modern, Era::ModernWithoutDiscover, Era::Inconclusive] {
            assert_eq!(built(Some(code), None).to_json(era), Err(Failure::FORBIDDEN_CODE));
        }
        let again = McpError::from_view_json(built(Some(code), None).view_json().as_bytes()).unwrap();
        assert_eq!(again.to_json(Era::Modern), Err(Failure::FORBIDDEN_CODE), "a view does not launder it");
        assert_eq!(built(Some(code), None).to_json(Era::Legacy).unwrap(), format!(r#"{{"code":{code},"message":"m"}}"#));
    }
    for code in [-32023, -32050, -32099] {
        assert_eq!(built(Some(code), None).to_json(Era::Legacy), Err(Failure::FORBIDDEN_CODE));
        let sent = format!(r#"{{"code":{code},"message":"m"}}"#);
        let received = McpError::from_jsonrpc(sent.as_bytes(), HttpStatus::NONE).unwrap();
        assert_eq!(received.to_json(Era::Modern).unwrap(), sent, "a proxy relays it");
    }
    for code in [-32000, -32019, -32100, 0, 1, i64::MIN] {
        assert!(built(Some(code), Some("null")).to_json(Era::Modern).is_ok());
    }
    assert_eq!(names(built(None, None).to_json(Era::Modern)), ("error", "", "must have a code"));
    for data in [None, Some("{}"), Some(r#"{"requiredCapabilities":{}}"#), Some(r#"{"requiredCapabilities":["roots"]}"#)] {
        assert_eq!(names(built(Some(-32021), data).to_json(Era::Modern)).0, "error");
    }
}

#[test]
fn an_id_is_echoed_exactly_or_refused() {
    let error = McpError::header_mismatch("m").unwrap();
    for id in ["1", "-0", "123456789012345678901234567890", r#""""#, r#""\u00e9\ud800""#] {
        let response = error.to_response_json(Era::Modern, id.as_bytes()).unwrap();
        assert!(response.starts_with(&format!(r#"{{"jsonrpc":"2.0","id":{id},"#)), "{response}");
    }
    assert!(!error.to_response_json(Era::Modern, b"").unwrap().contains("\"id\""));
    for id in ["null", "1.0", "1e3", "{}", "[]", "true"] {
        assert_eq!(names(error.to_response_json(Era::Modern, id.as_bytes())), ("id_json", "", "must be a string or an integer"));
    }
}

#[test]
fn reads_a_request_in_one_pass() {
    let text = concat!(
        "\u{feff} {\"id\": \"\\u0041\" , \"method\":\"tasks/\\u0067et\",\"params\":5,\"params\":{\"name\":\"n\",\"taskId\":7,\"taskId\":\"x\",",
        "\"arguments\":{\"a\":[]},\"_meta\":{\"io.modelcontextprotocol/clientCapabilities\":{\"roots\":{}},",
        "\"\\u0069o.modelcontextprotocol/protocolVersion\":\"v\"}}} "
    );
    let read = request_read(text.as_bytes()).unwrap();
    let part = |range: Option<std::ops::Range<usize>>| range.map(|range| &text[range]);
    assert_eq!(read.message_type, MessageType::Request);
    assert_eq!(part(read.id), Some(r#""\u0041""#));
    assert_eq!(part(read.method), Some(r#""tasks/\u0067et""#));
    assert_eq!(part(read.name), Some(r#""x""#));
    assert_eq!(part(read.protocol_version), Some(r#""v""#));
    assert_eq!(part(read.capabilities), Some(r#"{"roots":{}}"#));
    assert_eq!(part(read.arguments), Some(r#"{"a":[]}"#));
}

#[test]
fn a_request_says_its_type_and_only_parts_of_the_right_type() {
    for (text, message_type, id) in [
        (r#"{"method":"m"}"#, MessageType::Notification, None),
        (r#"{"method":"m","id":null}"#, MessageType::Notification, None),
        (r#"{"method":"m","id":true}"#, MessageType::Request, None),
        (r#"{"method":"m","id":1.0}"#, MessageType::Request, None),
        (r#"{"method":7,"id":1}"#, MessageType::Other, Some("1")),
        (r#"{"method":"m","id":1,"error":false}"#, MessageType::Request, Some("1")),
        (r#"{"method":"m","id":1,"result":null}"#, MessageType::Result, Some("1")),
        (r#"{"id":1,"error":0,"result":1}"#, MessageType::Error, Some("1")),
        (r#"{"id":1,"error":0,"error":null}"#, MessageType::Other, Some("1")),
        (r#"[{"id":1,"error":0}]"#, MessageType::Error, Some("1")),
        (r#"[{"id":1,"error":0},1]"#, MessageType::Batch, None),
        (r#"[{"id":1,"method":"m"}]"#, MessageType::Batch, None),
        (r#"[[{"id":1,"error":0}]]"#, MessageType::Batch, None),
        ("[]", MessageType::Batch, None),
        ("7", MessageType::Other, None),
    ] {
        let read = request_read(text.as_bytes()).unwrap();
        assert_eq!((read.message_type, read.id.map(|id| &text[id])), (message_type, id), "{text}");
    }
    let odd = request("tools/call", r#""name":7,"arguments":[]"#).replace("\"2026-07-28\"", "1").replace("{}", "[]");
    let read = request_read(odd.as_bytes()).unwrap();
    assert_eq!([read.name, read.protocol_version, read.capabilities, read.arguments], [const { None }; 4], "{odd}");
    for text in ["", " ", "{", "Content-Length: 5", "{} 1"] {
        assert_eq!(names(request_read(text.as_bytes())), ("request_json", "", "json"));
    }
}
