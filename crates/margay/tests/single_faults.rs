//! Small structures with every fault there can be: each structure that enumeration finds, with each
//! of its fields changed to each other value, is repaired; without a fault it stays as it is.

mod common;

use common::{Run, check_all, compile, jdk, margay, repository};
use margay_java::repair::RepairOptions;
use margay_java::{Limits, Session, Target};
use margay_report::json;
use margay_search::structure::{Content, FieldName, Structure, Value};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

/// A class and the bounds of its structures.
struct Subject {
    class: &'static str,
    bounds: &'static [&'static str],
    /// The same for the release profile, where there is time for more.
    more: &'static [&'static str],
}

const SUBJECTS: &[Subject] = &[
    Subject {
        class: "SinglyLinkedList",
        bounds: &["objects Node=4", "field SinglyLinkedList.size=0..4"],
        more: &["objects Node=6", "field SinglyLinkedList.size=0..6"],
    },
    Subject {
        class: "DoublyLinkedList",
        bounds: &["objects Entry=4", "field DoublyLinkedList.size=0..3"],
        more: &["objects Entry=6", "field DoublyLinkedList.size=0..5"],
    },
    Subject {
        class: "BinaryTree",
        bounds: &["objects Node=3", "field BinaryTree.size=0..3"],
        more: &["objects Node=6", "field BinaryTree.size=0..6"],
    },
    Subject {
        class: "NaryTree",
        bounds: &["objects Node=3", "field NaryTree.size=0..3"],
        more: &["objects Node=6", "field NaryTree.size=0..6"],
    },
    Subject {
        class: "SearchTree",
        bounds: &["objects Node=3", "field SearchTree.size=3..3", "field Node.data=1..3"],
        more: &["objects Node=6", "field SearchTree.size=6..6", "field Node.data=1..6"],
    },
    Subject { class: "SortedList", bounds: &["--bound 3"], more: &["--bound 4"] },
    Subject {
        class: "AvlTree",
        bounds: &[
            "objects Node=4",
            "field AvlTree.size=4..4",
            "field Node.key=1..4",
            "field Node.height=1..3",
        ],
        more: &[
            "objects Node=6",
            "field AvlTree.size=6..6",
            "field Node.key=1..6",
            "field Node.height=1..4",
        ],
    },
    Subject {
        class: "RedBlackTree",
        bounds: &["objects Node=4", "field RedBlackTree.size=4..4", "field Node.key=1..4"],
        more: &["objects Node=6", "field RedBlackTree.size=6..6", "field Node.key=1..6"],
    },
    Subject {
        class: "HeapArray",
        bounds: &[
            "field HeapArray.keys!=null",
            "array HeapArray.keys length=3..3",
            "array HeapArray.keys elements=0..3",
            "field HeapArray.size=0..3",
        ],
        more: &[
            "field HeapArray.keys!=null",
            "array HeapArray.keys length=5..5",
            "array HeapArray.keys elements=0..3",
            "field HeapArray.size=0..5",
        ],
    },
];

/// Every n-th fault of so many is tried in the default profile.
const SOME: usize = if cfg!(debug_assertions) { 200 } else { usize::MAX };

/// What references and constants each field has anywhere.
type Seen = BTreeMap<(String, String), Vec<Value>>;

fn structures(subject: &Subject, classes: &Path) -> Vec<Structure> {
    let bounds = if cfg!(debug_assertions) { subject.bounds } else { subject.more };
    let mut command = margay();
    command.args(["enumerate", subject.class, "--format", "json", "-q", "--cp"]).arg(classes);
    for item in bounds {
        match item.strip_prefix("--bound ") {
            Some(bound) => command.args(["--bound", bound]),
            None => command.args(["--set", item]),
        };
    }
    let found = Run::of(&mut command);
    assert_eq!(found.code, Some(0), "{}", found.stderr);
    json::read(found.stdout.as_bytes())
        .map(|record| record.expect("a structure").structure)
        .collect()
}

/// The other values of a field or element.
fn others(
    structure: &Structure,
    seen: &Seen,
    field: &(String, String),
    value: &Value,
) -> Vec<Value> {
    match value {
        Value::Int(number) => {
            [-1, 0, 7, number - 1, number + 1].map(Value::Int).into_iter().collect()
        }
        Value::Bool(value) => vec![Value::Bool(!value)],
        Value::Ref(_) | Value::Null => {
            let classes: Vec<&Value> = seen.get(field).into_iter().flatten().collect();
            let is_known = |class: &str| {
                classes.iter().any(|value| matches!(value, Value::Text(text) if text == class))
            };
            let objects = structure.objects.iter().enumerate();
            let objects = objects.filter(|(_, object)| is_known(&object.class));
            objects.map(|(place, _)| Value::Ref(place)).chain([Value::Null]).collect()
        }
        _ => Vec::new(),
    }
}

