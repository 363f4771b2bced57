//! Terms as data: what a store holds, to be written down and read again.
//!
//! Terms are restored as they stood, not built anew: a term that was read is the one that was written, with the same
//! number. What is read is not trusted: an operator that does not take its operands is an error.

use crate::op::Op;
use crate::sort::Sort;
use crate::terms::{Taste, TermId, Terms};
use serde::{Deserialize, Serialize};

/// The terms of a store over booleans, words of at most 64 bits, and Java's floats.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct StoredTerms {
    /// The variables, oldest first.
    variables: Vec<(String, Sort, Taste)>,
    /// The terms, operands first.
    terms: Vec<StoredTerm>,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct StoredTerm {
    op: Op,
    /// Of a literal; other sorts follow from the operands.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    sort: Option<Sort>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    args: Vec<u32>,
}

impl Terms {
    /// All terms as data; none if there are sorts that Java does not have.
    #[must_use]
    pub fn stored(&self) -> Option<StoredTerms> {
        let is_plain = |sort| matches!(sort, Sort::Bool | Sort::Bv(_) | Sort::Float(_) | Sort::Ref);
        let mut variables = Vec::new();
        for symbol in self.symbols() {
            let sort = self.symbol_sort(symbol);
            variables.push((self.name(symbol).to_owned(), sort, self.taste(symbol)));
        }
        let mut terms = Vec::with_capacity(self.len());
        for number in 0..self.len() {
            let node = self.node(TermId::new(number));
            let op = node.op();
            if !is_plain(node.sort()) || matches!(op, Op::Ieee(..)) {
                return None;
            }
            let sort = matches!(op, Op::Const(_)).then_some(node.sort());
            let args = node.args().iter().map(|arg| arg.index() as u32).collect();
            terms.push(StoredTerm { op, sort, args });
        }
        variables
            .iter()
            .all(|(_, sort, _)| is_plain(*sort))
            .then_some(StoredTerms { variables, terms })
    }
}

impl StoredTerms {
    /// The store that holds them.
    ///
    /// # Errors
    /// When they are no terms of one store; the text says which is wrong.
    pub fn restore(&self) -> Result<Terms, String> {
        let mut terms = Terms::new();
        let mut symbols = Vec::with_capacity(self.variables.len());
        for (name, sort, taste) in &self.variables {
            check(*sort)?;
            let symbol = terms.declare(name, *sort).map_err(|error| error.to_string())?;
            terms.set_taste(symbol, *taste);
            symbols.push(symbol);
        }
        for (number, StoredTerm { op, sort, args }) in self.terms.iter().enumerate() {
            let wrong = |what: &str| format!("term {number}: {what}");
            if args.len() != op.arity() || args.iter().any(|arg| *arg as usize >= number) {
                return Err(wrong("its operands are not those before it"));
            }
            let args: Vec<TermId> = args.iter().map(|arg| TermId::new(*arg as usize)).collect();
            let term = match (op, sort) {
                (Op::Const(bits), Some(sort)) => {
                    check(*sort).map_err(|what| wrong(&what))?;
                    terms.constant(*bits, *sort)
                }
                (Op::Const(_), None) => return Err(wrong("a literal without a sort")),
                (Op::Var(symbol), _) if symbols.get(symbol.index()) == Some(symbol) => {
                    terms.symbol_term(*symbol)
                }
                (Op::Var(_), _) => return Err(wrong("there is no such variable")),
                (op, _) => terms.raw(*op, &args).map_err(|error| wrong(&error.to_string()))?,
            };
            if term.index() != number {
                return Err(wrong("it is there already"));
            }
        }
        Ok(terms)
    }
}

/// Whether a sort has as many bits as it may.
fn check(sort: Sort) -> Result<(), String> {
    match sort {
        Sort::Bv(width) if Sort::bv(width.into()) != Some(sort) => {
            Err(format!("there are no words of {width} bits"))
        }
        _ => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn some() -> Terms {
        let mut terms = Terms::new();
        let x = terms.var("x", Sort::Bv(32));
        let real = terms.var("real", Sort::Float(crate::FloatSort::F64));
        let five = terms.bv(5, 32);
        let sum = terms.app(Op::Add, &[x, five]);
        let less = terms.app(Op::Slt, &[sum, x]);
        let odd = terms.app(Op::FIsNan, &[real]);
        terms.app(Op::And, &[less, odd]);
        terms
    }

    #[test]
    fn what_is_restored_is_what_was_stored() {
        let terms = some();
        let stored = terms.stored().expect("sorts of Java");
        let restored = stored.restore().expect("terms");
        assert_eq!(restored.len(), terms.len());
        for number in 0..terms.len() {
            assert_eq!(restored.node(TermId::new(number)), terms.node(TermId::new(number)));
        }
        assert_eq!(restored.stored(), Some(stored));
    }

    #[test]
    fn what_is_no_term_is_refused() {
        let stored = some().stored().expect("sorts of Java");
        for (number, term) in stored.terms.iter().enumerate() {
            let mut forward = stored.clone();
            forward.terms[number].args = vec![number as u32; term.op.arity().max(1)];
            assert!(forward.restore().is_err(), "{number}");
            let mut twice = stored.clone();
            twice.terms.push(term.clone());
            assert!(twice.restore().is_err(), "{number}");
        }
        let mut wide = stored.clone();
        wide.variables[0].1 = Sort::Bv(0);
        assert!(wide.restore().is_err());
        let mut unsorted = stored.clone();
        unsorted.terms.iter_mut().for_each(|term| term.sort = None);
        assert!(unsorted.restore().is_err());
    }

    #[test]
    fn other_sorts_are_not_stored() {
        let mut terms = Terms::new();
        terms.var("wide", Sort::Wide(100));
        assert_eq!(terms.stored(), None);
    }
}
