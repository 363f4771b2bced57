//! Repairs of any form are read as they were written, and damage is noticed.

use super::*;
use crate::document::{DocumentKind, DocumentReader, DocumentWriter, End, Header};
use crate::testing::any::{any_objects, any_value, damaged, through_a_document};
use crate::testing::{run, sample};
use crate::{dot, svg};
use expect_test::{Expect, expect};
use proptest::prelude::*;

/// Changes of some objects, none of a place twice.
fn any_repair() -> impl Strategy<Value = Repair> {
    any_objects().prop_flat_map(|objects| {
        let count = objects.len();
        let change = (0..count, 0..4_usize, any_value(count));
        prop::collection::vec(change, 0..4).prop_map(move |mut changes| {
            changes.sort_by_key(|(place, slot, _)| (*place, *slot));
            changes.dedup_by_key(|(place, slot, _)| (*place, *slot));
            let counters = Counters { candidates: 3, ..Counters::default() };
            let mut before = Structure { objects: objects.clone() };
            // Only fields and elements are repaired.
            for object in &mut before.objects {
                if !matches!(object.content, Content::Fields(_)) {
                    object.content = Content::Elements(object.content.values().cloned().collect());
                }
            }
            Repair::new(before, count, changes, counters)
        })
    })
}

/// A ring that was open, with an object that is new.
fn ring() -> Repair {
    let mut structure = sample("Ring").structure;
    let mut fresh = structure.objects[3].clone();
    fresh.id = "new Node0".to_owned();
    structure.objects.push(fresh);
    let changes = [(2, 1, Value::Ref(4)), (4, 1, Value::Ref(0))];
    Repair::new(structure, 4, changes, Counters::default())
}

fn document(repair: &Repair) -> String {
    let header = Header::new(DocumentKind::Repairs, run());
    let mut writer = DocumentWriter::start(Vec::new(), &header).expect("memory");
    writer.repair(5, repair).expect("memory");
    String::from_utf8(writer.finish(End::default()).expect("memory")).expect("UTF-8")
}

#[track_caller]
fn check_error(text: &str, expected: Expect) {
    let reader = DocumentReader::new("repairs.jsonl", text.as_bytes(), DocumentKind::Repairs);
    let error = reader.expect("a header").repair().expect("a line").expect_err("must be refused");
    expected.assert_eq(&error.to_string());
}

#[test]
fn a_line_and_what_does_not_fit() {
    let text = document(&ring());
    expect![[r#"{"repair":5,"root":"Ring0","objects":{"Ring0":{"class":"shapes.Ring","fields":{"entry":{"$ref":"Node0"}}},"Node0":{"class":"shapes.Ring$Node","fields":{"mark":{"$char":"a"},"next":{"$ref":"Node1"}}},"Node1":{"class":"shapes.Ring$Node","fields":{"mark":{"$char":"b"},"next":{"$ref":"Node2"}}},"Node2":{"class":"shapes.Ring$Node","fields":{"mark":{"$char":"c"},"next":{"$ref":"Node0"}}},"new Node0":{"class":"shapes.Ring$Node","fields":{"mark":{"$char":"c"},"next":{"$ref":"Node0"}}}},"fresh":["new Node0"],"changes":[{"object":"Node1","field":"next","from":{"$ref":"Node2"},"to":{"$ref":"new Node0"}},{"object":"new Node0","field":"next","from":{"$ref":"Node0"},"to":{"$ref":"Ring0"}}],"lost":["Node2"],"counters":{"candidates":0,"initializations":0,"backtracks":0,"threw":0}}"#]].assert_eq(text.lines().nth(1).expect("a repair"));
    check_error(
        &text.replacen("\"field\":\"next\"", "\"field\":\"nxt\"", 1),
        expect![[
            r#"repairs.jsonl: line 2: changes[0]: expected "field" or "element", one that the object has"#
        ]],
    );
    check_error(
        &text.replacen("\"object\":\"Node1\"", "\"object\":\"B\"", 1),
        expect!["repairs.jsonl: line 2: changes[0].object: no object is named B"],
    );
    check_error(
        &text.replace("\"lost\":[\"Node2\"]", "\"lost\":[]"),
        expect!["repairs.jsonl: line 2: lost: does not agree with the changes"],
    );
    check_error(
        &text.replace("\"fresh\":[\"new Node0\"]", "\"fresh\":[\"Node1\"]"),
        expect!["repairs.jsonl: line 2: fresh: expected the names of the last objects"],
    );
    check_error(
        &text.replace("\"from\":{\"$ref\":\"Node2\"}", "\"from\":null"),
        expect!["repairs.jsonl: line 2: changes[0].from: does not agree with the object"],
    );
}

proptest! {
    #[test]
    fn repairs_are_read_as_written(repair in any_repair(), number in any::<u64>()) {
        let read = through_a_document(
            DocumentKind::Repairs,
            |writer| writer.repair(number, &repair),
            |reader| {
                let first = reader.repair();
                assert!(reader.repair().is_none());
                first
            },
        );
        prop_assert_eq!(read, Some(Ok((number, repair))));
    }

    #[test]
    fn damage_is_an_error_never_a_panic(bytes in damaged(&document(&ring()))) {
        let reader = DocumentReader::new("damaged", bytes.as_slice(), DocumentKind::Repairs);
        let Ok(mut reader) = reader else { return Ok(()) };
        let mut out = Vec::new();
        while let Some(Ok((_, repair))) = reader.repair() {
            // What is accepted can be written in every form.
            out.extend(text(&repair).into_bytes());
            repair.write_java(&mut out, "p.Ring").expect("memory");
            for picture in repair.pictures() {
                dot::write_marked(&mut out, &picture.structure, &picture.marks).expect("memory");
                svg::write_marked(&mut out, &picture.structure, &picture.marks).expect("memory");
            }
        }
    }
}
