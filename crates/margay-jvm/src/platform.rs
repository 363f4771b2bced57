//! The Java runtime as the machine's platform: classes and bodies from the loader, native methods
//! from the table of [`intrinsics`], and the objects whose layout the machine
//! does not know: strings, class mirrors, exceptions.

use crate::access;
use crate::descriptor::Signature;
use crate::intrinsics::containers::{self, Facts};
use crate::intrinsics::{self, Call, Run, Services, Table, Treatment};
use crate::jdk::Jdk;
use crate::load::{LoadError, Loader};
use crate::messages;
use crate::runtime::PACKAGE;
use cranelift_entity::SecondaryMap;
use margay_ir::world::modifiers;
use margay_ir::{
    ClassId, ClassKind, FieldId, Function, MethodId, MethodRef, Storage, StrId, Trap, World,
};
use margay_machine::lanes::Lanes;
use margay_machine::platform::peek_each;
use margay_machine::{
    Abrupt, Asked, Body, Core, Domain, Fault, LoadFailure, MadeAt, Peek, Place, Platform, Raise,
    Ref, Shortcut, Want,
};
use rustc_hash::FxHashMap;
use std::collections::{BTreeMap, VecDeque};
use std::path::PathBuf;

/// Properties of the runtime that programs can ask for.
#[derive(Clone, Debug)]
pub struct Settings {
    /// Feature number of the JDK (17, 25).
    pub feature: u32,
    /// Its version as `java.version` gives it.
    pub version: String,
    /// Its folder, which holds the files that its library reads.
    pub home: PathBuf,
    /// Whether containers of the class library are run in one step.
    pub accelerates: bool,
    /// Whether classes of the program execute their `assert` statements.
    pub assertions: bool,
    /// Whether what a `java.util.Random` gives may be any value, rather than what its seed says.
    pub any_random: bool,
    /// How much standard input a program can read, if any.
    pub input: Option<StandardInput>,
}

/// How much standard input a program can read.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct StandardInput {
    /// At most so many lines of text; 0 for bytes.
    pub lines: u32,
    /// At most so many bytes, or characters of a line.
    pub length: u32,
}

impl Settings {
    /// Those of a JDK.
    #[must_use]
    pub fn of(jdk: &Jdk, accelerates: bool) -> Settings {
        Settings {
            feature: u32::from(jdk.version),
            version: jdk.full_version.clone(),
            home: jdk.home.clone(),
            accelerates,
            assertions: false,
            any_random: false,
            input: None,
        }
    }
}

/// Fields of classes the runtime itself reads and writes.
#[derive(Clone, Copy)]
pub(crate) struct Layout {
    pub string: ClassId,
    pub bytes: ClassId,
    pub string_value: u32,
    pub string_coder: u32,
    pub class: ClassId,
}

/// A method by its internal names.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct MethodKey {
    /// The class, with slashes.
    pub class: String,
    /// The name.
    pub name: String,
    /// The descriptor.
    pub descriptor: String,
}