fn key(class: &str, field: Option<&FieldName>) -> (String, String) {
    (class.to_owned(), field.map_or("[]".to_owned(), |field| field.name.clone()))
}

/// The classes that each field refers to anywhere.
fn seen(structures: &[Structure]) -> Seen {
    let mut seen = Seen::new();
    for structure in structures {
        for object in &structure.objects {
            let mut note = |field: Option<&FieldName>, value: &Value| {
                if let Value::Ref(place) = value {
                    let class = Value::Text(structure.objects[*place].class.to_string());
                    let known = seen.entry(key(&object.class, field)).or_default();
                    if !known.contains(&class) {
                        known.push(class);
                    }
                }
            };
            match &object.content {
                Content::Fields(fields) => fields.iter().for_each(|(f, v)| note(Some(f), v)),
                content => content.values().for_each(|v| note(None, v)),
            }
        }
    }
    seen
}

/// Every structure with one value changed.
fn faults(structure: &Structure, seen: &Seen) -> Vec<Structure> {
    let mut faults = Vec::new();
    for (place, object) in structure.objects.iter().enumerate() {
        let names: Vec<Option<&FieldName>> = match &object.content {
            Content::Fields(fields) => fields.iter().map(|(field, _)| Some(&**field)).collect(),
            content => content.values().map(|_| None).collect(),
        };
        for (slot, (name, value)) in names.iter().zip(object.content.values()).enumerate() {
            for other in others(structure, seen, &key(&object.class, *name), value) {
                if other != *value {
                    let mut fault = structure.clone();
                    let mut values = fault.objects[place].content.values_mut();
                    *values.nth(slot).expect("the same structure") = other;
                    drop(values);
                    faults.push(fault);
                }
            }
        }
    }
    faults
}

fn check(subject: &Subject, classes: &Path) -> Result<(), String> {
    let structures = structures(subject, classes);
    let seen = seen(&structures);
    let target = Target {
        path: PathBuf::from(subject.class),
        class_path: vec![classes.to_owned()],
        ..Target::default()
    };
    let session = Session::open(&target, Limits::default()).map_err(|error| error.to_string())?;
    let repairer = session.repair(RepairOptions::default());
    let mut repairer = repairer.map_err(|error| error.to_string())?;
    let mut repair = |structure: &Structure| {
        repairer.repair(structure).map_err(|error| format!("{error}: {structure:?}"))
    };
    for structure in &structures {
        let kept = repair(structure)?;
        if !kept.changes.is_empty() || kept.structure != *structure {
            return Err(format!("a valid structure was changed: {structure:?}"));
        }
    }
    let faults: Vec<Structure> = structures.iter().flat_map(|s| faults(s, &seen)).collect();
    let step = (faults.len() / SOME).max(1);
    for fault in faults.iter().step_by(step) {
        let repaired = repair(fault)?;
        // One change made the fault, so one can mend it; sometimes there is none to mend.
        if repaired.changes.len() > 1 {
            let changes: Vec<String> = repaired.changes.iter().map(ToString::to_string).collect();
            return Err(format!("{} changes {changes:?}: {fault:?}", repaired.changes.len()));
        }
        let again = repair(&repaired.structure)?;
        if !again.changes.is_empty() {
            return Err(format!("the repair is not valid: {fault:?}"));
        }
    }
    Ok(())
}

#[test]
fn every_single_fault_of_every_small_structure_is_repaired_by_one_change() {
    let file =
        |subject: &Subject| repository(&format!("tests/java/enumerate/{}.java", subject.class));
    let files: Vec<PathBuf> = SUBJECTS.iter().map(file).collect();
    let classes = compile(&jdk(), &files);
    check_all(SUBJECTS, |subject| {
        check(subject, &classes).map_err(|reason| format!("{}: {reason}", subject.class))
    });
}

/// A search that is stopped after it has found a repair, and looks for a better one, keeps it.
#[test]
fn a_repair_that_was_found_is_kept_when_the_search_is_stopped() {
    let folder = repository("tests/java/repair");
    let target = Target::at(folder.join("Rows.java"));
    let text = std::fs::read_to_string(folder.join("rows.json")).expect("a structure");
    let structure = json::parse_line(&text.replace('\n', " ")).expect("a structure").structure;
    let session = Session::open(&target, Limits::default()).expect("a class");
    let mut repairer = session.repair(RepairOptions::default()).expect("a class with a predicate");
    let mut most = 0;
    let mut stopped = |limit: u64| {
        let go_on = |counters: &margay_java::repair::Counters| {
            most = most.max(counters.candidates);
            counters.candidates < limit
        };
        repairer.repair_while(&structure, go_on)
    };
    assert!(stopped(10).is_err(), "nothing is found so soon");
    let kept = stopped(5_000).expect("a repair");
    assert_eq!(kept.changes.len(), 4);
    assert!(most >= 5_000, "the search ended by itself after {most} attempts");
}
