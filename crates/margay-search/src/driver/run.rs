//! The driver: from question to question, from path to path.

use super::node::Node;
use super::{
    Answer, Applied, Backtrack, Ending, Oracle, Pace, PathError, Question, Reply, Strategy,
};
use crate::decisions::Decisions;
use margay_ir::MethodId;
use margay_machine::{Domain, Event, Machine, Platform};
use std::ops::ControlFlow;

/// How a step of a search ended.
type Step<E> = Result<ControlFlow<()>, E>;

const GO_ON: ControlFlow<()> = ControlFlow::Continue(());
const STOP: ControlFlow<()> = ControlFlow::Break(());

/// Where paths begin.
#[derive(Clone, Debug)]
pub struct Call<V> {
    /// The method that is run.
    pub method: MethodId,
    /// What it is given.
    pub args: Vec<V>,
}

/// A place from which a search that was stopped goes on.
#[derive(Clone, Debug)]
pub struct OpenPlace<'a, N> {
    /// What leads there.
    pub decisions: Decisions,
    /// What the strategy remembers of the question there, and which of its alternatives it is; none
    /// for the path that was under way.
    pub question: Option<(&'a N, u32)>,
}

/// A search: what lies between the machine, which runs, and the strategy and the oracle, which
/// decide.
///
/// Whoever goes back without checkpoints ([`Backtrack::Reexecute`], an oracle that names places)
/// lets the machine [hold](Machine::hold) its state first.
pub struct Driver<'m, D: Domain, P: Platform<D>, S: Strategy<D, P>, O> {
    /// Where the program runs.
    pub machine: &'m mut Machine<D, P>,
    /// Lists answers and gives them.
    pub strategy: S,
    /// Chooses among them.
    pub oracle: O,
    call: Call<D::Value>,
    backtrack: Backtrack,
    pace: Pace,
    /// The machine's work when all of the search's is done.
    last_work: u64,
    nodes: Vec<Node<S::Note, S::Mark>>,
    /// Nodes whose answer the present run has given.
    passed: usize,
    decisions: Decisions,
    /// Decisions that are taken whatever the oracle says.
    forced: Decisions,
    /// Whether the search ends at the first fork after those.
    probing: bool,
    /// Whether no path is under way.
    has_ended: bool,
    /// Answers to be tried until the next look at the clock.
    until_look: u64,
    /// What to go back to for a new start; none before the first.
    root: Option<(D::Mark, S::Mark)>,
}

impl<'m, D: Domain, P: Platform<D>, S: Strategy<D, P>, O: Oracle> Driver<'m, D, P, S, O> {
    /// A search that has not begun.
    pub fn new(
        machine: &'m mut Machine<D, P>,
        call: Call<D::Value>,
        strategy: S,
        oracle: O,
        backtrack: Backtrack,
        pace: Pace,
    ) -> Self {
        let last_work = machine.core.work.saturating_add(pace.work);
        Driver {
            machine,
            strategy,
            oracle,
            call,
            backtrack,
            pace,
            last_work,
            nodes: Vec::new(),
            passed: 0,
            decisions: Decisions::default(),
            forced: Decisions::default(),
            probing: false,
            has_ended: false,
            until_look: pace.answers,
            root: None,
        }
    }

    /// The decisions of the present path.
    pub fn decisions(&self) -> &Decisions {
        &self.decisions
    }

    /// Whether the present path has taken all the steps it may.
    pub fn is_out_of_steps(&self) -> bool {
        self.root.is_some() && self.machine.core.steps >= self.strategy.last_step()
    }

    /// Runs until there is nothing left, or until the strategy wants to stop. In the second case
    /// another call goes on where this one has stopped.
    ///
    /// # Errors
    /// When the search cannot go on.
    pub fn run(&mut self) -> Result<(), S::Error> {
        if self.root.is_none() && self.start()?.is_break() {
            return Ok(());
        }
        self.set_pause();
        while self.step()?.is_continue() {}
        Ok(())
    }

    fn step(&mut self) -> Step<S::Error> {
        match self.machine.resume() {
            Event::Choice(count) => self.asked(Question::Choice(count)),
            Event::Undecided(cell) => self.asked(Question::Undecided(cell)),
            Event::Wanted(want) => self.asked(Question::Wanted(want)),
            Event::Call(method) => self.asked(Question::Call(method)),
            Event::Head => self.asked(Question::Head),
            Event::Joined => Ok(GO_ON),
            Event::CallEnded(end) => {
                let applied = self.strategy.call_ended(self.machine, &self.decisions, end);
                self.applied(applied)
            }
            Event::Done(outcome) => self.end(Ending::Outcome(outcome)),
            Event::Pause => self.pause(),
        }
    }

