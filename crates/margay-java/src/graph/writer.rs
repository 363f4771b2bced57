//! Values and objects written into a machine's memory, as the source of a test makes them: equal
//! strings are one object, and so are boxes of small numbers; collections are filled by their own
//! code.

use super::layout::{Boxed, ValueClass, slot_named};
use super::wrapper::held;
use crate::program::{JavaMachine, call, load, method_of};
use margay_ir::world::modifiers::ENUM;
use margay_ir::{ClassId, MethodId, Storage};
use margay_jvm::describe::{self, CLASS};
use margay_jvm::descriptor::storage;
use margay_jvm::expressions::{Expression, Given, Maker, Parameter};
use margay_jvm::inputs::enum_of;
use margay_jvm::launch::{InitializeError, initialize};
use margay_jvm::sequence::Sequence;
use margay_jvm::stub::Stub;
use margay_jvm::values::{self, Literal};
use margay_machine::code::Point;
use margay_machine::{Domain, Memory, Outcome, Platform, Ref};
use margay_search::generate::concrete::{ConcreteInput, ConcreteValue, Source};
use margay_search::generate::objects::LENGTH;
use margay_search::repair::ground::bits_of;
use margay_search::structure::Value;
use rustc_hash::{FxHashMap, FxHashSet};
use thiserror::Error;

/// Steps that a collection may take to be filled, or a box to be found.
const MOST_STEPS: u64 = 1 << 26;

/// The text of a number that nobody looks at: `a`, `b` and so on, then `a1`.
fn some_text(number: u32) -> String {
    let (round, letter) = (number / 26, char::from(b'a' + (number % 26) as u8));
    if round == 0 { letter.to_string() } else { format!("{letter}{round}") }
}

/// Why an object cannot be written.
#[derive(Debug, Error)]
pub(crate) enum WriteError {
    #[error("class {0} does not load")]
    NoClass(String),
    #[error(transparent)]
    Initialize(#[from] InitializeError),
    #[error("the heap is full")]
    HeapFull,
    #[error("no {0} can be made")]
    NoConstant(String),
    #[error("an object of unknown origin")]
    Unknown,
    #[error("a {0} does not take what it should hold")]
    Contents(String),
    #[error("no {0} is made: a call throws, or returns null")]
    Calls(String),
    #[error("the class library makes no {0} of such values")]
    Library(String),
}

/// Names of classes and constants in the machine that an input comes from.
pub(crate) trait InputNames {
    /// The internal name of a class.
    fn class(&self, class: ClassId) -> String;
    /// Class and name of a constant.
    fn constant(&mut self, object: Ref) -> Option<(String, String)>;
}

/// Writes objects; knows the classes it has met.
#[derive(Default)]
pub(crate) struct GraphWriter {
    /// Whether equal texts of an input are different objects.
    pub distinct_texts: bool,
    classes: FxHashMap<String, Option<ClassId>>,
    /// Methods that fill objects, by class.
    fillings: FxHashMap<ClassId, MethodId>,
    /// Methods that give objects, by what they call.
    givings: FxHashMap<Maker, MethodId>,
    /// Methods that make objects by calls.
    callings: FxHashMap<(ClassId, Sequence), MethodId>,
    /// The points that calls have taken that make objects of the last input.
    pub path: Vec<Point>,
    /// The inputs met so far, by their numbers, for a domain that follows them.
    pub inputs: Inputs,
}

/// Inputs, numbered in the order in which they were met.
#[derive(Default)]
pub(crate) struct Inputs {
    names: Vec<String>,
    numbers: FxHashMap<String, u32>,
}

impl Inputs {
    /// The number of an input.
    pub fn number(&mut self, name: &str) -> u32 {
        if let Some(number) = self.numbers.get(name) {
            return *number;
        }
        let number = u32::try_from(self.names.len()).expect("inputs are few");
        self.names.push(name.to_owned());
        self.numbers.insert(name.to_owned(), number);
        number
    }

