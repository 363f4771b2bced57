//! `--scale`: the worst case at each of several sizes, and how it grows.

use super::args::GenerateArgs;
use crate::error::{CliError, code};
use crate::format::Format;
use crate::interrupt;
use crate::results;
use margay_java::generate::{
    Criterion, GenerateOptions, GeneratePlan, MethodFilter, Searched, TestedMethod, Watching,
};
use margay_java::{Budget, Session};
use margay_report::cases::text;
use margay_report::document::{DocumentKind, End};
use margay_report::figures::{Figure, plot};
use margay_report::files::PlainFiles;
use margay_report::growth::Growth;
use margay_search::generate::case::MethodReport;
use margay_search::generate::growth::GrowthPoint;
use std::ops::ControlFlow;
use std::str::FromStr;

/// Sizes, from the least to the greatest.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Scale {
    pub from: u32,
    pub to: u32,
}

impl FromStr for Scale {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let wrong = || format!("`{text}` are no sizes: say 1..8");
        let (from, to) = text.split_once("..").ok_or_else(wrong)?;
        let number = |text: &str| text.trim().parse::<u32>().map_err(|_| wrong());
        let (from, to) = (number(from)?, number(to)?);
        if from >= 1 && from <= to && to <= 32 {
            Ok(Scale { from, to })
        } else {
            Err(format!("`{text}` are no sizes: they go up, from 1 to 32 at most"))
        }
    }
}

/// The options of a size: it bounds loops and the lengths of arrays, texts and collections.
fn at_size(options: &GenerateOptions, size: u32) -> GenerateOptions {
    let mut options = options.clone();
    options.criterion = Criterion::Loop(size);
    options.inputs.max_array = size;
    options.inputs.max_string = size;
    options.inputs.max_list = size;
    options
}

/// Searches each size; prints how costs grow, and draws it where there is a folder.
pub fn command(
    args: &GenerateArgs,
    scale: Scale,
    session: &Session,
    budget: &Budget,
) -> Result<u8, CliError> {
    let options = args.options();
    let mut all: Vec<Growth> = Vec::new();
    let mut is_stopped = false;
    for size in scale.from..=scale.to {
        let mut generator = session.generate(at_size(&options, size))?;
        let filter = MethodFilter {
            method: args.method.method.clone(),
            package: args.package.clone(),
            visibility: args.visibility,
            exclude: args.exclude.clone(),
        };
        let methods: Vec<TestedMethod> = generator.select(&filter)?.methods;
        let plan = GeneratePlan { methods, ..GeneratePlan::default() };
        let watching = Watching { budget, progress: &|_| {} };
        generator.search(&plan, watching, |searched| {
            if let Searched::Method(report, _) = searched {
                is_stopped |= report.losses.stopped.is_some();
                add(&mut all, size, &report);
            }
            ControlFlow::Continue(())
        })?;
        if budget.has_ended() {
            break;
        }
    }
    let figures: Vec<Figure> = all.iter().map(Growth::figure).collect();
    if !args.output.prints_json() {
        all.iter().try_for_each(|growth| results::print(&growth.text(), false))?;
    }
    if let Some(folder) = &args.output.out {
        std::fs::create_dir_all(folder).map_err(|error| results::unwritable(folder, &error))?;
        for (growth, figure) in all.iter().zip(&figures) {
            let name = growth.method.replace(['<', '>'], "");
            std::fs::write(folder.join(format!("{name}-growth.svg")), plot::file(figure))?;
        }
    }
    let mut files = open(args, session, scale)?;
    figures.iter().try_for_each(|figure| files.figure(figure))?;
    files.finish(&End::stopped_by(budget.end().map(interrupt::text)))?;
    if let Some(why) = budget.end().map(interrupt::text) {
        crate::error::note(&why);
    }
    Ok(if is_stopped || budget.has_ended() { code::BUDGET } else { code::FINE })
}

/// Opens the document of figures and the page, as far as they are wanted.
fn open(args: &GenerateArgs, session: &Session, scale: Scale) -> Result<PlainFiles, CliError> {
    let mut run = super::describe(args, session);
    run.options.push(format!("--scale {}..{}", scale.from, scale.to));
    // Of the formats those that figures have; pictures are always there.
    let has = |format: &Format| matches!(format, Format::Json | Format::Html);
    let formats: Vec<Format> = args.output.format.iter().copied().filter(has).collect();
    let kind = DocumentKind::Figures;
    results::open(
        &formats,
        args.output.out.as_deref(),
        |folder, formats| PlainFiles::in_folder(folder, formats, kind, &run),
        |out| PlainFiles::on_stream(out, kind, &run),
    )
}

fn add(all: &mut Vec<Growth>, size: u32, report: &MethodReport) {
    let Some(case) = report.cases.first() else { return };
    let Some(cost) = case.costs.first() else { return };
    let method = format!("{}.{}", report.method.class, report.method.name);
    let point = GrowthPoint {
        size,
        cost: cost.value,
        proved: report.guided.as_ref().and_then(|guided| guided.proved).unwrap_or(false),
        input: text::input(report, case),
    };
    match all.iter_mut().find(|growth| growth.method == method) {
        Some(growth) => growth.points.push(point),
        None => all.push(Growth { method, model: cost.model.clone(), points: vec![point] }),
    }
}
