//! Every method of the JDK's base module, its lambda expressions included, lowers to valid IR, and
//! every class reads as the same when it is written in the IR's text form.

use margay_ir::function::Pos;
use margay_ir::{ClassId, Function, InstKind, MethodId, Terminator, World, parse, print, validate};
use margay_jvm::classpath::ClassPath;
use margay_jvm::jdk::{Image, Jdk, JdkSearch};
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
    /// Characters of text, and the time to write, read, compare and write them again.
    text: usize,
    text_time: Duration,
    slowest: (Duration, String),
    unsupported: BTreeMap<String, u32>,
}

impl Sweep {
    fn class(&mut self, class: ClassId) {
        let loaded = self.loader.load(&mut self.world, class);
        loaded.unwrap_or_else(|error| panic!("{error}"));
        let mut functions = BTreeMap::new();
        for method in self.world.loaded(class).methods.clone() {
            let data = self.world.method(method);
            if !data.is_abstract() && !data.is_native() {
                functions.insert(method, self.method(method));
            }
        }
        let start = Instant::now();
        self.text += write_and_read(&mut self.world, class, &functions);
        self.text_time += start.elapsed();
    }

    fn method(&mut self, method: MethodId) -> Function {
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
        function
    }
}

/// Writes a class, reads it, and finds the same class, functions and text. Gives the text's length.
fn write_and_read(
    world: &mut World,
    class: ClassId,
    functions: &BTreeMap<MethodId, Function>,
) -> usize {
    let text = print::class(world, class, &|method| functions.get(&method)).to_string();
    let mut program =
        parse::program(&text, world).unwrap_or_else(|error| panic!("{error}\n{text}"));
    let read = program.classes.swap_remove(&class).expect("the class is there");
    let methods = world.loaded(class).methods.clone();
    assert_eq!(methods.len(), read.functions.len());
    let read: BTreeMap<MethodId, Function> = methods
        .into_iter()
        .zip(read.functions)
        .filter_map(|(method, function)| Some((method, Function { method, ..function? })))
        .collect();
    assert_eq!(functions.len(), read.len());
    for (method, function) in functions {
        let read = &read[method];
        assert_eq!(validate(read), Ok(()), "{}", function.name);
        assert!(is_same(function, read), "{}:\n{text}", function.name);
    }
    let again = print::class(world, class, &|method| read.get(&method)).to_string();
    assert!(text == again, "{text}\nis written again as\n{again}");
    text.len()
}

/// Whether functions are the same but for positions and variables, which are the front end's, not the text's.
fn is_same(a: &Function, b: &Function) -> bool {
    fn unplaced(function: &Function) -> Function {
        let mut function = function.clone();
        function.lines.clear();
        function.variables.clear();
        function.insts.values_mut().for_each(|inst| inst.pos = Pos(0));
        function.blocks.values_mut().for_each(|block| block.end = Pos(0));
        function
    }
    unplaced(a) == unplaced(b)
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
        text: 0,
        text_time: Duration::ZERO,
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
fn every_method_of_java_base_lowers_to_valid_ir_and_reads_as_it_is_written() {
    let jdks = JdkSearch::of_this_machine().installed();
    assert!(!jdks.is_empty(), "a JDK is needed");
    for jdk in jdks {
        let sweep = sweep(&jdk);
        println!(
            "JDK {}: {} methods and {} lambda classes, {:?} per method, {:?} at most; \
             {} MB of text in {:?}",
            jdk.full_version,
            sweep.methods,
            sweep.lambdas,
            sweep.time / sweep.methods,
            sweep.slowest,
            sweep.text / 1_000_000,
            sweep.text_time,
        );
        assert!(sweep.methods > 50_000 && sweep.lambdas > 500);
        assert_eq!(sweep.unsupported, BTreeMap::new());
    }
}
