//! Points to be reached, as users name them, and the blocks they are.

use super::super::coverage::{bare_lines, reachable};
use super::super::generator::Generator;
use super::super::points::{lines_of, method_name};
use super::conditions;
use super::costs::{is_called, near};
use crate::error::Error;
use margay_ir::Block;
use margay_search::generate::case::{MethodName, Step};
use std::fmt;
use std::path::Path;
use std::str::FromStr;

/// A point to be reached.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum ReachPoint {
    /// A line of a source file: `Parser.java:120`, `src/demo/Parser.java:120`.
    Line {
        /// The file.
        file: String,
        /// The line.
        line: u32,
    },
    /// A line at which a condition holds of what it sees: `Parser.java:120 if depth > 3`.
    If {
        /// The file.
        file: String,
        /// The line.
        line: u32,
        /// The condition.
        condition: String,
    },
    /// The beginning of a method: `Parser.parse`.
    Method(String),
}

impl fmt::Display for ReachPoint {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ReachPoint::Line { file, line } => write!(f, "{file}:{line}"),
            ReachPoint::If { file, line, condition } => write!(f, "{file}:{line} if {condition}"),
            ReachPoint::Method(name) => f.write_str(name),
        }
    }
}

impl FromStr for ReachPoint {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let text = text.trim();
        if let Some((place, condition)) = text.split_once(" if ") {
            let condition = condition.trim().to_owned();
            return match place.parse()? {
                ReachPoint::Line { file, line } => Ok(ReachPoint::If { file, line, condition }),
                _ => Err(format!("`{place}` is no line: a condition is one of a FILE:LINE")),
            };
        }
        match text.rsplit_once(':') {
            Some((file, line)) => {
                let line = line.trim().parse().ok().filter(|line| *line > 0);
                let line = line.ok_or(format!(
                    "`{text}` is no point: say FILE:LINE such as Parser.java:120, or Class.method"
                ))?;
                Ok(ReachPoint::Line { file: file.trim().to_owned(), line })
            }
            None if text.is_empty() || text.contains(char::is_whitespace) => Err(format!(
                "`{text}` is no point: say FILE:LINE such as Parser.java:120, or Class.method"
            )),
            None => Ok(ReachPoint::Method(text.to_owned())),
        }
    }
}

/// A point, and the blocks that it is in.
#[derive(Clone, Debug)]
pub(crate) struct Goal {
    pub text: String,
    pub places: Vec<(MethodName, Block)>,
}

/// The goals of a search over several methods.
#[derive(Clone, Debug, Default)]
pub(crate) struct Goals {
    pub all: Vec<Goal>,
    /// Those that a case reaches.
    pub hit: Vec<bool>,
    /// Those that the method at work is searched for.
    pub open: Vec<usize>,
    /// Those to which nothing leads from any method, until they are reported.
    pub orphans: Vec<usize>,
}

/// Lines with code that are named for one that has none.
const NEAREST: usize = 4;

impl Goals {
    pub fn new(all: Vec<Goal>) -> Self {
        let hit = vec![false; all.len()];
        Goals { all, hit, ..Goals::default() }
    }

    /// The goals that a path reaches and none before it did, which it then has.
    pub fn reach(&mut self, has: impl Fn(&MethodName, Block) -> bool) -> Vec<usize> {
        let mut reached = Vec::new();
        for (number, goal) in self.all.iter().enumerate() {
            if !self.hit[number] && goal.places.iter().any(|(name, block)| has(name, *block)) {
                reached.push(number);
                self.hit[number] = true;
            }
        }
        reached
    }
}

/// A case that exists already.
#[derive(Clone, Debug)]
pub struct KnownCase {
    /// The method it is of.
    pub method: MethodName,
    /// What holds of its input.
    pub condition: Vec<String>,
    /// The lines it takes.
    pub trace: Vec<Step>,
}

/// The goals that the options of a generator name, those that known cases reach being reached.
///
/// # Errors
/// When a point is none, or no line that is meant has code.
pub(crate) fn goals(generator: &mut Generator) -> Result<Goals, Error> {
    let mut points = generator.options.reach.clone();
    if let Some(lines) = generator.options.lines.clone() {
        let code = source_lines(generator);
        let mut with_code: Vec<ReachPoint> = lines
            .into_iter()
            .filter(|(file, line)| has_code(&code, file, *line))
            .map(|(file, line)| ReachPoint::Line { file, line })
            .collect();
        with_code.sort_unstable();
        with_code.dedup();
        points.extend(with_code);
        if points.is_empty() {
            let why =
                "none of the lines that have changed or are not covered has code in the target";
            return Err(Error::Together(why.to_owned()));
        }
    }
    let mut goals = Goals::new(resolve(generator, &points)?);
    for (number, point) in points.iter().enumerate() {
        let places = &goals.all[number].places;
        let is_there = |step: &Step| {
            let is_line = match point {
                ReachPoint::Line { line, .. } => step.line == *line,
                ReachPoint::Method(_) => true,
                // Cases do not say what was true where.
                ReachPoint::If { .. } => false,
            };
            is_line && places.iter().any(|(method, _)| *method == *step.method)
        };
        let known = generator.options.known.iter();
        goals.hit[number] = known.flat_map(|case| &case.trace).any(is_there);
    }
    Ok(goals)
}

