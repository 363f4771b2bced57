//! What compiled code calls: the rarer half of memory operations, done by the machine's own methods.

use crate::context::Context;
use crate::emit::look::Outcome;
use cranelift_codegen::ir::Type;
use cranelift_codegen::ir::types::{I32, I64};
use margay_ir::ClassId;
use margay_machine::code::Target;
use margay_machine::lanes::{self, LANES};
use margay_machine::machine::compiled::Beyond;
use margay_machine::{Concrete, Core, Peek, Ref};

/// No function.
pub const NONE: u32 = u32::MAX;

/// The helpers, as compiled code calls them.
#[derive(Clone, Copy, Debug)]
pub enum Helper {
    LoadFar,
    Store,
    StoreStatic,
    Allocate,
    IsSubclass,
    IsStorable,
    Narrow,
    GrowFrames,
    Select,
    RemF64,
    RemF32,
    Operate,
    Record,
    LookCell,
    LookLength,
    LookPeek,
    LookShortcut,
    LookMembers,
    LookStrangers,
}

/// A helper as a function of the module.
pub struct Import {
    pub name: &'static str,
    pub address: *const u8,
    /// Types of what it is given besides the context.
    pub params: &'static [Type],
    pub result: Option<Type>,
}

/// All helpers, in their order.
pub fn imports() -> [Import; 19] {
    let import = |name, address, params, result| Import { name, address, params, result };
    [
        import("load_far", load_far as *const u8, &[I32], Some(I64)),
        import("store", store as *const u8, &[I32, I64], None),
        import("store_static", store_static as *const u8, &[I32, I64], None),
        import("allocate", allocate as *const u8, &[I32, I32], Some(I32)),
        import("is_subclass", is_subclass as *const u8, &[I32, I32], Some(I32)),
        import("is_storable", is_storable as *const u8, &[I32, I32], Some(I32)),
        import("narrow", narrow as *const u8, &[I32, I64], Some(I64)),
        import("grow_frames", grow_frames as *const u8, &[], None),
        import("select", select as *const u8, &[I32, I32], Some(I32)),
        import("rem_f64", rem_f64 as *const u8, &[I64, I64], Some(I64)),
        import("rem_f32", rem_f32 as *const u8, &[I64, I64], Some(I64)),
        import("operate", operate as *const u8, &[I32, I32], Some(I32)),
        import("record", record as *const u8, &[I32], None),
        import("look_cell", look_cell as *const u8, &[I32], Some(I32)),
        import("look_length", look_length as *const u8, &[I32], Some(I32)),
        import("look_peek", look_peek as *const u8, &[I32, I32], Some(I32)),
        import("look_shortcut", look_shortcut as *const u8, &[I32, I32, I64], Some(I32)),
        import("look_members", look_members as *const u8, &[I32, I32, I64, I64], Some(I64)),
        import("look_strangers", look_strangers as *const u8, &[I64, I64], Some(I64)),
    ]
}

/// Lets a helper work on the machine: lengths are told before, addresses found anew after it.
///
/// # Safety
/// The context is that of a run in progress, and nothing else refers to its machine.
unsafe fn with<T>(context: *mut Context, work: impl FnOnce(&mut Core<Concrete>) -> T) -> T {
    // SAFETY: `Jit::run` has lent its machine and the context to the compiled code that calls us, and does not
    // use them before that returns; compiled code is not running now, and holds no reference.
    let (context, core) = unsafe { (&mut *context, &mut *(*context).core) };
    context.publish(core);
    let result = work(core);
    context.refresh(core);
    result
}

/// A cell of a large array.
pub unsafe extern "C" fn load_far(context: *mut Context, address: u32) -> u64 {
    // SAFETY: called by compiled code with its context.
    unsafe { with(context, |core| core.memory.cell(address)) }
}

/// Sets a cell that is far, or older than the newest mark.
pub unsafe extern "C" fn store(context: *mut Context, address: u32, value: u64) {
    // SAFETY: called by compiled code with its context.
    unsafe { with(context, |core| core.memory.set_cell(address, value)) }
}

/// Sets a static cell.
pub unsafe extern "C" fn store_static(context: *mut Context, cell: u32, value: u64) {
    // SAFETY: called by compiled code with its context.
    unsafe { with(context, |core| core.memory.set_static(cell, value)) }
}

