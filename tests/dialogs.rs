//! Dialogs between servers drawn at random and a host that does nothing but follow the action and the next context.
#![allow(clippy::unwrap_used, clippy::expect_used)]

use mcp_errors::{Action, Advice, Cause, Failure, HttpResponse, Kind, McpError, negotiate};
use proptest::prelude::*;
use serde_json::{Value, json};

const MODERN: [&str; 2] = ["2026-07-28", "2027-01-01"];
const LEGACY: [&str; 3] = ["2025-11-25", "2025-06-18", "2024-11-05"];

/// What comes back for one request.
#[derive(Clone, Debug)]
enum Reply {
    Http { status: u16, headers: Vec<(&'static str, String)>, body: String },
    Line(String),
    Timeout,
    Closed,
    Unreachable,
}

fn http(status: u16, body: &Value) -> Reply {
    Reply::Http { status, headers: vec![], body: body.to_string() }
}

fn empty(status: u16) -> Reply {
    Reply::Http { status, headers: vec![], body: String::new() }
}

fn challenge(status: u16, value: &str) -> Reply {
    Reply::Http { status, headers: vec![("www-authenticate", format!("Bearer {value}"))], body: String::new() }
}

fn error(code: i64, data: &Value) -> Value {
    let mut error = json!({"code": code, "message": "m"});
    if !data.is_null() {
        error["data"] = data.clone();
    }
    json!({"jsonrpc": "2.0", "id": 1, "error": error})
}

fn result(result: &Value) -> Value {
    json!({"jsonrpc": "2.0", "id": 1, "result": result})
}

fn discovered(versions: &[&str]) -> Value {
    result(&json!({"resultType": "complete", "supportedVersions": versions, "capabilities": {"tools": {}}}))
}

/// What a host makes of a reply: the advice, or none for a result that ends the work.
fn next(reply: &Reply, context: &str) -> Result<Option<Advice>, String> {
    let read = match reply {
        Reply::Http { status, headers, body } => {
            let header = |name| headers.iter().find(|(other, _)| *other == name).map(|(_, value)| value.as_bytes());
            let response = HttpResponse {
                status: *status,
                content_type: header("content-type"),
                www_authenticate: header("www-authenticate"),
                body: body.as_bytes(),
                ..HttpResponse::default()
            };
            McpError::from_http(&response, Some(context.as_bytes()))
        }
        Reply::Line(line) => McpError::from_answer(line.as_bytes(), context.as_bytes()),
        Reply::Timeout => McpError::local(Kind::RequestTimeoutError, ""),
        Reply::Closed => McpError::local(Kind::ResponseStreamClosedError, ""),
        Reply::Unreachable => McpError::local(Kind::ConnectionError, ""),
    };
    match read {
        Ok(error) => error.advise(context.as_bytes()).map(Some).map_err(|failure| format!("{failure}: {error} in {context}")),
        Err(Failure::NOT_AN_ERROR) if purpose(context) == "request" => Ok(None),
        Err(Failure::NOT_AN_ERROR) => {
            let (Reply::Http { body, .. } | Reply::Line(body)) = reply else { unreachable!("a local event is an error") };
            match negotiate(body.as_bytes(), context.as_bytes()) {
                Ok(advice) => Ok(Some(advice)),
                // An `initialize` without a version is not an error, nor a handshake: the host has to stop.
                Err(failure) if matches!(failure.cause(), Cause::InvalidArgument { .. }) => Err("no version".into()),
                Err(failure) => Err(format!("{failure}: {body} in {context}")),
            }
        }
        Err(failure) => Err(format!("{failure} in {context}")),
    }
}

fn parse(context: &str) -> Value {
    serde_json::from_str(context).unwrap()
}

fn purpose(context: &str) -> String {
    parse(context)["purpose"].as_str().unwrap_or("request").to_owned()
}

/// The actions that the host bounds by time.
const fn is_unbounded(action: Action) -> bool {
    matches!(action, Action::BackOff | Action::ReadOn | Action::ResumeStream)
}

/// All limits of section 7 added up, with room for the steps that go on from one purpose to the next.
const ENOUGH: usize = 100;

mod any_server {
    use super::*;

    fn versions() -> impl Strategy<Value = Vec<&'static str>> {
        prop::collection::vec(prop::sample::select([&MODERN[..], &LEGACY[..], &["nonsense"]].concat()), 0..5)
    }

    fn caps() -> impl Strategy<Value = Value> {
        prop::sample::select(vec![
            json!({}),
            json!({"elicitation": {}}),
            json!({"elicitation": {"form": {}, "url": {}}}),
            json!({"sampling": {"tools": {}}, "roots": {}}),
            json!({"extensions": {"io.modelcontextprotocol/tasks": {}}}),
            json!({"elicitation": []}),
        ])
    }

    fn body() -> impl Strategy<Value = Value> {
        prop_oneof![
            (caps()).prop_map(|caps| error(-32021, &json!({ "requiredCapabilities": caps }))),
            (versions(), prop::sample::select(vec!["2026-07-28", "2025-11-25"]))
                .prop_map(|(supported, requested)| error(-32022, &json!({"supported": supported, "requested": requested}))),
            (versions()).prop_map(|supported| error(-32602, &json!({"supported": supported, "requested": "2025-11-25"}))),
            prop::sample::select(vec![-32020, -32601, -32602, -32600, -32002, -32000, 0]).prop_map(|code| error(code, &Value::Null)),
            Just(error(-32042, &json!({"elicitations": [{"mode": "url", "elicitationId": "1", "url": "u", "message": "m"}]}))),
            (versions()).prop_map(|versions| discovered(&versions)),
            prop::sample::select(LEGACY.to_vec()).prop_map(|version| result(&json!({"protocolVersion": version, "capabilities": {}}))),
            Just(result(&json!({"resultType": "input_required", "requestState": "s"}))),
            Just(result(&json!({"resultType": "input_required", "inputRequests": {"a": {"method": "roots/list"}}}))),
            Just(result(&json!({"resultType": "nonsense"}))),
            Just(json!({"jsonrpc": "2.0", "method": "notifications/progress"})),
            Just(json!("no response")),
        ]
    }

    fn reply(stdio: bool) -> BoxedStrategy<Reply> {
        let status = prop::sample::select(vec![200, 200, 200, 202, 400, 403, 404, 405, 406, 424, 429, 503, 302, 999]);
        let local = prop::sample::select(vec![Reply::Timeout, Reply::Closed, Reply::Unreachable]);
        if stdio {
            return prop_oneof![6 => body().prop_map(|body| Reply::Line(body.to_string())), 1 => local].boxed();
        }
        let scopes =
            prop::sample::select(vec!["", " scope=\"a\"", " scope=\"a b\"", " scope=\"c\"", " error=\"insufficient_scope\", scope=d"]);
        prop_oneof![
            8 => (status, body()).prop_map(|(status, body)| http(status, &body)),
            1 => prop::sample::select(vec![200, 202, 204, 400, 404, 503]).prop_map(empty),
            1 => (prop::sample::select(vec![401, 403]), scopes).prop_map(|(status, scopes)| challenge(status, scopes)),
            1 => Just(Reply::Http { status: 200, headers: vec![], body: "id: 7\nretry: 5\ndata:\n\n".into() }),
            1 => local,
        ]
        .boxed()
    }

    proptest! {
        #![proptest_config(ProptestConfig { cases: if cfg!(debug_assertions) { 150 } else { 3_000 }, failure_persistence: None, ..ProptestConfig::default() })]

        #[test]
        fn following_the_advice_ends(
            (stdio, replies) in any::<bool>().prop_flat_map(|stdio| (Just(stdio), prop::collection::vec(reply(stdio), 300))),
            purpose in prop::sample::select(vec!["probe", "request", "initialize"]),
            era in prop::sample::select(vec![Value::Null, json!("modern"), json!("legacy"), json!("modern_without_discover")]),
            method in prop::sample::select(vec!["tools/call", "tools/list"]),
            idempotent in any::<bool>(),
            supported in caps(),
            (session, cursor) in any::<(bool, bool)>(),
        ) {
            let supported = if supported["elicitation"].is_array() { json!({}) } else { supported };
            let mut context = json!({
                "transport": if stdio { "stdio" } else { "http" }, "purpose": purpose, "era": era, "method": method,
                "idempotent": idempotent, "has_session": session, "has_cursor": cursor, "client_versions": [MODERN[0], LEGACY[0], LEGACY[1]],
                "requested_version": MODERN[0], "declared": {}, "supported_caps": supported, "now_ms": 0,
            }).to_string();
            let mut steps = 0;
            for reply in &replies {
                let advice = match next(reply, &context) {
                    Ok(Some(advice)) => advice,
                    Ok(None) => return Ok(()),
                    Err(stop) if stop == "no version" => return Ok(()),
                    Err(fault) => return Err(TestCaseError::fail(fault)),
                };
                prop_assert_eq!(advice.context.is_none(), advice.action == Action::GiveUp);
                let Some(next) = advice.context else { return Ok(()) };
                // What a host adds of its own: a server may give a session and a cursor again and again.
                let mut changed = parse(&next);
                changed["has_session"] = json!(session);
                changed["has_cursor"] = json!(cursor);
                context = changed.to_string();
                steps += usize::from(!is_unbounded(advice.action));
                prop_assert!(steps < ENOUGH, "{} steps without an end: {}", steps, context);
            }
        }
    }
}

mod honest_server {
    use super::*;

