//! What is in a page: that blocks hold what was found, and that nothing outside is needed.

use super::pack::unpacked;
use super::*;
use crate::document::{DocumentKind, DocumentReader};
use crate::testing::{run, sample, samples};
use margay_search::structure::Value;
use serde_json::Value as Json;

type NoClasses = fn(&str) -> Option<SourceClass>;

fn page(fill: impl FnOnce(&mut Page<Vec<u8>>)) -> String {
    let mut page = Page::start(Vec::new(), &run()).expect("memory");
    fill(&mut page);
    let end = End { complete: true, ..End::default() };
    String::from_utf8(page.finish(&end).expect("memory")).expect("UTF-8")
}

fn at(page: &str, place: &Json) -> Json {
    let block = unpacked(page, &format!("b{}", place[0]));
    block[place[1].as_u64().expect("a place") as usize].clone()
}

fn text(value: &Json) -> &str {
    value.as_str().unwrap_or_default()
}

#[test]
fn cases_with_heaps_and_traces() {
    let document = include_str!("../../tests/data/cases/cases.jsonl");
    let reader = DocumentReader::new("cases.jsonl", document.as_bytes(), DocumentKind::Cases);
    let mut reader = reader.expect("a document");
    let mut reports = Vec::new();
    while let Some(report) = reader.method() {
        reports.push(report.expect("a method"));
    }
    let page = page(|page| {
        for report in &reports {
            page.method(report, TestStyle::default(), None::<NoClasses>).expect("memory");
        }
        page.coverage(&Coverage::default(), &mut |_| None).expect("memory");
    });
    let index = unpacked(&page, "index");
    let (mut pictures, mut changed) = (0, 0);
    for (entry, report) in index["methods"].as_array().expect("methods").iter().zip(&reports) {
        assert_eq!(entry["cases"].as_array().map(Vec::len), Some(report.cases.len()));
        for (shown, case) in entry["cases"].as_array().expect("cases").iter().zip(&report.cases) {
            let block = at(&page, &shown[4]);
            assert_eq!(block["condition"].as_array().map(Vec::len), Some(case.condition.len()));
            pictures += usize::from(block["before"]["svg"].is_string());
            changed += usize::from(text(&block["after"]["svg"]).contains("class=\"changed\""));
            let lines = block["trace"].as_array().expect("a trace").iter();
            let lines = lines.map(|visit| visit[1].as_array().map_or(0, Vec::len)).sum::<usize>();
            assert_eq!(lines, case.trace.len());
        }
    }
    assert!(pictures > 5 && changed > 2, "{pictures} {changed}");
}

#[test]
fn structures_in_blocks() {
    let samples = samples();
    let page = page(|page| samples.iter().for_each(|s| page.structure(s).expect("memory")));
    let index = unpacked(&page, "index");
    assert_eq!(index["structures"], serde_json::json!([[0, samples.len()]]));
    assert_eq!(index["drawings"], serde_json::json!([[1, samples.len()]]));
    let (records, drawings) = (unpacked(&page, "b0"), unpacked(&page, "b1"));
    for (place, record) in samples.iter().enumerate() {
        assert_eq!(records[place]["structure"], record.number);
        assert!(text(&drawings[place]["svg"]).ends_with("</svg>\n"));
    }
}

#[test]
fn repairs_change_by_change() {
    let ring = sample("Ring").structure;
    let changes = [(3, 1, Value::Ref(1)), (1, 1, Value::Null)];
    let repair = Repair::new(ring, 4, changes, Default::default());
    let page = page(|page| page.repair(7, &repair).expect("memory"));
    let entry = &unpacked(&page, "index")["repairs"][0];
    assert_eq!((entry["number"].as_u64(), entry["changes"].as_u64()), (Some(7), Some(2)));
    let block = at(&page, &entry["place"]);
    let stages = block["stages"].as_array().expect("stages");
    let marked = stages.iter().map(|stage| text(&stage["svg"]).matches("\"changed\"").count());
    assert_eq!(marked.collect::<Vec<_>>(), [0, 1, 1]);
}

#[test]
fn names_of_links_are_unique() {
    let mut names = Names::default();
    let given = ["add", "add", "remove", "add"].map(|name| names.unique(name));
    assert_eq!(given, ["add", "add~2", "remove", "add~3"]);
}

#[test]
fn the_page_is_small_and_needs_nothing_from_outside() {
    let page = page(|_| {}).replace("http://www.w3.org/2000/svg", "");
    for outside in ["http:", "https:", "<link", "src=", "@import", "url(", "fetch("] {
        assert!(!page.contains(outside), "{outside}");
    }
    assert_eq!(page.matches("</script>").count(), 2, "the index and the scripts");
    assert!(page.len() < 200_000, "{} bytes", page.len());
}
