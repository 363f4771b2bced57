//! The report in a real browser: every pane is opened, clicked and walked through by keys, on small and
//! on very large data. Pictures of what was seen are in `target`, for people to look at.
//!
//! The browser is what `scripts/ensure-chromium` says, which asks `MARGAY_CHROMIUM` first.

#[path = "common/browser.rs"]
mod browser;
mod common;

use browser::Browser;
use common::{Run, margay, provided, repository};
use margay_report::Record;
use margay_report::cases::test_classes::TestStyle;
use margay_report::document::{
    DocumentKind, DocumentReader, End, JdkUsed, Run as DocumentedRun, RunCommand, RunTarget,
};
use margay_report::page::Page;
use margay_search::generate::case::TestCase;
use serde_json::{Value, json};
use std::path::{Path, PathBuf};

fn browser() -> Browser {
    let pictures = Path::new(env!("CARGO_TARGET_TMPDIR")).join("pages");
    Browser::start(&provided("ensure-chromium"), &pictures)
}

/// Runs a command whose page is wanted; gives the page.
#[track_caller]
fn page_of(folder: &Path, args: &[&str]) -> PathBuf {
    let run = Run::of(
        margay().args(args).args(["--quiet", "--out"]).arg(folder).current_dir(repository("")),
    );
    assert!(matches!(run.code, Some(0 | 1 | 5)), "{}{}", run.stdout, run.stderr);
    folder.join("index.html")
}

/// The number of elements.
fn count(browser: &mut Browser, selector: &str) -> u64 {
    let count = browser.eval(&format!("document.querySelectorAll({}).length", json!(selector)));
    count.as_u64().expect("a number")
}

/// Waits for a number of elements: rows of a list are drawn when its place on the page is known.
#[track_caller]
fn wait_count(browser: &mut Browser, selector: &str, wanted: &str) {
    browser.wait(&format!("document.querySelectorAll({}).length {wanted}", json!(selector)));
}

fn text(browser: &mut Browser, selector: &str) -> String {
    let text = browser.eval(&format!("document.querySelector({}).textContent", json!(selector)));
    text.as_str().expect("a text").to_owned()
}

const LIST: &str = "tests/java/generate/pet/List.java";
const LIST_OPTIONS: [&str; 6] =
    ["--criterion", "block-2", "--inputs", "fields", "--format", "json,html"];

#[test]
fn methods_cases_sources_and_traces() {
    let folder = tempfile::tempdir().expect("a folder");
    let page = page_of(folder.path(), &[&["generate", LIST][..], &LIST_OPTIONS].concat());
    let mut browser = browser();
    browser.open(&page, "");
    assert_eq!(text(&mut browser, "h1"), "List");
    browser.wait_text(".methods .crashes", "1");
    browser.keep("overview");
    // A method by a click, its first case by a key, the next by another.
    browser.click(".methods a.row");
    browser.wait_text("h1", "remAll(List l)");
    wait_count(&mut browser, "main .list .row.case", "=== 7");
    browser.wait_text(".losses", "cut by a bound");
    browser.keep("method");
    browser.press("j");
    browser.wait_text("h1", "Case 1");
    browser.wait_text(".ending.crashed", "NullPointerException");
    browser.press("j");
    browser.wait_text("h1", "Case 2");
    // A link leads to a case, with pictures in which the change is highlighted.
    browser.open(&page, "case=remAll-4");
    browser.wait_text("h1", "Case 4");
    wait_count(&mut browser, ".heaps svg.margay", "=== 2");
    wait_count(&mut browser, ".heaps rect.changed", "=== 1");
    browser.wait_text(".condition", "l.first.data == this.first.data");
    browser.wait_text(".copyable pre", "list.remAll(l);");
    browser.keep("case");
    // The trace forwards and backwards, with variables and the heap.
    browser.wait_text(".where", "step 1 of 18");
    browser.wait_text(".variables", "List{first: Node{data: 0, next: null}}");
    (0..5).for_each(|_| browser.press("ArrowRight"));
    browser.wait_text(".where", "step 6 of 18: List.remAll, line 12");
    browser.wait_text(".variables tr.changed", "next");
    wait_count(&mut browser, ".values-now svg.margay", "=== 1");
    browser.wait_text(".code .row.chosen", "while (next != null)");
    browser.press("ArrowLeft");
    browser.wait_text(".where", "step 5 of 18");
    assert_eq!(browser.eval("location.hash"), json!("#case=remAll-4&step=4"));
    browser.press("End");
    browser.wait_text(".where", "step 18 of 18");
    browser.eval("document.querySelector('.trace').scrollIntoView()");
    browser.keep("trace");
    // The source: a click on a line shows the cases through it, one of them by another click.
    browser.open(&page, "source=List.java&line=17");
    browser.wait_text("aside", "1 branch: unreachable within the bound");
    browser.wait_text("aside h3", "3 cases through it");
    wait_count(&mut browser, ".code .missed", ">= 2");
    browser.keep("source");
    browser.click(".code .row:nth-child(8)");
    browser.wait("location.hash.includes('line=')");
    browser.click("aside a.row");
    browser.wait("location.hash.startsWith('#case=')");
    browser.press("u");
    browser.wait("location.hash === '#method=remAll'");
    // Help, search, and what is not there.
    browser.press("?");
    browser.wait("document.querySelector('dialog').open");
    browser.keep("help");
    browser.press("Escape");
    browser.wait("!document.querySelector('dialog').open");
    browser.press("/");
    browser.write("nothing like this");
    browser.wait("document.querySelectorAll('.side .list .row').length === 0");
    browser.open(&page, "case=remAll-99");
    browser.wait_text("h1", "Not here");
    assert_eq!(browser.errors, [""; 0]);
}

