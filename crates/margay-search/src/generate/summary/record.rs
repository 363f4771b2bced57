//! Writing down what a method asks, while it is searched.

use super::super::calls::cells;
use super::super::objects::{InputHeap, InputObject};
use super::left::CaseWriter;
use super::{CallSummary, Case, CaseEnd, ClassTest, GivenObject, Node, Origin, StaticCell};
use super::{THROWS, UNKNOWN};
use margay_ir::{ClassId, MethodId, Storage, Type};
use margay_logic::TermId;
use margay_machine::code::Point;
use margay_machine::symbolic::inputs::Making;
use margay_machine::symbolic::{InputId, ReferenceState, Symbolic, SymbolicValue};
use margay_machine::{Core, Machine, MadeAt, Mark, Outcome, Platform, Ref};
use rustc_hash::{FxHashMap, FxHashSet};
use std::cell::RefCell;
use std::fmt;
use std::rc::Rc;

/// Who writes down what a search asks; nobody, if it is not for a summary.
#[derive(Clone, Default)]
pub struct Recording(pub Option<Rc<RefCell<Recorder>>>);

impl fmt::Debug for Recording {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(if self.0.is_some() { "records" } else { "does not record" })
    }
}

/// One alternative of a node of a summary: the node, the number of the alternative, its condition.
pub(in super::super) type Turn = (u32, u32, TermId);

/// An answer to a question, in words of the method's own input.
#[derive(Clone, Debug)]
pub(in super::super) enum Asked {
    Holds(TermId),
    /// A way through the conditions of a method that is called.
    Way(Rc<[Turn]>),
    Null(InputId),
    NonNull(InputId),
    New(InputId, Making),
    Same(InputId, Ref),
    Classes(Ref, Vec<ClassId>, ClassTest),
}

/// What is known of code beforehand.
#[derive(Debug, Default)]
pub struct CodeFacts {
    /// Blocks that do what a summary has no word for.
    pub beyond: FxHashSet<Point>,
    /// Blocks that initialise classes.
    pub initialising: FxHashMap<Point, Vec<ClassId>>,
}

/// Writes down what a method asks.
pub struct Recorder {
    summary: CallSummary,
    code: Rc<CodeFacts>,
    /// How the arguments are stored.
    storages: Vec<Storage>,
    /// Static fields that are part of the input, and what they hold before.
    statics: Vec<(StaticCell, Storage)>,
    statics_before: Vec<SymbolicValue>,
    /// What there was before the method was given anything.
    start: Option<Mark>,
    /// The answers on this path, and the nodes that they answer.
    log: Vec<(u32, u32)>,
    /// The objects that it was given so far.
    given: Vec<(GivenObject, Ref)>,
    /// Where ways through conditions of a method that is called end: by the node that they begin with, a node and its alternative.
    ends: FxHashMap<u32, Vec<(u32, u32)>>,
    now: Now,
    /// Whether a bound has cut a path.
    pub is_cut: bool,
}

/// What is known of a path.
#[derive(Clone, Copy, Default)]
struct Now {
    /// Blocks of the path that were looked at.
    seen: usize,
    /// Whether it has done what a summary has no word for.
    is_beyond: bool,
}

/// A state to go back to.
#[derive(Clone, Copy)]
pub(in super::super) struct RecorderMark {
    log: usize,
    given: usize,
    now: Now,
}

impl Recorder {
    /// Nothing yet of a method whose arguments are stored so, and that has to do with these static fields, searched with arrays up to
    /// a length.
    #[must_use]
    pub fn new(
        code: Rc<CodeFacts>,
        storages: Vec<Storage>,
        statics: Vec<(StaticCell, Storage)>,
        max_array: u32,
    ) -> Recorder {
        let nodes = vec![Node::Runs, Node::Runs];
        let summary = CallSummary { nodes, max_array, ..CallSummary::default() };
        Recorder {
            summary,
            code,
            storages,
            statics,
            statics_before: Vec::new(),
            start: None,
            log: Vec::new(),
            given: Vec::new(),
            ends: FxHashMap::default(),
            now: Now::default(),
            is_cut: false,
        }
    }

