//! Native methods, and the few others that Margay runs itself.
//!
//! Each is one entry of a table: class, name, descriptor (empty for any), what to run, and why it
//! is there. Everything else of the JDK runs as its own bytecode.

mod assumptions;
pub use assumptions::assumption_holds;
mod boxes;
mod builders;
mod bulk_memory;
mod checksums;
mod class;
pub(crate) mod containers;
mod environment;
mod files;
mod floats;
mod invocations;
mod locale;
mod margay;
mod members;
mod modules;
mod monitors;
mod object;
mod proxies;
mod random;
mod reflection;
mod refusal;
mod system;
mod texts;
mod threads;
mod throwable;
mod trace;
mod unsafe_memory;
mod var_handle;
mod vm;
mod wrong;

use crate::platform::{Jvm, field_slot};
use margay_ir::{ClassId, MethodId, World};
use margay_machine::{Abrupt, Core, Deed, Domain, Ref, Want};
pub(crate) use modules::Services;
pub(crate) use refusal::refusal;
use rustc_hash::FxHashMap;
pub(crate) use texts::vague;
pub(crate) use throwable::{is_below, made_at, set_made_at};

/// The class whose static methods stand in for others.
pub(crate) const STARTUP: &str = "margay/rt/Startup";

/// How an intrinsic ends.
pub(crate) type Answer<D> = Result<Option<<D as Domain>::Value>, Abrupt<<D as Domain>::Value>>;

