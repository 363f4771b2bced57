//! Coverage reports, by example.

use super::*;
use crate::document::{DocumentError, DocumentKind, DocumentReader, DocumentWriter, End, Header};
use crate::testing::any::{assert_in_schema, damaged, through_a_document};
use crate::testing::run;
use expect_test::{Expect, expect};
use margay_search::generate::case::MethodName;
use margay_search::generate::coverage::{BlockCoverage, BranchCoverage, Coverage, Uncovered};
use proptest::prelude::*;

fn method(name: &str, blocks: Vec<BlockCoverage>) -> MethodCoverage {
    let (class, descriptor) = ("shapes.Tree$Node".to_owned(), "(I)V".to_owned());
    let method = MethodName { class, name: name.to_owned(), descriptor };
    MethodCoverage { method, blocks, uncovered: Vec::new() }
}

fn block(
    covered: bool,
    instructions: &[(u32, u32)],
    branch: Option<(u32, &[bool])>,
) -> BlockCoverage {
    let instructions = instructions.to_vec();
    let branch = branch.map(|(line, taken)| BranchCoverage { line, taken: taken.to_vec() });
    BlockCoverage { covered, instructions, branch }
}

fn sample() -> Coverage {
    let mut add = method(
        "<init>",
        vec![
            block(true, &[(7, 3)], None),
            block(true, &[(8, 4)], Some((8, &[true, false]))),
            block(false, &[(8, 2), (9, 2)], None),
        ],
    );
    add.uncovered.push(Uncovered {
        line: 9,
        what: "line".to_owned(),
        why: "unreachable within loop-2".to_owned(),
    });
    let unused = method("get", vec![block(false, &[(9, 1)], None)]);
    let class = ClassCoverage {
        class: "shapes.Tree$Node".to_owned(),
        source: Some("Tree.java".to_owned()),
        methods: vec![add, unused],
    };
    Coverage { classes: vec![class] }
}

fn written(write: impl Fn(&mut Vec<u8>) -> std::io::Result<()>) -> String {
    let mut out = Vec::new();
    write(&mut out).expect("memory takes everything");
    String::from_utf8(out).expect("UTF-8")
}

