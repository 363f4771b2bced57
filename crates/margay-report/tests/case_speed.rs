//! Writing tests must not be what a run waits for.

#[path = "cases/sample.rs"]
mod sample;

use margay_jvm::source::{SourceClass, SourceMethod};
use margay_report::cases::test_classes::{self, TestStyle};
use margay_search::structure::Value;
use sample::*;
use std::time::{Duration, Instant};

/// `classify` with twelve parameters and as many conditions: a case for each way they can go.
#[test]
fn four_thousand_tests_are_written_in_a_moment() {
    let names: Vec<String> = (0..12).map(|number| format!("p{number}")).collect();
    let names: Vec<&str> = names.iter().map(String::as_str).collect();
    let descriptor = format!("({})I", "I".repeat(12));
    let mut method = Method::new("a.Twelve", "classify", &descriptor, &names).of_class();
    for bits in 0..4_096_i64 {
        let conditions: Vec<String> = (0..12)
            .map(|bit| format!("p{bit} {} 0", if bits >> bit & 1 == 1 { ">" } else { "<=" }))
            .collect();
        let conditions: Vec<&str> = conditions.iter().map(String::as_str).collect();
        let arguments = (0..12).map(|bit| int(bits >> bit & 1)).collect();
        let case = Case::when(&conditions).given(arguments).returns(Value::Int(bits));
        method = method.case(case.lines(&[10, 11, 12, 15, 16, 19], "0,1,0,1,0,1,0,1,0,1,0,1"));
    }
    let reports = [method.report()];
    let look_up = |name: &str| {
        let new = SourceMethod {
            parameters: Vec::new(),
            name: "classify".to_owned(),
            descriptor: descriptor.clone(),
            access: Default::default(),
            is_static: true,
            is_deprecated: false,
            throws: Vec::new(),
            bounds: Vec::new(),
            generic: None,
        };
        let name = (name == "a.Twelve").then(|| name.to_owned())?;
        Some(SourceClass { name: Some(name), methods: vec![new], ..SourceClass::default() })
    };
    // The best of three: others use the machine too.
    let best = (0..3).map(|_| {
        let start = Instant::now();
        let style = TestStyle::default();
        let summary =
            test_classes::write("a.Twelve", &reports, style, look_up, |_| Ok(std::io::sink()));
        let summary = summary.expect("nothing is written");
        assert_eq!((summary.tests, summary.files.len()), (4_096, 9));
        start.elapsed()
    });
    let best = best.min().expect("three runs");
    assert!(best < Duration::from_secs(1), "{best:?}");
}
