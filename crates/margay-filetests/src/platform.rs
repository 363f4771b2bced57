//! The runtime of programs given as text: no language, just enough to run every operation.
//!
//! Classes come from the program and from the prelude, `prelude.mir`, which says what a program
//! can ask for. Native methods are found by their name in one table.

use margay_ir::parse::{self, LoadError, ParseError, Program};
use margay_ir::{ClassId, Function, MethodId, MethodRef, StrId, Trap, World};
use margay_machine::{
    Abrupt, Body, Change, Container, Core, Domain, Fault, LoadFailure, Peek, Platform, Raise, Ref,
    Table, TableEntry, Want,
};

/// The classes that are always there.
const PRELUDE: &str = include_str!("prelude.mir");

/// The runtime.
pub struct Text {
    program: Program,
}

/// Values given, or why not.
type Given<D> = Result<Option<<D as Domain>::Value>, Abrupt<<D as Domain>::Value>>;

/// A native method.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Native {
    Choose,
    Reject,
    Fail,
    Exit,
    Print,
    Max,
    /// Takes the place of even numbers' division.
    Half,
    Put,
    Get,
    Remove,
    Size,
}

impl Native {
    /// Native methods by their names; their numbers are places here.
    const ALL: [(Native, &str); 11] = [
        (Native::Choose, "env.choose(i32,i32)i32"),
        (Native::Reject, "env.reject()"),
        (Native::Fail, "env.fail()"),
        (Native::Exit, "env.exit(i32)"),
        (Native::Print, "env.print(i32)"),
        (Native::Max, "env.max(i32,i32)i32"),
        (Native::Half, "env.half(i32)i32"),
        (Native::Put, "table.put(object,object)object"),
        (Native::Get, "table.get(object)object"),
        (Native::Remove, "table.remove(object)"),
        (Native::Size, "table.size()i32"),
    ];

    fn number(name: &str) -> Option<u32> {
        Self::ALL.iter().position(|(_, known)| *known == name).map(|place| place as u32)
    }

    fn of(number: u32) -> Native {
        Self::ALL[number as usize].0
    }
}

/// The classes that every program may use.
///
/// # Panics
/// When the prelude is not sound.
pub fn prelude(world: &mut World) -> Program {
    parse::program(PRELUDE, world).unwrap_or_else(|error| panic!("prelude.mir:{error}"))
}

impl Text {
    /// A runtime for a program, whose names are in the world.
    ///
    /// # Errors
    /// Where the text is not a program.
    pub fn new(text: &str, world: &mut World) -> Result<Text, ParseError> {
        let mut program = prelude(world);
        program.classes.extend(parse::program(text, world)?.classes);
        Ok(Text { program })
    }

    /// Brings a class into the world.
    ///
    /// # Errors
    /// When it is missing or broken.
    pub fn load_class(&mut self, world: &mut World, class: ClassId) -> Result<(), LoadError> {
        self.program.load(world, class)
    }

    /// The code of a method, if it has any.
    #[must_use]
    pub fn function(&self, world: &World, method: MethodId) -> Option<&Function> {
        self.program.function(world, method)
    }

    /// All classes, those of the prelude first.
    #[must_use]
    pub fn classes(&self) -> Vec<ClassId> {
        self.program.classes.keys().copied().collect()
    }

    fn require<D: Domain>(
        &mut self,
        core: &mut Core<D>,
        name: &str,
    ) -> Result<ClassId, Abrupt<D::Value>> {
        let class = core.world.class_named(name);
        let loaded = self.program.load(&mut core.world, class);
        loaded.map(|()| class).map_err(|error| Abrupt::Refuse(error.to_string()))
    }

    /// The table an object stands for; it is made when it is first asked for.
    fn table<D: Domain>(core: &mut Core<D>, object: Ref) -> u32 {
        let handle = D::known(core.memory.get(object, 0)).unwrap_or_default() as u32;
        if handle != 0 {
            return handle;
        }
        let handle = core.memory.new_container(Container::Table(Table::default()));
        core.memory.set(object, 0, D::constant(u64::from(handle)));
        handle
    }

