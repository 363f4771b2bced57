//! Summaries that are given (`--summary FILE`): cases in JSON that stand for a method, native or not.
//!
//! The form is that of a line of `margay summarize --format json`, whose documents can be given as they are. Parameters may have names,
//! since native methods have none, and types that say more than the descriptor. Cases become a static method that both machines run, as they
//! run a [model](super::models); so what is given is trusted, and the report lists it.

use super::models::{self, key};
use crate::error::Error;
use crate::program::{Program, load};
use margay_ir::MethodId;
use margay_jvm::condition::GivenCase;
use margay_jvm::inputs::signature;
use margay_machine::Domain;
use margay_report::summaries::SummaryCase;
use serde::Deserialize;
use serde_json::Value;
use std::fmt;
use std::path::Path;

/// What a method does, as somebody says.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GivenSummary {
    /// The file that says so.
    pub file: String,
    line: GivenLine,
}

#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
struct GivenLine {
    method: GivenName,
    /// What cases call the parameters, with types if these say more.
    #[serde(default)]
    parameters: Option<Vec<String>>,
    cases: Vec<SummaryCase>,
    /// What documents say beside it does not matter here.
    #[serde(default, rename = "criterion")]
    _criterion: String,
    #[serde(default, rename = "cut")]
    _cut: u64,
    #[serde(default, rename = "lost")]
    _lost: u64,
}

#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
struct GivenName {
    class: String,
    name: String,
    /// May be left out where there is but one method of the name.
    #[serde(default)]
    descriptor: Option<String>,
}

impl fmt::Display for GivenSummary {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let GivenName { class, name, descriptor } = &self.line.method;
        write!(f, "{class}.{name}{}={}", descriptor.as_deref().unwrap_or_default(), self.file)
    }
}

impl GivenSummary {
    /// The summaries of a file: one or more values of JSON, those without cases (the first and the last line of a document)
    /// left out.
    ///
    /// # Errors
    /// What is wrong with the file, and where.
    pub fn read(path: &Path) -> Result<Vec<GivenSummary>, String> {
        let text = std::fs::read_to_string(path).map_err(|error| error.to_string())?;
        let mut found = Vec::new();
        let mut values = serde_json::Deserializer::from_str(&text).into_iter::<Value>();
        while let Some(value) = values.next() {
            let value = value.map_err(|error| format!("it is no JSON: {error}"))?;
            if value.get("cases").is_none() {
                continue;
            }
            let number = found.len() + 1;
            let line = serde_json::from_value(value);
            let line = line.map_err(|error| format!("summary {number}: {error}"))?;
            found.push(GivenSummary { file: path.display().to_string(), line });
        }
        match found.is_empty() {
            true => Err("it has no summary: an object with `method` and `cases`".to_owned()),
            false => Ok(found),
        }
    }

    /// All that it says, for whoever wants to know whether that has changed.
    pub(super) fn content(&self) -> String {
        format!("{:?}", self.line)
    }
}

/// Lets summaries stand for methods in a machine.
pub(super) fn install<D: Domain>(
    program: &mut Program<D>,
    given: &[GivenSummary],
) -> Result<(), Error> {
    for summary in given {
        let GivenName { class, name, .. } = &summary.line.method;
        let wrong = |what: String| {
            Error::Together(format!("--summary {}: {class}.{name}: {what}", summary.file))
        };
        let method = method(program, &summary.line.method).map_err(wrong)?;
        let parameters = summary.line.parameters.clone().unwrap_or_else(|| {
            let all = signature::parameters(&program.machine, method);
            all.into_iter().map(|parameter| parameter.name).collect()
        });
        let case = |SummaryCase { condition, ends, effects }: &SummaryCase| GivenCase {
            condition: condition.clone(),
            ends: ends.clone(),
            effects: effects.clone(),
        };
        let cases: Vec<GivenCase> = summary.line.cases.iter().map(case).collect();
        let machine = &mut program.machine;
        let (loader, world) = (&mut machine.platform.loader, &mut machine.core.world);
        let by = loader.given(world, method, &parameters, &cases).map_err(wrong)?;
        let of = key(world, method);
        if machine.platform.models.insert(of, by.clone()).is_some() {
            return Err(wrong("something else stands for the method too".to_owned()));
        }
        let by = load(machine, &by.class).ok().map(|by| machine.core.world.loaded(by).methods[0]);
        if by.is_some_and(|by| models::calls(program, by, method)) {
            return Err(wrong("a case calls the method that it is of".to_owned()));
        }
    }
    if !given.is_empty() {
        program.machine.core.code.forget_methods();
    }
    Ok(())
}

fn method<D: Domain>(program: &mut Program<D>, wanted: &GivenName) -> Result<MethodId, String> {
    let GivenName { class, name, descriptor } = wanted;
    let loaded = load(&mut program.machine, &class.replace('.', "/"));
    let loaded = loaded.map_err(|error| error.to_string())?;
    let world = program.world();
    let text = |method: &MethodId| world.text(world.method(*method).descriptor);
    let all = world.loaded(loaded).methods.iter().copied();
    let named: Vec<MethodId> =
        all.filter(|method| world.text(world.method(*method).name) == name).collect();
    let fits = |method: &&MethodId| descriptor.as_deref().is_none_or(|known| known == text(method));
    let fitting: Vec<MethodId> = named.iter().filter(fits).copied().collect();
    let descriptors = || named.iter().map(|method| text(method)).collect::<Vec<_>>().join(", ");
    match fitting[..] {
        _ if named.is_empty() => Err(format!("{class} has no method {name}")),
        [method] if world.text(world.method(method).name).starts_with('<') => {
            Err("no summary can be given of a constructor".to_owned())
        }
        [method] => Ok(method),
        [] => Err(format!("the method has another descriptor: {}", descriptors())),
        _ => Err(format!("say which, by `descriptor`: {}", descriptors())),
    }
}
