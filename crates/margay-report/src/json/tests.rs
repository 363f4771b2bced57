//! The JSON form, by example.

use super::*;
use crate::testing::any::any_objects;
use crate::{Record, testing};
use expect_test::{Expect, expect};
use margay_search::Decisions;
use margay_search::structure::{Content, Object, Structure, StubMethod, Value};
use proptest::prelude::*;

fn written(record: &Record) -> String {
    let mut line = Vec::new();
    write_line(&mut line, record).expect("a vector takes everything");
    String::from_utf8(line).expect("JSON is UTF-8")
}

fn check_error(line: &str, expected: Expect) {
    expected.assert_eq(&parse_line(line).expect_err("must be rejected").to_string());
}

fn object(fields: &str) -> String {
    format!(r#"{{"root":"A0","objects":{{"A0":{{"class":"A","fields":{{{fields}}}}}}}}}"#)
}

#[test]
fn samples_are_written_as_they_were_read() {
    let text = include_str!("../../tests/data/structures.jsonl");
    let again: String = testing::samples().iter().map(written).collect();
    assert_eq!(again, text);
}

#[test]
fn every_kind_of_value() {
    let values = [
        Value::Null,
        Value::Ref(0),
        Value::Bool(true),
        Value::Int(-7),
        Value::Int(1 << 53),
        Value::Int((1 << 53) + 1),
        Value::Int(i64::MIN),
        Value::Char(0x20AC),
        Value::Char(0xD800),
        Value::Float("NaN".to_owned()),
        Value::Text("a\"\n".to_owned()),
        Value::Units(vec![0xD800, 97]),
        Value::Constant("RED".to_owned()),
        Value::Free,
    ];
    let object = Object {
        id: "Object[]0".to_owned(),
        class: "java.lang.Object[]".into(),
        content: Content::Elements(values.to_vec()),
    };
    let structure = margay_search::structure::Structure { objects: vec![object] };
    let record = Record { number: 42, decisions: Decisions(vec![0, 2]), structure };
    let line = written(&record);
    expect![[r#"
        {"structure":42,"decisions":"0,2","root":"Object[]0","objects":{"Object[]0":{"class":"java.lang.Object[]","elements":[null,{"$ref":"Object[]0"},true,-7,9007199254740992,{"$long":"9007199254740993"},{"$long":"-9223372036854775808"},{"$char":"€"},{"$char":55296},{"$float":"NaN"},"a\"\n",{"$utf16":[55296,97]},{"$enum":"RED"},{"$free":true}]}}}
    "#]]
    .assert_eq(&line);
    assert_eq!(parse_line(&line), Ok(record));
}

#[test]
fn objects_that_stand_for_values() {
    let line = r#"{"structure":0,"decisions":"","root":"Object[]0","objects":{"Object[]0":{"class":"java.lang.Object[]","elements":[{"$ref":"Integer0"},{"$ref":"Color0"},{"$ref":"F0"}]},"Integer0":{"class":"java.lang.Integer","value":5},"Color0":{"class":"p.Color","constant":"RED"},"F0":{"class":"p.F$$Lambda","opaque":true}}}"#;
    let record = parse_line(line).expect("well formed");
    assert_eq!(record.structure.objects[1].content, Content::Boxed(Value::Int(5)));
    assert_eq!(written(&record), format!("{line}\n"));
}

#[test]
fn lambdas_and_objects_made_of_one_value() {
    let line = r#"{"structure":0,"decisions":"","root":"Object[]0","objects":{"Object[]0":{"class":"java.lang.Object[]","elements":[{"$ref":"F0"},{"$ref":"R0"},{"$ref":"Optional0"}]},"F0":{"class":"p.F","stub":[{"name":"f","descriptor":"(I)Ljava/lang/Object;","returns":{"$ref":"Optional0"}}]},"R0":{"class":"java.lang.Runnable","stub":[{"name":"run","descriptor":"()V","throws":{"$ref":"Optional0"}}]},"Optional0":{"class":"java.util.Optional","holds":null}}}"#;
    let record = parse_line(line).expect("well formed");
    let [name, descriptor] = ["run", "()V"].map(str::to_owned);
    let run = StubMethod { name, descriptor, returns: None, throws: Some(Value::Ref(3)) };
    assert_eq!(record.structure.objects[2].content, Content::Stub(vec![run]));
    assert_eq!(written(&record), format!("{line}\n"));
    let incomplete = line.replace(r#","descriptor":"()V""#, "");
    check_error(&incomplete, expect!["objects.R0.stub[0]: expected a descriptor"]);
}

#[test]
fn objects_in_any_order_are_put_in_breadth_first_order() {
    let line = r#"{"objects":{
        "B1":{"class":"B","fields":{}},
        "B0":{"class":"B","fields":{}},
        "A0":{"class":"A","fields":{"x":{"$ref":"B0"},"y":{"$ref":"B1"}}}},"root":"A0"}"#;
    let record = parse_line(line).unwrap();
    expect![[r#"
        {"structure":0,"decisions":"","root":"A0","objects":{"A0":{"class":"A","fields":{"x":{"$ref":"B0"},"y":{"$ref":"B1"}}},"B0":{"class":"B","fields":{}},"B1":{"class":"B","fields":{}}}}
    "#]]
    .assert_eq(&written(&record));
}

#[test]
fn the_form_of_a_line() {
    check_error("{", expect!["EOF while parsing an object at column 1"]);
    check_error("[]", expect!["expected an object"]);
    check_error("{}", expect![[r#"the key "root" is missing"#]]);
    check_error(r#"{"root":"A0"}"#, expect![[r#"the key "objects" is missing"#]]);
    check_error(r#"{"root":"A0","objects":{}}"#, expect!["root: no object is named A0"]);
    check_error(r#"{"rot":"A0"}"#, expect!["rot: unknown key"]);
    check_error(r#"{"root":"A0","root":"A0"}"#, expect!["root: occurs twice"]);
    check_error(r#"{"structure":-1}"#, expect!["structure: expected a number from 0 up"]);
    check_error(
        r#"{"decisions":"0,x"}"#,
        expect![[r#"decisions: expected a list of numbers such as "0,2,1""#]],
    );
}

#[test]
fn the_form_of_an_object() {
    let check = |object: &str, expected| {
        check_error(&format!(r#"{{"root":"A0","objects":{{"A0":{object}}}}}"#), expected);
    };
    check("3", expect!["objects.A0: expected an object"]);
    check(r#"{"fields":{}}"#, expect![[r#"objects.A0: the key "class" is missing"#]]);
    check(
        r#"{"class":"A"}"#,
        expect![[
            r#"objects.A0: expected one of "fields", "elements", "items", "entries", "value", "holds", "stub", "constant", "opaque""#
        ]],
    );
    check(
        r#"{"class":"A","fields":{},"elements":[]}"#,
        expect![[
            r#"objects.A0: expected one of "fields", "elements", "items", "entries", "value", "holds", "stub", "constant", "opaque""#
        ]],
    );
    check(r#"{"class":"A","field":{}}"#, expect!["objects.A0.field: unknown key"]);
    check(r#"{"class":"A","elements":{}}"#, expect!["objects.A0.elements: expected a list"]);
    check(
        r#"{"class":"A[]","elements":[null,{"$ref":"A1"}]}"#,
        expect!["objects.A0.elements[1]: no object is named A1"],
    );
    check(
        r#"{"class":"A","fields":{}},"A1":{"class":"A","fields":{}}"#,
        expect!["objects.A1: cannot be reached from the root"],
    );
    check(
        r#"{"class":"A","fields":{}},"A0":{"class":"A","fields":{}}"#,
        expect!["objects.A0: occurs twice"],
    );
}

#[test]
fn the_form_of_a_value() {
    let check = |fields: &str, expected| check_error(&object(fields), expected);
    check(r#""x":{"$ref":"B0"}"#, expect!["objects.A0.fields.x: no object is named B0"]);
    check(r#""x":1,"x":2"#, expect!["objects.A0.fields.x: occurs twice"]);
    check(r#""x":1,"A.x":2"#, expect!["objects.A0.fields.A.x: occurs twice"]);
    check(r#""x":[]"#, expect!["objects.A0.fields.x: expected a value, not a list"]);
    check(r#""x":{}"#, expect![[r#"objects.A0.fields.x: expected one key, such as "$ref""#]]);
    check(r#""x":{"$reff":1}"#, expect!["objects.A0.fields.x.$reff: unknown key"]);
    check(r#""x":{"$free":false}"#, expect!["objects.A0.fields.x: expected true"]);
    check(r#""x":{"$char":"ab"}"#, expect!["objects.A0.fields.x: expected one UTF-16 unit"]);
    check(r#""x":{"$char":"😀"}"#, expect!["objects.A0.fields.x: expected one UTF-16 unit"]);
    check(r#""x":{"$char":65536}"#, expect!["objects.A0.fields.x: expected one UTF-16 unit"]);
    check(r#""x":{"$long":"1e3"}"#, expect!["objects.A0.fields.x: expected an integer of 64 bits"]);
    check(r#""x":{"$float":"inf"}"#, expect!["objects.A0.fields.x: expected a decimal number"]);
    check(r#""x":{"$float":"1.5f"}"#, expect!["objects.A0.fields.x: expected a decimal number"]);
    check(
        r#""x":1.5"#,
        expect![
            "invalid type: floating point `1.5`, expected JSON whose numbers are integers of 64 bits at column 59"
        ],
    );
}

#[test]
fn a_file_names_the_line_and_goes_on() {
    let good = object("");
    let text = format!("{good}\n\n{{}}\n{good}\n");
    let results: Vec<_> = read(text.as_bytes()).collect();
    assert_eq!(results.len(), 3);
    assert_eq!(results[0], results[2]);
    expect![[r#"line 3: the key "root" is missing"#]]
        .assert_eq(&results[1].as_ref().unwrap_err().to_string());
}

proptest! {
    #[test]
    fn what_is_written_is_read_back(
        objects in any_objects(),
        number in 0..=i64::MAX.unsigned_abs(),
        path in prop::collection::vec(any::<u32>(), 0..4),
    ) {
        let structure = Structure { objects };
        let order = structure.walk(0);
        let structure = structure.select(&order);
        let record = Record { number, decisions: Decisions(path), structure };
        prop_assert_eq!(parse_line(&written(&record)), Ok(record));
    }

    #[test]
    fn no_text_is_too_strange_to_be_refused(text in "[\\[\\]{}\":,a$0-9]{0,40}") {
        // A panic would fail this test; most such texts are errors.
        if let Ok(record) = parse_line(&text) {
            prop_assert!(!record.structure.objects.is_empty());
        }
    }
}
