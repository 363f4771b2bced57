//! The state of a script between commands, and the commands that change it.
//!
//! The time budget of a question covers all that leads to it: reading, simplifying and deciding
//! since the question before, but not waiting for input. What no longer fits is left out, and then
//! the answer is `unknown` as long as the frame it was left out of is open.

use super::declare::{Declared, Label, Variable};
use super::options::Switches;
use super::reader::Piece;
use crate::budget::Budget;
use crate::op::Op;
use crate::smtlib::{Item, NodeId, Scope, Sexprs, SyntaxError, TermError, Theories, sort_text};
use crate::solver::{Config, Outcome, Reason, Solver, Stats};
use crate::sort::Sort;
use crate::terms::{TermId, Terms};
use std::fmt::Write;
use std::io;
use std::time::{Duration, Instant};

/// Looking at memory takes as long as reading a short condition.
const CONDITIONS_PER_LOOK: u64 = 64;

/// Whether the script goes on.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Next {
    Go,
    Stop,
}

/// What a frame began with.
struct Frame {
    declared: usize,
    variables: usize,
    named: usize,
    assertions: usize,
    left_out: Option<Reason>,
}

/// A script being run.
pub(super) struct Session {
    pub(super) terms: Terms,
    pub(super) solver: Solver,
    pub(super) scope: Scope,
    pub(super) switches: Switches,
    /// Declarations in order.
    pub(super) declared: Vec<Declared>,
    frames: Vec<Frame>,
    pub(super) variables: Vec<Variable>,
    pub(super) named: Vec<Label>,
    /// The assertions as they were written, if the script has asked for them.
    pub(super) assertions: Vec<String>,
    /// The newest answer, until the constraints change.
    pub(super) last: Option<Outcome>,
    /// The assumptions of the newest question, as they were written.
    pub(super) assumptions: Vec<(String, TermId)>,
    pub(super) output: String,
    /// Why constraints of the newest frame or those around it were left out, if any were.
    pub(super) left_out: Option<Reason>,
    time: Option<Duration>,
    memory: Option<u64>,
    /// Time spent on the next question by the commands before the present one.
    spent: Duration,
    /// When the present command began, or its answer was given.
    started: Instant,
    /// How many conditions were read.
    conditions: u64,
}

pub(super) type Done = Result<(), SyntaxError>;

impl Session {
    pub(super) fn new(solver: Solver, config: &Config) -> Session {
        Session {
            terms: Terms::new(),
            solver,
            scope: Scope::new(),
            switches: Switches::default(),
            declared: Vec::new(),
            frames: Vec::new(),
            variables: Vec::new(),
            named: Vec::new(),
            assertions: Vec::new(),
            last: None,
            assumptions: Vec::new(),
            output: String::new(),
            left_out: None,
            time: config.time,
            memory: config.memory,
            spent: Duration::ZERO,
            started: Instant::now(),
            conditions: 0,
        }
    }

    /// Runs the commands in a piece of text.
    pub(super) fn run(&mut self, piece: &Piece) -> Result<Next, SyntaxError> {
        self.started = Instant::now();
        let result = self.run_text(piece);
        self.spent += self.started.elapsed();
        result
    }

    fn run_text(&mut self, piece: &Piece) -> Result<Next, SyntaxError> {
        let sexprs = Sexprs::parse_at(&piece.text, (piece.line, piece.column))?;
        for command in sexprs.top() {
            if self.command(&sexprs, *command)? == Next::Stop {
                return Ok(Next::Stop);
            }
        }
        Ok(Next::Go)
    }

    /// What was printed since this was last asked.
    pub(super) fn take_output(&mut self) -> String {
        std::mem::take(&mut self.output)
    }

    /// Prints an error as the language has it.
    pub(super) fn report(&mut self, error: &SyntaxError) {
        let text = error.to_string().replace('"', "\"\"");
        let _ = writeln!(self.output, "(error \"{text}\")");
    }

    pub(super) fn stats(&self) -> &Stats {
        self.solver.stats()
    }

    pub(super) fn log_error(&self) -> Option<io::Error> {
        self.solver.log_error().map(|error| io::Error::new(error.kind(), error.to_string()))
    }

    /// What the next question may still take.
    pub(super) fn budget(&self) -> Budget {
        let left = self.time.map(|time| time.saturating_sub(self.spent));
        Budget::new(left.and_then(|left| self.started.checked_add(left)), self.memory)
    }

    /// Why there is no room for another condition, if there is none. Memory is looked at now and
    /// then, and each time once it was used up.
    fn spent_by(&mut self, budget: &Budget) -> Option<Reason> {
        let looks = self.conditions.is_multiple_of(CONDITIONS_PER_LOOK) || self.left_out.is_some();
        self.conditions += 1;
        if looks { budget.spent() } else { budget.late() }
    }

