//! Tests of one shape: cases of one method whose tests differ in values only become the rows of one
//! parameterized test. Their values are written as text (`@CsvSource`) where they are literals, and made by
//! a method (`@MethodSource`) where they are arrays or collections.

use super::classes::is_keyword;
use super::csv::csv;
use super::file::{File, comment};
use super::framework::TestFramework;
use super::method::{TestMethod, write_comment};
use super::shape::{Row, Shapes};
use super::test::Throws;
use super::tokens::{Token, TokenKind, has_declared};
use super::unique;
use crate::literal;
use rustc_hash::{FxHashMap, FxHashSet};
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

/// A parameter of a test.
struct Parameter {
    type_name: String,
    name: String,
}

/// Puts tests of one shape together, in the order of their first ones.
pub(super) fn groups<'m>(methods: &'m [TestMethod], file: &File<'_>) -> Vec<Rows<'m>> {
    if file.framework != TestFramework::Junit5 {
        return methods.iter().map(Rows::One).collect();
    }
    let mut shapes = Shapes::default();
    let mut tables: Vec<Table<'m>> = Vec::new();
    let mut by_shape: FxHashMap<u32, Vec<usize>> = FxHashMap::default();
    for method in methods {
        let row = shapes.row(method, false, file);
        let Some(shape) = row.shape() else {
            tables.push(Table::of(row));
            continue;
        };
        let alike = by_shape.entry(shape).or_default();
        let found = alike.iter().rev().find_map(|place| {
            let columns = tables[*place].columns_with([&row])?;
            Some((*place, columns))
        });
        match found {
            Some((place, columns)) => {
                tables[place].columns = columns;
                tables[place].rows.push(row);
            }
            None => {
                alike.push(tables.len());
                tables.push(Table::of(row));
            }
        }
    }
    let tables = join_widely(tables, &mut shapes, file);
    tables.into_iter().map(Table::settle).collect()
}

/// Looks at tests once more, arrays and collections taken as values.
fn join_widely<'m>(tables: Vec<Table<'m>>, shapes: &mut Shapes, file: &File<'_>) -> Vec<Table<'m>> {
    let mut wides: Vec<Option<Table<'m>>> =
        tables.iter().map(|table| table.widened(shapes, file)).collect();
    let mut tables: Vec<Option<Table<'m>>> = tables.into_iter().map(Some).collect();
    for place in 0..tables.len() {
        let Some(mut wide) = wides[place].take() else { continue };
        let (mut count, mut joined) = (wide.rows.len(), Vec::new());
        for (other, table) in wides.iter().enumerate().skip(place + 1) {
            if let Some(table) = table
                && let Some(columns) = wide.columns_with(&table.rows)
            {
                wide.columns = columns;
                count += table.rows.len();
                joined.push(other);
            }
        }
        if count >= MADE_ROWS {
            for other in joined {
                wide.rows.extend(wides[other].take().into_iter().flat_map(|table| table.rows));
                tables[other] = None;
            }
            tables[place] = Some(wide);
        }
    }
    tables.into_iter().flatten().collect()
}