    /// What was written down.
    #[must_use]
    pub fn finish(self) -> CallSummary {
        self.summary
    }

    /// Cases so far.
    #[must_use]
    pub fn cases(&self) -> u64 {
        self.summary.cases
    }

    pub(in super::super) fn mark(&self) -> RecorderMark {
        RecorderMark { log: self.log.len(), given: self.given.len(), now: self.now }
    }

    pub(in super::super) fn undo_to(&mut self, mark: RecorderMark) {
        self.log.truncate(mark.log);
        self.given.truncate(mark.given);
        self.now = mark.now;
    }

    /// What the method is given, and what there was before.
    pub(in super::super) fn begin(
        &mut self,
        core: &Core<Symbolic>,
        start: Mark,
        arguments: &[SymbolicValue],
    ) {
        self.start = Some(start);
        let storages = std::mem::take(&mut self.storages);
        for (place, (argument, storage)) in (0..).zip(arguments.iter().zip(storages)) {
            let origin = Origin::Argument(place);
            match argument {
                SymbolicValue::Known(bits) if storage == Storage::Ref => {
                    self.given.push((GivenObject::Blank(place), *bits as Ref));
                }
                value => self.learn(core, *value, storage, origin),
            }
        }
        for (cell, storage) in self.statics.clone() {
            let value = core.memory.get_static(cell.cell);
            self.learn(core, value, storage, Origin::Static(cell));
            self.statics_before.push(value);
        }
    }

    /// Where a value of the input comes from.
    fn learn(
        &mut self,
        core: &Core<Symbolic>,
        value: SymbolicValue,
        storage: Storage,
        origin: Origin,
    ) {
        match (value, core.domain.variable_in(value, storage)) {
            (SymbolicValue::Input(input), _) => {
                self.summary.references.insert(input, origin);
            }
            (_, Some(variable)) => {
                self.summary.numbers.insert(variable, (origin, storage));
            }
            _ => self.now.is_beyond = true,
        }
    }

    /// From here on nothing is known.
    pub(in super::super) fn give_up(&mut self) {
        self.now.is_beyond = true;
    }

    /// A question with its answers; its number, if it can be written down.
    pub(in super::super) fn asked(
        &mut self,
        core: &mut Core<Symbolic>,
        answers: &[Asked],
        compared: Option<[SymbolicValue; 2]>,
    ) -> Option<u32> {
        self.look(core);
        if self.now.is_beyond {
            return None;
        }
        let number = match answers.first() {
            Some(Asked::Way(_)) => self.ways(core, answers),
            _ => self.node(core, answers).map(|node| self.add(node)),
        };
        match number {
            Some(number) => match self.compared_with(answers, compared) {
                Some(with) => {
                    // What follows comes after it.
                    let question = std::mem::replace(
                        &mut self.summary.nodes[number as usize],
                        Node::Compared { with, next: number + 1 },
                    );
                    self.attach(number);
                    return Some(self.add(question));
                }
                None => self.attach(number),
            },
            None => self.now.is_beyond = true,
        }
        number
    }

    /// The reference of the input that the one which is asked for is compared with.
    fn compared_with(
        &self,
        answers: &[Asked],
        compared: Option<[SymbolicValue; 2]>,
    ) -> Option<InputId> {
        let asked = match answers.first()? {
            Asked::Null(input)
            | Asked::NonNull(input)
            | Asked::New(input, _)
            | Asked::Same(input, _) => *input,
            Asked::Holds(_) | Asked::Way(_) | Asked::Classes(..) => return None,
        };
        let is_other = |value: &SymbolicValue| match value {
            SymbolicValue::Input(input) if *input != asked => Some(*input),
            _ => None,
        };
        let other = compared?.iter().find_map(is_other)?;
        self.summary.references.contains_key(&other).then_some(other)
    }

    fn add(&mut self, node: Node) -> u32 {
        self.summary.nodes.push(node);
        self.summary.nodes.len() as u32 - 1
    }

