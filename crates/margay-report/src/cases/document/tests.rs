//! Test cases of any form are read as they were written, and damage is noticed.

use crate::cases::test_classes::{self, TestStyle};
use crate::cases::{heap, summary, text};
use crate::document::{DocumentKind, DocumentReader, DocumentWriter, End, Header};
use crate::json::EXACT;
use crate::testing::any::{any_objects, any_value, damaged, through_a_document};
use crate::testing::run;
use crate::{dot, svg};
use expect_test::{Expect, expect};
use margay_search::Decisions;
use margay_search::generate::case::{
    Build, CaseOutcome, Contract, Effort, GuidedReport, Input, Loss, Losses, MethodName,
    MethodReport, MethodSignature, Observation, Parameter, PointReport, SearchTree, Step, TestCase,
    TreeFork, TreeLeaf, WatchedRun, WatchedStep,
};
use margay_search::generate::cost::CaseCost;
use margay_search::generate::coverage::Coverage;
use margay_search::structure::{FieldName, Object, Structure, Value};
use proptest::prelude::*;
use std::sync::Arc;

fn any_method() -> impl Strategy<Value = MethodName> {
    let parts = ("[a-z]{1,3}\\.[A-Z]", "[a-z]{1,3}|<init>", "\\(I?\\)[VI]");
    parts.prop_map(|(class, name, descriptor)| MethodName { class, name, descriptor })
}

fn any_statics(objects: usize) -> impl Strategy<Value = Vec<(FieldName, Value)>> {
    let field = ("[a-z]\\.[A-Z]", any_value(objects));
    prop::collection::vec(field, 0..3).prop_map(|fields| {
        let numbered = fields.into_iter().enumerate();
        let named = numbered.map(|(number, (class, value))| {
            (FieldName { class, name: format!("f{number}") }, value)
        });
        named.collect()
    })
}

fn any_outcome(objects: usize) -> impl Strategy<Value = CaseOutcome> {
    prop_oneof![
        prop::option::of(any_value(objects)).prop_map(CaseOutcome::Returned),
        ("[a-z.A-Z]{1,9}", prop::option::of(any::<String>()), any::<bool>(), any::<bool>())
            .prop_map(|(class, message, varies, expected)| CaseOutcome::Threw {
                class,
                message,
                varies,
                expected
            }),
    ]
}

fn any_step(objects: usize) -> impl Strategy<Value = Build> {
    let arguments = prop::collection::vec(any_value(objects), 0..3);
    (0..8_u8, 0..objects, "[a-z]{1,3}", arguments, any::<bool>()).prop_map(
        |(step, object, name, mut arguments, accessible)| {
            let descriptor = "()V".to_owned();
            match step {
                0 => Build::Construct { object, descriptor, arguments },
                1 => Build::Call { object, name, descriptor, arguments },
                2 => Build::Allocate { object },
                3 => Build::Copied { object },
                4 => Build::Refused { object },
                5 => Build::Constant { object, class: "p.A".to_owned(), name, descriptor },
                6 => {
                    let (class, receiver) = ("p.A".to_owned(), arguments.pop());
                    Build::Produce { object, class, name, descriptor, receiver, arguments }
                }
                _ => {
                    let field = FieldName { class: "p.A".to_owned(), name };
                    let value = arguments.pop().unwrap_or(Value::Null);
                    Build::Set { object, field, value, accessible }
                }
            }
        },
    )
}

/// A case of a method with so many parameters.
fn any_case(parameters: usize) -> impl Strategy<Value = TestCase> {
    (any_objects(), any_objects()).prop_flat_map(move |(before, after)| {
        let (given, left) = (before.len(), after.len());
        let input = (
            prop::option::of(any_value(given)),
            prop::collection::vec(any_value(given), parameters),
            any_statics(given),
        );
        let trace = prop::collection::vec((any_method(), any::<u32>()), 0..4);
        let told =
            (trace, prop::collection::vec(any::<u32>(), 0..3), any::<String>(), any::<bool>());
        let seen = (0..left, "[a-z]{1,3}", any_value(left)).prop_map(|(object, name, value)| {
            Observation { object, name, descriptor: "()I".to_owned(), argument: None, value }
        });
        let seen = prop::option::of(prop::collection::vec(seen, 0..2));
        let recipe = (prop::collection::vec(any_step(given), 0..4), seen);
        let words = prop::collection::vec(any::<String>(), 0..3);
        let words = (words.clone(), words);
        (input, any_outcome(left), any_statics(left), words, told, recipe).prop_map(
            move |(input, outcome, statics, condition, told, recipe)| {
                let (receiver, arguments, given) = input;
                let (trace, decisions, printed, distinct_texts) = told;
                let ((condition, unasserted), (recipe, observations)) = (condition, recipe);
                let costs = unasserted.iter().map(|text: &String| CaseCost {
                    model: text.clone(),
                    value: 7,
                    expression: text.is_empty().then(|| "16 + 4·n".to_owned()),
                });
                let costs = costs.collect();
                let restores = statics.iter().map(|(field, _)| field.clone()).collect();
                TestCase {
                    number: 1,
                    input: Input {
                        receiver,
                        arguments,
                        statics: given,
                        asked: Vec::new(),
                        stdin: None,
                    },
                    before: Structure { objects: before.clone() },
                    after: Structure { objects: after.clone() },
                    outcome,
                    statics,
                    restores,
                    observations,
                    unasserted,
                    condition,
                    trace: trace
                        .into_iter()
                        .map(|(method, line)| Step { method: method.into(), line })
                        .collect(),
                    trace_cut: u64::from(distinct_texts),
                    watched: distinct_texts.then(|| watched(&before, &after)),
                    decisions: Decisions(decisions),
                    printed,
                    distinct_texts,
                    costs,
                    recipe,
                }
            },
        )
    })
}

