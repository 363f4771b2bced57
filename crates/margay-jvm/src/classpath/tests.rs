//! Class paths of folders, jars and single files, damaged ones included.

use super::{ClassPath, ClassPathError, Outline};
use crate::jdk::Jdk;
use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use tempfile::TempDir;
use zip::ZipWriter;
use zip::write::SimpleFileOptions;

/// The start of a class file that calls itself `name`: all that a class path looks at.
/// `mark` tells copies apart.
fn class(name: &str, mark: u8) -> Vec<u8> {
    let length = u16::try_from(name.len()).unwrap().to_be_bytes();
    let mut bytes = vec![0xCA, 0xFE, 0xBA, 0xBE, 0, 0, 0, 61, 0, 5];
    bytes.extend([5, 0, 0, 0, 0, 0, 0, 0, mark]); // a long takes two places
    bytes.extend([7, 0, 4, 1]);
    bytes.extend(length);
    bytes.extend(name.as_bytes());
    bytes.extend([0, 0x21, 0, 3, 0, 0]);
    bytes.extend([0; 6]); // no interfaces, fields, methods
    bytes
}

fn write(root: &Path, file: &str, bytes: &[u8]) -> PathBuf {
    let path = root.join(file);
    fs::create_dir_all(path.parent().unwrap()).unwrap();
    fs::write(&path, bytes).unwrap();
    path
}

fn zipped(files: &[(&str, &[u8])]) -> Vec<u8> {
    let mut zip = ZipWriter::new(std::io::Cursor::new(Vec::new()));
    for (name, bytes) in files {
        zip.start_file(*name, SimpleFileOptions::default()).unwrap();
        zip.write_all(bytes).unwrap();
    }
    zip.finish().unwrap().into_inner()
}

fn jdk() -> Jdk {
    Jdk::discover(None).expect("the tests need a JDK")
}

fn open(entries: &[PathBuf]) -> Result<ClassPath, ClassPathError> {
    ClassPath::open(entries, &jdk())
}

#[test]
fn outlines() {
    let whole = class("demo/List", 0);
    let outline = Outline::of(&whole).unwrap();
    assert_eq!((outline.name.as_str(), outline.has_main), ("demo/List", false));
    assert!(Outline::of(b"PK").unwrap_err().contains("CAFEBABE"));
    assert!(Outline::of(&class("../etc/passwd", 0)).is_err());
    for end in 0..whole.len() {
        assert!(Outline::of(&whole[..end]).is_err(), "{end}");
    }
}

#[test]
fn outlines_of_real_classes() {
    let mut cp = open(&[]).unwrap();
    for (name, has_main) in [
        ("java/lang/Object", false),
        ("java/util/HashMap$Node", false),
        ("java/lang/Math", false),
        ("com/sun/tools/javac/Main", true),
    ] {
        let bytes = cp.find(name).unwrap().unwrap();
        let name = name.to_owned();
        assert_eq!(Outline::of(&bytes), Ok(Outline { name, has_main }));
    }
}

#[test]
fn folders_in_order() {
    let dir = TempDir::new().unwrap();
    write(dir.path(), "a/demo/List.class", &class("demo/List", 1));
    write(dir.path(), "b/demo/List.class", &class("demo/List", 2));
    write(dir.path(), "b/demo/Map.class", &class("demo/Map", 2));
    write(dir.path(), "b/demo/package-info.class", b"");
    let mut cp = open(&[dir.path().join("a"), dir.path().join("b")]).unwrap();
    let first = cp.find("demo/List").unwrap();
    assert_eq!(first, Some(class("demo/List", 1)));
    assert_eq!(cp.find("demo/Map").unwrap(), Some(class("demo/Map", 2)));
    assert_eq!(cp.find("demo/Set").unwrap(), None);
    assert_eq!(cp.classes().unwrap(), ["demo/List", "demo/Map"]);
}

