//! What is known of a class whose objects are to be built: its fields, the constructors that a
//! test may call and what they do with their arguments, and methods that set one field.

use super::learn::{Effect, Learner, MethodKey, Source};
use crate::graph::{Field, fields};
use crate::program::{ConcreteMachine, load, method_of};
use margay_ir::{ClassId, MethodId};
use margay_jvm::inputs::signature;
use margay_jvm::source::{Access, SourceClass, SourceKind};
use rustc_hash::FxHashMap;
use std::rc::Rc;

/// A class whose objects are built.
pub struct BuildableClass {
    /// The class in the machine that replays.
    pub class: ClassId,
    /// Its fields, those of superclasses first.
    pub fields: Vec<Slot>,
    /// Constructors that a test may call, those with few parameters first.
    pub constructors: Vec<Constructor>,
    /// Whether it is a record, whose fields nobody can set.
    pub is_record: bool,
}

/// A field.
pub struct Slot {
    /// Where and what it is.
    pub field: Field,
    /// Whether a test may assign it.
    pub assignable: bool,
}

/// A constructor, and which fields its parameters go to.
pub struct Constructor {
    /// The constructor.
    pub method: MethodId,
    /// Its types.
    pub descriptor: String,
    /// Those of its parameters.
    pub parameters: Vec<String>,
    /// For each parameter a field that it goes to.
    pub targets: Vec<Option<usize>>,
    /// Whether the first argument is the object around it.
    pub is_inner: bool,
}

/// A method that sets a field.
pub struct Setter {
    /// The method.
    pub method: MethodId,
    /// Its name.
    pub name: String,
    /// Its types.
    pub descriptor: String,
    /// That of its parameter.
    pub parameter: String,
}

/// What is known of classes, in the eyes of tests in one package.
#[derive(Default)]
pub struct Classes {
    package: String,
    known: FxHashMap<String, Option<Rc<BuildableClass>>>,
    setters: FxHashMap<ClassId, Rc<Setters>>,
}

/// Methods that set one field and do nothing else, by the place of the field.
pub type Setters = FxHashMap<usize, Vec<Setter>>;

impl Classes {
    /// Tests are in this package from now on.
    pub fn enter(&mut self, package: &str) {
        if self.package != package {
            self.known.clear();
            self.setters.clear();
            package.clone_into(&mut self.package);
        }
    }

    /// What is known of the class with this internal name.
    pub fn get(
        &mut self,
        machine: &mut ConcreteMachine,
        learner: &mut Learner<'_>,
        class: &str,
    ) -> Option<Rc<BuildableClass>> {
        if let Some(known) = self.known.get(class) {
            return known.clone();
        }
        let reading = Reading { machine, learner, package: &self.package, name: class };
        let known = reading.read().map(Rc::new);
        self.known.insert(class.to_owned(), known.clone());
        known
    }

    /// The setters of a class; most objects need none.
    pub fn setters(
        &mut self,
        machine: &mut ConcreteMachine,
        learner: &mut Learner<'_>,
        known: &BuildableClass,
    ) -> Rc<Setters> {
        if let Some(setters) = self.setters.get(&known.class) {
            return Rc::clone(setters);
        }
        let name = machine.core.world.class_name(known.class).to_owned();
        let reading = Reading { machine, learner, package: &self.package, name: &name };
        let setters = Rc::new(reading.setters(known));
        self.setters.insert(known.class, Rc::clone(&setters));
        setters
    }
}

struct Reading<'a, 'l> {
    machine: &'a mut ConcreteMachine,
    learner: &'a mut Learner<'l>,
    package: &'a str,
    name: &'a str,
}

