//! Objects of the class library that an ordinary expression makes: `LocalDate.of(2000, 1, 1)`,
//! `new StringReader("a")`.
//!
//! One table says for each class which expression the search runs and with what (numbers and texts
//! that are inputs like any other, or a few texts where the expression reads one), what an object is
//! known by afterwards, and how source code writes it down.

use crate::build::{Builder, no_method};
use crate::descriptor::Signature;
use crate::entry::holder;
use crate::load::{LoadError, Loader};
use crate::sequence::{element, unless_refused};
use crate::synthetic::Synthetic;
use margay_ir::function::Dispatch;
use margay_ir::world::modifiers::STATIC;
use margay_ir::{ClassId, Cond, InstKind, MethodId, Terminator, Type, Value, World};

mod table;

/// The class of sets of constants of an enum that has not very many.
pub(crate) const ENUM_SET: &str = "java/util/RegularEnumSet";
/// That of maps with such constants as keys.
pub(crate) const ENUM_MAP: &str = "java/util/EnumMap";

/// Margay's own class with expressions of more than one call.
pub const VALUES: &str = "margay/rt/Values";

/// A constructor, or a static method that returns the object.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Maker {
    /// The class that declares it.
    pub owner: &'static str,
    /// Its name.
    pub method: &'static str,
    /// Its descriptor.
    pub descriptor: &'static str,
}

/// An input that an expression is given.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Parameter {
    /// What it is called after the object.
    pub name: &'static str,
    /// Its type, numbers in boxes; `T` is the argument of the generic class.
    pub ty: &'static str,
    /// The numbers it may be, if not all are tried.
    pub range: Option<(i64, i64)>,
    /// The number near which people like it, if that is not zero.
    pub liked: Option<u16>,
}

/// What the search gives an expression.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Given {
    /// Inputs like any other.
    Any(&'static [Parameter]),
    /// One of these, of this class.
    Known(&'static str, &'static [&'static str]),
}

/// What an object is known by: what it can be made of again.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Held {
    /// What a method returns, of this type.
    Method(&'static str, &'static str),
    /// The text that the method `text` of [`VALUES`] gives.
    Text,
    /// What a field holds, of this type.
    Field(&'static str, &'static str),
    /// The number that chance begins with.
    Seed,
    /// Nothing: one is as good as another.
    Nothing,
}

/// How objects of a class are made.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Expression {
    /// The class of the objects.
    pub class: &'static str,
    /// What the search runs.
    pub made: Maker,
    /// What that is given.
    pub given: Given,
    /// What an object is known by.
    pub held: Held,
    /// What makes it of that; none if only an object that holds nothing can be made.
    pub again: Option<Maker>,
    /// The same as source code: `_` is what it is made of, names of classes are in braces.
    pub source: &'static str,
    /// The class as which source code knows it.
    pub declared: &'static str,
    /// Whether nothing can change it, and equal ones are not worth telling apart.
    pub is_value: bool,
}

impl Expression {
    /// The expression for objects of a class.
    #[must_use]
    pub fn of(class: &str) -> Option<&'static Expression> {
        table::EXPRESSIONS.iter().find(|expression| expression.class == class)
    }

    /// The type of what an object is known by.
    #[must_use]
    pub fn held_type(&self) -> &'static str {
        match self.held {
            Held::Method(_, ty) | Held::Field(_, ty) => ty,
            Held::Text => "Ljava/lang/String;",
            Held::Seed => "J",
            Held::Nothing => "Ljava/lang/Object;",
        }
    }

    /// Whether the object is there only when the expression has run: a static method makes it.
    #[must_use]
    pub fn is_given(&self) -> bool {
        self.is_value || self.made.method != "<init>"
    }
}

/// Classes whose objects stand for an abstract type of the library.
#[must_use]
pub fn standing_for(class: &str) -> &'static [&'static str] {
    let found = table::STAND_INS.iter().find(|(abstracted, _)| *abstracted == class);
    found.map_or(&[], |(_, classes)| classes)
}

impl Maker {
    /// Calls it with what is in an array, numbers in boxes; gives the object. A constructor is given a
    /// new one, unless there is one already.
    fn emit(&self, build: &mut Builder, given: &[Value], object: Option<Value>) -> Value {
        if self.method != "<init>" {
            return build.call_static(self.owner, self.method, self.descriptor, given);
        }
        let class = build.world.class_named(self.owner);
        let object = object.unwrap_or_else(|| build.value(InstKind::New(class), Type::Ref));
        let all = [&[object][..], given].concat();
        build.call(Dispatch::Special, self.owner, self.method, self.descriptor, &all);
        object
    }