#[test]
fn only_the_jdk_defines_classes_in_packages_of_its_modules() {
    let dir = TempDir::new().unwrap();
    let [string, source, own] = ["java/lang/String", "javax/sql/DataSource", "javax/mine/Source"];
    for name in [string, source, own] {
        write(dir.path(), &format!("{name}.class"), b"mine");
    }
    let mut cp = open(&[dir.path().into()]).unwrap();
    // A JVM asks the module that has the package, and nobody else.
    for name in [string, source] {
        assert_ne!(cp.find(name).unwrap().unwrap(), b"mine", "{name}");
    }
    assert_eq!(cp.find(own).unwrap().unwrap(), b"mine");
}

#[test]
fn names_do_not_lead_out_of_a_folder() {
    let dir = TempDir::new().unwrap();
    write(dir.path(), "secret.class", b"secret");
    fs::create_dir_all(dir.path().join("root/sub")).unwrap();
    let mut cp = open(&[dir.path().join("root")]).unwrap();
    let absolute = dir.path().join("secret");
    for name in ["../secret", "sub/../../secret", absolute.to_str().unwrap(), "", "a//b", "a\0b"] {
        assert_eq!(cp.find(name).unwrap(), None, "{name}");
    }
}

#[cfg(unix)]
#[test]
fn links_that_lead_up_end() {
    let dir = TempDir::new().unwrap();
    write(dir.path(), "a/A.class", &class("a/A", 0));
    std::os::unix::fs::symlink(dir.path(), dir.path().join("a/loop")).unwrap();
    assert_eq!(open(&[dir.path().into()]).unwrap().classes().unwrap(), ["a/A"]);
}

#[test]
fn jars_and_stars() {
    let dir = TempDir::new().unwrap();
    let (a, b) = (class("demo/A", 0), class("demo/B", 0));
    write(dir.path(), "lib/b.jar", &zipped(&[("demo/B.class", &b), ("x.txt", b"")]));
    write(dir.path(), "lib/a.jar", &zipped(&[("demo/A.class", &a), ("demo/B.class", &a)]));
    write(dir.path(), "lib/readme.txt", b"not a jar");
    let mut cp = open(&[dir.path().join("lib/*")]).unwrap();
    assert_eq!(cp.find("demo/A").unwrap(), Some(a.clone()));
    assert_eq!(cp.find("demo/B").unwrap(), Some(a), "a.jar comes first");
    assert_eq!(cp.classes().unwrap(), ["demo/A", "demo/B"]);
}

#[test]
fn multi_release_takes_the_newest_the_jdk_knows() {
    let dir = TempDir::new().unwrap();
    let jdk = jdk();
    let own = format!("META-INF/versions/{}/demo/A.class", jdk.version);
    let newer = format!("META-INF/versions/{}/demo/A.class", jdk.version + 1);
    let versions = |multi_release: &str| {
        let manifest = format!("Manifest-Version: 1.0\nMulti-Release: {multi_release}\n\n");
        zipped(&[
            ("META-INF/MANIFEST.MF", manifest.as_bytes()),
            ("demo/A.class", b"base"),
            ("META-INF/versions/9/demo/A.class", b"nine"),
            (&own, b"own"),
            (&newer, b"newer"),
            ("META-INF/versions/8/demo/B.class", b"below nine"),
            ("META-INF/versions/9/demo/C.class", b"only nine"),
        ])
    };
    let multi = write(dir.path(), "multi.jar", &versions("true"));
    let plain = write(dir.path(), "plain.jar", &versions("false"));
    let mut cp = ClassPath::open(&[multi], &jdk).unwrap();
    assert_eq!(cp.find("demo/A").unwrap().unwrap(), b"own");
    assert_eq!(cp.find("demo/B").unwrap(), None);
    assert_eq!(cp.classes().unwrap(), ["demo/A", "demo/C"]);
    let mut cp = ClassPath::open(&[plain], &jdk).unwrap();
    assert_eq!(cp.find("demo/A").unwrap().unwrap(), b"base");
    assert_eq!(cp.classes().unwrap(), ["demo/A"]);
}

