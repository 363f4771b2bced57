//! A Java program as the translation to CLP asks for it.

use crate::generate::Generator;
use crate::graph::class_in;
use crate::program::{Program, load};
use margay_clp::{InputField, Parameter, Source, StaticValue};
use margay_ir::world::modifiers::STATIC;
use margay_ir::{ClassId, ClassKind, FieldId, Function, MethodId, Storage, Trap, World};
use margay_jvm::inputs::{is_inherited, is_library, signature};
use margay_jvm::{intrinsics, launch, messages};
use margay_machine::Concrete;
use margay_machine::symbolic::Reference;
use margay_machine::symbolic::inputs::{Initial, Inputs, Making};

/// A Java program: the machine that searches knows its code and what inputs look like, the one that
/// replays what static fields hold.
pub(super) struct JavaSource<'a>(pub &'a mut Generator);

impl JavaSource<'_> {
    fn named(&mut self, name: &str) -> Option<ClassId> {
        load(&mut self.0.symbolic.machine, name).ok()
    }

    fn is_called(&self, method: MethodId, class: &str, name: &str) -> bool {
        let world = self.world();
        let declared = world.method(method);
        world.class_name(declared.class) == class && world.text(declared.name) == name
    }

    /// Whether a method runs as something else than its code.
    fn is_replaced(&self, method: MethodId) -> bool {
        let world = self.world();
        let declared = world.method(method);
        let (class, name) = (world.class_name(declared.class), world.text(declared.name));
        let descriptor = world.text(declared.descriptor);
        intrinsics::replaced().iter().any(|line| {
            line.class == class
                && (line.name == name || line.name == "*")
                && (line.descriptor.is_empty() || line.descriptor == descriptor)
        })
    }

    /// The field of the machine that replays that is called the same.
    fn replayed(&mut self, field: FieldId) -> Option<(ClassId, FieldId)> {
        let world = self.world();
        let declared = world.field(field);
        let owner = world.class_name(declared.class).to_owned();
        let name = world.text(declared.name).to_owned();
        let program = &mut self.0.replayer.program;
        let class = program.load(&owner).ok()?;
        let world = program.world();
        let fields = &world.loaded(class).fields;
        let same = |f: &&FieldId| {
            world.field(**f).is_static() && world.text(world.field(**f).name) == name
        };
        fields.iter().find(same).map(|field| (class, *field))
    }
}

