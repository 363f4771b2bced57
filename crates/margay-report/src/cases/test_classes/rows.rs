//! Tests of one shape: cases of one method whose tests differ in values only become the rows of one
//! parameterized test. Their values are written as text (`@CsvSource`) where they are literals, and made by
//! a method (`@MethodSource`) where they are arrays or collections.

use super::classes::is_keyword;
use super::csv::csv;
use super::file::{File, comment};
use super::framework::TestFramework;
use super::method::{TestMethod, write_comment};
use super::test::Throws;
use super::tokens::{Token, TokenKind, tokens};
use super::unique;
use crate::literal;
use rustc_hash::FxHashSet;
use std::fmt::Write as _;

/// Parameters of a test at most.
const MOST_PARAMETERS: usize = 6;

/// Rows that are worth a method of their own that makes their values.
const MADE_ROWS: usize = 3;

/// How long a line may be.
const COLUMNS: usize = 100;

/// Tests of one shape.
pub(super) enum Rows<'m> {
    /// There is no other like it.
    One(&'m TestMethod),
    /// They differ in values only.
    Many(Table<'m>),
}

/// Rows with their shape.
pub(super) struct Table<'m> {
    rows: Vec<Row<'m>>,
    /// The places of tokens that differ.
    columns: Vec<usize>,
}

struct Row<'m> {
    method: &'m TestMethod,
    /// All but space.
    tokens: Vec<Token>,
}

/// A parameter of a test.
struct Parameter {
    type_name: String,
    name: String,
}

/// Puts tests of one shape together, in the order of their first ones.
pub(super) fn groups<'m>(methods: &'m [TestMethod], file: &File<'_>) -> Vec<Rows<'m>> {
    let mut tables: Vec<Table<'m>> = Vec::new();
    let is_known = file.framework == TestFramework::Junit5;
    for method in methods {
        let row = Row { method, tokens: shape(method, false, file) };
        let found = tables.iter_mut().rev().find(|table| is_known && table.takes(&row));
        match found {
            Some(table) => table.rows.push(row),
            None => tables.push(Table { rows: vec![row], columns: Vec::new() }),
        }
    }
    join_widely(&mut tables, file, is_known);
    tables.into_iter().flat_map(Table::settle).collect()
}

/// Looks at tests that are alone once more, arrays and collections taken as values.
fn join_widely<'m>(tables: &mut Vec<Table<'m>>, file: &File<'_>, is_known: bool) {
    let mut place = 0;
    while is_known && place < tables.len() {
        let mut wide = tables[place].widened(file);
        let mut joined = Vec::new();
        for (other, table) in tables.iter().enumerate().skip(place + 1) {
            if let (Some(wide), Some(row)) = (&mut wide, table.widened(file))
                && row.rows.iter().all(|row| wide.takes(row))
            {
                wide.rows.extend(row.rows);
                joined.push(other);
            }
        }
        if let Some(wide) = wide.filter(|wide| wide.rows.len() >= MADE_ROWS) {
            tables[place] = wide;
            joined.iter().rev().for_each(|other| {
                tables.remove(*other);
            });
        }
        place += 1;
    }
}

fn shape(method: &TestMethod, is_wide: bool, file: &File<'_>) -> Vec<Token> {
    tokens(&method.lines, is_wide, &|word| file.constant_type(word))
}

fn is_solid(token: &&Token) -> bool {
    token.kind != TokenKind::Space
}

impl<'m> Table<'m> {
    /// The same tests with arrays and collections as values, if one has any.
    fn widened(&self, file: &File<'_>) -> Option<Table<'m>> {
        let row = |row: &Row<'m>| Row { method: row.method, tokens: shape(row.method, true, file) };
        let rows: Vec<Row<'m>> = self.rows.iter().map(row).collect();
        let is_wide = |token: &Token| matches!(token.kind, TokenKind::Declared { .. });
        let has_any = rows.iter().any(|row| row.tokens.iter().any(is_wide));
        has_any.then_some(Table { rows, columns: Vec::new() })
    }

    /// Whether a test is of the shape of these.
    fn takes(&self, row: &Row<'_>) -> bool {
        let first = &self.rows[0];
        let may_join = first.method.may_join
            && row.method.may_join
            && first.method.tested == row.method.tested
            && first.method.suppressed == row.method.suppressed;
        may_join
            && self.rows.iter().all(|old| is_alike(&old.tokens, &row.tokens))
            && self.columns_with(row).is_some()
    }

    /// The places that differ, with another row; none if a value stands where it cannot be another.
    fn columns_with(&self, row: &Row<'_>) -> Option<Vec<usize>> {
        let first: Vec<&Token> = self.rows[0].tokens.iter().filter(is_solid).collect();
        let others = self.rows[1..].iter().chain([row]);
        let mut columns = FxHashSet::default();
        for other in others {
            let pairs = first.iter().zip(other.tokens.iter().filter(is_solid));
            let differ = pairs.enumerate().filter(|(_, (one, other))| one.text != other.text);
            columns.extend(differ.map(|(place, _)| place));
        }
        let mut columns: Vec<usize> = columns.into_iter().collect();
        columns.sort_unstable();
        let may_differ = columns.iter().all(|column| !is_element(&first, *column));
        (may_differ && columns.len() <= MOST_PARAMETERS).then_some(columns)
    }

    /// Several rows, or the one there is. Tests that are the same in all are one.
    fn settle(mut self) -> Option<Rows<'m>> {
        if let [only] = self.rows.as_slice() {
            return Some(Rows::One(only.method));
        }
        let last = self.rows.pop()?;
        self.columns = self.columns_with(&last).unwrap_or_default();
        self.rows.push(last);
        if self.columns.is_empty() {
            return Some(Rows::One(self.rows[0].method));
        }
        Some(Rows::Many(self))
    }

