//! The `x-mcp-header` annotations of a tool's input schema, and the arguments that they name.
//!
//! Source: MCP 2026-07-28, `basic/transports/streamable-http` (custom headers from tool parameters). The keywords that hold
//! schemas are those of JSON Schema 2020-12 and of the drafts before it; a keyword unknown to both holds data.
//!
//! Nothing recurses, and an object is passed once: what a repeated member hides is found in a pass before, by sorting names.

use super::read::Part;
use super::walk::{Frame, Hidden, NONE, Place, Visit, offset, walk};
use crate::failure::{Failure, Word, word};
use crate::json::{Scanner, Stop, Text, Token, Value, compare_text};
use crate::sort::sort;
use std::cmp::Ordering;

/// The parameter that a schema came in, for failures.
#[derive(Clone, Copy)]
pub(super) struct Origin {
    pub parameter: Word,
    pub member: Word,
}

impl Origin {
    pub const fn refuse(self, problem: Word) -> Failure {
        Failure::member(self.parameter, self.member, problem)
    }
}

/// A property that has an `x-mcp-header`, or on the way to one. Parents come before their children; the first node is the root.
struct Node {
    /// The inside of the property's name, in the schema.
    name: [u32; 2],
    parent: u32,
    /// The token of the header, in [`Schema::tokens`]; an empty range where the property has none.
    token: [u32; 2],
}

/// The annotations of a schema.
pub(super) struct Schema<'a> {
    text: &'a str,
    nodes: Vec<Node>,
    tokens: String,
    /// The nodes but the root, by parent and name.
    by_name: Vec<u32>,
    /// The nodes with a token, by token without regard to letter case.
    by_token: Vec<u32>,
}

/// A slice by two stored offsets.
fn slice(text: &str, [start, end]: [u32; 2]) -> &str {
    text.get(start as usize..end as usize).unwrap_or_default()
}

impl<'a> Schema<'a> {
    /// Reads the annotations of a schema.
    ///
    /// # Errors
    ///
    /// [`Cause::InvalidArgument`](crate::Cause::InvalidArgument) of `origin` for a schema whose tool a client must leave out.
    pub fn read(schema: Value<'a>, origin: Origin) -> Result<Self, Failure> {
        let text = schema.text();
        if !schema.is_object() {
            return Err(origin.refuse(word!("must be an object")));
        }
        if u32::try_from(text.len()).is_err() {
            return Err(origin.refuse(word!("must be smaller than 4 GiB")));
        }
        let mut reader = Reader { origin, hidden: Hidden::find(text)?, passed: 0, schema: Self::empty(text)? };
        walk(text, &mut reader)?;
        let mut schema = reader.schema;
        schema.sort()?;
        if schema.by_token.windows(2).any(|pair| matches!(pair, &[a, b] if schema.compare_tokens(a, b).is_eq())) {
            return Err(origin.refuse(word!("must have no x-mcp-header twice, in any letter case")));
        }
        Ok(schema)
    }

    fn empty(text: &'a str) -> Result<Self, Failure> {
        let mut nodes = Vec::new();
        nodes.try_reserve(1)?;
        nodes.push(Node { name: [0; 2], parent: NONE, token: [0; 2] });
        Ok(Self { text, nodes, tokens: String::new(), by_name: Vec::new(), by_token: Vec::new() })
    }

    fn sort(&mut self) -> Result<(), Failure> {
        let (mut by_name, mut by_token) = (Vec::new(), Vec::new());
        by_name.try_reserve_exact(self.nodes.len())?;
        by_name.extend(1..offset(self.nodes.len()));
        sort(&mut by_name, &mut |&a, &b| {
            let (a, b) = (self.node(a), self.node(b));
            let parents = a.map(|node| node.parent).cmp(&b.map(|node| node.parent));
            parents.then_with(|| compare_text(self.name(a).as_bytes(), self.name(b).as_bytes()))
        });
        let with_token = |&index: &u32| self.node(index).is_some_and(|node| node.token[0] < node.token[1]);
        by_token.try_reserve_exact((1..offset(self.nodes.len())).filter(with_token).count())?;
        by_token.extend((1..offset(self.nodes.len())).filter(with_token));
        sort(&mut by_token, &mut |&a, &b| self.compare_tokens(a, b));
        (self.by_name, self.by_token) = (by_name, by_token);
        Ok(())
    }