/// A new object or array, or null if there is no room.
pub unsafe extern "C" fn allocate(context: *mut Context, class: u32, len: u32) -> u32 {
    // SAFETY: called by compiled code with its context.
    unsafe {
        with(context, |core| core.memory.allocate(ClassId::from_u32(class), len).unwrap_or(0))
    }
}

/// Whether objects of a class are of another.
pub unsafe extern "C" fn is_subclass(context: *mut Context, class: u32, of: u32) -> u32 {
    // SAFETY: called by compiled code with its context.
    let core = unsafe { &*(*context).core };
    u32::from(core.world.is_subclass(ClassId::from_u32(class), ClassId::from_u32(of)))
}

/// Whether an array takes an object of a class.
pub unsafe extern "C" fn is_storable(context: *mut Context, array: u32, class: u32) -> u32 {
    // SAFETY: called by compiled code with its context.
    let core = unsafe { &*(*context).core };
    let (array, class) = (ClassId::from_u32(array), ClassId::from_u32(class));
    u32::from(core.world.is_storable(array, class))
}

/// An element as its array can hold it.
pub unsafe extern "C" fn narrow(context: *mut Context, array: u32, value: u64) -> u64 {
    // SAFETY: called by compiled code with its context.
    unsafe { with(context, |core| core.narrow(array, value)) }
}

/// Makes room for frames.
pub unsafe extern "C" fn grow_frames(context: *mut Context) {
    // SAFETY: called by compiled code with its context.
    unsafe { with(context, |core| core.arrays().frames.reserve(1)) }
}

/// What a site calls on an object of a class, which it remembers as the machine does; [`NONE`] where
/// the machine has to find out.
pub unsafe extern "C" fn select(context: *mut Context, site: u32, class: u32) -> u32 {
    // SAFETY: called by compiled code with its context.
    let core = unsafe { &mut *(*context).core };
    let class = ClassId::from_u32(class);
    let found = core.code.dispatches.find(site, class);
    let Some(Target::Function(function)) = found.map(|found| found.target) else { return NONE };
    core.code.sites[site as usize].cache(class, Target::Function(function), None);
    function
}

/// The remainder of floats.
pub extern "C" fn rem_f64(_: *mut Context, a: u64, b: u64) -> u64 {
    (f64::from_bits(a) % f64::from_bits(b)).to_bits()
}

/// The same of single precision.
pub extern "C" fn rem_f32(_: *mut Context, a: u64, b: u64) -> u64 {
    u64::from((f32::from_bits(a as u32) % f32::from_bits(b as u32)).to_bits())
}

/// Does what a call does to the container of its receiver, or what the platform does for it; tells whether there was more
/// to it, and then nothing is done.
pub unsafe extern "C" fn operate(context: *mut Context, site: u32, count: u32) -> u32 {
    // SAFETY: called by compiled code with its context, after it has written so many arguments. What is done to a container moves
    // none of the arrays that compiled code works on; the platform may, so the context is refreshed.
    unsafe {
        let args = std::slice::from_raw_parts((*context).arguments, count as usize);
        let core = &mut *(*context).core;
        (*context).publish(core);
        let mut done = core.take_shortcut(site, args);
        if done.is_none()
            && let Some(number) = core.operation_of(site)
        {
            done = beyond(context).operate(core, number, args);
            (*context).refresh(core);
        }
        let Some(value) = done else { return 1 };
        core.note_shortcut();
        (*context).value = value.unwrap_or_default();
        0
    }
}

/// Notes a block that is entered.
pub unsafe extern "C" fn record(context: *mut Context, point: u32) {
    // SAFETY: called by compiled code with its context. What is noted lies in vectors that compiled code knows
    // nothing of, so no length is told and no address found anew.
    unsafe { (*(*context).core).record(point) }
}