/// The Java runtime.
pub struct Jvm<D: Domain> {
    /// Classes and bodies.
    pub loader: Loader,
    /// What it is like.
    pub settings: Settings,
    table: Table<D>,
    layout: Option<Layout>,
    class_facts: SecondaryMap<ClassId, Option<Facts>>,
    /// The methods whose blocks are recorded where code is watched.
    pub watched: Option<Watched>,
    /// The methods that somebody may decide about where they are about to be called.
    pub decided: Option<Watched>,
    /// Methods that others stand for.
    pub models: FxHashMap<MethodKey, MethodKey>,
    /// Services of the JDK's modules and who provides them, once somebody has asked.
    pub(crate) services: Option<Services>,
    /// The lists of interfaces that proxies were made for.
    pub(crate) proxies: Vec<String>,
    /// Which run of a JVM this is: identity hash codes and the clock are others in another run.
    pub run: u32,
    /// How the last place of functions of `Math` is: as it comes (0), one up (1) or one down.
    pub rounding: u32,
    /// Nanoseconds that have passed without the program.
    pub waited: i64,
    /// What the program has asked for that is another in another run, each once.
    pub asked: Vec<String>,
    /// Numbers for a program that asks for any, in order.
    given: VecDeque<(Storage, u64)>,
    /// Standard input, byte by byte, perhaps with a last -1.
    input: VecDeque<u64>,
    /// Which of the values that a program may ask for it was not given, each once.
    pub restricted: Vec<String>,
    /// Whether a number that is not decided was put into a box of its own, which on a JVM is another's.
    pub boxed: bool,
    /// Whether a text that is not decided was taken for that of the table of constants.
    pub interned: bool,
    /// Whether boxes of numbers that are not decided are those that a JVM has.
    pub exact_boxes: bool,
    /// Whether an `AssertionError` was made.
    pub asserted: bool,
    /// Whether a `java.util.Random` gave any value.
    pub any_random_used: bool,
    /// Where the numbers were wanted that were given, in order.
    pub taken: Vec<Option<Place>>,
    /// Texts that a text which is not decided may be, for all that the program does with it.
    pub mentioned: Vec<String>,
    /// Whether traced code stops where lines begin, and whether it has.
    pub lines: LineStops,
    /// What traced code has put into variables: by depth of the call and slot, a descriptor and bits.
    pub locals: BTreeMap<(u32, u16), (&'static str, u64)>,
}

/// Hash codes that a class does not compute itself, as something that a program asks for.
pub const IDENTITY_HASH_CODES: &str = "identity hash codes";

/// What a program has asked for that has run out of memory.
pub const OUT_OF_MEMORY: &str = "how much memory there is";

/// What a program has asked for whose texts look different elsewhere.
pub const LOCALE_ASKED: &str = "the locale";

/// The same, of texts that nobody but the user can look at.
pub const PRINTED_LOCALE: &str = "the locale, in what it prints";

/// What a program is restricted to that uses functions whose last place each JVM has its own of.
pub const ROUNDING: &str = "functions of Math as this machine rounds them";

/// What a program is restricted to that has missed a class, a field or a method.
pub const LINKAGE: &str = "classes and members that are on this class path";

/// What traced code does at the beginning of a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LineStops {
    /// It goes on.
    Off,
    /// It stops with a choice between two that mean the same.
    On,
    /// It has stopped there.
    Reached(Place),
}

/// Chooses the methods whose blocks are recorded.
pub type Watched = Box<dyn Fn(&World, MethodId) -> bool>;

impl<D: Domain> Jvm<D> {
    /// What runs instead of a method that another stands for.
    fn model(&self, world: &mut World, method: MethodId) -> Option<Body> {
        if self.models.is_empty() {
            return None;
        }
        let declared = world.method(method);
        let key = MethodKey {
            class: world.class_name(declared.class).to_owned(),
            name: world.text(declared.name).to_owned(),
            descriptor: world.text(declared.descriptor).to_owned(),
        };
        let MethodKey { class, name, descriptor } = self.models.get(&key)?;
        let class = world.class_named(class);
        Some(Body::Instead(world.method_ref(class, name, descriptor)))
    }

    /// A runtime over a loader.
    #[must_use]
    pub fn new(loader: Loader, settings: Settings) -> Self {
        Jvm {
            loader,
            settings,
            table: intrinsics::table(),
            layout: None,
            class_facts: SecondaryMap::new(),
            watched: None,
            decided: None,
            models: FxHashMap::default(),
            services: None,
            proxies: Vec::new(),
            run: 0,
            rounding: 0,
            waited: 0,
            asked: Vec::new(),
            given: VecDeque::new(),
            input: VecDeque::new(),
            restricted: Vec::new(),
            boxed: false,
            interned: false,
            exact_boxes: false,
            asserted: false,
            any_random_used: false,
            taken: Vec::new(),
            mentioned: Vec::new(),
            lines: LineStops::Off,
            locals: BTreeMap::new(),
        }
    }