    /// Writes the test, and what makes its rows.
    pub fn write(&self, out: &mut String, file: &mut File<'_>, names: &mut FxHashSet<String>) {
        let first = self.rows[0].method;
        let name = unique(names, self.name());
        let parameters = self.parameters(file);
        let is_made = self.columns.iter().any(|column| {
            let token = self.rows[0].solid(*column);
            matches!(token.kind, TokenKind::Declared { .. })
        });
        let test = file.library("org.junit.jupiter.params.ParameterizedTest");
        let remarks = self.rows.iter().flat_map(|row| row.method.comment.iter());
        let mut remarks: Vec<String> =
            remarks.filter(|line| line.contains("Not asserted: ")).cloned().collect();
        remarks.dedup();
        write_comment(out, &remarks);
        let _ = writeln!(out, "    @{test}");
        match is_made {
            true => {
                let source = file.library("org.junit.jupiter.params.provider.MethodSource");
                let _ = writeln!(out, "    @{source}(\"{name}Rows\")");
            }
            false => self.write_texts(out, file),
        }
        file.suppress(out, &first.suppressed);
        let throws = self.rows.iter().map(|row| row.method.throws).max();
        let throws = file.throws(throws.unwrap_or(Throws::Nothing));
        let list = parameters.iter().map(|it| format!("{} {}", it.type_name, it.name));
        let list = list.collect::<Vec<_>>().join(", ");
        let lines = self.lines(&parameters, file);
        let _ = writeln!(out, "    void {name}({list}){throws} {{\n{lines}    }}");
        if is_made {
            self.write_maker(out, file, &format!("{name}Rows"));
        }
    }

    /// What all rows are called: the method, the calls before it, and what comes of it if that is the same.
    fn name(&self) -> String {
        let first = &self.rows[0].method.name;
        let is_same = self.rows.iter().all(|row| row.method.name.outcome == first.outcome);
        match is_same {
            true => format!("{}_{}", first.stem, first.outcome),
            false => first.stem.clone(),
        }
    }

    fn write_texts(&self, out: &mut String, file: &mut File<'_>) {
        let source = file.library("org.junit.jupiter.params.provider.CsvSource");
        let rows = self.rows.iter().map(|row| {
            let values = self.columns.iter().map(|column| csv(row.solid(*column)));
            values.collect::<Vec<_>>().join(", ")
        });
        let rows: Vec<String> = rows.collect();
        // A row must not be empty: a null that is alone has a name.
        let has_null = rows.iter().any(String::is_empty);
        let null =
            ["null", "NULL", "none"].into_iter().find(|it| !rows.iter().any(|row| row == it));
        let null = null.filter(|_| has_null).unwrap_or_default();
        let (open, close) = match has_null {
            true => ("value = {", format!("}}, nullValues = \"{null}\"")),
            false => ("{", "}".to_owned()),
        };
        let _ = writeln!(out, "    @{source}({open}");
        for (row, text) in self.rows.iter().zip(&rows) {
            let text = literal::string(if text.is_empty() { null } else { text });
            self.write_row(out, row, "        ", &format!("{text},"));
        }
        let _ = writeln!(out, "    {close})");
    }

    fn write_maker(&self, out: &mut String, file: &mut File<'_>, name: &str) {
        let stream = file.library("java.util.stream.Stream");
        let arguments = file.library("org.junit.jupiter.params.provider.Arguments");
        let _ = writeln!(out, "\n    static {stream}<{arguments}> {name}() {{");
        let _ = writeln!(out, "        return {stream}.of(");
        for (number, row) in self.rows.iter().enumerate() {
            let values: Vec<String> =
                self.columns.iter().map(|column| source(row.solid(*column))).collect();
            let end = if number + 1 == self.rows.len() { ");" } else { "," };
            let text = match values.as_slice() {
                // One array would be taken for all the arguments.
                [only] => format!("{arguments}.of((Object) {only}){end}"),
                values => format!("{arguments}.of({}){end}", values.join(", ")),
            };
            self.write_row(out, row, "                ", &text);
        }
        out.push_str("    }\n");
    }