impl Reading<'_, '_> {
    fn read(mut self) -> Option<BuildableClass> {
        let class = load(self.machine, self.name).ok()?;
        let fields = fields(&self.machine.core.world, class);
        let lineage = self.lineage(class);
        let constructors = match lineage.first() {
            Some((_, own)) if own.kind == SourceKind::Record || self.may_name(self.name, own) => {
                let own = own.clone();
                self.constructors(class, &own, &fields)
            }
            _ => Vec::new(),
        };
        let is_record = lineage.first().is_some_and(|(_, own)| own.kind == SourceKind::Record);
        let slots = fields.into_iter().map(|field| {
            let owner = lineage.iter().find(|(name, _)| name.replace('/', ".") == field.name.class);
            let declared = owner.and_then(|(_, class)| class.field(&field.name.name));
            let assignable = declared.is_some_and(|declared| {
                !declared.is_final && self.may_use(&field.name.class, declared.access)
            });
            Slot { field, assignable }
        });
        Some(BuildableClass { class, fields: slots.collect(), constructors, is_record })
    }

    /// The class and its superclasses, with their internal names.
    fn lineage(&self, class: ClassId) -> Vec<(String, SourceClass)> {
        let world = &self.machine.core.world;
        let classes = std::iter::successors(Some(class), |c| world.loaded(*c).superclass);
        let read = |class: ClassId| {
            let source = self.machine.platform.loader.source(class)?;
            Some((world.class_name(class).to_owned(), source))
        };
        classes.map_while(read).collect()
    }

    fn constructors(
        &mut self,
        class: ClassId,
        own: &SourceClass,
        fields: &[Field],
    ) -> Vec<Constructor> {
        if own.is_abstract || own.kind == SourceKind::Enum {
            return Vec::new();
        }
        let mut found = Vec::new();
        for method in own.methods.iter().filter(|method| method.name == "<init>") {
            let Some(id) = self.method(class, "<init>", &method.descriptor) else { continue };
            // Reflection helps those who may not; nothing else makes a record.
            let is_record = own.kind == SourceKind::Record;
            if !is_record && !self.may_use(&own_name(self.name), method.access) {
                continue;
            }
            let parameters = self.parameters(id);
            // What its checks are about need not be learnt: its parameters are the components.
            let components = fields.iter().map(|field| &field.descriptor);
            if is_record && parameters.iter().eq(components) {
                found.push(Constructor {
                    method: id,
                    descriptor: method.descriptor.clone(),
                    targets: (0..fields.len()).map(Some).collect(),
                    parameters: parameters.clone(),
                    is_inner: false,
                });
            }
            for effect in self.effects("<init>", &method.descriptor) {
                found.push(Constructor {
                    method: id,
                    descriptor: method.descriptor.clone(),
                    targets: targets(&parameters, fields, &effect),
                    parameters: parameters.clone(),
                    is_inner: own.is_inner,
                });
            }
        }
        found.sort_by_key(|constructor| constructor.parameters.len());
        found
    }

    fn setters(mut self, known: &BuildableClass) -> Setters {
        let mut found = Setters::default();
        let returned = [")V".to_owned(), format!(")L{};", self.name)];
        for (owner, source) in self.lineage(known.class) {
            for method in source.methods.iter().filter(|method| !method.is_static) {
                let is_usable = method.name != "<init>"
                    && method.throws.is_empty()
                    && returned.iter().any(|end| method.descriptor.ends_with(end.as_str()))
                    && self.may_use(&own_name(&owner), method.access);
                if !is_usable {
                    continue;
                }
                let Some(id) = self.method(known.class, &method.name, &method.descriptor) else {
                    continue;
                };
                let is_field = |of: &String| known.fields.iter().any(|s| s.field.descriptor == *of);
                let Ok([parameter]) = <[String; 1]>::try_from(self.parameters(id)) else {
                    continue;
                };
                if !is_field(&parameter) {
                    continue;
                }
                for place in set_by(&self.effects(&method.name, &method.descriptor)) {
                    let (name, descriptor) = (method.name.clone(), method.descriptor.clone());
                    let setters = found.entry(place).or_default();
                    if setters.iter().all(|other| other.method != id) {
                        let parameter = parameter.clone();
                        setters.push(Setter { method: id, name, descriptor, parameter });
                    }
                }
            }
        }
        found
    }