    fn node(&self, index: u32) -> Option<&Node> {
        self.nodes.get(index as usize)
    }

    fn name(&self, node: Option<&Node>) -> &'a str {
        node.map_or("", |node| slice(self.text, node.name))
    }

    fn token(&self, index: u32) -> &str {
        self.node(index).map_or("", |node| slice(&self.tokens, node.token))
    }

    fn compare_tokens(&self, a: u32, b: u32) -> Ordering {
        compare_ignoring_case(self.token(a), self.token(b))
    }

    /// The child of a node, by the inside of a member's name.
    fn child(&self, parent: u32, name: &[u8]) -> Option<u32> {
        let found = self.by_name.binary_search_by(|&index| {
            let node = self.node(index);
            node.map(|node| node.parent).cmp(&Some(parent)).then_with(|| compare_text(self.name(node).as_bytes(), name))
        });
        found.ok().and_then(|place| self.by_name.get(place)).copied()
    }

    fn has_children(&self, parent: u32) -> bool {
        let place = self.by_name.partition_point(|&index| self.node(index).is_some_and(|node| node.parent < parent));
        self.by_name.get(place).and_then(|&index| self.node(index)).is_some_and(|node| node.parent == parent)
    }

    /// The header of a name, given without `Mcp-Param-`, in any letter case.
    pub fn header(&self, token: &str) -> Option<usize> {
        self.by_token.binary_search_by(|&index| compare_ignoring_case(self.token(index), token)).ok()
    }

    /// The headers, by number: the token, and the argument that it stands for.
    pub fn headers<'b>(&'b self, arguments: &'b Arguments) -> impl Iterator<Item = (&'b str, Option<Part>)> {
        self.by_token.iter().map(|&index| (self.token(index), arguments.part(index)))
    }

    /// The value of one header.
    pub fn argument(&self, header: usize, arguments: &Arguments) -> Option<Part> {
        self.by_token.get(header).and_then(|&index| arguments.part(index))
    }

    /// How many headers there are.
    pub fn len(&self) -> usize {
        self.by_token.len()
    }
}

fn compare_ignoring_case(a: &str, b: &str) -> Ordering {
    let lower = |byte: u8| byte.to_ascii_lowercase();
    a.bytes().map(lower).cmp(b.bytes().map(lower))
}

/// The second pass: collects the annotations, and refuses the first that is not valid.
struct Reader<'a> {
    origin: Origin,
    /// The names that a later member of the same name hides, by place.
    hidden: Vec<u32>,
    /// How many of them were passed.
    passed: usize,
    schema: Schema<'a>,
}

impl Visit for Reader<'_> {
    fn member(&mut self, name: Text) -> Result<bool, Failure> {
        let start = offset(name.start);
        while self.hidden.get(self.passed).is_some_and(|&hidden| hidden < start) {
            self.passed += 1;
        }
        Ok(self.hidden.get(self.passed) != Some(&start))
    }

    fn close(&mut self, frames: &mut [Frame]) -> Result<(), Failure> {
        let Some(&Frame { header, reached, may_have_header, .. }) = frames.last() else { return Ok(()) };
        if header == NONE {
            return Ok(());
        }
        if !reached || frames.len() == 1 {
            return Err(self.origin.refuse(word!("must have x-mcp-header only where properties alone lead to")));
        }
        let mut scanner = Scanner::at(self.schema.text.as_bytes(), header as usize);
        let value = Part::read(&mut scanner).map_err(|_| Failure::OUT_OF_MEMORY)?;
        let Some(token) = value.string(self.schema.text.as_bytes())?.filter(|token| is_token(token)) else {
            return Err(self.origin.refuse(word!("must have only tokens of RFC 9110 as x-mcp-header")));
        };
        if !may_have_header {
            return Err(self.origin.refuse(word!("must have x-mcp-header only at properties of type string, integer or boolean")));
        }
        let start = offset(self.schema.tokens.len());
        self.schema.tokens.try_reserve(token.len())?;
        self.schema.tokens.push_str(&token);
        let node = self.node(frames)?;
        if let Some(node) = self.schema.nodes.get_mut(node as usize) {
            node.token = [start, start + offset(token.len())];
        }
        Ok(())
    }
}