    fn command(&mut self, sexprs: &Sexprs, node: NodeId) -> Result<Next, SyntaxError> {
        let members = sexprs.list(node).unwrap_or(&[]);
        let name = members.first().and_then(|m| sexprs.atom(*m));
        let Some(name) = name else {
            return Err(sexprs.error(node, "expected a command such as (check-sat)"));
        };
        let arguments = &members[1..];
        // Names given in what only asks are not kept.
        self.scope.take_named();
        match (name, arguments) {
            ("exit", []) => {
                self.success();
                return Ok(Next::Stop);
            }
            _ if self.ask(sexprs, node, name, arguments)? => return Ok(Next::Go),
            ("set-logic", [logic]) => {
                self.scope.theories = self.switches.set_logic(sexprs, *logic)?;
            }
            ("set-info", [_, ..]) => {}
            ("set-option", [option, value @ ..]) => {
                if !self.switches.set(sexprs, *option, value.first().copied())? {
                    self.output.push_str("unsupported\n");
                    return Ok(Next::Go);
                }
            }
            ("declare-const", [name, sort]) => self.declare(sexprs, *name, None, *sort)?,
            ("declare-fun", [name, parameters, sort]) => {
                self.declare(sexprs, *name, Some(*parameters), *sort)?;
            }
            ("declare-sort", [name, arity @ ..]) if arity.len() < 2 => {
                self.declare_sort(sexprs, *name, arity.first().copied())?;
            }
            ("define-sort", [name, parameters, sort]) => {
                self.define_sort(sexprs, *name, *parameters, *sort)?;
            }
            ("define-const", [name, sort, body]) => {
                self.define(sexprs, *name, None, *sort, *body)?;
            }
            ("define-fun", [name, parameters, sort, body]) => {
                self.define(sexprs, *name, Some(*parameters), *sort, *body)?;
            }
            ("assert", [condition]) => self.assert(sexprs, *condition)?,
            ("push", levels) => (0..levels_of(sexprs, node, levels)?).for_each(|_| self.push()),
            ("pop", levels) => {
                let levels = levels_of(sexprs, node, levels)?;
                if levels > self.frames.len() {
                    return Err(sexprs.error(node, "pop without a matching push"));
                }
                (0..levels).for_each(|_| self.pop());
            }
            ("reset-assertions", []) => self.reset_assertions(),
            ("reset", []) => self.reset(),
            _ => return Err(sexprs.error(node, format!("unsupported or malformed command {name}"))),
        }
        self.success();
        Ok(Next::Go)
    }

    fn success(&mut self) {
        if self.switches.print_success {
            self.output.push_str("success\n");
        }
    }

    fn assert(&mut self, sexprs: &Sexprs, node: NodeId) -> Done {
        match self.condition(sexprs, node, true) {
            Ok(condition) if self.frames.is_empty() && !self.has_label(condition) => {
                self.solver.assert_for_good(&self.terms, condition);
            }
            Ok(condition) => self.solver.assert(&self.terms, condition),
            Err(TermError::Spent(reason)) => self.left_out = Some(reason),
            Err(TermError::Syntax(error)) => return Err(error),
        }
        if self.switches.produce_assertions {
            self.assertions.push(sexprs.source(node));
        }
        self.last = None;
        Ok(())
    }

    /// Whether the newest name is that of a condition, which a core may then have to name.
    fn has_label(&self, condition: TermId) -> bool {
        self.named.last().is_some_and(|label| label.is_asserted && label.term == condition)
    }

    fn condition(
        &mut self,
        sexprs: &Sexprs,
        node: NodeId,
        is_asserted: bool,
    ) -> Result<TermId, TermError> {
        let budget = self.budget();
        if let Some(reason) = self.spent_by(&budget) {
            return Err(TermError::Spent(reason));
        }
        let term = self.scope.term(&mut self.terms, sexprs, node, &budget)?;
        let labels = self.scope.take_named();
        if self.terms.sort(term) != Sort::Bool {
            let sort = sort_text(&self.terms, self.terms.sort(term));
            return Err(sexprs.error(node, format!("expected a Bool, not a {sort}")).into());
        }
        let is_label = sexprs.list(node).and_then(|m| sexprs.atom(*m.first()?)) == Some("!");
        self.keep_named(sexprs, labels, (is_asserted && is_label).then_some(term))?;
        Ok(term)
    }

    fn push(&mut self) {
        self.last = None;
        self.solver.push();
        self.frames.push(Frame {
            declared: self.declared.len(),
            variables: self.variables.len(),
            named: self.named.len(),
            assertions: self.assertions.len(),
            left_out: self.left_out.clone(),
        });
    }