    /// A row of the source with its condition, if that tells it from others: behind it, or above it if that is
    /// too long.
    fn write_row(&self, out: &mut String, row: &Row<'_>, indent: &str, text: &str) {
        let first = &self.rows[0].method.condition;
        let is_telling = self.rows.iter().any(|row| row.method.condition != *first);
        let Some(condition) = row.method.condition.as_ref().filter(|_| is_telling) else {
            let _ = writeln!(out, "{indent}{text}");
            return;
        };
        let condition = comment(condition);
        let _ = match indent.len() + text.len() + 4 + condition.len() <= COLUMNS {
            true => writeln!(out, "{indent}{text} // {condition}"),
            false => writeln!(out, "{indent}// {condition}\n{indent}{text}"),
        };
    }

    /// The parameters, called by what they are given to.
    fn parameters(&self, file: &File<'_>) -> Vec<Parameter> {
        let tokens: Vec<&Token> = self.rows[0].tokens.iter().filter(is_solid).collect();
        let names = tokens.iter().filter(|token| !matches!(token.kind, TokenKind::Value(_)));
        let words = names.flat_map(|token| token.text.split(|c| !is_word(c)));
        let mut taken: FxHashSet<String> = words.map(str::to_owned).collect();
        let mut parameters = Vec::new();
        for column in &self.columns {
            if let TokenKind::Declared { type_name, name, .. } = &tokens[*column].kind {
                let (type_name, name) = (type_name.clone(), name.clone());
                parameters.push(Parameter { type_name, name });
                continue;
            }
            let types = self.rows.iter().map(|row| match &row.solid(*column).kind {
                TokenKind::Value(kind) => kind.clone(),
                _ => "boolean".to_owned(),
            });
            let type_name = types.into_iter().find(|kind| kind != "null");
            let type_name = type_name.unwrap_or_else(|| "String".to_owned());
            let wish = self.name_of(&tokens, *column, file);
            let name = if taken.contains(&wish) { numbered(&taken, &wish) } else { wish };
            taken.insert(name.clone());
            parameters.push(Parameter { type_name, name });
        }
        parameters
    }

    /// The statements, with parameters in the place of values.
    fn lines(&self, parameters: &[Parameter], file: &mut File<'_>) -> String {
        let mut lines = String::new();
        let mut place = 0;
        let mut claimed: Option<&str> = None;
        for token in &self.rows[0].tokens {
            if token.kind == TokenKind::Space {
                lines.push_str(&token.text);
                continue;
            }
            let found = self.columns.iter().position(|column| *column == place);
            place += 1;
            match (found.map(|it| parameters[it].name.as_str()), &token.kind) {
                (None, _) => lines.push_str(&token.text),
                (Some(_), TokenKind::Declared { .. }) => {}
                (Some(name), TokenKind::Claim(_)) => {
                    lines.push_str(file.assertion("assertEquals", false));
                    claimed = Some(name);
                    continue;
                }
                (Some(name), _) => lines.push_str(name),
            }
            if let Some(name) = claimed.take() {
                let _ = write!(lines, "{name}, ");
            }
        }
        let lines = lines.trim_start_matches('\n');
        lines.replace("\n\n\n", "\n\n")
    }
}

impl Row<'_> {
    fn solid(&self, place: usize) -> &Token {
        let mut solid = self.tokens.iter().filter(is_solid);
        solid.nth(place).unwrap_or(&self.tokens[0])
    }
}

/// Whether two tests differ in values only.
fn is_alike(one: &[Token], other: &[Token]) -> bool {
    let (mut one, mut other) = (one.iter().filter(is_solid), other.iter().filter(is_solid));
    loop {
        let is_same = match (one.next(), other.next()) {
            (None, None) => return true,
            (Some(one), Some(other)) => match (&one.kind, &other.kind) {
                (TokenKind::Value(one), TokenKind::Value(other)) => {
                    one == other || is_null(one, other) || is_null(other, one)
                }
                (TokenKind::Claim(_), TokenKind::Claim(_)) => true,
                (
                    TokenKind::Declared { type_name, name, .. },
                    TokenKind::Declared { type_name: other_type, name: other_name, .. },
                ) => type_name == other_type && name == other_name,
                _ => one == other,
            },
            _ => false,
        };
        if !is_same {
            return false;
        }
    }
}

