//! Structures that tests share: one of each shape, from `tests/data/structures.jsonl`.

use crate::{Record, json};

/// The sample whose root is of this class (simple name); the first if there are several.
pub(crate) fn sample(root: &str) -> Record {
    let is_it = |record: &Record| record.structure.objects[0].class.ends_with(root);
    samples().into_iter().find(is_it).expect("a sample of that name")
}

/// All samples.
pub(crate) fn samples() -> Vec<Record> {
    let text = include_str!("../tests/data/structures.jsonl");
    json::read(text.as_bytes()).collect::<Result<_, _>>().expect("samples are well formed")
}