    /// The name of an input.
    pub fn name(&self, number: u32) -> &str {
        &self.names[number as usize]
    }
}

/// An object that calls have made.
pub(crate) struct Called {
    pub object: Ref,
    pub sequence: Sequence,
    /// What all calls were given, numbers in boxes.
    pub given: Vec<u64>,
}

/// Is told of calls that make objects.
pub(crate) trait CallWitness<D: Domain> {
    /// Calls are about to be made on an object, if it is there already, with these values.
    fn before(&mut self, machine: &mut JavaMachine<D>, object: Option<Ref>, given: &[u64]);
    /// They have made an object.
    fn after(&mut self, called: Called);
}

/// Nobody wants to know which calls make objects.
pub(crate) struct NoWitness;

impl<D: Domain> CallWitness<D> for NoWitness {
    fn before(&mut self, _: &mut JavaMachine<D>, _: Option<Ref>, _: &[u64]) {}

    fn after(&mut self, _: Called) {}
}

impl GraphWriter {
    /// Writes an input; gives the arguments and the values of static fields.
    pub fn write_input<D: Domain>(
        &mut self,
        machine: &mut JavaMachine<D>,
        input: &ConcreteInput,
        names: &mut impl InputNames,
        witness: &mut impl CallWitness<D>,
    ) -> Result<(Vec<u64>, Vec<u64>), WriteError> {
        self.path.clear();
        let sequences: Vec<Option<Sequence>> =
            input.objects.iter().map(|o| Sequence::parse(o.sequence.as_deref()?)).collect();
        let mut made = Vec::with_capacity(input.objects.len());
        for (object, sequence) in input.objects.iter().zip(&sequences) {
            let class = self.class(machine, &names.class(object.class))?;
            if sequence.as_ref().is_some_and(|sequence| !sequence.is_new()) {
                made.push(0);
                continue;
            }
            let at = match self.length_input(input, made.len()) {
                Some(number) if D::FLOWS => {
                    let (room, core) = (object.length.unwrap_or_default(), &mut machine.core);
                    let length = core.domain.of_input(u64::from(room), None, number);
                    let made = core.memory.allocate_sized(class, room, length);
                    made.map_err(|_| WriteError::HeapFull)?
                }
                _ => allocate(machine, class, object.length)?,
            };
            if object.cells.is_empty() && object.contents.is_none() {
                make_untouched(machine, at);
            }
            made.push(at);
        }
        self.fill_cells(machine, input, &made, names)?;
        for (object, sequence) in made.iter().zip(&sequences) {
            if sequence.is_none() {
                self.make_subclass(machine, *object)?;
            }
        }
        let mut shared: Vec<Ref> =
            made.iter().map(|object| self.shared(machine, *object)).collect();
        if shared != made {
            self.fill_cells(machine, input, &shared, names)?;
        }
        for place in making_order(input) {
            let object = &input.objects[place];
            let (Some(contents), sequence) = (&object.contents, sequences[place].clone()) else {
                continue;
            };
            let given = self.all_bits(machine, contents, &shared, names)?;
            let name = names.class(object.class);
            if let Some(expression) = given_by(&name) {
                shared[place] = self.give(machine, expression, given)?;
                self.refer_to(machine, input, &shared, place, names)?;
                continue;
            }
            let class = self.class(machine, &name)?;
            let Some(sequence) = sequence else {
                let is_refused = || WriteError::Contents(dotted(&name));
                let making = self.filling(machine, class).ok_or_else(is_refused)?;
                self.put_in(machine, making, shared[place], &given)?.ok_or_else(is_refused)?;
                continue;
            };
            let is_unmade = || WriteError::Calls(dotted(&name));
            let making = self.calling(machine, class, &sequence).ok_or_else(is_unmade)?;
            let is_new = sequence.is_new();
            witness.before(machine, is_new.then_some(shared[place]), &given);
            let room = [&given[..], &[0][usize::from(is_new)..]].concat();
            let array = self.put_in(machine, making, shared[place], &room)?;
            let array = array.ok_or_else(is_unmade)?;
            if !is_new {
                shared[place] = cell(machine, array, given.len() as u32) as Ref;
                self.refer_to(machine, input, &shared, place, names)?;
            }
            witness.after(Called { object: shared[place], sequence, given });
        }
        let arguments = self.all_bits(machine, &input.arguments, &shared, names)?;
        Ok((arguments, self.all_bits(machine, &input.statics, &shared, names)?))
    }