    /// The conditions that ways go through, as the tree that they have in the method that is called: where ways begin alike,
    /// so do they here.
    fn ways(&mut self, core: &mut Core<Symbolic>, answers: &[Asked]) -> Option<u32> {
        let mut ways: Vec<Rc<[Turn]>> = Vec::with_capacity(answers.len());
        for answer in answers {
            let Asked::Way(turns) = answer else { return None };
            let is_known = |turn: &Turn| self.summary.is_known(&core.domain, turn.2);
            if turns.is_empty() || !turns.iter().all(is_known) {
                return None;
            }
            ways.push(Rc::clone(turns));
        }
        let mut ends = vec![(UNKNOWN, 0); ways.len()];
        let all: Vec<usize> = (0..ways.len()).collect();
        let number = self.add_tests(core, &ways, (&all, 0), &mut ends);
        self.ends.insert(number, ends);
        Some(number)
    }

    /// The tests of some ways, which are the same so far.
    fn add_tests(
        &mut self,
        core: &mut Core<Symbolic>,
        ways: &[Rc<[Turn]>],
        (among, depth): (&[usize], usize),
        ends: &mut [(u32, u32)],
    ) -> u32 {
        let mut groups: Vec<(TermId, u32, Vec<usize>)> = Vec::new();
        for way in among {
            let (_, alternative, condition) = ways[*way][depth];
            match groups.iter_mut().find(|(_, own, _)| *own == alternative) {
                Some((.., group)) => group.push(*way),
                None => groups.push((condition, alternative, vec![*way])),
            }
        }
        let number = self.add(Node::Runs);
        let mut conditions = Vec::with_capacity(groups.len());
        for (slot, (condition, _, group)) in (0..).zip(groups) {
            let next = match group[..] {
                [way] if ways[way].len() == depth + 1 => {
                    ends[way] = (number, slot);
                    UNKNOWN
                }
                _ => self.add_tests(core, ways, (&group, depth + 1), ends),
            };
            conditions.push((condition, next));
        }
        let is_branch = is_branch(core, &conditions);
        self.summary.nodes[number as usize] = Node::Test { conditions, is_branch };
        number
    }

    /// Looks at the blocks that the path has taken meanwhile.
    fn look(&mut self, core: &Core<Symbolic>) {
        let new = &core.trace[self.now.seen.min(core.trace.len())..];
        let points = new.iter().map(|point| core.code.points[*point as usize]);
        self.now.is_beyond |= points.into_iter().any(|point| self.code.beyond.contains(&point));
        self.now.seen = core.trace.len();
    }

    fn node(&self, core: &mut Core<Symbolic>, answers: &[Asked]) -> Option<Node> {
        let place =
            |at: Ref| self.given.iter().find(|(_, own)| *own == at).map(|(place, _)| *place);
        match answers.first()? {
            Asked::Holds(_) => {
                let mut conditions = Vec::with_capacity(answers.len());
                for answer in answers {
                    let Asked::Holds(condition) = answer else { return None };
                    if !self.summary.is_known(&core.domain, *condition) {
                        return None;
                    }
                    conditions.push((*condition, UNKNOWN));
                }
                let is_branch = is_branch(core, &conditions);
                Some(Node::Test { conditions, is_branch })
            }
            Asked::Way(_) => None,
            Asked::Classes(object, ..) => {
                let mut groups = Vec::with_capacity(answers.len());
                for answer in answers {
                    let Asked::Classes(_, classes, test) = answer else { return None };
                    groups.push((classes.clone(), *test, UNKNOWN));
                }
                Some(Node::Classes { object: place(*object)?, groups })
            }
            Asked::Null(reference) | Asked::NonNull(reference)
                if answers.iter().all(|a| matches!(a, Asked::Null(_) | Asked::NonNull(_))) =>
            {
                self.summary.references.get(reference)?;
                Some(Node::Null { reference: *reference, null: UNKNOWN, object: UNKNOWN })
            }
            Asked::Null(reference)
            | Asked::NonNull(reference)
            | Asked::New(reference, _)
            | Asked::Same(reference, _) => {
                self.summary.references.get(reference)?;
                let (mut new, mut same) = (Vec::new(), Vec::new());
                for answer in answers {
                    match answer {
                        Asked::New(_, making) => new.push((making.clone(), UNKNOWN)),
                        Asked::Same(_, at) => same.push((place(*at)?, UNKNOWN)),
                        _ => {}
                    }
                }
                // A receiver is never null, whoever calls.
                let may_be_null = answers.iter().any(|answer| matches!(answer, Asked::Null(_)));
                let null = if may_be_null { UNKNOWN } else { THROWS };
                Some(Node::Object { reference: *reference, null, new, same })
            }
        }
    }

