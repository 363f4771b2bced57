//! The driver of searches on small programs: both ways of going back find the same, parts of the tree
//! make up the whole, walks by chance are paths of it, and decisions that name no path are refused.

use margay_filetests::platform::Text;
use margay_filetests::subject::{Fresh, Subject, ending};
use margay_ir::MethodId;
use margay_machine::symbolic::Symbolic;
use margay_machine::{Concrete, Machine, Outcome, Traced};
use margay_search::Decisions;
use margay_search::driver::{
    Answer, Applied, Backtrack, Call, DepthFirst, Driver, Ending, Oracle, Pace, PathError,
    Progress, Question, RandomWalk, Range, Replay, Reply, Strategy, Trailed, Visitor, shard, split,
};
use margay_search::explore::{ExploreError, explore, replay, sample};
use std::ops::ControlFlow;

/// Three choices, the second of which is among as many alternatives as the first has taken, and more
/// for some of the others; some paths are dropped.
const PROGRAM: &str = "
class main extends object {
    static method f()i32: () -> i32 {
    block0:
        v0: i32 = const 0
        v1: i32 = const 3
        v2: i32 = call static env.choose(i32,i32)i32 (v0, v1)
        v3: i32 = call static env.choose(i32,i32)i32 (v0, v2)
        v4: i32 = const 2
        v5: i32 = ne.i32 v3, v4
        call static env.assume(i32) (v5)
        v6: i32 = call static env.choose(i32,i32)i32 (v3, v1)
        v7: i32 = const 10
        v8: i32 = mul v2, v7
        v9: i32 = add v8, v3
        v10: i32 = mul v9, v7
        v11: i32 = add v10, v6
        call static env.print(i32) (v11)
        return v11
    }
    static method long()i32: () -> i32 {
    block0:
        v0: i32 = const 0
        v1: i32 = const 1
        jump block1(v0)
    block1(v2: i32):
        v3: i32 = call static env.choose(i32,i32)i32 (v0, v1)
        v4: i32 = add v2, v1
        jump block1(v4)
    }
}
";

const PACE: Pace = Pace { steps: 7, answers: 3, work: u64::MAX };

fn subject<D: Fresh>(call: &str) -> (Subject<D>, Call<D::Value>) {
    let mut subject = Subject::<D>::new(PROGRAM).expect("a program");
    let (method, args) = subject.call(call).expect("a call");
    (subject, Call { method, args })
}

/// Paths and how they end.
#[derive(Default)]
struct Paths {
    method: Option<MethodId>,
    found: Vec<(Decisions, String)>,
    pauses: u32,
    /// Pauses after which the search ends.
    patience: Option<u32>,
}

impl<D: Fresh> Visitor<D, Text, Outcome<D::Value>> for Paths {
    fn found(
        &mut self,
        machine: &mut Machine<D, Text>,
        decisions: &Decisions,
        outcome: Outcome<D::Value>,
    ) -> ControlFlow<()> {
        let method = self.method.expect("it is known");
        self.found.push((decisions.clone(), ending(&machine.core, method, &outcome)));
        ControlFlow::Continue(())
    }

    fn pause(&mut self, _: &mut Machine<D, Text>, progress: Progress<'_, ()>) -> ControlFlow<()> {
        assert!((0.0..=1.0).contains(&progress.share), "{}", progress.share);
        self.pauses += 1;
        let is_over = self.patience.is_some_and(|most| self.pauses >= most);
        if is_over { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }
}

fn all<D: Fresh>(backtrack: Backtrack) -> Vec<(Decisions, String)> {
    let (mut subject, call) = subject::<D>("main.f()");
    let mut paths = Paths { method: Some(call.method), ..Paths::default() };
    explore(&mut subject.machine, call, backtrack, PACE, &mut paths).expect("it can be explored");
    assert!(paths.pauses > 0, "the clock is looked at");
    paths.found
}

#[test]
fn both_ways_of_going_back_find_the_same() {
    let expected = all::<Concrete>(Backtrack::Checkpoint);
    // First 0..=3, second 0..=first, third second..=3, and what is dropped ends after two.
    assert_eq!(expected.len(), 4 * 4 + 3 * 3 + 2 + 1);
    assert!(expected.is_sorted_by(|a, b| a.0 < b.0), "depth first");
    assert_eq!(all::<Concrete>(Backtrack::Reexecute), expected);
    assert_eq!(all::<Traced>(Backtrack::Checkpoint), expected);
    assert_eq!(all::<Symbolic>(Backtrack::Reexecute), expected);
}

/// A strategy that is its own visitor, with state that it must get back: how many choices deep it is.
#[derive(Default)]
struct Choices {
    depth: u32,
    found: Vec<Decisions>,
    new: u32,
    max_steps: Option<u64>,
    out_of_steps: u32,
    most: Option<usize>,
}

impl Trailed for Choices {
    type Mark = u32;

