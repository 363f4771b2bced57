//! The lines of the document, as they are in JSON.

use super::empty;
use super::watched::WatchedPart;
use crate::json::{EXACT, Heap, Json, Part, Problem, Read, fail, qualified};
use crate::literal;
use crate::names::id_at;
use crate::trace::VisitedLines;
use margay_search::Decisions;
use margay_search::generate::case::{
    Build, CallsReport, CaseOutcome, Effort, GuidedReport, Input, Losses, MethodName, MethodReport,
    MethodSignature, Observation, PartitionReport, SearchTree, TestCase, TreeLeaf,
};
use margay_search::generate::cost::CaseCost;
use margay_search::structure::Structure;
use serde::{Deserialize, Deserializer, Serialize};

/// Begins a method.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct OpenLine {
    pub(super) method: MethodName,
    pub(super) signature: MethodSignature,
}

impl OpenLine {
    pub(super) fn of(report: &MethodReport) -> OpenLine {
        OpenLine { method: report.method.clone(), signature: report.signature.clone() }
    }

    pub(super) fn report(self) -> MethodReport {
        empty(self)
    }
}

/// Ends a method.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct CloseLine {
    pub(super) method: MethodName,
    cases: usize,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    precondition: Option<String>,
    paths: u64,
    steps: u64,
    queries: u64,
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    incomplete: bool,
    losses: Losses,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    partition: Option<PartitionReport>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    guided: Option<GuidedReport>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    calls: Option<CallsReport>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    tree: Option<SearchTree>,
}

impl CloseLine {
    pub(super) fn of(report: &MethodReport) -> CloseLine {
        let Effort { paths, steps, queries } = report.effort;
        CloseLine {
            method: report.method.clone(),
            cases: report.cases.len(),
            precondition: report.precondition.clone(),
            paths,
            steps,
            queries,
            incomplete: !report.losses.is_complete(),
            losses: report.losses.clone(),
            partition: report.partition.clone(),
            guided: report.guided.clone(),
            calls: report.calls.clone(),
            tree: report.tree.clone(),
        }
    }

    pub(super) fn close(self, report: &mut MethodReport) -> Read<()> {
        if self.cases != report.cases.len() {
            return Err(fail("cases", Problem::Disagrees("the number of lines before")));
        }
        if !is_sound(&self.losses) {
            return Err(fail("losses", Problem::Expected("counts up to 2^53")));
        }
        report.effort = Effort { paths: self.paths, steps: self.steps, queries: self.queries };
        report.precondition = self.precondition;
        report.losses = self.losses;
        if !self.tree.as_ref().is_none_or(|tree| is_sound_tree(tree, self.cases)) {
            return Err(fail("tree", Problem::Expected("cases of the method, counts up to 2^53")));
        }
        report.partition = self.partition;
        report.guided = self.guided;
        report.calls = self.calls;
        report.tree = self.tree;
        Ok(())
    }
}

/// Whether what was lost is counted in numbers that a search can reach.
fn is_sound(losses: &Losses) -> bool {
    let Losses { bounds, concretized, unsupported, unmade, unknown, diverged, .. } = losses;
    let all = [bounds, concretized, unsupported, unmade, unknown, diverged];
    all.into_iter().flatten().all(|loss| loss.count <= EXACT)
}

/// Whether a tree is one of a method with so many cases.
fn is_sound_tree(tree: &SearchTree, cases: usize) -> bool {
    let sound = |leaf: &TreeLeaf| {
        let TreeLeaf { decisions, forks, case, steps, queries, micros, solver_micros, .. } = leaf;
        let counts = [Some(*steps), Some(*queries), *micros, *solver_micros];
        counts.into_iter().flatten().all(|count| count <= EXACT)
            && case.is_none_or(|case| (1..=cases).contains(&case))
            && forks.iter().all(|fork| fork.depth < decisions.0.len())
    };
    tree.cut <= EXACT && tree.leaves.iter().all(sound)
}

