//! A run of a case line by line: each step with its variables, and of the objects those that have changed
//! since the step before.

use crate::json::{EXACT, Heap, Json, Problem, Read, fail, objects_json, value_json};
use margay_search::generate::case::{MethodName, WatchedRun, WatchedStep};
use serde::{Deserialize, Serialize};
use std::sync::Arc;

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct WatchedPart {
    steps: Vec<StepPart>,
    #[serde(default, skip_serializing_if = "is_zero")]
    cut: u64,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct StepPart {
    /// Absent if it is that of the step before.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    method: Option<MethodName>,
    line: u32,
    depth: u32,
    variables: Json,
    /// Objects that are new or have changed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    heap: Option<Json>,
}

fn is_zero(count: &u64) -> bool {
    *count == 0
}

impl WatchedPart {
    pub(super) fn of(run: &WatchedRun) -> WatchedPart {
        let mut steps = Vec::with_capacity(run.steps.len());
        let mut before: Option<&WatchedStep> = None;
        let mut known: Vec<(String, Json)> = Vec::new();
        for step in &run.steps {
            let is_same = before.is_some_and(|before| Arc::ptr_eq(&before.heap, &step.heap));
            let changed = if is_same { Vec::new() } else { changed(&mut known, step) };
            let variable =
                |(name, value): &(String, _)| (name.clone(), value_json(&step.heap, value));
            let is_other = before.is_none_or(|before| before.method != step.method);
            steps.push(StepPart {
                method: is_other.then(|| (*step.method).clone()),
                line: step.line,
                depth: step.depth,
                variables: Json::Map(step.variables.iter().map(variable).collect()),
                heap: (!changed.is_empty()).then_some(Json::Map(changed)),
            });
            before = Some(step);
        }
        WatchedPart { steps, cut: run.cut }
    }

    pub(super) fn read(self) -> Read<WatchedRun> {
        if self.cut > EXACT {
            return Err(fail("watched.cut", Problem::Expected("a count up to 2^53")));
        }
        let mut objects: Vec<(String, Json)> = Vec::new();
        let mut heap = Heap::read("watched", Json::Map(Vec::new()))?;
        let mut shared = Arc::new(heap.structure.clone());
        let mut method: Option<Arc<MethodName>> = None;
        let mut steps = Vec::with_capacity(self.steps.len());
        for (index, step) in self.steps.into_iter().enumerate() {
            let place = format!("watched.steps[{index}]");
            if let Some(changed) = step.heap {
                let Json::Map(changed) = changed else {
                    return Err(fail(&format!("{place}.heap"), Problem::Expected("an object")));
                };
                changed.into_iter().for_each(|object| replace(&mut objects, object));
                heap = Heap::read(&format!("{place}.heap"), Json::Map(objects.clone()))?;
                shared = Arc::new(heap.structure.clone());
            }
            method = step.method.map(Arc::new).or(method);
            let missing = || fail(&format!("{place}.method"), Problem::Expected("a method"));
            let method = method.clone().ok_or_else(missing)?;
            let Json::Map(variables) = step.variables else {
                return Err(fail(&format!("{place}.variables"), Problem::Expected("an object")));
            };
            let variables = variables.into_iter().map(|(name, json)| {
                let value = heap.value(&format!("{place}.variables.{name}"), json)?;
                Ok((name, value))
            });
            let variables = variables.collect::<Read<_>>()?;
            let (line, depth, heap) = (step.line, step.depth, Arc::clone(&shared));
            steps.push(WatchedStep { method, line, depth, variables, heap });
        }
        Ok(WatchedRun { steps, cut: self.cut })
    }
}

/// For `serde(with)`: a run where there may be one.
pub(crate) mod optional {
    use super::WatchedPart;
    use margay_search::generate::case::WatchedRun;
    use serde::de::Error;
    use serde::{Deserialize, Deserializer, Serialize, Serializer};

    #[allow(clippy::ref_option, reason = "serde has it so")]
    pub(crate) fn serialize<S: Serializer>(
        run: &Option<WatchedRun>,
        serializer: S,
    ) -> Result<S::Ok, S::Error> {
        run.as_ref().map(WatchedPart::of).serialize(serializer)
    }

    pub(crate) fn deserialize<'de, D: Deserializer<'de>>(
        deserializer: D,
    ) -> Result<Option<WatchedRun>, D::Error> {
        let part = Option::<WatchedPart>::deserialize(deserializer)?;
        part.map(WatchedPart::read).transpose().map_err(D::Error::custom)
    }
}

/// The objects of a step that are not known as they are; they are known from now on.
fn changed(known: &mut Vec<(String, Json)>, step: &WatchedStep) -> Vec<(String, Json)> {
    let Json::Map(objects) = objects_json(&step.heap) else { return Vec::new() };
    let is_new = |object: &(String, Json)| !known.contains(object);
    let changed: Vec<(String, Json)> = objects.into_iter().filter(is_new).collect();
    changed.iter().cloned().for_each(|object| replace(known, object));
    changed
}

/// Puts an object in the place of the one with its name, or behind all.
fn replace(objects: &mut Vec<(String, Json)>, (id, json): (String, Json)) {
    match objects.iter_mut().find(|(known, _)| *known == id) {
        Some((_, old)) => *old = json,
        None => objects.push((id, json)),
    }
}
