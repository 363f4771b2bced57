//! Models: a value for every variable.
//!
//! A model is total: a variable without a value is 0 (false, null, +0.0, the array of zeros), so
//! solvers only record what they decided.

use crate::sort::{FloatSort, Mode, Sort};
use crate::terms::{Symbol, Terms};
use crate::value::signed;
use rustc_hash::FxHashMap;
use std::collections::BTreeMap;
use std::fmt::Write;

/// The contents of an array: a default and the exceptions from it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ArrayValue {
    /// The element at every index without an entry.
    pub default: u64,
    /// Elements by index.
    pub entries: BTreeMap<u64, u64>,
}

impl ArrayValue {
    /// The element at an index.
    pub fn get(&self, index: u64) -> u64 {
        self.entries.get(&index).copied().unwrap_or(self.default)
    }
}

/// An assignment of values to variables.
///
/// The values are a table by variable; the model of a small part of a large query is a list
/// instead, so that a query of many parts does not take memory for each pair of part and variable.
#[derive(Clone, Debug, Default)]
pub struct Model {
    table: Vec<Option<u64>>,
    /// Sorted; used as long as the table would be mostly empty.
    list: Vec<(Symbol, u64)>,
    arrays: FxHashMap<Symbol, ArrayValue>,
}

/// A table has at most this many places for each value.
const SPARSE: usize = 16;

impl PartialEq for Model {
    fn eq(&self, other: &Model) -> bool {
        self.arrays == other.arrays && self.scalars().eq(other.scalars())
    }
}

impl Eq for Model {}

impl Model {
    /// The model in which everything is zero.
    pub fn new() -> Model {
        Model::default()
    }

    /// The value of a scalar variable.
    pub fn get(&self, symbol: Symbol) -> u64 {
        self.decided(symbol).unwrap_or(0)
    }

    /// The value of a scalar variable, if one was recorded.
    pub fn decided(&self, symbol: Symbol) -> Option<u64> {
        if self.list.is_empty() {
            return self.table.get(symbol.index()).copied().flatten();
        }
        let at = self.list.binary_search_by_key(&symbol, |(s, _)| *s).ok()?;
        Some(self.list[at].1)
    }

    /// The scalar variables with a value, oldest first, and their values.
    fn scalars(&self) -> impl Iterator<Item = (usize, u64)> {
        let table = self.table.iter().enumerate().filter_map(|(i, value)| Some((i, (*value)?)));
        table.chain(self.list.iter().map(|(symbol, value)| (symbol.index(), *value)))
    }

    /// Sets a scalar variable.
    pub fn set(&mut self, symbol: Symbol, value: u64) {
        let greatest = self.list.last().map_or(symbol, |(last, _)| symbol.max(*last));
        if self.table.is_empty() && greatest.index() >= SPARSE * (self.list.len() + 1) {
            match self.list.binary_search_by_key(&symbol, |(s, _)| *s) {
                Ok(at) => self.list[at].1 = value,
                Err(at) => self.list.insert(at, (symbol, value)),
            }
            return;
        }
        for (symbol, value) in std::mem::take(&mut self.list) {
            self.put(symbol, value);
        }
        self.put(symbol, value);
    }

    fn put(&mut self, symbol: Symbol, value: u64) {
        if self.table.len() <= symbol.index() {
            self.table.resize(symbol.index() + 1, None);
        }
        self.table[symbol.index()] = Some(value);
    }

    fn clear(&mut self, symbol: Symbol) {
        if let Some(slot) = self.table.get_mut(symbol.index()) {
            *slot = None;
        }
        self.list.retain(|(s, _)| *s != symbol);
    }

    /// The contents of an array variable, if recorded.
    pub fn array(&self, symbol: Symbol) -> Option<&ArrayValue> {
        self.arrays.get(&symbol)
    }

    /// The element of an array variable at an index.
    pub fn element(&self, symbol: Symbol, index: u64) -> u64 {
        self.array(symbol).map_or(0, |array| array.get(index))
    }

    /// Sets an array variable.
    pub fn set_array(&mut self, symbol: Symbol, value: ArrayValue) {
        self.arrays.insert(symbol, value);
    }

    /// Takes the values of `symbols` from `other`.
    pub fn adopt(&mut self, other: &Model, symbols: &[Symbol]) {
        for symbol in symbols {
            if let Some(value) = other.decided(*symbol) {
                self.set(*symbol, value);
            } else {
                self.clear(*symbol);
            }
            match other.array(*symbol) {
                Some(array) => drop(self.arrays.insert(*symbol, array.clone())),
                None => drop(self.arrays.remove(symbol)),
            }
        }
    }

    /// One line per variable, with numbers as Java shows them.
    pub fn display(&self, terms: &Terms, symbols: &[Symbol]) -> String {
        let mut text = String::new();
        for symbol in symbols {
            let sort = terms.symbol_sort(*symbol);
            let value = match self.array(*symbol) {
                Some(array) => format!("{:?}, else {}", array.entries, array.default),
                None => show(terms, self.get(*symbol), sort),
            };
            let _ = writeln!(text, "{} = {value}", terms.name(*symbol));
        }
        text
    }
}

fn show(terms: &Terms, value: u64, sort: Sort) -> String {
    match sort {
        Sort::Bool => (value != 0).to_string(),
        Sort::Bv(width) => signed(value, u32::from(width)).to_string(),
        Sort::Wide(_) | Sort::Format(_) => terms.number(value, sort).to_string(),
        Sort::Mode => Mode::of(value).names()[0].to_owned(),
        Sort::Uninterpreted(_) => format!("element {value}"),
        Sort::Ref if value == 0 => "null".to_owned(),
        Sort::Ref => format!("ref {value}"),
        Sort::Float(FloatSort::F32) => f32::from_bits(value as u32).to_string(),
        Sort::Float(FloatSort::F64) => f64::from_bits(value).to_string(),
        Sort::Array { .. } => "{}, else 0".to_owned(),
    }
}
