//! Reading a request in one pass: where the parts stand that a server must know.

use crate::failure::{Failure, word};
use crate::json::{Scan, Scanner, Stop, Text, Token, decode, decode_into};
use crate::message::MessageType;
use std::borrow::Cow;
use std::mem;
use std::ops::Range;

/// No member that is looked for has a longer name.
const LONGEST_NAME: usize = 48;

/// The byte ranges of the parts of a request that a server needs to know what its work requires.
///
/// A part that is missing, or that is not of the type named here, is `None`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RequestView {
    /// What the text is. Only a single response in an array is looked for inside an array.
    pub message_type: MessageType,
    /// The `id`, if it is one that a response can echo: a string or an integer.
    pub id: Option<Range<usize>>,
    /// The `method`, a string with its quotes, as all of these.
    pub method: Option<Range<usize>>,
    /// What the Mcp-Name header stands for: the string `params.name`, `params.uri` or `params.taskId`, depending on the method.
    pub name: Option<Range<usize>>,
    /// The string `params._meta` has under `io.modelcontextprotocol/protocolVersion`.
    pub protocol_version: Option<Range<usize>>,
    /// The object `params._meta` has under `io.modelcontextprotocol/clientCapabilities`.
    pub capabilities: Option<Range<usize>>,
    /// The object `params.arguments`.
    pub arguments: Option<Range<usize>>,
}

/// Reads a request in one pass. Nothing is judged; [`crate::check_request`] does that.
///
/// # Errors
///
/// [`Cause::InvalidJson`](crate::Cause::InvalidJson) if the bytes are not JSON.
pub fn request_read(request: &[u8]) -> Result<RequestView, Failure> {
    let (message_type, message) = match Read::of(request)? {
        Read::Object(message) => (message.message_type(), message),
        Read::ArrayOfOne(message) if message.message_type().is_response() => (message.message_type(), message),
        Read::ArrayOfOne(_) | Read::Array => (MessageType::Batch, Message::default()),
        Read::Other => (MessageType::Other, Message::default()),
    };
    let string = |part: Option<Part>| part.filter(|part| part.token.is_string()).map(Part::range);
    let object = |part: Option<Part>| part.filter(|part| part.token == Token::Object).map(Part::range);
    Ok(RequestView {
        message_type,
        id: message.id.filter(|id| id.can_be_id()).map(Part::range),
        method: string(message.method),
        name: message.named(request).map(Part::range),
        protocol_version: string(message.params.version),
        capabilities: object(message.params.capabilities),
        arguments: object(message.params.arguments),
    })
}

/// A value in the bytes of a request.
#[derive(Clone, Copy, Debug)]
pub(super) struct Part {
    pub token: Token,
    start: usize,
    end: usize,
}

impl Part {
    /// At a value: skips it.
    pub fn read(scanner: &mut Scanner<'_>) -> Scan<Self> {
        let start = scanner.offset();
        let token = scanner.token()?;
        Ok(Self { token, start, end: scanner.offset() })
    }

    const fn range(self) -> Range<usize> {
        self.start..self.end
    }

    /// Where the value begins.
    pub const fn start(self) -> usize {
        self.start
    }

    /// The JSON of the value, as it was sent.
    pub fn json(self, bytes: &[u8]) -> &[u8] {
        bytes.get(self.range()).unwrap_or_default()
    }

    /// Whether a response can echo the value as its id.
    pub fn can_be_id(self) -> bool {
        self.token.is_string() || self.token == Token::Integer
    }

    fn inside(self, bytes: &[u8]) -> &[u8] {
        bytes.get(self.start + 1..self.end.saturating_sub(1)).unwrap_or_default()
    }

    /// A string, decoded; `None` for any other value.
    pub fn string(self, bytes: &[u8]) -> Result<Option<Cow<'_, str>>, Failure> {
        if !self.token.is_string() {
            return Ok(None);
        }
        let inside = self.inside(bytes);
        if let Ok(inside) = std::str::from_utf8(inside) {
            return decode(inside).map(Some);
        }
        let mut text = String::new();
        text.try_reserve_exact(decode_into(inside, |_| {}))?;
        decode_into(inside, |part| text.push_str(std::str::from_utf8(part).unwrap_or_default()));
        Ok(Some(Cow::Owned(text)))
    }
}

