//! Targets as people name them: files, folders, jars, classes, and what is wrong with them.

use super::{Target, TargetError, TargetOptions};
use crate::classpath::ClassPathError;
use crate::compile::{Cache, CompileError};
use crate::jdk::Jdk;
use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use tempfile::TempDir;
use zip::ZipWriter;
use zip::write::SimpleFileOptions;

const SOURCES: [(&str, &str); 3] = [
    (
        "src/demo/App.java",
        "package demo; public class App { List l; public static void main(String[] a) {} }",
    ),
    (
        "src/demo/List.java",
        "package demo; public class List { static class Node { class Deep {} } }",
    ),
    (
        "src/demo/Second.java",
        "package demo; class Second { public static void main(String[] a) {} }",
    ),
];

/// The sources above in a folder, with a cache.
struct Project {
    dir: TempDir,
    jdk: Jdk,
}

impl Project {
    fn new() -> Self {
        let dir = TempDir::new().unwrap();
        fs::create_dir_all(dir.path().join("src/demo")).unwrap();
        for (file, text) in SOURCES {
            fs::write(dir.path().join(file), text).unwrap();
        }
        let jdk = Jdk::discover(None).expect("the tests need a JDK");
        Project { dir, jdk }
    }

    fn path(&self, file: &str) -> PathBuf {
        self.dir.path().join(file)
    }

    fn open(&self, targets: &[&str], class_path: &[&str]) -> Result<Target, TargetError> {
        // Names stay names; files are those of the project.
        let place = |name: &&str| match self.path(name) {
            path if path.exists() || name.ends_with(".java") => path,
            _ => PathBuf::from(name),
        };
        let targets: Vec<PathBuf> = targets.iter().map(place).collect();
        let class_path: Vec<PathBuf> = class_path.iter().map(|name| self.path(name)).collect();
        let options =
            TargetOptions { jdk: &self.jdk, api: &[], cache: &Cache::at(&self.path("cache")) };
        Target::open(&targets, None, &class_path, &options)
    }

    fn main_of(&self, targets: &[&str], class_path: &[&str]) -> Option<String> {
        self.open(targets, class_path).unwrap().main_class
    }

    /// Compiles the source and copies its classes to `classes`.
    fn build(&self, source: &str) -> &'static str {
        let mut target = self.open(&[source], &[]).unwrap();
        for name in target.class_path.classes().unwrap() {
            let file = self.path("classes").join(format!("{name}.class"));
            fs::create_dir_all(file.parent().unwrap()).unwrap();
            fs::write(file, target.class_path.find(&name).unwrap().unwrap()).unwrap();
        }
        "classes"
    }
}

fn jar(path: &Path, files: &[(&str, &[u8])]) {
    let mut zip = ZipWriter::new(fs::File::create(path).unwrap());
    for (name, bytes) in files {
        zip.start_file(*name, SimpleFileOptions::default()).unwrap();
        zip.write_all(bytes).unwrap();
    }
    zip.finish().unwrap();
}

#[test]
fn a_source_is_compiled_with_its_neighbours() {
    let project = Project::new();
    let mut target = project.open(&["src/demo/App.java"], &[]).unwrap();
    assert_eq!(target.main_class.as_deref(), Some("demo/App"));
    let classes = target.class_path.classes().unwrap();
    let expected = ["demo/App", "demo/List", "demo/List$Node", "demo/List$Node$Deep"];
    assert_eq!(classes, expected);
    assert!(target.class_path.find("java/lang/Object").unwrap().is_some());
}

#[test]
fn several_sources_and_the_first_is_the_main_one() {
    let project = Project::new();
    let main = project.main_of(&["src/demo/List.java", "src/demo/Second.java"], &[]);
    assert_eq!(main.as_deref(), Some("demo/List"));
}

#[test]
fn a_source_without_the_class_of_its_name() {
    let project = Project::new();
    let text = "class A {} class B { public static void main(String[] a) {} }";
    fs::write(project.path("Many.java"), text).unwrap();
    assert_eq!(project.main_of(&["Many.java"], &[]).as_deref(), Some("B"));
}

#[test]
fn class_files_and_folders() {
    let project = Project::new();
    let classes = project.build("src/demo/App.java");
    let list = project.main_of(&["classes/demo/List.class"], &[]);
    assert_eq!(list.as_deref(), Some("demo/List"));
    let only = project.main_of(&[classes], &[]);
    assert_eq!(only.as_deref(), Some("demo/App"), "the only one with main");
    let behind = project.main_of(&[], &[classes]);
    assert_eq!(behind.as_deref(), Some("demo/App"));
    project.build("src/demo/Second.java");
    assert_eq!(project.main_of(&[classes], &[]), None, "now there are two");
}

#[test]
fn jars_name_their_main_class() {
    let project = Project::new();
    let manifest = b"Manifest-Version: 1.0\r\nMain-Class: demo.List\r\n\r\n";
    project.build("src/demo/App.java");
    let class = |name: &str| fs::read(project.path(name)).unwrap();
    let files: [(&str, &[u8]); 3] = [
        ("META-INF/MANIFEST.MF", manifest),
        ("demo/App.class", &class("classes/demo/App.class")),
        ("demo/List.class", &class("classes/demo/List.class")),
    ];
    jar(&project.path("with.jar"), &files);
    jar(&project.path("without.jar"), &files[1..]);
    let main = |jar| project.main_of(&[jar], &[]);
    assert_eq!(main("with.jar").as_deref(), Some("demo/List"));
    assert_eq!(main("without.jar").as_deref(), Some("demo/App"));
}

#[test]
fn names_of_classes() {
    let project = Project::new();
    project.build("src/demo/App.java");
    for (name, class) in [
        ("demo.List", "demo/List"),
        ("demo/List", "demo/List"),
        ("demo.List$Node", "demo/List$Node"),
        ("demo.List.Node.Deep", "demo/List$Node$Deep"),
        ("java.util.Map.Entry", "java/util/Map$Entry"),
    ] {
        let main = project.main_of(&[name], &["classes"]);
        assert_eq!(main.as_deref(), Some(class), "{name}");
    }
}

#[test]
fn unknown_names_are_advised() {
    let project = Project::new();
    project.build("src/demo/App.java");
    let message =
        |name, class_path: &[&str]| project.open(&[name], class_path).unwrap_err().to_string();
    assert_eq!(
        message("demo.Lits", &["classes"]),
        "there is no class demo.Lits; did you mean demo.List?"
    );
    assert_eq!(
        message("demo.Qwertyuiop", &["classes"]),
        "there is no class demo.Qwertyuiop on the class path"
    );
    assert_eq!(message("demo.Qwertyuiop", &[]), "there is no class demo.Qwertyuiop in the JDK");
}

#[test]
fn missing_files_are_not_taken_for_names() {
    let project = Project::new();
    let error = project.open(&["gone.jar"], &[]).unwrap_err();
    assert!(matches!(error, TargetError::ClassPath(ClassPathError::Missing(_))));
    let error = project.open(&["Gone.java"], &[]).unwrap_err();
    assert!(matches!(error, TargetError::Compile(CompileError::Io { .. })));
}