    /// Begins a path.
    fn start(&mut self) -> Step<S::Error> {
        self.root = Some((self.machine.core.domain.mark(), self.strategy.mark()));
        match self.machine.start(self.call.method, &self.call.args) {
            Ok(()) => {
                self.set_pause();
                Ok(GO_ON)
            }
            Err(outcome) => {
                let ending = Ending::Outcome(*outcome);
                let _ = self.strategy.ended(self.machine, &mut self.decisions, ending)?;
                Ok(STOP)
            }
        }
    }

    /// Takes back everything that has run; the answers given stay known.
    fn unwind(&mut self) {
        self.machine.rewind();
        self.passed = 0;
        if let Some((domain, strategy)) = self.root.take() {
            self.machine.core.domain.undo_to(domain);
            self.strategy.undo_to(strategy);
        }
    }

    /// Forgets everything that has run: the next run begins anew.
    pub fn restart(&mut self) {
        self.unwind();
        self.nodes.clear();
        self.decisions.0.clear();
    }

    /// Goes back to the newest question at which the strategy's state was early enough, and answers
    /// it anew; to the start if there is none. For strategies all of whose questions are revisable.
    pub fn revise(&mut self, is_early: impl Fn(S::Mark) -> bool) {
        let number = self.nodes.partition_point(|node| is_early(node.mark));
        self.nodes.truncate(number);
        self.passed = number;
        let Some(node) = self.nodes.last().filter(|node| node.saved) else {
            return self.restart();
        };
        self.machine.backtrack_to(number - 1);
        self.strategy.undo_to(node.mark);
        let answer = Answer { alternative: 0, is_fork: false, is_new: true };
        self.strategy.answer(self.machine, &self.decisions, &node.note, answer);
    }

    // ---- parts ----

    /// The alternatives of the first fork beyond these decisions, of those that have to be run;
    /// none if there is no such fork.
    ///
    /// # Errors
    /// When the decisions name no place of the tree, or the search cannot go there.
    pub fn children(&mut self, decisions: &Decisions) -> Result<Vec<u32>, S::Error> {
        self.restart();
        self.forced = decisions.clone();
        self.probing = true;
        let result = self.run();
        self.probing = false;
        self.forced = Decisions::default();
        result?;
        let fork = self.nodes.last().filter(|node| node.is_fork() && node.next == 0);
        let runs = |node: &Node<S::Note, S::Mark>| {
            let open = self.open_alternatives(node, 0, node.count);
            open.filter(|number| !self.strategy.is_foreseen(&node.note, *number)).collect()
        };
        Ok(fork.map(runs).unwrap_or_default())
    }

