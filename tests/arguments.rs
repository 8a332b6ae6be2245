//! Arguments that are not what they must be: refused, with the name of what is wrong.
#![allow(clippy::unwrap_used, clippy::expect_used)]

use mcp_errors::{Failure, HttpResponse, HttpStatus, Kind, McpError, capabilities, check_request, request_id};

fn names(result: Result<impl Sized, Failure>) -> &'static str {
    match result.err().expect("refused") {
        Failure::InvalidArgument { argument, .. } | Failure::InvalidJson { argument, .. } => argument,
        other => panic!("{other}"),
    }
}

#[test]
fn a_context_names_its_wrong_member() {
    let error = McpError::local(Kind::RequestTimeoutError, "m").unwrap();
    for (context, argument) in [
        ("[]", "context"),
        ("{", "context"),
        (r#"{"transport":"tcp"}"#, "transport"),
        (r#"{"transport":1}"#, "transport"),
        (r#"{"purpose":"Probe"}"#, "purpose"),
        (r#"{"era":"unknown"}"#, "era"),
        (r#"{"attempt":0}"#, "attempt"),
        (r#"{"attempt":-1}"#, "attempt"),
        (r#"{"attempt":1.0}"#, "attempt"),
        (r#"{"attempt":"1"}"#, "attempt"),
        (r#"{"method":1}"#, "method"),
        (r#"{"idempotent":1}"#, "idempotent"),
        (r#"{"has_session":"true"}"#, "has_session"),
        (r#"{"has_cursor":[]}"#, "has_cursor"),
        (r#"{"client_versions":"2026-07-28"}"#, "client_versions"),
        (r#"{"client_versions":[1]}"#, "client_versions"),
        (r#"{"requested_version":[]}"#, "requested_version"),
        (r#"{"declared":["elicitation"]}"#, "declared"),
        (r#"{"supported_caps":[]}"#, "supported_caps"),
        (r#"{"now_ms":1.5}"#, "now_ms"),
        (r#"{"now_ms":9223372036854775808}"#, "now_ms"),
    ] {
        assert_eq!(names(error.advise(context.as_bytes())), argument, "{context}");
    }
    let all = ["transport", "purpose", "era", "attempt", "method", "idempotent", "has_session", "has_cursor", "client_versions"];
    let rest = ["requested_version", "declared", "supported_caps", "now_ms", "unheard_of"];
    let nulls = all.iter().chain(&rest).map(|name| format!("\"{name}\":null")).collect::<Vec<_>>().join(",");
    assert_eq!(error.advise(format!("{{{nulls}}}").as_bytes()).unwrap(), error.advise(b"").unwrap(), "null is as good as absent");
    assert!(error.advise(br#"{"attempt":99999999999999999999999999,"attempts":0,"declared":{"x":null}}"#).is_ok());
}

#[test]
fn a_server_names_its_wrong_member() {
    for (server, argument) in [
        ("", "server"),
        ("[]", "server"),
        ("{}", "versions"),
        (r#"{"versions":"2026-07-28"}"#, "versions"),
        (r#"{"versions":[1]}"#, "versions"),
        (r#"{"versions":[],"methods":{}}"#, "methods"),
        (r#"{"versions":[],"required":["elicitation"]}"#, "required"),
        (r#"{"versions":[],"required":{"roots":true}}"#, "required"),
        (r#"{"versions":[],"headers":[]}"#, "headers"),
        (r#"{"versions":[],"headers":{"mcp-name":1}}"#, "headers"),
    ] {
        assert_eq!(names(check_request(b"{}", server.as_bytes())), argument, "{server}");
    }
}

#[test]
fn builders_make_valid_errors_or_refuse() {
    for (required, argument) in [
        ("", "required"),
        ("{}", "required"),
        (r#"["elicitation"]"#, "required"),
        (r#"{"elicitation":true}"#, "required"),
        ("{", "required"),
    ] {
        assert_eq!(names(McpError::missing_capability(required.as_bytes(), "")), argument);
    }
    for supported in ["{}", "[1]", "", "null"] {
        assert_eq!(names(McpError::unsupported_version("1", supported.as_bytes(), "")), "supported");
    }
    let mended = McpError::unsupported_version("b", br#"["a","b","c"]"#, "").unwrap();
    assert_eq!(mended.data_json(), Some(r#"{"supported":["a","c"],"requested":"b"}"#));
    let built = |code, data: Option<&str>| {
        McpError::server(Kind::ServerError, "m", code, data.map(str::as_bytes), HttpStatus::NONE).unwrap().to_json()
    };
    for code in [-32002, -32042, -32023, -32050, -32099] {
        assert_eq!(built(Some(code), None), Err(Failure::ForbiddenCode));
        let sent = format!(r#"{{"code":{code},"message":"m"}}"#);
        assert_eq!(McpError::from_jsonrpc(sent.as_bytes(), HttpStatus::NONE).unwrap().to_json().unwrap(), sent, "a proxy relays it");
    }
    for code in [-32000, -32019, -32100, 0, 1, i64::MIN] {
        assert_eq!(built(Some(code), Some("null")).unwrap(), format!(r#"{{"code":{code},"message":"m","data":null}}"#));
    }
    assert_eq!(names(built(None, None)), "error");
    for data in [None, Some("{}"), Some(r#"{"requiredCapabilities":{}}"#), Some(r#"{"requiredCapabilities":["roots"]}"#)] {
        assert_eq!(names(built(Some(-32021), data)), "error");
    }
    for data in [None, Some(r#"{"supported":["a"]}"#), Some(r#"{"supported":["a"],"requested":"a"}"#)] {
        assert_eq!(names(built(Some(-32022), data)), "error");
    }
    assert!(built(Some(-32022), Some(r#"{"supported":["a"],"requested":"b"}"#)).is_ok());
    assert_eq!(names(McpError::server(Kind::ConnectionError, "m", None, None, HttpStatus::NONE)), "kind");
    assert_eq!(names(HttpStatus::new(99)), "http_status");
    assert_eq!(names(HttpStatus::new(600)), "http_status");
    assert_eq!(names(McpError::from_http(&HttpResponse::default())), "status");
}

#[test]
fn an_id_is_echoed_exactly_or_not_at_all() {
    let error = McpError::header_mismatch("m").unwrap();
    for id in ["1", "-0", "123456789012345678901234567890", r#""""#, r#""\u00e9\ud800""#] {
        let response = error.to_response_json(id.as_bytes()).unwrap();
        assert!(response.starts_with(&format!(r#"{{"jsonrpc":"2.0","id":{id},"#)), "{response}");
        let request = format!("{{ \"id\" : {id} , \"x\":[{{\"id\":7}}] }}");
        let place = request_id(request.as_bytes()).unwrap().unwrap();
        assert_eq!(&request[place], id);
    }
    for id in ["null", "1.0", "1e3", "{}", "[]", "true", "1 2", ""] {
        if id.is_empty() {
            assert!(!error.to_response_json(b"").unwrap().contains("\"id\""));
        } else {
            assert_eq!(names(error.to_response_json(id.as_bytes())), "id");
            if id != "1 2" {
                assert_eq!(request_id(format!(r#"{{"id":1,"id":{id}}}"#).as_bytes()).unwrap(), None);
            }
        }
    }
    assert_eq!(request_id(b"[]").unwrap(), None);
    assert_eq!(names(request_id(b"{")), "request");
}

#[test]
fn capabilities_are_objects() {
    for (declared, required, argument) in
        [("[]", "{}", "declared"), ("{}", "[]", "required"), ("{", "{}", "declared"), ("", "1", "required"), ("null", "", "declared")]
    {
        assert_eq!(names(capabilities::missing(declared.as_bytes(), required.as_bytes())), argument);
    }
    assert_eq!(capabilities::missing(b"", b"").unwrap(), "{}");
    assert_eq!(names(capabilities::declare(b"", b"[]", b"")), "missing");
    assert_eq!(names(capabilities::declare(b"", b"", b"3")), "supported");
    assert_eq!(names(capabilities::for_input_request("roots/list", b"{")), "params");
}

#[test]
fn a_view_that_is_none_is_refused() {
    let view = |text: &str| McpError::from_view_json(text.as_bytes());
    assert_eq!(names(view("{")), "view");
    assert_eq!(names(view("[]")), "view");
    assert_eq!(names(view(r#"{"message":"m"}"#)), "kind");
    assert_eq!(names(view(r#"{"kind":"Nonsense","message":"m"}"#)), "kind");
    assert_eq!(names(view(r#"{"kind":"ServerError"}"#)), "message");
    assert_eq!(names(view(r#"{"kind":"ServerError","message":"m","code_text":"01"}"#)), "code_text");
    assert_eq!(names(view(r#"{"kind":"ServerError","message":"m","code_text":"1.0"}"#)), "code_text");
    assert_eq!(names(view(r#"{"kind":"ServerError","message":"m","http_status":99}"#)), "http_status");
    assert_eq!(names(view(r#"{"kind":"ServerError","message":"m","local":1}"#)), "local");
    let error = view(r#"{"kind":"ServerError","message":"m","code_text":"-32021","data":{"a":1}}"#).unwrap();
    assert_eq!((error.code(), error.data_json(), error.is_modern()), (Some(-32021), Some(r#"{"a":1}"#), false));
}

#[test]
fn ill_formed_bytes_of_data_are_told_wherever_they_stand() {
    use mcp_errors::ffi::{MCP_FLAG_DATA_NOT_UTF8, mcp_classification, mcp_classify};
    let places: [(&[u8], &[u8]); 9] = [
        (b"\"", b"\""),
        (b"[[\"", b"\"]]"),
        (b"{\"", b"\":1}"),
        (b"{\"a\":1,\"", b"\":{}}"),
        (b"{\"requiredCapabilities\":{\"", b"\":1}}"),
        (b"{\"requiredCapabilities\":{\"elicitation\":{\"", b"\":1}}}"),
        (b"{\"requiredCapabilities\":{\"extensions\":{\"", b"\":{}}}}"),
        (b"{\"supported\":[\"", b"\"]}"),
        (b"{\"requested\":\"a long text before it, and ", b"\"}"),
    ];
    for (before, behind) in places {
        for (inside, ill_formed) in
            [(&b"a"[..], false), ("é".as_bytes(), false), (b"\xFF", true), (b"\xC3", true), (b"plain enough for a block \x80", true)]
        {
            let json = [br#"{"code":-32021,"message":"m","data":"#, before, inside, behind, b"}"].concat();
            // SAFETY: all zero is a valid value of a struct of numbers.
            let mut out: mcp_classification = unsafe { std::mem::zeroed() };
            out.struct_size = size_of::<mcp_classification>();
            // SAFETY: pointers and lengths are those of live values.
            assert_eq!(unsafe { mcp_classify(json.as_ptr().cast(), json.len(), 0, &raw mut out) }, 0);
            assert_eq!(out.flags & MCP_FLAG_DATA_NOT_UTF8 != 0, ill_formed, "{}", String::from_utf8_lossy(&json));
        }
    }
}
