//! What tests share.

pub(crate) mod any;
pub(crate) mod schema;

use crate::document::{
    DocumentKind, DocumentWriter, End, Header, JdkUsed, Run, RunCommand, RunTarget,
};
use crate::{Record, json};
use std::io;

/// The sample whose root is of this class (simple name); the first if there are several.
pub(crate) fn sample(root: &str) -> Record {
    let is_it = |record: &Record| record.structure.objects[0].class.ends_with(root);
    samples().into_iter().find(is_it).expect("a sample of that name")
}

/// Structures, one of each shape, from `tests/data/structures.jsonl`.
pub(crate) fn samples() -> Vec<Record> {
    let text = include_str!("../tests/data/structures.jsonl");
    json::read(text.as_bytes()).collect::<Result<_, _>>().expect("samples are well formed")
}

/// What a command might have been run on.
pub(crate) fn run() -> Run {
    Run {
        command: RunCommand::Enumerate,
        target: RunTarget::Path("../BinaryTree.java".to_owned()),
        class_path: vec!["../build/classes".to_owned(), "/opt/lib.jar".to_owned()],
        sources: vec!["..".to_owned()],
        jdk: JdkUsed { version: "17.0.1".to_owned(), home: None },
        class: Some("shapes.BinaryTree".to_owned()),
        method: Some("repOk".to_owned()),
        accessible: Some(true),
        bounds: vec!["--bound 3".to_owned()],
        options: Vec::new(),
        from: Some(margay_search::Decisions(vec![0, 2])),
        to: None,
        shard: None,
    }
}

/// A document that `fill` fills.
pub(crate) fn document_of(
    kind: DocumentKind,
    fill: impl FnOnce(&mut DocumentWriter<Vec<u8>>) -> io::Result<()>,
) -> String {
    let mut writer = DocumentWriter::start(Vec::new(), &Header::new(kind, run())).expect("memory");
    fill(&mut writer).expect("memory");
    let end = End { complete: true, ..End::default() };
    String::from_utf8(writer.finish(end).expect("memory")).expect("UTF-8")
}