    /// The object that an expression of the class library gives: it may be one that the program has too.
    /// A value is made again of what it is known by, as a test does.
    fn give<D: Domain>(
        &mut self,
        machine: &mut JavaMachine<D>,
        expression: &Expression,
        mut contents: Vec<u64>,
    ) -> Result<Ref, WriteError> {
        if let Given::Any(parameters) = expression.given {
            for (parameter, bits) in parameters.iter().zip(&mut contents) {
                *bits = in_range(machine, parameter, *bits)?;
            }
        }
        let object = self.given(machine, expression.made, &contents)?;
        match expression.again.filter(|again| *again != expression.made) {
            Some(again) => {
                let known_by = held(machine, expression, object);
                let known_by =
                    known_by.ok_or_else(|| WriteError::Library(dotted(expression.class)))?;
                self.given(machine, again, &[known_by])
            }
            None => Ok(object),
        }
    }

    /// The object that a constructor or method makes.
    fn given<D: Domain>(
        &mut self,
        machine: &mut JavaMachine<D>,
        maker: Maker,
        contents: &[u64],
    ) -> Result<Ref, WriteError> {
        let is_unmade = || WriteError::Library(dotted(maker.owner));
        let giving = self.giving(machine, maker).ok_or_else(is_unmade)?;
        let array = self.contents(machine, contents)?;
        match call(machine, giving, &[reference::<D>(array)], MOST_STEPS) {
            Some(Outcome::Returned(Some(object))) => Ok(bits_in(machine, object) as Ref),
            _ => Err(is_unmade()),
        }
    }

    /// A method that gives an object made of what is in an array.
    pub fn giving<D: Domain>(
        &mut self,
        machine: &mut JavaMachine<D>,
        maker: Maker,
    ) -> Option<MethodId> {
        if let Some(method) = self.givings.get(&maker) {
            return Some(*method);
        }
        let core = &mut machine.core;
        let method = machine.platform.loader.giving(&mut core.world, maker).ok()?;
        self.givings.insert(maker, method);
        Some(method)
    }

    /// Fills all cells of the input.
    fn fill_cells<D: Domain>(
        &mut self,
        machine: &mut JavaMachine<D>,
        input: &ConcreteInput,
        made: &[Ref],
        names: &mut impl InputNames,
    ) -> Result<(), WriteError> {
        for (place, object) in input.objects.iter().enumerate() {
            for (index, value) in &object.cells {
                self.fill_cell(machine, made, (place, *index, *value), names)?;
            }
        }
        self.mark_inputs(machine, input, made, |_| true);
        Ok(())
    }

    /// Fills the cells of an object that calls have made, and those that refer to it. Others may hold what
    /// the calls have put there.
    fn refer_to<D: Domain>(
        &mut self,
        machine: &mut JavaMachine<D>,
        input: &ConcreteInput,
        made: &[Ref],
        place: usize,
        names: &mut impl InputNames,
    ) -> Result<(), WriteError> {
        let mut filled: FxHashSet<(usize, u32)> = FxHashSet::default();
        for (other, object) in input.objects.iter().enumerate() {
            for (index, value) in &object.cells {
                if other == place || *value == ConcreteValue::Object(place) {
                    self.fill_cell(machine, made, (other, *index, *value), names)?;
                    filled.insert((other, *index));
                }
            }
        }
        let is_filled = |source: &Source| filled.contains(&(source.object, source.cell));
        self.mark_inputs(machine, input, made, is_filled);
        Ok(())
    }

    /// Fills a cell of an object that exists.
    fn fill_cell<D: Domain>(
        &mut self,
        machine: &mut JavaMachine<D>,
        made: &[Ref],
        (place, index, value): (usize, u32, ConcreteValue),
        names: &mut impl InputNames,
    ) -> Result<(), WriteError> {
        if made[place] != 0 {
            let bits = self.bits(machine, value, made, names)?;
            machine.core.memory.set(made[place], index, D::constant(bits));
        }
        Ok(())
    }

    /// Tells the domain which cells are inputs.
    fn mark_inputs<D: Domain>(
        &mut self,
        machine: &mut JavaMachine<D>,
        input: &ConcreteInput,
        made: &[Ref],
        is_meant: impl Fn(&Source) -> bool,
    ) {
        let is_cell = |source: &&Source| source.cell != LENGTH && made[source.object] != 0;
        let sources = input.sources.iter().filter(is_cell).filter(|_| D::FLOWS);
        for source in sources.filter(|source| is_meant(source)) {
            let number = self.inputs.number(&source.name);
            let object = made[source.object];
            let bits = cell(machine, object, source.cell);
            let address = Memory::<D>::address(object, source.cell);
            let value = machine.core.domain.of_input(bits, Some(address), number);
            machine.core.memory.set(object, source.cell, value);
        }
    }

