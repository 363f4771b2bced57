//! Result documents: what commands write follows the schemas and is read back as it was, and what
//! `verify` and `report` make of it.

mod common;
#[path = "common/generated.rs"]
mod generated;
#[path = "../../margay-report/src/testing/schema.rs"]
mod schema;

use common::{Run, check_all, compile, jdk, margay, programs_in, records, repository, run};
use generated::files;
use margay_report::document::{DocumentKind, DocumentReader, DocumentWriter};
use schema::Schema;
use std::fs;
use std::path::{Path, PathBuf};

// ---- every command ----

/// Reads a document and writes it again.
fn written_again(kind: DocumentKind, text: &str) -> String {
    let mut reader = DocumentReader::new("text", text.as_bytes(), kind).expect("a document");
    let mut writer = DocumentWriter::start(Vec::new(), reader.header()).expect("memory");
    match kind {
        DocumentKind::Structures => {
            while let Some(record) = reader.structure() {
                writer.structure(&record.expect("a structure")).expect("memory");
            }
        }
        DocumentKind::Cases => {
            while let Some(report) = reader.method() {
                writer.method(&report.expect("a method")).expect("memory");
            }
        }
        DocumentKind::Coverage => {
            writer.coverage(&reader.coverage().expect("coverage")).expect("memory");
        }
        DocumentKind::Outcomes => {
            while let Some(outcome) = reader.outcome() {
                writer.outcome(&outcome.expect("an outcome")).expect("memory");
            }
        }
        DocumentKind::Summaries => {
            while let Some(line) = reader.summary() {
                writer.summary(&line.expect("a summary")).expect("memory");
            }
        }
        DocumentKind::Figures => {
            while let Some(figure) = reader.figure() {
                writer.figure(&figure.expect("a figure")).expect("memory");
            }
        }
        DocumentKind::Verdicts => {
            while let Some(line) = reader.verdict() {
                writer.verdict_line(&line.expect("a verdict")).expect("memory");
            }
        }
        DocumentKind::Repairs => {
            while let Some(repair) = reader.repair() {
                let (number, repair) = repair.expect("a repair");
                writer.repair(number, &repair).expect("memory");
            }
        }
    }
    let end = reader.end().expect("an end").clone();
    String::from_utf8(writer.finish(end).expect("memory")).expect("UTF-8")
}

fn check_document(kind: DocumentKind, text: &str) -> Result<(), String> {
    Schema::of(&kind.to_string()).check_text(text)?;
    match common::first_difference("document", text, &written_again(kind, text)) {
        Some(difference) => Err(difference),
        None => Ok(()),
    }
}

/// Runs a command with a folder for its results; these documents must be there and sound.
fn check_command(args: &[&str], kinds: &[DocumentKind]) -> Result<(), String> {
    let folder = tempfile::tempdir().map_err(|error| error.to_string())?;
    let out = folder.path().display().to_string();
    let run = Run::of(margay().current_dir(repository("")).args(args).args(["--out", &out, "-q"]));
    if !matches!(run.code, Some(0 | 4)) {
        return Err(format!("{args:?}: {}", run.stderr));
    }
    for kind in kinds {
        let text = fs::read_to_string(folder.path().join(kind.file_name()));
        let text = text.map_err(|error| format!("{args:?}: {kind}: {error}"))?;
        check_document(*kind, &text).map_err(|error| format!("{args:?}: {kind}: {error}"))?;
    }
    Ok(())
}

fn examples(folder: &str) -> Vec<String> {
    let name = |file: &PathBuf| format!("{folder}/{}.java", common::name(file));
    programs_in(&repository(folder)).iter().map(name).collect()
}

#[test]
fn cases_and_coverage_of_all_examples() {
    let kinds = [DocumentKind::Cases, DocumentKind::Coverage];
    let subjects: Vec<String> = ["examples", "tests/java/generate/pet", "examples/shop/src/shop"]
        .into_iter()
        .flat_map(examples)
        .collect();
    check_all(&subjects, |subject| {
        let options = ["--criterion", "branch", "--method-timeout", "5", "--format", "text"];
        match check_command(&[&["generate", subject][..], &options].concat(), &kinds) {
            Err(error) if error.contains("there is no method to test") => Ok(()),
            result => result,
        }
    });
}

