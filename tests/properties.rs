//! What must hold of advice, capabilities and the server's side, whatever comes in.
#![allow(clippy::unwrap_used, clippy::expect_used)]

mod common;

use common::parse;
use mcp_errors::{Cause, HttpStatus, McpError, Transport, capabilities, check_request};
use proptest::prelude::*;
use serde_json::{Map, Value, json};

fn value() -> impl Strategy<Value = Value> {
    let leaf = prop_oneof![
        Just(json!({})),
        Just(json!(null)),
        Just(json!(false)),
        Just(json!(true)),
        Just(json!(7)),
        Just(json!("s")),
        Just(json!([])),
        Just(json!({"vendor": 1}))
    ];
    leaf.prop_recursive(2, 8, 3, |inner| prop::collection::btree_map("[a-c]", inner, 0..3).prop_map(|map| json!(map)))
}

fn members(names: &'static [&'static str], value: impl Strategy<Value = Value> + 'static) -> BoxedStrategy<Value> {
    prop::collection::btree_map(prop::sample::select(names), value, 0..4).prop_map(|map| json!(map)).boxed()
}

/// Capabilities objects, of the right shape or of any.
fn caps(well_formed: bool) -> BoxedStrategy<Value> {
    let object = || prop_oneof![3 => Just(json!({})), 1 => Just(json!({"x": null}))];
    let member =
        move |names| if well_formed { members(names, object()) } else { prop_oneof![3 => members(names, value()), 1 => value()].boxed() };
    let named = move || member(&["a.b/c", "io.modelcontextprotocol/tasks", "\u{202e}\"", ""]);
    let free = if well_formed {
        prop_oneof![Just(json!(true)), Just(json!({})), Just(json!([null])), Just(json!(0))].boxed()
    } else {
        value().boxed()
    };
    let roots = if well_formed { prop_oneof![Just(json!({})), Just(json!({"listChanged": true}))].boxed() } else { value().boxed() };
    let optional = prop::option::of;
    (
        optional(member(&["form", "url", "vendor"])),
        optional(member(&["context", "tools", "vendor"])),
        optional(named()),
        optional(named()),
        optional(roots),
        optional(free.clone()),
        optional(free),
    )
        .prop_map(|(elicitation, sampling, extensions, experimental, roots, tasks, other)| {
            let mut caps = Map::new();
            let all = [
                ("elicitation", elicitation),
                ("sampling", sampling),
                ("extensions", extensions),
                ("experimental", experimental),
                ("roots", roots),
                ("tasks", tasks),
                ("io.example/\n", other),
            ];
            for (name, value) in all {
                if let Some(value) = value {
                    caps.insert(name.to_owned(), value);
                }
            }
            Value::Object(caps)
        })
        .boxed()
}

fn missing(declared: &Value, required: &Value) -> Value {
    parse(&capabilities::missing(declared.to_string().as_bytes(), required.to_string().as_bytes()).unwrap())
}

fn declare(declared: &Value, missing: &Value, supported: &Value) -> Value {
    let text = |value: &Value| value.to_string().into_bytes();
    parse(&capabilities::declare(&text(declared), &text(missing), &text(supported)).unwrap())
}