impl Source for JavaSource<'_> {
    fn world(&self) -> &World {
        self.0.symbolic.world()
    }

    fn load(&mut self, class: ClassId) -> Result<(), String> {
        let name = self.world().class_name(class).to_owned();
        let loaded = load(&mut self.0.symbolic.machine, &name);
        loaded.map(|_| ()).map_err(|error| error.to_string())
    }

    fn body(&mut self, method: MethodId) -> Result<Function, String> {
        let world = self.world();
        let declared = world.method(method);
        let text = || {
            let class = world.class_name(declared.class).replace('/', ".");
            format!("{class}.{}", world.text(declared.name))
        };
        if declared.is_native() {
            return Err(format!("the native method {}", text()));
        }
        if declared.is_abstract() {
            return Err(format!("the abstract method {}", text()));
        }
        if self.is_replaced(method) {
            return Err(format!("a call of {}", text()));
        }
        let machine = &mut self.0.symbolic.machine;
        let body = machine.platform.loader.body(&mut machine.core.world, method);
        body.map_err(|error| error.to_string())
    }

    fn is_library(&mut self, class: ClassId) -> bool {
        is_library(&mut self.0.symbolic.machine, class)
    }

    fn is_forgotten(&self, method: MethodId) -> bool {
        let world = self.world();
        let declared = world.method(method);
        let class = world.class_name(declared.class);
        let has_nothing = matches!(class, "java/lang/Object" | "java/lang/Record");
        let is_exception = || {
            let throwable = world.find_class("java/lang/Throwable");
            let thrown = throwable.is_some_and(|sup| world.is_subclass(declared.class, sup));
            thrown && class.starts_with("java/")
        };
        world.text(declared.name) == "<init>" && (has_nothing || is_exception())
    }

    fn makes_text(&self, method: MethodId) -> bool {
        self.is_called(method, "margay/rt/Texts", "concat")
            || self.is_called(method, "java/lang/String", "valueOf")
    }

    fn text_class(&mut self) -> ClassId {
        self.named("java/lang/String").expect("every program has texts")
    }

    fn trap_class(&mut self, trap: Trap) -> ClassId {
        let name = messages::trap_class(trap);
        self.named(name).unwrap_or_else(|| self.0.symbolic.machine.core.world.class_named(name))
    }

    fn implementations(&mut self, class: ClassId) -> Vec<ClassId> {
        let names = self.0.symbolic.classes.clone();
        let classes: Vec<ClassId> = names.iter().filter_map(|name| self.named(name)).collect();
        let world = self.world();
        let is_made = |c: &ClassId| {
            let loaded = world.loaded(*c);
            loaded.kind == ClassKind::Class && !loaded.is_abstract() && world.is_subclass(*c, class)
        };
        classes.into_iter().filter(is_made).collect()
    }

    fn candidates(&mut self, class: ClassId) -> Vec<ClassId> {
        let name = String::new();
        let reference = Reference { name, class, generic: None, constants: false, nullable: true };
        let Generator { symbolic, inputs, .. } = &mut *self.0;
        let makings = inputs.makings(&mut symbolic.machine, &reference, true);
        let objects = makings.unwrap_or_default().into_iter().filter_map(|making| match making {
            Making::Object(classes) => Some(classes),
            _ => None,
        });
        objects.flatten().collect()
    }

    fn receivers(&mut self, method: MethodId) -> Vec<ClassId> {
        let class = self.world().method(method).class;
        let candidates = self.candidates(class);
        let world = self.world();
        candidates.into_iter().filter(|class| is_inherited(world, *class, method)).collect()
    }

    fn parameters(&mut self, method: MethodId) -> Vec<Parameter> {
        let found = signature::parameters(&self.0.symbolic.machine, method);
        let parameter = |parameter: signature::Parameter| {
            let class = class_in(&parameter.descriptor).and_then(|name| self.named(name));
            Parameter { descriptor: parameter.descriptor, class }
        };
        found.into_iter().map(parameter).collect()
    }

    fn fields(&mut self, class: ClassId) -> Vec<InputField> {
        let world = self.world();
        if !matches!(world.loaded(class).kind, ClassKind::Class) {
            return Vec::new();
        }
        let lineage = std::iter::successors(Some(class), |c| world.loaded(*c).superclass);
        let mut lineage: Vec<ClassId> = lineage.collect();
        lineage.reverse();
        let all = lineage.iter().flat_map(|c| world.loaded(*c).fields.iter().copied());
        let fields: Vec<FieldId> =
            all.filter(|f| world.field(*f).modifiers & STATIC == 0).collect();
        let Generator { symbolic, inputs, .. } = &mut *self.0;
        let parts = inputs.parts(&mut symbolic.machine, class, None);
        let field = |field: &FieldId| {
            let declared = symbolic.world().field(*field);
            let part = parts.iter().find(|part| part.slot == declared.slot);
            let is_reference = declared.storage == Storage::Ref;
            InputField {
                field: *field,
                class: part.and_then(|part| part.class).filter(|_| is_reference),
                nullable: part.is_none_or(|part| part.initial != Initial::NonNull),
            }
        };
        fields.iter().map(field).collect()
    }

    fn static_value(&mut self, field: FieldId) -> Result<StaticValue, String> {
        let text = |world: &World| {
            let declared = world.field(field);
            let class = world.class_name(declared.class).replace('/', ".");
            format!("the static field {class}.{}", world.text(declared.name))
        };
        let text = text(self.world());
        let refused = || format!("{text}, whose class cannot be initialised,");
        let (class, field) = self.replayed(field).ok_or_else(refused)?;
        let program: &mut Program<Concrete> = &mut self.0.replayer.program;
        launch::initialize(&mut program.machine, class).map_err(|_| refused())?;
        let (world, memory) = (program.world(), program.memory());
        let declared = world.field(field);
        let bits = memory.get_static(declared.slot);
        match declared.storage {
            Storage::F32 | Storage::F64 => Err(format!("{text}, a floating-point number,")),
            Storage::I64 => Ok(StaticValue::Number(bits as i64)),
            Storage::Ref if bits == 0 => Ok(StaticValue::Null),
            Storage::Ref => {
                let object = bits as margay_machine::Ref;
                let kind = world.loaded(memory.class_of(object)).kind;
                let ClassKind::Array { elem, component: None } = kind else {
                    return Err(format!("{text}, which refers to an object,"));
                };
                if matches!(elem, Storage::F32 | Storage::F64) {
                    return Err(format!("{text}, which holds floating-point numbers,"));
                }
                let number = |index| {
                    let bits = memory.get(object, index);
                    if elem == Storage::I64 { bits as i64 } else { i64::from(bits as u32 as i32) }
                };
                Ok(StaticValue::Numbers((0..memory.len(object)).map(number).collect()))
            }
            _ => Ok(StaticValue::Number(i64::from(bits as u32 as i32))),
        }
    }
}
