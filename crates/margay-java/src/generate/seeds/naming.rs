//! What a seed says, by the names that inputs have in the search.

use super::super::generator::SymbolicMachine;
use super::super::points::find_method;
use super::STDIN;
use crate::graph::Boxed;
use margay_jvm::describe::internal_name;
use margay_jvm::inputs::thrown::THROWN;
use margay_jvm::inputs::{RECEIVER, call_name, signature};
use margay_jvm::sequence::{Call, CallKind, Sequence};
use margay_jvm::values::{self, Literal, ValueError};
use margay_search::generate::case::{Build, MethodName, TestCase};
use margay_search::generate::paths::seed::{Seed, SeedReference};
use margay_search::structure::{Content, StubMethod, Value};
use rustc_hash::FxHashMap;

const STRING: &str = "java/lang/String";

/// The inputs of a case, whose parameters have these names. `by_fields` says that objects of the program are known by
/// what their fields hold, whatever the case makes them by.
pub(super) fn of_case(
    machine: &mut SymbolicMachine,
    names: &[String],
    case: &TestCase,
    by_fields: bool,
) -> Seed {
    let (seed, met) = (Seed::default(), FxHashMap::default());
    let mut naming = Naming { machine, case, by_fields, seed, met };
    if let Some(receiver) = &case.input.receiver {
        naming.value(RECEIVER, receiver);
    }
    for (name, value) in names.iter().zip(&case.input.arguments) {
        naming.value(name, value);
    }
    for (field, value) in &case.input.statics {
        let simple = field.class.rsplit(['.', '$']).next().unwrap_or_default();
        naming.value(&format!("{simple}.{}", field.name), value);
    }
    let mut seed = naming.seed;
    for (number, text) in (1..).zip(&case.input.asked) {
        let value = text.split_once(' ').and_then(|(word, value)| asked(word, value));
        seed.numbers.extend(value.map(|value| (format!("value#{number}"), value)));
    }
    if let Some(bytes) = &case.input.stdin {
        standard_input(&mut seed, bytes.iter().copied().map(u16::from));
    }
    seed
}

/// A value that a program asks for, as its type and its text.
fn asked(word: &str, text: &str) -> Option<Value> {
    Some(match word {
        "boolean" => Value::Bool(text == "true"),
        "char" => Value::Char(text.parse().ok()?),
        "float" | "double" => Value::Float(text.to_owned()),
        _ => Value::Int(text.parse().ok()?),
    })
}

/// Values of parameters, as users write them.
pub(super) fn of_values(
    values: &[(String, String)],
    parameters: &[(String, String)],
) -> Result<Seed, String> {
    let mut seed = Seed::default();
    for (name, text) in values {
        let ty = parameters.iter().find(|(parameter, _)| parameter == name);
        let ty = ty.map_or("Ljava/lang/String;", |(_, ty)| ty);
        let parsed = values::parse(&format!("({ty})V"), std::slice::from_ref(text));
        let literal = parsed.map_err(|error| match error {
            ValueError::NotA { text, ty, reason, .. } => {
                format!("{name}: `{text}` is not a value of type {ty}: {reason}")
            }
            error => format!("{name}: {error}"),
        })?;
        match literal.into_iter().next() {
            Some(Literal::Text(units)) if name == STDIN => standard_input(&mut seed, units),
            Some(literal) => add_literal(&mut seed, name, ty, literal),
            None => {}
        }
    }
    Ok(seed)
}

/// What a program reads, and that there is no more.
fn standard_input(seed: &mut Seed, units: impl IntoIterator<Item = u16>) {
    let bytes = units.into_iter().map(i64::from).chain([-1]);
    let named = (0..).zip(bytes).map(|(at, byte): (u32, _)| (format!("{STDIN}[{at}]"), byte));
    seed.numbers.extend(named.map(|(name, byte)| (name, Value::Int(byte))));
}

