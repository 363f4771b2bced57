//! Every method of the JDK's base module lowers to valid IR.

use margay_ir::{Terminator, World, validate};
use margay_jvm::jdk::{Image, Search};
use margay_jvm::load::{ClassBytes, Loader};
use std::collections::BTreeMap;

struct Base(Image);

impl ClassBytes for Base {
    fn find(&mut self, name: &str) -> Result<Option<Vec<u8>>, String> {
        self.0.class(name).map_err(|error| error.to_string())
    }
}

#[test]
fn every_method_of_java_base_lowers_to_valid_ir() {
    let jdks = Search::of_this_machine().installed();
    assert!(!jdks.is_empty(), "a JDK is needed");
    for jdk in jdks {
        let image = Image::open(&jdk.modules).unwrap();
        let names = image.names().unwrap();
        let names = names.iter().filter_map(|name| {
            let name = name.strip_prefix("/java.base/")?.strip_suffix(".class")?;
            (name != "module-info").then_some(name)
        });
        let mut world = World::new();
        let mut loader = Loader::new(Box::new(Base(image)));
        let mut unsupported: BTreeMap<String, u32> = BTreeMap::new();
        let (mut methods, mut blocks, mut time) = (0_u32, 0, std::time::Duration::ZERO);
        for name in names {
            let class = world.class_named(name);
            loader.load(&mut world, class).unwrap();
            for method in world.loaded(class).methods.clone() {
                let data = world.method(method);
                if data.is_abstract() || data.is_native() {
                    continue;
                }
                let start = std::time::Instant::now();
                let function = loader.body(&mut world, method).unwrap();
                time += start.elapsed();
                methods += 1;
                blocks += function.blocks.len();
                if let Err(error) = validate(&function) {
                    panic!(
                        "{}: {error}\n{}",
                        function.name,
                        margay_ir::print::display(&function, &world)
                    );
                }
                for block in function.blocks.values() {
                    if let Terminator::Unsupported(reason) = &block.terminator {
                        *unsupported
                            .entry(world.text(*reason).to_owned())
                            .or_default() += 1;
                    }
                }
            }
        }
        println!(
            "{}: {methods} {blocks} {time:?} {unsupported:#?}",
            jdk.full_version
        );
    }
}
