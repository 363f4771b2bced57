//! Calls that make an object: a constructor, a factory, or a constant of a class, then methods of the
//! object.

use crate::build::{Builder, call};
use crate::descriptor::Signature;
use crate::indy::wrapper;
use crate::stub::{THROWABLE, result_field, thrown_field};
use margay_ir::function::Dispatch;
use margay_ir::{InstKind, Storage, Terminator, Type, Value};
use std::fmt;

/// What a call does.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum CallKind {
    /// A constructor: the object is there before it is called.
    New,
    /// A constructor that first takes an object that the new one belongs to.
    Inner,
    /// A static method that returns the object.
    Static,
    /// A method of another object, which comes before its arguments, that returns the object.
    Instance,
    /// No call: a static field has the object.
    Constant,
    /// A method of the object, for what it does to it.
    Change,
    /// No call: a method that the object's class is given by a test, and what it returns there.
    Returns,
    /// No call: such a method, and what it throws, if anything.
    Throws,
}

impl CallKind {
    const ALL: [(CallKind, &str); 8] = [
        (CallKind::New, "new"),
        (CallKind::Inner, "inner"),
        (CallKind::Static, "static"),
        (CallKind::Instance, "by"),
        (CallKind::Constant, "constant"),
        (CallKind::Change, "then"),
        (CallKind::Returns, "returns"),
        (CallKind::Throws, "throws"),
    ];

    /// Whether it is no call, but says what a method does that a test gives to the object's class.
    #[must_use]
    pub fn is_of_stub(self) -> bool {
        matches!(self, CallKind::Returns | CallKind::Throws)
    }
}

/// A call by its names; those of a constant are of a field.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Call {
    /// What it does.
    pub kind: CallKind,
    /// The class that declares it, as class files spell it.
    pub owner: String,
    /// Its name.
    pub name: String,
    /// Its descriptor.
    pub descriptor: String,
}

impl Call {
    /// The types of what it is given, each as a descriptor: first the object it is called on, if the
    /// sequence does not make that.
    #[must_use]
    pub fn given(&self) -> Vec<String> {
        let signature = Signature::parse(&self.descriptor);
        let params = match (self.kind, signature) {
            (CallKind::Constant, _) | (_, None) => Vec::new(),
            (CallKind::Throws, _) => vec![THROWABLE],
            (CallKind::Returns, Some(signature)) => signature.result.into_iter().collect(),
            (_, Some(signature)) => signature.params,
        };
        let on = (self.kind == CallKind::Instance).then(|| format!("L{};", self.owner));
        on.into_iter().chain(params.into_iter().map(str::to_owned)).collect()
    }
}

/// Calls that make an object.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Sequence {
    /// The calls, in order.
    pub calls: Vec<Call>,
}

impl fmt::Display for Sequence {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (number, Call { kind, owner, name, descriptor }) in self.calls.iter().enumerate() {
            let gap = if number > 0 { " " } else { "" };
            let kind = CallKind::ALL.iter().find(|(known, _)| known == kind).map_or("", |(_, k)| k);
            write!(f, "{gap}{kind} {owner} {name} {descriptor}")?;
        }
        Ok(())
    }
}

impl Sequence {
    /// One constructor.
    #[must_use]
    pub fn constructor(owner: &str, descriptor: &str) -> Sequence {
        let [owner, name, descriptor] = [owner, "<init>", descriptor].map(str::to_owned);
        Sequence { calls: vec![Call { kind: CallKind::New, owner, name, descriptor }] }
    }

    /// Reads what [`Display`](fmt::Display) writes.
    #[must_use]
    pub fn parse(text: &str) -> Option<Sequence> {
        let words: Vec<&str> = text.split(' ').collect();
        let call = |words: &[&str]| {
            let [kind, owner, name, descriptor] = words else { return None };
            let kind = CallKind::ALL.iter().find(|(_, known)| known == kind)?.0;
            let [owner, name, descriptor] = [owner, name, descriptor].map(|w| (*w).to_owned());
            Some(Call { kind, owner, name, descriptor })
        };
        Some(Sequence { calls: words.chunks(4).map(call).collect::<Option<_>>()? })
    }

    /// Whether a constructor makes the object, so that it is there before the calls.
    #[must_use]
    pub fn is_new(&self) -> bool {
        let first = self.calls.first();
        first.is_some_and(|call| matches!(call.kind, CallKind::New | CallKind::Inner))
    }

    /// How many values all calls are given.
    #[must_use]
    pub fn count(&self) -> usize {
        self.calls.iter().map(|call| call.given().len()).sum()
    }

