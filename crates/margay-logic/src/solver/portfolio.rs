//! Layer: bits, with helpers for what is hard.
//!
//! What the SAT solver cannot do with one circuit it may do with another, or with less than the
//! whole of it, and nobody can tell beforehand. So the plain translation, which remembers the
//! questions before, has the first share of the work budget, then each helper has one, and then
//! they go on where they were with twice as much, until one answers or the budget is spent:
//!
//! | helper | idea |
//! | --- | --- |
//! | `equations` | definitions among the constraints are put in (see that module) |
//! | `narrow` | variables are small numbers; finds models, and refutes what needs no large ones |
//! | `abstract` | products are free variables, with facts where an assignment violates them |
//! | `columns` | another circuit for products and quotients |
//!
//! The last three are only for products and quotients. At the first question there is nothing to
//! remember, so equations come before. Shares are counted in conflicts, so the same questions have the
//! same answers on every machine.

use super::bits::Bits;
use super::equations::Equations;
use super::layer::{Chain, Context, Layer, Reason, Verdict};
use crate::blast::{Arithmetic, Refutation};
use crate::op::Op;
use crate::sort::Sort;
use crate::terms::{TermId, Terms};
use rustc_hash::FxHashSet;

/// Conflicts of the first share.
const FIRST: u32 = 2_000;
/// Bits of a variable in the first share of `narrow`.
const FEW: u32 = 6;

/// The ways a question is tried, in turn.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Way {
    Plain,
    Equations,
    Narrow,
    Abstract,
    Columns,
}

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
    /// Whether there was a question before.
    asked: bool,
}

impl Portfolio {
    pub(crate) fn new(helped: bool) -> Portfolio {
        Portfolio { plain: Bits::new(Arithmetic::Rows, false), helped, asked: false }
    }
}

impl Layer for Portfolio {
    fn name(&self) -> &'static str {
        "bits"
    }

    fn check(&mut self, cx: &mut Context<'_>, query: &[TermId], rest: Chain<'_>) -> Verdict {
        let verdict = match self.helped {
            true => self.decide(cx, query),
            false => self.plain.decide(cx, query, cx.lasting, cx.conflicts),
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
    fn decide(&mut self, cx: &mut Context<'_>, query: &[TermId]) -> Verdict {
        let budget = cx.conflicts;
        let first = !std::mem::replace(&mut self.asked, true);
        let share = if first { 0 } else { budget.map_or(FIRST, |budget| budget.min(FIRST)) };
        if share > 0 {
            let verdict = self.plain.decide(cx, query, cx.lasting, Some(share));
            if !matches!(verdict, Verdict::Unknown(Reason::Work)) {
                return verdict;
            }
        }
        match Equations::of(cx, query) {
            Ok(equations) => self.in_turns(cx, query, equations, budget.map(|b| b - share)),
            Err(reason) => Verdict::Unknown(reason),
        }
    }

    fn in_turns(
        &mut self,
        cx: &mut Context<'_>,
        query: &[TermId],
        equations: Option<Equations>,
        budget: Option<u32>,
    ) -> Verdict {
        let simpler = equations.as_ref().map_or(query, |equations| &equations.rest);
        let mut ways = Vec::new();
        ways.extend(equations.as_ref().map(|_| Way::Equations));
        ways.push(Way::Plain);
        if has_products(cx.terms, simpler) {
            ways.extend([Way::Narrow, Way::Abstract, Way::Columns]);
        }
        if ways.len() == 1 {
            return self.plain.decide(cx, query, cx.lasting, budget);
        }
        let mut helpers = Helpers::new(lasting(cx, query, equations.as_ref()));
        for (way, round, share) in turns(&ways, budget) {
            let verdict = match way {
                Way::Plain => self.plain.decide(cx, query, cx.lasting, Some(share)),
                helper => helpers.decide(cx, helper, simpler, round, Some(share)),
            };
            match (verdict, &equations) {
                (Verdict::Unknown(Reason::Work), _) => {}
                (verdict, Some(equations)) if way != Way::Plain => {
                    return equations.restore(cx, verdict);
                }
                (verdict, _) => return verdict,
            }
        }
        Verdict::Unknown(Reason::Work)
    }
}

/// What of a question lasts when its definitions are put in: all that is left of it, if all of it does.
fn lasting(cx: &Context<'_>, query: &[TermId], equations: Option<&Equations>) -> FxHashSet<TermId> {
    let inside = |term: &&TermId| cx.lasting.contains(*term);
    match equations {
        Some(equations) if query.iter().all(|t| inside(&t)) => {
            equations.rest.iter().copied().collect()
        }
        Some(_) => FxHashSet::default(),
        None => query.iter().filter(inside).copied().collect(),
    }
}

/// What the helpers have of the present question.
struct Helpers {
    simple: Bits,
    products: Bits,
    columns: Bits,
    /// What of the question lasts.
    lasting: FxHashSet<TermId>,
}

impl Helpers {
    fn new(lasting: FxHashSet<TermId>) -> Helpers {
        let [simple, products, columns] =
            [Arithmetic::Rows, Arithmetic::Abstract, Arithmetic::Columns]
                .map(|way| Bits::new(way, false));
        Helpers { simple, products, columns, lasting }
    }

    fn decide(
        &mut self,
        cx: &mut Context<'_>,
        way: Way,
        query: &[TermId],
        round: u32,
        share: Option<u32>,
    ) -> Verdict {
        let trivial = query.iter().copied().find(|t| cx.terms.as_const(*t) == Some(0));
        let (name, bits) = match way {
            Way::Plain | Way::Equations => ("equations", &mut self.simple),
            Way::Narrow => {
                return cx.helper("narrow", |cx| self.narrow(cx, query, round, share));
            }
            Way::Abstract => ("abstract", &mut self.products),
            Way::Columns => ("columns", &mut self.columns),
        };
        cx.helper(name, |cx| match trivial {
            Some(no) => Verdict::Unsat(vec![no]),
            None => bits.decide(cx, query, &self.lasting, share),
        })
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
        let (_, confinement) = confined.split_at(query.len());
        if confinement.is_empty() {
            return Verdict::Unknown(Reason::Work);
        }
        let confinement: FxHashSet<TermId> = confinement.iter().copied().collect();
        match self.simple.decide(cx, &confined, &self.lasting, share) {
            Verdict::Unsat(core) if core.iter().any(|t| confinement.contains(t)) => {
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
        match ways[way].decide(cx, core, &FxHashSet::default(), Some(share)) {
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
