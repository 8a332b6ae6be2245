//! The context: what a host says about its request and about itself, read from a JSON object.
//!
//! Source: section 7 of the rules. Results are judged by it, and the advice builds the next one from it. Nothing is copied:
//! lists and objects stay JSON text, so that reading a context takes the same small memory whatever its size.

use crate::action::Action;
use crate::era::{Era, Transport};
use crate::failure::{Failure, Word, word};
use crate::json::{Value, to_text};
use std::borrow::Cow;

/// What the request was for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Purpose {
    /// A `server/discover` request, sent to find out the era.
    Probe,
    /// The work itself.
    Request,
    /// The legacy handshake.
    Initialize,
}

impl Purpose {
    /// The name, as a context spells it.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Probe => "probe",
            Self::Request => "request",
            Self::Initialize => "initialize",
        }
    }
}

/// A member of a context.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Name {
    Transport,
    Purpose,
    Era,
    Tried,
    Method,
    Idempotent,
    HasSession,
    HasCursor,
    ClientVersions,
    RequestedVersion,
    Declared,
    SupportedCaps,
    GrantedScopes,
    AskedScopes,
    LastEventId,
    ResultTypes,
    NowMs,
    Host,
}

/// Every member and its name.
const NAMES: [(Name, Word); 18] = [
    (Name::Transport, word!("transport")),
    (Name::Purpose, word!("purpose")),
    (Name::Era, word!("era")),
    (Name::Tried, word!("tried")),
    (Name::Method, word!("method")),
    (Name::Idempotent, word!("idempotent")),
    (Name::HasSession, word!("has_session")),
    (Name::HasCursor, word!("has_cursor")),
    (Name::ClientVersions, word!("client_versions")),
    (Name::RequestedVersion, word!("requested_version")),
    (Name::Declared, word!("declared")),
    (Name::SupportedCaps, word!("supported_caps")),
    (Name::GrantedScopes, word!("granted_scopes")),
    (Name::AskedScopes, word!("asked_scopes")),
    (Name::LastEventId, word!("last_event_id")),
    (Name::ResultTypes, word!("result_types")),
    (Name::NowMs, word!("now_ms")),
    (Name::Host, word!("host")),
];

impl Name {
    /// The name, for failures.
    #[allow(clippy::indexing_slicing)] // the table has a row for each member, as a test shows
    const fn word(self) -> Word {
        NAMES[self as usize].1
    }

    /// The name.
    pub fn text(self) -> &'static str {
        self.word().text()
    }

    const fn must(self, problem: Word) -> Failure {
        Failure::member(word!("context_json"), self.word(), problem)
    }
}

/// A member as it was sent.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Sent<'a> {
    /// The name, a JSON string.
    pub name: Value<'a>,
    pub value: Value<'a>,
}

/// A JSON array of strings.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Strings<'a>(Value<'a>);

impl<'a> Strings<'a> {
    pub const EMPTY: Self = Self(Value::checked("[]"));

    /// None if the value is anything else.
    pub fn read(value: Value<'a>) -> Result<Option<Self>, Failure> {
        let mut all = value.is_array();
        value.each(|element| {
            all &= element.is_string();
            Ok(())
        })?;
        Ok(all.then_some(Self(value)))
    }

    /// Whether there are no strings.
    pub fn is_empty(self) -> Result<bool, Failure> {
        let mut empty = true;
        self.each(|_| {
            empty = false;
            Ok(())
        })?;
        Ok(empty)
    }

    /// Passes on each string, JSON, in its order.
    pub fn each(self, string: impl FnMut(Value<'a>) -> Result<(), Failure>) -> Result<(), Failure> {
        self.0.each(string)
    }

    /// The array, JSON.
    pub const fn text(self) -> &'a str {
        self.0.text()
    }

    /// Whether one of the strings is `text`.
    pub fn contains(self, text: &str) -> Result<bool, Failure> {
        let mut found = false;
        self.each(|string| {
            found = found || string.is_str(text);
            Ok(())
        })?;
        Ok(found)
    }
}

