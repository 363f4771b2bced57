//! A few lines on what was found and what was not done.

use crate::coverage::Sums;
use crate::names::{method_name, simple_class};
use crate::table::{Cell, Table, thousands};
use margay_search::generate::case::{
    AbstractedCalls, CallsReport, CaseOutcome, GuidedReport, JoinedInputs, Loss, Losses,
    MethodReport, PartitionReport, SummarizedMethod,
};
use margay_search::generate::coverage::Coverage;
use std::cmp::Reverse;
use std::collections::BTreeMap;
use std::fmt::Write;

/// Places named of each kind of loss, unless more are asked for.
const FEW: usize = 3;

/// With more methods than this, losses are told by reason only, unless more is asked for.
const CROWD: usize = 200;

/// Blocks of inputs, and reasons for them, named unless more are asked for.
const MANY: usize = 20;

/// A table of methods, what their tests cover, and what was lost; every place of it if `verbose`.
#[must_use]
pub fn text(reports: &[MethodReport], coverage: &Coverage, verbose: bool) -> String {
    let mut table = Table::new(["method", "cases", "threw", "crashes", "paths", "lost"]);
    let names = names(reports);
    for (report, name) in reports.iter().zip(&names) {
        let threw = |expected: bool| {
            let is = |outcome: &CaseOutcome| matches!(outcome, CaseOutcome::Threw { expected: e, .. } if *e == expected);
            report.cases.iter().filter(|case| is(&case.outcome)).count() as u64
        };
        table.row([
            Cell::Text(name.clone()),
            Cell::Count(report.cases.len() as u64),
            Cell::Count(threw(true)),
            Cell::Count(threw(false)),
            Cell::Count(report.effort.paths),
            Cell::Count(total(&report.losses)),
        ]);
    }
    let mut text = format!("{table}\n");
    for class in &coverage.classes {
        let Sums { lines, branches, .. } = Sums::of_class(class);
        let _ = writeln!(
            text,
            "{}: {} of {} lines, {} of {} branches covered",
            class.class, lines.covered, lines.total, branches.covered, branches.total
        );
    }
    untested(&mut text, reports, &names);
    // Of many methods, what they have in common says more than what each of them lost.
    let told = if reports.len() > CROWD && !verbose { &[][..] } else { reports };
    for (report, name) in told.iter().zip(&names) {
        if let Some(precondition) = &report.precondition {
            let _ = writeln!(text, "{name}: only inputs for which {precondition} holds");
        }
        if let Some(partition) = &report.partition {
            partitioned(&mut text, name, partition, verbose);
        }
        if let Some(guided) = &report.guided {
            guided_search(&mut text, name, guided);
        }
        if let Some(calls) = &report.calls {
            open_calls(&mut text, name, calls);
        }
        losses(&mut text, name, &report.losses, verbose);
        if verbose {
            let effort = &report.effort;
            let (steps, queries) = (thousands(effort.steps), thousands(effort.queries));
            let _ = writeln!(text, "{name}: {steps} steps, {queries} questions to the solver");
        }
    }
    text
}

/// The methods that have no test, by reason.
fn untested(text: &mut String, reports: &[MethodReport], names: &[String]) {
    let mut reasons: BTreeMap<String, Vec<&str>> = BTreeMap::new();
    for (report, name) in reports.iter().zip(names).filter(|(report, _)| report.cases.is_empty()) {
        let outside = report.precondition.as_ref();
        let outside = outside.map(|text| format!("no input for which {text} holds"));
        let reason = reason(&report.losses).or(outside);
        let reason = reason.unwrap_or_else(|| match report.effort.paths {
            0 => "every call that would make its input throws".to_owned(),
            _ => "no path ends".to_owned(),
        });
        reasons.entry(reason).or_default().push(name);
    }
    let count: usize = reasons.values().map(Vec::len).sum();
    if count > 0 {
        let all = thousands(reports.len() as u64);
        let _ = writeln!(text, "{} of {all} methods have no test:", thousands(count as u64));
    }
    let mut reasons: Vec<(String, Vec<&str>)> = reasons.into_iter().collect();
    reasons.sort_by_key(|(_, methods)| Reverse(methods.len()));
    for (reason, methods) in reasons {
        let more = match methods.len().saturating_sub(FEW) {
            0 => String::new(),
            more => format!(", and {more} more"),
        };
        let shown = methods[..methods.len().min(FEW)].join(", ");
        let _ = writeln!(text, "  {}: {reason}: {shown}{more}", methods.len());
    }
}

