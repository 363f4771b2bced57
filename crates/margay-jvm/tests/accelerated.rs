//! Every container method that is accelerated is one that a JDK has: a wrong name or descriptor
//! would go unnoticed, since the bytecode does the same.

use margay_ir::World;
use margay_jvm::classpath::ClassPath;
use margay_jvm::intrinsics::replaced;
use margay_jvm::jdk::{Jdk, JdkSearch};
use margay_jvm::load::Loader;

#[test]
fn accelerated_methods_exist() {
    let mut jdks = JdkSearch::of_this_machine().installed();
    jdks.push(Jdk::discover(None).expect("tests need a JDK: see scripts/test"));
    for jdk in jdks {
        let class_path = ClassPath::open(&[], &jdk).expect("a class path");
        let (mut world, mut loader) = (World::new(), Loader::new(Box::new(class_path)));
        let methods = replaced().into_iter().filter(|method| {
            method.class.starts_with("java/util/") && method.why.starts_with("a container")
        });
        for method in methods.filter(|method| method.name != "*") {
            let class = world.class_named(method.class);
            loader.load(&mut world, class).unwrap_or_else(|error| panic!("{error}"));
            let declared = world.loaded(class).methods.iter().any(|id| {
                let found = world.method(*id);
                world.text(found.name) == method.name
                    && (method.descriptor.is_empty()
                        || world.text(found.descriptor) == method.descriptor)
            });
            assert!(declared, "JDK {} has no {method:?}", jdk.version);
        }
    }
}
