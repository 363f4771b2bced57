//! Test cases as text, JSON and pictures.

#[path = "cases/sample.rs"]
mod sample;
#[path = "../src/testing/schema.rs"]
mod schema;
#[path = "cases/suites.rs"]
mod suites;

use expect_test::{expect, expect_file};
use margay_report::cases::{heap, text};
use margay_report::document::{
    DocumentKind, DocumentReader, DocumentWriter, End, Header, JdkUsed, Run, RunCommand, RunTarget,
};
use margay_report::{dot, svg};
use margay_search::generate::case::MethodReport;
use serde_json::Value;

fn written(write: impl FnOnce(&mut Vec<u8>) -> std::io::Result<()>) -> String {
    let mut out = Vec::new();
    write(&mut out).expect("memory takes everything");
    String::from_utf8(out).expect("UTF-8")
}

#[test]
fn text_for_a_terminal() {
    let text = written(|out| {
        let suites = suites::all();
        suites
            .iter()
            .flat_map(|(_, reports)| reports)
            .try_for_each(|report| text::write(out, report))
    });
    expect_file!["data/cases/cases.txt"].assert_eq(&text);
}

/// The document of these methods.
fn document(reports: &[&MethodReport]) -> String {
    let run = Run {
        command: RunCommand::Generate,
        target: RunTarget::Path("../../java/generate/report".to_owned()),
        class_path: Vec::new(),
        sources: Vec::new(),
        jdk: JdkUsed { version: "17.0.1".to_owned(), home: None },
        class: None,
        method: None,
        accessible: None,
        bounds: Vec::new(),
        options: vec!["--criterion loop-2".to_owned()],
        from: None,
        to: None,
        shard: None,
    };
    let header = Header::new(DocumentKind::Cases, run);
    let mut writer = DocumentWriter::start(Vec::new(), &header).expect("memory");
    reports.iter().try_for_each(|report| writer.method(report)).expect("memory");
    let text = writer.finish(End { complete: true, ..End::default() }).expect("memory");
    String::from_utf8(text).expect("UTF-8")
}

#[test]
fn documents_of_cases_follow_the_schema_and_are_read_as_written() {
    let suites = suites::all();
    let reports: Vec<&MethodReport> = suites.iter().flat_map(|(_, reports)| reports).collect();
    let text = document(&reports);
    let schema = schema::Schema::of("cases");
    for line in text.lines() {
        let mut line: Value = serde_json::from_str(line).expect("JSON");
        assert_eq!(schema.check(&line), Ok(()), "{line}");
        line["surprise"] = Value::Null;
        schema.check(&line).expect_err("a key that is not in the schema");
    }
    expect_file!["data/cases/cases.jsonl"].assert_eq(&text);
    let reader = DocumentReader::new("cases.jsonl", text.as_bytes(), DocumentKind::Cases);
    let mut reader = reader.expect("a document");
    for report in reports {
        assert_eq!(reader.method(), Some(Ok(report.clone())));
    }
    assert!(reader.method().is_none() && reader.end().is_some());
}

#[test]
fn heaps_are_drawn_below_a_root() {
    let suites = suites::all();
    let boxes = suites.iter().find(|(class, _)| *class == "report.Box").expect("a suite");
    let count = boxes.1.iter().find(|report| report.method.name == "count").expect("a method");
    let picture = written(|out| dot::write(out, &heap::before(count, &count.cases[0])));
    expect![[r#"
        digraph structure {
          node [shape=record, fontname="monospace", fontsize=10];
          "input" [label="{input|{<f0> words|<f1> into}}"];
          "String[]0" [label="{String[]0|{<f0> \"a\"|<f1> 1 ∘|<f2> \"a\"}}"];
          "HashMap0" [label="{HashMap0|<f0> \"a\" = 1|<f1> \"b\" = 1}"];
          "input":f0 -> "String[]0";
          "input":f1 -> "HashMap0";
        }
    "#]]
    .assert_eq(&picture);
    for (_, reports) in &suites {
        for (report, case) in reports.iter().flat_map(|r| r.cases.iter().map(move |c| (r, c))) {
            for structure in [heap::before(report, case), heap::after(report, case)] {
                let picture = written(|out| svg::write(out, &structure));
                assert!(picture.ends_with("</svg>\n"));
            }
        }
    }
}

#[test]
fn what_was_lost_is_said() {
    use margay_search::generate::case::Loss;
    let (_, mut reports) = suites::all().swap_remove(0);
    let report = &mut reports[0];
    report.cases.clear();
    report.losses.bounds.push(Loss { what: "loop-2 at IntList.find:32".to_owned(), count: 3 });
    report.losses.stopped = Some("--timeout".to_owned());
    let mut text = written(|out| text::write(out, report));
    text.push_str(document(&[report]).lines().nth(2).expect("the line that ends the method"));
    text.push('\n');
    expect![[r#"
        report.IntList.removeFirst(): 0 cases
          cut by a bound: loop-2 at IntList.find:32 (3)
          stopped: --timeout
        {"method":{"class":"report.IntList","name":"removeFirst","descriptor":"()I"},"cases":0,"paths":0,"steps":0,"queries":0,"incomplete":true,"losses":{"bounds":[{"what":"loop-2 at IntList.find:32","count":3}],"concretized":[],"unsupported":[],"unknown":[],"diverged":[],"stopped":"--timeout"}}
    "#]].assert_eq(&text);
}
