//! The scopes to ask for.
//!
//! Source: MCP 2026-07-28, `basic/authorization` (scope selection); section 7 of the rules.

use super::Advice;
use super::lists::{Sorted, each_once};
use crate::context::{Context, Strings};
use crate::failure::Failure;
use crate::json::{Out, Value};

/// The scopes of a challenge, which blanks separate.
fn scopes_of(challenge: &str) -> impl Iterator<Item = &str> {
    challenge.split([' ', '\t']).filter(|scope| !scope.is_empty())
}

/// Sets the scopes: those that are granted, those that were asked for and those of the challenge, each once.
pub(super) fn set(advice: &mut Advice, challenge: Option<&str>, context: &Context<'_>) -> Result<(), Failure> {
    let challenge = challenge.unwrap_or_default();
    if scopes_of(challenge).next().is_none() {
        return Ok(());
    }
    // All are spelled in one way first, so that equal ones can be found by their bytes.
    let sent = context.granted_scopes.text().len() + context.asked_scopes.text().len();
    let mut all = Out::with_room(sent + 2 * challenge.len() + 8)?;
    all.raw("[")?;
    let mut add = |scope: &str| {
        let separator = if all.is_open() { "" } else { "," };
        all.raw(separator)?.string(scope).map(|_| ())
    };
    for list in [context.granted_scopes, context.asked_scopes] {
        list.each(|scope| add(&scope.as_str()?.unwrap_or_default()))?;
    }
    scopes_of(challenge).try_for_each(add)?;
    all.raw("]")?;
    let all = all.finish();
    let once = match Strings::read(Value::checked(&all))? {
        Some(strings) => each_once(strings)?,
        None => Vec::new(),
    };
    let room = once.iter().map(|scope| scope.text().len() + 1).sum::<usize>() + 2;
    let (mut list, mut text) = (Out::with_room(room)?, Out::with_room(room)?);
    list.raw("[")?;
    for (index, scope) in once.iter().enumerate() {
        list.raw(if index == 0 { "" } else { "," })?.raw(scope.text())?;
        text.raw(if index == 0 { "" } else { " " })?.raw(&scope.as_str()?.unwrap_or_default())?;
    }
    list.raw("]")?;
    (advice.scope_list, advice.scopes) = (Some(list.finish()), Some(text.finish()));
    Ok(())
}

/// Whether a challenge names a scope that was not asked for before.
pub(super) fn asks_for_more(challenge: Option<&str>, context: &Context<'_>) -> Result<bool, Failure> {
    let asked = Sorted::new(context.asked_scopes)?;
    Ok(scopes_of(challenge.unwrap_or_default()).any(|scope| !asked.contains_text(scope)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::action::Action;
    use crate::advice::Reason;

    fn scopes(context: &str, challenge: Option<&str>) -> (Option<String>, Option<String>) {
        let mut advice = Advice::new(Action::StepUp, Reason::InsufficientScope);
        set(&mut advice, challenge, &Context::read(context).unwrap()).unwrap();
        (advice.scopes, advice.scope_list)
    }

    #[test]
    fn each_scope_stands_once_where_it_comes_first() {
        let context = r#"{"asked_scopes":["c","\u0061"],"granted_scopes":["b","a","b"]}"#;
        let expected = ("b a c d\"".to_owned(), r#"["b","a","c","d\""]"#.to_owned());
        assert_eq!(scopes(context, Some("  d\" a  d\" ")), (Some(expected.0), Some(expected.1)));
    }

    #[test]
    fn a_challenge_without_a_scope_asks_for_none() {
        for challenge in [None, Some(""), Some("  ")] {
            assert_eq!(scopes(r#"{"granted_scopes":["a"]}"#, challenge), (None, None));
        }
    }

    #[test]
    fn sees_whether_a_challenge_asks_for_more() {
        let context = Context::read(r#"{"asked_scopes":["b","\u0061"]}"#).unwrap();
        for (challenge, more) in [(None, false), (Some("a b"), false), (Some("a c"), true)] {
            assert_eq!(asks_for_more(challenge, &context), Ok(more));
        }
    }
}