    /// Gives the program what it will ask for, in order.
    pub fn give(&mut self, numbers: impl IntoIterator<Item = (Asked, u64)>) {
        self.given.clear();
        self.input.clear();
        for (asked, bits) in numbers {
            match asked {
                Asked::Value(storage) => self.given.push_back((storage, bits)),
                Asked::Input => self.input.push_back(bits),
            }
        }
    }

    /// The next number of those that were given.
    pub(crate) fn next_given(&mut self) -> Option<(Storage, u64)> {
        self.given.pop_front()
    }

    /// The next byte of the standard input that was given, or -1.
    pub(crate) fn next_input(&mut self) -> u64 {
        self.input.pop_front().unwrap_or(u64::from(u32::MAX))
    }

    /// Notes that the program gets not all the values it may ask for, but only these.
    pub(crate) fn restrict(&mut self, to: &str) {
        if !self.restricted.iter().any(|known| known == to) {
            self.restricted.push(to.to_owned());
        }
    }

    /// Notes that the program asks for something that is another in another run of a JVM.
    pub(crate) fn ask(&mut self, what: &str) {
        if !self.asked.iter().any(|asked| asked == what) {
            self.asked.push(what.to_owned());
        }
    }

    /// Loads a class by name.
    ///
    /// # Errors
    /// When it is missing or broken.
    pub fn load_named(&mut self, world: &mut World, name: &str) -> Result<ClassId, LoadError> {
        let class = world.class_named(name);
        self.loader.load(world, class)?;
        Ok(class)
    }

    /// Loads a class every JDK has.
    pub(crate) fn require(
        &mut self,
        core: &mut Core<D>,
        name: &str,
    ) -> Result<ClassId, Abrupt<D::Value>> {
        let class = core.world.class_named(name);
        self.require_class(core, class)?;
        Ok(class)
    }

    /// Loads a class.
    pub(crate) fn require_class(
        &mut self,
        core: &mut Core<D>,
        class: ClassId,
    ) -> Result<(), Abrupt<D::Value>> {
        let loaded = self.load(&mut core.world, class);
        loaded.map_err(|failure| {
            Abrupt::Fault(match failure {
                LoadFailure::Missing(class) => Fault::NoClass(class),
                LoadFailure::Broken(reason) => Fault::BadClass(reason),
            })
        })
    }

    pub(crate) fn layout(&mut self, core: &mut Core<D>) -> Result<Layout, Abrupt<D::Value>> {
        if let Some(layout) = self.layout {
            return Ok(layout);
        }
        let string = self.require(core, "java/lang/String")?;
        let bytes = self.require(core, "[B")?;
        let class = self.require(core, "java/lang/Class")?;
        let slot = |name: &str| -> Result<u32, Abrupt<D::Value>> {
            field_slot(&core.world, string, name)
                .ok_or_else(|| Abrupt::Refuse(format!("java.lang.String has no field {name}")))
        };
        let layout = Layout {
            string,
            bytes,
            string_value: slot("value")?,
            string_coder: slot("coder")?,
            class,
        };
        self.layout = Some(layout);
        Ok(layout)
    }

    /// A new string object.
    pub(crate) fn new_string(
        &mut self,
        core: &mut Core<D>,
        units: &[u16],
    ) -> Result<Ref, Abrupt<D::Value>> {
        let layout = self.layout(core)?;
        let latin1 = units.iter().all(|unit| *unit < 256);
        let byte = |b: u16| D::constant(u64::from(i32::from(b as u8 as i8) as u32));
        let values: Vec<D::Value> = if latin1 {
            units.iter().map(|unit| byte(*unit)).collect()
        } else {
            units.iter().flat_map(|unit| [byte(unit & 0xff), byte(unit >> 8)]).collect()
        };
        let len = u32::try_from(values.len()).map_err(|_| Abrupt::Fault(Fault::OutOfMemory))?;
        let array = core.memory.allocate(layout.bytes, len)?;
        for (index, value) in (0..).zip(values) {
            core.memory.set(array, index, value);
        }
        let cells = core.world.loaded(layout.string).cells;
        let string = core.memory.allocate(layout.string, cells)?;
        core.memory.set(string, layout.string_value, D::constant(u64::from(array)));
        core.memory.set(string, layout.string_coder, D::constant(u64::from(!latin1)));
        Ok(string)
    }