/// A host's context. `null` reads as absent, and what is absent has its default.
#[derive(Debug)]
#[allow(clippy::struct_excessive_bools)] // three independent facts
pub(crate) struct Context<'a> {
    pub transport: Transport,
    pub purpose: Purpose,
    pub era: Option<Era>,
    pub method: Option<Cow<'a, str>>,
    pub idempotent: bool,
    pub has_session: bool,
    pub has_cursor: bool,
    /// All versions that the client speaks, in order of preference.
    pub client_versions: Strings<'a>,
    pub requested_version: Option<Cow<'a, str>>,
    /// The capabilities that the request declared: an object.
    pub declared: Value<'a>,
    /// All capabilities that the client could declare: an object.
    pub supported: Value<'a>,
    pub granted_scopes: Strings<'a>,
    pub asked_scopes: Strings<'a>,
    /// Never empty.
    pub last_event_id: Option<Cow<'a, str>>,
    pub result_types: Strings<'a>,
    /// Unix time.
    pub now_ms: Option<i64>,
    /// How often each action was taken; the largest number stands for all larger ones.
    counts: [u64; Action::COUNT],
    members: [Option<Sent<'a>>; NAMES.len()],
}

/// A host's context as JSON text, ready for [`Context::read`]. Empty text is `{}`.
pub(crate) fn text(context: &[u8]) -> Result<Cow<'_, str>, Failure> {
    to_text(if context.is_empty() { b"{}" } else { context }, word!("context_json"))
}

impl<'a> Context<'a> {
    /// Reads checked JSON text.
    pub fn read(text: &'a str) -> Result<Self, Failure> {
        let members = Members::read(if text.is_empty() { "{}" } else { text })?;
        Ok(Self {
            transport: members
                .one_of(Name::Transport, &[Transport::Http, Transport::Stdio], Transport::name, word!("must be \"stdio\" or \"http\""))?
                .unwrap_or(Transport::Http),
            purpose: members
                .one_of(
                    Name::Purpose,
                    &[Purpose::Probe, Purpose::Request, Purpose::Initialize],
                    Purpose::name,
                    word!("must be \"probe\", \"request\" or \"initialize\""),
                )?
                .unwrap_or(Purpose::Request),
            era: members.one_of(
                Name::Era,
                &[Era::Modern, Era::ModernWithoutDiscover, Era::Legacy, Era::Inconclusive],
                Era::name,
                word!("must be \"modern\", \"modern_without_discover\", \"legacy\" or \"inconclusive\""),
            )?,
            method: members.string(Name::Method)?,
            idempotent: members.boolean(Name::Idempotent)?,
            has_session: members.boolean(Name::HasSession)?,
            has_cursor: members.boolean(Name::HasCursor)?,
            client_versions: members.strings(Name::ClientVersions)?,
            requested_version: members.string(Name::RequestedVersion)?,
            declared: members.object(Name::Declared)?,
            supported: members.object(Name::SupportedCaps)?,
            granted_scopes: members.strings(Name::GrantedScopes)?,
            asked_scopes: members.strings(Name::AskedScopes)?,
            last_event_id: members.string(Name::LastEventId)?.filter(|id| !id.is_empty()),
            result_types: members.strings(Name::ResultTypes)?,
            now_ms: match members.get(Name::NowMs) {
                Some(value) => Some(value.text().parse().map_err(|_| Name::NowMs.must(word!("must be a 64-bit integer")))?),
                None => None,
            },
            counts: members.counts()?,
            members: members.0,
        })
    }

    /// How often an action was taken; the largest number stands for all larger ones.
    #[allow(clippy::indexing_slicing)] // one count for each action
    pub const fn tried(&self, action: Action) -> u64 {
        self.counts[action as usize]
    }

    /// Whether the server is known to be a modern one.
    pub fn in_modern_era(&self) -> bool {
        self.era.is_some_and(Era::is_modern)
    }