/// A native method in Rust.
pub(crate) type Native<D> = fn(&mut Call<'_, D>) -> Answer<D>;

/// What runs in place of a method.
pub(crate) enum Run<D: Domain> {
    Native(Native<D>),
    /// Says what it would do first; may leave the work to the method's bytecode.
    Planned(containers::Planner<D>),
    /// Where values may be undecided; may leave the work to the method's bytecode.
    WhereOpen(Native<D>),
    /// Notes that the program asks; may leave the answer to the method's bytecode.
    Noted(Native<D>),
    Instead(Substitute),
}

/// A static method of Margay's own Java code that replaces another.
#[derive(Clone, Copy)]
pub(crate) struct Substitute {
    pub class: &'static str,
    pub name: &'static str,
    pub descriptor: &'static str,
}

/// One line of the table.
pub(crate) struct Entry<D: Domain> {
    class: &'static str,
    name: &'static str,
    descriptor: &'static str,
    run: Run<D>,
    /// Whether it only computes its result.
    pure: bool,
    /// Why the method is not run as bytecode.
    why: &'static str,
}

/// Makers of entries, each by how the method is run and whether that has no effect.
macro_rules! entries {
    ($($(#[$says:meta])* $maker:ident: $run:ident, pure: $pure:literal;)*) => {$(
        $(#[$says])*
        const fn $maker<D: Domain>(
            class: &'static str,
            name: &'static str,
            descriptor: &'static str,
            run: Native<D>,
            why: &'static str,
        ) -> Entry<D> {
            Entry { class, name, descriptor, run: Run::$run(run), pure: $pure, why }
        }
    )*};
}

entries! {
    /// An entry that runs Rust.
    native: Native, pure: false;
    /// An entry that runs Rust without any effect.
    pure: Native, pure: true;
    /// An entry that runs Rust where a value is not decided, else bytecode.
    where_open: WhereOpen, pure: false;
    /// An entry that notes that the program asks for something another JVM answers differently.
    noted: Noted, pure: false;
}

/// An entry that runs Java.
const fn instead<D: Domain>(
    class: &'static str,
    name: &'static str,
    with: Substitute,
    why: &'static str,
) -> Entry<D> {
    Entry { class, name, descriptor: "", run: Run::Instead(with), pure: false, why }
}

/// What was found for a method.
pub(crate) enum Treatment {
    Native(u32),
    Accelerated(u32),
    WhereOpen(u32),
    Noted(u32),
    Instead(Substitute),
}

/// All entries, by class and name.
pub(crate) struct Table<D: Domain> {
    entries: Vec<Entry<D>>,
    by_name: FxHashMap<(&'static str, &'static str), Vec<u32>>,
    memberships: Vec<Option<containers::Membership>>,
    deeds: Vec<Option<Deed>>,
}

/// The table.
pub(crate) fn table<D: Domain>() -> Table<D> {
    let mut entries = Vec::new();
    entries.extend(boxes::entries());
    entries.extend(builders::entries());
    entries.extend(texts::entries());
    entries.extend(bulk_memory::entries());
    entries.extend(checksums::entries());
    entries.extend(class::entries());
    entries.extend(containers::entries());
    entries.extend(environment::entries());
    entries.extend(files::entries());
    entries.extend(floats::entries());
    entries.extend(invocations::entries());
    entries.extend(locale::entries());
    entries.extend(margay::entries());
    entries.extend(assumptions::entries());
    entries.extend(random::entries());
    entries.extend(members::entries());
    entries.extend(modules::entries());
    entries.extend(monitors::entries());
    entries.extend(trace::entries());
    entries.extend(object::entries());
    entries.extend(proxies::entries());
    entries.extend(reflection::entries());
    entries.extend(system::entries());
    entries.extend(threads::entries());
    entries.extend(throwable::entries());
    entries.extend(unsafe_memory::entries());
    entries.extend(var_handle::entries());
    entries.extend(vm::entries());
    entries.extend(wrong::entries());
    let mut by_name: FxHashMap<_, Vec<u32>> = FxHashMap::default();
    for (number, entry) in (0..).zip(&entries) {
        by_name.entry((entry.class, entry.name)).or_default().push(number);
    }
    let memberships = entries.iter().map(containers::membership).collect();
    let deeds = entries.iter().map(containers::deed).collect();
    Table { entries, by_name, memberships, deeds }
}

/// A method that is not run as bytecode.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Replaced {
    /// Its class with slashes; `*` for any class.
    pub class: &'static str,
    /// Its name; `*` for all others of the class.
    pub name: &'static str,
    /// Its descriptor; empty for all of that name.
    pub descriptor: &'static str,
    /// Why it is replaced.
    pub why: &'static str,
}

/// All methods that are not run as bytecode, with the reason for each.
#[must_use]
pub fn replaced() -> Vec<Replaced> {
    let entries = table::<margay_machine::Concrete>().entries;
    let lines = entries.iter().map(|entry| Replaced {
        class: entry.class,
        name: entry.name,
        descriptor: entry.descriptor,
        why: entry.why,
    });
    lines.collect()
}

impl<D: Domain> Table<D> {
    /// The entry of a method.
    pub fn find(&self, world: &World, method: MethodId) -> Option<Treatment> {
        let declared = world.method(method);
        let (class, name) = (world.class_name(declared.class), world.text(declared.name));
        let descriptor = world.text(declared.descriptor);
        let exact = self.by_name.get(&(class, name));
        // Some natives only announce themselves to a JVM, whatever their class.
        let any_class = self.by_name.get(&("*", name)).filter(|_| declared.is_native());
        // Some classes have all their methods watched.
        let any_name = self.by_name.get(&(class, "*")).filter(|_| !declared.is_static());
        let candidates = [exact, any_class, any_name].into_iter().flatten().flatten();
        let number = candidates.copied().find(|number| {
            let wanted = self.entries[*number as usize].descriptor;
            wanted.is_empty() || wanted == descriptor
        })?;
        Some(match self.entries[number as usize].run {
            Run::Native(_) => Treatment::Native(number),
            Run::Planned(_) => Treatment::Accelerated(number),
            Run::WhereOpen(_) => Treatment::WhereOpen(number),
            Run::Noted(_) => Treatment::Noted(number),
            Run::Instead(substitute) => Treatment::Instead(substitute),
        })
    }

    /// The test of membership that an entry is, if it is one.
    pub fn membership(&self, number: u32) -> Option<containers::Membership> {
        self.memberships[number as usize]
    }

    /// What an entry does to a container that the machine can do by itself.
    pub fn deed(&self, number: u32) -> Option<Deed> {
        self.deeds[number as usize]
    }

    /// What an entry runs.
    pub fn run(&self, number: u32) -> &Run<D> {
        &self.entries[number as usize].run
    }

    /// Whether an entry only computes.
    pub fn is_pure(&self, number: u32) -> bool {
        self.entries[number as usize].pure
    }
}

/// A call of an intrinsic.
pub(crate) struct Call<'a, D: Domain> {
    pub jvm: &'a mut Jvm<D>,
    pub core: &'a mut Core<D>,
    pub args: &'a [D::Value],
}

impl<D: Domain> Call<'_, D> {
    /// The bits of an argument.
    pub fn bits(&mut self, index: usize) -> Result<u64, Abrupt<D::Value>> {
        let value = self.args.get(index).copied();
        let value =
            value.ok_or_else(|| Abrupt::Refuse("a native method lacks arguments".into()))?;
        self.decided(value)
    }

    /// The bits of a value.
    pub fn decided(&mut self, value: D::Value) -> Result<u64, Abrupt<D::Value>> {
        self.core.domain.concretize(value).ok_or(Abrupt::Wanted(Want::Number(value)))
    }

    pub fn int(&mut self, index: usize) -> Result<i32, Abrupt<D::Value>> {
        Ok(self.bits(index)? as u32 as i32)
    }

    pub fn long(&mut self, index: usize) -> Result<i64, Abrupt<D::Value>> {
        Ok(self.bits(index)? as i64)
    }

    pub fn reference(&mut self, index: usize) -> Result<Ref, Abrupt<D::Value>> {
        let object = self.bits(index)? as Ref;
        if object != 0 && !self.core.domain.has_class(object) {
            return Err(Abrupt::Wanted(Want::Class(object)));
        }
        Ok(object)
    }

    /// A reference that must not be null.
    pub fn object(&mut self, index: usize) -> Result<Ref, Abrupt<D::Value>> {
        match self.reference(index)? {
            0 => Err(self.raise("java/lang/NullPointerException", None)),
            object => Ok(object),
        }
    }

    /// Makes sure that some cells of an object are decided: what reads them behind the machine's
    /// back would otherwise take them for values.
    pub fn settle(&self, object: Ref, from: u32, count: u32) -> Result<(), Abrupt<D::Value>> {
        if let Some(length) = self.core.memory.sized(object)
            && self.core.domain.plain(length) != Some(0)
        {
            return Err(Abrupt::Wanted(Want::Length(object)));
        }
        match self.core.memory.first_undecided(object, from, count) {
            Some(cell) => Err(Abrupt::Undecided(cell)),
            None => Ok(()),
        }
    }

    /// The class an argument of type `Class` stands for.
    pub fn class(&mut self, index: usize) -> Result<ClassId, Abrupt<D::Value>> {
        let mirror = self.object(index)?;
        self.class_of_mirror(mirror)
    }

    pub fn class_of_mirror(&mut self, mirror: Ref) -> Result<ClassId, Abrupt<D::Value>> {
        let layout = self.jvm.layout(self.core)?;
        let cell = self.core.world.loaded(layout.class).cells;
        let bits = D::known(self.core.memory.get(mirror, cell)).unwrap_or_default();
        Ok(ClassId::from_u32(bits as u32))
    }

    /// The UTF-16 units of a string argument.
    pub fn units(&mut self, index: usize) -> Result<Vec<u16>, Abrupt<D::Value>> {
        let string = self.object(index)?;
        self.units_of(string)
    }

    pub fn units_of(&mut self, string: Ref) -> Result<Vec<u16>, Abrupt<D::Value>> {
        self.jvm.units_of(self.core, string)
    }

    pub fn text(&mut self, index: usize) -> Result<String, Abrupt<D::Value>> {
        Ok(String::from_utf16_lossy(&self.units(index)?))
    }

    pub fn new_text(&mut self, text: &str) -> Answer<D> {
        let units: Vec<u16> = text.encode_utf16().collect();
        let string = self.jvm.new_string(self.core, &units)?;
        reference::<D>(string)
    }

    /// The object that stands for a class.
    pub fn mirror(&mut self, class: ClassId) -> Answer<D> {
        let mirror = margay_machine::Platform::mirror(self.jvm, self.core, class)?;
        reference::<D>(mirror)
    }

    /// A field of an object of any class, by name.
    pub fn slot(&self, object: Ref, name: &str) -> Result<u32, Abrupt<D::Value>> {
        let class = self.core.memory.class_of(object);
        field_slot(&self.core.world, class, name).ok_or_else(|| {
            let class = self.core.world.class_name(class);
            Abrupt::Refuse(format!("this JDK's {class} has no field {name}"))
        })
    }

    pub fn set_field(
        &mut self,
        object: Ref,
        name: &str,
        value: D::Value,
    ) -> Result<(), Abrupt<D::Value>> {
        let slot = self.slot(object, name)?;
        self.core.memory.set(object, slot, value);
        Ok(())
    }

    pub fn raise(&mut self, class: &str, message: Option<&str>) -> Abrupt<D::Value> {
        Abrupt::Raise(self.jvm.exception(self.core, class, message))
    }

    /// Notes that the program asks for something that is another in another run of a JVM, and
    /// tells which run this is.
    pub fn vary(&mut self, what: &str) -> u32 {
        self.jvm.ask(what);
        self.jvm.run
    }

    /// The static field of a class that is loaded, if it has it.
    pub fn static_slot(&mut self, class: &str, field: &str) -> Option<u32> {
        let class = self.core.world.find_class(class)?;
        self.core.world.class(class)?;
        field_slot(&self.core.world, class, field)
    }

    pub fn refuse(&mut self, reason: &str) -> Answer<D> {
        Err(Abrupt::Refuse(reason.to_owned()))
    }

    /// A new array of a class, filled with values.
    pub fn new_array(&mut self, class: &str, values: &[D::Value]) -> Result<Ref, Abrupt<D::Value>> {
        let class = self.jvm.require(self.core, class)?;
        let len = u32::try_from(values.len()).unwrap_or(u32::MAX);
        let array = self.core.memory.allocate(class, len)?;
        for (index, value) in (0..).zip(values) {
            self.core.memory.set(array, index, *value);
        }
        Ok(array)
    }
}