    /// The input that is the length of an object.
    fn length_input(&mut self, input: &ConcreteInput, object: usize) -> Option<u32> {
        let is_length = |source: &&Source| source.object == object && source.cell == LENGTH;
        let source = input.sources.iter().find(is_length)?;
        Some(self.inputs.number(&source.name))
    }

    fn all_bits<D: Domain>(
        &mut self,
        machine: &mut JavaMachine<D>,
        values: &[ConcreteValue],
        made: &[Ref],
        names: &mut impl InputNames,
    ) -> Result<Vec<u64>, WriteError> {
        values.iter().map(|value| self.bits(machine, *value, made, names)).collect()
    }

    fn bits<D: Domain>(
        &mut self,
        machine: &mut JavaMachine<D>,
        value: ConcreteValue,
        made: &[Ref],
        names: &mut impl InputNames,
    ) -> Result<u64, WriteError> {
        let (class, name) = match value {
            ConcreteValue::Bits(bits) => return Ok(bits),
            ConcreteValue::Object(place) => return Ok(u64::from(made[place])),
            ConcreteValue::Existing(object) => {
                let (class, name) = names.constant(object).ok_or(WriteError::Unknown)?;
                (class, Some(name))
            }
            ConcreteValue::SomeConstant(class) => (names.class(class), None),
            ConcreteValue::SomeText(number) => {
                let literal = machine.core.world.string_from(&some_text(number));
                let text = machine.platform.string(&mut machine.core, literal);
                return text.map(u64::from).map_err(|_| WriteError::HeapFull);
            }
        };
        let class = self.class(machine, &class)?;
        constant(machine, class, name.as_deref()).map(u64::from)
    }

    /// Runs the constructor of the abstract class that an object made up by a test is of.
    fn make_subclass<D: Domain>(
        &mut self,
        machine: &mut JavaMachine<D>,
        object: Ref,
    ) -> Result<(), WriteError> {
        let world = &mut machine.core.world;
        let class = Some(object).filter(|object| *object != 0);
        let class = class.map(|object| machine.core.memory.class_of(object));
        let above = class.and_then(|class| Stub::of(world, class)).map(|stub| stub.interface);
        let above = above.filter(|above| !world.loaded(*above).is_interface());
        let new = above.and_then(|above| method_of(world, above, "<init>", "()V"));
        let (Some(above), Some(new)) = (above, new) else { return Ok(()) };
        match call(machine, new, &[reference::<D>(object)], MOST_STEPS) {
            Some(Outcome::Returned(_)) => {
                self.path.extend(machine.core.path());
                Ok(())
            }
            _ => Err(WriteError::Calls(describe::class(&machine.core.world, above))),
        }
    }

    /// Lets the code of an object make it of what is in an array; gives that, or none if the code refuses.
    fn put_in<D: Domain>(
        &mut self,
        machine: &mut JavaMachine<D>,
        making: MethodId,
        object: Ref,
        contents: &[u64],
    ) -> Result<Option<Ref>, WriteError> {
        let array = self.contents(machine, contents)?;
        let given = [reference::<D>(object), reference::<D>(array)];
        match call(machine, making, &given, MOST_STEPS) {
            Some(Outcome::Returned(_)) => {
                self.path.extend(machine.core.path());
                Ok(Some(array))
            }
            _ => Ok(None),
        }
    }

    /// What is to be put into an object, as the method that does it takes it.
    pub fn contents<D: Domain>(
        &mut self,
        machine: &mut JavaMachine<D>,
        contents: &[u64],
    ) -> Result<Ref, WriteError> {
        let class = self.load(machine, "[Ljava/lang/Object;")?;
        let array = allocate(machine, class, Some(contents.len() as u32))?;
        for (index, bits) in (0..).zip(contents) {
            machine.core.memory.set(array, index, D::constant(*bits));
        }
        Ok(array)
    }

