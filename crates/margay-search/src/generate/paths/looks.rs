//! Looking ahead: what has to come of a call for anything to come of the path.
//!
//! A path that looks ahead goes on with a call left open. What ends of paths that are wanted have in common holds when the
//! call is entered; and of its outcomes that are [known](KnownWays), those that fit one of these ends are *of use*: the others are not tried. So a look goes on until no end can
//! show another known outcome to be of use.

use super::super::calls::Abstraction;
use super::super::fact::Fact;
use super::super::ways::{self, KnownWays, OutcomeSet};
use super::calls::CallState;
use margay_ir::{ClassId, Storage};
use margay_logic::{Model, TermId, eval};
use margay_machine::Core;
use margay_machine::symbolic::{InputId, ReferenceState, Symbolic, SymbolicValue};
use std::rc::Rc;

/// Ends of paths whose conditions are compared when a path looks ahead; beyond, they have nothing in common.
const MOST_ENDS: u32 = 32;

/// What came of a look ahead. Going back does not take that back.
pub(super) struct Look {
    /// What the call may do.
    pub what: Rc<Abstraction>,
    /// In how many ways the path can look, and in how many it has.
    pub ways: u32,
    pub begun: u32,
    /// Ends of paths that are wanted.
    pub ends: u32,
    /// What they have in common, of references of the input.
    pub common: Vec<Fact>,
    /// What is known of the method.
    pub known: Rc<KnownWays>,
    /// The outcomes of it that are of use.
    pub useful: OutcomeSet,
    /// Ways through the call that were searched for and run to their end.
    pub tried: u32,
    /// How many of the bounds on decisions the call was entered with, and how many were not enough.
    pub within: [u32; 2],
}

impl Look {
    pub fn new(what: &Rc<Abstraction>, ways: u32, known: Rc<KnownWays>) -> Self {
        Look {
            what: Rc::clone(what),
            ways,
            begun: 0,
            ends: 0,
            common: Vec::new(),
            known,
            useful: 0,
            tried: 0,
            within: [0, 0],
        }
    }

    /// Whether nothing more can come of it, where these outcomes are still possible.
    pub fn is_over(&self, possible: OutcomeSet) -> bool {
        self.ends > 0 && self.common.is_empty() && possible & !self.useful == 0
    }

    /// Whether an outcome that is known is of use.
    pub fn is_useful(&self, outcome: u32) -> bool {
        self.useful & (1 << outcome) != 0
    }

    /// Whether the call may be entered: while it is not known what comes of looking ahead, it may.
    pub fn may_enter(&self) -> bool {
        self.ends > 0 || self.begun < self.ways
    }

    /// All outcomes that are known, by the exception thrown.
    pub fn outcomes(&self, threw: Option<ClassId>) -> OutcomeSet {
        let known = self.known.outcomes.iter().enumerate();
        let same = known.filter(|(_, known)| known.outcome.threw == threw);
        same.fold(0, |set, (number, _)| set | 1 << number)
    }
}

/// A look that a path is: what its call has left behind, and which known outcomes that may still be.
#[derive(Clone, Default)]
pub(super) struct Looking {
    /// Whether the call has been left open.
    has_begun: bool,
    /// What the caller sees of the call.
    cells: Rc<[(SymbolicValue, Storage)]>,
    /// The outcomes that fit the path so far.
    possible: OutcomeSet,
    /// Constraints and facts of the path before the look; of constraints, those after them that were taken into account too.
    constraints: usize,
    facts: usize,
}

impl CallState {
    /// From here on the path looks ahead; gives what the call may do.
    pub fn look_ahead(
        &mut self,
        core: &Core<Symbolic>,
        look: u32,
        facts: usize,
    ) -> Rc<Abstraction> {
        self.now.ahead = Some(look);
        let constraints = core.domain.path.constraints().len();
        self.set_looking(Looking { constraints, facts, ..Looking::default() });
        let look = &mut self.looks[look as usize];
        look.begun += 1;
        Rc::clone(&look.what)
    }

    /// Whether the path looks ahead for the call that is about to be left open.
    pub fn is_looked_for(&self) -> bool {
        self.now.ahead.is_some() && !self.looking().has_begun
    }

