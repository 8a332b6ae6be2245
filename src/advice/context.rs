//! What the host says of the request that failed, and of itself.

use crate::capabilities::Capabilities;
use crate::era::{Era, Transport};
use crate::failure::Failure;
use crate::json::{Object, Value};
use std::borrow::Cow;
use std::ffi::CStr;

/// What the failed request was for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Purpose {
    Probe,
    Request,
    Initialize,
}

/// The host's side of an advice, read from a JSON object with these members, all optional, `null` as good as absent:
///
/// `transport` ("http"; or "stdio"), `purpose` ("request"; or "probe", "initialize"), `era` ("modern",
/// "modern_without_discover", "legacy", "inconclusive"; unknown if absent), `attempt` (1: all tries of the same work
/// count), `method`, `idempotent`, `has_session`, `has_cursor` (false), `client_versions` (in order of preference),
/// `requested_version`, `declared` (capabilities this request declared), `supported_caps` (all the client could
/// declare), `now_ms` (Unix time, for a `Retry-After` with a date).
///
/// Unknown members are ignored.
#[derive(Debug)]
#[allow(clippy::struct_excessive_bools)] // four independent yes or no
pub struct Context<'a> {
    pub(super) transport: Transport,
    pub(super) purpose: Purpose,
    pub(super) era: Option<Era>,
    /// Whether this was the first try.
    pub(super) first_attempt: bool,
    pub(super) method: Option<Cow<'a, str>>,
    pub(super) idempotent: bool,
    pub(super) has_session: bool,
    pub(super) has_cursor: bool,
    pub(super) client_versions: Vec<Cow<'a, str>>,
    pub(super) requested_version: Option<Cow<'a, str>>,
    pub(super) declared: Capabilities<'a>,
    pub(super) supported: Capabilities<'a>,
    pub(super) now_ms: Option<i64>,
}

impl<'a> Context<'a> {
    /// Of checked JSON text.
    pub(crate) fn read(text: &'a str) -> Result<Self, Failure> {
        let object = Value::checked(text).object()?.ok_or(Failure::argument(c"context_json", c"must be an object"))?;
        let context = Members(object);
        Ok(Self {
            transport: context.one_of(c"transport", &[Transport::Http, Transport::Stdio], Transport::name)?.unwrap_or(Transport::Http),
            purpose: context
                .one_of(c"purpose", &[Purpose::Probe, Purpose::Request, Purpose::Initialize], |purpose| match purpose {
                    Purpose::Probe => "probe",
                    Purpose::Request => "request",
                    Purpose::Initialize => "initialize",
                })?
                .unwrap_or(Purpose::Request),
            era: context.one_of(c"era", &[Era::Modern, Era::ModernWithoutDiscover, Era::Legacy, Era::Inconclusive], Era::name)?,
            first_attempt: context.first_attempt()?,
            method: context.string(c"method")?,
            idempotent: context.boolean(c"idempotent")?,
            has_session: context.boolean(c"has_session")?,
            has_cursor: context.boolean(c"has_cursor")?,
            client_versions: match context.0.some("client_versions") {
                Some(value) => {
                    value.strings()?.ok_or(Failure::member(c"context_json", c"client_versions", c"must be an array of strings"))?
                }
                None => Vec::new(),
            },
            requested_version: context.string(c"requested_version")?,
            declared: context.capabilities(c"declared")?,
            supported: context.capabilities(c"supported_caps")?,
            now_ms: match context.0.some("now_ms") {
                Some(value) => {
                    Some(value.text().parse().map_err(|_| Failure::member(c"context_json", c"now_ms", c"must be a 64-bit integer"))?)
                }
                None => None,
            },
        })
    }
}

/// The members of a context object.
struct Members<'a>(Object<'a>);

impl<'a> Members<'a> {
    fn string(&self, name: &'static CStr) -> Result<Option<Cow<'a, str>>, Failure> {
        match self.0.some(name.to_str().unwrap_or_default()) {
            Some(value) => value.as_str()?.map(Some).ok_or(Failure::member(c"context_json", name, c"must be a string")),
            None => Ok(None),
        }
    }

    fn boolean(&self, name: &'static CStr) -> Result<bool, Failure> {
        match self.0.some(name.to_str().unwrap_or_default()) {
            Some(value) => value.as_bool().ok_or(Failure::member(c"context_json", name, c"must be true or false")),
            None => Ok(false),
        }
    }

    fn capabilities(&self, name: &'static CStr) -> Result<Capabilities<'a>, Failure> {
        match self.0.some(name.to_str().unwrap_or_default()) {
            Some(value) => Capabilities::read(value, c"context_json", name),
            None => Ok(Capabilities::default()),
        }
    }

    fn one_of<T: Copy>(&self, name: &'static CStr, all: &[T], spelled: fn(T) -> &'static str) -> Result<Option<T>, Failure> {
        let Some(word) = self.string(name)? else { return Ok(None) };
        let found = all.iter().copied().find(|&value| spelled(value) == word);
        found.map(Some).ok_or(Failure::member(c"context_json", name, c"must be one of its known values"))
    }

    /// `attempt`, of which only counts whether it is the first; any width.
    fn first_attempt(&self) -> Result<bool, Failure> {
        match self.0.some("attempt") {
            None => Ok(true),
            Some(value) if value.is_integer() && !value.text().starts_with(['-', '0']) => Ok(value.text() == "1"),
            Some(_) => Err(Failure::member(c"context_json", c"attempt", c"must be an integer of at least 1")),
        }
    }
}