/// Which of a few names a member's is.
pub(super) fn known<T: Copy>(bytes: &[u8], name: Text, names: &[(&str, T)]) -> Option<T> {
    let inside = bytes.get(name.start..name.end).unwrap_or_default();
    let find = |name: &[u8]| names.iter().find(|(known, _)| known.as_bytes() == name).map(|&(_, meaning)| meaning);
    if !name.escaped {
        return find(inside);
    }
    let mut buffer = [0; LONGEST_NAME];
    let mut length = 0;
    decode_into(inside, |part| {
        if let Some(place) = buffer.get_mut(length..length + part.len()) {
            place.copy_from_slice(part);
        }
        length += part.len();
    });
    buffer.get(..length).and_then(find)
}

/// What a text is at its top, and the one message in it.
pub(super) enum Read {
    Object(Message),
    /// An array whose only element is an object.
    ArrayOfOne(Message),
    /// Any other array.
    Array,
    /// A string, a number or a literal.
    Other,
}

impl Read {
    /// Reads a text.
    ///
    /// # Errors
    ///
    /// [`Cause::InvalidJson`](crate::Cause::InvalidJson) of `request_json`.
    pub fn of(bytes: &[u8]) -> Result<Self, Failure> {
        let mut scanner = Scanner::new(bytes);
        scanner.skip_space();
        let read = Self::at(&mut scanner).and_then(|read| scanner.end().map(|()| read));
        read.map_err(|stop| match stop {
            Stop::Syntax => Failure::json(word!("request_json"), scanner.offset()),
            Stop::Memory => Failure::OUT_OF_MEMORY,
        })
    }

    fn at(scanner: &mut Scanner<'_>) -> Scan<Self> {
        match scanner.peek() {
            Some(b'{') => Message::read(scanner).map(Self::Object),
            Some(b'[') => {
                let mut array = Self::Array;
                let mut is_first = true;
                let mut is_only = true;
                while scanner.next_element(&mut is_first)? {
                    array = if mem::take(&mut is_only) && scanner.peek() == Some(b'{') {
                        Self::ArrayOfOne(Message::read(scanner)?)
                    } else {
                        scanner.skip()?;
                        Self::Array
                    };
                }
                Ok(array)
            }
            _ => scanner.skip().map(|()| Self::Other),
        }
    }
}

/// The members of a message that mean something, of repeated ones the last.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Message {
    pub jsonrpc: Option<Part>,
    pub id: Option<Part>,
    pub method: Option<Part>,
    pub params_token: Option<Token>,
    pub params: Params,
    error: Option<Part>,
    has_result: bool,
}

/// The members of `params` that mean something, of repeated ones the last.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Params {
    pub arguments: Option<Part>,
    /// The version that a legacy client asks for in `initialize`.
    pub protocol_version: Option<Part>,
    /// Of `_meta`.
    pub version: Option<Part>,
    /// Of `_meta`.
    pub capabilities: Option<Part>,
    name: Option<Part>,
    uri: Option<Part>,
    task_id: Option<Part>,
}

/// A member of `params` that can name what a request is about.
#[derive(Clone, Copy)]
enum Naming {
    Name,
    Uri,
    TaskId,
}

const NAMING: [(&str, Naming); 6] = [
    ("tools/call", Naming::Name),
    ("prompts/get", Naming::Name),
    ("resources/read", Naming::Uri),
    ("tasks/get", Naming::TaskId),
    ("tasks/update", Naming::TaskId),
    ("tasks/cancel", Naming::TaskId),
];

impl Message {
    /// At an opening brace.
    fn read(scanner: &mut Scanner<'_>) -> Scan<Self> {
        #[derive(Clone, Copy)]
        enum Member {
            Jsonrpc,
            Id,
            Method,
            Params,
            Error,
            Result,
        }
        const MEMBERS: [(&str, Member); 6] = [
            ("jsonrpc", Member::Jsonrpc),
            ("id", Member::Id),
            ("method", Member::Method),
            ("params", Member::Params),
            ("error", Member::Error),
            ("result", Member::Result),
        ];
        let mut message = Self::default();
        let mut is_first = true;
        while let Some(name) = scanner.next_member(&mut is_first)? {
            match known(scanner.bytes(), name, &MEMBERS) {
                Some(Member::Params) => {
                    message.params = Params::default();
                    message.params_token = Some(message.params.read(scanner)?);
                }
                Some(Member::Jsonrpc) => message.jsonrpc = Some(Part::read(scanner)?),
                Some(Member::Id) => message.id = Some(Part::read(scanner)?),
                Some(Member::Method) => message.method = Some(Part::read(scanner)?),
                Some(Member::Error) => message.error = Some(Part::read(scanner)?),
                Some(Member::Result) => {
                    scanner.skip()?;
                    message.has_result = true;
                }
                None => scanner.skip()?,
            }
        }
        Ok(message)
    }