    fn mark(&self) -> u32 {
        self.depth
    }

    fn undo_to(&mut self, mark: u32) {
        self.depth = mark;
    }
}

impl Strategy<Concrete, Text> for Choices {
    type Note = ();
    type Error = PathError;

    fn ask(
        &mut self,
        _: &mut Machine<Concrete, Text>,
        decisions: &Decisions,
        question: Question<u64>,
    ) -> Result<Reply<(), u64>, PathError> {
        assert_eq!(self.depth as usize, decisions.0.len(), "the trail is undone");
        let Question::Choice(count) = question else { panic!("only choices are asked") };
        Ok(Reply::Answers { note: (), count, revisable: false })
    }

    fn answer(
        &mut self,
        machine: &mut Machine<Concrete, Text>,
        _: &Decisions,
        (): &(),
        answer: Answer,
    ) -> Applied<u64> {
        self.depth += 1;
        self.new += u32::from(answer.is_new);
        machine.take(answer.alternative);
        Applied::Done
    }

    fn last_step(&self) -> u64 {
        self.max_steps.unwrap_or(u64::MAX)
    }

    fn ended(
        &mut self,
        machine: &mut Machine<Concrete, Text>,
        decisions: &mut Decisions,
        ending: Ending<u64>,
    ) -> Result<ControlFlow<()>, PathError> {
        if ending == Ending::OutOfSteps {
            self.out_of_steps += 1;
            assert!(machine.core.steps < self.last_step() + 64, "{} steps", machine.core.steps);
        }
        self.found.push(decisions.clone());
        let is_enough = self.most.is_some_and(|most| self.found.len() >= most);
        Ok(if is_enough { ControlFlow::Break(()) } else { ControlFlow::Continue(()) })
    }