    /// The body of a method that is given an object of a class and an array with what the calls are
    /// given, numbers in boxes. Where a constructor does not make the object, a reference to it comes in
    /// its place, and what it is, is told and put into the array, last. Where a call throws, or makes
    /// something else, the path does not count.
    pub(crate) fn emit(&self, build: &mut Builder, class: &str) {
        let [target, array] = [0, 1].map(|number| build.params()[number]);
        unless_refused(build, |build| {
            let mut object = target;
            for (step, place) in self.in_order() {
                let types = step.given();
                let given = types.iter().zip(place..);
                let given: Vec<Value> =
                    given.map(|(ty, place)| element(build, array, place, ty)).collect();
                if step.kind.is_of_stub() {
                    keep_result(build, object, class, step, &given);
                } else if let Some(made) = step.emit(build, object, given) {
                    let last = build.int(i32::try_from(self.count()).unwrap_or_default());
                    tell(build, target, made, class);
                    let (elem, index, value) = (Storage::Ref, last, made);
                    build.effect(InstKind::ArrayStore { elem, array, index, value });
                    object = made;
                }
            }
        });
    }

    /// The calls as they happen, each with the place of the first value that it is given: what methods of a
    /// test return or throw, the constructor sees too.
    fn in_order(&self) -> impl Iterator<Item = (&Call, i32)> {
        let mut next = 0;
        let mut placed = Vec::new();
        for call in &self.calls {
            placed.push((call, next));
            next += i32::try_from(call.given().len()).unwrap_or_default();
        }
        placed.sort_by_key(|(call, _)| !call.kind.is_of_stub());
        placed.into_iter()
    }
}

/// Lets a method that a test gives to an object's class return a value, or throw it.
fn keep_result(build: &mut Builder, object: Value, class: &str, method: &Call, given: &[Value]) {
    let types = method.given();
    let (Some(ty), Some(value)) = (types.first(), given.first()) else { return };
    let class = build.world.class_named(class);
    let named = match method.kind {
        CallKind::Throws => thrown_field,
        _ => result_field,
    };
    let field = build.world.field_ref(class, &named(&method.name, &method.descriptor), ty);
    build.effect(InstKind::PutField { field, object, value: *value });
}

impl Call {
    /// The call, with what it is given; gives the object that it makes.
    fn emit(&self, build: &mut Builder, object: Value, mut given: Vec<Value>) -> Option<Value> {
        let Call { kind, owner, name, descriptor } = self;
        if matches!(kind, CallKind::Inner | CallKind::Instance) {
            // It is made before, whether or not the call looks at it.
            let looking = "(Ljava/lang/Object;)V";
            build.call(Dispatch::Static, "margay/rt/Natives", "look", looking, &given[..1]);
        }
        let how = match kind {
            CallKind::New | CallKind::Inner => Dispatch::Special,
            CallKind::Change | CallKind::Instance => Dispatch::Virtual,
            CallKind::Static => Dispatch::Static,
            CallKind::Returns | CallKind::Throws => return None,
            CallKind::Constant => {
                let class = build.world.class_named(owner);
                let field = build.world.field_ref(class, name, descriptor);
                return Some(build.value(InstKind::GetStatic(field), Type::Ref));
            }
        };
        let is_on_it = matches!(kind, CallKind::New | CallKind::Inner | CallKind::Change);
        if is_on_it {
            given.insert(0, object);
        }
        let made = build.call(how, owner, name, descriptor, &given);
        made.filter(|_| !is_on_it)
    }
}

/// Adds code to a method that returns nothing. Where something throws, the path does not count.
pub(crate) fn unless_refused(build: &mut Builder, add: impl FnOnce(&mut Builder)) {
    let refused = build.new_block();
    build.add_param(refused, Type::Ref);
    build.set_unwind(Some(call(refused, &[])));
    add(build);
    build.set_unwind(None);
    build.end(Terminator::Return(None));
    build.switch_to(refused);
    let no = build.int(0);
    build.call(Dispatch::Static, "margay/Margay", "assume", "(Z)V", &[no]);
    build.end(Terminator::Return(None));
}

/// What is at a place of the array, numbers out of their boxes.
pub(crate) fn element(build: &mut Builder, array: Value, place: i32, ty: &str) -> Value {
    let index = build.int(place);
    let load = InstKind::ArrayLoad { elem: Storage::Ref, array, index };
    let value = build.value(load, Type::Ref);
    match wrapper(ty) {
        Some((class, open)) => build.call_virtual(class, open, &format!("(){ty}"), &[value]),
        None => value,
    }
}

/// Tells which object a reference is: one that was made and is of the class.
fn tell(build: &mut Builder, reference: Value, made: Value, class: &str) {
    build.guard_non_null(made);
    let class = build.world.class_named(class);
    build.guard_cast(class, made);
    let telling = "(Ljava/lang/Object;Ljava/lang/Object;)V";
    build.call(Dispatch::Static, "margay/rt/Natives", "found", telling, &[reference, made]);
}

#[cfg(test)]
mod tests {
    use super::{CallKind, Sequence};

    #[test]
    fn sequences_are_read_as_they_are_written() {
        let text = "static bank/Account of (Ljava/lang/String;)Lbank/Account; then bank/Account \
                    deposit (J)V then bank/Account close ()V";
        let sequence = Sequence::parse(text).expect("a sequence");
        assert_eq!(sequence.calls[1].name, "deposit");
        assert_eq!(sequence.calls[1].kind, CallKind::Change);
        assert!(!sequence.is_new());
        assert_eq!(sequence.count(), 2);
        assert_eq!(sequence.to_string(), text);
    }
}