    fn table_operation<D: Domain>(core: &mut Core<D>, native: Native, args: &[u64]) -> Given<D> {
        let handle = Self::table(core, args[0] as Ref);
        let reference = |object: Ref| Ok(Some(D::constant(u64::from(object))));
        let table = core.memory.container(handle).table().expect("it is a table");
        let Some(key) = args.get(1).map(|key| *key as Ref) else {
            return Ok(Some(D::constant(table.len() as u64)));
        };
        let found = table.find(key, |other| other == key);
        let old = found.map(|at| table.value(at)).unwrap_or_default();
        let change = match (native, found) {
            (Native::Put, Some(at)) => Change::SetValue(at, args[2] as Ref),
            (Native::Put, None) => {
                Change::Insert(TableEntry { key, hash: key, value: args[2] as Ref })
            }
            (Native::Remove, Some(at)) => Change::Remove(at),
            (Native::Remove, None) => return Ok(None),
            _ => return reference(old),
        };
        core.memory.change(handle, change);
        if native == Native::Remove { Ok(None) } else { reference(old) }
    }
}

/// The bits of arguments; what is not decided is asked for.
fn decided<D: Domain>(core: &mut Core<D>, args: &[D::Value]) -> Result<Vec<u64>, Abrupt<D::Value>> {
    let bits = |value: &D::Value| {
        core.domain.concretize(*value).ok_or(Abrupt::Wanted(Want::Number(*value)))
    };
    args.iter().map(bits).collect()
}

fn int(bits: u64) -> i32 {
    bits as u32 as i32
}

fn given<D: Domain>(value: i32) -> Given<D> {
    Ok(Some(D::constant(u64::from(value.cast_unsigned()))))
}

fn raise<D: Domain>(
    core: &mut Core<D>,
    class: &str,
    signature: &str,
    args: Vec<D::Value>,
) -> Raise<D::Value> {
    let class = core.world.class_named(class);
    let constructor = core.world.method_ref(class, "<new>", signature);
    Raise { class, constructor, args }
}

impl<D: Domain> Platform<D> for Text {
    fn load(&mut self, world: &mut World, class: ClassId) -> Result<(), LoadFailure> {
        self.program.load(world, class).map_err(|error| match error {
            LoadError::Missing(class) => LoadFailure::Missing(class),
            broken @ LoadError::Broken(..) => LoadFailure::Broken(broken.to_string()),
        })
    }

    fn body(&mut self, world: &mut World, method: MethodId) -> Result<Body, String> {
        let name = world.method_text(method);
        if name == "env.larger(i32,i32)i32" {
            let class = world.class_named("env");
            return Ok(Body::Instead(world.method_ref(class, "max", "(i32,i32)i32")));
        }
        match (Native::number(&name), self.function(world, method)) {
            (Some(number), None) => Ok(Body::Intrinsic(number)),
            (Some(number), Some(_)) => Ok(Body::Accelerated(number)),
            (None, Some(function)) => Ok(Body::Code(Box::new(function.clone()))),
            (None, None) => Err(format!("{name} has no code")),
        }
    }

    fn special_method(&mut self, _: &mut World, _: MethodRef) -> Option<MethodId> {
        None
    }

    fn intrinsic(&mut self, core: &mut Core<D>, number: u32, args: &[D::Value]) -> Given<D> {
        let native = Native::of(number);
        let bits = decided(core, args)?;
        match native {
            Native::Choose => {
                let (low, high) = (int(bits[0]), int(bits[1]));
                match u32::try_from(i64::from(high) - i64::from(low) + 1) {
                    Ok(0) | Err(_) => Err(Abrupt::Reject),
                    Ok(1) => given::<D>(low),
                    Ok(count) => Err(Abrupt::Choose { low, count }),
                }
            }
            Native::Reject => Err(Abrupt::Reject),
            Native::Fail => Err(Abrupt::Fail(None)),
            Native::Exit => Err(Abrupt::Exit(int(bits[0]))),
            Native::Print => {
                let line = format!("{}\n", int(bits[0]));
                core.memory.output.out.extend_from_slice(line.as_bytes());
                Ok(None)
            }
            Native::Max => given::<D>(int(bits[0]).max(int(bits[1]))),
            Native::Half if bits[0].is_multiple_of(2) => given::<D>(int(bits[0]) / 2),
            Native::Half => Err(Abrupt::Own),
            Native::Put | Native::Get | Native::Remove | Native::Size => {
                Self::table_operation(core, native, &bits)
            }
        }
    }

