//! A method on a page: its cases, each with its words, pictures, test and trace.

use super::index::{CaseEntry, MethodEntry, Mood, PlaceEntry};
use super::pack::{Filling, Pack, Place};
use super::replay;
use super::source::LineCases;
use super::watched::WatchedBlock;
use crate::cases::text::{self, CaseWords};
use crate::cases::{heap, test_classes};
use crate::document::Run;
use crate::figures::{Figure, FigurePoint, Series, SeriesKind, plot};
use crate::svg;
use crate::table::thousands;
use crate::{Marks, literal, names};
use margay_search::generate::case::{
    CaseOutcome, Losses, MethodName, MethodReport, Step, TestCase, WatchedRun,
};
use margay_search::generate::cost::CaseCost;
use margay_search::generate::render::conjunction;
use margay_search::structure::Structure;
use serde::Serialize;
use std::collections::BTreeMap;
use std::io::{self, Write};
use test_classes::TestStyle;

/// Objects in a picture of a case; larger heaps are in words only.
const MOST_DRAWN: usize = 60;

/// Cases of a method whose costs are bars.
const MOST_BARS: usize = 30;

/// Letters of a condition or an outcome in a list.
const IN_LISTS: usize = 160;

/// A case as it is in a block.
#[derive(Debug, Serialize)]
struct CaseBlock {
    condition: Vec<String>,
    inputs: Vec<(String, String)>,
    asked: Vec<String>,
    stdin: Option<String>,
    ending: String,
    then: Vec<(String, String)>,
    printed: String,
    unasserted: Vec<String>,
    /// What it costs, by models.
    costs: Vec<(String, String)>,
    /// The heaps: pictures, or how many objects there are if that is too many.
    before: Picture,
    after: Picture,
    test: Option<String>,
    /// Why there is no test.
    no_test: Option<String>,
    replay: String,
    decisions: String,
    /// The lines it takes: methods by their places, each with lines that follow each other in it.
    trace: Vec<(usize, Vec<u32>)>,
    trace_cut: u64,
    /// Where the run line by line is, if it was recorded.
    watched: Option<Place>,
}

/// A picture.
#[derive(Debug, Serialize)]
#[serde(rename_all = "lowercase")]
pub(super) enum Picture {
    /// There is nothing to be seen.
    None,
    /// An SVG element.
    Svg(String),
    /// So many objects are too many.
    Large(usize),
}

impl Picture {
    /// What a heap looks like; its root alone is no picture.
    pub fn of(heap: &Structure, marks: &Marks, most: usize) -> io::Result<Picture> {
        Ok(match heap.objects.len() {
            0 | 1 => Picture::None,
            count if count > most => Picture::Large(count),
            _ => Picture::Svg(drawn(heap, marks)?),
        })
    }
}

/// A picture as an element of the page.
pub(super) fn drawn(structure: &Structure, marks: &Marks) -> io::Result<String> {
    let mut picture = Vec::new();
    svg::write_inline_marked(&mut picture, structure, marks)?;
    Ok(String::from_utf8_lossy(&picture).into_owned())
}

/// Sources of tests of a method, by its cases, or why there are none.
pub(super) type TestSources = Vec<Result<String, String>>;

/// The tests of the cases of a method.
pub(super) fn tests(
    report: &MethodReport,
    style: TestStyle,
    look_up: impl Fn(&str) -> Option<margay_jvm::source::SourceClass>,
) -> TestSources {
    test_classes::single(report, style, look_up)
}

/// What all methods of a page share.
#[derive(Debug, Default)]
pub(super) struct Methods {
    filling: Filling,
    runs: Filling,
    places: BTreeMap<MethodName, usize>,
    /// The same by their numbers.
    pub entries: Vec<PlaceEntry>,
    /// The cases through each line, by class.
    pub lines: BTreeMap<String, LineCases>,
}

impl Methods {
    /// Writes a method, which is the one with this number.
    pub fn add<W: Write>(
        &mut self,
        pack: &mut Pack<W>,
        run: &Run,
        (number, id): (usize, String),
        report: &MethodReport,
        tests: TestSources,
    ) -> io::Result<MethodEntry> {
        let mut tests = tests.into_iter();
        let mut cases: Vec<CaseEntry> = Vec::with_capacity(report.cases.len());
        for case in &report.cases {
            let mut block = self.case(run, report, case, tests.next())?;
            block.watched = self.watched(pack, case.watched.as_ref())?;
            let when = match case.condition.is_empty() {
                true => "always".to_owned(),
                false => conjunction(&case.condition),
            };
            let entry = (case.number, mood(case), cut(&when), cut(&block.ending));
            let place = self.filling.add(pack, &block)?;
            cases.push((entry.0, entry.1, entry.2, entry.3, place));
            for Step { method, line } in &case.trace {
                let through = self.lines.entry(method.class.clone()).or_default();
                let through = through.entry(*line).or_default();
                if through.last() != Some(&(number, case.number)) {
                    through.push((number, case.number));
                }
            }
        }
        let MethodName { class, name, descriptor } = report.method.clone();
        Ok(MethodEntry {
            id,
            class,
            name,
            descriptor,
            text: signature(report),
            cases,
            paths: report.effort.paths,
            steps: report.effort.steps,
            queries: report.effort.queries,
            precondition: report.precondition.clone(),
            losses: losses(&report.losses),
            stopped: report.losses.stopped.clone(),
            partition: report.partition.clone(),
            profiles: profiles(report).iter().map(plot::inline).collect(),
            tree: report.tree.as_ref().map(|tree| pack.put(tree)).transpose()?,
        })
    }

