//! Module images, damaged ones included.

use super::{Image, ImageError};
use crate::jdk::{Jdk, JdkSearch};
use std::fs;
use std::path::PathBuf;
use tempfile::TempDir;

/// Every JDK of this machine: the tests must pass on each.
fn jdks() -> Vec<Jdk> {
    let mut jdks = JdkSearch::of_this_machine().installed();
    jdks.extend(Jdk::discover(None));
    assert!(!jdks.is_empty(), "the tests need a JDK");
    jdks
}

#[test]
fn finds_classes_of_all_modules() {
    for jdk in jdks() {
        let mut image = Image::open(&jdk.modules).unwrap();
        for (name, module) in [
            ("java/lang/Object", "java.base"),
            ("java/util/HashMap$Node", "java.base"),
            ("java/sql/Connection", "java.sql"),
            ("java/util/logging/Logger", "java.logging"),
        ] {
            let package = &name[..name.rfind('/').unwrap()];
            assert_eq!(image.module_of(package).unwrap().as_deref(), Some(module));
            let bytes = image.class(name).unwrap().expect(name);
            assert_eq!(bytes[..4], [0xCA, 0xFE, 0xBA, 0xBE], "{name}");
        }
        for absent in ["java/lang/Nothing", "no/such/Package", "Object", "", "/", "java//Object"] {
            assert!(image.class(absent).unwrap().is_none(), "{absent}");
        }
    }
}

#[test]
fn every_name_leads_to_its_resource() {
    for jdk in jdks() {
        let mut image = Image::open(&jdk.modules).unwrap();
        let names = image.names().unwrap();
        assert!(names.len() > 10_000);
        for name in names.iter().step_by(97).filter(|n| n.ends_with(".class")) {
            assert!(image.resource(name).unwrap().is_some(), "{name}");
        }
    }
}

/// An image of one resource `/m/a/B.class` with the given attributes of its location.
fn tiny(attributes: &[(u8, u8)]) -> Vec<u8> {
    let strings = b"\0m\0a\0B\0class\0";
    let mut locations: Vec<u8> = [(1, 1), (2, 3), (3, 5), (4, 7)]
        .iter()
        .chain(attributes)
        .flat_map(|(kind, value)| [kind << 3, *value])
        .collect();
    locations.push(0);
    let words = [
        0xCAFE_DADA,
        1 << 16,
        0,
        1,
        1,
        u32::try_from(locations.len()).unwrap(),
        u32::try_from(strings.len()).unwrap(),
        !0, // redirect: entry 0
        0,  // offset of its location
    ];
    let words = words.iter().flat_map(|word: &u32| word.to_le_bytes());
    words.chain(locations).chain(strings.iter().copied()).chain(*b"data").collect()
}

fn write(bytes: &[u8]) -> (TempDir, PathBuf) {
    let dir = TempDir::new().unwrap();
    let path = dir.path().join("modules");
    fs::write(&path, bytes).unwrap();
    (dir, path)
}

#[test]
fn reads_what_the_attributes_say() {
    let (_dir, path) = write(&tiny(&[(5, 1), (7, 3), (8, 99)]));
    let bytes = Image::open(&path).unwrap().resource("/m/a/B.class");
    assert_eq!(bytes.unwrap().unwrap(), b"ata");
}

#[test]
fn compressed_is_an_error() {
    let (_dir, path) = write(&tiny(&[(6, 2), (7, 4)]));
    let error = Image::open(&path).unwrap().resource("/m/a/B.class");
    let error = error.unwrap_err();
    assert!(matches!(error, ImageError::Compressed { .. }));
    assert!(error.to_string().contains("is compressed"), "{error}");
}

#[test]
fn sizes_beyond_the_file_are_not_believed() {
    let (_dir, path) = write(&tiny(&[(5, 1), (7, 4)]));
    let error = Image::open(&path).unwrap().resource("/m/a/B.class");
    assert!(matches!(error, Err(ImageError::Malformed { .. })));

    let mut lying = tiny(&[(7, 4)]);
    lying[16..20].copy_from_slice(&u32::MAX.to_le_bytes());
    let (_dir, path) = write(&lying);
    assert!(matches!(Image::open(&path), Err(ImageError::Malformed { .. })));
}

#[test]
fn no_damage_makes_it_panic() {
    let whole = tiny(&[(5, 0), (7, 4)]);
    for at in 0..whole.len() {
        let truncated = whole[..at].to_vec();
        let changed = [0x00, 0x01, 0x7f, 0x80, 0xff].map(|byte| {
            let mut bytes = whole.clone();
            bytes[at] = byte;
            bytes
        });
        for bytes in changed.into_iter().chain([truncated]) {
            let (_dir, path) = write(&bytes);
            if let Ok(mut image) = Image::open(&path) {
                let _ = image.resource("/m/a/B.class");
                let _ = image.class("a/B");
                let _ = image.names();
            }
        }
    }
}
