//! Maven and Gradle projects: `margay generate` without a target, options in `margay.toml`, the Maven
//! plugin, completions and manual pages.

mod common;

use common::{javac, margay, provided, repository};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

const COUNTER: &str = "package demo;\npublic class Counter {\n    public static int twice(int n) {\n        \
    if (n < 0) {\n            throw new IllegalArgumentException();\n        }\n        return 2 * n;\n    }\n}\n";

const SIGN: &str = "package demo;\npublic class Sign {\n    public static int of(int n) {\n        return n < 0 ? -1 : 1;\n    }\n}\n";

const GREETER: &str = "package demo.app;\npublic class Greeter {\n    public static boolean big(int n) {\n        \
    return demo.Counter.twice(n) > 100;\n    }\n}\n";

fn write(root: &Path, name: &str, text: &str) {
    let path = root.join(name);
    fs::create_dir_all(path.parent().expect("it has one")).expect("a folder");
    fs::write(path, text).expect("a file");
}

fn compile(root: &Path, out: &str, class_path: &str, source: &str) {
    let class_path = root.join(class_path).display().to_string();
    javac(&class_path, &[], &root.join(out), &[root.join(source)]);
}

fn run(root: &Path, args: &[&str]) -> Output {
    margay().current_dir(root).args(args).output().expect("it runs")
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

/// A compiled project of Maven with two modules, the second of which uses the first.
fn modules() -> tempfile::TempDir {
    let folder = tempfile::tempdir().expect("a folder");
    let root = folder.path();
    write(
        root,
        "pom.xml",
        "<project><modules><module>core</module><module>app</module></modules></project>",
    );
    write(root, "core/pom.xml", "<project/>");
    write(root, "core/src/main/java/demo/Counter.java", COUNTER);
    write(root, "app/pom.xml", "<project/>");
    write(root, "app/src/main/java/demo/app/Greeter.java", GREETER);
    compile(root, "core/target/classes", ".", "core/src/main/java/demo/Counter.java");
    compile(
        root,
        "app/target/classes",
        "core/target/classes",
        "app/src/main/java/demo/app/Greeter.java",
    );
    folder
}

#[test]
fn every_module_of_a_maven_project_is_tested_without_an_argument() {
    let project = modules();
    let root = project.path();
    let done = run(root, &["generate"]);
    assert!(done.status.success(), "{}", text(&done.stderr));
    for results in ["core/target/margay", "app/target/margay"] {
        assert!(root.join(results).join("cases.jsonl").is_file(), "{results}");
    }
    assert!(root.join("core/target/margay/demo/CounterTest.java").is_file());
    let greeter = fs::read_to_string(root.join("app/target/margay/cases.jsonl")).expect("cases");
    assert!(!greeter.contains("NoClassDefFoundError"), "{greeter}");
    // What is on the class path of a module is tested where it belongs.
    assert!(!root.join("core/target/margay/demo/app").exists());
    assert!(!root.join("app/target/margay/demo/CounterTest.java").exists());
}

#[test]
fn what_is_only_on_the_class_path_is_not_tested() {
    let project = modules();
    let root = project.path();
    let tested = |args: &[&str]| {
        let done = run(root, &[&["generate"], args, &["--format", "json"]].concat());
        assert!(done.status.success(), "{}", text(&done.stderr));
        let cases = text(&done.stdout);
        let methods = cases.lines().filter(|line| line.starts_with("{\"case\":"));
        // The first class of a line is that of the method.
        let classes = methods.filter_map(|line| line.split("\"class\":\"").nth(1));
        let classes: Vec<&str> = classes.filter_map(|rest| rest.split('"').next()).collect();
        let has = |class: &str| classes.contains(&class);
        (has("demo.Counter"), has("demo.app.Greeter"))
    };
    let (app, core) = ("app/target/classes", "core/target/classes");
    assert_eq!(tested(&[app, "--cp", core]), (false, true));
    let both = format!("{app}:{core}");
    assert_eq!(tested(&["demo.Counter", "--cp", &both]), (true, false));
    assert_eq!(tested(&["demo.app.Greeter", "--cp", &both]), (false, true));
}

#[test]
fn tests_are_written_beside_those_of_people_and_never_over_them() {
    let project = modules();
    let root = project.path();
    let theirs = root.join("app/src/test/java/demo/app/GreeterTest.java");
    write(root, "app/src/test/java/demo/app/GreeterTest.java", "// mine\n");
    let done = run(root, &["generate", "--write"]);
    assert_eq!(done.status.code(), Some(2));
    assert!(text(&done.stderr).contains("GreeterTest.java was not written by Margay"));
    assert_eq!(fs::read_to_string(theirs).expect("it is there"), "// mine\n");
    let ours = root.join("core/src/test/java/demo/CounterTest.java");
    assert!(fs::read_to_string(&ours).expect("it is there").starts_with("// Written by margay"));
    let again = run(&root.join("core"), &["generate", "--write"]);
    assert!(again.status.success(), "{}", text(&again.stderr));
}

#[test]
fn a_project_that_is_not_compiled_says_how_to_compile_it() {
    let folder = tempfile::tempdir().expect("a folder");
    write(folder.path(), "build.gradle.kts", "plugins { java }\n");
    write(folder.path(), "src/main/java/demo/Counter.java", COUNTER);
    let done = run(folder.path(), &["generate"]);
    assert_eq!(done.status.code(), Some(2));
    assert!(text(&done.stderr).contains("run `gradle classes` first"), "{}", text(&done.stderr));
}

/// A stand-in for a build tool: it counts how often it is asked.
#[cfg(unix)]
fn stand_in(root: &Path, name: &str, script: &str) {
    use std::os::unix::fs::PermissionsExt;
    write(
        root,
        name,
        &format!("#!/bin/sh\necho asked >> \"{}/asked\"\n{script}\n", root.display()),
    );
    let mode = fs::Permissions::from_mode(0o755);
    fs::set_permissions(root.join(name), mode).expect("it can be made a program");
}

#[cfg(unix)]
#[test]
fn the_class_path_is_asked_for_once_and_again_when_the_build_has_changed() {
    let project = modules();
    let root = project.path();
    let app = root.join("app");
    let build = "dependencies { implementation(project(\":core\")) }\n";
    for file in ["pom.xml", "app/pom.xml", "core/pom.xml"] {
        fs::remove_file(root.join(file)).expect("it is there");
    }
    write(root, "app/build.gradle.kts", build);
    fs::create_dir_all(app.join("build/classes/java")).expect("a folder");
    fs::rename(app.join("target/classes"), app.join("build/classes/java/main")).expect("a move");
    let core = root.join("core/target/classes");
    stand_in(&app, "gradlew", &format!("echo margay-class-path:{}", core.display()));
    let asked = || fs::read_to_string(app.join("asked")).expect("asked").lines().count();
    let done = run(&app, &["generate"]);
    assert!(done.status.success(), "{}", text(&done.stderr));
    let cases = fs::read_to_string(app.join("build/margay/cases.jsonl")).expect("cases");
    assert!(!cases.contains("NoClassDefFoundError"), "{cases}");
    assert!(run(&app, &["generate"]).status.success());
    assert_eq!(asked(), 1);
    write(&app, "build.gradle.kts", &format!("{build}// changed\n"));
    assert!(run(&app, &["generate"]).status.success());
    assert_eq!(asked(), 2);
}

#[cfg(unix)]
#[test]
fn gradle_tells_the_class_path_of_each_module() {
    let project = modules();
    let root = project.path();
    for file in ["pom.xml", "app/pom.xml", "core/pom.xml"] {
        fs::remove_file(root.join(file)).expect("it is there");
    }
    for module in ["core", "app"] {
        fs::remove_dir_all(root.join(module).join("target")).expect("it is there");
    }
    write(root, "settings.gradle", "include 'core', 'app'\n");
    write(root, "build.gradle", "subprojects { apply plugin: 'java' }\n");
    write(root, "core/build.gradle", "");
    write(root, "app/build.gradle", "dependencies { compileOnly project(':core') }\n");
    let gradle = provided("ensure-gradle");
    let home = root.join("gradle-home");
    let words = format!("exec {gradle} --offline --no-daemon -g {} \"$@\"", home.display());
    stand_in(root, "gradlew", &words);
    let built =
        Command::new(root.join("gradlew")).current_dir(root).args(["-q", "classes"]).output();
    let built = built.expect("Gradle runs");
    assert!(built.status.success(), "{}", text(&built.stderr));
    let done = run(root, &["generate"]);
    assert!(done.status.success(), "{}", text(&done.stderr));
    let greeter = fs::read_to_string(root.join("app/build/margay/cases.jsonl")).expect("cases");
    assert!(!greeter.contains("NoClassDefFoundError"), "{greeter}");
    assert!(root.join("core/build/margay/demo/CounterTest.java").is_file());
}

#[test]
fn options_stand_in_a_file_by_class_and_package() {
    let project = modules();
    let root = project.path().join("core");
    write(
        &root,
        "margay.toml",
        "[generate]\ncriterion = \"statement\"\n\n[generate.class.\"demo.Counter\"]\ncriterion = \"block-2\"\n",
    );
    write(&root, "src/main/java/demo/Sign.java", SIGN);
    compile(&root, "target/classes", ".", "src/main/java/demo/Sign.java");
    let all = text(&run(&root, &["config"]).stdout);
    assert!(
        all.contains("criterion = \"statement\"  # ") && all.contains("margay.toml:2"),
        "{all}"
    );
    assert!(all.contains("max-paths = 10000  # default"), "{all}");
    write(&root, "wrong.toml", "[generate]\nmax-string = \"few\"\n");
    let wrong = text(&run(&root, &["--config", "wrong.toml", "generate"]).stderr);
    assert!(wrong.contains("wrong.toml:2: invalid value 'few' for '--max-string"), "{wrong}");
    let class = text(&run(&root, &["config", "--class", "demo.Counter"]).stdout);
    assert!(class.contains("margay.toml:5"), "{class}");
    let done = run(&root, &["generate"]);
    assert!(done.status.success(), "{}", text(&done.stderr));
    let header = |folder: &str| {
        let cases = fs::read_to_string(root.join(folder).join("cases.jsonl")).expect("cases");
        cases.lines().next().expect("a header").to_owned()
    };
    assert!(header("target/margay").contains("--criterion statement"));
    assert!(header("target/margay").contains("--exclude demo.Counter"));
    assert!(header("target/margay/demo.Counter").contains("--criterion block-2"));
    let typed = run(&root, &["generate", "--class", "demo.Counter", "--criterion", "path"]);
    assert!(typed.status.success(), "{}", text(&typed.stderr));
    assert!(header("target/margay").contains("--criterion path"));
    write(&root, "margay.toml", "[generate]\n\ncriterions = 1\n");
    let wrong = run(&root, &["generate"]);
    assert_eq!(wrong.status.code(), Some(2));
    assert!(text(&wrong.stderr).contains("margay.toml:3: `criterions` is no option"));
}

#[test]
fn init_writes_a_file_that_changes_nothing() {
    let folder = tempfile::tempdir().expect("a folder");
    assert!(run(folder.path(), &["init"]).status.success());
    let written = fs::read_to_string(folder.path().join("margay.toml")).expect("it is written");
    assert!(written.contains("#max-paths = 10000\n"), "{written}");
    // What is the default of this depends on others.
    assert!(written.contains("[default: branch; loop-3 with"), "{written}");
    let config = text(&run(folder.path(), &["config"]).stdout);
    assert!(config.lines().skip(2).all(|line| line.ends_with("# default")), "{config}");
    assert_eq!(run(folder.path(), &["init"]).status.code(), Some(2));
}

#[test]
fn colours_are_as_asked_for() {
    let folder = tempfile::tempdir().expect("a folder");
    let stderr = |args: &[&str]| text(&run(folder.path(), args).stderr);
    assert!(stderr(&["--color", "always", "run", "Missing.java"]).contains("\u{1b}[31m"));
    assert!(!stderr(&["--color", "never", "run", "Missing.java"]).contains('\u{1b}'));
    assert!(!stderr(&["run", "Missing.java"]).contains('\u{1b}'));
}

#[test]
fn shells_and_man_know_every_command() {
    let folder = tempfile::tempdir().expect("a folder");
    for shell in ["bash", "zsh", "fish"] {
        let script = text(&run(folder.path(), &["completions", shell]).stdout);
        assert!(script.contains("max-paths") && script.contains("enumerate"), "{shell}");
    }
    assert!(run(folder.path(), &["man", "--out", "man"]).status.success());
    let page = fs::read_to_string(folder.path().join("man/margay-generate.1")).expect("a page");
    assert!(page.contains("criterion"));
    let version = text(&run(folder.path(), &["--version"]).stdout);
    assert!(version.starts_with("margay 0.") && version.contains("\nJDK "), "{version}");
}

/// Debian's repository, to which things can be added.
fn maven_repository(folder: &Path) -> PathBuf {
    let given = provided("ensure-maven");
    let repository = folder.join("repository");
    let status = Command::new("cp").arg("-rs").arg(&given).arg(&repository).status();
    assert!(status.expect("cp").success());
    repository
}

fn mvn(folder: &Path, repository: &Path, args: &[&str]) -> Output {
    Command::new("mvn")
        .current_dir(folder)
        .args(["-o", "-B", "-q"])
        .arg(format!("-Dmaven.repo.local={}", repository.display()))
        .args(args)
        .output()
        .expect("Maven runs")
}

/// Maven would look for the first module where it was never put.
#[cfg(unix)]
#[test]
fn modules_of_maven_need_not_be_installed() {
    let project = modules();
    let root = project.path();
    let local = maven_repository(root);
    let place = "<modelVersion>4.0.0</modelVersion><groupId>demo</groupId><version>1</version>";
    let pom = |name: &str, more: &str| {
        format!("<project>{place}<artifactId>{name}</artifactId>{more}</project>")
    };
    let java = "<properties><maven.compiler.source>17</maven.compiler.source>\
                <maven.compiler.target>17</maven.compiler.target></properties>";
    let modules =
        "<packaging>pom</packaging><modules><module>core</module><module>app</module></modules>";
    let core = "<dependencies><dependency><groupId>demo</groupId><artifactId>core</artifactId>\
                <version>1</version></dependency></dependencies>";
    write(root, "pom.xml", &pom("all", modules));
    write(root, "core/pom.xml", &pom("core", java));
    write(root, "app/pom.xml", &pom("app", &format!("{java}{core}")));
    let words = format!("exec mvn -o -Dmaven.repo.local={} \"$@\"", local.display());
    stand_in(root, "mvnw", &words);
    // From the module alone, too, where nothing says what is beside it.
    for folder in [root.to_owned(), root.join("app")] {
        let _ = fs::remove_dir_all(root.join("app/target/margay"));
        let done = run(&folder, &["generate"]);
        assert!(done.status.success(), "{}", text(&done.stderr));
        let greeter = fs::read_to_string(root.join("app/target/margay/cases.jsonl"));
        let greeter = greeter.expect("cases");
        assert!(!greeter.contains("NoClassDefFoundError"), "{greeter}");
        let kept = fs::read_to_string(root.join("app/target/margay/class-path")).expect("kept");
        assert!(kept.contains("core/target/classes"), "{kept}");
    }
}

#[cfg(unix)]
#[test]
fn the_maven_plugin_runs_the_program_on_a_project() {
    let folder = tempfile::tempdir().expect("a folder");
    let root = folder.path();
    let local = maven_repository(root);
    let plugin = root.join("maven-plugin");
    let copied = Command::new("cp").arg("-r").arg(repository("maven-plugin")).arg(&plugin).status();
    assert!(copied.expect("cp").success());
    let built = mvn(&plugin, &local, &["package"]);
    assert!(built.status.success(), "{}{}", text(&built.stdout), text(&built.stderr));
    let place = local.join("io/github/margay-tools/margay-maven-plugin/0.1.0");
    fs::create_dir_all(&place).expect("a folder");
    let name = "margay-maven-plugin-0.1.0";
    fs::copy(plugin.join(format!("target/{name}.jar")), place.join(format!("{name}.jar")))
        .expect("it is built");
    fs::copy(plugin.join("pom.xml"), place.join(format!("{name}.pom"))).expect("it is there");
    let project = root.join("project");
    write(
        &project,
        "pom.xml",
        "<project><modelVersion>4.0.0</modelVersion><groupId>demo</groupId>\
         <artifactId>demo</artifactId><version>1</version></project>",
    );
    write(&project, "src/main/java/demo/Counter.java", COUNTER);
    compile(&project, "target/classes", ".", "src/main/java/demo/Counter.java");
    let program = margay().get_program().to_string_lossy().into_owned();
    let program = format!("-Dmargay.program={program}");
    let goal = |name: &str| format!("io.github.margay-tools:margay-maven-plugin:0.1.0:{name}");
    let run = |name: &str, more: &[&str]| {
        let goal = goal(name);
        let done = mvn(&project, &local, &[&[goal.as_str(), &program], more].concat());
        (done.status.success(), text(&done.stdout) + &text(&done.stderr))
    };
    let (good, said) = run("generate", &["-Dmargay.write=true"]);
    assert!(good, "{said}");
    assert!(project.join("src/test/java/demo/CounterTest.java").is_file(), "{said}");
    assert!(project.join("target/margay/cases.jsonl").is_file(), "{said}");
    let (good, said) = run("check", &["-Dmargay.options=--property no-exceptions"]);
    assert!(!good && said.contains("margay has ended with 1"), "{said}");
    assert!(project.join("target/margay/verdicts.sarif").is_file(), "{said}");
    let (good, said) = run("report", &[]);
    assert!(good, "{said}");
    assert!(project.join("target/margay/index.html").is_file(), "{said}");
}