    /// What is in an array as its parameters take it.
    fn load(&self, build: &mut Builder, array: Value) -> Vec<Value> {
        let types = Signature::parse(self.descriptor).map(|signature| signature.params);
        let types = types.unwrap_or_default();
        (0..).zip(types).map(|(place, ty)| element(build, array, place, ty)).collect()
    }
}

/// The body of a method that makes an object, which is there, of what is in an array. What a static
/// method has made passes its fields on. Where the expression throws, the path does not count.
pub(crate) fn make_of_array(build: &mut Builder, class: ClassId, expression: &Expression) {
    let [object, array] = [0, 1].map(|number| build.params()[number]);
    unless_refused(build, |build| {
        let given = expression.made.load(build, array);
        if let Given::Any(parameters) = expression.given {
            for (parameter, value) in parameters.iter().zip(&given) {
                for (cond, bound) in
                    parameter.range.iter().flat_map(|(l, h)| [(Cond::Ge, l), (Cond::Le, h)])
                {
                    let bound = match build.ty(*value) {
                        Type::I64 => build.constant(Type::I64, bound.cast_unsigned()),
                        _ => build.int(*bound as i32),
                    };
                    let holds = build.compare(cond, *value, bound);
                    build.call(Dispatch::Static, "margay/Margay", "assume", "(Z)V", &[holds]);
                }
            }
        }
        let made = expression.made.emit(build, &given, Some(object));
        if made != object {
            pass_on(build, class, made, object);
        }
    });
}

/// The body of a method that makes a set or map of constants of an enum, which is there, of what is in an array.
pub(crate) fn make_of_constants(build: &mut Builder, class: ClassId) {
    let [object, array] = [0, 1].map(|number| build.params()[number]);
    let (method, descriptor) = match build.world.class_name(class) {
        ENUM_MAP => ("enumMap", "([Ljava/lang/Object;)Ljava/util/EnumMap;"),
        _ => ("enumSet", "([Ljava/lang/Object;)Ljava/util/EnumSet;"),
    };
    unless_refused(build, |build| {
        let made = build.call_static(VALUES, method, descriptor, &[array]);
        pass_on(build, class, made, object);
    });
}

/// Gives one object of a class the fields of another.
fn pass_on(build: &mut Builder, class: ClassId, made: Value, object: Value) {
    let lineage = std::iter::successors(Some(class), |c| build.world.loaded(*c).superclass);
    let fields = lineage.flat_map(|c| build.world.loaded(c).fields.clone()).collect::<Vec<_>>();
    for field in fields {
        let declared = build.world.field(field).clone();
        if declared.modifiers & STATIC != 0 || declared.is_hidden() {
            continue;
        }
        let [name, descriptor] =
            [declared.name, declared.descriptor].map(|n| build.world.text(n).to_owned());
        let ty = crate::descriptor::value_type(&descriptor);
        let field = build.world.field_ref(declared.class, &name, &descriptor);
        let value = build.value(InstKind::GetField { field, object: made }, ty);
        build.effect(InstKind::PutField { field, object, value });
    }
}

impl Loader {
    /// A static method that returns a new object made of what is in an array, as the program gets it:
    /// it may be one that others have too.
    ///
    /// # Errors
    /// When the class does not load.
    pub fn giving(&mut self, world: &mut World, maker: Maker) -> Result<MethodId, LoadError> {
        let (params, result) = (vec![Type::Ref], Some(Type::Ref));
        let title = format!("{}.{}{}", maker.owner, maker.method, maker.descriptor);
        let mut build = Builder::new(world, title, no_method(), params.clone(), result);
        let array = build.params()[0];
        let given = maker.load(&mut build, array);
        let made = maker.emit(&mut build, &given, None);
        build.end(Terminator::Return(Some(made)));
        let bodies = vec![build.finish(false)];
        let (name, descriptor) =
            (world.name("give"), world.name("([Ljava/lang/Object;)Ljava/lang/Object;"));
        let def = holder(world, name, descriptor, params, result);
        self.add_entry(world, Synthetic { def, bodies })
    }
}
