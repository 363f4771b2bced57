//! Writing down what a method asks, while it is searched.

use super::super::calls::cells;
use super::super::objects::{InputHeap, InputObject};
use super::{CallSummary, Case, CaseValue, ClassTest, GivenObject, MadeObject, Node, Origin};
use super::{THROWS, UNKNOWN, variables};
use margay_ir::{ClassId, ClassKind, MethodId, Storage, Type};
use margay_logic::TermId;
use margay_machine::code::Point;
use margay_machine::symbolic::inputs::Making;
use margay_machine::symbolic::{InputId, ReferenceState, Symbolic, SymbolicValue};
use margay_machine::{Core, Mark, Outcome, Ref};
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

/// An answer to a question, in words of the method's own input.
#[derive(Clone, Debug)]
pub(in super::super) enum Asked {
    Holds(TermId),
    Null(InputId),
    NonNull(InputId),
    New(InputId, Making),
    Same(InputId, Ref),
    Classes(Ref, Vec<ClassId>, ClassTest),
}

/// Writes down what a method asks.
pub struct Recorder {
    summary: CallSummary,
    /// Blocks that do what a summary has no word for.
    beyond: Rc<FxHashSet<Point>>,
    /// How the arguments are stored.
    storages: Vec<Storage>,
    /// What there was before the method was given anything.
    start: Option<Mark>,
    /// The answers on this path, and the nodes that they answer.
    log: Vec<(u32, u32)>,
    /// The objects that it was given so far.
    given: Vec<(GivenObject, Ref)>,
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
    /// Nothing yet of a method whose arguments are stored so, searched with arrays up to a length.
    #[must_use]
    pub fn new(beyond: Rc<FxHashSet<Point>>, storages: Vec<Storage>, max_array: u32) -> Recorder {
        let nodes = vec![Node::Runs, Node::Runs];
        let summary = CallSummary { nodes, max_array, ..CallSummary::default() };
        Recorder {
            summary,
            beyond,
            storages,
            start: None,
            log: Vec::new(),
            given: Vec::new(),
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
    ) -> Option<u32> {
        self.look(core);
        if self.now.is_beyond {
            return None;
        }
        let node = self.node(core, answers);
        let Some(node) = node else {
            self.now.is_beyond = true;
            return None;
        };
        let number = self.summary.nodes.len() as u32;
        self.summary.nodes.push(node);
        self.attach(number);
        Some(number)
    }

    /// Looks at the blocks that the path has taken meanwhile.
    fn look(&mut self, core: &Core<Symbolic>) {
        let new = &core.trace[self.now.seen.min(core.trace.len())..];
        let points = new.iter().map(|point| core.code.points[*point as usize]);
        self.now.is_beyond |= points.into_iter().any(|point| self.beyond.contains(&point));
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
                let is_branch = match conditions[..] {
                    [(no, _), (yes, _)] => core.domain.path.negation(yes) == no,
                    _ => false,
                };
                Some(Node::Test { conditions, is_branch })
            }
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
                Some(Node::Object { reference: *reference, null: UNKNOWN, new, same })
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
    pub(in super::super) fn ended(
        &mut self,
        core: &Core<Symbolic>,
        heap: &InputHeap,
        outcome: &Outcome<SymbolicValue>,
        result: Option<Type>,
        schedule: &[(MethodId, u32)],
    ) {
        let before = self.now;
        self.look(core);
        match outcome {
            // What it has done on the way is done when the call runs.
            Outcome::Threw(_) if !before.is_beyond => self.attach(THROWS),
            Outcome::Returned(value) if !self.now.is_beyond => {
                let value = value.zip(result);
                if let Some(case) = self.case(core, heap, value, schedule) {
                    let number = self.summary.nodes.len() as u32;
                    self.summary.nodes.push(Node::Case(Rc::new(case)));
                    self.summary.cases += 1;
                    self.attach(number);
                }
            }
            Outcome::Bounded | Outcome::Endless => self.is_cut = true,
            _ => {}
        }
    }

    /// What a path has come to; none if that cannot be said.
    fn case(
        &self,
        core: &Core<Symbolic>,
        heap: &InputHeap,
        result: Option<(SymbolicValue, Type)>,
        schedule: &[(MethodId, u32)],
    ) -> Option<Case> {
        let mut writer =
            CaseWriter { recorder: self, core, made: Vec::new(), numbers: FxHashMap::default() };
        let result = match result {
            Some((value, ty)) => Some(writer.value(value, ty == Type::Ref)?),
            None => None,
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
        let made = writer.finish()?;
        let number = self.summary.cases as u32;
        let name = |method: MethodId| core.world.method_text(method);
        let schedule = schedule.iter().map(|(method, case)| (name(*method), *case)).collect();
        Some(Case { number, schedule, trace: core.trace.clone(), made, writes, result })
    }
}

/// Puts what a path has left behind into the words of a case.
struct CaseWriter<'a> {
    recorder: &'a Recorder,
    core: &'a Core<Symbolic>,
    /// The objects that the path has made, by their numbers.
    made: Vec<Ref>,
    numbers: FxHashMap<Ref, u32>,
}

impl CaseWriter<'_> {
    fn value(&mut self, value: SymbolicValue, is_reference: bool) -> Option<CaseValue> {
        let domain = &self.core.domain;
        match value {
            SymbolicValue::Known(bits) if is_reference => self.object(bits as Ref),
            SymbolicValue::Known(bits) => Some(CaseValue::Known(bits)),
            SymbolicValue::Term(term) => {
                let all = variables(domain, term);
                let is_known = |variable| self.recorder.summary.numbers.contains_key(variable);
                all.iter().all(is_known).then_some(CaseValue::Term(term))
            }
            SymbolicValue::Guarded(_) => None,
            SymbolicValue::Input(input) => match domain.references.state(input) {
                ReferenceState::Is(at) => self.object(at),
                ReferenceState::Open | ReferenceState::NonNull => {
                    self.recorder.summary.references.get(&input)?;
                    Some(CaseValue::Reference(input))
                }
            },
        }
    }

    fn object(&mut self, at: Ref) -> Option<CaseValue> {
        if at == 0 {
            return Some(CaseValue::Known(0));
        }
        if let Some((place, _)) = self.recorder.given.iter().find(|(_, own)| *own == at) {
            return Some(CaseValue::Given(*place));
        }
        // What was there before the method is called may be something else by then.
        if self.recorder.start?.covers(at) || self.core.memory.sized(at).is_some() {
            return None;
        }
        let number = *self.numbers.entry(at).or_insert_with(|| {
            self.made.push(at);
            self.made.len() as u32 - 1
        });
        Some(CaseValue::Made(number))
    }

    /// All objects that were made, and those that they lead to.
    fn finish(mut self) -> Option<Vec<MadeObject>> {
        let mut found = Vec::new();
        while let Some(at) = self.made.get(found.len()).copied() {
            let class = self.core.memory.class_of(at);
            let all = cells(self.core, at);
            let loaded = self.core.world.loaded(class);
            let len = match loaded.kind {
                ClassKind::Array { .. } => self.core.memory.len(at),
                _ => loaded.cells,
            };
            let mut written = Vec::new();
            for (index, storage) in all {
                let value = self.core.memory.get(at, index);
                if value != SymbolicValue::Known(0) {
                    written.push((index, self.value(value, storage == Storage::Ref)?));
                }
            }
            found.push(MadeObject { class, len, cells: written });
        }
        Some(found)
    }
}