    /// The UTF-16 units of a string object.
    ///
    /// # Errors
    /// When the JDK's strings have an unknown layout.
    pub fn units_of(
        &mut self,
        core: &mut Core<D>,
        string: Ref,
    ) -> Result<Vec<u16>, Abrupt<D::Value>> {
        let layout = self.layout(core)?;
        let Core { domain, memory, .. } = core;
        let mut known = |value| domain.concretize(value).ok_or(Abrupt::Wanted(Want::Number(value)));
        let array = known(memory.get(string, layout.string_value))? as Ref;
        let latin1 = known(memory.get(string, layout.string_coder))? == 0;
        if array == 0 {
            return Ok(Vec::new());
        }
        if let Some(length) = memory.sized(array)
            && domain.plain(length) != Some(0)
        {
            return Err(Abrupt::Wanted(Want::Length(array)));
        }
        let mut byte = |index| match domain.concretize(memory.get(array, index)) {
            Some(bits) => Ok(bits as u16 & 0xff),
            None => Err(Abrupt::Wanted(Want::Number(memory.get(array, index)))),
        };
        let len = memory.len(array);
        if latin1 {
            return (0..len).map(byte).collect();
        }
        (0..len / 2).map(|unit| Ok(byte(2 * unit)? | byte(2 * unit + 1)? << 8)).collect()
    }

    /// What accelerated methods ask of a loaded class.
    #[inline]
    pub(crate) fn facts(&mut self, world: &mut World, class: ClassId) -> Facts {
        match self.class_facts[class] {
            Some(facts) => facts,
            None => self.find_facts(world, class),
        }
    }

    #[cold]
    fn find_facts(&mut self, world: &mut World, class: ClassId) -> Facts {
        let facts = Facts::of(world, class);
        self.class_facts[class] = Some(facts);
        facts
    }

    /// The module of a class of the JDK; none for the program's own.
    pub(crate) fn module_of(&mut self, class: &str) -> Option<String> {
        self.loader.module_of(class)
    }

    /// Whether stack traces leave the method out: glue that is not in anybody's source.
    pub(crate) fn is_hidden(&self, world: &World, method: MethodId) -> bool {
        let class = world.class_name(world.method(method).class);
        class.contains("$$Lambda") || class.starts_with(PACKAGE)
    }

    /// The exception of a trap whose message is about values that are not decided: it is put off.
    fn with_vague_message(
        &mut self,
        core: &mut Core<D>,
        trap: Trap,
        args: &[D::Value],
    ) -> Result<Raise<D::Value>, Abrupt<D::Value>> {
        let mut raise = self.exception(core, messages::trap_class(trap), None);
        let (name, about) = match trap {
            Trap::IndexOutOfBounds => ("index", args),
            Trap::NegativeSize => ("size", args),
            _ => ("nothing", &[][..]),
        };
        let message = intrinsics::vague(&mut Call { jvm: self, core, args: &[] }, name, about)?;
        raise.constructor = core.world.method_ref(raise.class, "<init>", "(Ljava/lang/String;)V");
        raise.args = vec![message];
        Ok(raise)
    }

