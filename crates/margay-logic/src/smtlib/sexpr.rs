//! Parenthesised text in a flat arena.
//!
//! Lists refer to their members by number, so neither reading nor dropping recurses.

use super::SyntaxError;

/// A node of the arena.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct NodeId(u32);

#[derive(Debug)]
enum Kind {
    /// A symbol, keyword, numeral or literal. A `|quoted|` symbol is stored without the bars, so
    /// that it is the same with and without them; with them if it is no symbol otherwise.
    Atom(String),
    Text(String),
    List {
        start: u32,
        end: u32,
    },
}

#[derive(Debug)]
struct Node {
    kind: Kind,
    /// Byte range in the text.
    start: usize,
    end: usize,
}

/// A node, as a reader sees it.
pub(crate) enum Item<'a> {
    Atom(&'a str),
    Text(&'a str),
    List(&'a [NodeId]),
}

/// Parsed text.
#[derive(Debug)]
pub(crate) struct Sexprs {
    text: String,
    /// Line and column at which the text begins.
    origin: (usize, usize),
    nodes: Vec<Node>,
    members: Vec<NodeId>,
    top: Vec<NodeId>,
}

impl Sexprs {
    /// Reads the whole text.
    pub(crate) fn parse(text: &str) -> Result<Sexprs, SyntaxError> {
        Sexprs::parse_at(text, (1, 1))
    }

    /// Reads a text that begins at this line and column of a larger one.
    pub(crate) fn parse_at(text: &str, origin: (usize, usize)) -> Result<Sexprs, SyntaxError> {
        let mut sexprs = Sexprs {
            text: text.to_owned(),
            origin,
            nodes: Vec::new(),
            members: Vec::new(),
            top: Vec::new(),
        };
        // Open lists: where they began, and their members so far.
        let mut open: Vec<(usize, Vec<NodeId>)> = Vec::new();
        let mut at = 0;
        while let Some((start, end)) =
            token(text, &mut at).map_err(|(p, m)| sexprs.error_at(p, m))?
        {
            let node = match &text[start..end] {
                "(" => {
                    open.push((start, Vec::new()));
                    continue;
                }
                ")" => match open.pop() {
                    Some((begin, members)) => sexprs.list_node(begin, end, &members),
                    None => return Err(sexprs.error_at(start, "unmatched )")),
                },
                token => sexprs.leaf(token, start, end),
            };
            match open.last_mut() {
                Some((_, members)) => members.push(node),
                None => sexprs.top.push(node),
            }
        }
        match open.first() {
            Some((begin, _)) => Err(sexprs.error_at(*begin, "this ( is never closed")),
            None => Ok(sexprs),
        }
    }

    /// The nodes at the top.
    pub(crate) fn top(&self) -> &[NodeId] {
        &self.top
    }

    pub(crate) fn item(&self, node: NodeId) -> Item<'_> {
        match &self.nodes[node.0 as usize].kind {
            Kind::Atom(text) => Item::Atom(text),
            Kind::Text(text) => Item::Text(text),
            Kind::List { start, end } => Item::List(&self.members[*start as usize..*end as usize]),
        }
    }

    /// The text a node was read from, on one line but for what is quoted.
    pub(crate) fn source(&self, node: NodeId) -> String {
        let Node { start, end, .. } = self.nodes[node.0 as usize];
        let text = &self.text[start..end];
        let (mut line, mut at) = (String::new(), 0);
        while let Ok(Some((start, end))) = token(text, &mut at) {
            let is_inside = !line.is_empty() && !line.ends_with('(');
            if is_inside && &text[start..end] != ")" {
                line.push(' ');
            }
            line.push_str(&text[start..end]);
        }
        line
    }

    /// The name at a node, if it may be the name of something.
    pub(crate) fn symbol(&self, node: NodeId) -> Option<&str> {
        let Item::Atom(name) = self.item(node) else { return None };
        (is_bare_symbol(name) && !name.contains('\\')).then_some(name)
    }

    /// The beginning of a node's text, for messages.
    pub(crate) fn clipped(&self, node: NodeId) -> String {
        let Node { start, end, .. } = self.nodes[node.0 as usize];
        let text = &self.text[start..end];
        match text.char_indices().nth(60) {
            Some((end, _)) => format!("{}…", &text[..end]),
            None => text.to_owned(),
        }
    }

    /// An error at a node.
    pub(crate) fn error(&self, node: NodeId, message: impl Into<String>) -> SyntaxError {
        self.error_at(self.nodes[node.0 as usize].start, message)
    }

    fn error_at(&self, offset: usize, message: impl Into<String>) -> SyntaxError {
        let before = &self.text[..offset];
        let (line, column) = self.origin;
        let lines = before.matches('\n').count();
        let characters = before.chars().rev().take_while(|c| *c != '\n').count();
        let column = if lines == 0 { column + characters } else { characters + 1 };
        SyntaxError { line: line + lines, column, message: message.into() }
    }

    fn node(&mut self, kind: Kind, start: usize, end: usize) -> NodeId {
        self.nodes.push(Node { kind, start, end });
        NodeId(self.nodes.len() as u32 - 1)
    }

    fn list_node(&mut self, start: usize, end: usize, members: &[NodeId]) -> NodeId {
        let first = self.members.len() as u32;
        self.members.extend_from_slice(members);
        self.node(Kind::List { start: first, end: self.members.len() as u32 }, start, end)
    }

    fn leaf(&mut self, token: &str, start: usize, end: usize) -> NodeId {
        let inside = || token[1..token.len() - 1].to_owned();
        let kind = match token.as_bytes()[0] {
            b'"' => Kind::Text(inside().replace("\"\"", "\"")),
            b'|' if is_bare_symbol(&token[1..token.len() - 1]) => Kind::Atom(inside()),
            _ => Kind::Atom(token.to_owned()),
        };
        self.node(kind, start, end)
    }
}

/// Whether a text is a symbol without bars around it, or one that means nothing else.
fn is_bare_symbol(text: &str) -> bool {
    !text.starts_with(|c: char| c.is_ascii_digit() || "#:\"".contains(c)) && !is_reserved(text)
}

/// Whether a word belongs to the language.
pub(super) fn is_reserved(word: &str) -> bool {
    matches!(word, "let" | "forall" | "exists" | "match" | "par" | "as" | "_" | "!")
}

/// The range of the next token, or where and why there is none.
fn token(text: &str, at: &mut usize) -> Result<Option<(usize, usize)>, (usize, &'static str)> {
    let bytes = text.as_bytes();
    while let Some(b) = bytes.get(*at) {
        match b {
            b';' => *at += text[*at..].find('\n').unwrap_or(text.len() - *at),
            b if b.is_ascii_whitespace() => *at += 1,
            _ => break,
        }
    }
    let start = *at;
    let Some(first) = bytes.get(start) else {
        return Ok(None);
    };
    *at = match first {
        b'(' | b')' => start + 1,
        b'|' => match text[start + 1..].find('|') {
            Some(length) => start + length + 2,
            None => return Err((start, "this | is never closed")),
        },
        b'"' => string_end(bytes, start).ok_or((start, "this string is never closed"))?,
        _ => {
            let ends = |c: char| c.is_ascii_whitespace() || "();\"|".contains(c);
            start + text[start..].find(ends).unwrap_or(text.len() - start)
        }
    };
    Ok(Some((start, *at)))
}

/// The end of a string; a doubled quote inside stands for one.
fn string_end(bytes: &[u8], start: usize) -> Option<usize> {
    let mut at = start + 1;
    loop {
        match (bytes.get(at)?, bytes.get(at + 1)) {
            (b'"', Some(b'"')) => at += 2,
            (b'"', _) => return Some(at + 1),
            _ => at += 1,
        }
    }
}