    /// A member as it was sent, also if it is `null`.
    #[allow(clippy::indexing_slicing)] // one place for each member
    pub const fn sent(&self, name: Name) -> Option<Sent<'a>> {
        self.members[name as usize]
    }

    /// The members as they were sent, in their order; of a repeated one the last.
    pub fn in_order(&self) -> impl Iterator<Item = (Name, Sent<'a>)> {
        let mut last = None;
        std::iter::from_fn(move || {
            // The next by place; there are few.
            let place = |sent: &Sent<'_>| sent.value.text().as_ptr();
            let all = NAMES.iter().filter_map(|&(name, _)| self.sent(name).map(|sent| (name, sent)));
            let next = all.filter(|(_, sent)| last.is_none_or(|last| place(sent) > last)).min_by_key(|(_, sent)| place(sent))?;
            last = Some(place(&next.1));
            Some(next)
        })
    }
}

/// The members of a context: the last of each name.
struct Members<'a>([Option<Sent<'a>>; NAMES.len()]);

impl<'a> Members<'a> {
    fn read(text: &'a str) -> Result<Self, Failure> {
        let object = Value::checked(text);
        if !object.is_object() {
            return Err(Failure::argument(word!("context_json"), word!("must be an object")));
        }
        let mut members = [None; NAMES.len()];
        object.each_member(|name, value| {
            let known = NAMES.iter().find(|(_, text)| name.is_str(text.text()));
            let place = known.and_then(|&(name, _)| members.get_mut(name as usize));
            *place.ok_or(Failure::argument(word!("context_json"), word!("has an unknown member")))? = Some(Sent { name, value });
            Ok(())
        })?;
        Ok(Self(members))
    }

    /// The value of a member that is not `null`.
    fn get(&self, name: Name) -> Option<Value<'a>> {
        self.0.get(name as usize).copied().flatten().map(|sent| sent.value).filter(|value| !value.is_null())
    }

    fn string(&self, name: Name) -> Result<Option<Cow<'a, str>>, Failure> {
        match self.get(name) {
            Some(value) => value.as_str()?.map(Some).ok_or(name.must(word!("must be a string"))),
            None => Ok(None),
        }
    }

    fn boolean(&self, name: Name) -> Result<bool, Failure> {
        self.get(name).map_or(Ok(false), |value| value.as_bool().ok_or(name.must(word!("must be true or false"))))
    }

    fn object(&self, name: Name) -> Result<Value<'a>, Failure> {
        match self.get(name) {
            Some(value) if !value.is_object() => Err(name.must(word!("must be an object"))),
            value => Ok(value.unwrap_or(Value::checked("{}"))),
        }
    }

    fn strings(&self, name: Name) -> Result<Strings<'a>, Failure> {
        match self.get(name) {
            Some(value) => Strings::read(value)?.ok_or(name.must(word!("must be an array of strings"))),
            None => Ok(Strings::EMPTY),
        }
    }

    fn one_of<T: Copy>(&self, name: Name, all: &[T], text: fn(T) -> &'static str, problem: Word) -> Result<Option<T>, Failure> {
        let Some(value) = self.get(name) else { return Ok(None) };
        all.iter().copied().find(|&one| value.is_str(text(one))).map(Some).ok_or(name.must(problem))
    }

    /// The counts in `tried`. Of a repeated name the last is read, and names that are not actions are ignored.
    fn counts(&self) -> Result<[u64; Action::COUNT], Failure> {
        let mut last = [None; Action::COUNT];
        self.object(Name::Tried)?.each_member(|name, value| {
            let action = Action::ALL.into_iter().find(|action| name.is_str(action.name()));
            if let Some(place) = action.and_then(|action| last.get_mut(action as usize)) {
                *place = Some(value);
            }
            Ok(())
        })?;
        let mut counts = [0; Action::COUNT];
        for ((count, value), action) in counts.iter_mut().zip(last).zip(Action::ALL) {
            if let Some(value) = value {
                *count = self::count(value).ok_or(Failure::member(
                    word!("context_json"),
                    action.path(),
                    word!("must be an integer of at least 0"),
                ))?;
            }
        }
        Ok(counts)
    }
}

