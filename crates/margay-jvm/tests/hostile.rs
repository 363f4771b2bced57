//! Damaged and hostile class files: an error that says where, never a panic, and no IR that
//! breaks its rules.

mod common;

use margay_ir::{World, validate};
use margay_jvm::classpath::ClassPath;
use margay_jvm::load::{ClassBytes, Loader};
use ristretto_classfile::ClassFile;
use ristretto_classfile::attributes::{Attribute, Instruction};
use std::cell::RefCell;
use std::collections::BTreeMap;
use std::rc::Rc;

type Files = Rc<RefCell<BTreeMap<String, Option<Vec<u8>>>>>;

/// Class files in memory, the rest from the JDK, read once.
struct Memory {
    files: Files,
    jdk: Rc<RefCell<ClassPath>>,
}

impl ClassBytes for Memory {
    fn find(&mut self, name: &str) -> Result<Option<Vec<u8>>, String> {
        let mut files = self.files.borrow_mut();
        if let Some(known) = files.get(name) {
            return Ok(known.clone());
        }
        let found = self.jdk.borrow_mut().find(name).map_err(|error| error.to_string())?;
        files.insert(name.to_owned(), found.clone());
        Ok(found)
    }

    fn module_of(&mut self, _: &str) -> Option<String> {
        None
    }
}

/// A small generator: the same numbers on every run.
struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0
    }

    fn below(&mut self, limit: usize) -> usize {
        (self.next() % limit as u64) as usize
    }
}

/// Changes a few bytes; sometimes cuts or repeats a piece.
fn mutate(bytes: &[u8], random: &mut Random) -> Vec<u8> {
    let mut bytes = bytes.to_vec();
    for _ in 0..1 + random.below(4) {
        let at = random.below(bytes.len());
        match random.below(8) {
            0 => bytes[at] = random.next() as u8,
            1 => bytes[at] ^= 1 << random.below(8),
            2 => bytes[at] = [0, 1, 0x7f, 0x80, 0xff][random.below(5)],
            3 => bytes[at] = bytes[at].wrapping_add(1),
            4 => bytes[at] = bytes[random.below(bytes.len())],
            5 => bytes.truncate(at.max(10)),
            6 => drop(bytes.drain(at..(at + 2).min(bytes.len() - 1))),
            _ => bytes.insert(at, random.next() as u8),
        }
    }
    bytes
}

/// What became of the mutants.
#[derive(Debug, Default)]
struct Tally {
    refused: u32,
    malformed: u32,
    lowered: u32,
}

/// Loads a class and lowers what it can.
fn digest(files: &Files, jdk: &Rc<RefCell<ClassPath>>, name: &str, tally: &mut Tally) {
    let mut world = World::new();
    let mut loader = Loader::new(Box::new(Memory { files: Rc::clone(files), jdk: Rc::clone(jdk) }));
    let class = world.class_named(name);
    if let Err(error) = loader.load(&mut world, class) {
        assert!(error.to_string().starts_with("class "), "{error}");
        tally.refused += 1;
        return;
    }
    for method in world.loaded(class).methods.clone() {
        match loader.body(&mut world, method) {
            Ok(function) => {
                tally.lowered += 1;
                if let Err(error) = validate(&function) {
                    let text = margay_ir::print::display(&function, &world);
                    panic!("{error}\n{text}");
                }
            }
            Err(error) => {
                tally.malformed += 1;
                let text = error.to_string();
                assert!(text.starts_with(&format!("{name}.")), "{text}");
            }
        }
    }
}

fn jdk_classes() -> Rc<RefCell<ClassPath>> {
    let jdk = &common::jdks()[0];
    let classes = ClassPath::open(&[], jdk).expect("the JDK has classes");
    Rc::new(RefCell::new(classes))
}

/// Classes that `javac` or the JDK made, by name.
fn originals(classes: &Rc<RefCell<ClassPath>>) -> Vec<(&'static str, Vec<u8>)> {
    let folder = common::compile(&common::jdks()[0], "Shapes.java", &["-g"]);
    let compiled = ["Shapes", "Shapes$Box", "Shapes$Shape", "Shapes$Color"].map(|name| {
        let path = folder.path().join(format!("{name}.class"));
        (name, std::fs::read(path).expect("javac made it"))
    });
    let library = ["java/util/ArrayDeque", "java/lang/StringLatin1", "java/time/Year"];
    let library = library.map(|name| {
        let bytes = classes.borrow_mut().find(name).expect("the JDK is sound");
        (name, bytes.expect("the JDK has it"))
    });
    compiled.into_iter().chain(library).collect()
}

/// Digests mutants of each class in turn. A mutation that fails gives none.
fn sweep(rounds: usize, mutation: impl Fn(&[u8], &mut Random) -> Option<Vec<u8>>) -> Tally {
    let classes = jdk_classes();
    let originals = originals(&classes);
    let files: Files = Files::default();
    for (name, bytes) in &originals {
        files.borrow_mut().insert((*name).to_owned(), Some(bytes.clone()));
    }
    let mut random = Random(0x9e37_79b9_7f4a_7c15);
    let mut tally = Tally::default();
    for round in 0..rounds {
        let (name, bytes) = &originals[round % originals.len()];
        let Some(mutant) = mutation(bytes, &mut random) else {
            continue;
        };
        files.borrow_mut().insert((*name).to_owned(), Some(mutant));
        digest(&files, &classes, name, &mut tally);
        files.borrow_mut().insert((*name).to_owned(), Some(bytes.clone()));
    }
    tally
}

// Each way to end must have been taken often, or the tests test little.

#[test]
fn files_with_changed_bytes_are_refused_or_lowered() {
    let tally = sweep(4000, |bytes, random| Some(mutate(bytes, random)));
    assert!(tally.refused > 1000 && tally.malformed > 200 && tally.lowered > 1000, "{tally:?}");
}

#[test]
fn methods_with_changed_instructions_are_refused_or_lowered() {
    let tally = sweep(2000, mutate_code);
    assert!(tally.malformed > 1000 && tally.lowered > 1000, "{tally:?}");
}

/// Exchanges instructions, operands' types be damned, and lies about limits and handlers.
fn mutate_code(bytes: &[u8], random: &mut Random) -> Option<Vec<u8>> {
    let mut file = ClassFile::from_bytes(bytes).ok()?;
    let spare: Vec<Instruction> = file.methods.iter().flat_map(instructions).cloned().collect();
    for method in &mut file.methods {
        for attribute in &mut method.attributes {
            let Attribute::Code { max_stack, max_locals, code, exception_table, .. } = attribute
            else {
                continue;
            };
            for _ in 0..random.below(3) {
                let at = random.below(code.len());
                code[at] = spare[random.below(spare.len())].clone();
            }
            let (choice, at) = (random.below(12), random.below(code.len()));
            match choice {
                0 => *max_stack /= 2,
                1 => *max_locals = max_locals.saturating_sub(1),
                2 => code.truncate(1 + at),
                3 => code.swap(0, at),
                4 => {
                    for entry in exception_table {
                        entry.range_pc.end = entry.range_pc.end.saturating_add(2);
                        entry.handler_pc = at as u16;
                    }
                }
                _ => {}
            }
        }
    }
    let mut mutant = Vec::new();
    file.to_bytes(&mut mutant).ok()?;
    Some(mutant)
}

fn instructions(method: &ristretto_classfile::Method) -> &[Instruction] {
    let code = method.attributes.iter().find_map(|attribute| match attribute {
        Attribute::Code { code, .. } => Some(code.as_slice()),
        _ => None,
    });
    code.unwrap_or_default()
}
