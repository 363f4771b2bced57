//! Models: a value for every variable.
//!
//! A model is total: a variable without a value is 0 (false, null, +0.0, the array of zeros), so
//! solvers only record what they decided.

use crate::sort::{FloatSort, Sort};
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
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Model {
    scalars: Vec<Option<u64>>,
    arrays: FxHashMap<Symbol, ArrayValue>,
}

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
        self.scalars.get(symbol.index()).copied().flatten()
    }

    /// Sets a scalar variable.
    pub fn set(&mut self, symbol: Symbol, value: u64) {
        if self.scalars.len() <= symbol.index() {
            self.scalars.resize(symbol.index() + 1, None);
        }
        self.scalars[symbol.index()] = Some(value);
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
            } else if let Some(slot) = self.scalars.get_mut(symbol.index()) {
                *slot = None;
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
                None => show(self.get(*symbol), sort),
            };
            let _ = writeln!(text, "{} = {value}", terms.name(*symbol));
        }
        text
    }
}

fn show(value: u64, sort: Sort) -> String {
    match sort {
        Sort::Bool => (value != 0).to_string(),
        Sort::Bv(width) => signed(value, u32::from(width)).to_string(),
        Sort::Ref if value == 0 => "null".to_owned(),
        Sort::Ref => format!("ref {value}"),
        Sort::Float(FloatSort::F32) => f32::from_bits(value as u32).to_string(),
        Sort::Float(FloatSort::F64) => f64::from_bits(value).to_string(),
        Sort::Array { .. } => "{}, else 0".to_owned(),
    }
}