impl Reader<'_> {
    /// The node of the innermost property. It and those around it are made if they are not there; each is made once.
    fn node(&mut self, frames: &mut [Frame]) -> Result<u32, Failure> {
        let is_property = |frame: &Frame| frame.place == Place::Schema;
        let above = frames.iter().rposition(|frame| is_property(frame) && frame.node != NONE);
        let (done, new) = frames.split_at_mut(above.map_or(1, |above| above + 1));
        let mut parent = done.last().filter(|_| above.is_some()).map_or(0, |frame| frame.node);
        self.schema.nodes.try_reserve(new.len())?;
        for frame in new.iter_mut().filter(|frame| is_property(frame)) {
            frame.node = offset(self.schema.nodes.len());
            self.schema.nodes.push(Node { name: frame.name, parent, token: [0; 2] });
            parent = frame.node;
        }
        Ok(parent)
    }
}

/// Whether a text is a token of RFC 9110, section 5.6.2.
fn is_token(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"!#$%&'*+-.^_`|~".contains(&byte))
}

/// The arguments that stand for headers.
pub(super) struct Arguments(Vec<Argument>);

/// The value of a node of the schema.
#[derive(Clone, Copy, Default)]
struct Argument {
    /// Which member of all this was, counted from 1; 0 if it was not there. Of a repeated member, the last.
    member: usize,
    /// The number of the member that it stood in. If that is not the parent's, an object is meant that a later one hides.
    inside: usize,
    value: Option<Part>,
}

impl Arguments {
    /// Finds the arguments of a request that stand for headers.
    pub fn read(request: &[u8], arguments: Option<Part>, schema: &Schema<'_>) -> Result<Self, Failure> {
        let mut found = Vec::new();
        found.try_reserve_exact(schema.nodes.len())?;
        found.resize(schema.nodes.len(), Argument::default());
        let mut found = Self(found);
        if let Some(arguments) = arguments.filter(|part| part.token == Token::Object && schema.len() > 0) {
            found.collect(request, arguments, schema)?;
        }
        found.hide(schema);
        Ok(found)
    }

    fn part(&self, node: u32) -> Option<Part> {
        self.0.get(node as usize).and_then(|argument| argument.value)
    }

    /// Walks over the objects for which the schema has properties on the way to a header.
    fn collect(&mut self, request: &[u8], arguments: Part, schema: &Schema<'_>) -> Result<(), Failure> {
        let mut scanner = Scanner::at(request, arguments.start());
        let stopped = |stop| match stop {
            Stop::Memory => Failure::OUT_OF_MEMORY,
            Stop::Syntax => Failure::json(word!("request_json"), arguments.start()),
        };
        let mut open: Vec<(u32, usize)> = Vec::new();
        let mut members = 0;
        let mut inside = (0, 0);
        let mut is_first = true;
        loop {
            let Some(name) = scanner.next_member(&mut is_first).map_err(stopped)? else {
                let Some(around) = open.pop() else { return Ok(()) };
                inside = around;
                continue;
            };
            members += 1;
            let child = schema.child(inside.0, request.get(name.start..name.end).unwrap_or_default());
            let argument = child.and_then(|child| self.0.get_mut(child as usize));
            if let (Some(child), Some(argument)) = (child, argument) {
                *argument = Argument { member: members, inside: inside.1, value: None };
                if scanner.peek() == Some(b'{') && schema.has_children(child) {
                    open.try_reserve(1)?;
                    open.push(inside);
                    inside = (child, members);
                    is_first = true;
                    continue;
                }
                argument.value = Some(Part::read(&mut scanner).map_err(stopped)?);
            } else {
                scanner.skip().map_err(stopped)?;
            }
        }
    }

    /// Takes out what stood in an object that a later member of the same name hides.
    fn hide(&mut self, schema: &Schema<'_>) {
        for (index, node) in schema.nodes.iter().enumerate().skip(1) {
            let parent = if node.parent == 0 { Some(0) } else { self.0.get(node.parent as usize).map(|parent| parent.member) };
            let Some(argument) = self.0.get_mut(index) else { return };
            let parent_is_there = node.parent == 0 || parent.is_some_and(|member| member > 0);
            if !parent_is_there || parent != Some(argument.inside) {
                *argument = Argument::default();
            }
        }
    }
}