    fn pause(&mut self, _: &mut Machine<Concrete, Text>, _: f64) -> ControlFlow<()> {
        ControlFlow::Continue(())
    }
}

/// The paths that an oracle lets in, and the answers that were counted.
fn searched(
    oracle: impl Oracle,
    backtrack: Backtrack,
    most: Option<usize>,
) -> (Vec<Decisions>, u32, Vec<Decisions>) {
    let (mut subject, call) = subject::<Concrete>("main.f()");
    subject.machine.hold();
    let strategy = Choices { most, ..Choices::default() };
    let mut driver = Driver::new(&mut subject.machine, call, strategy, oracle, backtrack, PACE);
    driver.run().expect("it can be searched");
    let rest = driver.rest().into_iter().map(|place| place.decisions).collect();
    (driver.strategy.found, driver.strategy.new, rest)
}

fn parts(wanted: usize) -> Vec<Range> {
    let (mut subject, call) = subject::<Concrete>("main.f()");
    subject.machine.hold();
    let strategy = Choices::default();
    let (machine, way) = (&mut subject.machine, Backtrack::Checkpoint);
    let mut driver = Driver::new(machine, call, strategy, DepthFirst, way, PACE);
    split(&mut driver, Range::default(), wanted).expect("it can be cut")
}

#[test]
fn parts_make_up_the_whole() {
    let (whole, counted, rest) = searched(DepthFirst, Backtrack::Checkpoint, None);
    assert!(rest.is_empty());
    for wanted in [1, 2, 5, 10, 100] {
        let parts = parts(wanted);
        assert!(parts.len() >= wanted.min(whole.len()), "{wanted}: {parts:?}");
        let (mut found, mut count) = (Vec::new(), 0);
        for part in &parts {
            let (paths, new, _) = searched(part.clone(), Backtrack::Checkpoint, None);
            assert_eq!(searched(part.clone(), Backtrack::Reexecute, None).0, paths);
            found.extend(paths);
            count += new;
        }
        assert_eq!(found, whole);
        assert_eq!(count, counted, "each answer counts once");
        for count in 1..=parts.len().min(4) {
            let shards = (0..count).map(|index| shard(&parts, index, count).expect("enough parts"));
            let found = shards.flat_map(|part| searched(part, Backtrack::Checkpoint, None).0);
            assert_eq!(Vec::from_iter(found), whole);
        }
        let error = shard(&parts, 0, parts.len() + 1).expect_err("too many");
        assert_eq!(error.parts, parts.len());
    }
}

/// Wherever a search is stopped, the rest is what was not visited.
#[test]
fn a_search_goes_on_where_it_was_stopped() {
    let (whole, ..) = searched(DepthFirst, Backtrack::Checkpoint, None);
    for most in 1..whole.len() {
        for way in [Backtrack::Checkpoint, Backtrack::Reexecute] {
            let (mut found, _, rest) = searched(DepthFirst, way, Some(most));
            let start = Range { from: rest.first().cloned(), to: None };
            for part in start.cut(rest.into_iter().skip(1)) {
                found.extend(searched(part, way, None).0);
            }
            assert_eq!(found, whole, "stopped after {most}");
        }
    }
}

#[test]
fn a_random_walk_visits_paths_of_the_tree() {
    let whole = all::<Concrete>(Backtrack::Checkpoint);
    let walk = |seed| {
        let (mut subject, call) = subject::<Concrete>("main.f()");
        let mut paths = Paths { method: Some(call.method), ..Paths::default() };
        let walk = RandomWalk::new(seed, 200);
        sample(&mut subject.machine, call, walk, PACE, &mut paths).expect("it can be walked");
        paths.found
    };
    let found = walk(1);
    assert_eq!(found.len(), 200);
    assert!(found.iter().all(|path| whole.contains(path)));
    assert!(whole.iter().all(|path| found.contains(path)), "so many walks miss none of so few");
    assert_eq!(walk(1), found);
    assert_ne!(walk(2), found);
}

fn replayed(decisions: &str) -> Result<Vec<(Decisions, String)>, ExploreError> {
    let (mut subject, call) = subject::<Concrete>("main.f()");
    let mut paths = Paths { method: Some(call.method), ..Paths::default() };
    let decisions = decisions.parse().expect("decisions");
    replay(&mut subject.machine, call, decisions, PACE, &mut paths)?;
    Ok(paths.found)
}

#[test]
fn decisions_name_paths() {
    for (decisions, ending) in all::<Concrete>(Backtrack::Checkpoint) {
        let path = (decisions.clone(), ending);
        assert_eq!(replayed(&decisions.to_string()), Ok(vec![path]));
    }
    assert_eq!(replayed("3"), replayed("3,0,0"), "beyond them, the first alternative is taken");
    let error = replayed("1,7").expect_err("there is no such alternative");
    assert_eq!(
        error.to_string(),
        "decision 2 takes alternative 7, but that choice has only 2 (0..1)"
    );
    let error = replayed("3,2,0,0").expect_err("the path is shorter");
    assert_eq!(error.to_string(), "the path ends after 2 of the 4 decisions given");
    let from = Some(Decisions(vec![4]));
    let mut range = Range { from, to: None };
    assert!(range.window(&Decisions::default(), 4).is_err());
}

/// A path that asks all the time is given up all the same.
#[test]
fn a_limit_on_steps_holds_whatever_a_path_asks() {
    for way in [Backtrack::Checkpoint, Backtrack::Reexecute] {
        let (mut subject, call) = subject::<Concrete>("main.long()");
        subject.machine.hold();
        let strategy = Choices { max_steps: Some(100), most: Some(5), ..Choices::default() };
        let oracle = Replay(Decisions::default());
        let mut driver = Driver::new(&mut subject.machine, call, strategy, oracle, way, PACE);
        driver.run().expect("it can be searched");
        assert_eq!(driver.strategy.out_of_steps, 1);
    }
}

#[test]
fn a_visitor_ends_a_search_in_the_middle_of_a_path() {
    let (mut subject, call) = subject::<Concrete>("main.long()");
    let mut paths = Paths { method: Some(call.method), patience: Some(3), ..Paths::default() };
    let way = Backtrack::Checkpoint;
    explore(&mut subject.machine, call, way, PACE, &mut paths).expect("it can be explored");
    assert_eq!((paths.pauses, paths.found.len()), (3, 0));
}
