//! The context of the next try: the given one, changed as the action says.
//!
//! A host keeps it from try to try, so what the action does not change stays byte for byte as the host sent it.

use super::Advice;
use crate::action::Action;
use crate::context::{Context, Name, Purpose};
use crate::era::Era;
use crate::failure::Failure;
use crate::json::{Out, Value};

/// A change of a member.
#[derive(Clone, Copy)]
enum Change<'a> {
    /// One more of the action.
    Count(Action),
    Text(&'a str),
    Json(&'a str),
    Remove,
}

/// The context of the next try; none after [`Action::GiveUp`].
pub(super) fn context(given: &Context<'_>, advice: &Advice) -> Result<Option<String>, Failure> {
    if advice.action == Action::GiveUp {
        return Ok(None);
    }
    let changes = changes(given, advice);
    Out::exact(&|out| {
        out.raw("{")?;
        let mut separator = "";
        for (name, sent) in given.in_order() {
            let change = changes.iter().flatten().find(|(changed, _)| *changed == name).map(|(_, change)| *change);
            if matches!(change, Some(Change::Remove)) {
                continue;
            }
            out.raw(separator)?.raw(sent.name.text())?.raw(":")?;
            separator = ",";
            match change {
                Some(change) => write(out, change, Some(sent.value))?,
                None => {
                    out.compact(sent.value.text())?;
                }
            }
        }
        for (name, change) in changes.iter().flatten().copied() {
            if given.sent(name).is_none() && !matches!(change, Change::Remove) {
                write(out.name(name.text())?, change, None)?;
            }
        }
        out.raw("}").map(|_| ())
    })
    .map(Some)
}

/// What the action changes, in the order in which new members are added.
fn changes<'a>(given: &Context<'_>, advice: &'a Advice) -> [Option<(Name, Change<'a>)>; 5] {
    let text = |name, text| Some((name, Change::Text(text)));
    let json = |name, json: &'a Option<String>| json.as_deref().map(|json| (name, Change::Json(json)));
    let era = |era: Era| text(Name::Era, era.name());
    let purpose = |purpose: Purpose| text(Name::Purpose, purpose.name());
    let remove = |name| Some((name, Change::Remove));
    let version = advice.version.as_deref();
    let [first, second, third, fourth] = match advice.action {
        Action::RetryWithVersion => [
            version.and_then(|version| text(Name::RequestedVersion, version)),
            era(Era::Modern),
            if given.purpose == Purpose::Initialize { purpose(Purpose::Probe) } else { None },
            None,
        ],
        Action::DeclareCapabilities => [json(Name::Declared, &advice.declare), None, None, None],
        Action::Initialize => [
            purpose(Purpose::Initialize),
            era(Era::Legacy),
            version.map_or(remove(Name::RequestedVersion), |version| text(Name::RequestedVersion, version)),
            remove(Name::LastEventId),
        ],
        Action::ContinueWithoutDiscover => [era(Era::ModernWithoutDiscover), purpose(Purpose::Request), None, None],
        Action::Reprobe => [purpose(Purpose::Probe), remove(Name::Era), remove(Name::LastEventId), None],
        Action::NewSession => [purpose(Purpose::Initialize), remove(Name::HasSession), remove(Name::LastEventId), None],
        Action::RestartPagination => [remove(Name::HasCursor), None, None, None],
        // The host's own id stays as the host spelled it.
        Action::ResumeStream => match advice.last_event_id.as_deref() {
            Some(id) if given.last_event_id.as_deref() != Some(id) => [text(Name::LastEventId, id), None, None, None],
            _ => [None; 4],
        },
        Action::Reissue => [remove(Name::LastEventId), None, None, None],
        Action::Authenticate | Action::StepUp => [json(Name::AskedScopes, &advice.scope_list), None, None, None],
        Action::GoOn => {
            [era(advice.era), version.and_then(|version| text(Name::RequestedVersion, version)), purpose(Purpose::Request), None]
        }
        _ => [None; 4],
    };
    [Some((Name::Tried, Change::Count(advice.action))), first, second, third, fourth]
}

fn write(out: &mut Out, change: Change<'_>, before: Option<Value<'_>>) -> Result<(), Failure> {
    match change {
        Change::Count(action) => write_counts(out, action, before),
        Change::Text(text) => out.string(text).map(|_| ()),
        Change::Json(json) => out.compact(json).map(|_| ()),
        Change::Remove => Ok(()),
    }
}