    /// Descriptors of a method's parameters.
    fn parameters(&self, method: MethodId) -> Vec<String> {
        let parameters = signature::parameters(self.machine, method);
        parameters.into_iter().map(|parameter| parameter.descriptor).collect()
    }

    fn effects(&mut self, name: &str, descriptor: &str) -> Vec<Effect> {
        self.learner.effects(&MethodKey { class: self.name, name, descriptor })
    }

    fn method(&mut self, class: ClassId, name: &str, descriptor: &str) -> Option<MethodId> {
        let world = &mut self.machine.core.world;
        let found = method_of(world, class, name, descriptor)?;
        world.select(class, found).or(Some(found))
    }

    fn may_name(&mut self, class: &str, source: &SourceClass) -> bool {
        source.name.is_some() && self.may_use(&own_name(class), source.access)
    }

    /// Whether a test may use a member, or a class, with this access.
    fn may_use(&self, class: &str, access: Access) -> bool {
        match access {
            Access::Public => true,
            Access::Package => package_of(class) == self.package,
            Access::Private => false,
        }
    }
}

/// With dots.
fn own_name(class: &str) -> String {
    class.replace('/', ".")
}

/// The package of a class.
pub fn package_of(class: &str) -> &str {
    class.rsplit_once('.').map_or("", |(package, _)| package)
}

/// The field that each parameter goes to: as the effect says; else one of its type that is
/// something else afterwards, as where a constructor copies an array.
fn targets(parameters: &[String], fields: &[Field], effect: &Effect) -> Vec<Option<usize>> {
    let mut open: Vec<usize> =
        (0..fields.len()).filter(|field| effect[*field] == Source::Other).collect();
    let target = |(number, descriptor): (usize, &String)| {
        let direct = effect.iter().position(|source| *source == Source::Argument(number));
        direct.or_else(|| {
            let found = open.iter().position(|field| fields[*field].descriptor == *descriptor)?;
            Some(open.remove(found))
        })
    };
    parameters.iter().enumerate().map(target).collect()
}

/// The fields that are set to the only argument on a path that changes nothing else.
fn set_by(effects: &[Effect]) -> Vec<usize> {
    let only = |effect: &Effect| {
        let mut changed = effect.iter().enumerate().filter(|(_, s)| **s != Source::Kept);
        match (changed.next(), changed.next()) {
            (Some((place, Source::Argument(0))), None) => Some(place),
            _ => None,
        }
    };
    effects.iter().filter_map(only).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use margay_search::structure::FieldName;

    fn field(name: &str, descriptor: &str) -> Field {
        let name = FieldName { class: "C".to_owned(), name: name.to_owned() };
        Field { name: name.into(), descriptor: descriptor.to_owned(), slot: 0, is_captured: false }
    }

    #[test]
    fn parameters_go_where_they_are_seen_to_go() {
        let fields = [field("x", "I"), field("y", "I"), field("items", "[I")];
        let parameters = ["[I", "I", "I"].map(str::to_owned);
        let effect = vec![Source::Argument(2), Source::Kept, Source::Other];
        // The array is copied; nothing is known of the number in the middle.
        assert_eq!(targets(&parameters, &fields, &effect), [Some(2), None, Some(0)]);
    }

    #[test]
    fn setters_set_one_field_and_nothing_else() {
        let (kept, set, other) = (Source::Kept, Source::Argument(0), Source::Other);
        assert_eq!(set_by(&[vec![kept, set]]), [1]);
        assert_eq!(set_by(&[vec![kept, kept], vec![set, kept]]), [0]);
        assert!(set_by(&[vec![other, set], vec![set, set], vec![other, kept]]).is_empty());
    }
}
