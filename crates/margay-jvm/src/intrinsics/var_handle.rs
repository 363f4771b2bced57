//! Variable handles: the JDK's concurrent classes reach their own fields through them.
//!
//! A handle is an object of a subclass of `VarHandle` whose field `vform` refers to two longs: what kind of
//! variable, and its offset. The methods take any signature, so they look at their arguments.

use super::unsafe_memory::{Location, is_same, load, static_cell, store};
use super::{Answer, Call, Entry, boolean, native, reference};
use crate::platform::find_field;
use margay_ir::{BinOp, MethodId, Type};
use margay_machine::{Abrupt, Domain, Ref};

const HANDLE: &str = "java/lang/invoke/VarHandle";
/// A class of handles that is not abstract; which one does not matter.
const CONCRETE: &str = "java/lang/invoke/VarHandleInts$FieldInstanceReadWrite";
const LOOKUP: &str = "java/lang/invoke/MethodHandles$Lookup";

const FIELD: u64 = 0;
const STATIC_FIELD: u64 = 1;
const ELEMENT: u64 = 2;
const VIEW: u64 = 3;

pub(super) fn entries<D: Domain>() -> Vec<Entry<D>> {
    let makes = "method handles are not modelled, variable handles are";
    let polymorphic = "native: takes any signature";
    let handles = "java/lang/invoke/MethodHandles";
    let mut entries = vec![
        native(handles, "lookup", "", |c| lookup_of_caller(c), makes),
        native(handles, "privateLookupIn", "", |c| lookup(c, c.args[0]), makes),
        native(handles, "arrayElementVarHandle", "", |c| make(c, ELEMENT, 0), makes),
        native(handles, "byteArrayViewVarHandle", "", make_view, makes),
        native(LOOKUP, "findVarHandle", "", |c| find(c, FIELD), makes),
        native(LOOKUP, "findStaticVarHandle", "", |c| find(c, STATIC_FIELD), makes),
        native(CONCRETE, "withInvokeExactBehavior", "", |c| Ok(Some(c.args[0])), makes),
        native(CONCRETE, "withInvokeBehavior", "", |c| Ok(Some(c.args[0])), makes),
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
    for name in METHODS {
        let refuse: super::Native<D> = |c| c.refuse("the program uses method handles");
        entries.push(native(LOOKUP, name, "", refuse, "method handles are not modelled"));
    }
    for (names, run) in families {
        entries.extend(names.iter().map(|name| native(HANDLE, name, "", run, polymorphic)));
    }
    entries
}

/// What a lookup finds besides variables.
const METHODS: [&str; 11] = [
    "findVirtual",
    "findStatic",
    "findConstructor",
    "findSpecial",
    "findGetter",
    "findSetter",
    "findStaticGetter",
    "findStaticSetter",
    "bind",
    "unreflect",
    "unreflectConstructor",
];

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
    let class = call.jvm.require(call.core, CONCRETE)?;
    let cells = call.core.world.loaded(class).cells;
    let handle = call.core.memory.allocate(class, cells)?;
    call.set_field(handle, "vform", D::constant(u64::from(words)))?;
    reference::<D>(handle)
}

/// The element types that bytes are viewed as, by the name of their arrays, with their widths.
const VIEWS: [(&str, u32); 6] = [("[S", 2), ("[C", 2), ("[I", 4), ("[J", 8), ("[F", 4), ("[D", 8)];

/// A handle on groups of bytes; its second word tells the type and whether the highest comes first.
fn make_view<D: Domain>(call: &mut Call<'_, D>) -> Answer<D> {
    let class = call.class(0)?;
    let name = call.core.world.class_name(class);
    let Some(index) = VIEWS.iter().position(|(view, _)| *view == name) else {
        let message = Some("bad view array class");
        return Err(call.raise("java/lang/UnsupportedOperationException", message));
    };
    let big = call.static_slot("java/nio/ByteOrder", "BIG_ENDIAN");
    let big = big.map(|slot| call.core.memory.get_static(slot)) == Some(call.args[1]);
    make(call, VIEW, 2 * index as u64 + u64::from(big))
}

/// Bytes of an array that are one value.
struct View {
    array: Ref,
    first: u32,
    width: u32,
    big_endian: bool,
    signed: bool,
}

