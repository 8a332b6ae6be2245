//! What the result of a probe or of `initialize` means: the version on which client and server agree, if there is one.

use super::lists::{Sorted, member};
use super::versions::{first, is_legacy};
use super::{Advice, Reason};
use crate::action::Action;
use crate::context::{self, Context, Purpose, Strings};
use crate::era::Era;
use crate::failure::{Failure, Word, word};
use crate::json::{Value, to_text};
use crate::result::{Flaw, Judgement, judge};

/// What to do after the result of a probe or of `initialize`.
///
/// `response` is the whole response, `context` the one that the request was sent with; see [`crate::McpError::advise`].
///
/// # Errors
///
/// [`Cause::InvalidJson`](crate::Cause::InvalidJson) if either is not JSON. [`Cause::InvalidArgument`](crate::Cause::InvalidArgument) for an error, for a result that does not have what was asked
/// for, for a context whose purpose is neither `probe` nor `initialize`, and for whatever [`crate::McpError::advise`] refuses.
pub fn negotiate(response: &[u8], context: &[u8]) -> Result<Advice, Failure> {
    let response = to_text(response, word!("response_json"))?;
    let text = context::text(context)?;
    let context = Context::read(&text)?;
    let result = result_of(Value::checked(&response))?;
    let advice = match context.purpose {
        Purpose::Probe => after_probe(result, &context)?,
        Purpose::Initialize => after_initialize(result, &context)?,
        Purpose::Request => {
            return Err(Failure::member(word!("context_json"), word!("purpose"), word!("must be \"probe\" or \"initialize\"")));
        }
    };
    let era = advice.era;
    Advice { era, ..advice.within_limits(&context)? }.finished(&context)
}