/// Why a method has no test: what was lost first, without its place.
fn reason(losses: &Losses) -> Option<String> {
    let most = |list: &[Loss]| {
        let loss = list.iter().max_by_key(|loss| loss.count)?;
        let what = loss.what.split(" when ").next()?.split(" at ").next()?;
        Some(what.to_owned())
    };
    let Losses { bounds, unsupported, unmade, unknown, diverged, stopped, .. } = losses;
    let named = |what: &str, list: &[Loss]| most(list).map(|loss| format!("{what}: {loss}"));
    named("no call sequence found", unmade)
        .or_else(|| named("unsupported", unsupported))
        .or_else(|| stopped.as_deref().map(|why| why.split(", ").next().unwrap_or(why).to_owned()))
        .or_else(|| (!unknown.is_empty()).then(|| "unknown to the solver".to_owned()))
        .or_else(|| (!diverged.is_empty()).then(|| "its replay differs".to_owned()))
        .or_else(|| (!bounds.is_empty()).then(|| "cut by a bound".to_owned()))
}

/// How the inputs of a method were partitioned; every block and reason if `verbose`.
fn partitioned(text: &mut String, name: &str, partition: &PartitionReport, verbose: bool) {
    let PartitionReport { blocks, joined, hubs, runs, together, .. } = partition;
    let paths: u64 = blocks.iter().map(|block| block.paths).sum();
    let _ = writeln!(
        text,
        "{name}: {} blocks of inputs, {} paths, {} runs, joined {} times",
        thousands(blocks.len() as u64),
        thousands(paths),
        thousands(*runs),
        thousands(joined.len() as u64),
    );
    let most = |count: usize| if verbose { count } else { count.min(MANY) };
    for block in &blocks[..most(blocks.len())] {
        let when = match &block.when[..] {
            [] => String::new(),
            when => format!(" when {}", when.join(", ")),
        };
        let _ = writeln!(text, "  {{{}}}{when}: {} paths", block.inputs.join(", "), block.paths);
    }
    left(text, blocks.len() - most(blocks.len()), "blocks");
    for hub in hubs {
        let _ = writeln!(text, "  {hub} is gone through case by case: others depend on it");
    }
    for joined in &joined[..most(joined.len())] {
        let (inputs, JoinedInputs { why, place, .. }) = (joined.inputs.join(", "), joined);
        let _ = writeln!(text, "  {place} joins {inputs}: {why}");
    }
    left(text, joined.len() - most(joined.len()), "places that join inputs");
    if *together > 0 {
        let paths = thousands(*together);
        let _ =
            writeln!(text, "  {paths} paths of all inputs together, for what no block has reached");
    }
}

/// What became of calls that were left open.
fn open_calls(text: &mut String, name: &str, calls: &CallsReport) {
    let CallsReport { abstracted, wanted, found, others, expansions, summarized, trusted, .. } =
        calls;
    for model in trusted {
        let _ = writeln!(text, "{name}: trusted as given: {model}");
    }
    for SummarizedMethod { method, cases, composed, ran, .. } in summarized {
        let (cases, composed) = (thousands(*cases), thousands(*composed));
        let ran = match ran {
            0 => String::new(),
            ran => format!(", ran {} times", thousands(*ran)),
        };
        let _ =
            writeln!(text, "{name}: {method} has {cases} cases, composed {composed} times{ran}");
    }
    if abstracted.is_empty() {
        if trusted.is_empty() && summarized.is_empty() {
            let _ = writeln!(text, "{name}: no call that could be left open or composed");
        }
        return;
    }
    let beside = match others {
        0 => String::new(),
        others => format!(", {} beside them", thousands(*others)),
    };
    let _ = writeln!(
        text,
        "{name}: {} paths with open calls, {} of them possible{beside}; {} ways through calls tried",
        thousands(*wanted),
        thousands(*found),
        thousands(*expansions),
    );
    for AbstractedCalls { method, calls } in abstracted {
        let _ = writeln!(text, "  {method} was left open {} times", thousands(*calls));
    }
}