fn add_literal(seed: &mut Seed, name: &str, ty: &str, literal: Literal) {
    let object =
        |class: &str| SeedReference::Object { class: class.to_owned(), sequence: None, size: None };
    match literal {
        Literal::Bits(bits) => {
            seed.numbers.insert(name.to_owned(), number(ty, bits));
        }
        Literal::Null => {
            seed.references.insert(name.to_owned(), SeedReference::Null);
        }
        Literal::Text(units) => add_text(seed, name, &units),
        Literal::Boxed(class, bits) => {
            seed.references.insert(name.to_owned(), object(class));
            let ty = Boxed::of(class).map_or("I", |boxed| boxed.descriptor);
            seed.numbers.insert(name.to_owned(), number(ty, bits));
        }
        Literal::Array(class, elements) => {
            seed.references.insert(name.to_owned(), object(&class));
            let length = Value::Int(elements.len() as i64);
            seed.numbers.insert(format!("{name}.length"), length);
            for (at, element) in elements.into_iter().enumerate() {
                add_literal(seed, &format!("{name}[{at}]"), &class[1..], element);
            }
        }
    }
}

/// A number of a primitive type.
fn number(ty: &str, bits: u64) -> Value {
    match ty {
        "Z" => Value::Bool(bits != 0),
        "C" => Value::Char(bits as u16),
        "F" => Value::Float(f32::from_bits(bits as u32).to_string()),
        "D" => Value::Float(f64::from_bits(bits).to_string()),
        "J" => Value::Int(bits.cast_signed()),
        _ => Value::Int(i64::from((bits as u32).cast_signed())),
    }
}

fn add_text(seed: &mut Seed, name: &str, units: &[u16]) {
    let class = STRING.to_owned();
    let object = SeedReference::Object { class, sequence: None, size: None };
    seed.references.insert(name.to_owned(), object);
    seed.numbers.insert(format!("{name}.length()"), Value::Int(units.len() as i64));
    let units = units.iter().enumerate();
    let named = units.map(|(at, unit)| (format!("{name}.charAt({at})"), Value::Char(*unit)));
    seed.numbers.extend(named);
}

/// Names what a case is given.
struct Naming<'a> {
    machine: &'a mut SymbolicMachine,
    case: &'a TestCase,
    by_fields: bool,
    seed: Seed,
    /// What objects are called that were met, by their places.
    met: FxHashMap<usize, String>,
}