    fn is_watched(&self, _: &World, _: MethodId) -> bool {
        true
    }

    fn own_code(&mut self, world: &mut World, method: MethodId) -> Result<Box<Function>, String> {
        let function = self.function(world, method).cloned();
        function.map(Box::new).ok_or_else(|| format!("{} has no code", world.method_text(method)))
    }

    fn peek(&mut self, core: &mut Core<D>, number: u32, args: &[D::Value]) -> Peek<D::Value> {
        match Native::of(number) {
            Native::Max | Native::Half | Native::Size => match self.intrinsic(core, number, args) {
                Ok(value) => Peek::Value(value),
                Err(Abrupt::Own) => Peek::Own,
                Err(_) => Peek::Effect,
            },
            _ => Peek::Effect,
        }
    }

    fn make_string(&mut self, core: &mut Core<D>, string: StrId) -> Result<Ref, Abrupt<D::Value>> {
        let (class, units) = (self.require(core, "text")?, self.require(core, "units")?);
        let text = core.world.units(string).to_vec();
        let array = core.memory.allocate(units, text.len() as u32)?;
        for (index, unit) in (0..).zip(text) {
            core.memory.set(array, index, D::constant(u64::from(unit)));
        }
        let object = core.memory.allocate(class, 1)?;
        core.memory.set(object, 0, D::constant(u64::from(array)));
        Ok(object)
    }

    fn make_mirror(&mut self, core: &mut Core<D>, class: ClassId) -> Result<Ref, Abrupt<D::Value>> {
        let mirror = self.require(core, "mirror")?;
        let object = core.memory.allocate(mirror, 1)?;
        core.memory.set(object, 0, D::constant(u64::from(class.as_u32())));
        Ok(object)
    }

    fn trap(
        &mut self,
        core: &mut Core<D>,
        trap: Trap,
        args: &[D::Value],
        text: Option<StrId>,
        _: Option<ClassId>,
    ) -> Result<Raise<D::Value>, Abrupt<D::Value>> {
        if let Some(text) = text {
            let text = self.string(core, text)?;
            return Ok(raise(core, trap.word(), "(text)", vec![D::constant(u64::from(text))]));
        }
        let signature = match trap {
            Trap::IndexOutOfBounds => "(i32,i32)",
            Trap::NegativeSize => "(i32)",
            Trap::BadCast | Trap::BadStore => "(object)",
            Trap::NullPointer | Trap::DivideByZero | Trap::NoMatch => "()",
        };
        Ok(raise(core, trap.word(), signature, args.to_vec()))
    }

    fn fault(&mut self, core: &mut Core<D>, fault: &Fault) -> Raise<D::Value> {
        let class = match fault {
            Fault::StackOverflow => "stack_overflow",
            Fault::OutOfMemory => "out_of_memory",
            Fault::NoClass(_) => "no_class",
            Fault::BadClass(_) => "bad_class",
            Fault::NoField(_) => "no_field",
            Fault::NoMethod(_) => "no_method",
            Fault::AbstractMethod(..) => "abstract_method",
            Fault::NotInstantiable(_) => "not_instantiable",
            Fault::StaticMismatch(_) | Fault::StaticFieldMismatch(_) => "static_mismatch",
            Fault::ForbiddenField(..) | Fault::ForbiddenMethod(..) => "forbidden",
            Fault::Uninitialized(_) => "uninitialized",
        };
        raise(core, class, "()", Vec::new())
    }

    fn initializer_failed(
        &mut self,
        core: &mut Core<D>,
        exception: Ref,
    ) -> Option<Raise<D::Value>> {
        let cause = D::constant(u64::from(exception));
        Some(raise(core, "initializer_failed", "(object)", vec![cause]))
    }
}