/// What came of a search that was guided.
fn guided_search(text: &mut String, name: &str, guided: &GuidedReport) {
    if let Some(policy) = &guided.policy {
        let proved = match guided.proved {
            None => String::new(),
            Some(true) => ", proved within the bounds".to_owned(),
            Some(false) => format!(", not proved: {}", guided.because.join(", ")),
        };
        let (dropped, pruned) = (thousands(guided.dropped), thousands(guided.pruned));
        let _ = writeln!(
            text,
            "{name}: {policy}{proved}; {dropped} paths dropped at their end, {pruned} ways not taken"
        );
    }
    for point in &guided.points {
        let told = match (point.case, &point.because) {
            (Some(case), _) => format!("reached by case {case}"),
            (None, Some(why)) if point.unreachable => {
                format!("not reachable within the bounds: {why}")
            }
            (None, why) => {
                format!("not reached: {}", why.as_deref().unwrap_or("no path was found"))
            }
        };
        let _ = writeln!(text, "{name}: {} {told}", point.point);
    }
}

fn left(text: &mut String, count: usize, what: &str) {
    if count > 0 {
        let _ =
            writeln!(text, "  and {} {what} more (--verbose shows them)", thousands(count as u64));
    }
}

/// The names of the methods; those that another one has too, with the types of their parameters.
fn names(reports: &[MethodReport]) -> Vec<String> {
    let name = |report: &MethodReport| method_name(&report.method);
    let mut count: BTreeMap<String, u32> = BTreeMap::new();
    reports.iter().for_each(|report| *count.entry(name(report)).or_default() += 1);
    let told_apart = |report: &MethodReport| match name(report) {
        name if count[&name] == 1 => name,
        name => {
            let types = report.signature.parameters.iter().map(|p| simple_class(&p.type_name));
            format!("{name}({})", types.collect::<Vec<_>>().join(", "))
        }
    };
    reports.iter().map(told_apart).collect()
}

fn total(losses: &Losses) -> u64 {
    let lists = [
        &losses.bounds,
        &losses.concretized,
        &losses.unsupported,
        &losses.unmade,
        &losses.unknown,
        &losses.diverged,
    ];
    lists.iter().flat_map(|list| list.iter()).map(|loss| loss.count).sum()
}

fn losses(text: &mut String, name: &str, losses: &Losses, verbose: bool) {
    let kinds = [
        ("cut by a bound", &losses.bounds),
        ("made concrete", &losses.concretized),
        ("unsupported", &losses.unsupported),
        ("with no call sequence found", &losses.unmade),
        ("unknown to the solver", &losses.unknown),
        ("diverged in replay and left out", &losses.diverged),
    ];
    if !losses.is_complete() {
        let _ = writeln!(text, "{name} is incomplete: paths within the bounds may be missing");
    }
    for (what, list) in kinds.into_iter().filter(|(_, list)| !list.is_empty()) {
        let shown = if verbose { list.len() } else { FEW };
        let count: u64 = list.iter().map(|loss| loss.count).sum();
        let one = |loss: &Loss| format!("{} ({})", loss.what, loss.count);
        let mut places: Vec<String> = list.iter().take(shown).map(one).collect();
        if list.len() > shown {
            places.push(format!("and {} more", list.len() - shown));
        }
        let _ = writeln!(text, "{name}: {count} {what}: {}", places.join(", "));
    }
    if let Some(why) = &losses.stopped {
        let _ = writeln!(text, "{name}: {why}");
    }
}