/// The result of a response, or of the only response in an array.
fn result_of(response: Value<'_>) -> Result<Value<'_>, Failure> {
    let mut message = response;
    let mut count = 0_usize;
    response.each(|element| {
        message = element;
        count = count.saturating_add(1);
        Ok(())
    })?;
    let one = !response.is_array() || count == 1;
    let error = member(message, "error")?.filter(|error| !error.is_null() && error.as_bool() != Some(false));
    let result = member(message, "result")?.filter(|_| one && error.is_none());
    result.ok_or(Failure::argument(word!("response_json"), word!("must be a response with a result")))
}

const fn unfit(member: Word, problem: Word) -> Failure {
    Failure::member(word!("response_json"), member, problem)
}

/// The versions in the result of a probe, if it is a valid one.
fn supported_versions<'a>(result: Value<'a>, context: &Context<'_>) -> Result<Strings<'a>, Failure> {
    match judge(result, context)? {
        Judgement::Invalid(Flaw::NotObject) => return Err(unfit(word!("result"), word!("must be an object"))),
        Judgement::Invalid(Flaw::Capabilities) => return Err(unfit(word!("result.capabilities"), word!("must be an object"))),
        Judgement::Answer | Judgement::Invalid(Flaw::Versions) => {}
        Judgement::Invalid(_) | Judgement::InputRequired => {
            return Err(unfit(word!("result.resultType"), word!("must be \"complete\" or absent")));
        }
    }
    let versions = member(result, "supportedVersions")?.map_or(Ok(None), Strings::read)?;
    versions.ok_or(unfit(word!("result.supportedVersions"), word!("must be an array of strings")))
}

fn after_probe(result: Value<'_>, context: &Context<'_>) -> Result<Advice, Failure> {
    let versions = supported_versions(result, context)?;
    let supported = Sorted::new(versions)?;
    if let version @ Some(_) = first(context, |version| !is_legacy(version) && supported.contains(version))? {
        return Ok(Advice { era: Era::Modern, version, ..Advice::new(Action::GoOn, Reason::Agreed) });
    }
    if let version @ Some(_) = first(context, |version| is_legacy(version) && supported.contains(version))? {
        return Ok(Advice { era: Era::Legacy, version, ..Advice::new(Action::Initialize, Reason::VersionMismatch) });
    }
    let mut era = Era::Legacy;
    versions.each(|version| {
        if !is_legacy(version) {
            era = Era::Modern;
        }
        Ok(())
    })?;
    Ok(Advice { era, ..Advice::give_up(Reason::NoCommonVersion) })
}

fn after_initialize(result: Value<'_>, context: &Context<'_>) -> Result<Advice, Failure> {
    let agreed = member(result, "protocolVersion")?.filter(|version| version.is_string());
    let agreed = agreed.ok_or(unfit(word!("result.protocolVersion"), word!("must be a string")))?;
    let version = first(context, |version| is_legacy(version) && version.order(agreed).is_eq())?;
    let advice = if version.is_some() { Advice::new(Action::GoOn, Reason::Agreed) } else { Advice::give_up(Reason::NoCommonVersion) };
    Ok(Advice { era: Era::Legacy, version, ..advice })
}

#[cfg(test)]
mod tests {
    use super::*;

    const PROBE: &str = r#"{"purpose":"probe","client_versions":["2027-01-01","2026-07-28","2025-11-25"]}"#;
    const INITIALIZE: &str = r#"{"purpose":"initialize","client_versions":["2026-07-28","2025-11-25"]}"#;

    fn probed(versions: &str) -> Advice {
        let response = format!(r#"{{"id":1,"result":{{"supportedVersions":{versions},"capabilities":{{}}}}}}"#);
        negotiate(response.as_bytes(), PROBE.as_bytes()).unwrap()
    }

    #[test]
    fn agrees_on_the_version_that_the_client_prefers() {
        let advice = probed(r#"["2025-11-25","2026-07-28","2027-01-01"]"#);
        assert_eq!((advice.era, advice.action, advice.reason), (Era::Modern, Action::GoOn, Reason::Agreed));
        assert_eq!(advice.version.as_deref(), Some("2027-01-01"));
        let advice = probed(r#"["2025-11-25"]"#);
        assert_eq!((advice.era, advice.action, advice.version.as_deref()), (Era::Legacy, Action::Initialize, Some("2025-11-25")));
        for (versions, era) in [("[]", Era::Legacy), (r#"["2024-11-05"]"#, Era::Legacy), (r#"["2024-11-05","2030-01-01"]"#, Era::Modern)] {
            let advice = probed(versions);
            assert_eq!((advice.era, advice.action, advice.reason), (era, Action::GiveUp, Reason::NoCommonVersion));
            assert_eq!(advice.context, None);
        }
    }

    #[test]
    fn reads_the_version_of_an_initialize_result() {
        let response = |version: &str| format!(r#"[{{"id":1,"result":{{"protocolVersion":{version}}}}}]"#);
        let advice = negotiate(response(r#""2025\u002d11-25""#).as_bytes(), INITIALIZE.as_bytes()).unwrap();
        assert_eq!((advice.era, advice.action, advice.version.as_deref()), (Era::Legacy, Action::GoOn, Some("2025-11-25")));
        let advice = negotiate(response(r#""2026-07-28""#).as_bytes(), INITIALIZE.as_bytes()).unwrap();
        assert_eq!((advice.action, advice.reason), (Action::GiveUp, Reason::NoCommonVersion));
    }

    #[test]
    fn a_refusal_names_the_member_and_the_problem() {
        for (response, context, expected) in [
            ("", PROBE, Failure::json(word!("response_json"), 0)),
            ("{}", "{", Failure::json(word!("context_json"), 1)),
            ("5", PROBE, Failure::argument(word!("response_json"), word!("must be a response with a result"))),
            (
                r#"[{"result":{}},{"result":{}}]"#,
                PROBE,
                Failure::argument(word!("response_json"), word!("must be a response with a result")),
            ),
            (r#"[[{"result":{}}]]"#, PROBE, Failure::argument(word!("response_json"), word!("must be a response with a result"))),
            (r#"{"result":{},"error":{}}"#, PROBE, Failure::argument(word!("response_json"), word!("must be a response with a result"))),
            (r#"{"result":null,"error":false}"#, PROBE, unfit(word!("result"), word!("must be an object"))),
            (r#"{"result":{"resultType":null}}"#, PROBE, unfit(word!("result.resultType"), word!("must be \"complete\" or absent"))),
            (
                r#"{"result":{"supportedVersions":[1]}}"#,
                PROBE,
                unfit(word!("result.supportedVersions"), word!("must be an array of strings")),
            ),
            (r#"{"result":{"supportedVersions":[]}}"#, PROBE, unfit(word!("result.capabilities"), word!("must be an object"))),
            (r#"{"result":"x"}"#, INITIALIZE, unfit(word!("result.protocolVersion"), word!("must be a string"))),
            (
                r#"{"result":{}}"#,
                "",
                Failure::member(word!("context_json"), word!("purpose"), word!("must be \"probe\" or \"initialize\"")),
            ),
        ] {
            assert_eq!(negotiate(response.as_bytes(), context.as_bytes()).err(), Some(expected), "{response}");
        }
    }
}
