//! The messages of null pointer exceptions are those of the real JVM.

mod common;

use margay_ir::{InstKind, Trap};
use std::collections::BTreeSet;

/// All messages by method: `name <tab> message`.
fn lowered(jdk: &margay_jvm::jdk::Jdk, classes: &std::path::Path) -> BTreeSet<String> {
    let (mut world, mut loader) = common::world(jdk, classes);
    let mut messages = BTreeSet::new();
    for (name, function) in common::bodies(&mut world, &mut loader, "Nulls") {
        for inst in function.insts.values() {
            if let InstKind::Trap { trap: Trap::NullPointer, text, .. } = &inst.kind {
                let text = text.map(|text| String::from_utf16_lossy(world.units(text)));
                messages.insert(format!("{name}\t{}", text.as_deref().unwrap_or("null")));
            }
        }
    }
    messages
}

#[test]
fn messages_are_those_of_the_jvm() {
    for jdk in common::jdks().iter().filter(|jdk| jdk.javac.is_some()) {
        for options in [&["-g"][..], &["-g:none"]] {
            let classes = common::compile(jdk, "Nulls.java", options);
            let printed = common::run(jdk, classes.path(), "Nulls");
            let expected: BTreeSet<String> = printed.lines().map(str::to_owned).collect();
            assert!(expected.len() > 130, "{printed}");
            let lowered = lowered(jdk, classes.path());
            let missing: Vec<_> = expected.difference(&lowered).collect();
            assert!(missing.is_empty(), "JDK {}: {missing:#?}", jdk.full_version);
        }
    }
}