    /// Lets the last answer lead to a node.
    fn attach(&mut self, number: u32) {
        let Some((node, answer)) = self.log.last().copied() else {
            self.summary.root = number;
            return;
        };
        let answer = answer as usize;
        match &mut self.summary.nodes[node as usize] {
            Node::Test { conditions, .. } => conditions[answer].1 = number,
            Node::Classes { groups, .. } => groups[answer].2 = number,
            Node::Null { null, object, .. } => *[null, object][answer] = number,
            Node::Object { null, new, same, .. } => match answer.checked_sub(1) {
                None => *null = number,
                Some(place) if place < new.len() => new[place].1 = number,
                Some(place) => same[place - new.len()].1 = number,
            },
            Node::Compared { next, .. } => *next = number,
            Node::Runs | Node::Case(_) => {}
        }
    }

    /// A question was answered, and the answer is true now.
    pub(in super::super) fn answered(
        &mut self,
        core: &Core<Symbolic>,
        heap: &InputHeap,
        node: Option<u32>,
        answer: &Asked,
        number: u32,
    ) {
        let Some(node) = node else { return };
        if let Asked::Way(_) = answer {
            self.log.push(self.ends[&node][number as usize]);
            return;
        }
        let slot = match (&self.summary.nodes[node as usize], answer) {
            (Node::Null { .. }, Asked::Null(_)) | (Node::Object { .. }, Asked::Null(_)) => 0,
            (Node::Null { .. }, _) => 1,
            (Node::Object { new, .. }, Asked::New(_, making)) => {
                1 + new.iter().position(|(own, _)| own == making).unwrap_or_default() as u32
            }
            (Node::Object { new, same, .. }, Asked::Same(_, at)) => {
                let place = self.given.iter().find(|(_, own)| own == at).map(|(place, _)| *place);
                let found = same.iter().position(|(own, _)| Some(*own) == place);
                (1 + new.len() + found.unwrap_or_default()) as u32
            }
            _ => number,
        };
        self.log.push((node, slot));
        if let Asked::New(input, _) = answer {
            match core.domain.references.state(*input) {
                ReferenceState::Is(at) if at != 0 => {
                    self.given.push((GivenObject::Of(*input), at));
                }
                _ => self.now.is_beyond = true,
            }
        }
        if matches!(answer, Asked::New(..) | Asked::Classes(..)) {
            self.learn_objects(core, heap);
        }
    }

    /// Learns where all cells of objects of the input come from.
    fn learn_objects(&mut self, core: &Core<Symbolic>, heap: &InputHeap) {
        for object in heap.objects() {
            let given = self.given.iter().find(|(_, at)| *at == object.at && object.at != 0);
            let Some((place, _)) = given.copied() else {
                self.now.is_beyond = true;
                return;
            };
            self.learn_object(core, place, object);
        }
    }

    fn learn_object(&mut self, core: &Core<Symbolic>, place: GivenObject, object: &InputObject) {
        self.now.is_beyond |= object.contents.is_some() || object.found_for.is_some();
        if let Some(length) = object.length {
            self.learn(core, length, Storage::I32, Origin::Length(place));
        }
        let storages = cells(core, object.at);
        for cell in &object.cells {
            let Some((_, storage)) = storages.iter().find(|(index, _)| *index == cell.index) else {
                continue;
            };
            self.learn(core, cell.value, *storage, Origin::Cell(place, cell.index));
        }
    }

