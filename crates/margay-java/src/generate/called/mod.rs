//! What a call is, said by `--calls`.
//!
//! **Lazy** (LATEST: Majumdar and Sen, *Lazy Dynamic Test Input Generation*). The paths of the method under
//! test are searched twice, by the same search. First its calls are left open: each one that depends
//! on the input returns, throws and leaves behind anything that its method could ([`effects`]), so that what is
//! found are the paths of the method itself, some of which nothing may ever take. They make a [tree](local). Then everything
//! runs. The tree says where a path may still lead to one of them that has no test yet; where it cannot
//! any more, the search leaves, also out of the middle of a call; before a call is entered, the path looks ahead with
//! it and all after it left open; and what a call has really done is what the rest of the path runs on. Ways through a call that were good once are tried first
//! ([`decide`]). So there is one test for each path of the method, and callees are searched only until one is found.
//!
//! The paper concretizes one abstract path after the other; here all of them are wanted at once, which
//! shares the beginnings that they have in common, and needs no second engine: the second
//! search is the ordinary one with a guide.
//!
//! **Summaries** (PET: Rojas, *Test Case Generation in Object-Oriented Programming*, chapter 3): a call is composed of the cases of
//! its method ([`summaries`]), as far as a case has [words](words) for what they do; or each case is done in one step, and branches nowhere
//! (its section 3.3). A [`folder`] keeps them from one run to the next.

mod contents;
pub(crate) mod decide;
mod effects;
mod folder;
pub(crate) mod local;
pub(crate) mod summaries;
mod words;

pub use folder::{FolderUse, SummaryFolder};

use super::coverage::CoverageRecorder;
use super::generator::Generator;
use super::losses::LossKind;
use super::options::{GenerateOptions, SearchStrategy};
use super::part::{self, Clock, PartReport, PathLimits};
use super::points::{find_method, method_name};
use crate::error::Error;
use decide::{Decider, Phase};
use local::{LocalTree, Shown};
use margay_search::Backtrack;
use margay_search::driver::Range;
use margay_search::generate::calls::CallDecider;
use margay_search::generate::case::{AbstractedCalls, CallsReport};
use std::cell::RefCell;
use std::fmt;
use std::rc::Rc;
use std::str::FromStr;
use std::time::Duration;

/// What a call is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum CallMode {
    /// It is executed.
    #[default]
    Run,
    /// It is left open, and a way through it is found afterwards.
    Lazy,
    /// It is composed of the cases of its method, where these can be said.
    Summaries,
    /// The same, each case in one step.
    Specialized,
}

impl CallMode {
    /// Whether calls are composed.
    pub(super) fn composes(self) -> bool {
        matches!(self, CallMode::Summaries | CallMode::Specialized)
    }
}

impl fmt::Display for CallMode {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            CallMode::Run => "run",
            CallMode::Lazy => "lazy",
            CallMode::Summaries => "summaries",
            CallMode::Specialized => "specialized",
        })
    }
}

impl FromStr for CallMode {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        match text {
            "run" => Ok(CallMode::Run),
            "lazy" => Ok(CallMode::Lazy),
            "summaries" => Ok(CallMode::Summaries),
            "specialized" => Ok(CallMode::Specialized),
            _ => Err("expected run, lazy, summaries or specialized".to_owned()),
        }
    }
}

/// Methods by name: `Lexer.*`, `demo.Lexer.next`, `Lexer.next*`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MethodPattern(String);

impl MethodPattern {
    /// Whether it means a method, whose class has dots in its name.
    #[must_use]
    pub fn matches(&self, class: &str, name: &str) -> bool {
        let simple = class.rsplit(['.', '$']).next().unwrap_or(class);
        let names = [format!("{class}.{name}"), format!("{simple}.{name}")];
        names.iter().any(|name| fits(self.0.as_bytes(), name.as_bytes()))
    }
}

/// Whether a text fits a pattern, in which `*` is any text.
fn fits(pattern: &[u8], text: &[u8]) -> bool {
    match pattern.split_first() {
        None => text.is_empty(),
        Some((b'*', rest)) => (0..=text.len()).any(|skipped| fits(rest, &text[skipped..])),
        Some((first, rest)) => {
            text.split_first().is_some_and(|(own, text)| own == first && fits(rest, text))
        }
    }
}

impl FromStr for MethodPattern {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let is_name = |c: char| c.is_alphanumeric() || "._$*<>".contains(c);
        match text.contains('.') && text.chars().all(is_name) && !text.ends_with('.') {
            true => Ok(MethodPattern(text.to_owned())),
            false => Err("expected methods such as Lexer.next or 'Lexer.*'".to_owned()),
        }
    }
}

