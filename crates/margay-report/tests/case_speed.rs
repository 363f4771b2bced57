//! Writing tests must not be what a run waits for: it takes as long for each, however many there are.

#[path = "cases/sample.rs"]
mod sample;

use margay_jvm::source::{SourceClass, SourceMethod};
use margay_report::cases::test_classes::{self, TestStyle};
use margay_search::structure::Value;
use sample::*;
use std::time::Instant;

/// Runs of which the quickest counts: others use the machine too.
const RUNS: usize = 5;

/// Whatever is done for each pair of tests would take eight times as long for each of eight times as many.
#[test]
fn a_test_takes_as_long_among_four_thousand_as_among_five_hundred() {
    let (few, many) = (512, 4_096);
    let ratio = seconds_for_each(many) / seconds_for_each(few);
    assert!(ratio < 3.0, "{ratio}");
}

/// How long it takes to write one of so many tests.
fn seconds_for_each(count: u32) -> f64 {
    let reports = [classify(count).report()];
    let times = (0..RUNS).map(|_| {
        let start = Instant::now();
        let style = TestStyle::default();
        let summary =
            test_classes::write("a.Twelve", &reports, style, look_up, |_| Ok(std::io::sink()));
        assert_eq!(summary.expect("nothing is written").tests, count as usize);
        start.elapsed()
    });
    times.min().expect("some runs").as_secs_f64() / f64::from(count)
}

/// `classify` with twelve parameters and as many conditions: a case for each of the first ways they can go.
fn classify(count: u32) -> Method {
    let names: Vec<String> = (0..12).map(|number| format!("p{number}")).collect();
    let names: Vec<&str> = names.iter().map(String::as_str).collect();
    let mut method = Method::new("a.Twelve", "classify", &descriptor(), &names).of_class();
    for bits in 0..i64::from(count) {
        let conditions: Vec<String> = (0..12)
            .map(|bit| format!("p{bit} {} 0", if bits >> bit & 1 == 1 { ">" } else { "<=" }))
            .collect();
        let conditions: Vec<&str> = conditions.iter().map(String::as_str).collect();
        let arguments = (0..12).map(|bit| int(bits >> bit & 1)).collect();
        let case = Case::when(&conditions).given(arguments).returns(Value::Int(bits));
        method = method.case(case.lines(&[10, 11, 12, 15, 16, 19], "0,1,0,1,0,1,0,1,0,1,0,1"));
    }
    method
}

fn descriptor() -> String {
    format!("({})I", "I".repeat(12))
}

fn look_up(name: &str) -> Option<SourceClass> {
    let new = SourceMethod {
        parameters: Vec::new(),
        name: "classify".to_owned(),
        descriptor: descriptor(),
        access: Default::default(),
        is_static: true,
        is_deprecated: false,
        throws: Vec::new(),
        bounds: Vec::new(),
        generic: None,
    };
    let name = (name == "a.Twelve").then(|| name.to_owned())?;
    Some(SourceClass { name: Some(name), methods: vec![new], ..SourceClass::default() })
}
