//! The paths of a method as a tree, for people who want to see where the budget went.

use super::conditions;
use super::generator::SymbolicMachine;
use super::losses::LossKind;
use margay_jvm::describe;
use margay_search::Decisions;
use margay_search::generate::case::{Effort, SearchTree, TreeFork, TreeLeaf};
use margay_search::generate::fact::Fact;
use margay_search::generate::render::conjunction;
use std::time::{Duration, Instant};

/// Paths of a method that are recorded: nobody looks at more.
const MOST_LEAVES: usize = 20_000;

/// A question with several answers on the present path.
struct Asked {
    depth: usize,
    place: String,
    /// How much of the condition was known by then.
    known: usize,
}

/// Sees the forks of paths in a part of the search.
pub(super) struct TreeRecorder {
    asked: Vec<Asked>,
    /// The path before.
    before: Decisions,
    effort: Effort,
    /// When it ended, and the time that the solver had taken by then, if that is recorded.
    clock: Option<(Instant, Duration)>,
}

impl TreeRecorder {
    pub fn new(machine: &SymbolicMachine, times: bool) -> Self {
        let clock = times.then(|| (Instant::now(), solver_time(machine)));
        let (before, effort) = (Decisions::default(), Effort::default());
        TreeRecorder { asked: Vec::new(), before, effort, clock }
    }

    /// The path has several ways on.
    pub fn fork(&mut self, machine: &SymbolicMachine, decisions: &Decisions, known: usize) {
        let depth = decisions.0.len();
        self.asked.retain(|asked| asked.depth < depth);
        self.asked.push(Asked { depth, place: place(machine), known });
    }

    /// The path has ended; what the part has taken so far is told.
    pub fn leaf(
        &mut self,
        machine: &SymbolicMachine,
        decisions: &Decisions,
        condition: &[Fact],
        effort: Effort,
    ) -> TreeLeaf {
        let shared = decisions.0.iter().zip(&self.before.0).take_while(|(a, b)| a == b).count();
        let on_path = self.asked.iter().filter(|asked| asked.depth < decisions.0.len());
        let on_path: Vec<&Asked> = on_path.collect();
        let mut forks = Vec::new();
        for (number, asked) in on_path.iter().enumerate().filter(|(_, it)| it.depth >= shared) {
            let end = on_path.get(number + 1).map_or(condition.len(), |next| next.known);
            let new = condition.get(asked.known..end).unwrap_or_default();
            let holds = conjunction(&conditions::texts(machine, new));
            forks.push(TreeFork { depth: asked.depth, place: asked.place.clone(), holds });
        }
        let (mut micros, mut solver_micros) = (None, None);
        if let Some((ended, solver)) = &mut self.clock {
            let now = (Instant::now(), solver_time(machine));
            micros = Some(micros_of(now.0 - *ended));
            solver_micros = Some(micros_of(now.1.saturating_sub(*solver)));
            (*ended, *solver) = now;
        }
        let before = std::mem::replace(&mut self.effort, effort);
        self.before = decisions.clone();
        TreeLeaf {
            part: None,
            decisions: decisions.clone(),
            forks,
            case: None,
            why: None,
            steps: effort.steps - before.steps,
            queries: effort.queries - before.queries,
            micros,
            solver_micros,
        }
    }
}

fn solver_time(machine: &SymbolicMachine) -> Duration {
    machine.core.domain.path.stats().time
}

fn micros_of(time: Duration) -> u64 {
    u64::try_from(time.as_micros()).unwrap_or(u64::MAX)
}

/// Where the machine is, in code of the project if that is among the calls in progress.
fn place(machine: &SymbolicMachine) -> String {
    let world = &machine.core.world;
    let is_own = |method| machine.platform.watched.as_ref().is_some_and(|it| it(world, method));
    let own = machine.core.stack().find(|place| is_own(place.method));
    let place = own.or_else(|| machine.core.stack().next());
    place.map_or_else(String::new, |place| describe::place(world, &place))
}

/// Why a path is no case.
pub(super) fn why(losses: &[(LossKind, String)]) -> Option<String> {
    let (kind, what) = losses.last()?;
    Some(match kind {
        LossKind::Bounds => format!("cut by a bound: {what}"),
        LossKind::Concretized => format!("made concrete: {what}"),
        LossKind::Unsupported => format!("not supported: {what}"),
        LossKind::Unmade | LossKind::Diverged => what.clone(),
        LossKind::Unknown => format!("unknown to the solver: {what}"),
    })
}

/// Adds a path to a tree; gives its number there, from 1, or 0 if it is cut off.
pub(super) fn add(tree: &mut SearchTree, leaf: TreeLeaf) -> usize {
    if tree.leaves.len() >= MOST_LEAVES {
        tree.cut += 1;
        return 0;
    }
    tree.leaves.push(leaf);
    tree.leaves.len()
}

/// Says which case the path with this number is.
pub(super) fn number(tree: &mut SearchTree, path: usize, case: usize) {
    let leaf = path.checked_sub(1).and_then(|place| tree.leaves.get_mut(place));
    if let Some(leaf) = leaf.filter(|leaf| leaf.why.is_none()) {
        leaf.case = Some(case);
    }
}

/// Says of all other paths that they are none.
pub(super) fn finish(tree: &mut SearchTree) {
    for leaf in tree.leaves.iter_mut().filter(|leaf| leaf.case.is_none() && leaf.why.is_none()) {
        leaf.why = Some("covers nothing that others do not".to_owned());
    }
}