    /// The method that makes an object of a class out of what is to be in it: the object, then an
    /// array of that.
    pub fn filling<D: Domain>(
        &mut self,
        machine: &mut JavaMachine<D>,
        class: ClassId,
    ) -> Option<MethodId> {
        if let Some(method) = self.fillings.get(&class) {
            return Some(*method);
        }
        let core = &mut machine.core;
        let method = machine.platform.loader.filling(&mut core.world, class).ok()?;
        self.fillings.insert(class, method);
        Some(method)
    }

    /// The same by calls.
    fn calling<D: Domain>(
        &mut self,
        machine: &mut JavaMachine<D>,
        class: ClassId,
        sequence: &Sequence,
    ) -> Option<MethodId> {
        let key = (class, sequence.clone());
        if let Some(method) = self.callings.get(&key) {
            return Some(*method);
        }
        let core = &mut machine.core;
        let method = machine.platform.loader.calling(&mut core.world, class, sequence).ok()?;
        self.callings.insert(key, method);
        Some(method)
    }

    /// A class by its internal name, initialised.
    fn class<D: Domain>(
        &mut self,
        machine: &mut JavaMachine<D>,
        name: &str,
    ) -> Result<ClassId, WriteError> {
        let class = self.load(machine, name)?;
        // One whose initializer threw says so again: no program has objects of it.
        if !machine.core.memory.is_ready(class) {
            initialize(machine, class)?;
        }
        Ok(class)
    }

    /// A class by its internal name; one that was made up is made up again.
    pub fn load<D: Domain>(
        &mut self,
        machine: &mut JavaMachine<D>,
        name: &str,
    ) -> Result<ClassId, WriteError> {
        let class = match self.classes.get(name) {
            Some(class) => *class,
            None => {
                let core = &mut machine.core;
                let made_up = machine.platform.loader.stub_named(&mut core.world, name);
                let class = made_up.ok().flatten().or_else(|| load(machine, name).ok());
                self.classes.insert(name.to_owned(), class);
                class
            }
        };
        class.ok_or_else(|| WriteError::NoClass(dotted(name)))
    }

    /// The object that source code gets where it writes down this value.
    fn shared<D: Domain>(&mut self, machine: &mut JavaMachine<D>, object: Ref) -> Ref {
        if object == 0 {
            return object;
        }
        let class = machine.core.memory.class_of(object);
        let shared = match ValueClass::of(&machine.core.world, class) {
            Some(ValueClass::Text) if !self.distinct_texts => {
                let units = machine.platform.units_of(&mut machine.core, object);
                let text = units.ok().map(|text| values::build(machine, &Literal::Text(text)));
                text.and_then(Result::ok).map(|text| bits_in(machine, text) as Ref)
            }
            Some(ValueClass::Box(boxed)) => shared_box(machine, boxed, object),
            _ => None,
        };
        shared.unwrap_or(object)
    }
}

/// The name of a class as people write it.
fn dotted(class: &str) -> String {
    class.replace('/', ".")
}

/// A number that an expression takes, in a box: one that nobody has looked at may be any.
fn in_range<D: Domain>(
    machine: &mut JavaMachine<D>,
    parameter: &Parameter,
    bits: u64,
) -> Result<u64, WriteError> {
    let Some((low, high)) = parameter.range else { return Ok(bits) };
    let class = machine.core.memory.class_of(bits as Ref);
    let slot = slot_named(&machine.core.world, class, "value");
    let held = slot.map(|slot| cell(machine, bits as Ref, slot));
    let (boxed, number, lowest) = match machine.core.world.class_name(class) {
        "java/lang/Long" => ("java/lang/Long", held.map(u64::cast_signed), low.cast_unsigned()),
        _ => {
            let number = held.map(|held| i64::from((held as u32).cast_signed()));
            ("java/lang/Integer", number, u64::from((low as i32).cast_unsigned()))
        }
    };
    if number.is_some_and(|number| (low..=high).contains(&number)) {
        return Ok(bits);
    }
    let lowest = Literal::Boxed(boxed, lowest);
    let built = values::build(machine, &lowest).map_err(|_| WriteError::HeapFull)?;
    Ok(bits_in(machine, built))
}

/// The expression that gives objects of a class.
fn given_by(class: &str) -> Option<&'static Expression> {
    Expression::of(class).filter(|expression| expression.is_given())
}

