//! Points with conditions: `Parser.java:120 if depth > 3`. The line asks whether the condition holds (see
//! [`margay_jvm::condition`]), in both machines; the point is where the answer is yes.

use super::super::generator::Generator;
use super::super::points::{Points, find_method, method_name};
use super::points::{Goal, ReachPoint, line_places, source_lines};
use crate::error::Error;
use crate::program::Program;
use margay_ir::{Block, MethodId};
use margay_jvm::condition::holding_block;
use margay_machine::Domain;
use margay_search::generate::case::MethodName;

/// The blocks where the conditions of points hold; none for points without.
///
/// # Errors
/// When there is no such line, or the condition is none there.
pub(super) fn ask(
    generator: &mut Generator,
    points: &[ReachPoint],
) -> Result<Vec<Option<Goal>>, Error> {
    if !points.iter().any(|point| matches!(point, ReachPoint::If { .. })) {
        return Ok(points.iter().map(|_| None).collect());
    }
    let lines = source_lines(generator);
    let mut goals = Vec::new();
    for point in points {
        let ReachPoint::If { file, line, condition } = point else {
            goals.push(None);
            continue;
        };
        let mut methods: Vec<MethodName> =
            line_places(&lines, file, *line)?.into_iter().map(|(method, _)| method).collect();
        methods.sort_unstable();
        methods.dedup();
        let places = ask_all(generator, &methods, *line, condition).map_err(|why| {
            Error::NoSuchPoint { point: point.to_string(), why, near: Vec::new() }
        })?;
        goals.push(Some(Goal { text: point.to_string(), places }));
    }
    forget_code(generator);
    Ok(goals)
}

/// Has the methods that are on a line ask a condition. Of several, such as lambdas, some may not see the
/// variables.
fn ask_all(
    generator: &mut Generator,
    methods: &[MethodName],
    line: u32,
    condition: &str,
) -> Result<Vec<(MethodName, Block)>, String> {
    let mut places = Vec::new();
    let mut wrong = None;
    for name in methods {
        let asked = ask_in(&mut generator.replayer.program, name, line, condition)
            .and_then(|_| ask_in(&mut generator.symbolic, name, line, condition));
        match asked {
            Ok(answers) => places.extend(answers),
            Err(why) => wrong = Some(why),
        }
    }
    match wrong {
        Some(why) if places.is_empty() => Err(why),
        _ => Ok(places),
    }
}

/// Has a method of one machine ask a condition: where it holds, unless it never does.
fn ask_in<D: Domain>(
    program: &mut Program<D>,
    name: &MethodName,
    line: u32,
    condition: &str,
) -> Result<Option<(MethodName, Block)>, String> {
    let machine = &mut program.machine;
    let method = find_method(machine, name).ok_or("the method is not there")?;
    let (world, loader) = (&mut machine.core.world, &mut machine.platform.loader);
    let class = loader.ask(world, method, line, condition)?;
    let class = world.class_named(&class);
    let holds: MethodId = world.loaded(class).methods[0];
    let function = loader.body(world, holds).map_err(|error| error.to_string())?;
    Ok(holding_block(&function).map(|block| (method_name(world, holds), block)))
}

/// What has been read of methods is read anew, with what they ask. None of them has run yet.
fn forget_code(generator: &mut Generator) {
    let replayer = &mut generator.replayer;
    replayer.points = Points::default();
    generator.points = Points::alike(&replayer.points);
}