impl Naming<'_> {
    fn value(&mut self, name: &str, value: &Value) {
        match value {
            Value::Null => {
                self.seed.references.insert(name.to_owned(), SeedReference::Null);
            }
            Value::Ref(place) => match self.met.get(place) {
                Some(other) if other == name => {}
                Some(other) => {
                    let same = SeedReference::Same(other.clone());
                    self.seed.references.insert(name.to_owned(), same);
                }
                None => {
                    self.met.insert(*place, name.to_owned());
                    self.object(name, *place);
                }
            },
            Value::Text(text) => {
                let units: Vec<u16> = text.encode_utf16().collect();
                add_text(&mut self.seed, name, &units);
            }
            Value::Units(units) => add_text(&mut self.seed, name, units),
            Value::Bool(_) | Value::Int(_) | Value::Char(_) | Value::Float(_) => {
                self.seed.numbers.insert(name.to_owned(), value.clone());
            }
            Value::Constant(_) | Value::Free => {}
        }
    }

    fn object(&mut self, name: &str, place: usize) {
        let case = self.case;
        let object = &case.before.objects[place];
        let class = internal_name(&object.class);
        let is_known = self.by_fields && matches!(object.content, Content::Fields(_));
        let sequence = if is_known { None } else { self.calls(name, place, &class) };
        let size = match &object.content {
            Content::Collection(items) => Some(items.len()),
            Content::Map(entries) => Some(2 * entries.len()),
            _ => None,
        };
        let reference = SeedReference::Object { class, sequence, size };
        self.seed.references.insert(name.to_owned(), reference);
        match &object.content {
            // A parameter of a constructor may have the name of a field: then it is what the constructor was given.
            Content::Fields(fields) => {
                for (field, value) in fields {
                    let name = format!("{name}.{}", field.name);
                    if !self.is_named(&name) {
                        self.value(&name, value);
                    }
                }
            }
            Content::Elements(elements) => {
                self.count(format!("{name}.length"), elements.len());
                for (at, element) in elements.iter().enumerate() {
                    self.value(&format!("{name}[{at}]"), element);
                }
            }
            Content::Collection(items) => {
                self.count(format!("{name}.size()"), items.len());
                for (at, item) in items.iter().enumerate() {
                    self.value(&format!("{name}.get({at})"), item);
                    self.value(&format!("{name}.element({at})"), item);
                }
            }
            Content::Boxed(value) => {
                self.seed.numbers.insert(name.to_owned(), value.clone());
            }
            Content::Holding(value) => self.value(&format!("{name}.toString()"), value),
            _ => {}
        }
    }

    fn is_named(&self, name: &str) -> bool {
        self.seed.numbers.contains_key(name) || self.seed.references.contains_key(name)
    }

    fn count(&mut self, name: String, count: usize) {
        self.seed.numbers.insert(name, Value::Int(count as i64));
    }

    /// The calls that make an object, if a constructor is the first of them. What they are given is named.
    fn calls(&mut self, name: &str, object: usize, class: &str) -> Option<String> {
        let case = self.case;
        let mut calls: Vec<Call> = Vec::new();
        for step in &case.recipe {
            let (kind, method, descriptor, arguments) = match step {
                Build::Construct { object: at, descriptor, arguments } if *at == object => {
                    (CallKind::New, "<init>", descriptor, arguments)
                }
                Build::Call { object: at, name, descriptor, arguments } if *at == object => {
                    (CallKind::Change, name.as_str(), descriptor, arguments)
                }
                _ => continue,
            };
            let place = call_name(name, method, calls.len());
            let called = MethodName {
                class: class.to_owned(),
                name: method.to_owned(),
                descriptor: descriptor.clone(),
            };
            let found = find_method(self.machine, &called)?;
            let world = &self.machine.core.world;
            let owner = world.class_name(world.method(found).class).to_owned();
            let parameters = signature::parameters(self.machine, found);
            let (method, descriptor) = (method.to_owned(), descriptor.clone());
            calls.push(Call { kind, owner, name: method, descriptor });
            for (parameter, argument) in parameters.iter().zip(arguments) {
                self.value(&format!("{place}.{}", parameter.name), argument);
                self.boxed(&format!("{place}.{}", parameter.name), &parameter.descriptor);
            }
        }
        if let (false, Content::Stub(methods)) =
            (calls.is_empty(), &case.before.objects[object].content)
        {
            let returned = self.returned(name, class, methods);
            calls.splice(1..1, returned);
        }
        let is_made = calls.first().is_some_and(|call| call.kind == CallKind::New);
        is_made.then(|| Sequence { calls }.to_string())
    }

    /// The methods that a test gives to the class of an object. What they return and throw is named.
    fn returned(&mut self, object: &str, class: &str, methods: &[StubMethod]) -> Vec<Call> {
        let mut calls = Vec::new();
        for StubMethod { name, descriptor, returns, throws } in methods {
            let place = format!("{object}.{name}()");
            let call = |kind| Call {
                kind,
                owner: class.to_owned(),
                name: name.clone(),
                descriptor: descriptor.clone(),
            };
            if let Some(value) = returns {
                self.value(&place, value);
                let (_, result) = descriptor.split_once(')').unwrap_or_default();
                self.boxed(&place, result);
                calls.push(call(CallKind::Returns));
            }
            if let Some(thrown) = throws {
                self.value(&format!("{place}{THROWN}"), thrown);
                calls.push(call(CallKind::Throws));
            }
        }
        calls
    }

    /// A number that a call is given is in a box there.
    fn boxed(&mut self, name: &str, descriptor: &str) {
        if let Some(boxed) = Boxed::around(descriptor) {
            let class = boxed.class.to_owned();
            let object = SeedReference::Object { class, sequence: None, size: None };
            self.seed.references.insert(name.to_owned(), object);
        }
    }
}
