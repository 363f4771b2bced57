//! Which JDK is found, and what is said when none is.

use super::{Fault, Jdk, JdkError, JdkSearch, feature_number, program};
use std::fs;
use std::path::{Path, PathBuf};
use tempfile::TempDir;

/// A folder that looks like a JDK.
fn install(place: &Path, name: &str, version: &str, with_javac: bool) -> PathBuf {
    let home = place.join(name);
    fs::create_dir_all(home.join("lib")).unwrap();
    fs::create_dir_all(home.join("bin")).unwrap();
    fs::write(home.join("lib/modules"), "").unwrap();
    fs::write(home.join("release"), format!("A=\"1\"\nJAVA_VERSION=\"{version}\"\n")).unwrap();
    fs::write(home.join("bin").join(program("java")), "").unwrap();
    if with_javac {
        fs::write(home.join("bin").join(program("javac")), "").unwrap();
    }
    home
}

#[test]
fn reads_version_and_tools() {
    let dir = TempDir::new().unwrap();
    let jdk = Jdk::at(&install(dir.path(), "a", "17.0.15", true)).unwrap();
    assert_eq!((jdk.version, jdk.full_version.as_str()), (17, "17.0.15"));
    assert!(jdk.javac.is_some());
    let runtime = Jdk::at(&install(dir.path(), "b", "25", false)).unwrap();
    assert_eq!((runtime.version, runtime.javac), (25, None));
}

#[test]
fn feature_numbers() {
    assert_eq!(feature_number("17.0.15"), Some(17));
    assert_eq!(feature_number("1.8.0_422"), Some(8));
    assert_eq!(feature_number("26-ea"), Some(26));
    assert_eq!(feature_number("unknown"), None);
    assert_eq!(feature_number("99999999"), None);
}

#[test]
fn faults_are_told_apart() {
    let dir = TempDir::new().unwrap();
    let at = |name: &str| Jdk::at(&dir.path().join(name)).unwrap_err();
    assert_eq!(at("nowhere"), Fault::Missing);

    fs::create_dir(dir.path().join("empty")).unwrap();
    assert_eq!(at("empty"), Fault::NoModules);

    install(dir.path(), "old", "1.8.0_422", true);
    assert_eq!(at("old"), Fault::TooOld(8));

    fs::create_dir_all(dir.path().join("bare8/jre/lib")).unwrap();
    fs::write(dir.path().join("bare8/jre/lib/rt.jar"), "").unwrap();
    assert_eq!(at("bare8"), Fault::TooOld(8));

    let unnamed = install(dir.path(), "unnamed", "17", true);
    fs::remove_file(unnamed.join("release")).unwrap();
    assert_eq!(at("unnamed"), Fault::NoVersion);
}

#[test]
fn macos_bundle() {
    let dir = TempDir::new().unwrap();
    let home = install(&dir.path().join("x.jdk/Contents"), "Home", "21.0.1", true);
    assert_eq!(Jdk::at(&dir.path().join("x.jdk")).unwrap().home, home);
}

#[test]
fn what_the_user_names_wins_or_fails() {
    let dir = TempDir::new().unwrap();
    let a = install(dir.path(), "a", "17", true);
    let b = install(dir.path(), "b", "21", true);
    let mut search = JdkSearch {
        java_home: Some(a.clone().into()),
        path: None,
        places: vec![dir.path().into()],
    };
    assert_eq!(search.discover(Some(&b)).unwrap().version, 21);
    assert_eq!(search.discover(None).unwrap().version, 17);

    search.java_home = Some(dir.path().join("gone").into());
    let error = search.discover(None).unwrap_err();
    assert!(matches!(
        error,
        JdkError::Unusable { variable: Some("JAVA_HOME"), fault: Fault::Missing, .. }
    ));

    search.java_home = Some("".into());
    assert_eq!(search.discover(None).unwrap().version, 21, "empty is unset");
}

#[test]
fn the_path_comes_before_the_usual_places() {
    let dir = TempDir::new().unwrap();
    let on_path = install(dir.path(), "a", "17", true);
    install(dir.path(), "b", "25", true);
    let search = JdkSearch {
        java_home: None,
        path: Some(on_path.join("bin").into()),
        places: vec![dir.path().into()],
    };
    assert_eq!(search.discover(None).unwrap().version, 17);
}

#[cfg(unix)]
#[test]
fn links_on_the_path_are_followed() {
    let dir = TempDir::new().unwrap();
    let home = install(dir.path(), "a", "17", true);
    let bin = dir.path().join("links");
    fs::create_dir(&bin).unwrap();
    std::os::unix::fs::symlink(home.join("bin/java"), bin.join("java")).unwrap();
    let search = JdkSearch { path: Some(bin.into()), ..JdkSearch::default() };
    assert_eq!(search.discover(None).unwrap().version, 17);
}

#[test]
fn usual_places_prefer_compilers_then_the_newest() {
    let dir = TempDir::new().unwrap();
    install(dir.path(), "a", "17", true);
    install(dir.path(), "b", "21", true);
    install(dir.path(), "c", "25", false);
    let search = JdkSearch { places: vec![dir.path().into()], ..JdkSearch::default() };
    let versions: Vec<u16> = search.installed().iter().map(|jdk| jdk.version).collect();
    assert_eq!(versions, [21, 17, 25]);
}

#[test]
fn nothing_found_tells_what_was_tried_and_what_to_do() {
    let dir = TempDir::new().unwrap();
    let search = JdkSearch { places: vec![dir.path().into()], ..JdkSearch::default() };
    let error = search.discover(None).unwrap_err().to_string();
    assert!(error.contains(&dir.path().display().to_string()), "{error}");
    assert!(error.contains("\nfix: "), "{error}");
}
