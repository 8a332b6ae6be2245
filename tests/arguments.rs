//! Arguments that are not what they must be: refused, with the name of what is wrong.
#![allow(clippy::unwrap_used, clippy::expect_used)]

use mcp_errors::{Cause, Era, Failure, HttpResponse, HttpStatus, Kind, McpError, capabilities};

/// What a refusal names: the parameter, a colon, and the member, if one is at fault.
fn names(result: Result<impl Sized, Failure>) -> String {
    match result.err().expect("refused").cause() {
        Cause::InvalidArgument { parameter, member, problem } => {
            assert!(problem.to_str().unwrap().starts_with("must "), "{problem:?}");
            let separator = if member.is_empty() { "" } else { ":" };
            format!("{}{separator}{}", parameter.to_str().unwrap(), member.to_str().unwrap())
        }
        Cause::InvalidJson { parameter, .. } => parameter.to_str().unwrap().to_owned(),
        other => panic!("{other:?}"),
    }
}

#[test]
fn builders_make_valid_errors_or_refuse() {
    for (required, argument) in [
        ("", "required_json"),
        ("{}", "required_json"),
        (r#"["elicitation"]"#, "required_json"),
        (r#"{"elicitation":true}"#, "required_json"),
        ("{", "required_json"),
    ] {
        assert_eq!(names(McpError::missing_capability(required.as_bytes(), "")), argument);
    }
    for supported in ["{}", "[1]", "", "null"] {
        assert_eq!(names(McpError::unsupported_version("1", supported.as_bytes(), "")), "supported_json");
    }
    let mended = McpError::unsupported_version("b", br#"["a","b","c"]"#, "").unwrap();
    assert_eq!(mended.data_json(), Some(r#"{"supported":["a","c"],"requested":"b"}"#));
    let built = |code, data: Option<&str>| {
        McpError::server(Kind::ServerError, "m", code, data.map(str::as_bytes), HttpStatus::NONE).unwrap().to_json(Era::Modern)
    };
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
    assert_eq!(names(HttpStatus::new(1000)), "http_status");
    assert_eq!(names(McpError::from_http(&HttpResponse::default(), None)), "response:status");
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
    assert_eq!(names(capabilities::for_input_request("roots/list", b"{")), "params_json");
}

#[test]
fn a_view_that_is_none_is_refused() {
    let view = |text: &str| McpError::from_view_json(text.as_bytes());
    assert_eq!(names(view("{")), "json");
    assert_eq!(names(view("[]")), "json");
    assert_eq!(names(view(r#"{"message":"m"}"#)), "json:kind");
    assert_eq!(names(view(r#"{"kind":"Nonsense","message":"m"}"#)), "json:kind");
    assert_eq!(names(view(r#"{"kind":"ServerError"}"#)), "json:message");
    assert_eq!(names(view(r#"{"kind":"ServerError","message":"m","code_text":"01"}"#)), "json:code_text");
    assert_eq!(names(view(r#"{"kind":"ServerError","message":"m","code_text":"1.0"}"#)), "json:code_text");
    assert_eq!(names(view(r#"{"kind":"ServerError","message":"m","http_status":99}"#)), "json:http_status");
    assert_eq!(names(view(r#"{"kind":"ServerError","message":"m","local":1}"#)), "json:local");
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
    for (before, after) in places {
        for (inside, ill_formed) in
            [(&b"a"[..], false), ("é".as_bytes(), false), (b"\xFF", true), (b"\xC3", true), (b"plain enough for a block \x80", true)]
        {
            let json = [br#"{"code":-32021,"message":"m","data":"#, before, inside, after, b"}"].concat();
            // SAFETY: all zero is a valid value of a struct of numbers.
            let mut out: mcp_classification = unsafe { std::mem::zeroed() };
            out.struct_size = size_of::<mcp_classification>();
            // SAFETY: pointers and lengths are those of live values.
            assert_eq!(unsafe { mcp_classify(json.as_ptr().cast(), json.len(), 0, &raw mut out) }, 0);
            assert_eq!(out.flags & MCP_FLAG_DATA_NOT_UTF8 != 0, ill_formed, "{}", String::from_utf8_lossy(&json));
        }
    }
}
