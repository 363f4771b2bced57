//! Questions of the machine, and the answers that are possible.

use super::super::focus::{Focus, InputReference};
use super::super::summary::ClassTest;
use super::apply::Answered;
use super::{Aliasing, Found, Lost, Paths};
use crate::decisions::Decisions;
use crate::driver::{Reply, Visitor};
use margay_ir::ClassId;
use margay_logic::solver::Branch;
use margay_logic::{Op, Outcome as Answer, Reason, TermId};
use margay_machine::symbolic::inputs::{Inputs, Making};
use margay_machine::symbolic::{InputId, ReferenceState, Symbolic, SymbolicValue};
use margay_machine::{Machine, Outcome, Platform, Ref, Want};

/// Room that an array has at most whose least size is beyond the bound.
const MOST_ROOM: u32 = 1 << 14;

/// Values tried of a number that has too many.
const FEW_VALUES: usize = 3;

/// New objects that come before those met before, where there are many ways to make one.
const FEW_WAYS: usize = 8;

/// Both ways of a branch are possible.
pub(super) const BOTH: Branch = Branch { taken: Answer::Sat, skipped: Answer::Sat };

/// What can be done about a question.
pub(super) type Answers = Reply<Vec<Answered>, SymbolicValue>;

/// A search at a question.
pub(super) struct Asked<'s, 'a, P: Platform<Symbolic>, I, V> {
    pub paths: &'s mut Paths<'a, I, V>,
    pub machine: &'s mut Machine<Symbolic, P>,
    pub decisions: &'s Decisions,
}

/// The answers that were found; without one, what the solver does not know or what cannot be made
/// is wanted, and the path cannot go on.
pub(super) fn listed(answers: Vec<Answered>) -> Answers {
    match u32::try_from(answers.len()).expect("answers are few") {
        0 => Reply::DeadEnd,
        count => Reply::Answers { note: answers, count, revisable: false },
    }
}