    /// An exception of a class every JDK has, with a message.
    pub(crate) fn exception(
        &mut self,
        core: &mut Core<D>,
        class: &str,
        message: Option<&str>,
    ) -> Raise<D::Value> {
        let class = core.world.class_named(class);
        let text = message.map(|text| text.encode_utf16().collect::<Vec<u16>>());
        // Without room for the message the exception says less, but it is still thrown.
        let text = text.and_then(|units| self.new_string(core, &units).ok()).unwrap_or_default();
        let constructor = if message.is_some() { "(Ljava/lang/String;)V" } else { "()V" };
        Raise {
            class,
            constructor: core.world.method_ref(class, "<init>", constructor),
            args: message.map(|_| D::constant(u64::from(text))).into_iter().collect(),
        }
    }
}

/// The cell of a field, declared in the class or inherited.
pub(crate) fn field_slot(world: &World, class: ClassId, name: &str) -> Option<u32> {
    find_field(world, class, name).map(|field| world.field(field).slot)
}

/// A field by its name alone, declared in the class or inherited.
pub(crate) fn find_field(world: &World, class: ClassId, name: &str) -> Option<FieldId> {
    let name = world.find_name(name)?;
    let mut class = Some(class);
    while let Some(id) = class {
        let loaded = world.loaded(id);
        let found = loaded.fields.iter().find(|f| world.field(**f).name == name);
        if let Some(found) = found {
            return Some(*found);
        }
        class = loaded.superclass;
    }
    None
}

impl<D: Domain> Jvm<D> {
    /// Whether the method that an intrinsic stands for is one whose blocks are recorded, or those of texts
    /// are, which it may call.
    fn is_under_test(&self, core: &Core<D>) -> bool {
        let text = core.world.find_class("java/lang/String");
        let text = text.and_then(|class| core.world.loaded(class).methods.first().copied());
        let methods = core.intrinsic_method().into_iter().chain(text);
        methods.into_iter().any(|method| Platform::is_watched(self, &core.world, method))
    }
}

impl<D: Domain> Platform<D> for Jvm<D> {
    fn load(&mut self, world: &mut World, class: ClassId) -> Result<(), LoadFailure> {
        self.loader.load(world, class).map_err(|error| match error {
            LoadError::Missing { class } => LoadFailure::Missing(world.class_named(&class)),
            other => LoadFailure::Broken(other.to_string()),
        })
    }

    fn body(&mut self, world: &mut World, method: MethodId) -> Result<Body, String> {
        if let Some(model) = self.model(world, method) {
            return Ok(model);
        }
        match self.table.find(world, method) {
            Some(Treatment::Native(number)) => return Ok(Body::Intrinsic(number)),
            Some(Treatment::Accelerated(number)) if self.settings.accelerates => {
                return Ok(Body::Accelerated(number));
            }
            Some(Treatment::Instead(with)) => {
                let class = world.class_named(with.class);
                return Ok(Body::Instead(world.method_ref(class, with.name, with.descriptor)));
            }
            // What works on values alone knows them all.
            Some(Treatment::WhereOpen(number)) if !D::ACCELERATES => {
                return Ok(Body::Accelerated(number));
            }
            Some(Treatment::Noted(number)) => return Ok(Body::Accelerated(number)),
            Some(Treatment::Accelerated(_) | Treatment::WhereOpen(_)) | None => {}
        }
        let declared = world.method(method);
        if declared.is_native() {
            return Err(intrinsics::refusal(world, method));
        }
        <Self as Platform<D>>::own_code(self, world, method).map(Body::Code)
    }

    fn special_method(&mut self, world: &mut World, method: MethodRef) -> Option<MethodId> {
        // Signature-polymorphic methods: native, varargs, and called with any descriptor.
        let symbol = world.method_symbol(method);
        let class = world.class_name(symbol.class);
        if !matches!(class, "java/lang/invoke/VarHandle" | "java/lang/invoke/MethodHandle") {
            return None;
        }
        let polymorphic = modifiers::NATIVE | modifiers::VARARGS;
        let declared = world.loaded(symbol.class).methods.iter().copied().find(|m| {
            let m = world.method(*m);
            m.name == symbol.name && m.modifiers & polymorphic == polymorphic
        })?;
        let signature = Signature::parse(world.text(symbol.descriptor))?;
        let (params, result) = (signature.types(true), signature.result_type());
        Some(world.add_variant(declared, symbol.descriptor, params, result))
    }

