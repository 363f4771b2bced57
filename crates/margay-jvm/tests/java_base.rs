//! Every method of the JDK's base module, its lambda expressions included, lowers to valid IR.

use margay_ir::{ClassId, InstKind, MethodId, Terminator, World, validate};
use margay_jvm::classpath::ClassPath;
use margay_jvm::jdk::{Image, Jdk, Search};
use margay_jvm::load::Loader;
use std::collections::BTreeMap;
use std::time::{Duration, Instant};

/// Lowers whatever it is given and keeps count.
struct Sweep {
    world: World,
    loader: Loader,
    methods: u32,
    lambdas: u32,
    time: Duration,
    slowest: (Duration, String),
    unsupported: BTreeMap<String, u32>,
}

impl Sweep {
    fn class(&mut self, class: ClassId) {
        let loaded = self.loader.load(&mut self.world, class);
        loaded.unwrap_or_else(|error| panic!("{error}"));
        for method in self.world.loaded(class).methods.clone() {
            let data = self.world.method(method);
            if !data.is_abstract() && !data.is_native() {
                self.method(method);
            }
        }
    }

    fn method(&mut self, method: MethodId) {
        let start = Instant::now();
        let function = self.loader.body(&mut self.world, method);
        let time = start.elapsed();
        let function = function.unwrap_or_else(|error| panic!("{error}"));
        self.time += time;
        if time > self.slowest.0 {
            self.slowest = (time, function.name.clone());
        }
        self.methods += 1;
        if let Err(error) = validate(&function) {
            let text = margay_ir::print::display(&function, &self.world);
            panic!("{}: {error}\n{text}", function.name);
        }
        for block in function.blocks.values() {
            if let Terminator::Unsupported(reason) = &block.terminator {
                let reason = self.world.text(*reason).to_owned();
                *self.unsupported.entry(reason).or_default() += 1;
            }
        }
        for inst in function.insts.values() {
            let lambda = match &inst.kind {
                InstKind::New(class) => *class,
                InstKind::GetStatic(field) => self.world.field_symbol(*field).class,
                _ => continue,
            };
            let is_new = self.world.class(lambda).is_none();
            if is_new && self.world.class_name(lambda).contains("$$Lambda$") {
                self.lambdas += 1;
                self.class(lambda);
            }
        }
    }
}

fn sweep(jdk: &Jdk) -> Sweep {
    let image = Image::open(&jdk.modules).expect("the JDK has an image");
    let names = image.names().expect("the image is sound");
    let classes = ClassPath::open(&[], jdk).expect("the JDK has classes");
    let mut sweep = Sweep {
        world: World::new(),
        loader: Loader::new(Box::new(classes)),
        methods: 0,
        lambdas: 0,
        time: Duration::ZERO,
        slowest: (Duration::ZERO, String::new()),
        unsupported: BTreeMap::new(),
    };
    for name in names {
        let name = name.strip_prefix("/java.base/");
        let name = name.and_then(|name| name.strip_suffix(".class"));
        if let Some(name) = name.filter(|name| *name != "module-info") {
            let class = sweep.world.class_named(name);
            sweep.class(class);
        }
    }
    sweep
}

#[test]
#[allow(clippy::print_stdout, reason = "figures for those who run it to measure")]
fn every_method_of_java_base_lowers_to_valid_ir() {
    let jdks = Search::of_this_machine().installed();
    assert!(!jdks.is_empty(), "a JDK is needed");
    for jdk in jdks {
        let sweep = sweep(&jdk);
        println!(
            "JDK {}: {} methods and {} lambda classes, {:?} per method, {:?} at most",
            jdk.full_version,
            sweep.methods,
            sweep.lambdas,
            sweep.time / sweep.methods,
            sweep.slowest,
        );
        assert!(sweep.methods > 50_000 && sweep.lambdas > 500);
        assert_eq!(sweep.unsupported, BTreeMap::new());
    }
}