/// The places of objects in an order in which they can be made: what another is made of, comes before it.
fn making_order(input: &ConcreteInput) -> Vec<usize> {
    let mut order = Vec::with_capacity(input.objects.len());
    let mut is_seen = vec![false; input.objects.len()];
    // Each object twice: to ask for what it is made of, then to take its turn.
    let mut open: Vec<(usize, bool)> = (0..input.objects.len()).map(|at| (at, false)).collect();
    while let Some((place, is_ready)) = open.pop() {
        if is_ready {
            order.push(place);
        } else if !std::mem::replace(&mut is_seen[place], true) {
            open.push((place, true));
            let object = &input.objects[place];
            let cells = object.cells.iter().map(|(_, value)| value);
            for value in object.contents.iter().flatten().chain(cells).rev() {
                if let ConcreteValue::Object(inner) = value {
                    open.push((*inner, false));
                }
            }
        }
    }
    order
}

/// An object of the class library that nobody has looked at is as its constructor makes it.
fn make_untouched<D: Domain>(machine: &mut JavaMachine<D>, object: Ref) {
    let class = machine.core.memory.class_of(object);
    let name = machine.core.world.class_name(class).to_owned();
    if machine.platform.loader.module_of(&name).is_none() {
        return;
    }
    if let Some(constructor) = method_of(&mut machine.core.world, class, "<init>", "()V")
        && machine.core.world.method(constructor).class == class
    {
        // One that throws leaves what there was before it.
        let _ = call(machine, constructor, &[reference::<D>(object)], MOST_STEPS);
    }
}

/// The class of lambdas of an interface.
pub(crate) fn lambda<D: Domain>(machine: &mut JavaMachine<D>, interface: &str) -> Option<ClassId> {
    let interface = load(machine, interface).ok()?;
    let core = &mut machine.core;
    let class = machine.platform.loader.stub(&mut core.world, interface);
    class.ok().flatten()
}

/// The box that `valueOf` gives for a small number.
fn shared_box<D: Domain>(machine: &mut JavaMachine<D>, boxed: &Boxed, object: Ref) -> Option<Ref> {
    let (least, most) = boxed.shared?;
    let class = machine.core.memory.class_of(object);
    let slot = slot_named(&machine.core.world, class, "value")?;
    let bits = cell(machine, object, slot);
    let is_long = storage(boxed.descriptor) == Storage::I64;
    let number = if is_long { bits.cast_signed() } else { i64::from(bits as u32 as i32) };
    if !(least..=most).contains(&number) {
        return None;
    }
    let descriptor = format!("({})L{};", boxed.descriptor, boxed.class);
    let method = method_of(&mut machine.core.world, class, "valueOf", &descriptor)?;
    match call(machine, method, &[D::constant(bits)], MOST_STEPS) {
        Some(Outcome::Returned(Some(object))) => Some(bits_in(machine, object) as Ref),
        _ => None,
    }
}

/// The bits of a value.
fn bits_in<D: Domain>(machine: &JavaMachine<D>, value: D::Value) -> u64 {
    machine.core.domain.bits(value).unwrap_or_default()
}

/// What a cell holds.
fn cell<D: Domain>(machine: &JavaMachine<D>, object: Ref, index: u32) -> u64 {
    bits_in(machine, machine.core.memory.get(object, index))
}

fn reference<D: Domain>(object: Ref) -> D::Value {
    D::constant(u64::from(object))
}

/// An object of a class, or an array of a length, with all cells zero.
pub(crate) fn allocate<D: Domain>(
    machine: &mut JavaMachine<D>,
    class: ClassId,
    length: Option<u32>,
) -> Result<Ref, WriteError> {
    let core = &mut machine.core;
    let cells = length.unwrap_or_else(|| core.world.loaded(class).cells);
    core.memory.allocate(class, cells).map_err(|_| WriteError::HeapFull)
}

/// A constant of an enum that is initialised: the one of that name, or the first. Of the class of classes it is what
/// stands for the class of that name.
pub(crate) fn constant<D: Domain>(
    machine: &mut JavaMachine<D>,
    class: ClassId,
    name: Option<&str>,
) -> Result<Ref, WriteError> {
    if machine.core.world.class_name(class) == CLASS {
        return mirror(machine, name.unwrap_or("java.lang.String"));
    }
    let core = &machine.core;
    let world = &core.world;
    let fields = world.loaded(enum_of(world, class)).fields.iter().map(|f| world.field(*f));
    let constants = fields.filter(|field| field.modifiers & ENUM != 0);
    let named = constants.filter(|f| name.is_none_or(|name| world.text(f.name) == name));
    let bits = |slot| core.domain.bits(core.memory.get_static(slot)).unwrap_or_default();
    let mut objects = named.map(|field| bits(field.slot) as Ref);
    // A constant with a body has a class of its own.
    let found = objects.find(|object| world.is_subclass(core.memory.class_of(*object), class));
    found.ok_or_else(|| WriteError::NoConstant(describe::class(world, class)))
}