    /// The call that the path looks ahead for has left this behind.
    pub fn look_at(
        &mut self,
        core: &Core<Symbolic>,
        (what, threw): (&Abstraction, Option<ClassId>),
        references: &[SymbolicValue],
        result: Option<SymbolicValue>,
    ) {
        let Some(look) = self.now.ahead else { return };
        let looking = Looking { has_begun: true, ..self.looking() };
        let possible = self.looks[look as usize].outcomes(threw);
        let cells = match possible {
            0 => Vec::new(),
            _ => ways::seen(core, what, references, result),
        };
        self.set_looking(Looking { cells: cells.into(), possible, ..looking });
    }

    /// The known outcomes of the call ahead that fit the path so far.
    pub fn possible(&mut self, core: &mut Core<Symbolic>) -> OutcomeSet {
        let Some(look) = self.now.ahead else { return 0 };
        let mut looking = self.looking();
        if looking.possible == 0 {
            return 0;
        }
        let known = Rc::clone(&self.looks[look as usize].known);
        let new = core.domain.path.constraints()[looking.constraints..].to_vec();
        looking.constraints += new.len();
        for constraint in new {
            looking.leave_those_with(core, &known, constraint);
        }
        looking.leave_those_referring(core, &known);
        let possible = looking.possible;
        self.set_looking(looking);
        possible
    }

    /// The facts before the look.
    pub fn facts_before(&self) -> usize {
        self.looking().facts
    }

    /// A path that is wanted may have this condition since the look ahead.
    pub fn saw_end(&mut self, core: &mut Core<Symbolic>, facts: &[Fact]) {
        let Some(look) = self.now.ahead else { return };
        let possible = self.possible(core);
        let look = &mut self.looks[look as usize];
        look.useful |= possible;
        look.ends += 1;
        match look.ends {
            1 => look.common = facts.to_vec(),
            ..=MOST_ENDS => look.common.retain(|fact| facts.contains(fact)),
            _ => look.common.clear(),
        }
    }
}

impl Looking {
    /// Leaves out outcomes with which a condition on nothing but what the call has left behind is false.
    fn leave_those_with(
        &mut self,
        core: &mut Core<Symbolic>,
        known: &KnownWays,
        condition: TermId,
    ) {
        let domain = &mut core.domain;
        let symbols = domain.path.symbols_of(condition);
        let mut cells = Vec::new();
        for (place, (value, storage)) in self.cells.iter().enumerate() {
            let variable = domain.variable_in(*value, *storage);
            let symbol = variable.and_then(|variable| domain.path.terms().as_symbol(variable));
            cells.extend(symbol.filter(|own| symbols.contains(own)).map(|own| (place, own)));
        }
        if cells.is_empty() || !symbols.iter().all(|s| cells.iter().any(|(_, own)| own == s)) {
            return;
        }
        for number in self.numbers(known) {
            let values = &known.outcomes[number].outcome.values;
            let mut model = Model::new();
            let mut is_known = true;
            for (place, symbol) in &cells {
                match values.get(*place).copied().flatten() {
                    Some(bits) => model.set(*symbol, bits),
                    None => is_known = false,
                }
            }
            if is_known && eval(domain.path.terms(), &model, condition) == 0 {
                self.possible &= !(1 << number);
            }
        }
    }

    /// Leaves out outcomes with other references than those the path has decided on.
    fn leave_those_referring(&mut self, core: &Core<Symbolic>, known: &KnownWays) {
        let references = &core.domain.references;
        for place in 0..self.cells.len() {
            let SymbolicValue::Input(input) = self.cells[place].0 else { continue };
            let state = references.state(input);
            for number in self.numbers(known) {
                let values = &known.outcomes[number].outcome.values;
                let Some(bits) = values.get(place).copied().flatten() else { continue };
                let fits = match state {
                    ReferenceState::Is(object) => bits == u64::from(object),
                    ReferenceState::NonNull => bits != 0,
                    _ => true,
                };
                if !fits {
                    self.possible &= !(1 << number);
                }
            }
        }
    }

    /// The numbers of the outcomes that are possible.
    fn numbers(&self, known: &KnownWays) -> Vec<usize> {
        (0..known.outcomes.len()).filter(|number| self.possible & (1 << number) != 0).collect()
    }
}

/// The facts about references of the input, beside those that open calls have made.
pub(super) fn about_inputs(core: &Core<Symbolic>, facts: &[Fact]) -> Vec<Fact> {
    let references = &core.domain.references;
    let is_input = |input: InputId| !references.about(input).name.contains('#');
    let about_inputs = facts.iter().filter(|fact| match fact {
        Fact::Null(input) | Fact::NonNull(input) => is_input(*input),
        _ => false,
    });
    about_inputs.cloned().collect()
}