pub(crate) fn int<D: Domain>(value: i32) -> Answer<D> {
    Ok(Some(D::constant(u64::from(value as u32))))
}

pub(crate) fn long<D: Domain>(value: i64) -> Answer<D> {
    Ok(Some(D::constant(value as u64)))
}

pub(crate) fn boolean<D: Domain>(value: bool) -> Answer<D> {
    Ok(Some(D::constant(u64::from(value))))
}

pub(crate) fn reference<D: Domain>(object: Ref) -> Answer<D> {
    Ok(Some(D::constant(u64::from(object))))
}

pub(crate) fn nothing<D: Domain>(_: &mut Call<'_, D>) -> Answer<D> {
    Ok(None)
}

pub(crate) fn null<D: Domain>(_: &mut Call<'_, D>) -> Answer<D> {
    reference::<D>(0)
}

pub(crate) fn no<D: Domain>(_: &mut Call<'_, D>) -> Answer<D> {
    boolean::<D>(false)
}

pub(crate) fn yes<D: Domain>(_: &mut Call<'_, D>) -> Answer<D> {
    boolean::<D>(true)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_replaced_method_has_a_reason_and_one_entry() {
        let all = replaced();
        for (index, method) in all.iter().enumerate() {
            assert!(!method.why.is_empty(), "{method:?}");
            let same = |other: &Replaced| {
                (other.class, other.name, other.descriptor)
                    == (method.class, method.name, method.descriptor)
            };
            assert!(!all[..index].iter().any(same), "twice in the table: {method:?}");
        }
    }
}
