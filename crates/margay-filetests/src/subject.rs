//! A machine with a program of text on it: how calls are read, and how their outcomes are shown.

use crate::platform::Text;
use margay_ir::{ClassKind, FieldId, MethodId, Storage, Type, World};
use margay_jit::Jit;
use margay_logic::Config;
use margay_machine::machine::compiled::Tuning;
use margay_machine::symbolic::Symbolic;
use margay_machine::{Concrete, Core, Domain, Limits, Machine, Outcome, Ref, Traced};

/// Deepest nesting of calls, and cells of the heap: programs reach them in little time.
const LIMITS: Limits = Limits { depth: 1_000, cells: 1 << 18, whole: 1 << 18 };

/// A domain to run a program in.
pub trait Fresh: Domain {
    /// What it is called in messages.
    const NAME: &str;

    /// The domain before a run.
    fn fresh() -> Self;
}

impl Fresh for Concrete {
    const NAME: &str = "concrete";

    fn fresh() -> Self {
        Concrete
    }
}

impl Fresh for Traced {
    const NAME: &str = "traced";

    fn fresh() -> Self {
        Traced::default()
    }
}

impl Fresh for Symbolic {
    const NAME: &str = "symbolic";

    fn fresh() -> Self {
        Symbolic::new(Config::default()).expect("a solver that keeps no log")
    }
}

/// A machine with a program.
pub struct Subject<D: Domain> {
    /// The machine.
    pub machine: Machine<D, Text>,
}

impl<D: Fresh> Subject<D> {
    /// From now on all methods are compiled when they are first run; what they do is compared with
    /// what the interpreter does, if that is wanted.
    pub fn compile(&mut self, checks: bool) {
        let operations = u32::MAX;
        let tuning = Tuning { interval: 1, samples: 1, operations, asks: 1, looks: 2, checks };
        self.machine.compile_hot(Box::<Jit>::default(), tuning);
    }

    /// A machine with the program of a text.
    ///
    /// # Errors
    /// Where the text is not a program.
    pub fn new(text: &str) -> Result<Self, String> {
        let mut world = World::new();
        let platform = Text::new(text, &mut world).map_err(|error| error.to_string())?;
        Ok(Subject { machine: Machine::new(D::fresh(), platform, world, LIMITS) })
    }

    /// The method with a name such as `main.f`, whose class is loaded.
    ///
    /// # Errors
    /// When there is none, or more than one.
    pub fn method(&mut self, name: &str) -> Result<MethodId, String> {
        let (class, name) = name.rsplit_once('.').ok_or(format!("`{name}` is no class.method"))?;
        let core = &mut self.machine.core;
        let class = core.world.class_named(class);
        let loaded = self.machine.platform.load_class(&mut core.world, class);
        loaded.map_err(|error| error.to_string())?;
        let methods = core.world.loaded(class).methods.iter().copied();
        let named = |method: &MethodId| core.world.text(core.world.method(*method).name) == name;
        let found: Vec<MethodId> = methods.filter(named).collect();
        match found[..] {
            [method] => Ok(method),
            _ => Err(format!("{} methods are called {name}", found.len())),
        }
    }

    /// Brings all classes of the program into the world.
    ///
    /// # Errors
    /// When one is broken.
    pub fn load_all(&mut self) -> Result<(), String> {
        let core = &mut self.machine.core;
        for class in self.machine.platform.classes() {
            let loaded = self.machine.platform.load_class(&mut core.world, class);
            loaded.map_err(|error| error.to_string())?;
        }
        Ok(())
    }

    /// A call such as `main.f(1, 2.5)`, ready to run.
    ///
    /// # Errors
    /// When there is no such method, or it takes other arguments.
    pub fn call(&mut self, text: &str) -> Result<(MethodId, Vec<D::Value>), String> {
        let (method, args) = self.texts_of(text)?;
        let params = self.machine.core.world.method(method).params.clone();
        if params.len() != args.len() {
            return Err(format!("`{text}` gives {} of {} arguments", args.len(), params.len()));
        }
        let values = params.iter().zip(&args).map(|(ty, arg)| {
            let bits = bits_of(*ty, arg).ok_or(format!("`{arg}` is no {ty}"))?;
            Ok(D::constant(bits))
        });
        Ok((method, values.collect::<Result<_, String>>()?))
    }

    /// The method and the texts of the arguments of a call.
    ///
    /// # Errors
    /// When there is no such method.
    pub fn texts_of(&mut self, text: &str) -> Result<(MethodId, Vec<String>), String> {
        let (name, args) = split_call(text)?;
        Ok((self.method(name)?, args))
    }

    /// How a path has ended, and what it printed.
    pub fn ending(&self, method: MethodId, outcome: &Outcome<D::Value>) -> String {
        ending(&self.machine.core, method, outcome)
    }
}

