//! One failure mended.
//!
//! All that might be done about it is on one agenda, in the order of what it would cost: to make a
//! change, to follow a change that led to another failure, to look further around, to mend an
//! earlier failure in another way. What brings the predicate beyond the failure is a remedy; the
//! cheapest is made for good, where a new failure soon after counts as part of the price.
//!
//! Often there are several of the same price: a colour that is wrong can be put right here or on
//! the other side of the tree. Then the one that leads furthest is made and the others are
//! remembered, for when a later failure shows that it was the wrong one.

use super::attempt::{Attempt, End, Failure, Made};
use super::search::Search;
use super::suggest::{CHANGE, FULL, Fix, NARROW, NEAR, WIDE, Width, fixes};
use super::trial::Verdict;
use super::{Observer, RepairError};
use margay_machine::Platform;
use margay_machine::traced::Traced;
use rustc_hash::FxHashSet;
use std::cmp::Reverse;
use std::collections::BinaryHeap;

/// The price from which on to look further than to the newest comparisons and reads.
const LOOK_NEAR: i64 = CHANGE + 1;
const LOOK_WIDE: i64 = CHANGE + 3;
const LOOK_EVERYWHERE: i64 = 6 * CHANGE;
/// What is done only if nothing else helps.
const LAST: i64 = i64::MAX;
/// The price from which on an earlier remedy is put in question.
const SWAP: i64 = 1;
/// What it costs to follow a change that has led to another failure.
const FOLLOW: i64 = CHANGE - 1;
/// Changes made together.
const TOGETHER: usize = 3;
/// Changes tried where another one has led to a failure.
const BREADTH: usize = 12;
/// Attempts at something better than the first remedy, and at finding one.
const MORE_ATTEMPTS: u64 = 1 << 10;
const MOST_ATTEMPTS: u64 = 1 << 13;
/// Effort for a failure, at most: so much, and so often as much as it takes to come there.
const MOST_EFFORT: (u64, u64) = (1 << 20, 4);
/// Effort for something better than the first remedy of a failure: the less when all failures have
/// already taken much, so that failures and what lies between them do not multiply.
const MORE_EFFORT: (u64, u64) = (1 << 14, 1 << 18);
/// Steps beyond the failure by which remedies of the same price are told apart.
const FURTHER: [u64; 2] = [1 << 14, 1 << 17];
/// Remedies of the same price that are remembered.
const MOST_RIVALS: usize = 6;
/// Reads that are made anew to put earlier remedies in question.
const MOST_REREAD: usize = 1 << 15;

/// A remedy that was made, and others that were as good.
pub(super) struct Choice {
    made: Made,
    rivals: Vec<Made>,
}

/// Something that might be done.
#[derive(PartialEq, Eq, PartialOrd, Ord)]
struct Open {
    price: i64,
    /// What comes first is done first.
    order: usize,
    task: Task,
    /// After these changes, and what they cost.
    after: Made,
    cost: i64,
}

#[derive(PartialEq, Eq, PartialOrd, Ord)]
enum Task {
    /// To make a change.
    Try(Fix),
    /// To see what would help where the changes lead.
    Follow,
    /// To see what would help where the predicate failed.
    Look(Width),
    /// To mend an earlier failure, by its number, in another way.
    Swap(usize, usize),
    /// To give up what lies behind a reference that was read so many reads ago.
    GiveUp(usize),
}

/// What is to be done about a failure, and what was found.
struct Agenda {
    failure: Failure,
    open: BinaryHeap<Reverse<Open>>,
    order: usize,
    tried: FxHashSet<Vec<(usize, u64)>>,
    /// The best remedies, all of the same price.
    best: Vec<Attempt>,
    last_attempt: u64,
    deadline: u64,
    /// The effort at which there was a remedy.
    remedied: Option<u64>,
}

impl Agenda {
    fn add(&mut self, price: i64, task: Task) {
        self.add_after(price, task, Vec::new(), 0);
    }

    fn add_after(&mut self, price: i64, task: Task, after: Made, cost: i64) {
        self.order += 1;
        self.open.push(Reverse(Open { price, order: self.order, task, after, cost }));
    }

    /// Whether nothing of this price is wanted any more.
    fn is_settled(&self, open: &Open) -> bool {
        let Some(best) = self.best.first() else { return false };
        // Of the same price another change may be as good.
        let may_tie = best.price() == CHANGE && matches!(open.task, Task::Try(_));
        best.price() < open.price || best.price() == open.price && !may_tie
    }

    /// Whether these changes are tried for the first time.
    fn is_new(&mut self, after: &Made, fix: Fix) -> bool {
        let mut all: Vec<(usize, u64)> = after.iter().map(|(cell, _, to)| (*cell, *to)).collect();
        all.push((fix.cell, fix.bits));
        all.sort_unstable();
        self.tried.insert(all)
    }