#[test]
fn trees_and_partitions() {
    let folder = tempfile::tempdir().expect("a folder");
    let page = page_of(
        folder.path(),
        &[&["generate", LIST, "--record", "lines,times"][..], &LIST_OPTIONS].concat(),
    );
    let mut browser = browser();
    browser.open(&page, "tree=remAll");
    browser.wait_text(".tree .row", "l == null");
    browser.wait_text(".tree .row", "cut by a bound");
    // Lines of the source.
    wait_count(&mut browser, ".tree a.place", "> 3");
    browser.keep("tree");
    let rows = count(&mut browser, ".tree .row");
    browser.click(".tree .row.node");
    browser.wait("document.querySelectorAll('.tree .row').length === 1");
    browser.click(".tree .row.node");
    browser.wait(&format!("document.querySelectorAll('.tree .row').length === {rows}"));
    browser.press("ArrowRight");
    browser.wait("location.hash.includes('view=icicle')");
    browser.wait("document.querySelectorAll('.area').length > 20");
    browser.go("tree=remAll&view=icicle&size=time");
    browser.wait("document.querySelector('select').value === 'time'");
    browser.keep("icicle");
    browser.click(".area:nth-child(3)");
    browser.wait("document.querySelectorAll('main .path a').length > 3");
    browser.click(".tree .row, .area");
    let other = tempfile::tempdir().expect("a folder");
    let partitioned = ["generate", "tests/java/generate/concolic/Partitions.java"];
    let options = ["--method", "order", "--criterion", "path", "--partition", "auto"];
    let page = page_of(other.path(), &[&partitioned[..], &options, &["--format", "html"]].concat());
    browser.open(&page, "method=order");
    browser.click("a.tab[href='#partition=order']");
    browser.wait("document.querySelectorAll('.block').length === 2");
    browser.wait("document.querySelectorAll('.circle .meets').length === 1");
    browser.wait_text(".joined a.place", "Partitions.order:65");
    browser.keep("partition");
    // The tree has a part for each search of a block, and its cases are those of the method.
    browser.go("tree=order");
    browser.wait_text(".tree .row", "no input free");
    browser.wait_text(".tree .row", "price, count free");
    browser.wait_text(".tree .row", "the same inputs as in a part before");
    browser.keep("tree-of-parts");
    let cases = "a.row.leaf .mood";
    let told = browser.eval(&format!(
        "[...document.querySelectorAll({})].map((it) => Number(it.textContent.slice(5))).sort((a, b) => a - b).join()",
        json!(cases)
    ));
    browser.go("method=order");
    browser.wait("document.querySelectorAll('main .row.case').length > 1");
    let all = browser.eval(
        "[...document.querySelectorAll('main .row.case .number')].map((it) => it.textContent).join()",
    );
    assert_eq!(told, all);
    assert_eq!(browser.errors, [""; 0]);
}