/// Finds the blocks of points.
///
/// # Errors
/// When there is no such file, line or method; lines that have code are named.
pub(crate) fn resolve(
    generator: &mut Generator,
    points: &[ReachPoint],
) -> Result<Vec<Goal>, Error> {
    let asked = conditions::ask(generator, points)?;
    let lines = source_lines(generator);
    let mut goals = Vec::new();
    for (point, asked) in points.iter().zip(asked) {
        let goal = match (point, asked) {
            (_, Some(asked)) => asked,
            (ReachPoint::Method(name), None) => {
                Goal { text: point.to_string(), places: method_places(generator, name)? }
            }
            (ReachPoint::Line { file, line } | ReachPoint::If { file, line, .. }, None) => {
                Goal { text: point.to_string(), places: line_places(&lines, file, *line)? }
            }
        };
        goals.push(goal);
    }
    Ok(goals)
}

/// A line of a method of the project.
pub(crate) struct SourceLine {
    /// The file, with the folders of the package.
    file: String,
    line: u32,
    method: MethodName,
    block: Block,
}

/// All lines of the project that have code.
pub(crate) fn source_lines(generator: &mut Generator) -> Vec<SourceLine> {
    let mut lines = Vec::new();
    let names = generator.own.clone();
    let replayer = &mut generator.replayer;
    for name in names {
        let Ok(class) = replayer.program.load(&name) else { continue };
        let world = replayer.program.world();
        let loaded = world.loaded(class);
        let Some(source) = loaded.source.map(|source| world.text(source).to_owned()) else {
            continue;
        };
        let folder =
            name.rsplit_once('/').map_or(String::new(), |(folder, _)| format!("{folder}/"));
        let file = format!("{folder}{source}");
        for method in loaded.methods.clone() {
            let machine = &mut replayer.program.machine;
            let Some(function) = replayer.points.function(machine, method) else { continue };
            let method = method_name(&machine.core.world, method);
            let blocks = reachable(&function);
            // Lines without an instruction of their own belong to the block that they are in.
            for (block, line) in bare_lines(&function, &blocks, |_| true) {
                let (file, method) = (file.clone(), method.clone());
                lines.push(SourceLine { file, line, method, block });
            }
            // A handler may be where only a check that fails leads.
            for block in function.blocks.keys() {
                lines.extend(lines_of(&function, block).into_iter().map(|line| SourceLine {
                    file: file.clone(),
                    line,
                    method: method.clone(),
                    block,
                }));
            }
        }
    }
    lines
}

/// Whether a file is what the user calls so: by its name, or by a path that ends with the folders of the
/// package, or by some of these.
fn is_file(known: &str, asked: &str) -> bool {
    let asked = asked.replace('\\', "/");
    let ends = |whole: &str, part: &str| whole == part || whole.ends_with(&format!("/{part}"));
    ends(known, &asked) || ends(&asked, known)
}

/// Whether a line of a file has code, of the lines that have.
pub(crate) fn has_code(lines: &[SourceLine], file: &str, line: u32) -> bool {
    lines.iter().any(|known| known.line == line && is_file(&known.file, file))
}

pub(super) fn line_places(
    lines: &[SourceLine],
    file: &str,
    line: u32,
) -> Result<Vec<(MethodName, Block)>, Error> {
    let of_file: Vec<&SourceLine> =
        lines.iter().filter(|known| is_file(&known.file, file)).collect();
    if of_file.is_empty() {
        let mut files: Vec<&str> = lines.iter().map(|known| known.file.as_str()).collect();
        files.sort_unstable();
        files.dedup();
        let name = Path::new(file).file_name().map_or(file, |name| name.to_str().unwrap_or(file));
        let near = margay_jvm::classpath::nearest(
            name,
            files.iter().map(|file| file.rsplit('/').next().unwrap_or(file).to_owned()),
        );
        return Err(Error::NoSuchPoint {
            point: format!("{file}:{line}"),
            why:
                "no class of the target comes from such a file, or the classes have no line numbers"
                    .to_owned(),
            near,
        });
    }
    let here: Vec<(MethodName, Block)> = of_file
        .iter()
        .filter(|known| known.line == line)
        .map(|known| (known.method.clone(), known.block))
        .collect();
    if here.is_empty() {
        let mut near: Vec<u32> = of_file.iter().map(|known| known.line).collect();
        near.sort_unstable();
        near.dedup();
        near.sort_by_key(|known| known.abs_diff(line));
        near.truncate(NEAREST);
        near.sort_unstable();
        return Err(Error::NoSuchPoint {
            point: format!("{file}:{line}"),
            why: "there is no code on that line".to_owned(),
            near: near.iter().map(|line| format!("{file}:{line}")).collect(),
        });
    }
    Ok(here)
}

fn method_places(generator: &mut Generator, name: &str) -> Result<Vec<(MethodName, Block)>, Error> {
    let classes = generator.own.clone();
    let mut places = Vec::new();
    let replayer = &mut generator.replayer;
    for class in &classes {
        let Ok(class) = replayer.program.load(class) else { continue };
        let world = replayer.program.world();
        let methods = world.loaded(class).methods.iter();
        let called: Vec<_> = methods.copied().filter(|m| is_called(world, *m, name)).collect();
        for method in called {
            let machine = &mut replayer.program.machine;
            if let Some(function) = replayer.points.function(machine, method) {
                places.push((method_name(&machine.core.world, method), function.entry));
            }
        }
    }
    if places.is_empty() {
        return Err(Error::NoSuchPoint {
            point: name.to_owned(),
            why: "no class of the target has a method of that name with code".to_owned(),
            near: near(&mut replayer.program, &classes, name),
        });
    }
    Ok(places)
}