/// A count: an integer of at least 0. The largest number stands for all larger ones.
fn count(value: Value<'_>) -> Option<u64> {
    match value.text() {
        "-0" => Some(0),
        digits if value.is_integer() && !digits.starts_with('-') => Some(digits.parse().unwrap_or(u64::MAX)),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_member_has_its_row() {
        for (index, (name, text)) in NAMES.into_iter().enumerate() {
            assert_eq!(name as usize, index);
            assert_eq!(NAMES.iter().filter(|(_, other)| *other == text).count(), 1);
        }
    }

    #[test]
    fn what_is_absent_or_null_has_its_default() {
        let nulls: Vec<String> = NAMES.iter().map(|(_, name)| format!(r#""{}":null"#, name.text())).collect();
        for text in ["", "{}", &format!("{{{}}}", nulls.join(","))] {
            let context = Context::read(text).unwrap();
            assert_eq!((context.transport, context.purpose, context.era), (Transport::Http, Purpose::Request, None));
            assert!(!context.idempotent && !context.has_session && !context.has_cursor && !context.in_modern_era());
            assert_eq!((context.declared.text(), context.supported.text()), ("{}", "{}"));
            assert!(context.method.is_none() && context.requested_version.is_none() && context.last_event_id.is_none());
            assert!(context.now_ms.is_none() && Action::ALL.into_iter().all(|action| context.tried(action) == 0));
            assert!(!context.client_versions.contains("").unwrap());
        }
    }

    #[test]
    fn reads_the_last_of_a_repeated_member_and_escaped_names() {
        let text = r#"{"era":"x","\u0065ra":"l\u0065gacy","tried":{"reissue":-1,"reissue":7,"vendor":"x"},"last_event_id":""}"#;
        let context = Context::read(text).unwrap();
        assert_eq!((context.era, context.tried(Action::Reissue)), (Some(Era::Legacy), 7));
        assert!(context.last_event_id.is_none());
        let order: Vec<_> = context.in_order().map(|(name, sent)| (name, sent.name.text())).collect();
        assert_eq!(order, [(Name::Era, r#""\u0065ra""#), (Name::Tried, r#""tried""#), (Name::LastEventId, r#""last_event_id""#)]);
    }

    #[test]
    fn counts_have_any_width() {
        let count = |text| count(Value::checked(text));
        assert_eq!((count("0"), count("-0"), count("3")), (Some(0), Some(0), Some(3)));
        assert_eq!(count("99999999999999999999"), Some(u64::MAX));
        for refused in ["-1", "1.0", "1e2", "null", "true", r#""1""#, "[]"] {
            assert_eq!(count(refused), None, "{refused}");
        }
    }

    #[test]
    fn a_refusal_names_the_member_and_the_problem() {
        for (text, member, problem) in [
            ("[]", word!(""), word!("must be an object")),
            (r#"{"attempt":1}"#, word!(""), word!("has an unknown member")),
            (r#"{"transport":"HTTP"}"#, word!("transport"), word!("must be \"stdio\" or \"http\"")),
            (r#"{"purpose":7}"#, word!("purpose"), word!("must be \"probe\", \"request\" or \"initialize\"")),
            (r#"{"era":"new"}"#, word!("era"), word!("must be \"modern\", \"modern_without_discover\", \"legacy\" or \"inconclusive\"")),
            (r#"{"tried":[]}"#, word!("tried"), word!("must be an object")),
            (r#"{"tried":{"back_off":-1}}"#, word!("tried.back_off"), word!("must be an integer of at least 0")),
            (r#"{"method":5}"#, word!("method"), word!("must be a string")),
            (r#"{"has_session":1}"#, word!("has_session"), word!("must be true or false")),
            (r#"{"client_versions":["a",null]}"#, word!("client_versions"), word!("must be an array of strings")),
            (r#"{"supported_caps":[]}"#, word!("supported_caps"), word!("must be an object")),
            (r#"{"now_ms":1.5}"#, word!("now_ms"), word!("must be a 64-bit integer")),
        ] {
            assert_eq!(Context::read(text).err(), Some(Failure::member(word!("context_json"), member, problem)), "{text}");
        }
    }
}