    /// The places from which the rest of a search that was stopped goes on, in order.
    pub fn rest(&self) -> Vec<OpenPlace<'_, S::Note>> {
        let is_under_way = self.root.is_some() && !self.has_ended;
        let present = || OpenPlace { decisions: self.decisions.clone(), question: None };
        let mut places = Vec::from_iter(is_under_way.then(present));
        for node in self.nodes.iter().rev() {
            let before = &self.decisions.0[..node.depth as usize];
            let open = self.open_alternatives(node, node.next, node.end);
            places.extend(open.map(|number| OpenPlace {
                decisions: Decisions([before, &[number]].concat()),
                question: Some((&node.note, number)),
            }));
        }
        places
    }

    fn open_alternatives<'a>(
        &'a self,
        node: &'a Node<S::Note, S::Mark>,
        from: u32,
        end: u32,
    ) -> impl Iterator<Item = u32> + 'a {
        let next = move |from| self.strategy.next_open(&node.note, from, end);
        let open = std::iter::successors(Some(next(from)), move |last| Some(next(last + 1)));
        let open = open.take_while(move |number| *number < end);
        open.filter(|number| node.tried != Some(*number))
    }

    /// Whether an alternative is left that has to be looked at.
    #[inline]
    fn has_open(&self, node: &Node<S::Note, S::Mark>) -> bool {
        let mut next = self.strategy.next_open(&node.note, node.next, node.end);
        if node.tried == Some(next) {
            next = self.strategy.next_open(&node.note, next + 1, node.end);
        }
        next < node.end
    }

    // ---- the clock ----

    /// Lets the machine stop in time.
    fn set_pause(&mut self) {
        let core = &self.machine.core;
        let of_path = self.strategy.last_step().saturating_sub(core.steps);
        let of_all = self.last_work.saturating_sub(core.work);
        self.machine.pause_after(self.pace.steps.min(of_path).min(of_all));
    }

    fn pause(&mut self) -> Step<S::Error> {
        if self.is_out_of_steps() {
            return self.end(Ending::OutOfSteps);
        }
        self.set_pause();
        Ok(self.look_up())
    }

    fn look_up(&mut self) -> ControlFlow<()> {
        let share = if S::TELLS_SHARE { self.share() } else { 0.0 };
        self.strategy.pause(self.machine, share)
    }

    /// The share of the tree that lies before the present path. Each question is split evenly
    /// between the answers that have to be looked at: what leads nowhere takes no time.
    fn share(&self) -> f64 {
        let (mut width, mut done) = (1.0, 0.0);
        for node in &self.nodes {
            let open = |end| self.open_alternatives(node, 0, end).count() as f64;
            width /= open(node.count).max(1.0);
            done += width * open(node.next.saturating_sub(1));
        }
        done
    }

    // ---- down ----

    fn asked(&mut self, question: Question<D::Value>) -> Step<S::Error> {
        if let Some(node) = self.nodes.get(self.passed) {
            self.strategy.recognize(&node.note, node.count, &question)?;
            return self.repeat();
        }
        match self.strategy.ask(self.machine, &self.decisions, question)? {
            Reply::Answers { note, count, revisable } => self.open(note, count, revisable),
            Reply::GoOn => Ok(GO_ON),
            Reply::DeadEnd => self.advance(false),
            Reply::End(outcome) => self.end(Ending::Outcome(outcome)),
            Reply::Stop => Ok(STOP),
        }
    }

    fn open(&mut self, note: S::Note, count: u32, revisable: bool) -> Step<S::Error> {
        let is_fork = count > 1;
        let is_kept = match self.backtrack {
            Backtrack::Checkpoint => is_fork || revisable,
            // Whoever runs again meets it again, and must recognize it.
            Backtrack::Reexecute => true,
        };
        if count == 1 && !is_kept {
            if self.look_at_the_clock().is_break() {
                return Ok(STOP);
            }
            let is_new = self.oracle.is_new(&self.decisions);
            let answer = Answer { alternative: 0, is_fork, is_new };
            let applied = self.strategy.answer(self.machine, &self.decisions, &note, answer);
            return self.applied(applied);
        }
        let window = if is_fork { self.window(count)? } else { 0..count };
        let first = Some(self.strategy.first(&note))
            .filter(|first| *first != window.start && window.contains(first));
        self.nodes.push(Node {
            note,
            first,
            tried: None,
            given: 0,
            mark: self.strategy.mark(),
            count,
            next: window.start,
            end: window.end,
            depth: self.decisions.0.len() as u32,
            saved: false,
            revisable,
        });
        self.passed = self.nodes.len();
        if self.probing && is_fork && self.decisions.0.len() == self.forced.0.len() {
            return Ok(STOP);
        }
        self.advance(true)
    }

    /// Which alternatives of a fork are tried.
    fn window(&mut self, count: u32) -> Result<std::ops::Range<u32>, PathError> {
        let at = self.decisions.0.len();
        match self.forced.0.get(at).copied() {
            Some(taken) if taken < count => Ok(taken..taken + 1),
            Some(taken) => {
                let path = self.forced.clone();
                Err(PathError::NoSuchAlternative { path, at: at + 1, taken, count })
            }
            None if self.probing => Ok(0..count),
            None => self.oracle.window(&self.decisions, count),
        }
    }

    /// Gives an answer again on the way to a question that is run to again.
    fn repeat(&mut self) -> Step<S::Error> {
        let place = self.passed;
        self.passed += 1;
        if self.passed == self.nodes.len() {
            return self.advance(true);
        }
        let node = &self.nodes[place];
        let answer = Answer { alternative: node.given, is_fork: node.is_fork(), is_new: false };
        let applied = self.strategy.answer(self.machine, &self.decisions, &node.note, answer);
        self.applied(applied)
    }

    fn applied(&mut self, applied: Applied<D::Value>) -> Step<S::Error> {
        match applied {
            Applied::Done => self.go_on(),
            Applied::DeadEnd => self.advance(false),
            Applied::End(outcome) => self.end(Ending::Outcome(outcome)),
        }
    }

    /// Goes on after an answer, unless the path has had its steps: one that asks often may never
    /// come to a pause.
    fn go_on(&mut self) -> Step<S::Error> {
        if self.is_out_of_steps() { self.end(Ending::OutOfSteps) } else { Ok(GO_ON) }
    }

    // ---- along ----

    fn end(&mut self, ending: Ending<D::Value>) -> Step<S::Error> {
        if self.probing {
            return Ok(STOP);
        }
        self.oracle.ended(&self.decisions)?;
        self.has_ended = true;
        if self.strategy.ended(self.machine, &mut self.decisions, ending)?.is_break() {
            return Ok(STOP);
        }
        self.has_ended = false;
        self.advance(false)
    }

    /// Looks at the clock now and then, for there may be no path long enough for a pause.
    fn look_at_the_clock(&mut self) -> ControlFlow<()> {
        self.until_look -= 1;
        if self.until_look > 0 {
            return GO_ON;
        }
        self.until_look = self.pace.answers;
        self.look_up()
    }

    /// Tries the next alternative of the newest question, or of the one before it when that has
    /// none left. `fresh` says that the machine has stopped at that question.
    fn advance(&mut self, mut fresh: bool) -> Step<S::Error> {
        loop {
            if self.look_at_the_clock().is_break() {
                return Ok(STOP);
            }
            let Some(node) = self.nodes.last_mut() else { return self.exhausted() };
            self.strategy.undo_to(node.mark);
            self.decisions.0.truncate(node.depth as usize);
            let open = self.strategy.next_open(&node.note, node.next, node.end);
            if open > node.next {
                self.strategy.skipped(open - node.next);
                node.next = open;
            }
            if node.tried == Some(node.next) && node.next < node.end {
                node.next += 1;
                continue;
            }
            if node.tried.is_none() && node.first.is_none() {
                let counted = self.strategy.count_foreseen(&node.note, node.next, node.end);
                if counted > 0 {
                    node.next += counted;
                    continue;
                }
            }
            if node.first.is_none() && node.next >= node.end {
                if node.saved {
                    // It had answers left when the last one was given, and nobody wants them any more.
                    self.machine.backtrack_last();
                }
                self.nodes.pop();
                self.passed = self.nodes.len();
                fresh = false;
                continue;
            }
            if !fresh && !node.saved {
                return self.run_again();
            }
            let alternative = node.give();
            if node.is_fork() {
                self.decisions.0.push(alternative);
            }
            let node = self.nodes.last().expect("the question is still open");
            let has_more = self.has_open(node);
            if !fresh {
                self.go_back(has_more);
            }
            let node = self.nodes.last_mut().expect("the question is still open");
            if self.strategy.is_foreseen(&node.note, alternative) {
                let (strategy, decisions) = (&mut self.strategy, &mut self.decisions);
                if strategy.foreseen(self.machine, decisions, &node.note, alternative)?.is_break() {
                    return Ok(STOP);
                }
                fresh = !node.saved;
                continue;
            }
            let is_worth_it = has_more || node.revisable;
            if fresh && is_worth_it && self.backtrack == Backtrack::Checkpoint {
                node.saved = true;
                self.machine.checkpoint();
            }
            let is_new = self.oracle.is_new(&self.decisions);
            let answer = Answer { alternative, is_fork: node.is_fork(), is_new };
            match self.strategy.answer(self.machine, &self.decisions, &node.note, answer) {
                Applied::Done => return self.go_on(),
                Applied::DeadEnd => fresh = false,
                Applied::End(outcome) => return self.end(Ending::Outcome(outcome)),
            }
        }
    }

    /// Goes back to the checkpoint of the newest question. With the last alternative it has served.
    fn go_back(&mut self, has_more: bool) {
        let newest = self.nodes.last_mut().expect("there is a question to go back to");
        if has_more {
            self.machine.backtrack();
        } else {
            newest.saved = false;
            self.machine.backtrack_last();
        }
        self.set_pause();
    }

    /// Runs from the start, up to the newest question.
    fn run_again(&mut self) -> Step<S::Error> {
        self.unwind();
        self.start()
    }

    /// Goes on from the place that the oracle names, if it does.
    fn exhausted(&mut self) -> Step<S::Error> {
        let Some(place) = self.oracle.next() else {
            self.has_ended = true;
            return Ok(STOP);
        };
        self.forced = place;
        self.restart();
        self.start()
    }
}