fn is_null(one: &str, other: &str) -> bool {
    one == "null" && other == "String"
}

/// Whether a value is listed between braces: there a narrow type takes literals, but no variables.
fn is_element(tokens: &[&Token], place: usize) -> bool {
    let before = tokens[..place].last().is_some_and(|token| token.text == "return");
    !before && opener(tokens, place).is_some_and(|open| tokens[open].text == "{")
}

/// The place of the bracket around a token.
fn opener(tokens: &[&Token], place: usize) -> Option<usize> {
    let mut depth = 0;
    (0..place).rev().find(|before| match tokens[*before].text.as_str() {
        ")" | "}" | "]" => {
            depth += 1;
            false
        }
        "(" | "{" | "[" if depth > 0 => {
            depth -= 1;
            false
        }
        "(" | "{" | "[" => true,
        _ => false,
    })
}

impl Table<'_> {
    /// What a value should be called: as the parameter it is given to, as the method that returns it, or as
    /// what is looked at.
    fn name_of(&self, tokens: &[&Token], place: usize, file: &File<'_>) -> String {
        if let TokenKind::Claim(_) = tokens[place].kind {
            return expected(tokens, place + 2);
        }
        let Some(open) = opener(tokens, place) else { return "value".to_owned() };
        let callee = |open: usize| open.checked_sub(1).map_or("", |it| tokens[it].text.as_str());
        if tokens[open].text == "{" {
            // The body of a method: its name is before its parameters.
            let list = open.checked_sub(1).and_then(|end| opener(tokens, end));
            let name = list.map(callee).filter(|name| name.starts_with(is_word));
            return name.unwrap_or("value").to_owned();
        }
        let callee = callee(open).rsplit('.').next().unwrap_or_default();
        if callee.starts_with("assert") {
            let comma = (place..tokens.len()).find(|at| tokens[*at].text == ",");
            return comma.map_or_else(|| "expected".to_owned(), |it| expected(tokens, it + 1));
        }
        let argument = arguments_before(tokens, open, place);
        let count = arguments_in(tokens, open);
        let method = self.rows[0].method;
        let own =
            Some(&method.parameters).filter(|it| callee == method.called && it.len() == count);
        let known = own.or_else(|| file.parameters.get(&(callee.to_owned(), count)));
        let is_named = |name: &&String| name.starts_with(is_word) && !is_keyword(name);
        match known.and_then(|names| names.get(argument)).filter(is_named) {
            Some(name) => name.clone(),
            None if callee.starts_with(char::is_lowercase) => format!("{callee}Argument"),
            None => "value".to_owned(),
        }
    }
}

/// How many arguments are between a bracket and the one that ends it.
fn arguments_in(tokens: &[&Token], open: usize) -> usize {
    let inside = |at: &usize| opener(tokens, *at).is_some_and(|before| before >= open);
    let end = (open + 1..tokens.len()).take_while(inside).last().map_or(open, |last| last + 1);
    if end == open + 1 { 0 } else { arguments_before(tokens, open, end) + 1 }
}

/// How many commas are between a bracket and a token in it.
fn arguments_before(tokens: &[&Token], open: usize, place: usize) -> usize {
    let commas = (open + 1..place).filter(|at| tokens[*at].text == ",");
    commas.filter(|at| opener(tokens, *at) == Some(open)).count()
}

/// The name of what something is expected to be: `expected` for the result, else after what is asked.
fn expected(tokens: &[&Token], place: usize) -> String {
    let seen = tokens.get(place).map_or("", |token| token.text.as_str());
    let Some((_, asked)) = seen.rsplit_once('.') else { return "expected".to_owned() };
    if asked == "getMessage" {
        return "message".to_owned();
    }
    let asked = ["get", "is"].iter().find_map(|prefix| {
        asked.strip_prefix(prefix).filter(|rest| rest.starts_with(char::is_uppercase))
    });
    let asked = asked.unwrap_or(seen.rsplit('.').next().unwrap_or_default());
    let mut characters = asked.chars();
    let first = characters.next().into_iter().flat_map(char::to_uppercase);
    "expected".chars().chain(first).chain(characters).collect()
}

fn is_word(c: char) -> bool {
    c.is_alphanumeric() || c == '_' || c == '$'
}

fn numbered(taken: &FxHashSet<String>, name: &str) -> String {
    let mut names = (2_usize..).map(|number| format!("{name}{number}"));
    names.find(|name| !taken.contains(name)).unwrap_or_default()
}

/// A value in a list of arguments.
fn source(token: &Token) -> String {
    match &token.kind {
        TokenKind::Declared { value, .. } => value.clone(),
        TokenKind::Claim(value) => value.to_string(),
        _ => token.text.clone(),
    }
}