impl View {
    /// What a call means, if its handle is a view.
    fn of<D: Domain>(call: &mut Call<'_, D>) -> Result<Option<View>, Abrupt<D::Value>> {
        let (VIEW, word) = kind(call)? else { return Ok(None) };
        let (name, width) = VIEWS[word as usize / 2];
        let (array, index) = (call.object(1)?, call.int(2)?);
        call.settle(array, 0, 0)?;
        let length = call.core.memory.len(array);
        let fits =
            u32::try_from(index).is_ok_and(|i| i.checked_add(width).is_some_and(|e| e <= length));
        if !fits {
            let room = i64::from(length) - i64::from(width) + 1;
            let message = format!("Index {index} out of bounds for length {room}");
            return Err(call.raise("java/lang/IndexOutOfBoundsException", Some(&message)));
        }
        let big_endian = word % 2 == 1;
        let (first, signed) = (index.unsigned_abs(), name == "[S");
        call.settle(array, first, width)?;
        Ok(Some(View { array, first, width, big_endian, signed }))
    }

    /// The bytes, lowest first.
    fn places(&self) -> impl DoubleEndedIterator<Item = u32> {
        let (first, last, big) = (self.first, self.first + self.width - 1, self.big_endian);
        (0..self.width).map(move |index| if big { last - index } else { first + index })
    }

    fn get<D: Domain>(&self, call: &mut Call<'_, D>) -> Answer<D> {
        let mut bits = 0_u64;
        for place in self.places().rev() {
            let byte = call.decided(call.core.memory.get(self.array, place))?;
            bits = bits << 8 | (byte & 0xff);
        }
        let bits = if self.signed { u64::from(i32::from(bits as i16) as u32) } else { bits };
        Ok(Some(D::constant(bits)))
    }

    fn set<D: Domain>(&self, call: &mut Call<'_, D>) -> Answer<D> {
        let bits = call.bits(3)?;
        for (index, place) in self.places().enumerate() {
            let byte = i32::from((bits >> (8 * index)) as i8);
            call.core.memory.set(self.array, place, D::constant(u64::from(byte as u32)));
        }
        Ok(None)
    }
}

/// The two words of the handle of a call.
fn kind<D: Domain>(call: &mut Call<'_, D>) -> Result<(u64, u64), Abrupt<D::Value>> {
    let handle = call.object(0)?;
    let slot = call.slot(handle, "vform")?;
    let words = D::known(call.core.memory.get(handle, slot)).unwrap_or_default() as Ref;
    if words == 0 || call.core.memory.len(words) != 2 {
        return Err(Abrupt::Refuse("a variable handle of an unknown kind".into()));
    }
    let word = |index| D::known(call.core.memory.get(words, index)).unwrap_or_default();
    Ok((word(0), word(1)))
}

/// The variable a call means, and the index of its first argument after the coordinates.
fn variable<D: Domain>(call: &mut Call<'_, D>) -> Result<(Location, usize), Abrupt<D::Value>> {
    let (kind, offset) = kind(call)?;
    let offset = offset as u32;
    match kind {
        FIELD => Ok((Location::Cell(call.object(1)?, offset), 2)),
        STATIC_FIELD => Ok((static_cell(call, offset), 1)),
        VIEW => Err(Abrupt::Refuse("an atomic operation on a view of bytes".into())),
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
    if let Some(view) = View::of(call)? {
        return view.get(call);
    }
    let (variable, _) = variable(call)?;
    Ok(Some(load(call, &variable)))
}

fn set<D: Domain>(call: &mut Call<'_, D>) -> Answer<D> {
    if let Some(view) = View::of(call)? {
        return view.set(call);
    }
    let (variable, first) = variable(call)?;
    store(call, &variable, call.args[first]);
    Ok(None)
}

fn compare_and_set<D: Domain>(call: &mut Call<'_, D>) -> Answer<D> {
    let (variable, first) = variable(call)?;
    let old = load(call, &variable);
    let expected = is_same(call, old, call.args[first])?;
    if expected {
        store(call, &variable, call.args[first + 1]);
    }
    boolean::<D>(expected)
}

fn compare_and_exchange<D: Domain>(call: &mut Call<'_, D>) -> Answer<D> {
    let (variable, first) = variable(call)?;
    let old = load(call, &variable);
    if is_same(call, old, call.args[first])? {
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