/// How a path of a method has ended, and what it printed.
pub fn ending<D: Domain>(core: &Core<D>, method: MethodId, outcome: &Outcome<D::Value>) -> String {
    let result = core.world.method(method).result;
    let text = match outcome {
        Outcome::Returned(None) => "returns".to_owned(),
        Outcome::Returned(Some(value)) => {
            format!("== {}", show_value(core, result.unwrap_or(Type::I32), *value))
        }
        Outcome::Threw(exception) => format!("throws {}", show_object(core, *exception)),
        Outcome::Rejected => "is rejected".to_owned(),
        Outcome::Bounded => "is bounded".to_owned(),
        Outcome::Endless => "is endless".to_owned(),
        Outcome::Failed(_) => "fails".to_owned(),
        Outcome::Exited(code) => format!("exits {code}"),
        Outcome::Refused(refusal) => format!("is refused: {}", refusal.reason),
    };
    let printed = String::from_utf8_lossy(&core.memory.output.out);
    match printed.is_empty() {
        true => text,
        false => format!("{text}, printing {}", printed.trim_end().replace('\n', " ")),
    }
}

/// A value of a type, as far as it is decided.
pub fn show_value<D: Domain>(core: &Core<D>, ty: Type, value: D::Value) -> String {
    let Some(bits) = core.domain.bits(value) else { return "?".to_owned() };
    match ty {
        Type::I32 => (bits as u32 as i32).to_string(),
        Type::I64 => (bits as i64).to_string(),
        Type::F32 => format!("{:?}", f32::from_bits(bits as u32)),
        Type::F64 => format!("{:?}", f64::from_bits(bits)),
        Type::Ref => show_object(core, bits as Ref),
    }
}

/// An object with what it holds; objects that it refers to by their class only.
pub fn show_object<D: Domain>(core: &Core<D>, object: Ref) -> String {
    if object == 0 {
        return "null".to_owned();
    }
    let (world, memory) = (&core.world, &core.memory);
    let class = memory.class_of(object);
    let name = world.class_name(class);
    if name == "text" {
        return show_text(core, object);
    }
    if let ClassKind::Array { elem, .. } = world.loaded(class).kind {
        let elements =
            (0..memory.len(object)).map(|i| show_held(core, elem, memory.get(object, i)));
        return format!("{name}[{}]", elements.collect::<Vec<_>>().join(" "));
    }
    let fields = fields_of(world, class).into_iter().map(|field| world.field(field));
    let held = fields.map(|field| {
        let value = show_held(core, field.storage, memory.get(object, field.slot));
        (world.text(field.name), value)
    });
    let told: Vec<String> = held
        .filter(|(_, value)| value != "null")
        .map(|(name, value)| format!("{name}={value}"))
        .collect();
    if told.is_empty() { name.to_owned() } else { format!("{name}({})", told.join(" ")) }
}

/// The characters of a string.
fn show_text<D: Domain>(core: &Core<D>, text: Ref) -> String {
    let array = core.domain.bits(core.memory.get(text, 0)).unwrap_or_default() as Ref;
    let unit = |index| core.domain.bits(core.memory.get(array, index)).unwrap_or_default();
    let units: Vec<u16> = (0..core.memory.len(array)).map(|index| unit(index) as u16).collect();
    format!("{:?}", String::from_utf16_lossy(&units))
}

fn show_held<D: Domain>(core: &Core<D>, storage: Storage, value: D::Value) -> String {
    let (world, memory) = (&core.world, &core.memory);
    match (storage, core.domain.bits(value)) {
        (Storage::Ref, Some(object)) if object != 0 => {
            match world.class_name(memory.class_of(object as Ref)) {
                "text" => show_text(core, object as Ref),
                name => name.to_owned(),
            }
        }
        _ => show_value(core, storage.value_type(), value),
    }
}

/// The instance fields of a class, inherited ones first.
#[must_use]
pub fn fields_of(world: &World, class: margay_ir::ClassId) -> Vec<FieldId> {
    let loaded = world.loaded(class);
    let mut fields = loaded.superclass.map_or_else(Vec::new, |class| fields_of(world, class));
    fields.extend(loaded.fields.iter().filter(|field| !world.field(**field).is_static()));
    fields
}

/// The name and the arguments of a call.
///
/// # Errors
/// When it is none.
pub fn split_call(text: &str) -> Result<(&str, Vec<String>), String> {
    let parts = text.trim().strip_suffix(')').and_then(|rest| rest.split_once('('));
    let (name, args) = parts.ok_or_else(|| format!("`{text}` is no call"))?;
    let args = args.split(',').map(str::trim).filter(|arg| !arg.is_empty());
    Ok((name.trim(), args.map(str::to_owned).collect()))
}

/// The bits of a number, or of the null reference.
#[must_use]
pub fn bits_of(ty: Type, text: &str) -> Option<u64> {
    match ty {
        Type::I32 => text.parse().ok().map(|number: i32| u64::from(number.cast_unsigned())),
        Type::I64 => text.parse().ok().map(|number: i64| number.cast_unsigned()),
        Type::F32 => text.parse().ok().map(|number: f32| u64::from(number.to_bits())),
        Type::F64 => text.parse().ok().map(|number: f64| number.to_bits()),
        Type::Ref => (text == "null").then_some(0),
    }
}
