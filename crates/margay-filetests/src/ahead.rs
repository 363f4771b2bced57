//! Calls in lanes: the arguments of a file's calls are cells that are not decided, and the results
//! that looking ahead foresees for all of them at once are those of running each.
//!
//! For every result a file names, a predicate asks whether the function gives it; the combinations
//! of arguments it accepts must be the same with looking ahead, without, and call by call.

use crate::calls;
use crate::enumerate;
use crate::subject::{Subject, split_call};
use margay_ir::{MethodId, Type, World};
use margay_machine::Concrete;
use margay_search::enumerate::Options;
use std::collections::BTreeMap;
use std::fmt::Write;

/// Most combinations of arguments that are tried.
const MOST: usize = 256;

/// Checks the functions that the calls of a file are about; tells how many candidates were known
/// without being run.
///
/// # Errors
/// When a result differs.
pub fn check(program: &str, runs: &[&str]) -> Result<u64, String> {
    let mut by_function: BTreeMap<&str, Vec<Vec<String>>> = BTreeMap::new();
    for run in runs {
        let (name, args) = split_call(run)?;
        by_function.entry(name).or_default().push(args);
    }
    let mut foreseen = 0;
    for (name, calls) in by_function {
        foreseen += check_function(program, name, &calls)?;
    }
    Ok(foreseen)
}

fn check_function(program: &str, name: &str, calls: &[Vec<String>]) -> Result<u64, String> {
    let mut subject = Subject::<Concrete>::new(program)?;
    let method = subject.method(name)?;
    let world = &subject.machine.core.world;
    let params = &world.method(method).params;
    let Some(result) = world.method(method).result.filter(|ty| *ty != Type::Ref) else {
        return Ok(0);
    };
    if params.is_empty() || params.contains(&Type::Ref) {
        return Ok(0);
    }
    let values: Vec<Vec<&str>> = (0..params.len()).map(|place| distinct(calls, place)).collect();
    let combinations = combinations(&values);
    if combinations.len() > MOST {
        return Ok(0);
    }
    let endings: Vec<String> = combinations
        .iter()
        .map(|args| calls::run_in::<Concrete>(program, &format!("{name}({})", args.join(", "))))
        .collect::<Result<_, _>>()?;
    // A predicate may not do anything else.
    if !endings.iter().all(|ending| ["== ", "throws "].iter().any(|how| ending.starts_with(how))) {
        return Ok(0);
    }
    let mut expected: BTreeMap<&str, Vec<usize>> = BTreeMap::new();
    for (place, ending) in endings.iter().enumerate() {
        if let Some(value) = ending.strip_prefix("== ") {
            expected.entry(value).or_default().push(place);
        }
    }
    let mut foreseen = 0;
    for (value, places) in expected.into_iter().filter(|(value, _)| *value != "NaN") {
        let probe =
            format!("{program}\n{}", predicate(world, method, &combinations[0], (result, value)));
        foreseen += check_result(&probe, params, &values, &combinations, &places)
            .map_err(|error| format!("{name} == {value}: {error}"))?;
    }
    Ok(foreseen)
}

