//! A run of a case line by line: each step with its variables, and of the objects those that have changed
//! since the step before.

use crate::json::{Described, EXACT, Heap, Json, Part, Problem, Read, fail};
use margay_search::generate::case::{MethodName, WatchedRun, WatchedStep};
use margay_search::structure::Object;
use rustc_hash::FxHashMap;
use serde::{Deserialize, Serialize};
use std::sync::Arc;

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[serde(bound(deserialize = "J: Deserialize<'de>"))]
pub(super) struct WatchedPart<J> {
    steps: Vec<StepPart<J>>,
    #[serde(default, skip_serializing_if = "is_zero")]
    cut: u64,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[serde(bound(deserialize = "J: Deserialize<'de>"))]
struct StepPart<J> {
    /// Absent if it is that of the step before.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    method: Option<MethodName>,
    line: u32,
    depth: u32,
    variables: J,
    /// Objects that are new or have changed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    heap: Option<J>,
}

fn is_zero(count: &u64) -> bool {
    *count == 0
}

impl<'a> WatchedPart<Part<'a>> {
    pub(super) fn of(run: &'a WatchedRun) -> Self {
        let mut steps = Vec::with_capacity(run.steps.len());
        let mut before: Option<&WatchedStep> = None;
        let mut known = FxHashMap::default();
        for step in &run.steps {
            let is_same = before.is_some_and(|before| Arc::ptr_eq(&before.heap, &step.heap));
            let changed = if is_same { Vec::new() } else { changed(&mut known, step) };
            let is_other = before.is_none_or(|before| before.method != step.method);
            steps.push(StepPart {
                method: is_other.then(|| (*step.method).clone()),
                line: step.line,
                depth: step.depth,
                variables: Part::Variables(&step.heap, &step.variables),
                heap: (!changed.is_empty()).then_some(Part::Some(&step.heap, changed)),
            });
            before = Some(step);
        }
        WatchedPart { steps, cut: run.cut }
    }
}

impl WatchedPart<Json> {
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
    use crate::json::Json;
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
        let part = Option::<WatchedPart<Json>>::deserialize(deserializer)?;
        part.map(WatchedPart::read).transpose().map_err(D::Error::custom)
    }
}

/// The objects of a step that are not known as they are, by their texts; they are known from now on.
fn changed<'a>(known: &mut FxHashMap<&'a str, String>, step: &'a WatchedStep) -> Vec<&'a Object> {
    let is_new = |object: &&'a Object| {
        let described = Described { within: &step.heap, object };
        let text = serde_json::to_string(&described).expect("a text can be written to");
        known.insert(&object.id, text.clone()).is_none_or(|old| old != text)
    };
    step.heap.objects.iter().filter(is_new).collect()
}

/// Puts an object in the place of the one with its name, or behind all.
fn replace(objects: &mut Vec<(String, Json)>, (id, json): (String, Json)) {
    match objects.iter_mut().find(|(known, _)| *known == id) {
        Some((_, old)) => *old = json,
        None => objects.push((id, json)),
    }
}
