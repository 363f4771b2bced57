//! Headers, ends, and what goes wrong.

use super::*;
use crate::Record;
use crate::testing::any::{any_objects, assert_in_schema, damaged, through_a_document};
use crate::testing::{run, samples};
use expect_test::{Expect, expect};
use margay_search::Decisions;
use margay_search::structure::Structure;
use proptest::prelude::*;
use std::path::Path;

fn document(lines: &[&str]) -> String {
    let header = serde_json::to_string(&Header::new(DocumentKind::Structures, run()));
    let mut text = header.expect("JSON") + "\n";
    lines.iter().for_each(|line| text.push_str(&format!("{line}\n")));
    text
}

/// All structures of a text, or the first error; and whether the end was there.
fn read(text: &[u8]) -> Result<(Vec<Record>, bool), DocumentError> {
    let mut reader = DocumentReader::new("a.jsonl", text, DocumentKind::Structures)?;
    let mut records = Vec::new();
    while let Some(record) = reader.structure() {
        records.push(record?);
    }
    Ok((records, reader.end().is_some()))
}

const STRUCTURE: &str =
    r#"{"structure":0,"decisions":"","root":"A0","objects":{"A0":{"class":"A","fields":{"x":1}}}}"#;
const END: &str = r#"{"end":{"complete":true}}"#;

#[track_caller]
fn check_error(text: &str, expected: Expect) {
    expected.assert_eq(&read(text.as_bytes()).expect_err("must be refused").to_string());
}

#[test]
fn the_header_says_what_was_run_on_what() {
    let text = document(&[]);
    expect![[r#"
        {"kind":"structures","version":1,"margay":"0.1.0","run":{"command":"enumerate","target":{"path":"../BinaryTree.java"},"class_path":["../build/classes","/opt/lib.jar"],"sources":[".."],"jdk":{"version":"17.0.1"},"class":"shapes.BinaryTree","method":"repOk","accessible":true,"bounds":["--bound 3"],"from":"0,2"}}
    "#]]
    .assert_eq(&text);
    let reader = DocumentReader::new("a", text.as_bytes(), DocumentKind::Structures);
    assert_eq!(reader.expect("a document").header().run, run());
}

#[test]
fn records_and_the_end() {
    let whole = document(&[STRUCTURE, "", END]);
    assert_eq!(read(whole.as_bytes()).map(|(records, end)| (records.len(), end)), Ok((1, true)));
    let without_newline = whole.trim_end();
    assert_eq!(read(without_newline.as_bytes()).map(|(_, end)| end), Ok(true));
}

#[test]
fn an_interrupted_document_keeps_its_whole_lines() {
    let text = document(&[STRUCTURE, STRUCTURE]);
    for cut in 1..STRUCTURE.len() {
        let cut = &text.as_bytes()[..text.len() - 1 - cut];
        let (records, end) = read(cut).expect("what is cut off is passed over");
        assert_eq!((records.len(), end), (1, false));
    }
}

#[test]
fn what_is_no_document_is_said() {
    check_error(
        "",
        expect!["a.jsonl: line 1: this is no document of results: its first line gives no version"],
    );
    check_error(
        STRUCTURE,
        expect!["a.jsonl: line 1: this is no document of results: its first line gives no version"],
    );
    check_error(
        "nonsense\n",
        expect!["a.jsonl: line 1: this is no document of results: its first line gives no version"],
    );
    let cases = document(&[]).replace("structures", "cases");
    check_error(
        &cases,
        expect!["a.jsonl: line 1: kind: this is a document of cases, not of structures"],
    );
    let unknown = document(&[]).replace("\"jdk\"", "\"jre\"");
    check_error(
        &unknown,
        expect![
            "a.jsonl: line 1: unknown field `jre`, expected one of `command`, `target`, `class_path`, `sources`, `jdk`, `class`, `method`, `accessible`, `bounds`, `options`, `from`, `to`, `shard` at column 189"
        ],
    );
}

#[test]
fn a_newer_version_is_named_whatever_else_it_has() {
    let newer = r#"{"version":7,"kind":"surprises","new":{}}"#;
    check_error(
        newer,
        expect![
            "a.jsonl: line 1: version: the document has version 7, which is newer than 1, the last that this Margay understands; use a newer Margay"
        ],
    );
    let error = crate::json::read(newer.as_bytes()).next().expect("a line").expect_err("newer");
    expect!["line 1: version: the document has version 7, which is newer than 1, the last that this Margay understands; use a newer Margay"].assert_eq(&error.to_string());
}

#[test]
fn errors_name_file_line_and_place() {
    let dangling = STRUCTURE.replace("1}", r#"{"$ref":"B0"}}"#);
    check_error(
        &document(&[STRUCTURE, &dangling]),
        expect!["a.jsonl: line 3: objects.A0.fields.x: no object is named B0"],
    );
    check_error(
        &document(&[END, STRUCTURE]),
        expect!["a.jsonl: line 3: the document has ended before this line"],
    );
    let odd = r#"{"end":{"complete":1}}"#;
    check_error(
        &document(&[odd]),
        expect!["a.jsonl: line 2: invalid type: integer `1`, expected a boolean at column 20"],
    );
    let bytes = [document(&[]).as_bytes(), b"\xff\xfe\n"].concat();
    expect!["a.jsonl: line 2: this is no UTF-8"]
        .assert_eq(&read(&bytes).expect_err("bytes").to_string());
}

#[test]
fn structures_alone_are_read_from_documents_too() {
    let text = document(&[STRUCTURE, END]);
    assert_eq!(crate::json::read(text.as_bytes()).count(), 1);
    assert_eq!(crate::json::parse_text(&text).expect("structures").len(), 1);
}

#[test]
fn paths_move_with_the_document() {
    let moved = run().moved(Path::new("out"), Path::new("other/place"));
    assert_eq!(moved.target, RunTarget::Path("../../BinaryTree.java".to_owned()));
    assert_eq!(moved.class_path, ["../../build/classes", "/opt/lib.jar"]);
    assert_eq!(moved.moved(Path::new("other/place"), Path::new("out")), run());
    assert_eq!(run().target_from(Path::new("out")), Path::new("out/../BinaryTree.java"));
}

proptest! {
    #[test]
    fn structures_are_read_as_written(objects in any_objects(), number in 0..u64::from(u32::MAX)) {
        let structure = Structure { objects };
        let order = structure.walk(0);
        let structure = structure.select(&order);
        let record = Record { number, decisions: Decisions(vec![1]), structure };
        let read = through_a_document(
            DocumentKind::Structures,
            |writer| writer.structure(&record),
            |reader| {
                let first = reader.structure();
                assert!(reader.structure().is_none());
                first
            },
        );
        prop_assert_eq!(read, Some(Ok(record)));
    }

    #[test]
    fn damage_is_an_error_never_a_panic(bytes in {
        let lines: Vec<String> = samples().iter().map(|record| {
            let mut line = Vec::new();
            crate::json::write_line(&mut line, record).expect("memory");
            String::from_utf8(line).expect("UTF-8").trim_end().to_owned()
        }).collect();
        let mut lines: Vec<&str> = lines.iter().map(String::as_str).collect();
        lines.push(END);
        damaged(&document(&lines))
    }) {
        if let Ok((records, _)) = read(&bytes) {
            assert_in_schema(DocumentKind::Structures, &bytes);
            // What is accepted can be drawn.
            for record in records {
                crate::svg::write(&mut Vec::new(), &record.structure).expect("memory");
            }
        }
    }
}
