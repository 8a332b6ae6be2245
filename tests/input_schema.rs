//! The `x-mcp-header` annotations of input schemas.
#![allow(clippy::unwrap_used, clippy::expect_used)]

use mcp_errors::{Cause, Failure, check_request, request_headers};
use proptest::prelude::*;
use serde_json::{Map, Value, json};

/// The Mcp-Param headers for a call, without their prefix, or none if the schema is refused.
fn params(schema: &str, arguments: &str) -> Option<Map<String, Value>> {
    let call = format!(r#"{{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{{"arguments":{arguments}}}}}"#);
    match request_headers(call.as_bytes(), Some(schema.as_bytes())).map_err(Failure::cause) {
        Ok(headers) => {
            let Value::Object(mut headers) = serde_json::from_str(&headers).unwrap() else { panic!("{headers}") };
            assert_eq!(headers.remove("Mcp-Method"), Some(json!("tools/call")));
            Some(headers.into_iter().map(|(name, value)| (name.strip_prefix("Mcp-Param-").unwrap().to_owned(), value)).collect())
        }
        Err(Cause::InvalidArgument { parameter, member, .. }) => {
            assert_eq!((parameter, member), (c"input_schema_json", c""), "{schema}");
            if schema == "null" {
                return None; // which a server's description may have
            }
            let server = format!(r#"{{"versions":[],"input_schema":{schema}}}"#);
            let Err(Cause::InvalidArgument { parameter, member, .. }) = check_request(b"", server.as_bytes()).map_err(Failure::cause)
            else {
                panic!("{schema}")
            };
            assert_eq!((parameter, member), (c"server_json", c"input_schema"));
            None
        }
        Err(other) => panic!("{other:?}: {schema}"),
    }
}

const ANNOTATED: &str = r#"{"type":"string","x-mcp-header":"X"}"#;

#[test]
fn every_keyword_that_holds_schemas_is_looked_into() {
    let one =
        ["additionalItems", "additionalProperties", "contains", "contentSchema", "else", "if", "items", "not", "propertyNames", "then"];
    let more = ["unevaluatedItems", "unevaluatedProperties"];
    for keyword in one.iter().chain(&more) {
        for schema in [ANNOTATED.to_owned(), format!(r#"{{"properties":{{"a":{ANNOTATED}}}}}"#)] {
            assert_eq!(params(&format!(r#"{{"{keyword}":{schema}}}"#), "{}"), None, "{keyword}");
            assert_eq!(params(&format!(r#"{{"properties":{{"p":{{"{keyword}":{schema}}}}}}}"#), "{}"), None, "{keyword}");
        }
        assert!(params(&format!(r#"{{"{keyword}":true}}"#), "{}").is_some());
    }
    for keyword in ["allOf", "anyOf", "oneOf", "prefixItems", "items"] {
        assert_eq!(params(&format!(r#"{{"{keyword}":[true,{{}},{ANNOTATED}]}}"#), "{}"), None, "{keyword}");
        assert!(params(&format!(r#"{{"{keyword}":[[{ANNOTATED}],{{"type":"x"}}]}}"#), "{}").is_some(), "{keyword}");
    }
    for keyword in ["$defs", "definitions", "dependentSchemas", "patternProperties", "dependencies"] {
        assert_eq!(params(&format!(r#"{{"{keyword}":{{"default":{ANNOTATED}}}}}"#), "{}"), None, "{keyword}");
        assert!(params(&format!(r#"{{"{keyword}":{{"x-mcp-header":{{"type":"object"}},"b":["x"]}}}}"#), "{}").is_some(), "{keyword}");
    }
}

#[test]
fn data_is_not_looked_into() {
    for keyword in ["default", "const", "enum", "examples", "x-vendor", "title"] {
        for value in [ANNOTATED.to_owned(), format!("[{ANNOTATED}]"), format!(r#"{{"properties":{{"a":{ANNOTATED}}}}}"#)] {
            assert_eq!(params(&format!(r#"{{"{keyword}":{value}}}"#), "{}"), Some(Map::new()), "{keyword}");
        }
    }
    let named =
        r#"{"properties":{"x-mcp-header":{"type":"string"},"default":{"type":"string","x-mcp-header":"D"},"type":{"properties":{}}}}"#;
    assert_eq!(params(named, r#"{"default":"v"}"#), Some(Map::from_iter([("D".to_owned(), json!("v"))])), "names are no keywords");
}

#[test]
fn annotations_that_are_not_valid_are_refused() {
    for header in ["\"\"", "\"a b\"", "\"a:b\"", "\"\\u00e9\"", "\"a\\u0000\"", "5", "null", "true", "[\"a\"]", "{}"] {
        assert_eq!(params(&format!(r#"{{"properties":{{"a":{{"type":"string","x-mcp-header":{header}}}}}}}"#), "{}"), None, "{header}");
    }
    for kind in ["\"number\"", "\"null\"", "\"object\"", "\"array\"", "[\"string\"]", "[\"string\",\"null\"]", "null", "\"String\"", "{}"] {
        assert_eq!(params(&format!(r#"{{"properties":{{"a":{{"type":{kind},"x-mcp-header":"A"}}}}}}"#), "{}"), None, "{kind}");
    }
    assert_eq!(params(r#"{"properties":{"a":{"x-mcp-header":"A"}}}"#, "{}"), None, "no type");
    assert_eq!(params(ANNOTATED, "{}"), None, "the root is no property");
    let two = |a: &str, b: &str| {
        let property = |header: &str| format!(r#"{{"type":"string","x-mcp-header":"{header}"}}"#);
        params(&format!(r#"{{"properties":{{"a":{},"b":{{"properties":{{"c":{}}}}}}}}}"#, property(a), property(b)), "{}")
    };
    assert!(two("Region", "Regions").is_some());
    assert_eq!(two("Region", "Region"), None);
    assert_eq!(two("Region", "rEGION"), None);
    assert_eq!(two("Region", "\\u0072egion"), None);
    for schema in ["[]", "true", "null", "\"a\""] {
        assert_eq!(params(schema, "{}"), None, "{schema}");
    }
    assert!(params(r#"{"properties":{"a":{"x-mcp-header":"!#$%&'*+-.^_`|~09azAZ","type":"\u0073tring"}}}"#, "{}").is_some());
}

#[test]
fn of_a_repeated_member_the_last_counts() {
    let property = r#"{"type":"string","x-mcp-header":"A"}"#;
    for schema in [
        format!(r#"{{"properties":{{"a":{property},"\u0061":{property}}}}}"#),
        format!(r#"{{"items":{property},"items":true,"properties":{{"a":{property}}}}}"#),
        format!(r#"{{"properties":{{"b":{property}}},"properties":{{"a":{property}}}}}"#),
        r#"{"properties":{"a":{"type":"number","x-mcp-header":"a b","x-mcp-header":"A","type":"string"}}}"#.to_owned(),
        format!(r#"{{"properties":{{"a":{{"properties":{{"x":{{"x-mcp-header":1,"x-mcp-header":2}}}}}},"a":{property}}}}}"#),
    ] {
        assert_eq!(params(&schema, r#"{"a":1,"a":"v"}"#), Some(Map::from_iter([("A".to_owned(), json!("v"))])), "{schema}");
    }
    assert_eq!(params(&format!(r#"{{"properties":{{"a":{property},"a":{{}}}}}}"#), r#"{"a":"v"}"#), Some(Map::new()));
    assert_eq!(params(&format!(r#"{{"properties":{{"a":{property}}},"properties":5}}"#), r#"{"a":"v"}"#), Some(Map::new()));
    let nested = format!(r#"{{"properties":{{"o":{{"properties":{{"a":{property}}}}}}}}}"#);
    let found = |arguments: &str| params(&nested, arguments).unwrap().get("A").cloned();
    assert_eq!(found(r#"{"o":{"a":"v"}}"#), Some(json!("v")));
    assert_eq!(found(r#"{"\u006f":{"\u0061":"v"}}"#), Some(json!("v")));
    for hidden in [r#"{"o":{"a":"v"},"o":5}"#, r#"{"o":{"a":"v"},"o":{}}"#, r#"{"o":{"a":"v","a":null}}"#, r#"{"o":[{"a":"v"}]}"#] {
        assert_eq!(found(hidden), None, "{hidden}");
    }
}

#[test]
fn a_value_never_breaks_out_of_its_header() {
    for (value, header) in [
        ("a\\r\\nX: y", "=?base64?YQ0KWDogeQ==?="),
        ("=?base64??=", "=?base64?PT9iYXNlNjQ/Pz0=?="),
        ("=?base64?=", "=?base64?PT9iYXNlNjQ/PQ==?="),
        ("a\\tb", "a\tb"),
        ("\\u007f", "=?base64?fw==?="),
        ("\\\\ \\\"", "\\ \""),
    ] {
        let call = format!(r#"{{"jsonrpc":"2.0","method":"{value}"}}"#);
        let headers: Value = serde_json::from_str(&request_headers(call.as_bytes(), None).unwrap()).unwrap();
        assert_eq!(headers, json!({"Mcp-Method": header}));
    }
}

#[test]
fn a_request_that_step_1_refuses_has_no_headers() {
    for (request, member, problem) in [
        ("[]", c"", c"must be an object"),
        (r#"{"method":"m"}"#, c"jsonrpc", c"must be \"2.0\""),
        (r#"{"jsonrpc":"2.0","method":1}"#, c"method", c"must be a string"),
        (r#"{"jsonrpc":"2.0","method":"m","id":null}"#, c"id", c"must be a string or an integer"),
        (r#"{"jsonrpc":"2.0","method":"m","params":[]}"#, c"params", c"must be an object"),
        (r#"{"jsonrpc":"2.0","method":"initialize","id":1}"#, c"params.protocolVersion", c"must be a string"),
    ] {
        let cause = Cause::InvalidArgument { parameter: c"request_json", member, problem };
        assert_eq!(request_headers(request.as_bytes(), None).map_err(Failure::cause), Err(cause));
    }
    assert_eq!(request_headers(b"{", None).map_err(Failure::cause), Err(Cause::InvalidJson { parameter: c"request_json", offset: 1 }));
    let ping = br#"{"jsonrpc":"2.0","method":"ping"}"#;
    assert_eq!(
        request_headers(ping, Some(b"{")).map_err(Failure::cause),
        Err(Cause::InvalidJson { parameter: c"input_schema_json", offset: 1 })
    );
}

/// Names of properties and of arguments: few, so that they meet.
fn name() -> impl Strategy<Value = String> {
    prop::sample::select(&["a", "b", "\u{e9}", "type", "properties"][..]).prop_map(str::to_owned)
}

/// An object of some members.
fn object(members: impl Strategy<Value = (String, Value)>, most: usize) -> impl Strategy<Value = Value> {
    prop::collection::vec(members, 0..=most).prop_map(|members| Value::Object(members.into_iter().collect()))
}

fn arguments() -> impl Strategy<Value = Value> {
    let leaf =
        prop::sample::select(vec![json!(null), json!(true), json!(5), json!(-7), json!(1.5), json!("v"), json!("\u{e9}"), json!([1])]);
    leaf.prop_recursive(3, 20, 4, |inner| object((name(), inner), 4))
}

fn schema() -> impl Strategy<Value = Value> {
    let header =
        prop::sample::select(vec![json!("A"), json!("b"), json!("C"), json!("d"), json!("e"), json!("F"), json!("a"), json!("\u{e9}")]);
    let kind = prop::sample::select(vec![json!("string"), json!("integer"), json!("boolean"), json!("string"), json!("number")]);
    let leaf = prop_oneof![
        1 => object(kind.clone().prop_map(|kind| ("type".to_owned(), kind)), 1),
        4 => (kind, header).prop_map(|(kind, header)| json!({"type": kind, "x-mcp-header": header})),
    ];
    leaf.prop_recursive(4, 12, 3, |inner| {
        let properties = object((name(), inner.clone()), 3).boxed();
        prop_oneof![
            20 => properties.clone().prop_map(|properties| json!({"properties": properties})),
            1 => (properties.clone(), inner.clone()).prop_map(|(properties, inner)| json!({"properties": properties, "items": inner})),
            2 => (properties.clone(), inner.clone()).prop_map(|(properties, inner)| json!({"properties": properties, "default": inner})),
            1 => (properties.clone(), inner).prop_map(|(properties, inner)| json!({"properties": properties, "allOf": [1, inner]})),
            1 => properties.prop_map(|properties| json!({"$defs": properties})),
        ]
    })
}

/// The rules by recursion: the headers of a schema, or none if it is refused.
fn by_recursion(schema: &Value, arguments: Option<&Value>, reached: bool, root: bool, found: &mut Vec<(String, Option<Value>)>) -> bool {
    let Some(object) = schema.as_object() else { return true };
    if let Some(header) = object.get("x-mcp-header") {
        let is_type = matches!(object.get("type").and_then(Value::as_str), Some("string" | "integer" | "boolean"));
        let Some(token) = header.as_str().filter(|token| token.is_ascii() && reached && !root && is_type) else { return false };
        found.push((token.to_owned(), arguments.filter(|value| value.is_string() || value.is_boolean() || value.is_i64()).cloned()));
    }
    object.iter().all(|(keyword, value)| match (keyword.as_str(), value) {
        ("properties", Value::Object(members)) => members.iter().all(|(name, schema)| {
            let argument = arguments.and_then(Value::as_object).and_then(|arguments| arguments.get(name));
            by_recursion(schema, argument, reached, false, found)
        }),
        ("$defs", Value::Object(members)) => members.values().all(|schema| by_recursion(schema, None, false, false, found)),
        ("items" | "allOf", Value::Array(schemas)) => schemas.iter().all(|schema| by_recursion(schema, None, false, false, found)),
        ("items" | "allOf", schema) => by_recursion(schema, None, false, false, found),
        _ => true,
    })
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(1000) })]

    #[test]
    fn agrees_with_a_reading_by_recursion(schema in schema(), arguments in arguments()) {
        let mut found = Vec::new();
        let valid = schema.is_object() && by_recursion(&schema, Some(&arguments), true, true, &mut found);
        let mut tokens: Vec<String> = found.iter().map(|(token, _)| token.to_ascii_lowercase()).collect();
        tokens.sort();
        let unique = tokens.windows(2).all(|pair| pair[0] != pair[1]);
        let want = (valid && unique).then(|| {
            let text = |value: Value| match value {
                Value::String(text) if text.is_ascii() => json!(text),
                Value::String(_) => json!("=?base64?w6k=?="),
                other => json!(other.to_string()),
            };
            found.into_iter().filter_map(|(token, value)| Some((token, text(value?)))).collect::<Map<_, _>>()
        });
        prop_assert_eq!(params(&schema.to_string(), &arguments.to_string()), want);
    }

    #[test]
    fn what_a_client_sends_passes_the_check(schema in schema(), arguments in arguments(), name in "\\PC*") {
        let meta = json!({"io.modelcontextprotocol/protocolVersion": "v", "io.modelcontextprotocol/clientCapabilities": {}});
        let call = json!({"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {"name": name, "arguments": arguments, "_meta": meta}});
        let call = call.to_string();
        let Ok(headers) = request_headers(call.as_bytes(), Some(schema.to_string().as_bytes())) else { return Ok(()) };
        let headers: Map<String, Value> = serde_json::from_str(&headers).unwrap();
        let check = |headers: &Map<String, Value>| {
            let server = json!({"versions": ["v"], "headers": headers, "input_schema": schema}).to_string();
            check_request(call.as_bytes(), server.as_bytes()).unwrap().map(|error| error.code().unwrap())
        };
        prop_assert_eq!(check(&headers), None);
        for name in headers.keys() {
            let mut less = headers.clone();
            less.remove(name);
            prop_assert_eq!(check(&less), Some(-32020), "without {}", name);
            less.insert(name.to_ascii_uppercase(), json!("another"));
            prop_assert_eq!(check(&less), Some(-32020), "another {}", name);
        }
    }
}