    fn pop(&mut self) {
        self.last = None;
        self.solver.pop();
        let Some(frame) = self.frames.pop() else { return };
        self.left_out = frame.left_out;
        self.named.truncate(frame.named);
        self.assertions.truncate(frame.assertions);
        if !self.switches.global_declarations {
            self.undeclare(frame.declared, frame.variables);
        }
    }

    fn reset_assertions(&mut self) {
        while !self.frames.is_empty() {
            self.pop();
        }
        self.solver.pop();
        (self.last, self.left_out) = (None, None);
        self.named.clear();
        self.assertions.clear();
        if !self.switches.global_declarations {
            self.undeclare(0, 0);
        }
    }

    fn reset(&mut self) {
        self.switches = Switches::default();
        self.scope.theories = Theories::ALL;
        self.reset_assertions();
    }

    /// Decides the constraints with assumptions, and prints the answer.
    pub(super) fn check(&mut self, sexprs: &Sexprs, assumptions: &[NodeId]) -> Done {
        let one = |this: &mut Session, node: &NodeId| {
            Ok((sexprs.source(*node), this.condition(sexprs, *node, false)?))
        };
        self.check_with(assumptions.iter(), one)
    }

    /// Decides the constraints with terms that have these values, and prints the answer.
    pub(super) fn check_equal(
        &mut self,
        sexprs: &Sexprs,
        terms: &[NodeId],
        values: &[NodeId],
    ) -> Done {
        let one = |this: &mut Session, (term, value): (&NodeId, &NodeId)| {
            let text = format!("(= {} {})", sexprs.source(*term), sexprs.source(*value));
            let budget = this.budget();
            let [term, right] =
                [term, value].map(|node| this.scope.term(&mut this.terms, sexprs, *node, &budget));
            let equal = this.terms.try_app(Op::Eq, &[term?, right?]);
            let equal = equal.map_err(|_| sexprs.error(*value, "the value is of another sort"))?;
            Ok((text, equal))
        };
        self.check_with(terms.iter().zip(values), one)
    }

    fn check_with<T>(
        &mut self,
        assumptions: impl Iterator<Item = T>,
        mut condition: impl FnMut(&mut Session, T) -> Result<(String, TermId), TermError>,
    ) -> Done {
        let mut outcome = None;
        let mut assumed = Vec::new();
        for assumption in assumptions {
            match condition(self, assumption) {
                Ok(assumption) => assumed.push(assumption),
                Err(TermError::Spent(reason)) => outcome = Some(Outcome::Unknown(reason)),
                Err(TermError::Syntax(error)) => return Err(error),
            }
        }
        self.assumptions = assumed;
        let conditions: Vec<TermId> = self.assumptions.iter().map(|(_, term)| *term).collect();
        self.solver.set_budget(self.budget());
        let left_out = self.left_out.clone();
        let outcome = outcome
            .or_else(|| left_out.map(Outcome::Unknown))
            .unwrap_or_else(|| self.solver.check_with(&mut self.terms, &conditions));
        let answer = match outcome {
            Outcome::Sat => "sat",
            Outcome::Unsat => "unsat",
            Outcome::Unknown(_) => "unknown",
        };
        let _ = writeln!(self.output, "{answer}");
        self.last = Some(outcome);
        (self.spent, self.started) = (Duration::ZERO, Instant::now());
        Ok(())
    }

    pub(super) fn echo(&mut self, sexprs: &Sexprs, node: NodeId) -> Done {
        let Item::Text(text) = sexprs.item(node) else {
            return Err(sexprs.error(node, "echo takes a string"));
        };
        let _ = writeln!(self.output, "{text}");
        Ok(())
    }

    pub(super) fn depth(&self) -> usize {
        self.frames.len()
    }

    pub(super) fn term(&mut self, sexprs: &Sexprs, node: NodeId) -> Result<TermId, SyntaxError> {
        let budget = self.budget();
        self.scope.term(&mut self.terms, sexprs, node, &budget).map_err(|error| match error {
            TermError::Syntax(error) => error,
            TermError::Spent(reason) => sexprs.error(node, reason.to_string()),
        })
    }
}

fn levels_of(sexprs: &Sexprs, node: NodeId, levels: &[NodeId]) -> Result<usize, SyntaxError> {
    match levels {
        [] => Ok(1),
        [n] => sexprs
            .atom(*n)
            .filter(|text| text.starts_with(|c: char| c.is_ascii_digit()))
            .and_then(|text| text.parse().ok())
            .filter(|n| *n <= 1_000_000)
            .ok_or_else(|| sexprs.error(*n, "expected a number of levels")),
        _ => Err(sexprs.error(node, "expected a number of levels")),
    }
}