/// One case; what it holds of structures is a [`Part`] to be written, [`Json`] when it is read.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[serde(bound(deserialize = "J: Deserialize<'de>"))]
pub(super) struct CaseLine<J> {
    case: usize,
    pub(super) method: MethodName,
    decisions: Decisions,
    condition: Vec<String>,
    input: InputPart<J>,
    outcome: OutcomePart<J>,
    statics: J,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    restores: Vec<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    observations: Option<Vec<ObservationPart<J>>>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    unasserted: Vec<String>,
    printed: String,
    before: J,
    after: J,
    trace: Vec<VisitedLines>,
    #[serde(default, skip_serializing_if = "is_zero")]
    trace_cut: u64,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    watched: Option<WatchedPart<J>>,
    recipe: Vec<StepPart<J>>,
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    distinct_texts: bool,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    costs: Vec<CaseCost>,
}

/// What a method of an object answers; objects are names.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[serde(bound(deserialize = "J: Deserialize<'de>"))]
struct ObservationPart<J> {
    object: String,
    name: String,
    descriptor: String,
    #[serde(default, deserialize_with = "present", skip_serializing_if = "Option::is_none")]
    argument: Option<J>,
    value: J,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[serde(bound(deserialize = "J: Deserialize<'de>"))]
struct InputPart<J> {
    #[serde(default, deserialize_with = "present", skip_serializing_if = "Option::is_none")]
    receiver: Option<J>,
    arguments: Vec<ArgumentPart<J>>,
    statics: J,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    asked: Vec<String>,
    /// Each character stands for the byte of its number.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    stdin: Option<String>,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct ArgumentPart<J> {
    name: String,
    value: J,
}

#[derive(Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "lowercase", deny_unknown_fields)]
#[serde(bound(deserialize = "J: Deserialize<'de>"))]
enum OutcomePart<J> {
    Returned {
        #[serde(default, deserialize_with = "present", skip_serializing_if = "Option::is_none")]
        value: Option<J>,
    },
    Threw {
        class: String,
        message: Option<String>,
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        varies: bool,
        expected: bool,
    },
}

/// A step of the recipe; objects are names.
#[derive(Serialize, Deserialize)]
#[serde(tag = "step", rename_all = "lowercase", deny_unknown_fields)]
#[serde(bound(deserialize = "J: Deserialize<'de>"))]
enum StepPart<J> {
    Construct {
        object: String,
        descriptor: String,
        arguments: J,
    },
    Call {
        object: String,
        name: String,
        descriptor: String,
        arguments: J,
    },
    Produce {
        object: String,
        class: String,
        name: String,
        descriptor: String,
        #[serde(default, deserialize_with = "present", skip_serializing_if = "Option::is_none")]
        receiver: Option<J>,
        arguments: J,
    },
    Constant {
        object: String,
        class: String,
        name: String,
        descriptor: String,
    },
    Allocate {
        object: String,
    },
    Set {
        object: String,
        field: String,
        value: J,
        accessible: bool,
    },
    Copied {
        object: String,
    },
    Refused {
        object: String,
    },
}

/// A value that is there, even if it is null.
fn present<'de, D: Deserializer<'de>, J: Deserialize<'de>>(
    deserializer: D,
) -> Result<Option<J>, D::Error> {
    J::deserialize(deserializer).map(Some)
}

/// Whether there is nothing to say.
#[allow(clippy::trivially_copy_pass_by_ref, reason = "serde passes references")]
fn is_zero(count: &u64) -> bool {
    *count == 0
}

impl<'a> CaseLine<Part<'a>> {
    pub(super) fn of(report: &MethodReport, case: &'a TestCase) -> Self {
        let (before, after) = (&case.before, &case.after);
        CaseLine {
            case: case.number,
            method: report.method.clone(),
            decisions: case.decisions.clone(),
            condition: case.condition.clone(),
            input: InputPart::of(report, case),
            outcome: OutcomePart::of(after, &case.outcome),
            statics: Part::Statics(after, &case.statics),
            restores: case
                .restores
                .iter()
                .map(|field| format!("{}.{}", field.class, field.name))
                .collect(),
            observations: case
                .observations
                .as_ref()
                .map(|all| all.iter().map(|one| ObservationPart::of(after, one)).collect()),
            unasserted: case.unasserted.clone(),
            printed: case.printed.clone(),
            before: Part::Objects(before),
            after: Part::Objects(after),
            trace: VisitedLines::of(&case.trace),
            trace_cut: case.trace_cut,
            watched: case.watched.as_ref().map(WatchedPart::of),
            recipe: case.recipe.iter().map(|step| StepPart::of(before, step)).collect(),
            distinct_texts: case.distinct_texts,
            costs: case.costs.clone(),
        }
    }
}