    fn note(&mut self, attempt: Attempt) {
        let best = self.best.first();
        if best.is_none_or(|best| attempt.rank() < best.rank()) {
            self.best = vec![attempt];
        } else if best.is_some_and(|best| attempt.rank() == best.rank())
            && self.best.len() <= MOST_RIVALS
        {
            self.best.push(attempt);
        }
    }
}

impl<P: Platform<Traced>> Search<'_, P> {
    /// Changes something so that the predicate comes beyond a failure; false if nothing helps.
    pub fn mend(
        &mut self,
        failure: Failure,
        visitor: &mut impl Observer<P>,
    ) -> Result<bool, RepairError> {
        self.trial.begin_epoch();
        let (most, times) = MOST_EFFORT;
        let mut agenda = Agenda {
            failure,
            open: BinaryHeap::new(),
            order: 0,
            tried: FxHashSet::default(),
            best: Vec::new(),
            last_attempt: self.trial.counters().candidates + MOST_ATTEMPTS,
            deadline: self.trial.effort + most + times * failure.reads as u64,
            remedied: None,
        };
        agenda.add(i64::MIN, Task::Look(NARROW));
        agenda.add(LOOK_NEAR, Task::Look(NEAR));
        agenda.add(LOOK_WIDE, Task::Look(WIDE));
        agenda.add(LOOK_EVERYWHERE, Task::Look(FULL));
        let back = std::iter::successors(Some(1), |reads| Some(2 * reads));
        for reads in back.take_while(|reads| *reads < failure.reads) {
            agenda.add(LAST, Task::GiveUp(reads));
        }
        self.add_swaps(&mut agenda);
        while let Some(Reverse(open)) = agenda.open.pop() {
            let late = self.trial.counters().candidates > agenda.last_attempt
                || self.trial.effort > agenda.deadline;
            if agenda.is_settled(&open) || self.is_late() || late && !agenda.best.is_empty() {
                break;
            }
            if !late || open.price == LAST {
                self.work_on(&mut agenda, open, visitor)?;
            }
        }
        let best = self.furthest(failure, agenda.best, visitor)?;
        let spent = agenda.remedied.map_or(0, |before| self.trial.effort - before);
        self.leisure = self.leisure.saturating_sub(spent);
        Ok(self.make(best))
    }

    fn work_on(
        &mut self,
        agenda: &mut Agenda,
        open: Open,
        visitor: &mut impl Observer<P>,
    ) -> Result<(), RepairError> {
        let Open { task, after, cost, .. } = open;
        self.redo(&after);
        match task {
            Task::Look(width) => {
                self.look(agenda, &after, cost, width, usize::MAX, visitor)?;
            }
            Task::Follow => self.look(agenda, &after, cost, NARROW, BREADTH, visitor)?,
            Task::Try(fix) => {
                let attempt = self.attempt(fix, agenda.failure, visitor)?;
                self.undo(&attempt.made);
                self.judge(agenda, Attempt::after(&after, cost, attempt));
            }
            Task::GiveUp(reads) => {
                if let Some(attempt) = self.give_up(reads, agenda.failure, visitor)? {
                    self.undo(&attempt.made);
                    self.judge(agenda, attempt);
                }
            }
            Task::Swap(choice, rival) => {
                let attempt = self.swap(choice, rival, agenda.failure, visitor)?;
                self.undo(&attempt.made);
                self.judge(agenda, attempt);
            }
        }
        self.undo(&after);
        Ok(())
    }

    /// Adds what would help where these changes lead.
    fn look(
        &mut self,
        agenda: &mut Agenda,
        after: &Made,
        cost: i64,
        width: Width,
        most: usize,
        visitor: &mut impl Observer<P>,
    ) -> Result<(), RepairError> {
        self.trial.run(agenda.failure.limit, visitor)?;
        for fix in fixes(self, width).into_iter().take(most) {
            if !self.is_back(after, fix) && agenda.is_new(after, fix) {
                // What was saved by taking a change back has yet to be spent.
                let price = cost.max(0) + fix.cost;
                agenda.add_after(price, Task::Try(fix), after.clone(), cost);
            }
        }
        Ok(())
    }

    /// Whether a change only takes back one of those before it, or is an alternative to it that is tried
    /// by itself.
    fn is_back(&self, after: &Made, fix: Fix) -> bool {
        let mut before = after.iter().filter(|(cell, ..)| *cell == fix.cell);
        before.any(|(cell, old, _)| *old == fix.bits || self.is_link(*cell))
    }

    /// A remedy is noted; what led to another failure may be followed.
    fn judge(&mut self, agenda: &mut Agenda, attempt: Attempt) {
        let follow = attempt.is_about_something_else && attempt.made.len() < TOGETHER;
        if follow && !attempt.is_settled() {
            let price = attempt.cost.max(0) + FOLLOW;
            agenda.add_after(price, Task::Follow, attempt.made.clone(), attempt.cost);
        }
        if attempt.end != End::Nowhere {
            if agenda.best.is_empty() {
                let last = self.trial.counters().candidates + MORE_ATTEMPTS;
                agenda.last_attempt = agenda.last_attempt.min(last);
                let (least, most) = MORE_EFFORT;
                let more = self.leisure.clamp(least, most);
                agenda.deadline = agenda.deadline.min(self.trial.effort + more);
                agenda.remedied = Some(self.trial.effort);
            }
            agenda.note(attempt);
        }
    }

    /// Cuts the newest reference that was read at least so many reads ago. The way may be shorter
    /// then; it is good if it leads to where none has led before.
    fn give_up(
        &mut self,
        reads: usize,
        failure: Failure,
        visitor: &mut impl Observer<P>,
    ) -> Result<Option<Attempt>, RepairError> {
        self.trial.run(failure.limit, visitor)?;
        let last = self.trial.reads().saturating_sub(reads);
        let read = (0..last).rev().map(|level| self.trial.cell_read(level));
        let mut links = read.filter(|cell| self.is_link(*cell) && self.trial.value(*cell) != 0);
        let Some(cell) = links.next() else { return Ok(None) };
        let fix = Fix { cell, bits: 0, cost: self.price(cell, 0) };
        self.attempt(fix, Failure { is_hard: true, ..failure }, visitor).map(Some)
    }

    /// Of remedies that cost the same the one that leads furthest, and those that lead as far.
    fn furthest(
        &mut self,
        failure: Failure,
        mut best: Vec<Attempt>,
        visitor: &mut impl Observer<P>,
    ) -> Result<Vec<Attempt>, RepairError> {
        for horizon in FURTHER {
            if best.len() < 2 || self.is_late() {
                break;
            }
            let mut reached = Vec::new();
            for attempt in &best {
                self.redo(&attempt.made);
                reached.push(match self.trial.run(failure.at + horizon, visitor)? {
                    Verdict::Accepted | Verdict::Running => u64::MAX,
                    Verdict::Rejected(at) | Verdict::Endless(at) => at,
                });
                self.undo(&attempt.made);
            }
            let most = reached.iter().copied().max().unwrap_or_default();
            let mut is_furthest = reached.into_iter().map(|at| at == most);
            best.retain(|_| is_furthest.next().unwrap_or_default());
        }
        Ok(best)
    }

    /// Makes the first remedy for good and remembers the others.
    fn make(&mut self, best: Vec<Attempt>) -> bool {
        let mut best = best.into_iter().map(|attempt| attempt.made);
        let Some(made) = best.next() else { return false };
        self.redo(&made);
        self.latest.extend(made.iter().map(|(cell, ..)| *cell));
        // References are told apart by what surrounds them.
        let is_number = |made: &Made| made.iter().all(|(cell, ..)| !self.is_link(*cell));
        let rivals: Vec<Made> = best.filter(is_number).collect();
        if !rivals.is_empty() {
            self.choices.push(Choice { made, rivals });
        }
        true
    }

    // ---- earlier remedies put in question ----

    /// Adds what else could have been done about earlier failures, the latest first.
    fn add_swaps(&self, agenda: &mut Agenda) {
        let mut reread = 0;
        for (number, choice) in self.choices.iter().enumerate().rev() {
            let is_made = |(cell, _, bits): &(usize, u64, u64)| self.trial.value(*cell) == *bits;
            let levels = choice.made.iter().filter_map(|(cell, ..)| self.trial.level_of(*cell));
            let Some(first) = levels.min().filter(|_| choice.made.iter().all(is_made)) else {
                continue;
            };
            for rival in 0..choice.rivals.len() {
                reread += self.trial.reads() - first;
                if reread > MOST_REREAD {
                    return;
                }
                agenda.add(SWAP, Task::Swap(number, rival));
            }
        }
    }

    fn swap(
        &mut self,
        choice: usize,
        rival: usize,
        failure: Failure,
        visitor: &mut impl Observer<P>,
    ) -> Result<Attempt, RepairError> {
        let Choice { made, rivals } = &self.choices[choice];
        let back = made.iter().rev().map(|(cell, old, _)| (*cell, *old));
        let forth = rivals[rival].iter().map(|(cell, _, bits)| (*cell, *bits));
        let all: Vec<(usize, u64)> = back.chain(forth).collect();
        let (mut done, mut cost) = (Made::new(), 0);
        for (cell, bits) in all {
            cost += self.price(cell, bits);
            done.push((cell, self.set(cell, bits), bits));
        }
        let verdict = self.trial.run(failure.limit, visitor)?;
        Ok(self.attempted(done, cost, verdict, failure))
    }
}