/// What others know and do.
///
/// # Safety
/// The context is that of a run or look in progress.
unsafe fn beyond<'c>(context: *mut Context) -> &'c mut dyn Beyond {
    // SAFETY: whoever runs compiled code keeps the reference that this points to until the code that calls us has returned.
    unsafe { *(*context).beyond.cast::<&'c mut dyn Beyond>() }
}

/// Gives a value to code that looks ahead; without one there is no answer.
///
/// # Safety
/// The context is that of a look in progress.
unsafe fn tell(context: *mut Context, value: Option<u64>) -> Outcome {
    let Some(value) = value else { return Outcome::Stuck };
    // SAFETY: nobody else refers to the context while a helper runs.
    unsafe { (*context).value = value };
    Outcome::Told
}

/// A cell that holds what stands for an undecided value: the one value it can have, or that it is just that.
pub unsafe extern "C" fn look_cell(context: *mut Context, address: u32) -> Outcome {
    // SAFETY: called by compiled code with its context.
    unsafe {
        let memory = &(*(*context).core).memory;
        let value = match memory.awaits(address) {
            true => beyond(context).sole(address),
            false => Some(memory.cell(address)),
        };
        tell(context, value)
    }
}

/// The length of an array whose header has none.
pub unsafe extern "C" fn look_length(context: *mut Context, array: u32) -> Outcome {
    // SAFETY: called by compiled code with its context.
    unsafe {
        let memory = &(*(*context).core).memory;
        match memory.awaits_length(array) {
            None => tell(context, Some(u64::from(memory.len(array)))),
            // It differs from lane to lane.
            Some(cell) if cell == (*context).assumed => Outcome::Unknown,
            Some(cell) => tell(context, beyond(context).sole(cell)),
        }
    }
}

/// What an operation of the platform would give.
pub unsafe extern "C" fn look_peek(context: *mut Context, number: u32, count: u32) -> Outcome {
    // SAFETY: called by compiled code with its context, after it has written so many arguments. The platform may
    // move the machine's vectors, so the context is refreshed.
    unsafe {
        let args = std::slice::from_raw_parts((*context).arguments, count as usize);
        let others = beyond(context);
        match with(context, |core| others.peek(core, number, args)) {
            Peek::Value(value) => tell(context, Some(value.unwrap_or_default())),
            Peek::Own => Outcome::Unknown,
            Peek::Effect => Outcome::Stuck,
        }
    }
}

/// What the container of a receiver would give.
pub unsafe extern "C" fn look_shortcut(
    context: *mut Context,
    site: u32,
    receiver: u32,
    element: u64,
) -> Outcome {
    // SAFETY: called by compiled code with its context.
    unsafe {
        let core = &*(*context).core;
        match core.peek_shortcut(site, receiver, element) {
            Peek::Value(value) => tell(context, value),
            Peek::Own => Outcome::Unknown,
            Peek::Effect => Outcome::Stuck,
        }
    }
}

/// A row up to the last lane of a mask: the values assumed of a cell may be fewer than there can be lanes.
///
/// # Safety
/// The row has a place for every lane of the mask, and nobody writes to it while it is looked at.
unsafe fn up_to<'c>(row: *const u64, mask: u64) -> &'c [u64] {
    // SAFETY: as the caller says; lanes are numbered from 0.
    unsafe { std::slice::from_raw_parts(row, LANES - mask.leading_zeros() as usize) }
}

/// The lanes of a row that are keys of the container of a receiver.
pub unsafe extern "C" fn look_members(
    context: *mut Context,
    site: u32,
    receiver: u32,
    row: *const u64,
    mask: u64,
) -> u64 {
    // SAFETY: called by compiled code with its context and a row that has a place for every lane of the mask.
    unsafe {
        let core = &*(*context).core;
        core.members(site, receiver, up_to(row, mask), mask)
    }
}

/// The lanes of a row whose objects are equal only to themselves: what is no key is equal to none.
pub unsafe extern "C" fn look_strangers(context: *mut Context, row: *const u64, mask: u64) -> u64 {
    // SAFETY: called by compiled code with its context and a row that has a place for every lane of the mask; the table is that of
    // whoever looks ahead.
    unsafe {
        let row = up_to(row, mask);
        let known = &mut *(*context).identities;
        let core = &mut *(*context).core;
        let mut strangers = 0;
        for lane in lanes::of(mask) {
            let object = row[lane] as Ref;
            let class = core.memory.class_of(object);
            let at = class.as_u32() as usize;
            let is_known = known.get(at).copied().flatten();
            let is_identity = object != 0
                && is_known.unwrap_or_else(|| {
                    known.resize(known.len().max(at + 1), None);
                    *known[at].insert(beyond(context).is_identity(core, class))
                });
            strangers |= u64::from(is_identity) << lane;
        }
        strangers
    }
}