impl CaseLine<Json> {
    /// The case of a method that is called as the report says.
    pub(super) fn case_of(self, report: &MethodReport) -> Read<TestCase> {
        let before = Heap::read("before", self.before)?;
        let after = Heap::read("after", self.after)?;
        let input = self.input.read(&before, &report.signature)?;
        let outcome = self.outcome.read(&after)?;
        let statics = after.statics("statics", self.statics)?;
        let restores = self.restores.iter().enumerate();
        let restores = restores.map(|(index, text)| qualified(&format!("restores[{index}]"), text));
        let observations = self.observations.map(|all| {
            let read = |(index, one): (usize, ObservationPart<Json>)| {
                one.read(&format!("observations[{index}]"), &after)
            };
            all.into_iter().enumerate().map(read).collect::<Read<_>>()
        });
        let recipe = self.recipe.into_iter().enumerate();
        let recipe = recipe.map(|(index, step)| step.read(&format!("recipe[{index}]"), &before));
        Ok(TestCase {
            number: self.case,
            input,
            outcome,
            statics,
            restores: restores.collect::<Read<_>>()?,
            observations: observations.transpose()?,
            unasserted: self.unasserted,
            condition: self.condition,
            trace: self.trace.into_iter().flat_map(VisitedLines::steps).collect(),
            trace_cut: self.trace_cut,
            watched: self.watched.map(WatchedPart::read).transpose()?,
            decisions: self.decisions,
            printed: self.printed,
            distinct_texts: self.distinct_texts,
            costs: self.costs,
            recipe: recipe.collect::<Read<_>>()?,
            before: before.structure,
            after: after.structure,
        })
    }
}

impl<'a> InputPart<Part<'a>> {
    fn of(report: &MethodReport, case: &'a TestCase) -> Self {
        let value = |value| Part::Value(&case.before, value);
        let names = report.signature.parameters.iter().map(|parameter| parameter.name.clone());
        let arguments = names.zip(&case.input.arguments);
        InputPart {
            receiver: case.input.receiver.as_ref().map(value),
            arguments: arguments
                .map(|(name, argument)| ArgumentPart { name, value: value(argument) })
                .collect(),
            statics: Part::Statics(&case.before, &case.input.statics),
            asked: case.input.asked.clone(),
            stdin: case.input.stdin.as_deref().map(literal::latin1),
        }
    }
}

impl InputPart<Json> {
    fn read(self, heap: &Heap, signature: &MethodSignature) -> Read<Input> {
        let names = self.arguments.iter().map(|argument| argument.name.as_str());
        if !names.eq(signature.parameters.iter().map(|parameter| parameter.name.as_str())) {
            return Err(fail("input.arguments", Problem::Disagrees("the method's parameters")));
        }
        let receiver = self.receiver.map(|receiver| heap.value("input.receiver", receiver));
        let bytes = |text: String| text.chars().map(u8::try_from).collect::<Result<Vec<u8>, _>>();
        let stdin = self.stdin.map(bytes).transpose();
        let stdin = stdin.map_err(|_| fail("input.stdin", Problem::Expected("bytes")))?;
        let arguments = self.arguments.into_iter().enumerate();
        let arguments = arguments.map(|(index, argument)| {
            heap.value(&format!("input.arguments[{index}].value"), argument.value)
        });
        Ok(Input {
            receiver: receiver.transpose()?,
            arguments: arguments.collect::<Read<_>>()?,
            statics: heap.statics("input.statics", self.statics)?,
            asked: self.asked,
            stdin,
        })
    }
}

impl<'a> OutcomePart<Part<'a>> {
    fn of(after: &'a Structure, outcome: &'a CaseOutcome) -> Self {
        match outcome {
            CaseOutcome::Returned(value) => OutcomePart::Returned {
                value: value.as_ref().map(|value| Part::Value(after, value)),
            },
            CaseOutcome::Threw { class, message, varies, expected } => OutcomePart::Threw {
                class: class.clone(),
                message: message.clone(),
                varies: *varies,
                expected: *expected,
            },
        }
    }
}

impl OutcomePart<Json> {
    fn read(self, after: &Heap) -> Read<CaseOutcome> {
        Ok(match self {
            OutcomePart::Returned { value } => {
                let value = value.map(|value| after.value("outcome.value", value));
                CaseOutcome::Returned(value.transpose()?)
            }
            OutcomePart::Threw { class, message, varies, expected } => {
                CaseOutcome::Threw { class, message, varies, expected }
            }
        })
    }
}

