//! Results that do not answer the request: the server requires input, or what it sent is not a valid result.
//!
//! Source: MCP 2026-07-28, `basic/index` (results), `basic/patterns/mrtr` (input required), `extensions/tasks`; section 5 of the
//! rules, "Results that are no answer".

use crate::context::{Context, Purpose, Strings};
use crate::era::Era;
use crate::failure::Failure;
use crate::json::{Object, Value};

/// What is wrong with a result. Names members of the schema only, never names the peer chose.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Flaw {
    NotObject,
    TypeNotString,
    Versions,
    Capabilities,
    CannotRequireInput,
    NeitherInputNorState,
    InputRequestsNotObject,
    InputRequest,
    RequestStateNotString,
    UnknownType,
}

impl Flaw {
    const ALL: [Self; 10] = [
        Self::NotObject,
        Self::TypeNotString,
        Self::Versions,
        Self::Capabilities,
        Self::CannotRequireInput,
        Self::NeitherInputNorState,
        Self::InputRequestsNotObject,
        Self::InputRequest,
        Self::RequestStateNotString,
        Self::UnknownType,
    ];

    /// The reason, for people.
    pub const fn text(self) -> &'static str {
        match self {
            Self::NotObject => "result is not an object",
            Self::TypeNotString => "result.resultType is not a string",
            Self::Versions => "result.supportedVersions is not an array of strings",
            Self::Capabilities => "result.capabilities is not an object",
            Self::CannotRequireInput => "this method cannot require input",
            Self::NeitherInputNorState => "result has neither inputRequests nor requestState",
            Self::InputRequestsNotObject => "result.inputRequests is not an object",
            Self::InputRequest => "a member of result.inputRequests is not an input request",
            Self::RequestStateNotString => "result.requestState is not a string",
            Self::UnknownType => "result.resultType is not known",
        }
    }

    /// The flaw with a reason.
    pub fn from_text(text: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|flaw| flaw.text() == text)
    }
}

/// What a result is to the request that it answers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Judgement {
    /// It answers the request.
    Answer,
    /// The server requires input before it can go on.
    InputRequired,
    /// It is not valid.
    Invalid(Flaw),
}

/// The methods whose result can require input.
const CAN_REQUIRE_INPUT: [&str; 3] = ["tools/call", "prompts/get", "resources/read"];

/// Judges a result by what was asked: the first rule that applies.
pub(crate) fn judge(result: Value<'_>, context: &Context<'_>) -> Result<Judgement, Failure> {
    let Some(result) = result.object()? else { return Ok(Judgement::Invalid(Flaw::NotObject)) };
    let purpose = context.purpose;
    if purpose == Purpose::Initialize || (context.era == Some(Era::Legacy) && purpose != Purpose::Probe) {
        return Ok(Judgement::Answer);
    }
    let kind = match result.get("resultType") {
        Some(value) => match value.as_str()? {
            Some(kind) => Some(kind),
            None => return Ok(Judgement::Invalid(Flaw::TypeNotString)),
        },
        None => None,
    };
    let method = context.method.as_deref().unwrap_or_default();
    let request = purpose == Purpose::Request;
    let flaw = match kind.as_deref() {
        None | Some("complete") if purpose == Purpose::Probe => discover_flaw(&result)?,
        None | Some("complete") => None,
        Some("input_required") => {
            let can = request && CAN_REQUIRE_INPUT.contains(&method);
            let flaw = if can { input_flaw(&result)? } else { Some(Flaw::CannotRequireInput) };
            return Ok(flaw.map_or(Judgement::InputRequired, Judgement::Invalid));
        }
        Some("task") if request && method == "tools/call" && declares_tasks(context)? => None,
        Some(other) if request && context.result_types.contains(other)? => None,
        Some(_) => Some(Flaw::UnknownType),
    };
    Ok(flaw.map_or(Judgement::Answer, Judgement::Invalid))
}

/// Whether the request declared the extension for tasks. The legacy `tasks` capability is something else.
fn declares_tasks(context: &Context<'_>) -> Result<bool, Failure> {
    let declared = context.declared.object()?.unwrap_or_default();
    let extensions = declared.get("extensions").map_or(Ok(None), Value::object)?.unwrap_or_default();
    Ok(extensions.get("io.modelcontextprotocol/tasks").is_some_and(Value::is_object))
}

/// What is wrong with the result of `server/discover`.
fn discover_flaw(result: &Object<'_>) -> Result<Option<Flaw>, Failure> {
    if !result.get("supportedVersions").map_or(Ok(false), |versions| Strings::read(versions).map(|versions| versions.is_some()))? {
        return Ok(Some(Flaw::Versions));
    }
    Ok((!result.get("capabilities").is_some_and(Value::is_object)).then_some(Flaw::Capabilities))
}

/// What is wrong with a result that requires input.
fn input_flaw(result: &Object<'_>) -> Result<Option<Flaw>, Failure> {
    let (requests, state) = (result.get("inputRequests"), result.get("requestState"));
    if requests.is_none() && state.is_none() {
        return Ok(Some(Flaw::NeitherInputNorState));
    }
    if let Some(requests) = requests {
        let Some(requests) = requests.object()? else { return Ok(Some(Flaw::InputRequestsNotObject)) };
        for member in requests.members() {
            let request = member.value.object()?;
            let method = request.as_ref().and_then(|request| request.get("method"));
            let known = |method: Value<'_>| INPUT_METHODS.iter().any(|known| method.is_str(known));
            if !method.is_some_and(known) {
                return Ok(Some(Flaw::InputRequest));
            }
        }
    }
    Ok((!state.is_none_or(Value::is_string)).then_some(Flaw::RequestStateNotString))
}

/// The methods of input requests.
const INPUT_METHODS: [&str; 3] = ["elicitation/create", "sampling/createMessage", "roots/list"];