/// Three steps: the second has the heap of the first, the third another with more objects.
fn watched(before: &[Object], after: &[Object]) -> WatchedRun {
    let method = |name: &str| {
        let (class, descriptor) = ("p.A".to_owned(), "()V".to_owned());
        Arc::new(MethodName { class, name: name.to_owned(), descriptor })
    };
    let count = before.len();
    let moved = |object: &Object| {
        let mut object = Object { id: format!("new {}", object.id), ..object.clone() };
        object.content.values_mut().for_each(|value| {
            if let Value::Ref(place) = value {
                *place += count;
            }
        });
        object
    };
    let all = before.iter().cloned().chain(after.iter().map(moved)).collect();
    let first = Arc::new(Structure { objects: before.to_vec() });
    let last = Arc::new(Structure { objects: all });
    let (f, g) = (method("f"), method("g"));
    let step = |method: &Arc<MethodName>, line: u32, heap: &Arc<Structure>| {
        let variables =
            vec![("x".to_owned(), Value::Int(line.into())), ("y".to_owned(), Value::Ref(0))];
        let (method, heap) = (Arc::clone(method), Arc::clone(heap));
        WatchedStep { method, line, depth: 0, variables, heap }
    };
    WatchedRun { steps: vec![step(&f, 7, &first), step(&f, 8, &first), step(&g, 9, &last)], cut: 5 }
}

/// A path for each case, and one that is none.
fn tree(cases: usize) -> SearchTree {
    let fork = |depth: usize| TreeFork {
        depth,
        place: "p.A.f(A.java:3)".to_owned(),
        holds: String::new(),
    };
    let leaf = |number: usize| TreeLeaf {
        decisions: Decisions(vec![number as u32, 1]),
        forks: vec![fork(0), fork(1)],
        case: Some(number),
        steps: 5,
        micros: Some(7),
        ..TreeLeaf::default()
    };
    let why = Some("cut by a bound".to_owned());
    let last = TreeLeaf { case: None, why, ..leaf(0) };
    SearchTree { leaves: (1..=cases).map(leaf).chain([last]).collect(), cut: 3 }
}

fn any_report() -> impl Strategy<Value = MethodReport> {
    let losses = prop::collection::vec(("[a-z ]{0,5}", 0..=EXACT), 0..2);
    let told = (losses, prop::option::of(any::<String>()), any::<u64>(), any::<bool>());
    (any_method(), 0..3_usize, told).prop_flat_map(|(method, parameters, told)| {
        let cases = prop::collection::vec(any_case(parameters), 0..3);
        cases.prop_map(move |cases| {
            let (losses, stopped, paths, accessible) = told.clone();
            let losses = losses.into_iter().map(|(what, count)| Loss { what, count }).collect();
            let parameter = |number| Parameter {
                name: format!("p{number}"),
                type_name: "java.util.List".to_owned(),
            };
            let signature = MethodSignature {
                is_static: !accessible,
                accessible,
                parameters: (0..parameters).map(parameter).collect(),
                result: stopped.clone(),
                declared: vec!["java.io.IOException".to_owned()],
            };
            let losses = Losses { bounds: losses, stopped, ..Losses::default() };
            let effort = Effort { paths, steps: 7, queries: 8 };
            let (method, precondition, partition) = (method.clone(), None, None);
            let tree = accessible.then(|| tree(cases.len()));
            let guided = precondition.is_some().then(|| GuidedReport {
                policy: precondition.clone(),
                proved: Some(cases.is_empty()),
                because: precondition.iter().cloned().collect(),
                points: vec![PointReport {
                    point: "A.java:1".to_owned(),
                    case: (!cases.is_empty()).then_some(1),
                    unreachable: cases.is_empty(),
                    because: precondition.clone(),
                }],
                ..GuidedReport::default()
            });
            MethodReport {
                method,
                signature,
                cases,
                precondition,
                contract: Contract::default(),
                losses,
                effort,
                partition,
                guided,
                calls: None,
                tree,
            }
        })
    })
}