impl<'a> ObservationPart<Part<'a>> {
    fn of(after: &'a Structure, seen: &'a Observation) -> Self {
        ObservationPart {
            object: id_at(after, seen.object).to_owned(),
            name: seen.name.clone(),
            descriptor: seen.descriptor.clone(),
            argument: seen.argument.as_ref().map(|argument| Part::Value(after, argument)),
            value: Part::Value(after, &seen.value),
        }
    }
}

impl ObservationPart<Json> {
    fn read(self, place: &str, after: &Heap) -> Read<Observation> {
        let argument = self.argument.map(|it| after.value(&format!("{place}.argument"), it));
        Ok(Observation {
            object: after.place(&format!("{place}.object"), &self.object)?,
            name: self.name,
            descriptor: self.descriptor,
            argument: argument.transpose()?,
            value: after.value(&format!("{place}.value"), self.value)?,
        })
    }
}

impl<'a> StepPart<Part<'a>> {
    fn of(before: &'a Structure, step: &'a Build) -> Self {
        let id = |place: &usize| id_at(before, *place).to_owned();
        match step {
            Build::Construct { object, descriptor, arguments } => StepPart::Construct {
                object: id(object),
                descriptor: descriptor.clone(),
                arguments: Part::Values(before, arguments),
            },
            Build::Call { object, name, descriptor, arguments } => StepPart::Call {
                object: id(object),
                name: name.clone(),
                descriptor: descriptor.clone(),
                arguments: Part::Values(before, arguments),
            },
            Build::Produce { object, class, name, descriptor, receiver, arguments } => {
                StepPart::Produce {
                    object: id(object),
                    class: class.clone(),
                    name: name.clone(),
                    descriptor: descriptor.clone(),
                    receiver: receiver.as_ref().map(|value| Part::Value(before, value)),
                    arguments: Part::Values(before, arguments),
                }
            }
            Build::Constant { object, class, name, descriptor } => StepPart::Constant {
                object: id(object),
                class: class.clone(),
                name: name.clone(),
                descriptor: descriptor.clone(),
            },
            Build::Allocate { object } => StepPart::Allocate { object: id(object) },
            Build::Set { object, field, value, accessible } => StepPart::Set {
                object: id(object),
                field: format!("{}.{}", field.class, field.name),
                value: Part::Value(before, value),
                accessible: *accessible,
            },
            Build::Copied { object } => StepPart::Copied { object: id(object) },
            Build::Refused { object } => StepPart::Refused { object: id(object) },
        }
    }
}

impl StepPart<Json> {
    fn read(self, place: &str, before: &Heap) -> Read<Build> {
        let object = |id: &str| before.place(&format!("{place}.object"), id);
        let arguments = |json| before.values(&format!("{place}.arguments"), json);
        Ok(match self {
            StepPart::Construct { object: id, descriptor, arguments: json } => {
                Build::Construct { object: object(&id)?, descriptor, arguments: arguments(json)? }
            }
            StepPart::Call { object: id, name, descriptor, arguments: json } => {
                let (object, arguments) = (object(&id)?, arguments(json)?);
                Build::Call { object, name, descriptor, arguments }
            }
            StepPart::Produce {
                object: id,
                class,
                name,
                descriptor,
                receiver,
                arguments: json,
            } => {
                let (object, arguments) = (object(&id)?, arguments(json)?);
                let on = receiver.map(|json| before.value(&format!("{place}.receiver"), json));
                let receiver = on.transpose()?;
                Build::Produce { object, class, name, descriptor, receiver, arguments }
            }
            StepPart::Constant { object: id, class, name, descriptor } => {
                Build::Constant { object: object(&id)?, class, name, descriptor }
            }
            StepPart::Allocate { object: id } => Build::Allocate { object: object(&id)? },
            StepPart::Set { object: id, field, value, accessible } => Build::Set {
                object: object(&id)?,
                field: qualified(&format!("{place}.field"), &field)?,
                value: before.value(&format!("{place}.value"), value)?,
                accessible,
            },
            StepPart::Copied { object: id } => Build::Copied { object: object(&id)? },
            StepPart::Refused { object: id } => Build::Refused { object: object(&id)? },
        })
    }
}
