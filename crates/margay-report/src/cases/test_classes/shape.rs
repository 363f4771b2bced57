//! Tests as rows to be: cut into tokens, with what all tests of one shape have in common told from their values.
//!
//! Texts and shapes have numbers, so that of thousands of long tests only those are compared that can be put
//! together, and they quickly.

use super::file::File;
use super::method::TestMethod;
use super::tokens::{Token, TokenKind, tokens};
use rustc_hash::FxHashMap;

/// A test in tokens.
pub(super) struct Row<'m> {
    pub method: &'m TestMethod,
    pub tokens: Vec<Token>,
    /// The places of all tokens but space.
    solid: Vec<usize>,
    /// The numbers of their texts.
    texts: Vec<u32>,
    /// What it shares with those that differ in values only; none if it stays alone.
    shape: Option<u32>,
}

impl Row<'_> {
    /// A token, space not counted.
    pub fn solid(&self, place: usize) -> &Token {
        &self.tokens[self.solid[place]]
    }

    /// All tokens but space.
    pub fn solids(&self) -> Vec<&Token> {
        self.solid.iter().map(|place| &self.tokens[*place]).collect()
    }

    pub fn is_alike(&self, other: &Row<'_>) -> bool {
        self.shape.is_some() && self.shape == other.shape
    }

    /// The shape, for looking up others.
    pub fn shape(&self) -> Option<u32> {
        self.shape
    }

    /// The places where a test of the same shape has other values.
    pub fn differences(&self, other: &Row<'_>) -> impl Iterator<Item = usize> {
        let pairs = self.texts.iter().zip(&other.texts).enumerate();
        pairs.filter(|(_, (one, other))| one != other).map(|(place, _)| place)
    }
}

/// The shapes of tests so far.
#[derive(Default)]
pub(super) struct Shapes {
    texts: FxHashMap<String, u32>,
    shapes: FxHashMap<Vec<u32>, u32>,
}

impl Shapes {
    /// Cuts a test into tokens; arrays and collections that it writes down are values if it is seen widely.
    pub fn row<'m>(&mut self, method: &'m TestMethod, is_wide: bool, file: &File<'_>) -> Row<'m> {
        let tokens = tokens(&method.lines, is_wide, &|word| file.constant_type(word));
        let solid = (0..tokens.len()).filter(|place| tokens[*place].kind != TokenKind::Space);
        let solid: Vec<usize> = solid.collect();
        let texts: Vec<u32> = solid.iter().map(|place| self.number(&tokens[*place].text)).collect();
        let mut row = Row { method, tokens, solid, texts, shape: None };
        if method.may_join {
            let shape = self.shape_of(&row);
            let next = self.shapes.len() as u32;
            row.shape = Some(*self.shapes.entry(shape).or_insert(next));
        }
        row
    }

    fn number(&mut self, text: &str) -> u32 {
        if let Some(number) = self.texts.get(text) {
            return *number;
        }
        let next = self.texts.len() as u32;
        self.texts.insert(text.to_owned(), next);
        next
    }

    /// What must be the same: all but values, and values between braces, where a narrow type takes
    /// literals, but no variables.
    fn shape_of(&mut self, row: &Row<'_>) -> Vec<u32> {
        let suppressed = self.number(&row.method.suppressed.join(" "));
        let mut shape = vec![row.method.tested as u32, suppressed];
        let mut open: Vec<&str> = Vec::new();
        let mut before = "";
        for (token, text) in row.solids().into_iter().zip(&row.texts) {
            let is_element = before != "return" && open.last() == Some(&"{");
            shape.push(match &token.kind {
                _ if is_element => *text,
                // Only a text can be null.
                TokenKind::Value(kind) if kind == "null" => self.number("<String>"),
                TokenKind::Value(kind) => self.number(&format!("<{kind}>")),
                TokenKind::Claim(_) => self.number("<claim>"),
                TokenKind::Declared { type_name, name, .. } => {
                    self.number(&format!("{type_name} {name}"))
                }
                TokenKind::Space | TokenKind::Fixed => *text,
            });
            before = &token.text;
            match before {
                "(" | "{" | "[" => open.push(before),
                ")" | "}" | "]" => drop(open.pop()),
                _ => {}
            }
        }
        shape
    }
}
