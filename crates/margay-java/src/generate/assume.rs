//! What is assumed of the heap that a method is given: `no-alias(a, b)`, `no-sharing(a, b)`, `acyclic(a)`,
//! `tree(a)`, of its parameters and its receiver.

use super::generator::Generator;
use super::selection::TestedMethod;
use super::signature::source_type;
use crate::error::Error;
use margay_jvm::inputs::RECEIVER;
use margay_jvm::inputs::signature::{self, Parameter};
use margay_machine::Assumption;
use margay_search::generate::paths::AssumedArguments;
use std::fmt;
use std::str::FromStr;

/// Something that is assumed of parameters.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AssumedHeap {
    assumption: Assumption,
    /// The parameters by their names; `this` is the receiver.
    of: Vec<String>,
}

impl fmt::Display for AssumedHeap {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}({})", self.assumption, self.of.join(", "))
    }
}

impl FromStr for AssumedHeap {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        const EXPECTED: &str = "expected no-alias(a, b), no-sharing(a, b), acyclic(a) or tree(a), with \
                                names of parameters or `this`";
        let parts = text.trim().strip_suffix(')').and_then(|text| text.split_once('('));
        let (name, of) = parts.ok_or(EXPECTED)?;
        let unknown = |()| format!("`{}` is nothing to assume: {EXPECTED}", name.trim());
        let assumption: Assumption = name.trim().parse().map_err(unknown)?;
        let of: Vec<String> = of.split(',').map(|name| name.trim().to_owned()).collect();
        let count = assumption.count();
        if of.len() != count || of.iter().any(String::is_empty) {
            let names = if count == 1 { "one parameter" } else { "two parameters" };
            return Err(format!("{assumption} is assumed of {names}: {EXPECTED}"));
        }
        if count == 2 && of[0] == of[1] {
            let why = "is never true of an object and itself";
            return Err(format!("{assumption}({0}, {0}) {why}: name two parameters", of[0]));
        }
        Ok(AssumedHeap { assumption, of })
    }
}

impl AssumedHeap {
    /// The same for a method with these parameters; none if it does not have all of them.
    ///
    /// # Errors
    /// If one of them is no reference.
    fn among(&self, parameters: &[(String, String)]) -> Result<Option<AssumedArguments>, Error> {
        let mut of = Vec::new();
        for name in &self.of {
            let Some(place) = parameters.iter().position(|(known, _)| known == name) else {
                return Ok(None);
            };
            let descriptor = &parameters[place].1;
            if !descriptor.starts_with(['L', '[']) {
                let ty = source_type(descriptor);
                let what = format!("--assume '{self}': {name} is of type {ty}, and no reference");
                return Err(Error::Together(what));
            }
            of.push(place);
        }
        Ok(Some(AssumedArguments { assumption: self.assumption, of }))
    }
}

impl Generator {
    /// What is assumed of the parameters of a method, and how that is said.
    pub(crate) fn assumed(
        &self,
        parameters: &[(String, String)],
    ) -> Result<(Vec<AssumedArguments>, Vec<String>), Error> {
        let (mut found, mut texts) = (Vec::new(), Vec::new());
        for assumed in &self.options.inputs.assume {
            if let Some(arguments) = assumed.among(parameters)? {
                found.push(arguments);
                texts.push(assumed.to_string());
            }
        }
        Ok((found, texts))
    }

    /// Whether every assumption is one on a method that is wanted.
    pub(super) fn check_assumptions(&self, methods: &[TestedMethod]) -> Result<(), Error> {
        let program = &self.replayer.program;
        let all: Vec<Vec<(String, String)>> =
            methods.iter().map(|tested| parameters_of(program, *tested)).collect();
        for assumed in &self.options.inputs.assume {
            let mut is_found = false;
            for parameters in &all {
                is_found |= assumed.among(parameters)?.is_some();
            }
            if !is_found {
                return Err(unknown(assumed, &all));
            }
        }
        Ok(())
    }
}

/// Says which parameters there are instead.
fn unknown(assumed: &AssumedHeap, methods: &[Vec<(String, String)>]) -> Error {
    let mut names: Vec<&str> = Vec::new();
    for (name, descriptor) in methods.iter().flatten() {
        if descriptor.starts_with(['L', '[']) && !names.contains(&name.as_str()) {
            names.push(name);
        }
    }
    let has = |name: &&String| !names.contains(&name.as_str());
    let missing = assumed.of.iter().find(has);
    let who = if methods.len() == 1 { "the method" } else { "a method that is wanted" };
    let what = match (missing, names.is_empty()) {
        (_, true) => format!("{who} has no parameters that are references"),
        (Some(missing), _) => {
            format!("{missing} is no parameter of {who}: there are {}", names.join(", "))
        }
        (None, _) => "no method that is wanted has all of these parameters".to_owned(),
    };
    Error::Together(format!("--assume '{assumed}': {what}"))
}

fn parameters_of(program: &crate::program::Program, tested: TestedMethod) -> Vec<(String, String)> {
    let world = program.world();
    let owner = world.class_name(tested.class).replace('/', ".");
    let parameters = signature::parameters(&program.machine, tested.method);
    with_receiver(&owner, world.method(tested.method).is_static(), &parameters)
}

/// Names and descriptors of the parameters, the receiver first.
pub(crate) fn with_receiver(
    class: &str,
    is_static: bool,
    parameters: &[Parameter],
) -> Vec<(String, String)> {
    let owner = format!("L{};", class.replace('.', "/"));
    let receiver = (!is_static).then(|| (RECEIVER.to_owned(), owner));
    let others = parameters.iter().map(|p| (p.name.clone(), p.descriptor.clone()));
    receiver.into_iter().chain(others).collect()
}