#[test]
fn structures_repairs_verdicts_and_outcomes() {
    let mut browser = browser();
    let folder = tempfile::tempdir().expect("a folder");
    let trees = ["enumerate", "tests/java/enumerate/BinaryTree.java", "--bound", "4"];
    let page = page_of(folder.path(), &[&trees[..], &["--format", "html,json"]].concat());
    browser.open(&page, "");
    browser.wait_text(".searchbar", "23 structures");
    browser.wait("document.querySelectorAll('.tile svg').length > 5");
    browser.keep("structures");
    browser.press("/");
    browser.write("size=4 Node0.left=null");
    browser.wait_text(".searchbar", "5 structures of 23");
    browser.click(".grid a.tile");
    browser.wait_text("h1", "Structure");
    browser.press("j");
    browser.keep("structure");
    browser.go("compare=1,20");
    browser.wait_text(".differences", "BinaryTree0.size");
    browser.keep("compare");
    let other = tempfile::tempdir().expect("a folder");
    let structures = folder.path().join("structures.jsonl");
    let structures = structures.to_str().expect("UTF-8");
    let repair = ["repair", "tests/java/enumerate/BinaryTree.java", "--structure", structures];
    let repair = [&repair[..], &["--corrupt", "2", "--format", "html"]].concat();
    let page = page_of(other.path(), &repair);
    browser.open(&page, "");
    browser.click("main .list a.row");
    browser.wait("document.querySelector('.changes') !== null");
    browser.press("ArrowRight");
    browser.wait_text(".where", "after");
    browser.keep("repair");
    let check = ["check", "examples/Bank.java", "--method", "isPositive", "--property", "true"];
    let third = tempfile::tempdir().expect("a folder");
    let page = page_of(third.path(), &[&check[..], &["--format", "html"]].concat());
    browser.open(&page, "");
    browser.click("main .list a.row");
    browser.wait("location.hash.startsWith('#verdict=')");
    browser.wait_text(".mood", "refuted");
    browser.wait_text(".values", "-2147483648");
    browser.wait_text(".code .row.chosen", "Math.abs(x)");
    browser.wait_text(".variables", "-2147483648");
    browser.keep("verdict");
    let fourth = tempfile::tempdir().expect("a folder");
    let run = ["run", "examples/Coins.java", "--all", "--format", "html"];
    let page = page_of(fourth.path(), &run);
    browser.open(&page, "");
    browser.click("main .list a.row");
    browser.wait_text("h1", "Outcome 0");
    browser.keep("outcome");
    assert_eq!(browser.errors, [""; 0]);
}

#[test]
fn summaries_worst_cases_and_costs() {
    let mut browser = browser();
    let folder = tempfile::tempdir().expect("a folder");
    let summarize = ["summarize", "tests/java/generate/calls/Simp.java", "--method", "simplify"];
    let options = ["--criterion", "block-2", "--format", "html"];
    let page = page_of(folder.path(), &[&summarize[..], &options].concat());
    browser.open(&page, "");
    browser.click("main .list a.row");
    browser.wait("location.hash === '#summary=simplify'");
    browser.wait("document.querySelectorAll('.summary tbody tr').length === 5");
    browser.wait_text(".summary td.threw", "java.lang.ArithmeticException");
    browser.wait_text(".summary td", "this.d == 0");
    browser.keep("summary");
    let other = tempfile::tempdir().expect("a folder");
    let worst = ["generate", "tests/java/generate/guided/Worst.java", "--inputs", "fields"];
    let worst = [&worst[..], &["--method", "insertion", "--policy", "worst calls:move"]].concat();
    let scale = ["--scale", "1..4", "--format", "html"];
    let page = page_of(other.path(), &[&worst[..], &scale].concat());
    browser.open(&page, "");
    browser.wait("document.querySelectorAll('svg.plot circle').length === 4");
    browser.wait("document.querySelectorAll('svg.plot polyline').length === 1");
    browser.wait_text(".figure", "calls:move are quadratic");
    browser.click(".figure summary");
    browser.wait_text(".numbers", "a = int[0, -1, -2, -3]");
    browser.keep("growth");
    let third = tempfile::tempdir().expect("a folder");
    let costs = ["--criterion", "loop-2", "--cost", "instructions,calls", "--format", "html"];
    let page = page_of(third.path(), &[&worst[..6], &costs].concat());
    browser.open(&page, "method=insertion");
    browser.wait("document.querySelectorAll('section svg.plot').length === 2");
    browser.wait("document.querySelectorAll('svg.plot rect.bar').length > 4");
    browser.keep("costs");
    browser.press("j");
    browser.wait_text("section .values", "instructions");
    assert_eq!(browser.errors, [""; 0]);
}