impl fmt::Display for MethodPattern {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// What a part of a search has to do with calls.
#[derive(Clone)]
pub(crate) struct Called {
    pub decider: Rc<RefCell<Decider>>,
    pub tree: Rc<RefCell<LocalTree>>,
}

impl Called {
    pub fn decider(&self) -> CallDecider {
        CallDecider(Some(self.decider.clone()))
    }
}

impl GenerateOptions {
    /// Says which options do not go together with others than `--calls run`.
    pub(super) fn check_calls(&self) -> Result<(), Error> {
        let refuse = |what: &str| Err(Error::Together(what.to_owned()));
        if self.calls != CallMode::Lazy && !self.abstracted.is_empty() {
            return refuse("--abstract needs --calls lazy");
        }
        if !self.calls.composes() && self.summaries.is_some() {
            return refuse("--summaries needs --calls summaries or specialized");
        }
        if self.calls == CallMode::Run {
            return Ok(());
        }
        // What looks at code inside calls has nothing to look at where these do not run.
        let inside = [
            (self.has_points(), "--reach", "a line inside a call may not be seen"),
            (
                !self.policies.is_empty(),
                "--policy",
                "what a call costs that does not run is not known",
            ),
            (!self.costs.is_empty(), "--cost", "what a call costs that does not run is not known"),
            (!self.trace.is_empty(), "--trace", "a line inside a call may not be seen"),
            (
                self.backtrack == Backtrack::Reexecute,
                "--backtrack reexecute",
                "how far a call was searched is known at checkpoints only",
            ),
        ];
        let order = "ways through calls are searched in an order of their own";
        let open = "calls that are left open have no inputs to follow";
        let lazy = [
            (self.partition.is_some(), "--partition", "what a call returns meets all its inputs"),
            (!self.seeds.is_empty(), "--seeds", open),
            (self.order.chooses(), "--search", order),
            (self.strategy == SearchStrategy::Concolic, "--strategy concolic", open),
        ];
        let is_lazy = self.calls == CallMode::Lazy;
        let lazy = lazy.into_iter().filter(|_| is_lazy);
        match inside.into_iter().chain(lazy).find(|(is_given, ..)| *is_given) {
            Some((_, option, why)) => {
                let calls = self.calls;
                refuse(&format!(
                    "--calls {calls} does not go together with {option}: {why}; use --calls run, or leave {option} out"
                ))
            }
            None => Ok(()),
        }
    }
}

/// Searches a method with its calls left open, then for ways through them that fit.
pub(super) fn search(
    generator: &mut Generator,
    range: Range,
    clock: Clock<'_>,
) -> Result<Vec<PartReport>, Error> {
    let Some(method) = find_method(&mut generator.symbolic.machine, clock.name) else {
        return Err(Error::Unsupported("a method is in one machine only".to_owned()));
    };
    let table = effects::table(generator, method)?;
    let is_chosen = generator.options.abstracted.is_empty();
    let limits = PathLimits { paths: generator.options.max_paths, idle: u64::MAX };
    if table.is_empty() {
        let mut coverage = CoverageRecorder::default();
        let mut report = part::search(generator, range, limits, &mut coverage, clock)?;
        report.end.calls = Some(CallsReport::default());
        return Ok(vec![report]);
    }
    let called = Called {
        decider: Rc::new(RefCell::new(Decider::new(method, table))),
        tree: Rc::new(RefCell::new(LocalTree::new(method, is_chosen))),
    };
    generator.called = Some(called.clone());
    let found = search_twice(generator, range, limits, clock, &called);
    generator.called = None;
    found
}

fn search_twice(
    generator: &mut Generator,
    range: Range,
    limits: PathLimits,
    clock: Clock<'_>,
    called: &Called,
) -> Result<Vec<PartReport>, Error> {
    let mut coverage = CoverageRecorder::default();
    let share = Clock { timeout: open_time(clock), ..clock };
    let mut open = part::search(generator, range.clone(), limits, &mut coverage, share)?;
    // What bounds cut is cut again when everything runs; what else was lost may hide a path.
    let losses = open.records.drain(..).flat_map(|record| record.losses).collect::<Vec<_>>();
    open.end.losses.extend(losses);
    open.end.losses.retain(|(kind, _)| *kind != LossKind::Bounds);
    let left_open = open.end.effort.paths;
    open.end.effort.paths = 0;
    let shown = match (open.end.stopped.take(), open.end.next.take()) {
        // What was not shown is not known to be impossible: everything is searched then.
        (Some(_), _) | (_, Some(_)) => Shown::Some,
        _ if open.end.losses.is_empty() && !called.decider.borrow().is_opaque() => Shown::All,
        _ => Shown::Most,
    };
    called.decider.borrow_mut().phase = Phase::Real;
    called.tree.borrow_mut().begin_real(shown);
    let mut coverage = CoverageRecorder::default();
    let real = part::search(generator, range, limits, &mut coverage, clock)?;
    let mut reports = vec![open, real];
    let report = report(generator, called, left_open);
    if let Some(last) = reports.last_mut() {
        last.end.calls = Some(report);
    }
    Ok(reports)
}

/// The time for paths with open calls: a third of what the method has.
fn open_time(clock: Clock<'_>) -> Duration {
    let left = clock.watching.budget.deadline();
    let left = left.map(|deadline| deadline.saturating_duration_since(clock.started));
    left.into_iter().chain([clock.timeout]).min().unwrap_or(clock.timeout) / 3
}

/// What is told of the calls.
fn report(generator: &Generator, called: &Called, left_open: u64) -> CallsReport {
    let (decider, tree) = (called.decider.borrow(), called.tree.borrow());
    let world = generator.symbolic.world();
    let mut abstracted: Vec<AbstractedCalls> = decider
        .abstracted
        .iter()
        .map(|(method, calls)| {
            let name = method_name(world, *method);
            let method = format!("{}.{}{}", name.class, name.name, name.descriptor);
            AbstractedCalls { method, calls: *calls }
        })
        .collect();
    abstracted.sort_by(|a, b| a.method.cmp(&b.method));
    CallsReport {
        abstracted,
        open_paths: left_open,
        wanted: tree.wanted(),
        found: tree.found(),
        others: tree.others,
        expansions: decider.expansions,
        ..CallsReport::default()
    }
}