    fn intrinsic(
        &mut self,
        core: &mut Core<D>,
        intrinsic: u32,
        args: &[D::Value],
    ) -> Result<Option<D::Value>, Abrupt<D::Value>> {
        match *self.table.run(intrinsic) {
            // Where a method is under test itself, its own code counts.
            Run::WhereOpen(_) if self.is_under_test(core) => Err(Abrupt::Own),
            Run::Native(native) | Run::WhereOpen(native) | Run::Noted(native) => {
                native(&mut Call { jvm: self, core, args })
            }
            Run::Planned(planner) => {
                let call = &mut Call { jvm: self, core, args };
                let plan = planner(call);
                containers::perform(call, plan)
            }
            Run::Instead(_) => Err(Abrupt::Refuse("a substitute called as a native".to_owned())),
        }
    }

    fn operate(
        &mut self,
        core: &mut Core<D>,
        intrinsic: u32,
        args: &[D::Value],
    ) -> Option<Option<D::Value>> {
        let Run::Planned(planner) = *self.table.run(intrinsic) else { return None };
        let call = &mut Call { jvm: self, core, args };
        match planner(call) {
            containers::Plan::Own | containers::Plan::Thaw(_) => None,
            plan => containers::perform(call, plan).ok(),
        }
    }

    fn is_watched(&self, world: &World, method: MethodId) -> bool {
        self.watched.as_ref().is_some_and(|watched| watched(world, method))
    }

    fn may_use(&mut self, world: &World, from: ClassId, owner: ClassId, modifiers: u16) -> bool {
        access::may_use(&mut self.loader, world, (from, owner), modifiers)
    }

    fn is_decided(&self, world: &World, method: MethodId) -> bool {
        self.decided.as_ref().is_some_and(|decided| decided(world, method))
    }

    fn own_code(&mut self, world: &mut World, method: MethodId) -> Result<Box<Function>, String> {
        self.loader.body(world, method).map(Box::new).map_err(|error| error.to_string())
    }

    fn shortcut(&mut self, world: &mut World, intrinsic: u32, class: ClassId) -> Option<Shortcut> {
        let deed = self.table.deed(intrinsic)?;
        containers::shortcut(deed, self.facts(world, class))
    }

    fn is_identity(&mut self, world: &mut World, class: ClassId) -> bool {
        self.facts(world, class).equality == containers::Equality::Identity
    }

    fn peek(&mut self, core: &mut Core<D>, intrinsic: u32, args: &[D::Value]) -> Peek<D::Value> {
        if let Run::Planned(planner) = *self.table.run(intrinsic) {
            return planner(&mut Call { jvm: self, core, args }).peek();
        }
        if !self.table.is_pure(intrinsic) {
            return Peek::Effect;
        }
        self.intrinsic(core, intrinsic, args).map_or(Peek::Effect, Peek::Value)
    }

    fn peek_lanes(
        &mut self,
        core: &mut Core<D>,
        intrinsic: u32,
        args: &mut [D::Value],
        varying: usize,
        lanes: &mut Lanes<'_, D::Value>,
    ) -> Option<u64> {
        match self.table.membership(intrinsic) {
            Some(test) if varying == 1 => {
                containers::peek_members(&mut Call { jvm: self, core, args }, test, lanes)
            }
            _ => peek_each(self, core, intrinsic, args, varying, lanes),
        }
    }

    fn make_string(&mut self, core: &mut Core<D>, string: StrId) -> Result<Ref, Abrupt<D::Value>> {
        let units = core.world.units(string).to_vec();
        self.new_string(core, &units)
    }