    /// A server that does the work once everything is right, and what it wants first.
    #[derive(Clone, Debug)]
    struct Server {
        stdio: bool,
        modern: bool,
        discover: bool,
        versions: Vec<&'static str>,
        /// Capabilities that it asks for, one part after the other.
        required: Vec<Value>,
        /// Scopes that it asks for, one after the other.
        scopes: Vec<&'static str>,
        inputs: usize,
        stale_tools: bool,
        /// How it refuses a request of the other era.
        refusal: usize,
        lost_streams: usize,
        lost_sessions: usize,
        busy: usize,
        token: bool,
    }

    impl Server {
        fn reply(&mut self, context: &Value) -> Reply {
            let asked = context["asked_scopes"].as_array().cloned().unwrap_or_default();
            if !self.stdio {
                if self.token {
                    self.token = false;
                    return challenge(401, "");
                }
                if self.busy > 0 {
                    self.busy -= 1;
                    return empty(429);
                }
                if let Some(scope) = self.scopes.iter().find(|scope| !asked.contains(&json!(scope))) {
                    return challenge(403, &format!("error=\"insufficient_scope\", scope=\"{scope}\""));
                }
            }
            let purpose = context["purpose"].as_str().unwrap_or("request");
            let legacy_style = purpose == "initialize" || (purpose == "request" && context["era"] == "legacy");
            let version = context["requested_version"].as_str().unwrap_or_default();
            match (self.modern, legacy_style) {
                (true, false) => self.modern_reply(purpose, version, context),
                (true, true) if purpose == "initialize" => {
                    self.refuse(400, &error(-32022, &json!({"supported": self.versions, "requested": version})))
                }
                (true, true) => self.refuse(400, &error([-32602, -32600, -32020][self.refusal % 3], &Value::Null)),
                (false, true) => self.legacy_reply(purpose, version),
                (false, false) if self.stdio || purpose == "probe" => {
                    let status = [200, 400, 404, 405][self.refusal % 4];
                    self.refuse(status, &error([-32601, -32600, -32000, -32602][self.refusal % 4], &Value::Null))
                }
                (false, false) if self.refusal < 4 => empty(400),
                (false, false) => {
                    self.refuse([400, 404, 405][self.refusal % 3], &error([-32600, -32000, -32019][self.refusal % 3], &Value::Null))
                }
            }
        }

