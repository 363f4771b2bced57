//! Layer: bits, with helpers for products and quotients.
//!
//! What the SAT solver cannot do with one circuit of a multiplication it may do with another, or
//! with less than the whole of it, and nobody can tell beforehand. So the plain translation has
//! the first share of the work budget, then each helper has one, and then they go on where they
//! were with twice as much, until one answers or the budget is spent:
//!
//! | helper | idea |
//! | --- | --- |
//! | `narrow` | variables are small numbers; finds models, and refutes what needs no large ones |
//! | `abstract` | products are free variables, with facts where an assignment violates them |
//! | `columns` | another circuit |
//!
//! Shares are counted in conflicts, so the same question has the same answer on every machine.

use super::bits::Bits;
use super::layer::{Chain, Context, Layer, Reason, Verdict};
use crate::blast::{Arithmetic, Refutation};
use crate::op::Op;
use crate::sort::Sort;
use crate::terms::{TermId, Terms};

/// Conflicts of the first share.
const FIRST: u32 = 2_000;
/// Bits of a variable in the first share of `narrow`.
const FEW: u32 = 6;

/// The ways a question with products is tried, in turn.
#[derive(Clone, Copy)]
enum Way {
    Plain,
    Narrow,
    Abstract,
    Columns,
}

const WAYS: [Way; 4] = [Way::Plain, Way::Narrow, Way::Abstract, Way::Columns];

/// A way, how often it had a turn before, and the conflicts it may take now.
type Turn<W> = (W, u32, u32);

/// Turns of ways, with twice as much work in each round, until the budget is spent.
fn turns<W: Copy>(ways: &[W], budget: Option<u32>) -> impl Iterator<Item = Turn<W>> {
    let rounds = (0..).flat_map(|round| ways.iter().map(move |way| (*way, round)));
    rounds.scan(budget, |left, (way, round)| {
        let wanted = FIRST.saturating_mul(1_u32.checked_shl(round).unwrap_or(u32::MAX));
        let share = left.map_or(wanted, |left| left.min(wanted));
        *left = left.map(|left| left - share);
        (share > 0).then_some((way, round, share))
    })
}

/// Whether a query has products, so that there is more than one way.
fn has_products(terms: &Terms, query: &[TermId]) -> bool {
    query.iter().any(|term| terms.features(*term).products)
}

/// Decides by translation to SAT, in several ways.
pub(crate) struct Portfolio {
    plain: Bits,
    /// Whether there are helpers at all.
    helped: bool,
}

impl Portfolio {
    pub(crate) fn new(helped: bool) -> Portfolio {
        Portfolio { plain: Bits::new(Arithmetic::Rows, false), helped }
    }
}

impl Layer for Portfolio {
    fn name(&self) -> &'static str {
        "bits"
    }

    fn check(&mut self, cx: &mut Context<'_>, query: &[TermId], rest: Chain<'_>) -> Verdict {
        let verdict = match self.helped && has_products(cx.terms, query) {
            true => self.in_turns(cx, query),
            false => self.plain.decide(cx, query, cx.conflicts),
        };
        match verdict {
            // What takes this solver too much work may be easy for another one.
            Verdict::Unknown(Reason::Work | Reason::Unsupported(_)) if !rest.is_empty() => {
                rest.check(cx, query)
            }
            verdict => verdict,
        }
    }
}

impl Portfolio {
    fn in_turns(&mut self, cx: &mut Context<'_>, query: &[TermId]) -> Verdict {
        let [mut products, mut columns] =
            [Arithmetic::Abstract, Arithmetic::Columns].map(|way| Bits::new(way, false));
        for (way, round, share) in turns(&WAYS, cx.conflicts) {
            let share = Some(share);
            let verdict = match way {
                Way::Plain => self.plain.decide(cx, query, share),
                Way::Narrow => cx.helper("narrow", |cx| self.narrow(cx, query, round, share)),
                Way::Abstract => cx.helper("abstract", |cx| products.decide(cx, query, share)),
                Way::Columns => cx.helper("columns", |cx| columns.decide(cx, query, share)),
            };
            if !matches!(verdict, Verdict::Unknown(Reason::Work)) {
                return verdict;
            }
        }
        Verdict::Unknown(Reason::Work)
    }

    /// The plain way, with the variables confined to few bits.
    fn narrow(
        &mut self,
        cx: &mut Context<'_>,
        query: &[TermId],
        round: u32,
        share: Option<u32>,
    ) -> Verdict {
        let few = FEW.saturating_mul(round + 1);
        let symbols = cx.supports.union(cx.terms, query.iter().copied());
        let mut confined = query.to_vec();
        for symbol in symbols {
            let variable = cx.terms.symbol_term(symbol);
            confined.extend(is_small(cx.terms, variable, few));
        }
        if confined.len() == query.len() {
            return Verdict::Unknown(Reason::Work);
        }
        match self.plain.decide(cx, &confined, share) {
            Verdict::Unsat(core) if core.iter().any(|t| !query.contains(t)) => {
                Verdict::Unknown(Reason::Work)
            }
            verdict => verdict,
        }
    }
}

/// That a word is a number of that many bits with sign; nothing if it has no more.
fn is_small(terms: &mut Terms, word: TermId, bits: u32) -> Option<TermId> {
    let width = terms.bits(word);
    if !matches!(terms.sort(word), Sort::Bv(_) | Sort::Wide(_)) || width <= bits {
        return None;
    }
    let low = terms.app(Op::Extract { hi: bits as u16 - 1, lo: 0 }, &[word]);
    let extended = terms.app(Op::SignExt(width as u16), &[low]);
    Some(terms.eq(word, extended))
}

/// A refutation of constraints, by the way that finds one first.
///
/// # Errors
/// When the budget is spent, or there is none.
pub(crate) fn refute(cx: &mut Context<'_>, core: &[TermId]) -> Result<Refutation, Reason> {
    let all = [Arithmetic::Rows, Arithmetic::Abstract, Arithmetic::Columns];
    let mut ways = all.map(|way| Bits::new(way, true));
    let indices: &[usize] = if has_products(cx.terms, core) { &[0, 1, 2] } else { &[0] };
    for (way, _, share) in turns(indices, cx.conflicts) {
        match ways[way].decide(cx, core, Some(share)) {
            Verdict::Unsat(_) => {
                let found = ways.into_iter().nth(way);
                return found.map(Bits::into_refutation).ok_or(Reason::Work);
            }
            Verdict::Unknown(Reason::Work) => {}
            Verdict::Unknown(reason) => return Err(reason),
            Verdict::Sat(_) => return Err(Reason::WrongModel),
        }
    }
    Err(Reason::Work)
}