/// Whether the predicate accepts just these combinations; how many were known without a run.
fn check_result(
    probe: &str,
    params: &[Type],
    values: &[Vec<&str>],
    combinations: &[Vec<&str>],
    places: &[usize],
) -> Result<u64, String> {
    let mut bounds = "lane_probe=1".to_owned();
    for (place, values) in values.iter().enumerate() {
        write!(bounds, " lane_probe.a{place}={{{}}}", values.join(",")).expect("it is a string");
    }
    let search = |multi_value| {
        let options = Options { multi_value, ..Options::default() };
        enumerate::search::<Concrete>(probe, "lane_probe.ok", &bounds, &options)
    };
    let (ahead, found) = search(true)?;
    let (_, plain) = search(false)?;
    if found != plain {
        return Err(format!("looking ahead finds {found:?}, running {plain:?}"));
    }
    let options = Options::default();
    let compiled = enumerate::search_compiled(probe, "lane_probe.ok", &bounds, &options)?;
    if compiled != (ahead, found.clone()) {
        return Err(format!("looking ahead finds {found:?}, compiled {compiled:?}"));
    }
    let accepted: Vec<String> = places
        .iter()
        .map(|place| {
            let args = combinations[*place].iter().zip(params).enumerate();
            let fields: Vec<String> =
                args.map(|(n, (arg, ty))| format!("a{n}={}", canonical(*ty, arg))).collect();
            format!("lane_probe0({})", fields.join(" "))
        })
        .collect();
    let mut accepted: Vec<&str> = accepted.iter().map(String::as_str).collect();
    let mut found: Vec<&str> =
        found.iter().filter_map(|line| Some(line.split_once(": ")?.1.trim())).collect();
    accepted.sort_unstable();
    found.sort_unstable();
    match found == accepted {
        true => Ok(ahead.rejected_ahead + ahead.accepted_ahead),
        false => Err(format!("lanes accept {found:?}, calls {accepted:?}")),
    }
}

/// A number as it is shown.
fn canonical(ty: Type, text: &str) -> String {
    match ty {
        Type::F32 => text.parse().map_or(text.to_owned(), |number: f32| format!("{number:?}")),
        Type::F64 => text.parse().map_or(text.to_owned(), |number: f64| format!("{number:?}")),
        _ => text.to_owned(),
    }
}

/// The different arguments at one place.
fn distinct(calls: &[Vec<String>], place: usize) -> Vec<&str> {
    let mut found: Vec<&str> = Vec::new();
    for arg in calls.iter().filter_map(|args| args.get(place)) {
        if !found.contains(&arg.as_str()) {
            found.push(arg);
        }
    }
    found
}

fn combinations<'a>(values: &[Vec<&'a str>]) -> Vec<Vec<&'a str>> {
    values.iter().fold(vec![Vec::new()], |all, values| {
        let extended = all.iter().flat_map(|head| {
            values.iter().map(|value| head.iter().copied().chain([*value]).collect())
        });
        extended.collect()
    })
}

/// A class whose predicate asks whether the method gives a value, with arguments from its fields.
/// The method is called once before these are read: where classes are yet to be initialised, nobody
/// can look ahead.
fn predicate(
    world: &World,
    method: MethodId,
    first: &[&str],
    (result, value): (Type, &str),
) -> String {
    let method = world.method(method);
    let (class, name) = (world.class_name(method.class), world.text(method.name));
    let descriptor = world.text(method.descriptor);
    let count = method.params.len();
    let values = |from: usize| -> String {
        (from..from + count).map(|value| format!("v{value}")).collect::<Vec<_>>().join(", ")
    };
    let call = |from: usize, gives: usize| {
        format!("v{gives}: {result} = call static {class}.{name}{descriptor} ({})\n", values(from))
    };
    let (mut fields, mut constants, mut reads) = (String::new(), String::new(), String::new());
    for (place, (ty, constant)) in method.params.iter().zip(first).enumerate() {
        let (known, read) = (place + 1, place + count + 3);
        fields += &format!("field a{place}:{ty}: {ty}\n");
        constants += &format!("v{known}: {ty} = const {constant}\n");
        reads += &format!("v{read}: {ty} = get_field v0, lane_probe.a{place}:{ty}\n");
    }
    let (given, expected, equal) = (2 * count + 3, 2 * count + 4, 2 * count + 5);
    format!(
        "class lane_probe extends object {{\n{fields}\
         method ok()i32: (ref) -> i32 {{\n\
         block0(v0: ref):\n{constants}{}continue block2, unwind block1\n\
         block1(v{}: ref): jump block2\n\
         block2:\n{reads}{}\
         v{expected}: {result} = const {value}\n\
         v{equal}: i32 = eq.{result} v{given}, v{expected}\n\
         return v{equal}\n}}\n}}\n",
        call(1, count + 1),
        count + 2,
        call(count + 3, given),
    )
}