/// Writes `tried` with one more of an action. Of an action's repeated name the last stays, at its place.
fn write_counts(out: &mut Out, action: Action, before: Option<Value<'_>>) -> Result<(), Failure> {
    let before = before.unwrap_or(Value::checked("{}"));
    let find = |name: Value<'_>| Action::ALL.into_iter().find(|action| name.is_str(action.name()));
    let mut last = [None; Action::COUNT];
    before.each_member(|name, value| {
        if let Some(place) = find(name).and_then(|action| last.get_mut(action as usize)) {
            *place = Some(value.text().as_ptr());
        }
        Ok(())
    })?;
    out.raw("{")?;
    let mut separator = "";
    let mut counted = false;
    before.each_member(|name, value| {
        let found = find(name);
        let overridden = found.and_then(|action| last.get(action as usize)).is_some_and(|last| *last != Some(value.text().as_ptr()));
        if overridden {
            return Ok(());
        }
        out.raw(separator)?.raw(name.text())?.raw(":")?;
        separator = ",";
        if found == Some(action) {
            counted = true;
            return write_one_more(out, value.text());
        }
        out.compact(value.text()).map(|_| ())
    })?;
    if !counted {
        out.raw(separator)?.string(action.name())?.raw(":1")?;
    }
    out.raw("}")?;
    Ok(())
}

/// Writes an integer of at least 0 and of any width, plus 1.
fn write_one_more(out: &mut Out, digits: &str) -> Result<(), Failure> {
    let digits = digits.trim_start_matches('-'); // -0
    let kept = digits.trim_end_matches('9');
    match kept.char_indices().next_back() {
        Some((at, digit)) => {
            let more = digit.to_digit(10).and_then(|digit| char::from_digit(digit + 1, 10)).unwrap_or('1');
            out.raw(kept.get(..at).unwrap_or_default())?.raw(more.encode_utf8(&mut [0; 4]))?;
        }
        None => {
            out.raw("1")?;
        }
    }
    for _ in kept.len()..digits.len() {
        out.raw("0")?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::advice::Reason;

    fn next(given: &str, action: Action, fill: impl FnOnce(&mut Advice)) -> Option<String> {
        let mut advice = Advice::new(action, Reason::NotRetryable);
        fill(&mut advice);
        context(&Context::read(given).unwrap(), &advice).unwrap()
    }

    #[test]
    fn counts_have_any_width() {
        let one_more = |digits| {
            let mut out = Out::default();
            write_one_more(&mut out, digits).unwrap();
            out.finish()
        };
        for (digits, more) in [("0", "1"), ("-0", "1"), ("8", "9"), ("9", "10"), ("1099", "1100"), ("199", "200")] {
            assert_eq!(one_more(digits), more);
        }
        assert_eq!(one_more("99999999999999999999"), "100000000000000000000");
        assert_eq!(one_more("18446744073709551615"), "18446744073709551616");
    }

    #[test]
    fn what_does_not_change_stays_as_it_was_sent() {
        let given = r#"{ "host" : { "n" : 1e2 , "n":[ "a  b\u0041" ] } , "er\u0061":"legacy", "tried" : { "vendor" : null, "reissue":-0, "reissue":1 } }"#;
        assert_eq!(
            next(given, Action::Reissue, |_| ()).as_deref(),
            Some(r#"{"host":{"n":1e2,"n":["a  b\u0041"]},"er\u0061":"legacy","tried":{"vendor":null,"reissue":2}}"#)
        );
        assert_eq!(next(given, Action::GiveUp, |_| ()), None);
    }

    #[test]
    fn a_repeated_member_stays_at_its_last_place() {
        let given = r#"{"tried":null,"has_cursor":true,"method":"a","has_cursor":true,"tried":{},"method":"b"}"#;
        assert_eq!(next(given, Action::RestartPagination, |_| ()).as_deref(), Some(r#"{"tried":{"restart_pagination":1},"method":"b"}"#));
    }

    #[test]
    fn each_action_changes_its_members() {
        let version = |advice: &mut Advice| advice.version = Some("v\"".to_owned());
        let full = r#"{"purpose":"initialize","era":"modern","requested_version":"r","last_event_id":"e","has_session":true}"#;
        for (given, action, expected) in [
            ("", Action::RetryWithVersion, r#"{"tried":{"retry_with_version":1},"requested_version":"v\"","era":"modern"}"#),
            (
                full,
                Action::RetryWithVersion,
                r#"{"purpose":"probe","era":"modern","requested_version":"v\"","last_event_id":"e","has_session":true,"tried":{"retry_with_version":1}}"#,
            ),
            ("", Action::Initialize, r#"{"tried":{"initialize":1},"purpose":"initialize","era":"legacy","requested_version":"v\""}"#),
            (full, Action::Reprobe, r#"{"purpose":"probe","requested_version":"r","has_session":true,"tried":{"reprobe":1}}"#),
            (full, Action::NewSession, r#"{"purpose":"initialize","era":"modern","requested_version":"r","tried":{"new_session":1}}"#),
            (
                "",
                Action::ContinueWithoutDiscover,
                r#"{"tried":{"continue_without_discover":1},"era":"modern_without_discover","purpose":"request"}"#,
            ),
            ("", Action::GoOn, r#"{"tried":{"go_on":1},"era":"inconclusive","requested_version":"v\"","purpose":"request"}"#),
        ] {
            assert_eq!(next(given, action, version).as_deref(), Some(expected));
        }
        assert_eq!(
            next(r#"{"requested_version":"2026-07-28"}"#, Action::Initialize, |_| ()).as_deref(),
            Some(r#"{"tried":{"initialize":1},"purpose":"initialize","era":"legacy"}"#)
        );
    }
}
