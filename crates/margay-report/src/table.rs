//! Aligned text tables of counters: text to the left, numbers to the right in groups of three.

use std::fmt;

/// A cell of a [`Table`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Cell {
    /// Words, aligned to the left.
    Text(String),
    /// A number, aligned to the right: `12,284,830`.
    Count(u64),
}

impl From<&str> for Cell {
    fn from(text: &str) -> Self {
        Cell::Text(text.to_owned())
    }
}

impl From<u64> for Cell {
    fn from(count: u64) -> Self {
        Cell::Count(count)
    }
}

impl fmt::Display for Cell {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Cell::Text(text) => f.write_str(text),
            Cell::Count(count) => f.write_str(&thousands(*count)),
        }
    }
}

/// A table with one line of headings. Rows may be shorter than the headings.
#[derive(Clone, Debug, Default)]
pub struct Table {
    headings: Vec<String>,
    rows: Vec<Vec<Cell>>,
}

impl Table {
    /// An empty table. Headings that are all empty are not printed.
    pub fn new<const N: usize>(headings: [&str; N]) -> Self {
        Table { headings: headings.map(str::to_owned).to_vec(), rows: Vec::new() }
    }

    /// Adds a row; cells beyond the headings are dropped.
    pub fn row(&mut self, cells: impl IntoIterator<Item = Cell>) {
        self.rows.push(cells.into_iter().take(self.headings.len()).collect());
    }

    /// A column is aligned to the right when it holds a number.
    fn is_numeric(&self, column: usize) -> bool {
        self.rows.iter().any(|row| matches!(row.get(column), Some(Cell::Count(_))))
    }
}

impl fmt::Display for Table {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let rows = self.rows.iter().map(|row| row.iter().map(Cell::to_string).collect());
        let has_headings = self.headings.iter().any(|heading| !heading.is_empty());
        let lines: Vec<Vec<String>> =
            has_headings.then(|| self.headings.clone()).into_iter().chain(rows).collect();
        let width = |column: usize| {
            let cells = lines.iter().filter_map(|line| line.get(column));
            cells.map(|cell: &String| cell.chars().count()).max().unwrap_or(0)
        };
        let columns: Vec<(usize, bool)> = (0..self.headings.len())
            .map(|column| (width(column), self.is_numeric(column)))
            .collect();
        for line in &lines {
            let mut text = String::new();
            for (cell, (width, numeric)) in line.iter().zip(&columns) {
                let padding = " ".repeat(width - cell.chars().count());
                let (before, after) =
                    if *numeric { (padding, "") } else { (String::new(), &*padding) };
                text.extend(["  ", &before, cell, after]);
            }
            writeln!(f, "{}", text.trim_end().strip_prefix("  ").unwrap_or_default())?;
        }
        Ok(())
    }
}

/// A number in groups of three digits: `1,234,567`.
pub fn thousands(number: u64) -> String {
    let digits = number.to_string();
    let mut text = String::with_capacity(digits.len() * 4 / 3);
    for (place, digit) in digits.chars().enumerate() {
        if place > 0 && (digits.len() - place).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

/// A number of things: `1 outcome`, `2 outcomes`.
pub fn counted(number: u64, thing: &str) -> String {
    format!("{number} {thing}{}", if number == 1 { "" } else { "s" })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_thing_is_no_plural() {
        let found = [0, 1, 2].map(|number| counted(number, "outcome"));
        assert_eq!(found, ["0 outcomes", "1 outcome", "2 outcomes"]);
    }
    use expect_test::expect;

    #[test]
    fn groups_of_three() {
        let texts = [0, 7, 999, 1_000, 65_809_076, u64::MAX].map(thousands);
        expect!["0 7 999 1,000 65,809,076 18,446,744,073,709,551,615"].assert_eq(&texts.join(" "));
    }

    #[test]
    fn columns_line_up() {
        let mut table = Table::new(["subject", "candidates", "valid", "note"]);
        table.row(["BinaryTree 3".into(), 63.into(), 5.into(), "all".into()]);
        table.row(["BinaryTree 12".into(), 12_284_830.into(), 208_012.into()]);
        table.row(["naïve".into()]);
        expect![[r#"
            subject        candidates    valid  note
            BinaryTree 3           63        5  all
            BinaryTree 12  12,284,830  208,012
            naïve
        "#]]
        .assert_eq(&table.to_string());
    }

    #[test]
    fn counters_need_no_headings() {
        let mut table = Table::new(["", ""]);
        table.row(["candidates".into(), 14_092.into()]);
        table.row(["valid".into(), 429.into(), "dropped".into()]);
        expect![[r#"
            candidates  14,092
            valid          429
        "#]]
        .assert_eq(&table.to_string());
    }
}