#[test]
fn structures_of_all_examples() {
    check_all(&examples("tests/java/enumerate"), |subject| {
        let options = ["--bound", "2", "--limit", "200", "--format", "svg", "--timeout", "20"];
        let command = ["enumerate", subject];
        match check_command(&[&command[..], &options].concat(), &[DocumentKind::Structures]) {
            // Some need bounds of their own, or have several predicates.
            Err(error) if error.contains("hint:") => Ok(()),
            result => result,
        }
    });
}

#[test]
fn outcomes_of_all_programs_with_choices() {
    check_all(&programs_in(&repository("tests/java/choice")), |file| {
        let file = file.display().to_string();
        let found = run(["run", &file, "--all", "--limit", "30", "--format", "json"]);
        check_document(DocumentKind::Outcomes, &found.stdout)
            .map_err(|error| format!("{file}: {error}: {}", found.stderr))
    });
}

#[test]
fn documents_on_standard_output() {
    let tree = "tests/java/enumerate/BinaryTree.java";
    let here = |args: &[&str]| Run::of(margay().current_dir(repository("")).args(args));
    let found = here(&["enumerate", tree, "--bound", "2", "--format", "json"]);
    assert_eq!(check_document(DocumentKind::Structures, &found.stdout), Ok(()));
    let header = format!(r#""target":{{"path":"{tree}"}},"sources":["tests/java/enumerate"]"#);
    assert!(found.stdout.contains(&header), "{}", found.stdout);
    let found =
        here(&["generate", "java.util.BitSet", "--method", "nextSetBit(I)I", "--format", "json"]);
    assert_eq!(check_document(DocumentKind::Cases, &found.stdout), Ok(()), "{}", found.stderr);
    assert!(found.stdout.contains(r#""target":{"name":"java.util.BitSet"}"#), "{}", found.stdout);
    assert!(found.stderr.contains("lines"), "the summary is no part of the document");
}

/// Two corrupt trees with the options of a repair, in a folder of their own.
fn repaired(folder: &Path) -> PathBuf {
    let trees = folder.join("trees");
    let file = repository("tests/java/enumerate/BinaryTree.java").display().to_string();
    let out = trees.display().to_string();
    let found = run(["enumerate", &file, "--bound", "3", "--limit", "6", "--out", &out]);
    assert_eq!(found.code, Some(0), "{}", found.stderr);
    let input = trees.join("structures.jsonl").display().to_string();
    let fixed = folder.join("fixed");
    let options = ["--structure", &input, "--corrupt", "1", "--format", "dot,svg,java"];
    let mut command = margay();
    command.args(["repair", &file]).args(options).arg("--out").arg(&fixed);
    let found = Run::of(&mut command);
    assert_eq!(found.code, Some(0), "{}", found.stderr);
    fixed
}

#[test]
fn repairs_and_what_they_lead_to() {
    let folder = tempfile::tempdir().expect("a folder");
    let fixed = repaired(folder.path());
    let names = [
        ("repairs.jsonl", DocumentKind::Repairs),
        ("structures.jsonl", DocumentKind::Structures),
        ("corrupted.jsonl", DocumentKind::Structures),
    ];
    for (name, kind) in names {
        let text = fs::read_to_string(fixed.join(name)).expect("a document");
        assert_eq!(check_document(kind, &text), Ok(()), "{name}");
        assert_eq!(records(&text).lines().count(), 6, "{name}");
    }
}

// ---- verify ----

const ACCOUNT: &str = "package bank;
public class Account {
    private int balance;
    public boolean withdraw(int amount) {
        if (amount <= 0 || amount > balance) return false;
        balance -= amount;
        return true;
    }
    boolean repOk() { return balance >= 0; }
}";

/// A project with a class; its folder, its source and its compiled classes.
fn project() -> (tempfile::TempDir, PathBuf) {
    let folder = tempfile::tempdir().expect("a folder");
    let source = folder.path().join("src/bank/Account.java");
    fs::create_dir_all(source.parent().expect("a folder")).expect("a folder");
    fs::write(&source, ACCOUNT).expect("a file");
    let classes = compile(&jdk(), &[source]);
    fs::create_dir_all(folder.path().join("classes/bank")).expect("a folder");
    let class = "bank/Account.class";
    fs::copy(classes.join(class), folder.path().join("classes").join(class)).expect("a class");
    let inside = folder.path().canonicalize().expect("the folder");
    (folder, inside)
}

#[track_caller]
fn succeed(here: &Path, args: &[&str]) -> Run {
    let run = Run::of(margay().current_dir(here).args(args));
    assert_eq!(run.code, Some(0), "{args:?}: {}{}", run.stdout, run.stderr);
    run
}

#[test]
fn verify_knows_what_was_tested() {
    let (_folder, here) = project();
    succeed(&here, &["generate", "classes", "--out", "out/tests", "--format", "junit"]);
    let header = fs::read_to_string(here.join("out/tests/cases.jsonl")).expect("a document");
    let target = r#""target":{"path":"../../classes"}"#;
    assert!(header.contains(target), "{header}");
    let found = succeed(&here, &["verify", "out/tests"]);
    assert!(found.stdout.contains(" 0 fail, 0 end with an error"), "{}", found.stdout);
    // From elsewhere, and after the project has moved.
    succeed(Path::new("/"), &["verify", &here.join("out/tests").display().to_string()]);
    let moved = here.join("moved");
    fs::create_dir(&moved).expect("a folder");
    for part in ["classes", "out"] {
        fs::rename(here.join(part), moved.join(part)).expect("moved");
    }
    succeed(&moved, &["verify", "out/tests"]);
    // Without the classes it says where they should be.
    fs::remove_dir_all(moved.join("classes")).expect("removed");
    let missing = Run::of(margay().current_dir(&moved).args(["verify", "out/tests"]));
    assert_eq!(missing.code, Some(2), "{}", missing.stdout);
    assert!(missing.stderr.contains("with --cp"), "{}", missing.stderr);
}

#[test]
fn verify_compiles_sources_and_runs_structures() {
    let (_folder, here) = project();
    let source = "src/bank/Account.java";
    succeed(&here, &["generate", source, "--out", "tests"]);
    succeed(&here, &["verify", "tests"]);
    succeed(&here, &["enumerate", source, "--bound", "2", "--out", "all", "--format", "junit"]);
    for folder in ["all", "all/junit"] {
        let found = succeed(&here, &["verify", folder]);
        assert!(found.stdout.starts_with("3 tests: 3 agree"), "{}", found.stdout);
    }
}

#[test]
fn a_file_that_does_not_compile_is_left_out() {
    let (_folder, here) = project();
    succeed(&here, &["generate", "classes", "--out", "tests"]);
    let bad = "package bank; class BadTest { Nowhere x; }";
    fs::write(here.join("tests/bank/BadTest.java"), bad).expect("a file");
    // Needs the one before.
    let worse = "package bank; class WorseTest extends BadTest { }";
    fs::write(here.join("tests/bank/WorseTest.java"), worse).expect("a file");
    let found = Run::of(margay().current_dir(&here).args(["verify", "tests"]));
    assert_eq!(found.code, Some(2), "{}", found.stderr);
    assert!(found.stdout.contains(" agree, 0 fail"), "{}", found.stdout);
    for (file, why) in [("BadTest", "cannot find symbol"), ("WorseTest", "cannot find symbol")] {
        let line = format!("left out: tests/bank/{file}.java: line 1: {why}");
        assert!(found.stdout.contains(&line), "{}", found.stdout);
    }
    let json = Run::of(margay().current_dir(&here).args(["verify", "tests", "--format", "json"]));
    let json: serde_json::Value = serde_json::from_str(&json.stdout).expect("JSON");
    assert_eq!(json["uncompiled"][1]["file"], "tests/bank/WorseTest.java");
}

// ---- report ----

/// The files of a folder but for documents, by their paths in it.
fn made(folder: &Path) -> Vec<(PathBuf, Vec<u8>)> {
    let inside = |(path, content): (PathBuf, Vec<u8>)| {
        (path.strip_prefix(folder).expect("inside").to_path_buf(), content)
    };
    let mut files: Vec<_> = files(folder).into_iter().map(inside).collect();
    files.retain(|(path, _)| path.extension().is_none_or(|extension| extension != "jsonl"));
    files
}

#[test]
fn everything_is_made_again_from_cases() {
    let (_folder, here) = project();
    let formats = "junit,coverage,dot,svg";
    let summary = succeed(&here, &["generate", "classes", "--out", "tests", "--format", formats]);
    let again = ["report", "tests", "--format", "junit,coverage,dot,svg,text", "--out", "again"];
    let text = succeed(&here, &again);
    assert!(made(&here.join("tests")).len() > 6);
    assert_eq!(made(&here.join("tests")), made(&here.join("again")));
    assert!(text.stdout.starts_with(&summary.stdout), "{}{}", summary.stdout, text.stdout);
    assert!(text.stdout.contains("bank.Account "), "the table of coverage: {}", text.stdout);
    succeed(&here, &["report", "tests", "--format", "html"]);
    let page = fs::read_to_string(here.join("tests/index.html")).expect("a page");
    assert!(page.contains("– Margay</title>") && page.ends_with("</html>\n"), "{page}");
}

#[test]
fn everything_is_made_again_from_structures_and_repairs() {
    let (_folder, here) = project();
    let source = "src/bank/Account.java";
    let formats = "junit,dot,svg,html";
    let options = ["--bound", "3", "--out", "all", "--format", formats];
    succeed(&here, &[&["enumerate", source][..], &options].concat());
    succeed(&here, &["report", "all", "--format", formats, "--out", "again"]);
    assert!(made(&here.join("all")).len() > 5);
    assert_eq!(made(&here.join("all")), made(&here.join("again")));
    let text = succeed(&here, &["report", "all"]);
    assert!(text.stdout.starts_with("bank.Account.repOk: 4 structures\n"), "{}", text.stdout);
    assert!(text.stdout.contains("\nvalid "), "{}", text.stdout);

    let fixed = repaired(&here);
    succeed(&here, &["report", "fixed", "--format", "dot,svg,java,html", "--out", "fixed-again"]);
    let mut before = made(&fixed);
    before.retain(|(path, _)| path != Path::new("changes.txt"));
    let mut after = made(&here.join("fixed-again"));
    after.retain(|(path, _)| path != Path::new("index.html"));
    assert_eq!(before, after);
    let text = succeed(&here, &["report", "fixed"]);
    assert_eq!(text.stdout, fs::read_to_string(fixed.join("changes.txt")).expect("changes"));
}

#[test]
fn documents_that_cannot_be_reported_on() {
    let folder = tempfile::tempdir().expect("a folder");
    let report = || run(["report".as_ref(), folder.path().as_os_str()]);
    let empty = report();
    assert!(empty.stderr.contains("there are no result documents in"), "{}", empty.stderr);
    assert_eq!(empty.code, Some(2));
    let file = folder.path().join("cases.jsonl");
    fs::write(&file, "{\"kind\":\"cases\",\"version\":99}\n").expect("a file");
    let newer = report();
    let words = "cases.jsonl: line 1: version: the document has version 99, which is newer than 1";
    assert!(newer.stderr.contains(words), "{}", newer.stderr);
    assert_eq!(newer.code, Some(2));
}

#[test]
fn an_interrupted_run_is_reported_as_far_as_it_went() {
    let (_folder, here) = project();
    succeed(&here, &["enumerate", "classes", "--bound", "3", "--out", "all"]);
    let file = here.join("all/structures.jsonl");
    let text = fs::read_to_string(&file).expect("a document");
    fs::write(&file, &text[..records_end(&text) - 20]).expect("cut");
    let found = Run::of(margay().current_dir(&here).args(["report", "all"]));
    assert_eq!(
        (found.stdout.as_str(), found.code),
        ("bank.Account.repOk: 3 structures\n", Some(4))
    );
    assert!(found.stderr.contains("structures.jsonl was interrupted"), "{}", found.stderr);
    let merged = Run::of(margay().current_dir(&here).args(["merge", "all"]));
    assert!(merged.stderr.contains("was not searched to its end"), "{}", merged.stderr);
}

/// Where the end line begins.
fn records_end(document: &str) -> usize {
    document.trim_end().rfind('\n').expect("several lines")
}