/// Whether all that `before` declares still stands in `after`, deeper at most.
fn keeps(before: &Value, after: &Value) -> bool {
    let Some(members) = before.as_object() else { return true };
    members.iter().all(|(name, value)| match after.get(name) {
        None => false,
        Some(other) => other == value || !value.is_object() || keeps(value, other) || name == "roots",
    })
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 4_000, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn what_is_declared_is_not_missing(caps in caps(true)) {
        prop_assert_eq!(missing(&caps, &caps), json!({}));
    }

    #[test]
    fn declaring_what_is_missing_leaves_nothing_missing(declared in caps(false), required in caps(true), supported in caps(true)) {
        let lacking = missing(&declared, &required);
        if missing(&supported, &lacking) == json!({}) {
            let next = declare(&declared, &lacking, &supported);
            prop_assert_eq!(missing(&next, &required), json!({}), "declared {} missing {} gives {}", declared, lacking, next);
            prop_assert!(keeps(&declared, &next), "{} of {}", next, declared);
        }
    }

    #[test]
    fn missing_is_a_part_of_what_is_required_and_settles(declared in caps(false), required in caps(false)) {
        let lacking = missing(&declared, &required);
        prop_assert_eq!(missing(&declared, &lacking), lacking.clone());
        for (name, value) in lacking.as_object().unwrap() {
            prop_assert!(required.get(name).is_some());
            if let (Some(part), Some(whole)) = (value.as_object(), required[name].as_object()) {
                prop_assert!(part.iter().all(|(name, value)| whole.get(name) == Some(value)));
            }
        }
    }

    #[test]
    fn a_declaration_takes_values_of_the_client_only(declared in caps(true), required in caps(true), supported in caps(true)) {
        let next = declare(&declared, &missing(&declared, &required), &supported);
        for (name, value) in next.as_object().unwrap() {
            let ours = |other: &Value| other == value || value.as_object().is_some_and(|members| members.iter().all(|(mode, value)| {
                *value == json!({}) || [&declared[name], &supported[name]].iter().any(|caps| caps.get(mode) == Some(value))
            }));
            prop_assert!(ours(&declared[name]) || ours(&supported[name]), "{name}: {value}");
        }
    }

    #[test]
    fn what_a_builder_builds_reads_back(caps in caps(true), requested in ".{0,12}", supported in prop::collection::vec(".{0,8}", 0..4), message in ".{0,12}") {
        let mut built = vec![McpError::header_mismatch(&message).unwrap()];
        match McpError::missing_capability(caps.to_string().as_bytes(), &message) {
            Ok(error) => built.push(error),
            Err(failure) if matches!(failure.cause(), Cause::InvalidArgument { .. }) => prop_assert_eq!(caps, json!({})),
            Err(other) => prop_assert!(false, "{other}"),
        }
        let mut versions = supported.clone();
        versions.push(requested.clone());
        let error = McpError::unsupported_version(&requested, json!(versions).to_string().as_bytes(), &message).unwrap();
        prop_assert!(error.supported().all(|version| version != requested));
        built.push(error);
        for error in built {
            let read = McpError::from_response(error.to_response_json(mcp_errors::Era::Modern, b"123456789012345678901234567890").unwrap().as_bytes()).unwrap();
            prop_assert_eq!(read.kind(), error.kind());
            prop_assert!(read.is_modern() && read.is_well_formed() && read.era(Transport::Http) == error.era(Transport::Http));
            prop_assert_eq!(read.data_json(), error.data_json());
            prop_assert_eq!(error.http_status(), Some(400));
            prop_assert_eq!(read.message(), error.message());
        }
    }

    #[test]
    fn a_check_never_asks_for_what_was_declared(declared in caps(true), required in caps(true)) {
        let meta = json!({"io.modelcontextprotocol/protocolVersion": "2026-07-28", "io.modelcontextprotocol/clientCapabilities": declared});
        let request = json!({"jsonrpc": "2.0", "id": 1, "method": "m", "params": {"_meta": meta}});
        let server = json!({"versions": ["2026-07-28"], "required": required});
        let error = check_request(request.to_string().as_bytes(), server.to_string().as_bytes()).unwrap();
        let lacking = missing(&declared, &required);
        match error {
            None => prop_assert_eq!(lacking, json!({})),
            Some(error) => {
                prop_assert_eq!(error.code(), Some(-32021));
                prop_assert_eq!(parse(error.required_capabilities_json()), lacking);
            }
        }
    }

    #[test]
    fn an_error_and_its_view_are_the_same(bytes in prop::collection::vec(any::<u8>(), 0..40), status in 100_u16..1000) {
        let json = [br#"{"code":-32021,"message":"#, json!(String::from_utf8_lossy(&bytes)).to_string().as_bytes(), b"}"].concat();
        let error = McpError::from_jsonrpc(&json, HttpStatus::new(status).unwrap()).unwrap();
        let again = McpError::from_view_json(error.view_json().as_bytes()).unwrap();
        prop_assert_eq!(again.view_json(), error.view_json());
        prop_assert_eq!(again.message(), String::from_utf8_lossy(&bytes));
    }
}

#[test]
fn depth_is_no_limit_for_capabilities() {
    let deep = |depth: usize| format!(r#"{{"x":{}{}}}"#, "[".repeat(depth), "]".repeat(depth)).into_bytes();
    let required = deep(200_000);
    assert_eq!(capabilities::missing(b"{}", &required).unwrap().as_bytes(), required);
    assert_eq!(capabilities::missing(&required, &required).unwrap(), "{}");
    assert_eq!(capabilities::declare(b"", &required, &required).unwrap().as_bytes(), required);
    assert!(capabilities::is_well_formed(&required));
}