    /// Ends what is not full.
    pub fn end<W: Write>(&mut self, pack: &mut Pack<W>) -> io::Result<()> {
        self.filling.end(pack)?;
        self.runs.end(pack)
    }

    fn case(
        &mut self,
        run: &Run,
        report: &MethodReport,
        case: &TestCase,
        test: Option<Result<String, String>>,
    ) -> io::Result<CaseBlock> {
        let CaseWords { inputs, ending, then } = CaseWords::of(report, case);
        let (before, after) = (heap::before(report, case), heap::after(report, case));
        let changes = heap::changes(&before, &after);
        let (test, no_test) = match test {
            Some(Ok(source)) => (Some(source), None),
            Some(Err(why)) => (None, Some(why)),
            None => (None, None),
        };
        Ok(CaseBlock {
            condition: case.condition.clone(),
            inputs,
            asked: case.input.asked.clone(),
            stdin: case.input.stdin.as_deref().map(literal::latin1),
            ending,
            then,
            printed: case.printed.clone(),
            unasserted: case.unasserted.clone(),
            costs: case.costs.iter().map(cost).collect(),
            before: Picture::of(&before, &Marks::default(), MOST_DRAWN)?,
            after: Picture::of(&after, &changes, MOST_DRAWN)?,
            test,
            no_test,
            replay: replay::command(run, &report.method, &case.decisions),
            decisions: case.decisions.to_string(),
            trace: self.trace(&case.trace),
            trace_cut: case.trace_cut,
            watched: None,
        })
    }

    /// Writes a run line by line.
    pub fn watched<W: Write>(
        &mut self,
        pack: &mut Pack<W>,
        run: Option<&WatchedRun>,
    ) -> io::Result<Option<Place>> {
        let Some(run) = run else { return Ok(None) };
        let block = WatchedBlock::of(run, |method| self.place(method))?;
        self.runs.add(pack, &block).map(Some)
    }

    pub fn trace(&mut self, steps: &[Step]) -> Vec<(usize, Vec<u32>)> {
        let mut visits: Vec<(usize, Vec<u32>)> = Vec::new();
        for Step { method, line } in steps {
            let place = self.place(method);
            match visits.last_mut() {
                Some((last, lines)) if *last == place => lines.push(*line),
                _ => visits.push((place, vec![*line])),
            }
        }
        visits
    }

    fn place(&mut self, method: &MethodName) -> usize {
        if let Some(place) = self.places.get(method) {
            return *place;
        }
        let (class, name) = (method.class.clone(), method.name.clone());
        self.entries.push(PlaceEntry { class, name, source: None });
        self.places.insert(method.clone(), self.entries.len() - 1);
        self.entries.len() - 1
    }
}

/// What links call a method, if no other has that name.
pub(super) fn short_name(method: &MethodName) -> &str {
    match method.name.as_str() {
        "<init>" => names::simple_class(&method.class),
        name => name,
    }
}

/// The method with its parameters, without its class: `add(int data)`.
fn signature(report: &MethodReport) -> String {
    let whole = text::method(report);
    let end = whole.find('(').unwrap_or(whole.len());
    format!("{}{}", short_name(&report.method), &whole[end..])
}

fn mood(case: &TestCase) -> Mood {
    match case.outcome {
        CaseOutcome::Returned(_) => Mood::Returned,
        CaseOutcome::Threw { expected: true, .. } => Mood::Threw,
        CaseOutcome::Threw { expected: false, .. } => Mood::Crashed,
    }
}

pub(super) fn cut(text: &str) -> String {
    match text.char_indices().nth(IN_LISTS) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text.to_owned(),
    }
}

fn losses(losses: &Losses) -> Vec<(&'static str, String, u64)> {
    let kinds = text::kinds_of_losses(losses).into_iter();
    let told = kinds.flat_map(|(kind, losses)| losses.iter().map(move |loss| (kind, loss)));
    told.map(|(kind, loss)| (kind, loss.what.clone(), loss.count)).collect()
}

/// What a case costs: a number, and an expression over the inputs where there is one.
fn cost(cost: &CaseCost) -> (String, String) {
    let expression = cost.expression.as_ref();
    let expression = expression.map(|it| format!(" = {it}")).unwrap_or_default();
    (cost.model.clone(), format!("{}{expression}", thousands(cost.value)))
}

/// Cases by what they cost, for each model that was asked for: bars for few of them, points for many.
fn profiles(report: &MethodReport) -> Vec<Figure> {
    let models = report.cases.first().map(|case| case.costs.len()).unwrap_or_default();
    let profile = |model: usize| {
        let costs = report.cases.iter().filter_map(|case| Some((case, case.costs.get(model)?)));
        let point = |(case, cost): (&TestCase, &CaseCost)| FigurePoint {
            x: case.number as f64,
            y: cost.value as f64,
            label: (report.cases.len() <= MOST_BARS).then(|| format!("case {}", case.number)),
            note: Some(conjunction(&case.condition)),
            open: false,
        };
        let points: Vec<FigurePoint> = costs.map(point).collect();
        let kind = if points.len() <= MOST_BARS { SeriesKind::Bars } else { SeriesKind::Points };
        let name = report.cases[0].costs[model].model.clone();
        let series = vec![Series { name: name.clone(), kind, points }];
        Figure { x: "case".to_owned(), y: name, series, ..Figure::default() }
    };
    (0..models).map(profile).collect()
}