#[test]
fn single_class_in_its_place_and_out_of_it() {
    let dir = TempDir::new().unwrap();
    let node = class("demo/List$Node", 0);
    for place in ["out/demo", "moved"] {
        write(dir.path(), &format!("{place}/List.class"), &class("demo/List", 0));
        write(dir.path(), &format!("{place}/List$Node.class"), &node);
        write(dir.path(), &format!("{place}/Other.class"), &class("demo/Other", 0));
    }
    write(dir.path(), "out/util/U.class", &class("util/U", 0));
    let names = ["demo/List", "demo/List$Node"];

    let mut placed = open(&[dir.path().join("out/demo/List.class")]).unwrap();
    assert_eq!(placed.classes().unwrap(), names);
    assert!(placed.find("util/U").unwrap().is_some());

    let mut moved = open(&[dir.path().join("moved/List.class")]).unwrap();
    assert_eq!(moved.classes().unwrap(), names);
    assert!(moved.find("demo/List").unwrap().is_some());
    assert_eq!(moved.find("demo/List$Node").unwrap(), Some(node));
    assert_eq!(moved.find("util/U").unwrap(), None);
    assert_eq!(moved.find("List").unwrap(), None);
}

#[test]
fn errors_name_the_file() {
    let dir = TempDir::new().unwrap();
    let cases: [(&str, &[u8], &str); 4] = [
        ("x.txt", b"hello", "neither a folder nor"),
        ("x.jar", b"hello", "not a readable jar"),
        ("x.class", b"hello", "does not start with CAFEBABE"),
        ("empty.class", b"", "does not start with CAFEBABE"),
    ];
    for (file, bytes, expected) in cases {
        let path = write(dir.path(), file, bytes);
        let message = open(&[path]).unwrap_err().to_string();
        assert!(message.contains(file) && message.contains(expected), "{message}");
    }
    let missing = open(&[dir.path().join("gone.jar")]).unwrap_err();
    assert!(matches!(missing, ClassPathError::Missing(_)));
    let missing = open(&[dir.path().join("gone/*")]).unwrap_err();
    assert!(matches!(missing, ClassPathError::Missing(_)));
}

#[test]
fn a_damaged_entry_is_named() {
    let dir = TempDir::new().unwrap();
    let mut bytes = zipped(&[("demo/A.class", &[7; 4000])]);
    let data = 30 + "demo/A.class".len();
    bytes[data + 2] ^= 0xff;
    let jar = write(dir.path(), "x.jar", &bytes);
    let error = open(&[jar]).unwrap().find("demo/A").unwrap_err();
    assert!(error.to_string().contains("x.jar!/demo/A.class"), "{error}");
}

#[test]
fn a_bomb_is_not_unpacked() {
    let dir = TempDir::new().unwrap();
    let zeros = vec![0; 65 << 20];
    let jar = write(dir.path(), "bomb.jar", &zipped(&[("A.class", &zeros)]));
    let error = open(&[jar]).unwrap().find("A").unwrap_err();
    assert!(error.to_string().contains("larger than 64 MiB"), "{error}");
}

#[test]
fn damaged_jars_never_panic() {
    let dir = TempDir::new().unwrap();
    let manifest = b"Manifest-Version: 1.0\nMulti-Release: true\n\n";
    let whole = zipped(&[("META-INF/MANIFEST.MF", manifest), ("A.class", &class("A", 0))]);
    let jdk = jdk();
    for at in 0..whole.len() {
        let changed = [0x00, 0x7f, 0xff].map(|byte| {
            let mut bytes = whole.clone();
            bytes[at] = byte;
            bytes
        });
        for bytes in changed.iter().map(Vec::as_slice).chain([&whole[..at]]) {
            let jar = write(dir.path(), "x.jar", bytes);
            if let Ok(mut cp) = ClassPath::open(&[jar], &jdk) {
                let _ = cp.find("A");
                let _ = cp.classes();
            }
        }
    }
}

#[test]
fn suggestions() {
    let dir = TempDir::new().unwrap();
    write(dir.path(), "demo/LinkedList.class", b"");
    let cp = open(&[dir.path().into()]).unwrap();
    assert_eq!(cp.suggest("demo.LinkdList"), ["demo/LinkedList"]);
    assert_eq!(cp.suggest("LinkedList"), ["demo/LinkedList"]);
    assert_eq!(cp.suggest("java.utl.HashMap"), ["java/util/HashMap"]);
    assert!(cp.suggest("Qwertyuiop").is_empty());
}