/// The command under a case finds that case, and no other.
#[test]
fn cases_are_found_again_by_their_commands() {
    let folder = tempfile::tempdir().expect("a folder");
    let shop = ["generate", "examples/shop/src/shop/Order.java", "--format", "html,json"];
    let page = page_of(folder.path(), &shop);
    let mut browser = browser();
    browser.open(&page, "");
    browser.keep("shop");
    let document = std::fs::read_to_string(folder.path().join("cases.jsonl")).expect("a document");
    let lines = document.lines().map(|line| serde_json::from_str(line).expect("JSON"));
    let cases: Vec<Value> = lines.filter(|line: &Value| line.get("case").is_some()).collect();
    let commands = browser.eval(
        "(async () => { const read = (text) => new Response(new Blob([Uint8Array.from(atob(text), (c) => c.charCodeAt(0))])\
         .stream().pipeThrough(new DecompressionStream('deflate-raw'))).json();\
         const index = await read(document.getElementById('index').textContent);\
         const all = index.methods.flatMap((method) => method.cases);\
         return Promise.all(all.map(async (entry) => (await read(document.getElementById('b' + entry[4][0]).textContent))[entry[4][1]].replay)); })()",
    );
    let commands: Vec<&str> =
        commands.as_array().expect("commands").iter().filter_map(Value::as_str).collect();
    assert_eq!(commands.len(), cases.len());
    assert!(cases.len() > 5, "{}", cases.len());
    for (command, case) in commands.iter().zip(&cases) {
        let command = command.replacen("margay", env!("CARGO_BIN_EXE_margay"), 1);
        let shell = format!("{command} --format json --quiet");
        let run = Run::of(
            std::process::Command::new("sh").args(["-c", &shell]).current_dir(repository("")),
        );
        let lines = run.stdout.lines().map(|line| serde_json::from_str(line).expect("JSON"));
        let found: Vec<Value> = lines.filter(|line: &Value| line.get("case").is_some()).collect();
        assert_eq!(found.len(), 1, "{command}\n{}", run.stderr);
        for key in ["decisions", "condition", "input", "outcome"] {
            assert_eq!(found[0][key], case[key], "{command}");
        }
    }
}

#[test]
fn ten_thousand_cases_and_a_hundred_thousand_structures() {
    let folder = tempfile::tempdir().expect("a folder");
    let (cases, structures) = (folder.path().join("cases.html"), folder.path().join("all.html"));
    write_cases(&cases, 10_000);
    write_structures(&structures, 100_000);
    let mut browser = browser();
    browser.open(&cases, "");
    browser.wait_text(".tile", "10,000");
    browser.click(".methods a.row");
    browser.wait("document.querySelectorAll('.row.case').length > 5");
    assert!(count(&mut browser, ".row.case") < 100, "only what is in view");
    browser.eval("document.querySelector('main > .list').scrollTop = 1e9");
    browser.wait_text(".row.case .number", "10000");
    browser.keep("many-cases");
    browser.click(".row.case:last-child");
    browser.wait("location.hash.startsWith('#case=')");
    browser.wait_text("h1", "Case");
    browser.open(&structures, "");
    browser.wait_text(".searchbar", "100,000 structures");
    assert!(count(&mut browser, ".tile") < 100, "only what is in view");
    browser.go("structure=99999");
    browser.wait_text("h1", "Structure 99,999");
    browser.wait("document.querySelectorAll('.large svg').length === 1");
    browser.go("structures=structure%22%3A77777");
    browser.wait_text(".searchbar", "1 structure of 100,000");
    browser.keep("many-structures");
    assert_eq!(browser.errors, [""; 0]);
}

fn run(command: RunCommand) -> DocumentedRun {
    let target = RunTarget::Path("List.java".to_owned());
    let jdk = JdkUsed { version: "17".to_owned(), home: None };
    let class = Some("List".to_owned());
    DocumentedRun { class, ..DocumentedRun::new(command, target, jdk) }
}

fn write_cases(path: &Path, count: usize) {
    let data = repository("crates/margay-report/tests/data/cases/cases.jsonl");
    let text = std::fs::read_to_string(data).expect("a document");
    let reader = DocumentReader::new("cases.jsonl", text.as_bytes(), DocumentKind::Cases);
    let mut report = reader.expect("a document").method().expect("a method").expect("well formed");
    let few = std::mem::take(&mut report.cases);
    let cases = few.iter().cycle().take(count).enumerate();
    let cases = cases.map(|(place, case)| TestCase { number: place + 1, ..case.clone() });
    report.cases = cases.collect();
    let out = std::io::BufWriter::new(std::fs::File::create(path).expect("a file"));
    let mut page = Page::start(out, &run(RunCommand::Generate)).expect("written");
    let nothing = None::<fn(&str) -> Option<margay_jvm::source::SourceClass>>;
    page.method(&report, TestStyle::default(), nothing).expect("written");
    page.finish(&End { complete: true, ..End::default() }).expect("written");
}

fn write_structures(path: &Path, count: u64) {
    let data = repository("crates/margay-report/tests/data/structures.jsonl");
    let text = std::fs::read(data).expect("structures");
    let samples = margay_report::json::read(text.as_slice());
    let mut samples: Vec<Record> = samples.collect::<Result<_, _>>().expect("well formed");
    samples.retain(|sample| sample.structure.objects.len() <= 5);
    let out = std::io::BufWriter::new(std::fs::File::create(path).expect("a file"));
    let mut page = Page::start(out, &run(RunCommand::Enumerate)).expect("written");
    for (number, sample) in (0..count).zip(samples.iter().cycle()) {
        page.structure(&Record { number, ..sample.clone() }).expect("written");
    }
    page.finish(&End { complete: true, ..End::default() }).expect("written");
}
