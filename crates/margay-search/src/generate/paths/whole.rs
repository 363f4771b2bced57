//! All ways from one place of a summary to the next at which the heap decides, at once, for a call that is composed case by case.
//!
//! Inputs that take the way so far take one of the alternatives of the next condition, for nothing; the others are one question each, whose
//! answer has inputs for what comes after it. So as many questions are asked as there are ways, but one, and one for each
//! alternative that is impossible. A condition whose alternatives are all impossible
//! follows from what comes before it: it is noted, and never told to the solver.
//!
//! Which ways are possible depends on what the caller has in the places that the conditions are about, and on what its path says of
//! that. Where both are the same again nothing is asked, and no condition is put into the caller's words a second time: the ways are known,
//! each with inputs that take it.

use super::Found;
use super::compose::{Step, Walk};
use super::questions::{Asked, listed};
use crate::driver::Visitor;
use crate::generate::paths::apply::Answered;
use crate::generate::summary::{CallSummary, Node, Turn, variables};
use margay_logic::{Model, Symbol, TermId, Terms, eval};
use margay_machine::Platform;
use margay_machine::symbolic::inputs::Inputs;
use margay_machine::symbolic::{Symbolic, Together};
use rustc_hash::FxHashMap;
use std::rc::Rc;
use std::sync::Arc;

/// A way that is possible.
#[derive(Debug)]
pub(super) struct WholeWay {
    /// The alternatives that it takes of conditions that have others.
    pub turns: Rc<[Turn]>,
    /// What holds then.
    pub noted: Vec<TermId>,
    /// Inputs that take it.
    pub model: Option<Arc<Model>>,
    /// The variables that it has to do with: the others may be what they are.
    pub variables: Rc<[Symbol]>,
    /// Where it leads to.
    pub node: u32,
}

/// The ways that were found.
#[derive(Default)]
pub(super) struct KnownWholeWays {
    /// The summaries, by their numbers here.
    summaries: Vec<Rc<CallSummary>>,
    /// By a condition of a summary, the variables of all conditions up to the next place that is none.
    variables: FxHashMap<(u32, u32), Rc<[TermId]>>,
    ways: FxHashMap<WaysKey, Rc<[Rc<WholeWay>]>>,
}

/// What ways depend on.
#[derive(Clone, PartialEq, Eq, Hash)]
struct WaysKey {
    summary: u32,
    node: u32,
    /// What the caller has in the places of the variables.
    values: Vec<TermId>,
    /// What has to hold of these.
    constraints: Vec<TermId>,
}

impl KnownWholeWays {
    fn number(&mut self, summary: &Rc<CallSummary>) -> u32 {
        let known = self.summaries.iter().position(|own| Rc::ptr_eq(own, summary));
        known.unwrap_or_else(|| {
            self.summaries.push(Rc::clone(summary));
            self.summaries.len() - 1
        }) as u32
    }

    /// The variables of the conditions from a node on.
    fn variables(&mut self, domain: &Symbolic, summary: u32, node: u32) -> Rc<[TermId]> {
        let tree = &self.summaries[summary as usize];
        let all = || {
            let mut found: Vec<TermId> = Vec::new();
            let mut open = vec![node];
            while let Some(node) = open.pop() {
                let Node::Test { conditions, .. } = &tree.nodes[node as usize] else { continue };
                for (condition, next) in conditions {
                    found.extend(variables(domain, *condition));
                    open.push(*next);
                }
            }
            found.sort_unstable();
            found.dedup();
            found.into()
        };
        Rc::clone(self.variables.entry((summary, node)).or_insert_with(all))
    }
}

/// The caller has no word for a condition.
struct NoWord;

/// A walk through all ways.
struct Ways<'a> {
    walk: &'a Walk,
    /// The way so far.
    turns: Vec<Turn>,
    /// Inputs that take it.
    inputs: Option<Arc<Model>>,
    found: Vec<(Vec<Turn>, u32, Option<Arc<Model>>)>,
    /// Whether a way may be missing.
    is_unsure: bool,
}