/// What stands for the class of a name.
fn mirror<D: Domain>(machine: &mut JavaMachine<D>, name: &str) -> Result<Ref, WriteError> {
    let no_class = || WriteError::NoClass(name.to_owned());
    let class = load(machine, &describe::internal_name(name)).map_err(|_| no_class())?;
    machine.platform.mirror(&mut machine.core, class).map_err(|_| no_class())
}

/// A primitive value as a cell holds it; none if it does not fit.
pub(crate) fn number_bits(storage: Storage, value: &Value) -> Option<u64> {
    match (storage, value) {
        (_, Value::Free) => Some(0),
        (Storage::Bool, Value::Bool(value)) => Some(u64::from(*value)),
        (Storage::U16, Value::Char(unit)) => Some(u64::from(*unit)),
        (Storage::Bool | Storage::U16, _) => None,
        (Storage::F32, Value::Float(text)) => Some(u64::from(text.parse::<f32>().ok()?.to_bits())),
        (Storage::F64, Value::Float(text)) => Some(text.parse::<f64>().ok()?.to_bits()),
        (storage, Value::Int(number)) => bits_of(storage, *number),
        _ => None,
    }
}

/// The object that stands for a value in a field of a class; none if none does.
pub(crate) fn value_object(class: &str, value: &Value) -> Option<Literal> {
    let boxed = |name: &str| {
        let boxed = Boxed::of(name)?;
        let bits = number_bits(storage(boxed.descriptor), value)?;
        Some(Literal::Boxed(boxed.class, bits))
    };
    match value {
        Value::Text(text) => Some(Literal::Text(text.encode_utf16().collect())),
        Value::Units(units) => Some(Literal::Text(units.clone())),
        Value::Bool(_) => boxed("java/lang/Boolean"),
        Value::Char(_) => boxed("java/lang/Character"),
        // In a field of a wider class, what source code would box it to.
        Value::Float(_) => boxed(class).or_else(|| boxed("java/lang/Double")),
        Value::Int(_) if Boxed::of(class).is_some() => boxed(class),
        Value::Int(_) => boxed("java/lang/Integer").or_else(|| boxed("java/lang/Long")),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_become_cells() {
        assert_eq!(number_bits(Storage::I32, &Value::Int(-1)), Some(0xffff_ffff));
        assert_eq!(number_bits(Storage::I64, &Value::Int(-1)), Some(u64::MAX));
        assert_eq!(number_bits(Storage::I8, &Value::Int(128)), None);
        assert_eq!(number_bits(Storage::Bool, &Value::Bool(true)), Some(1));
        let infinity = Value::Float("-Infinity".to_owned());
        assert_eq!(number_bits(Storage::F64, &infinity), Some(f64::NEG_INFINITY.to_bits()));
        assert_eq!(number_bits(Storage::I32, &Value::Text(String::new())), None);
    }

    #[test]
    fn values_become_boxes_of_the_class_of_their_field() {
        let boxed = |class, value| match value_object(class, &value) {
            Some(Literal::Boxed(class, _)) => Some(class),
            _ => None,
        };
        assert_eq!(boxed("java/lang/Short", Value::Int(3)), Some("java/lang/Short"));
        assert_eq!(boxed("java/lang/Short", Value::Int(1 << 20)), None);
        assert_eq!(boxed("java/lang/Object", Value::Int(1 << 20)), Some("java/lang/Integer"));
        assert_eq!(boxed("java/lang/Number", Value::Int(1 << 40)), Some("java/lang/Long"));
        let half = || Value::Float("0.5".to_owned());
        assert_eq!(boxed("java/lang/Float", half()), Some("java/lang/Float"));
        assert_eq!(boxed("java/lang/Comparable", half()), Some("java/lang/Double"));
    }
}
