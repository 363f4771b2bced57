//! Class files made by hand.

use margay_jvm::load::ClassBytes;
use ristretto_classfile::attributes::{Attribute, ExceptionTableEntry, Instruction};
use ristretto_classfile::{
    ClassAccessFlags, ClassFile, ConstantPool, JAVA_17, Method, MethodAccessFlags,
};
use std::collections::BTreeMap;

/// A class with one static method `m`.
pub struct Assembler {
    pub pool: ConstantPool<'static>,
    pub handlers: Vec<ExceptionTableEntry>,
    pub max_stack: u16,
    pub max_locals: u16,
    this_class: u16,
    super_class: u16,
}

impl Assembler {
    /// A class called so, which extends `java/lang/Object`.
    pub fn new(name: &str) -> Self {
        Self::extending(name, "java/lang/Object")
    }

    pub fn extending(name: &str, superclass: &str) -> Self {
        let mut pool = ConstantPool::new();
        let this_class = pool.add_class(name).expect("room");
        let super_class = pool.add_class(superclass).expect("room");
        Assembler {
            pool,
            handlers: Vec::new(),
            max_stack: 8,
            max_locals: 8,
            this_class,
            super_class,
        }
    }

    pub fn class(&mut self, name: &str) -> u16 {
        self.pool.add_class(name).expect("room")
    }

    pub fn field(&mut self, class: &str, name: &str, descriptor: &str) -> u16 {
        let class = self.class(class);
        self.pool.add_field_ref(class, name, descriptor).expect("room")
    }

    pub fn method(&mut self, class: &str, name: &str, descriptor: &str) -> u16 {
        let class = self.class(class);
        self.pool.add_method_ref(class, name, descriptor).expect("room")
    }

    /// Instructions `range` are covered by a handler at `target`.
    pub fn handler(&mut self, range: std::ops::Range<u16>, target: u16, catch: u16) {
        self.handlers.push(ExceptionTableEntry {
            range_pc: range,
            handler_pc: target,
            catch_type: catch,
        });
    }

    /// The class with the method's code.
    pub fn file(mut self, descriptor: &str, code: Vec<Instruction>) -> ClassFile<'static> {
        let method = Method {
            access_flags: MethodAccessFlags::STATIC,
            name_index: self.pool.add_utf8("m").expect("room"),
            descriptor_index: self.pool.add_utf8(descriptor).expect("room"),
            attributes: vec![Attribute::Code {
                name_index: self.pool.add_utf8("Code").expect("room"),
                max_stack: self.max_stack,
                max_locals: self.max_locals,
                code,
                exception_table: self.handlers,
                attributes: Vec::new(),
            }],
        };
        ClassFile {
            version: JAVA_17,
            constant_pool: self.pool,
            access_flags: ClassAccessFlags::SUPER,
            this_class: self.this_class,
            super_class: self.super_class,
            methods: vec![method],
            ..ClassFile::default()
        }
    }
}

/// The bytes of a class file.
pub fn bytes(file: &ClassFile) -> Vec<u8> {
    let mut bytes = Vec::new();
    file.to_bytes(&mut bytes).expect("the file can be written");
    bytes
}

/// `java/lang/Object`, without members.
fn object() -> Vec<u8> {
    let mut file = Assembler::new("java/lang/Object").file("()V", vec![Instruction::Return]);
    file.super_class = 0;
    bytes(&file)
}

/// A class path in memory that holds `java/lang/Object` and what it is given.
pub struct Classes(BTreeMap<String, Vec<u8>>);

impl Classes {
    pub fn new<const N: usize>(classes: [(&str, Vec<u8>); N]) -> Self {
        let given = classes.into_iter();
        let all = given.chain([("java/lang/Object", object())]);
        Classes(all.map(|(name, bytes)| (name.to_owned(), bytes)).collect())
    }
}

impl ClassBytes for Classes {
    fn find(&mut self, name: &str) -> Result<Option<Vec<u8>>, String> {
        Ok(self.0.get(name).cloned())
    }

    fn module_of(&mut self, _: &str) -> Option<String> {
        None
    }
}