        fn refuse(&self, status: u16, body: &Value) -> Reply {
            if self.stdio { Reply::Line(body.to_string()) } else { http(status, body) }
        }

        fn modern_reply(&mut self, purpose: &str, version: &str, context: &Value) -> Reply {
            if purpose == "probe" && !self.discover {
                return self.refuse(404, &error(-32601, &Value::Null));
            }
            if !version.is_empty() && !self.versions.contains(&version) {
                return self.refuse(400, &error(-32022, &json!({"supported": self.versions, "requested": version})));
            }
            if purpose == "probe" {
                return self.refuse(200, &discovered(&self.versions));
            }
            let declared = context["declared"].to_string();
            for required in &self.required {
                let missing = mcp_errors::capabilities::missing(declared.as_bytes(), required.to_string().as_bytes()).unwrap();
                if missing != "{}" {
                    return self.refuse(400, &error(-32021, &json!({"requiredCapabilities": parse(&missing)})));
                }
            }
            if self.stale_tools {
                self.stale_tools = false;
                return self.refuse(400, &error(-32020, &Value::Null));
            }
            if self.lost_streams > 0 {
                self.lost_streams -= 1;
                return Reply::Closed;
            }
            if self.inputs > 0 {
                self.inputs -= 1;
                let requests = json!({"a": {"method": "roots/list"}});
                return self.refuse(200, &result(&json!({"resultType": "input_required", "inputRequests": requests, "requestState": "s"})));
            }
            self.refuse(200, &result(&json!({"resultType": "complete"})))
        }