impl<P, I, V> Asked<'_, '_, P, I, V>
where
    P: Platform<Symbolic>,
    I: Inputs<P>,
    V: Visitor<Symbolic, P, Found>,
{
    /// All ways on from a condition to a place that is none, each with all that it asks of numbers.
    pub(super) fn whole(&mut self, walk: &Walk) -> Step {
        let key = self.key(walk);
        let known = key.as_ref().and_then(|key| self.paths.whole.ways.get(key));
        let ways = match known {
            Some(known) => Rc::clone(known),
            None => match self.find_ways(walk, key) {
                Ok(found) => found,
                Err(NoWord) => return Step::Run,
            },
        };
        if let [only] = &ways[..]
            && only.turns.is_empty()
        {
            // All of it is known.
            let path = &mut self.machine.core.domain.path;
            only.noted.iter().for_each(|condition| path.note(*condition));
            return Step::On(only.node);
        }
        Step::Ask(listed(ways.iter().map(|way| Answered::All(Rc::clone(way))).collect()))
    }

    /// What the ways on depend on; none if the caller has no word for some of it.
    fn key(&mut self, walk: &Walk) -> Option<WaysKey> {
        let known = &mut self.paths.whole;
        let core = &mut self.machine.core;
        let summary = known.number(&walk.summary);
        let variables = known.variables(&core.domain, summary, walk.node);
        let mut values = Vec::with_capacity(variables.len());
        for variable in &*variables {
            values.push(walk.in_place_of(core, *variable)?);
        }
        let constraints = core.domain.path.around(&values);
        Some(WaysKey { summary, node: walk.node, values, constraints })
    }

    /// Searches for the ways on.
    fn find_ways(
        &mut self,
        walk: &Walk,
        key: Option<WaysKey>,
    ) -> Result<Rc<[Rc<WholeWay>]>, NoWord> {
        let model = self.machine.core.domain.path.known_model();
        let mut ways =
            Ways { walk, turns: Vec::new(), inputs: model, found: Vec::new(), is_unsure: false };
        self.add_ways(&mut ways, walk.node)?;
        let is_sure = !ways.is_unsure;
        let path = &mut self.machine.core.domain.path;
        let about: Vec<TermId> = match &key {
            Some(WaysKey { values, constraints, .. }) => {
                values.iter().chain(constraints).copied().collect()
            }
            None => {
                let conditions = ways.conditions();
                let constraints = path.around(&conditions);
                [conditions, constraints].concat()
            }
        };
        let variables = path.symbols_of_all(&about);
        let found: Rc<[Rc<WholeWay>]> =
            ways.finish(&variables.into()).into_iter().map(Rc::new).collect();
        if let Some(key) = key.filter(|_| is_sure) {
            self.paths.whole.ways.insert(key, Rc::clone(&found));
        }
        Ok(found)
    }

    /// Adds the ways on from a node that are possible.
    fn add_ways(&mut self, ways: &mut Ways<'_>, node: u32) -> Result<(), NoWord> {
        let summary = Rc::clone(&ways.walk.summary);
        let Node::Test { conditions, is_branch } = &summary.nodes[node as usize] else {
            ways.found.push((ways.turns.clone(), node, ways.inputs.clone()));
            return Ok(());
        };
        let own = self.own_conditions(ways.walk, conditions, *is_branch).ok_or(NoWord)?;
        let path = &self.machine.core.domain.path;
        let known: Vec<Option<bool>> = own.iter().map(|condition| path.holds(*condition)).collect();
        if let Some(known) = known.iter().position(|known| *known == Some(true)) {
            return self.add_ways(ways, conditions[known].1);
        }
        for (number, condition) in own.into_iter().enumerate() {
            if known[number].is_none() {
                self.turn_into(ways, (node, number as u32, condition), conditions[number].1)?;
            }
        }
        Ok(())
    }

    /// Adds the ways that begin with one alternative of a node.
    fn turn_into(&mut self, ways: &mut Ways<'_>, turn: Turn, next: u32) -> Result<(), NoWord> {
        let (_, _, condition) = turn;
        ways.turns.push(turn);
        let before = ways.inputs.clone();
        if !ways.holds(self.machine.core.domain.path.terms(), condition) {
            ways.inputs = self.inputs_for(ways);
        }
        if ways.inputs.is_some() {
            let mark = self.machine.core.domain.path.mark();
            // It is not asserted: whoever takes the way does so.
            self.machine.core.domain.path.note(condition);
            let added = self.add_ways(ways, next);
            self.machine.core.domain.path.undo_to(mark);
            added?;
        }
        ways.inputs = before;
        ways.turns.pop();
        Ok(())
    }

    /// Inputs that take the way so far, if there are any.
    fn inputs_for(&mut self, ways: &mut Ways<'_>) -> Option<Arc<Model>> {
        let conditions: Vec<TermId> = ways.turns.iter().map(|(.., condition)| *condition).collect();
        match self.machine.core.domain.path.together(&conditions) {
            Together::Possible(model) => Some(model.unwrap_or_default()),
            Together::Impossible => None,
            Together::Unknown(reason) => {
                self.unknown(&reason);
                ways.is_unsure = true;
                None
            }
        }
    }
}

impl WholeWay {
    /// What has to hold.
    pub fn conditions(&self) -> Vec<TermId> {
        self.turns.iter().map(|(.., condition)| *condition).collect()
    }
}

impl Ways<'_> {
    /// Whether the inputs that take the way so far go on with a condition.
    fn holds(&self, terms: &Terms, condition: TermId) -> bool {
        self.inputs.as_ref().is_some_and(|inputs| eval(terms, inputs, condition) != 0)
    }

    /// All that one of the ways has to assume.
    fn conditions(&self) -> Vec<TermId> {
        let turns = self.found.iter().flat_map(|(turns, ..)| turns);
        turns.map(|(.., condition)| *condition).collect()
    }

    /// The ways that were found, with what each of them has to assume.
    fn finish(self, variables: &Rc<[Symbol]>) -> Vec<WholeWay> {
        let mut alternatives: FxHashMap<u32, Vec<u32>> = FxHashMap::default();
        for (node, number, _) in self.found.iter().flat_map(|(turns, ..)| turns) {
            let known = alternatives.entry(*node).or_default();
            if !known.contains(number) {
                known.push(*number);
            }
        }
        let follows = |turn: &Turn| !self.is_unsure && alternatives[&turn.0].len() == 1;
        let way = |(turns, node, model): (Vec<Turn>, u32, Option<Arc<Model>>)| {
            let (noted, assumed): (Vec<Turn>, Vec<Turn>) = turns.into_iter().partition(follows);
            let noted = noted.into_iter().map(|(.., condition)| condition).collect();
            let variables = Rc::clone(variables);
            WholeWay { turns: assumed.into(), noted, model, variables, node }
        };
        self.found.into_iter().map(way).collect()
    }
}