    /// A path has ended.
    pub(in super::super) fn ended<P: Platform<Symbolic>>(
        &mut self,
        machine: &Machine<Symbolic, P>,
        heap: &InputHeap,
        outcome: &Outcome<SymbolicValue>,
        result: Option<Type>,
        schedule: &[(MethodId, u32)],
    ) {
        let before = self.now;
        let core = &machine.core;
        self.look(core);
        let made_at = |object: Ref| machine.platform.made_at(core, object);
        let case = match outcome {
            _ if self.now.is_beyond => None,
            Outcome::Returned(value) => {
                let value = value.zip(result);
                let value = value.map(|(value, ty)| (value, ty == Type::Ref));
                self.case(core, heap, &made_at, (value, false), schedule)
            }
            // How much room there is depends on who calls.
            Outcome::Threw(exception) if machine.platform.tells_of_room(core, *exception) => None,
            Outcome::Threw(exception) => {
                let exception = SymbolicValue::Known(u64::from(*exception));
                self.case(core, heap, &made_at, (Some((exception, true)), true), schedule)
            }
            _ => None,
        };
        match (case, outcome) {
            (Some(case), _) => {
                let number = self.summary.nodes.len() as u32;
                self.summary.nodes.push(Node::Case(Rc::new(case)));
                self.summary.cases += 1;
                self.attach(number);
            }
            // What it has done on the way is done when the call runs.
            (None, Outcome::Threw(_)) if !before.is_beyond => self.attach(THROWS),
            (None, Outcome::Bounded | Outcome::Endless) => self.is_cut = true,
            _ => {}
        }
    }

    /// What a path has come to; none if that cannot be said.
    fn case(
        &self,
        core: &Core<Symbolic>,
        heap: &InputHeap,
        made_at: &dyn Fn(Ref) -> Option<MadeAt>,
        (value, threw): (Option<(SymbolicValue, bool)>, bool),
        schedule: &[(MethodId, u32)],
    ) -> Option<Case> {
        let before = (self.start, &self.given[..]);
        let mut writer = CaseWriter::new(&self.summary, before, core, made_at);
        let value = match value {
            Some((value, is_reference)) => Some(writer.value(value, is_reference)?),
            None => None,
        };
        let end = match value {
            Some(exception) if threw => CaseEnd::Threw(exception),
            value => CaseEnd::Returned(value),
        };
        let mut writes = Vec::new();
        for (place, at) in &self.given {
            let object = heap.objects().iter().find(|object| object.at == *at)?;
            for (index, storage) in cells(core, *at) {
                let value = core.memory.get(*at, index);
                let then = object.cells.iter().find(|cell| cell.index == index);
                let then = then.map_or(SymbolicValue::Known(0), |cell| cell.value);
                if value != then {
                    writes.push((*place, index, writer.value(value, storage == Storage::Ref)?));
                }
            }
        }
        let mut statics = Vec::new();
        for ((cell, storage), before) in self.statics.iter().zip(&self.statics_before) {
            let value = core.memory.get_static(cell.cell);
            if value != *before {
                statics.push((*cell, writer.value(value, *storage == Storage::Ref)?));
            }
        }
        let (made, mut classes) = writer.finish()?;
        let points = core.trace.iter().map(|point| core.code.points[*point as usize]);
        let initialised = points.filter_map(|point| self.code.initialising.get(&point));
        classes.extend(initialised.flatten());
        classes.sort_unstable();
        classes.dedup();
        let number = self.summary.cases as u32;
        let name = |method: MethodId| core.world.method_text(method);
        let schedule = schedule.iter().map(|(method, case)| (name(*method), *case)).collect();
        let trace = core.trace.clone();
        Some(Case { number, schedule, trace, classes, made, writes, statics, end })
    }
}

/// Whether two conditions are those of a branch: each the opposite of the other.
fn is_branch(core: &mut Core<Symbolic>, conditions: &[(TermId, u32)]) -> bool {
    match conditions {
        [(no, _), (yes, _)] => core.domain.path.negation(*yes) == *no,
        _ => false,
    }
}