    /// What the message is.
    fn message_type(&self) -> MessageType {
        let is = |part: Option<Part>, tokens: &[Token]| part.is_some_and(|part| !tokens.contains(&part.token));
        if is(self.error, &[Token::Null, Token::False]) {
            MessageType::Error
        } else if self.has_result {
            MessageType::Result
        } else if !self.method.is_some_and(|method| method.token.is_string()) {
            MessageType::Other
        } else if is(self.id, &[Token::Null]) {
            MessageType::Request
        } else {
            MessageType::Notification
        }
    }

    /// Whether the method is a string that reads as `method`.
    pub fn is_method(&self, bytes: &[u8], method: &str) -> bool {
        self.method.is_some_and(|part| is_one_of(bytes, part, &[(method, ())]).is_some())
    }

    /// The string that Mcp-Name stands for.
    pub fn named(&self, bytes: &[u8]) -> Option<Part> {
        let named = match is_one_of(bytes, self.method?, &NAMING)? {
            Naming::Name => self.params.name,
            Naming::Uri => self.params.uri,
            Naming::TaskId => self.params.task_id,
        };
        named.filter(|part| part.token.is_string())
    }
}

/// Which of a few texts a string is.
pub(super) fn is_one_of<T: Copy>(bytes: &[u8], part: Part, texts: &[(&str, T)]) -> Option<T> {
    let inside = Text { start: part.start + 1, end: part.end.saturating_sub(1), escaped: part.token == Token::EscapedString };
    if part.token.is_string() { known(bytes, inside, texts) } else { None }
}

impl Params {
    /// At the value of `params`.
    fn read(&mut self, scanner: &mut Scanner<'_>) -> Scan<Token> {
        #[derive(Clone, Copy)]
        enum Member {
            Arguments,
            Meta,
            ProtocolVersion,
            Naming(Naming),
        }
        const MEMBERS: [(&str, Member); 6] = [
            ("arguments", Member::Arguments),
            ("_meta", Member::Meta),
            ("protocolVersion", Member::ProtocolVersion),
            ("name", Member::Naming(Naming::Name)),
            ("uri", Member::Naming(Naming::Uri)),
            ("taskId", Member::Naming(Naming::TaskId)),
        ];
        if scanner.peek() != Some(b'{') {
            return scanner.token();
        }
        let mut is_first = true;
        while let Some(name) = scanner.next_member(&mut is_first)? {
            match known(scanner.bytes(), name, &MEMBERS) {
                Some(Member::Meta) => self.read_meta(scanner)?,
                Some(Member::Arguments) => self.arguments = Some(Part::read(scanner)?),
                Some(Member::ProtocolVersion) => self.protocol_version = Some(Part::read(scanner)?),
                Some(Member::Naming(Naming::Name)) => self.name = Some(Part::read(scanner)?),
                Some(Member::Naming(Naming::Uri)) => self.uri = Some(Part::read(scanner)?),
                Some(Member::Naming(Naming::TaskId)) => self.task_id = Some(Part::read(scanner)?),
                None => scanner.skip()?,
            }
        }
        Ok(Token::Object)
    }

    /// At the value of `_meta`.
    fn read_meta(&mut self, scanner: &mut Scanner<'_>) -> Scan<()> {
        const MEMBERS: [(&str, bool); 2] =
            [("io.modelcontextprotocol/protocolVersion", true), ("io.modelcontextprotocol/clientCapabilities", false)];
        [self.version, self.capabilities] = [None; 2];
        if scanner.peek() != Some(b'{') {
            return scanner.skip();
        }
        let mut is_first = true;
        while let Some(name) = scanner.next_member(&mut is_first)? {
            match known(scanner.bytes(), name, &MEMBERS) {
                Some(true) => self.version = Some(Part::read(scanner)?),
                Some(false) => self.capabilities = Some(Part::read(scanner)?),
                None => scanner.skip()?,
            }
        }
        Ok(())
    }
}
