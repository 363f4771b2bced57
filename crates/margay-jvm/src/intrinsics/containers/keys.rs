//! Keys and elements that can be compared without running code of the program: objects equal
//! only to themselves, and the JDK's final classes of values.

use super::{Call, cell};
use crate::intrinsics::object::identity_hash_code;
use crate::platform::field_slot;
use margay_ir::world::SymbolicRef;
use margay_ir::{ClassId, World};
use margay_machine::{Domain, Memory, Ref};

/// How objects of a class are compared, and where the value is that decides.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Equality {
    /// By identity: the class inherits the methods of `Object`, or of `Enum`.
    Identity,
    /// `Integer`, `Short`, `Byte`, `Character`: the hash code is the value.
    Int(u32),
    Long(u32),
    Boolean(u32),
    Text {
        value: u32,
        coder: u32,
    },
    /// By code that only the machine can run.
    Code,
}

/// How objects of a loaded class are compared.
pub(super) fn equality(world: &mut World, class: ClassId) -> Equality {
    let slot = |name| field_slot(world, class, name);
    let of_values = match world.class_name(class) {
        "java/lang/Integer" | "java/lang/Short" | "java/lang/Byte" | "java/lang/Character" => {
            slot("value").map(Equality::Int)
        }
        "java/lang/Long" => slot("value").map(Equality::Long),
        "java/lang/Boolean" => slot("value").map(Equality::Boolean),
        "java/lang/String" => {
            slot("value").zip(slot("coder")).map(|(value, coder)| Equality::Text { value, coder })
        }
        _ => None,
    };
    match of_values {
        Some(equality) => equality,
        None if inherits_identity(world, class) => Equality::Identity,
        None => Equality::Code,
    }
}

fn inherits_identity(world: &mut World, class: ClassId) -> bool {
    let mut inherited = |name: &str, descriptor: &str| {
        let (name, descriptor) = (world.name(name), world.name(descriptor));
        world.find_method(SymbolicRef { class, name, descriptor }).is_some_and(|method| {
            let declared = world.class_name(world.method(method).class);
            matches!(declared, "java/lang/Object" | "java/lang/Enum")
        })
    };
    inherited("hashCode", "()I") && inherited("equals", "(Ljava/lang/Object;)Z")
}

/// A key or element to be looked for.
#[derive(Clone, Copy)]
pub(super) struct Probe {
    pub key: Ref,
    pub equality: Equality,
}

impl Probe {
    /// An element to be looked for; none if that is not for us to do.
    #[inline]
    pub fn of<D: Domain>(call: &mut Call<'_, D>, key: Ref) -> Option<Probe> {
        let equality = if key == 0 {
            Equality::Identity
        } else if !call.core.domain.has_class(key) {
            Equality::Code
        } else {
            let class = call.core.memory.class_of(key);
            call.jvm.facts(&mut call.core.world, class).equality
        };
        Probe { key, equality }.decided(call)
    }

    /// The same, unless it takes code or an undecided cell to compare it.
    #[inline]
    fn decided<D: Domain>(self, call: &Call<'_, D>) -> Option<Probe> {
        let decided = match self.equality {
            Equality::Identity => true,
            Equality::Code => false,
            Equality::Text { value, coder } => {
                let bytes = cell(call, self.key, value).unwrap_or_default() as Ref;
                bytes != 0 && cell(call, self.key, coder).is_some() && all_known(call, bytes)
            }
            Equality::Int(slot) | Equality::Long(slot) | Equality::Boolean(slot) => {
                cell(call, self.key, slot).is_some()
            }
        };
        decided.then_some(self)
    }

    /// Whether it can be told from another object without running code or deciding anything.
    pub fn is_comparable<D: Domain>(&self, call: &Call<'_, D>, other: Ref) -> bool {
        if self.equality == Equality::Identity || other == 0 {
            return true;
        }
        let (domain, memory) = (&call.core.domain, &call.core.memory);
        domain.has_class(other)
            && (memory.class_of(other) != memory.class_of(self.key)
                || Probe { key: other, equality: self.equality }.decided(call).is_some())
    }

    /// The hash code that the JDK gives it.
    #[inline]
    pub fn hash_code<D: Domain>(&self, memory: &Memory<D>) -> u32 {
        let bits = |slot| D::known(memory.get(self.key, slot)).unwrap_or_default();
        match self.equality {
            Equality::Identity | Equality::Code => identity_hash_code(self.key),
            Equality::Int(slot) => bits(slot) as u32,
            Equality::Long(slot) => (bits(slot) ^ bits(slot) >> 32) as u32,
            Equality::Boolean(slot) => {
                if bits(slot) == 0 {
                    1237
                } else {
                    1231
                }
            }
            Equality::Text { value, coder } => {
                text_hash(memory, bits(value) as Ref, bits(coder) == 0)
            }
        }
    }

    /// Whether it equals another object.
    #[inline]
    pub fn equals<D: Domain>(&self, memory: &Memory<D>, other: Ref) -> bool {
        if other == self.key {
            return true;
        }
        if self.equality == Equality::Identity
            || other == 0
            || memory.class_of(other) != memory.class_of(self.key)
        {
            return false;
        }
        let same = |slot| memory.get(self.key, slot) == memory.get(other, slot);
        match self.equality {
            Equality::Identity | Equality::Code => false,
            Equality::Int(slot) | Equality::Long(slot) | Equality::Boolean(slot) => same(slot),
            Equality::Text { value, coder } => {
                let bytes = |text| D::known(memory.get(text, value)).unwrap_or_default() as Ref;
                same(coder) && same_cells(memory, bytes(self.key), bytes(other))
            }
        }
    }
}

fn all_known<D: Domain>(call: &Call<'_, D>, array: Ref) -> bool {
    let memory = &call.core.memory;
    let known = |index| D::known(memory.get(array, index)).is_some();
    memory.sized(array).is_none() && (0..memory.len(array)).all(known)
}

fn byte<D: Domain>(memory: &Memory<D>, array: Ref, index: u32) -> u32 {
    D::known(memory.get(array, index)).unwrap_or_default() as u32 & 0xff
}

fn text_hash<D: Domain>(memory: &Memory<D>, array: Ref, latin1: bool) -> u32 {
    let len = memory.len(array);
    let add = |hash: u32, unit: u32| hash.wrapping_mul(31).wrapping_add(unit);
    if latin1 {
        return (0..len).fold(0, |hash, at| add(hash, byte(memory, array, at)));
    }
    let unit = |at| byte(memory, array, 2 * at) | byte(memory, array, 2 * at + 1) << 8;
    (0..len / 2).fold(0, |hash, at| add(hash, unit(at)))
}

fn same_cells<D: Domain>(memory: &Memory<D>, a: Ref, b: Ref) -> bool {
    let len = memory.len(a);
    len == memory.len(b) && (0..len).all(|at| memory.get(a, at) == memory.get(b, at))
}