impl<P, I, V> Asked<'_, '_, P, I, V>
where
    P: Platform<Symbolic>,
    I: Inputs<P>,
    V: Visitor<Symbolic, P, Found>,
{
    /// The alternatives of a branch or switch that are possible.
    pub(super) fn choose(&mut self, count: u32) -> Answers {
        let is_case = self.machine.core.domain.asks_for_case();
        self.paths.is_element = is_case && !self.machine.is_at_switch();
        let conditions = self.machine.core.domain.alternatives();
        if conditions.is_empty() {
            return listed((0..count).map(Answered::Take).collect());
        }
        self.choose_between(conditions, true)
    }

    /// The conditions that are possible; two of a branch are opposites.
    pub(super) fn choose_between(&mut self, conditions: Vec<TermId>, is_branch: bool) -> Answers {
        if let Some(answers) = self.follow(&conditions) {
            return answers;
        }
        self.mine(&conditions);
        let mut answers = Vec::with_capacity(conditions.len());
        if let (true, [no, yes]) = (is_branch, &conditions[..]) {
            let (no, yes) = (*no, *yes);
            let branch = self.machine.core.domain.path.branch(yes);
            if let Some(answers) = self.follow_unknown(&conditions, &branch) {
                return answers;
            }
            if branch == BOTH && self.merge(yes) {
                return Reply::GoOn;
            }
            let entailed = [&branch.skipped, &branch.taken].contains(&&Answer::Unsat);
            for (number, condition, answer) in [(0, no, branch.skipped), (1, yes, branch.taken)] {
                if self.is_possible(answer) {
                    answers.push(match entailed {
                        true => Answered::Entailed(condition, number),
                        false => Answered::Assume(condition, number),
                    });
                }
            }
            if self.machine.core.is_initializing() && is_equality(self.machine, no) {
                // What an object is made of is anything before it is something special.
                answers.reverse();
            }
            if let Some((out, is_last)) = self.machine.way_out() {
                return self.leave_first(answers, out, is_last);
            }
        } else {
            for (number, condition) in (0..).zip(conditions) {
                if self.is_feasible(condition) {
                    answers.push(Answered::Assume(condition, number));
                }
            }
        }
        listed(answers)
    }

    /// Leaves a loop before going on in it: small inputs come first, where paths are many. After
    /// the last round, going on is a path given up.
    fn leave_first(&mut self, mut answers: Vec<Answered>, out: u32, is_last: bool) -> Answers {
        let leaves = |answer: &Answered| matches!(answer, Answered::Assume(_, n) | Answered::Entailed(_, n) if *n == out);
        // By induction, a round that does not fit is better known soon.
        let is_wanted_last = self.paths.options.induction.is_some() && !is_last;
        answers.sort_by_key(|answer| leaves(answer) == is_wanted_last);
        match answers.last_mut() {
            Some(answer) if is_last && !leaves(answer) => *answer = Answered::Beyond,
            _ => return listed(answers),
        }
        if answers.len() == 1 {
            return Reply::End(Outcome::Bounded);
        }
        self.bounded(answers)
    }

    /// Reports that the path goes on beyond its bound, and lists the other answers.
    pub(super) fn bounded(&mut self, answers: Vec<Answered>) -> Answers {
        if self.paths.report(self.machine, self.decisions, Outcome::Bounded).is_break() {
            return Reply::Stop;
        }
        listed(answers)
    }

    /// What a value can be of which something is wanted.
    pub(super) fn want(&mut self, want: Want<SymbolicValue>) -> Answers {
        let domain = &self.machine.core.domain;
        let want = match want {
            Want::Object(value) => Want::Object(domain.settled(value)),
            Want::Number(value) => Want::Number(domain.settled(value)),
            Want::Kind(value) => Want::Kind(domain.settled(value)),
            Want::Cells(value) => Want::Cells(domain.settled(value)),
            other => other,
        };
        if let Some(answers) = self.want_open(want) {
            return answers;
        }
        if let Want::Assumed(assumption, a, b) = want {
            return self.assume_of(assumption, [a, b]);
        }
        let mut answers = match want {
            Want::Nullness(SymbolicValue::Input(input)) if !self.is_made_at_once(input) => {
                let mut answers = vec![Answered::Null(input), Answered::NonNull(input)];
                answers.retain(|answer| {
                    self.is_nullable(input) || !matches!(answer, Answered::Null(_))
                });
                if self.is_object_first(input) {
                    answers.reverse();
                }
                answers
            }
            Want::Object(SymbolicValue::Input(input))
            | Want::Number(SymbolicValue::Input(input))
                if self.machine.core.domain.references.put_off(input).is_some() =>
            {
                vec![Answered::Find(input)]
            }
            Want::Nullness(SymbolicValue::Input(input))
            | Want::Object(SymbolicValue::Input(input))
            | Want::Number(SymbolicValue::Input(input)) => match self.objects_for(input) {
                Ok(answers) => answers,
                Err(class) => vec![Answered::Prepare(class)],
            },
            Want::Number(SymbolicValue::Term(term)) => self.numbers(term, 0),
            Want::Size(SymbolicValue::Term(term)) => self.sizes(term),
            Want::Length(array) => self.lengths(array),
            Want::Instance(object, class) => {
                let groups = self.partition(object, |search, c| {
                    u32::from(!search.machine.core.world.is_subclass(c, class))
                });
                let answer = |(no, classes)| {
                    Answered::Classes(object, classes, ClassTest::Instance(class, no == 0))
                };
                groups.into_iter().map(answer).collect()
            }
            Want::Override(object, method) => {
                let groups = self.partition(object, |search, c| {
                    let selected = search.machine.core.world.select(c, method);
                    selected.map_or(u32::MAX, |m| m.as_u32())
                });
                one_of(object, groups)
            }
            Want::Class(object) => {
                let groups = self.partition(object, |_, c| c.as_u32());
                one_of(object, groups)
            }
            Want::Nullness(_)
            | Want::Object(_)
            | Want::Kind(_)
            | Want::Cells(_)
            | Want::Assumed(..)
            | Want::Number(_)
            | Want::Size(_) => unreachable!("only what is not known is wanted"),
        };
        if let Want::Instance(object, _) | Want::Override(object, _) | Want::Class(object) = want {
            self.keep_possible_classes(object, &mut answers);
        }
        self.keep_focus(&mut answers);
        listed(answers)
    }

    /// Where only some inputs are searched, leaves the others one answer.
    pub(super) fn keep_focus(&mut self, answers: &mut Vec<Answered>) {
        if let Some(focus) = self.paths.options.focus.clone() {
            self.keep_fixed(&focus, answers);
        }
    }

    /// Leaves a reference that is not free the answer that was given for it, or the simplest.
    fn keep_fixed(&mut self, focus: &Focus, answers: &mut Vec<Answered>) {
        let domain = &self.machine.core.domain;
        let place = |at: Ref| self.paths.heap.object_at(domain, at).map(|object| &object.name);
        let is_given = |answer: &Answered, value: &InputReference| match (answer, value) {
            (Answered::Null(_), value) => *value == InputReference::Null,
            (Answered::NonNull(_), value) => *value != InputReference::Null,
            (Answered::Is(_, at), InputReference::Constant(object)) => at == object,
            (Answered::Is(_, at), InputReference::Same(name)) => place(*at) == Some(name),
            (Answered::New(_, making), value) => value.is_made_by(making),
            (Answered::Kind(_, classes, _), InputReference::New { class, .. }) => {
                classes.contains(class)
            }
            (Answered::Kind(..) | Answered::Alias(..), InputReference::Same(_)) => true,
            (Answered::Classes(_, classes, _), InputReference::New { class, .. }) => {
                classes.contains(class)
            }
            _ => false,
        };
        let name = match answers.first() {
            Some(
                Answered::Null(input)
                | Answered::NonNull(input)
                | Answered::Is(input, _)
                | Answered::New(input, _)
                | Answered::Kind(input, ..)
                | Answered::Alias(input, ..),
            ) => domain.references.about(*input).name.clone(),
            Some(Answered::Classes(object, ..)) => match place(*object) {
                Some(name) if !domain.is_standing(*object) => name.clone(),
                _ => return,
            },
            _ => return,
        };
        let is_object = |answer: &&Answered| {
            matches!(
                answer,
                Answered::Is(..)
                    | Answered::New(..)
                    | Answered::Kind(..)
                    | Answered::Alias(..)
                    | Answered::Classes(..)
            )
        };
        let is_one = answers.iter().filter(is_object).count() <= 1;
        let value = focus.reference(&name);
        if let Some(value) = value {
            let given = value.and_then(|value| answers.iter().position(|a| is_given(a, value)));
            answers.swap(0, given.unwrap_or_default());
            answers.truncate(1);
        }
        if !is_one {
            self.paths.heap.many.push(name);
        }
    }

    fn is_made_at_once(&mut self, input: InputId) -> bool {
        let reference = self.machine.core.domain.references.about(input).clone();
        self.paths.inputs.is_made_at_once(self.machine, &reference)
    }

    fn is_object_first(&self, input: InputId) -> bool {
        let reference = self.machine.core.domain.references.about(input);
        self.paths.inputs.is_object_first(self.machine, reference)
    }

    fn is_nullable(&self, input: InputId) -> bool {
        self.machine.core.domain.references.about(input).nullable
    }

    /// What a reference may be.
    pub(super) fn objects_for(&mut self, input: InputId) -> Result<Vec<Answered>, ClassId> {
        let reference = self.machine.core.domain.references.about(input).clone();
        let open = self.machine.core.domain.references.state(input) == ReferenceState::Open;
        let makings = self.paths.inputs.makings(self.machine, &reference, false)?;
        if makings.is_empty() {
            let place = self.machine.core.stack().next();
            let condition = self.paths.heap.facts().to_vec();
            self.lost(Lost::Unmade(reference.class, place, condition));
        }
        let mut answers: Vec<Answered> = Vec::new();
        let may_be_null = (open && reference.nullable).then_some(Answered::Null(input));
        let (first, last) = match self.is_object_first(input) {
            true => (None, may_be_null),
            false => (may_be_null, None),
        };
        answers.extend(first);
        for making in makings {
            answers.push(match making {
                Making::Existing(object) => Answered::Is(input, object),
                new => match self.open_classes(&new) {
                    Some(classes) if matches!(new, Making::Object(_)) => {
                        Answered::Kind(input, self.with_narrower(input, classes)?, true)
                    }
                    Some(classes) => Answered::Kind(input, classes, true),
                    None => match new {
                        Making::Object(classes) if self.paths.options.only_failures => {
                            let classes = self.with_narrower(input, classes)?;
                            Answered::New(input, Making::Object(classes))
                        }
                        new => Answered::New(input, new),
                    },
                },
            });
        }
        if self.paths.options.aliasing != Aliasing::Off {
            let is_new =
                |at: &Ref| !answers.iter().any(|a| matches!(a, Answered::Is(_, o) if o == at));
            let met: Vec<Ref> = self.met_before(input).filter(is_new).collect();
            let met = met.into_iter().map(|at| Answered::Is(input, at));
            let rest = answers.split_off(answers.len().min(FEW_WAYS));
            answers.extend(met.chain(rest));
        }
        let aliases = self.aliases_of_open(input, &answers);
        answers.extend(aliases.into_iter().chain(last));
        self.keep_possible(input, &mut answers);
        self.keep_assumed(&mut answers);
        Ok(answers)
    }

    /// The objects met before, and decided, that a reference may be.
    pub(super) fn met_before(&self, input: InputId) -> impl Iterator<Item = Ref> {
        let domain = &self.machine.core.domain;
        self.paths.met_before(self.machine, input).map(|object| object.place(domain))
    }

    /// Leaves out classes that an object which stands for an open reference cannot have.
    fn keep_possible_classes(&mut self, object: Ref, answers: &mut Vec<Answered>) {
        let mut possible = Vec::new();
        for answer in std::mem::take(answers) {
            let condition = match &answer {
                Answered::Classes(_, classes, _) => {
                    self.machine.core.domain.class_condition(object, classes)
                }
                _ => None,
            };
            if condition.is_none_or(|condition| self.is_feasible(condition)) {
                possible.push(answer);
            }
        }
        *answers = possible;
    }

    /// The values a number can have.
    fn numbers(&mut self, term: TermId, most: u32) -> Vec<Answered> {
        let limit = if most == 0 { self.paths.options.max_values } else { most };
        if let Some(answers) = self.follow_number(term, limit) {
            return answers;
        }
        let mut values: Vec<u64> = Vec::new();
        loop {
            match self.machine.core.domain.path.value_besides(term, &values) {
                Ok(None) => break,
                Ok(Some(_)) if values.len() == limit as usize && self.turns_concolic() => {
                    return self.follow_number(term, limit).unwrap_or_default();
                }
                Ok(Some(_)) | Err(_) if values.len() == limit as usize => {
                    let place = self.machine.core.stack().next();
                    self.lost(Lost::Concretized(place));
                    // Not all of them anyway: a few will do.
                    values.truncate(FEW_VALUES);
                    break;
                }
                Ok(Some(bits)) => values.push(bits),
                Err(reason) => {
                    self.unknown(&reason);
                    if values.is_empty() && self.turns_concolic() {
                        return self.follow_number(term, limit).unwrap_or_default();
                    }
                    break;
                }
            }
        }
        values.sort_unstable();
        values.into_iter().map(|bits| Answered::Fixed(term, bits)).collect()
    }

    /// Sizes of an array to be made: up to the bound.
    fn sizes(&mut self, term: TermId) -> Vec<Answered> {
        let mut most = self.paths.options.max_array;
        if self.follows_at_most(term, most) != Some(true) {
            let enough = self.paths.options.only_failures.then(|| self.enough_room(term, most));
            most = enough.flatten().unwrap_or_else(|| self.room_for(term, most));
        }
        let path = &mut self.machine.core.domain.path;
        let fits = path.at_most(term, i64::from(most));
        let longer = path.negation(fits);
        if let Some(answers) = self.follow_size(term, most, longer) {
            return answers;
        }
        if self.is_feasible(longer) {
            let place = self.machine.core.stack().next();
            self.lost(Lost::Longer(place));
        }
        if self.is_feasible(fits) { vec![Answered::Sized(term, most)] } else { Vec::new() }
    }

    /// Room for all sizes that an array may have, if these are not many more than the bound: then none is left out.
    fn enough_room(&mut self, term: TermId, bound: u32) -> Option<u32> {
        let path = &mut self.machine.core.domain.path;
        [2, 4].into_iter().map(|times| times * bound.max(8)).find(|most| {
            let fits = path.at_most(term, i64::from(*most));
            let longer = path.negation(fits);
            path.feasible(longer) == Answer::Unsat
        })
    }

    /// The bound on the size of an array. Where a program asks for more in any case (`s.length() + 32`), that
    /// is not too long yet.
    fn room_for(&mut self, term: TermId, bound: u32) -> u32 {
        let mut most = bound.max(1);
        loop {
            let fits = self.machine.core.domain.path.at_most(term, i64::from(most));
            if self.is_feasible(fits) {
                return if most > bound { 2 * most } else { bound };
            }
            if most >= MOST_ROOM {
                return bound;
            }
            most *= 2;
        }
    }

    fn lengths(&mut self, array: Ref) -> Vec<Answered> {
        let most = self.machine.core.memory.room(array) + 1;
        match self.machine.core.memory.sized(array) {
            Some(SymbolicValue::Term(term)) => {
                let fixed = self.numbers(term, most);
                let length = |answer: Answered| match answer {
                    Answered::Fixed(term, bits) => Answered::Length(array, term, bits as u32),
                    other => other,
                };
                fixed.into_iter().map(length).collect()
            }
            _ => Vec::new(),
        }
    }

    /// The classes of an object, by what they answer.
    fn partition(
        &mut self,
        object: Ref,
        key: impl Fn(&Self, ClassId) -> u32,
    ) -> Vec<(u32, Vec<ClassId>)> {
        let found = self.paths.heap.objects().iter().find(|o| o.at == object);
        let classes = found.map(|o| o.classes.clone()).unwrap_or_default();
        let mut groups: Vec<(u32, Vec<ClassId>)> = Vec::new();
        for class in classes {
            let key = key(self, class);
            match groups.iter_mut().find(|(k, _)| *k == key) {
                Some((_, group)) => group.push(class),
                None => groups.push((key, vec![class])),
            }
        }
        groups
    }

    pub(super) fn is_feasible(&mut self, condition: TermId) -> bool {
        let answer = self.machine.core.domain.path.feasible(condition);
        self.is_possible(answer)
    }

    pub(super) fn is_possible(&mut self, answer: Answer) -> bool {
        match answer {
            Answer::Sat => true,
            Answer::Unsat => false,
            Answer::Unknown(reason) => {
                self.unknown(&reason);
                false
            }
        }
    }

    pub(super) fn unknown(&mut self, reason: &Reason) {
        self.paths.late |= matches!(reason, Reason::Time | Reason::Interrupted | Reason::Memory);
        let place = self.machine.core.stack().next();
        self.lost(Lost::Unknown(reason.to_string(), place));
    }

    pub(super) fn lost(&mut self, loss: Lost) {
        self.paths.lost(self.machine, self.decisions, loss);
    }
}

/// Whether a condition says that two numbers are the same.
fn is_equality<P: Platform<Symbolic>>(machine: &Machine<Symbolic, P>, condition: TermId) -> bool {
    machine.core.domain.path.terms().node(condition).op() == Op::Eq
}

/// An answer for each group of classes.
fn one_of(object: Ref, groups: Vec<(u32, Vec<ClassId>)>) -> Vec<Answered> {
    let answer = |(_, classes)| Answered::Classes(object, classes, ClassTest::OneOf);
    groups.into_iter().map(answer).collect()
}