    fn make_mirror(&mut self, core: &mut Core<D>, class: ClassId) -> Result<Ref, Abrupt<D::Value>> {
        self.require_class(core, class)?;
        let layout = self.layout(core)?;
        // One more cell than the class declares: which class the mirror is of.
        let cells = core.world.loaded(layout.class).cells;
        let object = core.memory.allocate(layout.class, cells + 1)?;
        core.memory.set(object, cells, D::constant(u64::from(class.as_u32())));
        let component = match core.world.loaded(class).kind {
            ClassKind::Array { component: Some(component), .. } => Some(component),
            ClassKind::Array { elem, component: None } => {
                Some(core.world.class_named(messages::primitive_name(elem)))
            }
            _ => None,
        };
        if let Some(component) = component {
            let component = self.mirror(core, component)?;
            if let Some(slot) = field_slot(&core.world, layout.class, "componentType") {
                core.memory.set(object, slot, D::constant(u64::from(component)));
            }
        }
        Ok(object)
    }

    fn trap(
        &mut self,
        core: &mut Core<D>,
        trap: Trap,
        args: &[D::Value],
        text: Option<StrId>,
        class: Option<ClassId>,
    ) -> Result<Raise<D::Value>, Abrupt<D::Value>> {
        let is_told = |value: &u64| {
            // The message names the class of the object, which may be open still.
            !matches!(trap, Trap::BadCast | Trap::BadStore) || core.domain.has_class(*value as Ref)
        };
        let known: Option<Vec<u64>> =
            args.iter().map(|v| core.domain.bits(*v).filter(is_told)).collect();
        let text = match (text, known) {
            (Some(text), _) => Some(String::from_utf16_lossy(core.world.units(text))),
            (None, Some(known)) => messages::trap_message(self, core, trap, &known, class),
            (None, None) => return self.with_vague_message(core, trap, args),
        };
        Ok(self.exception(core, messages::trap_class(trap), text.as_deref()))
    }

    fn made_at(&self, core: &Core<D>, object: Ref) -> Option<MadeAt> {
        intrinsics::made_at(core, object)
    }

    fn set_made_at(
        &mut self,
        core: &mut Core<D>,
        object: Ref,
        places: &[(MethodId, Option<u32>)],
    ) -> Result<(), Abrupt<D::Value>> {
        let class = core.memory.class_of(object);
        self.asserted |= core.world.class_name(class) == "java/lang/AssertionError";
        intrinsics::set_made_at(&mut Call { jvm: self, core, args: &[] }, object, places)
    }

    fn tells_of_room(&self, core: &Core<D>, exception: Ref) -> bool {
        let class = core.memory.class_of(exception);
        intrinsics::is_below(&core.world, class, "java/lang/VirtualMachineError")
    }

    fn fault(&mut self, core: &mut Core<D>, fault: &Fault) -> Raise<D::Value> {
        match fault {
            Fault::OutOfMemory => self.ask(OUT_OF_MEMORY),
            Fault::StackOverflow => self.restrict("calls that the stack has room for"),
            Fault::AbstractMethod(..)
            | Fault::Uninitialized(_)
            | Fault::ForbiddenField(..)
            | Fault::ForbiddenMethod(..) => {}
            _ => self.restrict(LINKAGE),
        }
        let (class, message) = messages::fault(&mut core.world, fault);
        self.exception(core, class, message.as_deref())
    }

    fn initializer_failed(
        &mut self,
        core: &mut Core<D>,
        exception: Ref,
    ) -> Option<Raise<D::Value>> {
        let error = core.world.class_named("java/lang/Error");
        if core.world.is_subclass(core.memory.class_of(exception), error) {
            return None;
        }
        let class = core.world.class_named("java/lang/ExceptionInInitializerError");
        Some(Raise {
            class,
            constructor: core.world.method_ref(class, "<init>", "(Ljava/lang/Throwable;)V"),
            args: vec![D::constant(u64::from(exception))],
        })
    }
}
