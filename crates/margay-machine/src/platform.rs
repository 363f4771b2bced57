//! What the machine asks of a language's runtime: classes, method bodies, native operations, and
//! the objects (strings, class mirrors, exceptions) whose layout only the language knows.

use crate::container::Shortcut;
use crate::core::Core;
use crate::domain::Domain;
use crate::lanes::{self, Lanes};
use crate::memory::{OutOfMemory, Ref};
use crate::outcome::Want;
use margay_ir::{ClassId, FieldId, FieldRef, Function, MethodId, MethodRef, StrId, Trap, World};

/// What a method runs.
pub enum Body {
    /// Code to interpret.
    Code(Box<Function>),
    /// One of the platform's own operations.
    Intrinsic(u32),
    /// One of the platform's own operations, which may fall back on the method's code.
    Accelerated(u32),
    /// Another method, which replaces it.
    Instead(MethodRef),
}

/// A class could not be brought into the world.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum LoadFailure {
    /// There is no such class.
    Missing(ClassId),
    /// There is, but it is broken; the text says how.
    Broken(String),
}

/// Something the runtime cannot do, other than by the code's own doing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Fault {
    /// Calls are nested too deeply.
    StackOverflow,
    /// The heap is full.
    OutOfMemory,
    /// A class is missing.
    NoClass(ClassId),
    /// A class is broken.
    BadClass(String),
    /// A field is missing.
    NoField(FieldRef),
    /// A method is missing.
    NoMethod(MethodRef),
    /// A method without a body was called on an object of the class.
    AbstractMethod(MethodId, ClassId),
    /// An abstract class was to be instantiated.
    NotInstantiable(ClassId),
    /// A static member was used as an instance member, or the other way round.
    StaticMismatch(MethodRef),
    /// A field was used as static and is not, or the other way round.
    StaticFieldMismatch(FieldRef),
    /// Code of the class used a field that it may not use.
    ForbiddenField(ClassId, FieldId),
    /// Code of the class called a method that it may not call.
    ForbiddenMethod(ClassId, MethodId),
    /// The initializer of the class failed before.
    Uninitialized(ClassId),
}

/// An exception object to be made: its class, constructor and the constructor's arguments after
/// the receiver.
#[derive(Clone, Debug)]
pub struct Raise<V> {
    /// Class of the exception.
    pub class: ClassId,
    /// Its constructor.
    pub constructor: MethodRef,
    /// What the constructor gets.
    pub args: Vec<V>,
}

/// Where an object says that it was made.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MadeAt {
    /// Methods and lines, innermost first.
    pub places: Vec<(MethodId, Option<u32>)>,
    /// The cells of the object that say so.
    pub cells: Vec<u32>,
}

/// How an intrinsic ends other than with a value.
#[derive(Clone, Debug)]
pub enum Abrupt<V> {
    /// By throwing an object that exists.
    Throw(Ref),
    /// By throwing a new exception.
    Raise(Raise<V>),
    /// By a fault of the runtime.
    Fault(Fault),
    /// By calling a method, whose result is the intrinsic's.
    Call(MethodId, Vec<V>),
    /// By leaving the work to the code of the method it accelerates.
    Own,
    /// It needs a class to be initialised and will then be called again.
    Initialize(ClassId),
    /// It needs the value of a cell that is not decided yet, and will then be called again.
    Undecided(u32),
    /// It needs to know something of a value, and will then be called again.
    Wanted(Want<V>),
    /// At a choice between the integers from `low`, `count` of them.
    Choose {
        /// First alternative.
        low: i32,
        /// Number of alternatives.
        count: u32,
    },
    /// The path is not of interest.
    Reject,
    /// The path shows what was looked for.
    Fail(Option<String>),
    /// The program ends itself.
    Exit(i32),
    /// It cannot be done; why.
    Refuse(String),
}

/// What an intrinsic would do.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Peek<V> {
    /// Give a value and change nothing.
    Value(Option<V>),
    /// Leave the work to the code of the method it accelerates.
    Own,
    /// Something else.
    Effect,
}

impl<V> From<OutOfMemory> for Abrupt<V> {
    fn from(_: OutOfMemory) -> Self {
        Abrupt::Fault(Fault::OutOfMemory)
    }
}

/// The runtime of a language.
pub trait Platform<D: Domain> {
    /// Brings a class and its supertypes into the world.
    ///
    /// # Errors
    /// When it is missing or broken.
    fn load(&mut self, world: &mut World, class: ClassId) -> Result<(), LoadFailure>;

    /// What a method runs.
    ///
    /// # Errors
    /// Why it cannot be run.
    fn body(&mut self, world: &mut World, method: MethodId) -> Result<Body, String>;

    /// What one of its operations does to objects of a class, where that is nothing but what the machine
    /// can do to their container.
    fn shortcut(&mut self, world: &mut World, intrinsic: u32, class: ClassId) -> Option<Shortcut> {
        let _ = (world, intrinsic, class);
        None
    }

    /// Whether keys of a class are equal only to themselves.
    fn is_identity(&mut self, world: &mut World, class: ClassId) -> bool {
        let _ = (world, class);
        false
    }

    /// The method a symbolic reference means where the rules of the world do not find one
    /// (methods whose signature depends on the call).
    fn special_method(&mut self, world: &mut World, method: MethodRef) -> Option<MethodId>;

    /// Runs an intrinsic.
    ///
    /// # Errors
    /// When it does not end with a value.
    fn intrinsic(
        &mut self,
        core: &mut Core<D>,
        intrinsic: u32,
        args: &[D::Value],
    ) -> Result<Option<D::Value>, Abrupt<D::Value>>;