impl<'m> Table<'m> {
    fn of(row: Row<'m>) -> Table<'m> {
        Table { rows: vec![row], columns: Vec::new() }
    }

    /// The same tests with arrays and collections as values, if one has any and they are still of one shape.
    fn widened(&self, shapes: &mut Shapes, file: &File<'_>) -> Option<Table<'m>> {
        if !has_declared(&self.rows[0].method.lines) {
            return None;
        }
        let mut rows = self.rows.iter().map(|row| shapes.row(row.method, true, file));
        let mut table = Table::of(rows.next()?);
        for row in rows {
            table.columns = table.columns_with([&row])?;
            table.rows.push(row);
        }
        Some(table)
    }

    /// The places that differ, with other rows; none if these are of another shape or differ in too much.
    fn columns_with<'r>(&self, others: impl IntoIterator<Item = &'r Row<'m>>) -> Option<Vec<usize>>
    where
        'm: 'r,
    {
        let first = &self.rows[0];
        let mut columns = self.columns.clone();
        for other in others {
            if !first.is_alike(other) {
                return None;
            }
            for place in first.differences(other) {
                if let Err(at) = columns.binary_search(&place) {
                    if columns.len() == MOST_PARAMETERS {
                        return None;
                    }
                    columns.insert(at, place);
                }
            }
        }
        Some(columns)
    }

    /// Several rows, or the one there is. Tests that are the same in all are one.
    fn settle(self) -> Rows<'m> {
        match self.columns.is_empty() {
            true => Rows::One(self.rows[0].method),
            false => Rows::Many(self),
        }
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
        let is_telling = self.is_telling();
        for (row, text) in self.rows.iter().zip(&rows) {
            let text = literal::string(if text.is_empty() { null } else { text });
            let condition = row.method.condition.as_ref().filter(|_| is_telling);
            write_row(out, condition, "        ", &format!("{text},"));
        }
        let _ = writeln!(out, "    {close})");
    }

    fn write_maker(&self, out: &mut String, file: &mut File<'_>, name: &str) {
        let stream = file.library("java.util.stream.Stream");
        let arguments = file.library("org.junit.jupiter.params.provider.Arguments");
        let _ = writeln!(out, "\n    static {stream}<{arguments}> {name}() {{");
        let _ = writeln!(out, "        return {stream}.of(");
        let is_telling = self.is_telling();
        for (number, row) in self.rows.iter().enumerate() {
            let values: Vec<String> =
                self.columns.iter().map(|column| source(row.solid(*column))).collect();
            let end = if number + 1 == self.rows.len() { ");" } else { "," };
            let text = match values.as_slice() {
                // One array would be taken for all the arguments.
                [only] => format!("{arguments}.of((Object) {only}){end}"),
                values => format!("{arguments}.of({}){end}", values.join(", ")),
            };
            let condition = row.method.condition.as_ref().filter(|_| is_telling);
            write_row(out, condition, "                ", &text);
        }
        out.push_str("    }\n");
    }

    /// Whether conditions tell rows from each other.
    fn is_telling(&self) -> bool {
        let first = &self.rows[0].method.condition;
        self.rows.iter().any(|row| row.method.condition != *first)
    }

    /// The parameters, called by what they are given to.
    fn parameters(&self, file: &File<'_>) -> Vec<Parameter> {
        let tokens = self.rows[0].solids();
        let next = tokens.iter().skip(1).map(|token| token.text.as_str()).chain([""]);
        // Methods have names of their own.
        let names = tokens.iter().zip(next).filter(|(token, next)| {
            !matches!(token.kind, TokenKind::Value(_)) && !next.starts_with('(')
        });
        let words = names.flat_map(|(token, _)| token.text.split(|c| !is_word(c)));
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

/// A row of the source with what tells it from others: behind it, or above it if that is too long.
fn write_row(out: &mut String, condition: Option<&String>, indent: &str, text: &str) {
    let Some(condition) = condition else {
        let _ = writeln!(out, "{indent}{text}");
        return;
    };
    let condition = comment(condition);
    let _ = match indent.len() + text.len() + 4 + condition.len() <= COLUMNS {
        true => writeln!(out, "{indent}{text} // {condition}"),
        false => writeln!(out, "{indent}// {condition}\n{indent}{text}"),
    };
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
            None if count == 1
                && is_text(tokens[place])
                && let Some(variable) = initialised(tokens, open) =>
            {
                format!("{variable}Text")
            }
            None if callee == "of" => "element".to_owned(),
            None if callee.starts_with(char::is_lowercase) => format!("{callee}Argument"),
            None => "value".to_owned(),
        }
    }
}

fn is_text(token: &Token) -> bool {
    token.kind == TokenKind::Value("String".to_owned())
}

/// The variable that a call begins with, before whose bracket its name is: `date` of `LocalDate date = LocalDate.parse(`.
fn initialised<'t>(tokens: &[&'t Token], open: usize) -> Option<&'t str> {
    let equals = open.checked_sub(2)?;
    let name = tokens.get(equals.checked_sub(1)?)?.text.as_str();
    (tokens[equals].text == "=" && name.starts_with(is_word)).then_some(name)
}

/// How many arguments are between a bracket and the one that ends it.
fn arguments_in(tokens: &[&Token], open: usize) -> usize {
    let mut depth = 0_usize;
    let end = (open + 1..tokens.len()).find(|at| match tokens[*at].text.as_str() {
        "(" | "{" | "[" => {
            depth += 1;
            false
        }
        ")" | "}" | "]" if depth > 0 => {
            depth -= 1;
            false
        }
        ")" | "}" | "]" => true,
        _ => false,
    });
    let end = end.unwrap_or(tokens.len());
    if end == open + 1 { 0 } else { arguments_before(tokens, open, end) + 1 }
}

/// How many commas are between a bracket and a token in it, but for those in brackets inside.
fn arguments_before(tokens: &[&Token], open: usize, place: usize) -> usize {
    let mut depth = 0_isize;
    let mut commas = 0;
    for token in &tokens[open + 1..place] {
        match token.text.as_str() {
            "(" | "{" | "[" => depth += 1,
            ")" | "}" | "]" => depth -= 1,
            "," if depth == 0 => commas += 1,
            _ => {}
        }
    }
    commas
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