#[test]
fn a_table_and_what_was_missed() {
    expect![[r#"
                          lines       branches    blocks
        shapes.Tree$Node  2/3 (66 %)  1/2 (50 %)  2/4 (50 %)
          <init>(I)V      2/3 (66 %)  1/2 (50 %)  2/3 (66 %)
          get(I)V         0/1 (0 %)   -           0/1 (0 %)

        not covered:
          Node.<init>:9  line: unreachable within loop-2
    "#]]
    .assert_eq(&written(|out| text::write(out, &sample())));
}

#[test]
fn jacoco_xml() {
    let xml = written(|out| jacoco::write(out, "a & b", &sample()));
    expect![[r#"
        <?xml version="1.0" encoding="UTF-8" standalone="yes"?>
        <!DOCTYPE report PUBLIC "-//JACOCO//DTD Report 1.1//EN" "report.dtd">
        <report name="a &amp; b">
        <package name="shapes">
        <class name="shapes/Tree$Node" sourcefilename="Tree.java">
        <method name="&lt;init&gt;" desc="(I)V" line="7">
        <counter type="INSTRUCTION" missed="4" covered="7"/>
        <counter type="BRANCH" missed="1" covered="1"/>
        <counter type="LINE" missed="1" covered="2"/>
        <counter type="COMPLEXITY" missed="1" covered="1"/>
        <counter type="METHOD" missed="0" covered="1"/>
        </method>
        <method name="get" desc="(I)V" line="9">
        <counter type="INSTRUCTION" missed="1" covered="0"/>
        <counter type="LINE" missed="1" covered="0"/>
        <counter type="COMPLEXITY" missed="1" covered="0"/>
        <counter type="METHOD" missed="1" covered="0"/>
        </method>
        <counter type="INSTRUCTION" missed="5" covered="7"/>
        <counter type="BRANCH" missed="1" covered="1"/>
        <counter type="LINE" missed="1" covered="2"/>
        <counter type="COMPLEXITY" missed="2" covered="1"/>
        <counter type="METHOD" missed="1" covered="1"/>
        <counter type="CLASS" missed="0" covered="1"/>
        </class>
        <sourcefile name="Tree.java">
        <line nr="7" mi="0" ci="3" mb="0" cb="0"/>
        <line nr="8" mi="2" ci="4" mb="1" cb="1"/>
        <line nr="9" mi="3" ci="0" mb="0" cb="0"/>
        <counter type="INSTRUCTION" missed="5" covered="7"/>
        <counter type="BRANCH" missed="1" covered="1"/>
        <counter type="LINE" missed="1" covered="2"/>
        <counter type="COMPLEXITY" missed="2" covered="1"/>
        <counter type="METHOD" missed="1" covered="1"/>
        <counter type="CLASS" missed="0" covered="1"/>
        </sourcefile>
        <counter type="INSTRUCTION" missed="5" covered="7"/>
        <counter type="BRANCH" missed="1" covered="1"/>
        <counter type="LINE" missed="1" covered="2"/>
        <counter type="COMPLEXITY" missed="2" covered="1"/>
        <counter type="METHOD" missed="1" covered="1"/>
        <counter type="CLASS" missed="0" covered="1"/>
        </package>
        <counter type="INSTRUCTION" missed="5" covered="7"/>
        <counter type="BRANCH" missed="1" covered="1"/>
        <counter type="LINE" missed="1" covered="2"/>
        <counter type="COMPLEXITY" missed="2" covered="1"/>
        <counter type="METHOD" missed="1" covered="1"/>
        <counter type="CLASS" missed="0" covered="1"/>
        </report>
    "#]]
    .assert_eq(&xml.replace("><", ">\n<"));
}

fn document(coverage: &Coverage) -> String {
    let header = Header::new(DocumentKind::Coverage, run());
    let mut writer = DocumentWriter::start(Vec::new(), &header).expect("memory");
    writer.coverage(coverage).expect("memory");
    String::from_utf8(writer.finish(End::default()).expect("memory")).expect("UTF-8")
}

fn read(text: &[u8]) -> Result<Coverage, DocumentError> {
    DocumentReader::new("coverage.jsonl", text, DocumentKind::Coverage)?.coverage()
}

#[test]
fn a_line_for_each_class_and_the_sums() {
    let text = document(&sample());
    let lines = text.lines().map(|line| serde_json::from_str(line).expect("JSON"));
    let lines: Vec<serde_json::Value> = lines.collect();
    assert_eq!(lines.len(), 4);
    assert_eq!(lines[2]["total"]["lines"], serde_json::json!({ "covered": 2, "total": 3 }));
    let first = &lines[1]["methods"][0];
    assert_eq!(first["uncovered"][0]["why"], "unreachable within loop-2");
    assert_eq!(first["lines"][1]["branches"]["total"], 2);
}

#[test]
fn sums_that_do_not_agree_are_refused() {
    let text = document(&sample());
    let check = |from: &str, to: &str, expected: Expect| {
        let changed = text.replacen(from, to, 1);
        let error = read(changed.as_bytes()).expect_err("must be refused");
        expected.assert_eq(&error.to_string());
    };
    check(
        r#"{"covered":3,"total":3}"#,
        r#"{"covered":4,"total":3}"#,
        expect!["coverage.jsonl: line 2: methods[0].lines: does not agree with the blocks"],
    );
    check(
        r#""blocks":{"covered":2,"total":3}"#,
        r#""blocks":{"covered":1,"total":3}"#,
        expect!["coverage.jsonl: line 2: methods[0].total: does not agree with the lines"],
    );
    check(
        r#""lines":{"covered":2,"total":3}"#,
        r#""lines":{"covered":3,"total":3}"#,
        expect!["coverage.jsonl: line 2: total: does not agree with the methods"],
    );
    let sums = r#"{"total":{"instructions":{"covered":7,"total":12}"#;
    check(
        sums,
        r#"{"total":{"instructions":{"covered":8,"total":12}"#,
        expect!["coverage.jsonl: line 3: does not agree with the classes"],
    );
}

fn any_block() -> impl Strategy<Value = BlockCoverage> {
    let instructions = prop::collection::vec((1..99_u32, 1..9_u32), 0..4);
    let branch = prop::option::of((1..99_u32, prop::collection::vec(any::<bool>(), 2..4)));
    (any::<bool>(), instructions, branch).prop_map(|(covered, instructions, branch)| {
        let branch = branch.map(|(line, taken)| BranchCoverage { line, taken });
        BlockCoverage { covered, instructions, branch }
    })
}

fn any_method() -> impl Strategy<Value = MethodCoverage> {
    let blocks = prop::collection::vec(any_block(), 0..4);
    let uncovered = prop::collection::vec((any::<u32>(), any::<String>(), any::<String>()), 0..3);
    ("[a-z]{1,3}", blocks, uncovered).prop_map(|(name, blocks, uncovered)| {
        let uncovered = uncovered.into_iter();
        let uncovered = uncovered.map(|(line, what, why)| Uncovered { line, what, why });
        MethodCoverage { uncovered: uncovered.collect(), ..method(&name, blocks) }
    })
}

fn any_class() -> impl Strategy<Value = ClassCoverage> {
    let methods = prop::collection::vec(any_method(), 0..4);
    (prop::option::of("[A-Z]\\.java"), methods).prop_map(|(source, methods)| {
        let class = "shapes.Tree$Node".to_owned();
        ClassCoverage { class, source, methods }
    })
}

proptest! {
    #[test]
    fn coverage_is_read_as_written(classes in prop::collection::vec(any_class(), 0..4)) {
        let coverage = Coverage { classes };
        let read = through_a_document(
            DocumentKind::Coverage,
            |writer| writer.coverage(&coverage),
            |reader| reader.coverage(),
        );
        prop_assert_eq!(read, Ok(coverage));
    }

    #[test]
    fn damage_is_an_error_never_a_panic(bytes in damaged(&document(&sample()))) {
        if let Ok(coverage) = read(&bytes) {
            assert_in_schema(DocumentKind::Coverage, &bytes);
            // What is accepted can be written in every form.
            written(|out| text::write(out, &coverage));
            written(|out| jacoco::write(out, "damaged", &coverage));
        }
    }
}

#[test]
fn what_several_runs_cover_together() {
    let run = |first, second, taken: [bool; 2]| {
        let blocks = vec![
            block(first, &[(3, 2)], Some((4, &taken))),
            block(second, &[(3, 1), (5, 1)], None),
        ];
        method("f", blocks)
    };
    let mut both = run(true, false, [true, false]);
    assert!(both.add(&run(true, true, [false, true])));
    assert_eq!(both, run(true, true, [true, true]));
    let mut other = run(false, false, [false, false]);
    assert!(!other.add(&method("f", vec![block(true, &[(3, 2)], None)])));
    assert!(!other.add(&MethodCoverage { blocks: both.blocks.clone(), ..method("g", Vec::new()) }));
    assert_eq!(other, run(false, false, [false, false]));
    other.explain(None);
    let missed: Vec<(u32, &str)> =
        other.uncovered.iter().map(|it| (it.line, it.what.as_str())).collect();
    assert_eq!(missed, [(3, "line"), (4, "line"), (5, "line")]);
}

#[test]
fn nothing_at_all() {
    let none = Coverage::default();
    assert_eq!(written(|out| text::write(out, &none)), "  lines  branches  blocks\n");
    assert!(
        written(|out| jacoco::write(out, "", &none)).ends_with("<report name=\"\"></report>\n")
    );
}