fn read_all(reader: &mut DocumentReader<&[u8]>) -> Vec<MethodReport> {
    std::iter::from_fn(|| reader.method()).map(|report| report.expect("a report")).collect()
}

fn document(report: &MethodReport) -> String {
    let header = Header::new(DocumentKind::Cases, run());
    let mut writer = DocumentWriter::start(Vec::new(), &header).expect("memory");
    writer.method(report).expect("memory");
    let text = writer.finish(End { complete: true, ..End::default() }).expect("memory");
    String::from_utf8(text).expect("UTF-8")
}

/// A case like those of a list.
fn sample() -> MethodReport {
    let line = include_str!("../../../tests/data/cases/cases.jsonl");
    let mut reader = DocumentReader::new("cases.jsonl", line.as_bytes(), DocumentKind::Cases)
        .expect("a document");
    reader.method().expect("a method").expect("a report")
}

#[track_caller]
fn check_error(text: &str, expected: Expect) {
    let reader = DocumentReader::new("cases.jsonl", text.as_bytes(), DocumentKind::Cases);
    let mut reader = reader.expect("a header");
    let mut results = std::iter::from_fn(|| reader.method());
    let error = results.find_map(Result::err).expect("must be refused");
    expected.assert_eq(&error.to_string());
}

#[test]
fn what_does_not_fit_is_said() {
    let text = document(&sample());
    let lines: Vec<&str> = text.lines().collect();
    assert!(lines[2].starts_with("{\"case\":1"), "{}", lines[2]);
    check_error(
        &text.replace("\"cases\":", "\"cases\":1"),
        expect!["cases.jsonl: line 5: cases: does not agree with the number of lines before"],
    );
    check_error(
        &[lines[0], lines[2]].join("\n"),
        expect!["cases.jsonl: line 2: expected the line of a method"],
    );
    check_error(
        &[lines[0], lines[1], lines[1]].join("\n"),
        expect!["cases.jsonl: line 3: occurs twice"],
    );
    check_error(
        &text.replacen("\"printed\"", "\"prints\"", 1),
        expect![
            "cases.jsonl: line 3: unknown field `prints`, expected one of `case`, `method`, `decisions`, `condition`, `input`, `outcome`, `statics`, `restores`, `observations`, `unasserted`, `printed`, `before`, `after`, `trace`, `trace_cut`, `watched`, `recipe`, `distinct_texts`, `costs` at column 327"
        ],
    );
    check_error(
        &text.replacen("\"receiver\":{\"$ref\":\"IntList0\"}", "\"receiver\":{\"$ref\":\"B\"}", 1),
        expect!["cases.jsonl: line 3: input.receiver: no object is named B"],
    );
}

#[test]
fn cases_of_an_interrupted_search_count() {
    let report = sample();
    let text = document(&report);
    let lines: Vec<&str> = text.lines().collect();
    let cut = lines[..3].join("\n") + "\n{\"case\":2,\"meth";
    let mut reader =
        DocumentReader::new("cut", cut.as_bytes(), DocumentKind::Cases).expect("a header");
    let read = reader.method().expect("a method").expect("a report");
    assert_eq!(read.cases, report.cases[..1]);
    assert_eq!(read.losses.stopped.as_deref(), Some("interrupted"));
    assert!(reader.method().is_none() && reader.end().is_none());
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn cases_are_read_as_written(reports in prop::collection::vec(any_report(), 0..3)) {
        let read = through_a_document(
            DocumentKind::Cases,
            |writer| reports.iter().try_for_each(|report| writer.method(report)),
            read_all,
        );
        prop_assert_eq!(read, reports);
    }

    #[test]
    fn damage_is_an_error_never_a_panic(bytes in damaged(&document(&sample()))) {
        let reader = DocumentReader::new("damaged", bytes.as_slice(), DocumentKind::Cases);
        let Ok(mut reader) = reader else { return Ok(()) };
        let mut out = Vec::new();
        for report in std::iter::from_fn(|| reader.method()).map_while(Result::ok) {
            // What is accepted can be written in every form.
            text::write(&mut out, &report).expect("memory");
            for case in &report.cases {
                dot::write(&mut out, &heap::before(&report, case)).expect("memory");
                svg::write(&mut out, &heap::after(&report, case)).expect("memory");
            }
            let reports = [report];
            out.extend(summary::text(&reports, &Coverage::default(), true).into_bytes());
            let class = reports[0].method.class.clone();
            test_classes::write(&class, &reports, TestStyle::default(), |_| None, |_| {
                Ok(std::io::sink())
            })
            .expect("memory");
        }
    }
}
