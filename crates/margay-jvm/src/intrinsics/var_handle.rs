//! Variable handles: the JDK's concurrent classes reach their own fields through them.
//!
//! A handle is an object of class `VarHandle` whose first field refers to two longs: what kind of
//! variable, and its offset. The methods take any signature, so they look at their arguments.

use super::unsafe_memory::{Location, load, store};
use super::{Answer, Call, Entry, boolean, native, reference};
use crate::platform::find_field;
use margay_ir::{BinOp, MethodId, Type};
use margay_machine::{Abrupt, Domain, Ref};

const HANDLE: &str = "java/lang/invoke/VarHandle";
const LOOKUP: &str = "java/lang/invoke/MethodHandles$Lookup";

const FIELD: u64 = 0;
const STATIC_FIELD: u64 = 1;
const ELEMENT: u64 = 2;

pub(super) fn entries<D: Domain>() -> Vec<Entry<D>> {
    let makes = "method handles are not modelled, variable handles are";
    let polymorphic = "native: takes any signature";
    let handles = "java/lang/invoke/MethodHandles";
    let mut entries = vec![
        native(handles, "lookup", "", |c| lookup_of_caller(c), makes),
        native(handles, "privateLookupIn", "", |c| lookup(c, c.args[0]), makes),
        native(handles, "arrayElementVarHandle", "", |c| make(c, ELEMENT, 0), makes),
        native(LOOKUP, "findVarHandle", "", |c| find(c, FIELD), makes),
        native(LOOKUP, "findStaticVarHandle", "", |c| find(c, STATIC_FIELD), makes),
        native(HANDLE, "withInvokeExactBehavior", "", |c| Ok(Some(c.args[0])), makes),
        native(HANDLE, "withInvokeBehavior", "", |c| Ok(Some(c.args[0])), makes),
    ];
    let families: [(&[&'static str], super::Native<D>); 8] = [
        (&["get", "getVolatile", "getOpaque", "getAcquire"], get),
        (&["set", "setVolatile", "setOpaque", "setRelease"], set),
        (
            &[
                "compareAndSet",
                "weakCompareAndSet",
                "weakCompareAndSetPlain",
                "weakCompareAndSetAcquire",
                "weakCompareAndSetRelease",
            ],
            compare_and_set,
        ),
        (
            &["compareAndExchange", "compareAndExchangeAcquire", "compareAndExchangeRelease"],
            compare_and_exchange,
        ),
        (&["getAndSet", "getAndSetAcquire", "getAndSetRelease"], get_and_set),
        (&["getAndAdd", "getAndAddAcquire", "getAndAddRelease"], |c| get_and(c, BinOp::Add)),
        (&["getAndBitwiseOr", "getAndBitwiseOrAcquire", "getAndBitwiseOrRelease"], |c| {
            get_and(c, BinOp::Or)
        }),
        (&["getAndBitwiseAnd", "getAndBitwiseAndAcquire", "getAndBitwiseAndRelease"], |c| {
            get_and(c, BinOp::And)
        }),
    ];
    for (names, run) in families {
        entries.extend(names.iter().map(|name| native(HANDLE, name, "", run, polymorphic)));
    }
    entries
}

fn lookup_of_caller<D: Domain>(call: &mut Call<'_, D>) -> Answer<D> {
    let caller = call.core.stack().next().map(|place| call.core.world.method(place.method).class);
    match caller {
        Some(caller) => {
            let mirror = call.mirror(caller)?.unwrap_or_else(|| D::constant(0));
            lookup(call, mirror)
        }
        None => call.refuse("a lookup without a caller"),
    }
}

fn lookup<D: Domain>(call: &mut Call<'_, D>, target: D::Value) -> Answer<D> {
    let class = call.jvm.require(call.core, LOOKUP)?;
    let cells = call.core.world.loaded(class).cells;
    let object = call.core.memory.allocate(class, cells)?;
    call.set_field(object, "lookupClass", target)?;
    reference::<D>(object)
}

fn find<D: Domain>(call: &mut Call<'_, D>, kind: u64) -> Answer<D> {
    let (class, name) = (call.class(1)?, call.text(2)?);
    match find_field(&call.core.world, class, &name) {
        Some(field) => {
            let slot = u64::from(call.core.world.field(field).slot);
            make(call, kind, slot)
        }
        None => Err(call.raise("java/lang/NoSuchFieldException", Some(&name))),
    }
}

fn make<D: Domain>(call: &mut Call<'_, D>, kind: u64, offset: u64) -> Answer<D> {
    let words = call.new_array("[J", &[D::constant(kind), D::constant(offset)])?;
    let class = call.jvm.require(call.core, HANDLE)?;
    let cells = call.core.world.loaded(class).cells;
    let handle = call.core.memory.allocate(class, cells)?;
    call.set_field(handle, "vform", D::constant(u64::from(words)))?;
    reference::<D>(handle)
}

/// The variable a call means, and the index of its first argument after the coordinates.
fn variable<D: Domain>(call: &mut Call<'_, D>) -> Result<(Location, usize), Abrupt<D::Value>> {
    let handle = call.object(0)?;
    let slot = call.slot(handle, "vform")?;
    let words = D::known(call.core.memory.get(handle, slot)).unwrap_or_default() as Ref;
    if words == 0 || call.core.memory.len(words) != 2 {
        return Err(Abrupt::Refuse("a variable handle of an unknown kind".into()));
    }
    let word = |index| D::known(call.core.memory.get(words, index)).unwrap_or_default();
    let (kind, offset) = (word(0), word(1) as u32);
    match kind {
        FIELD => Ok((Location::Cell(call.object(1)?, offset), 2)),
        STATIC_FIELD => Ok((Location::Static(offset), 1)),
        _ => {
            let (array, index) = (call.object(1)?, call.int(2)?);
            call.settle(array, 0, 0)?;
            let length = call.core.memory.len(array);
            if index as u32 >= length {
                let message = format!("Index {index} out of bounds for length {length}");
                let class = "java/lang/ArrayIndexOutOfBoundsException";
                return Err(call.raise(class, Some(&message)));
            }
            Ok((Location::Cell(array, index as u32), 3))
        }
    }
}

fn get<D: Domain>(call: &mut Call<'_, D>) -> Answer<D> {
    let (variable, _) = variable(call)?;
    Ok(Some(load(call, &variable)))
}

fn set<D: Domain>(call: &mut Call<'_, D>) -> Answer<D> {
    let (variable, first) = variable(call)?;
    store(call, &variable, call.args[first]);
    Ok(None)
}

fn compare_and_set<D: Domain>(call: &mut Call<'_, D>) -> Answer<D> {
    let (variable, first) = variable(call)?;
    let expected = call.decided(load(call, &variable))? == call.bits(first)?;
    if expected {
        store(call, &variable, call.args[first + 1]);
    }
    boolean::<D>(expected)
}

fn compare_and_exchange<D: Domain>(call: &mut Call<'_, D>) -> Answer<D> {
    let (variable, first) = variable(call)?;
    let old = load(call, &variable);
    if call.decided(old)? == call.bits(first)? {
        store(call, &variable, call.args[first + 1]);
    }
    Ok(Some(old))
}

fn get_and_set<D: Domain>(call: &mut Call<'_, D>) -> Answer<D> {
    let (variable, first) = variable(call)?;
    let old = load(call, &variable);
    store(call, &variable, call.args[first]);
    Ok(Some(old))
}

fn get_and<D: Domain>(call: &mut Call<'_, D>, op: BinOp) -> Answer<D> {
    let (variable, first) = variable(call)?;
    let old = load(call, &variable);
    let ty = operand_type(call).unwrap_or(Type::I32);
    let new = call.core.domain.binary(op, ty, old, call.args[first]);
    store(call, &variable, new);
    Ok(Some(old))
}

/// The type of the last argument, from the call's own signature.
fn operand_type<D: Domain>(call: &Call<'_, D>) -> Option<Type> {
    let method: MethodId = call.core.intrinsic_method()?;
    call.core.world.method(method).params.last().copied()
}