        fn legacy_reply(&mut self, purpose: &str, version: &str) -> Reply {
            if purpose == "initialize" {
                let agreed = if self.versions.contains(&version) { version } else { self.versions[0] };
                return self.refuse(200, &result(&json!({"protocolVersion": agreed, "capabilities": {}})));
            }
            if self.lost_sessions > 0 && !self.stdio {
                self.lost_sessions -= 1;
                return empty(404);
            }
            self.refuse(200, &result(&json!({"content": []})))
        }
    }

    fn server() -> impl Strategy<Value = Server> {
        let modern = prop::sample::subsequence(MODERN.to_vec(), 1..=2);
        let legacy = prop::sample::subsequence(LEGACY.to_vec(), 1..=3);
        let required = prop::sample::subsequence(
            vec![json!({"roots": {}}), json!({"elicitation": {"form": {}}}), json!({"elicitation": {"url": {}}, "sampling": {}})],
            0..=3,
        );
        let scopes = prop::sample::subsequence(vec!["a", "b"], 0..=2);
        ((any::<[bool; 5]>(), modern, legacy), required, scopes, 0_usize..9, 0_usize..12, (0_usize..2, 0_usize..2, 0_usize..3)).prop_map(
            |((flags, modern_versions, legacy_versions), required, scopes, inputs, refusal, (lost_streams, lost_sessions, busy))| {
                let [stdio, modern, discover, stale_tools, token] = flags;
                let versions = if modern { modern_versions } else { legacy_versions };
                // Over stdio nothing tells a modern server without discover from a legacy one but its refusal of `initialize`.
                let discover = discover || stdio;
                Server {
                    stdio,
                    modern,
                    discover,
                    versions,
                    required,
                    scopes,
                    inputs,
                    stale_tools: stale_tools && !stdio,
                    refusal,
                    lost_streams,
                    lost_sessions,
                    busy,
                    token,
                }
            },
        )
    }

    proptest! {
        #![proptest_config(ProptestConfig { cases: if cfg!(debug_assertions) { 400 } else { 4_000 }, failure_persistence: None, ..ProptestConfig::default() })]

        #[test]
        fn is_never_given_up(server in server(), remembered in any::<bool>(), wrong in any::<bool>()) {
            let original = server.clone();
            let mut server = server;
            let all: Vec<&str> = [&MODERN[..], &LEGACY[..]].concat();
            let supported = json!({"roots": {}, "elicitation": {"form": {}, "url": {}}, "sampling": {}});
            let mut context = json!({
                "transport": if server.stdio { "stdio" } else { "http" }, "method": "tools/call", "idempotent": true,
                "client_versions": all, "declared": {}, "supported_caps": supported,
            });
            // A host remembers the era from an earlier session, and the server may have changed since. Over stdio it probes.
            let modern = server.modern != wrong;
            if remembered && !server.stdio {
                context["purpose"] = json!("request");
                context["era"] = json!(if modern { "modern" } else { "legacy" });
                context["requested_version"] = json!(if modern { MODERN[0] } else { LEGACY[0] });
                context["has_session"] = json!(!modern && !server.modern);
            } else {
                context["purpose"] = json!("probe");
                context["requested_version"] = json!(MODERN[0]);
            }
            let mut context = context.to_string();
            let mut said = Vec::new();
            for _ in 0..ENOUGH {
                let reply = server.reply(&parse(&context));
                let advice = next(&reply, &context).map_err(TestCaseError::fail)?;
                let Some(advice) = advice else { return Ok(()) };
                said.push(format!("{reply:?} -> {} {}", advice.action.name(), advice.reason.name()));
                let Some(next) = advice.context else { break };
                let mut changed = parse(&next);
                // What the host knows itself: whether there is a session.
                if advice.action == Action::GoOn && changed["era"] == "legacy" && !server.stdio {
                    changed["has_session"] = json!(true);
                }
                context = changed.to_string();
            }
            prop_assert!(false, "{:?}\n{}\n{}", original, said.join("\n"), context);
        }
    }
}