    /// Does what an intrinsic does, if that is no more than to give a value and to change cells or containers; else
    /// nothing is done.
    fn operate(
        &mut self,
        core: &mut Core<D>,
        intrinsic: u32,
        args: &[D::Value],
    ) -> Option<Option<D::Value>> {
        let _ = (core, intrinsic, args);
        None
    }

    /// Whether the blocks of a method are to be recorded in [`Core::trace`], where code is
    /// [watched](crate::code::Code::watch).
    fn is_watched(&self, world: &World, method: MethodId) -> bool {
        let _ = (world, method);
        false
    }

    /// Whether code of a class may use a member of a class that has these modifiers.
    fn may_use(&mut self, world: &World, from: ClassId, owner: ClassId, modifiers: u16) -> bool {
        let _ = (world, from, owner, modifiers);
        true
    }

    /// Whether the machine stops where a method is about to be called, if
    /// [somebody decides](Core::decided_calls) about calls of it.
    fn is_decided(&self, world: &World, method: MethodId) -> bool {
        let _ = (world, method);
        false
    }

    /// The code of a method that is accelerated.
    ///
    /// # Errors
    /// Why it cannot be run.
    fn own_code(&mut self, world: &mut World, method: MethodId) -> Result<Box<Function>, String>;

    /// What an intrinsic would do with these arguments, without doing it.
    fn peek(&mut self, core: &mut Core<D>, intrinsic: u32, args: &[D::Value]) -> Peek<D::Value>;

    /// [`peek`](Self::peek) for several values of one argument at once: those of the lanes in
    /// `mask`. Tells which lanes have a result; none if the work is left to code.
    fn peek_lanes(
        &mut self,
        core: &mut Core<D>,
        intrinsic: u32,
        args: &mut [D::Value],
        varying: usize,
        lanes: &mut Lanes<'_, D::Value>,
    ) -> Option<u64> {
        peek_each(self, core, intrinsic, args, varying, lanes)
    }

    /// The object of a string constant, which is one for each constant.
    ///
    /// # Errors
    /// When the heap is full.
    fn string(&mut self, core: &mut Core<D>, string: StrId) -> Result<Ref, Abrupt<D::Value>> {
        let made = core.memory.string(string);
        if made != 0 {
            return Ok(made);
        }
        let object = self.make_string(core, string)?;
        core.memory.set_string(string, object);
        Ok(object)
    }

    /// Makes the object of a string constant.
    ///
    /// # Errors
    /// When the heap is full.
    fn make_string(&mut self, core: &mut Core<D>, string: StrId) -> Result<Ref, Abrupt<D::Value>>;

    /// The object that stands for a class, which is one for each class.
    ///
    /// # Errors
    /// When the heap is full.
    fn mirror(&mut self, core: &mut Core<D>, class: ClassId) -> Result<Ref, Abrupt<D::Value>> {
        let made = core.memory.mirror(class);
        if made != 0 {
            return Ok(made);
        }
        let object = self.make_mirror(core, class)?;
        core.memory.set_mirror(class, object);
        Ok(object)
    }

    /// Makes the object that stands for a class.
    ///
    /// # Errors
    /// When the heap is full.
    fn make_mirror(&mut self, core: &mut Core<D>, class: ClassId) -> Result<Ref, Abrupt<D::Value>>;

    /// Where an object says that it was made, innermost first, if it does: an exception.
    fn made_at(&self, core: &Core<D>, object: Ref) -> Option<MadeAt> {
        let _ = (core, object);
        None
    }

    /// Lets an object say that it was made in these places, innermost first.
    ///
    /// # Errors
    /// When the heap is full.
    fn set_made_at(
        &mut self,
        core: &mut Core<D>,
        object: Ref,
        places: &[(MethodId, Option<u32>)],
    ) -> Result<(), Abrupt<D::Value>> {
        let _ = (core, object, places);
        Ok(())
    }

    /// Whether an exception tells that there was no more room, for calls or for objects.
    fn tells_of_room(&self, core: &Core<D>, exception: Ref) -> bool {
        let _ = (core, exception);
        false
    }

    /// The exception of a failed check.
    ///
    /// # Errors
    /// When the heap is full.
    fn trap(
        &mut self,
        core: &mut Core<D>,
        trap: Trap,
        args: &[D::Value],
        text: Option<StrId>,
        class: Option<ClassId>,
    ) -> Result<Raise<D::Value>, Abrupt<D::Value>>;

    /// The exception of a fault.
    fn fault(&mut self, core: &mut Core<D>, fault: &Fault) -> Raise<D::Value>;

    /// The exception thrown where the initializer of a class has thrown `exception`: another
    /// one that wraps it, or none to pass it on.
    fn initializer_failed(&mut self, core: &mut Core<D>, exception: Ref)
    -> Option<Raise<D::Value>>;
}

/// [`Platform::peek_lanes`], one lane after the other.
pub fn peek_each<D: Domain, P: Platform<D> + ?Sized>(
    platform: &mut P,
    core: &mut Core<D>,
    intrinsic: u32,
    args: &mut [D::Value],
    varying: usize,
    lanes: &mut Lanes<'_, D::Value>,
) -> Option<u64> {
    let mut answered = 0;
    for lane in lanes::of(lanes.mask) {
        args[varying] = lanes.values[lane];
        match platform.peek(core, intrinsic, args) {
            Peek::Value(value) => {
                answered |= 1 << lane;
                lanes.results[lane] = value.unwrap_or(D::constant(0));
            }
            Peek::Own => return None,
            Peek::Effect => {}
        }
    }
    Some(answered)
}
