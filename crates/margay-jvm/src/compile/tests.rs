//! Compiling, and when the cache is right to answer.

use super::{ApiSource, Cache, CompileError, Compiler, main_class_of};
use crate::jdk::{Jdk, JdkSearch};
use std::fs;
use std::path::{Path, PathBuf};
use tempfile::TempDir;

const API: &[ApiSource<'static>] = &[
    ("margay/api/Used.java", "package margay.api; public @interface Used {}"),
    ("margay/api/Broken.java", "package margay.api; this would not compile"),
];

/// A folder with sources in `src` and a cache of its own.
struct Project {
    dir: TempDir,
    jdk: Jdk,
}

impl Project {
    fn new(files: &[(&str, &str)]) -> Self {
        let jdk = Jdk::discover(None).expect("the tests need a JDK");
        let dir = TempDir::new().unwrap();
        let project = Project { dir, jdk };
        for (file, text) in files {
            project.write(file, text);
        }
        project
    }

    fn path(&self, file: &str) -> PathBuf {
        self.dir.path().join(file)
    }

    fn write(&self, file: &str, text: &str) {
        let path = self.path(file);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    }

    fn compile(&self, files: &[&str], class_path: &[PathBuf]) -> Result<PathBuf, CompileError> {
        let files: Vec<PathBuf> = files.iter().map(|file| self.path(file)).collect();
        let compiler = Compiler {
            source_path: &[],
            jdk: &self.jdk,
            class_path,
            api: API,
            cache: &Cache::at(&self.path("cache")),
        };
        compiler.compile(&files)
    }

    /// How many compilations the cache holds.
    fn results(&self) -> usize {
        let entries = fs::read_dir(self.path("cache")).unwrap();
        let classes = |path: &Path| path.extension().is_some_and(|e| e == "classes");
        entries.filter(|entry| classes(&entry.as_ref().unwrap().path())).count()
    }
}

fn names(folder: &Path) -> Vec<String> {
    crate::classpath::classes_in_folder(folder).unwrap()
}

#[test]
fn neighbours_and_the_used_part_of_the_api_are_compiled() {
    let mut project = Project::new(&[
        ("src/demo/A.java", "package demo; @margay.api.Used public class A { B b; util.U u; }"),
        ("src/demo/B.java", "package demo; class B { class Inner {} }"),
        ("src/demo/Broken.java", "package demo; not needed, not compiled"),
        ("src/util/U.java", "package util; public class U {}"),
    ]);
    for jdk in JdkSearch::of_this_machine().installed().into_iter().filter(|j| j.javac.is_some()) {
        project.jdk = jdk;
        let folder = project.compile(&["src/demo/A.java"], &[]).unwrap();
        assert_eq!(
            names(&folder),
            ["demo/A", "demo/B", "demo/B$Inner", "margay/api/Used", "util/U"]
        );
    }
}

#[test]
fn the_api_stays_out_unless_it_is_used() {
    let project = Project::new(&[("A.java", "class A {}")]);
    let folder = project.compile(&["A.java"], &[]).unwrap();
    assert_eq!(names(&folder), ["A"]);
}

#[test]
fn a_result_is_kept_until_something_it_read_changes() {
    let project = Project::new(&[
        ("src/demo/A.java", "package demo; class A { B b; }"),
        ("src/demo/B.java", "package demo; class B {}"),
    ]);
    let long_ago = std::time::SystemTime::UNIX_EPOCH + std::time::Duration::from_secs(1 << 30);
    let age = |file: &str| {
        let file = fs::File::options().write(true).open(project.path(file)).unwrap();
        file.set_modified(long_ago).unwrap();
    };
    age("src/demo/B.java");
    let compile = || project.compile(&["src/demo/A.java"], &[]).unwrap();
    let first = compile();
    assert_eq!(compile(), first);
    project.write("src/demo/Other.java", "package demo; class Other {}");
    assert_eq!(compile(), first, "what was not read does not matter");
    assert_eq!(project.results(), 1);

    project.write("src/demo/B.java", "package demo; class B { class New {} }");
    age("src/demo/B.java");
    let second = compile();
    assert_ne!(second, first);
    assert!(names(&second).contains(&"demo/B$New".to_owned()));
    assert_eq!(project.results(), 2);

    project.write("src/demo/B.java", "package demo; class B {}");
    assert_eq!(compile(), first, "old contents, old result");
    assert_eq!(project.results(), 2);
}

#[test]
fn class_path_changes_count() {
    let project = Project::new(&[
        ("lib/dep/D.java", "package dep; public class D {}"),
        ("A.java", "class A { dep.D d; }"),
    ]);
    let dep = project.compile(&["lib/dep/D.java"], &[]).unwrap();
    let copy = project.path("classes/dep");
    fs::create_dir_all(&copy).unwrap();
    fs::copy(dep.join("dep/D.class"), copy.join("D.class")).unwrap();
    let class_path = [project.path("classes")];
    let first = project.compile(&["A.java"], &class_path).unwrap();
    assert_eq!(project.compile(&["A.java"], &class_path).unwrap(), first);
    fs::copy(dep.join("dep/D.class"), copy.join("E.class")).unwrap();
    assert_ne!(project.compile(&["A.java"], &class_path).unwrap(), first);
}

#[test]
fn errors_keep_file_and_line() {
    let project =
        Project::new(&[("src/demo/A.java", "package demo;\nclass A {\n  int x = y;\n}\n")]);
    let error = project.compile(&["src/demo/A.java"], &[]).unwrap_err();
    let CompileError::Rejected(text) = error else {
        panic!("{error}");
    };
    assert!(text.contains("A.java:3: error: cannot find symbol"), "{text}");
    assert!(text.contains("int x = y;"), "{text}");
    assert!(!text.contains("[parsing"), "{text}");
    assert_eq!(project.results(), 0);
}

#[test]
fn no_file_and_no_compiler() {
    let mut project = Project::new(&[("A.java", "class A {}")]);
    let error = project.compile(&["B.java"], &[]).unwrap_err();
    assert!(error.to_string().contains("B.java"), "{error}");
    project.jdk.javac = None;
    let error = project.compile(&["A.java"], &[]).unwrap_err().to_string();
    assert!(error.contains("has no javac") && error.contains("\nfix: "), "{error}");
}

#[test]
fn annotation_processors_do_not_run() {
    let project = Project::new(&[
        ("A.java", "class A {}"),
        ("META-INF/services/javax.annotation.processing.Processor", "no.such.Processor"),
    ]);
    project.compile(&["A.java"], &[project.path("")]).unwrap();
}

#[test]
fn concurrent_runs_agree() {
    let project = Project::new(&[("A.java", "class A {}")]);
    let folders: Vec<PathBuf> = std::thread::scope(|scope| {
        let run = || project.compile(&["A.java"], &[]).unwrap();
        let threads = [scope.spawn(run), scope.spawn(run), scope.spawn(run)];
        threads.map(|thread| thread.join().unwrap()).into()
    });
    assert!(folders.iter().all(|folder| names(folder) == ["A"]));
    let left: Vec<_> = fs::read_dir(project.path("cache")).unwrap().collect();
    assert!(left.iter().flatten().all(|entry| entry.path().extension().is_some()), "{left:?}");
}

#[test]
fn main_class_follows_the_package() {
    let project =
        Project::new(&[("A.java", "class A {}"), ("B.java", "// b\npackage x.y;\nclass B {}")]);
    let of = |file| main_class_of(&project.path(file)).unwrap().unwrap();
    assert_eq!(of("A.java"), "A");
    assert_eq!(of("B.java"), "x/y/B");
}
