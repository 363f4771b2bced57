//! What a value is. The interpreter is generic over this trait and monomorphised for each
//! domain, so that concrete execution pays nothing for the symbolic one.
//!
//! Two things are kept apart. A value may have **bits to compute with**, and it may be **plain**:
//! nothing is attached to it, so no question about it is worth asking. A plain value has bits. A
//! term over undecided inputs has neither; a concolic value, a number together with the term it
//! came from, has bits and is not plain. The rule of the machine and of platforms:
//!
//! - A shortcut past a question of the domain, and whatever keeps bits without their value (a
//!   container, the length in a header), is for plain values only ([`known`](Domain::known),
//!   [`plain`](Domain::plain)).
//! - Where the program can go one way or another, the domain is asked which: a comparison
//!   ([`test`](Domain::test)), null ([`is_null`](Domain::is_null)), identity
//!   ([`is_same`](Domain::is_same)), bounds ([`in_bounds`](Domain::in_bounds)), a switch
//!   ([`group_of`](Domain::group_of)).
//! - Then an address may be computed ([`bits`](Domain::bits)).
//! - Where the bits themselves leave the domain, as those of an argument of native code do, it is
//!   told ([`concretize`](Domain::concretize)).
//!
//! So a domain sees every branch that a value with something attached takes part in.

use crate::code::Join;
use crate::code::op::Pc;
use crate::concrete::Concrete;
use crate::core::Core;
use crate::float_function::FloatFunction;
use crate::memory::{Memory, Ref};
use crate::outcome::Want;
use margay_ir::{BinOp, ClassId, Cond, Conv, MethodId, Storage, Type, World};
use margay_logic::heap::Assumption;
use std::fmt::Debug;

/// Where a value is kept.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Location {
    /// A field or element.
    Cell {
        /// The class of its object.
        class: ClassId,
        /// The address of the cell.
        address: u32,
        /// Which field or element it is.
        index: u32,
    },
    /// A static field.
    Static(u32),
}

/// What a program asks for while it runs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Asked {
    /// Any number that a cell of this kind holds.
    Value(Storage),
    /// The next byte of standard input, from 0 to 255, or -1 where there is none.
    Input,
}

/// What has to be known before something can be done through a reference that stays open.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Need<V> {
    /// Whether the condition in question holds: *no* and *yes*.
    Choice,
    /// Something about a value.
    Want(Want<V>),
}

/// When a static cell is read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reading {
    /// By the initializer of its class, or what that calls: nobody else has had a part in it.
    Own,
    /// By another initializer, while that of its class has begun and is not done.
    Early,
    /// By the program.
    Usual,
}

/// A domain of values with their arithmetic.
///
/// Cells of the heap and registers hold [`Domain::Value`]s. A value made by
/// [`constant`](Domain::constant) is known and gives its bits back through
/// [`known`](Domain::known); a domain may have other values, whose bits are not decided yet, or
/// that know more than their bits.
pub trait Domain {
    /// Whether the platform may keep containers in a form of its own, which holds plain values.
    const ACCELERATES: bool;

    /// Whether the domain wants to see how values get from place to place, and which blocks are entered
    /// ([`at`](Self::at) and what follows it). The machine tells no other domain.
    const FLOWS: bool = false;

    /// Whether the domain wants to know which static cells a program reads that it has not written
    /// ([`watched_static`](Self::watched_static) and what follows it). The machine tells no other domain.
    const WATCHES: bool = false;

    /// A state of the domain to go back to.
    type Mark: Copy + Debug;

    /// A value of any type.
    type Value: Copy + PartialEq + Debug;

    /// The known value with these bits (zero-extended).
    fn constant(bits: u64) -> Self::Value;

    /// The bits of a value to which nothing is attached, as one can tell from the value alone.
    fn known(value: Self::Value) -> Option<u64>;

    /// The bits of a value to which nothing is attached, or nothing any more: it can have no others
    /// on this path.
    fn plain(&self, value: Self::Value) -> Option<u64> {
        Self::known(value)
    }

    /// The bits that a value has on this path, whatever is attached to it.
    fn bits(&self, value: Self::Value) -> Option<u64> {
        self.plain(value)
    }

    /// The bits that a value has on this path, for something that computes with them behind the
    /// domain's back. From here on the path counts on them: where more is attached to the value, the
    /// domain may want to remember that.
    fn concretize(&mut self, value: Self::Value) -> Option<u64> {
        self.bits(value)
    }

    /// Whether a reference is null, if that is decided.
    fn is_null(&mut self, reference: Self::Value) -> Option<bool> {
        self.bits(reference).map(|bits| bits == 0)
    }

    /// Whether two references are the same, if that is decided.
    fn is_same(&mut self, a: Self::Value, b: Self::Value) -> Option<bool> {
        Some(self.bits(a)? == self.bits(b)?)
    }

    /// Whether the first of two references that are not decided is declared with a wider type: then the other one
    /// is decided first, since an object of its class may be either.
    fn is_wider(&self, world: &World, a: Self::Value, b: Self::Value) -> bool {
        let _ = (world, a, b);
        false
    }

    /// The class that has a static cell, if reading it is of interest.
    fn watched_static(&self, cell: u32) -> Option<ClassId> {
        let _ = cell;
        None
    }

    /// The program reads a static cell, in this situation.
    fn read_static(&mut self, cell: u32, reading: Reading) {
        let _ = (cell, reading);
    }

    /// The program, and no initializer, writes a static cell.
    fn wrote_static(&mut self, cell: u32) {
        let _ = cell;
    }

    /// Whether the class in the header of an object is its class, rather than one of several it
    /// may have.
    fn has_class(&self, object: Ref) -> bool {
        let _ = object;
        true
    }

    /// What an undecided cell holds. A known value may look the same: only a cell that the
    /// memory lists as undecided is.
    fn undecided() -> Self::Value;

    /// Whether a cell with this value may be undecided.
    fn is_undecided(value: Self::Value) -> bool;

    /// `a op b` in type `ty`; shifts take an `i32` count. A divisor is not zero.
    fn binary(&mut self, op: BinOp, ty: Type, a: Self::Value, b: Self::Value) -> Self::Value;

    /// `-a` in type `ty`.
    fn negate(&mut self, ty: Type, a: Self::Value) -> Self::Value;

    /// A function of floats of type `ty` that are not all plain, if the domain can express it.
    fn float_function(
        &mut self,
        function: FloatFunction,
        ty: Type,
        of: &[Self::Value],
    ) -> Option<Self::Value> {
        let _ = (function, ty, of);
        None
    }

    /// A conversion.
    fn convert(&mut self, conv: Conv, a: Self::Value) -> Self::Value;

    /// The truth of a comparison as an `i32` 0 or 1.
    fn compare(&mut self, cond: Cond, ty: Type, a: Self::Value, b: Self::Value) -> Self::Value;

    /// -1, 0, 1, or `nan` if unordered, as an `i32`.
    fn three_way(&mut self, ty: Type, nan: i8, a: Self::Value, b: Self::Value) -> Self::Value;

    /// Whether the comparison holds, if that is decided. An undecided comparison makes the
    /// machine stop at a choice between *no* (alternative 0) and *yes* (1).
    fn test(&mut self, cond: Cond, ty: Type, a: Self::Value, b: Self::Value) -> Option<bool>;

    /// The result of a call, as its caller gets it.
    fn returned(&mut self, value: Self::Value) -> Self::Value {
        value
    }

    /// Whether `0 <= index < length`, if that is decided; a choice as in [`test`](Self::test) if
    /// it is not.
    fn in_bounds(&mut self, index: Self::Value, length: Self::Value) -> Option<bool> {
        Some((self.bits(index)? as u32) < self.bits(length)? as u32)
    }

    /// Which of some groups of keys has the value, if that is decided: the number of groups if
    /// none has. A choice between the groups and *none* if it is not.
    fn group_of(&mut self, value: Self::Value, groups: &[Vec<i32>]) -> Option<usize> {
        let key = self.bits(value)? as u32 as i32;
        Some(groups.iter().position(|group| group.contains(&key)).unwrap_or(groups.len()))
    }

    /// The element that an undecided index means, if the domain can express it. The index is
    /// within bounds.
    fn element(
        &mut self,
        ty: Type,
        elements: &[Self::Value],
        index: Self::Value,
    ) -> Option<Self::Value> {
        let _ = (ty, elements, index);
        None
    }

    /// What a place of a list holds after `value` was stored at an undecided index, if the domain
    /// can express it.
    fn stored(
        &mut self,
        ty: Type,
        place: u32,
        old: Self::Value,
        index: Self::Value,
        value: Self::Value,
    ) -> Option<Self::Value> {
        let _ = (ty, place, old, index, value);
        None
    }

    /// The same bits as a value of another type, which is a float if the value is a number, and a
    /// number if it is a float.
    fn reinterpret(&mut self, to: Type, value: Self::Value) -> Self::Value {
        let _ = to;
        value
    }

    /// A reference to an object of a class of which nobody has to know yet which one it is. Where
    /// somebody looks at it, a static method finds out: it is given the reference and these values,
    /// and tells what it has [found](Self::found). None if the domain wants to know at once.
    fn put_off(
        &mut self,
        class: ClassId,
        method: MethodId,
        given: &[Self::Value],
    ) -> Option<Self::Value> {
        let _ = (class, method, given);
        None
    }

    /// The method that will find out, and what it is given besides the reference, while nobody has
    /// looked at an object that was [put off](Self::put_off).
    fn still_put_off(&self, reference: Self::Value) -> Option<(MethodId, &[Self::Value])> {
        let _ = reference;
        None
    }

    /// Says which object a reference is that was [put off](Self::put_off).
    fn found(&mut self, reference: Self::Value, object: Ref) {
        let _ = (reference, object);
    }

    /// A number or reference that is an input of the program, with the address of its cell if it has one.
    fn of_input(&mut self, bits: u64, address: Option<u32>, input: u32) -> Self::Value {
        let _ = (address, input);
        Self::constant(bits)
    }

    /// The operation at work.
    fn at(&mut self, operation: Pc) {
        let _ = operation;
    }

    /// A value that is copied.
    fn moved(&mut self, value: Self::Value) -> Self::Value {
        value
    }

    /// A value that an operation has made of others in a way of its own.
    fn made(&mut self, value: Self::Value, of: &[Self::Value]) -> Self::Value {
        let _ = of;
        value
    }

    /// An operation of the platform has thrown, because of what it was given.
    fn thrown(&mut self, given: &[Self::Value]) {
        let _ = given;
    }

    /// A value that is read through a reference.
    fn read(
        &mut self,
        location: Location,
        through: Self::Value,
        value: Self::Value,
    ) -> Self::Value {
        let _ = (location, through);
        value
    }

    /// A value as it is written through a reference.
    fn write(
        &mut self,
        location: Location,
        through: Self::Value,
        value: Self::Value,
    ) -> Self::Value {
        let _ = (location, through);
        value
    }

    /// A block is entered, in a method inside so many calls. The joins are those of all points.
    fn entered(&mut self, depth: u32, point: u32, joins: &[Join]) {
        let _ = (depth, point, joins);
    }

    /// A method is called on a receiver; it will be inside so many calls.
    fn called(&mut self, depth: u32, receiver: Self::Value) {
        let _ = (depth, receiver);
    }

    /// A method has ended; the one that is inside so many calls goes on.
    fn left(&mut self, depth: u32) {
        let _ = depth;
    }

    /// An exception is caught by the method that is inside so many calls.
    fn caught(&mut self, depth: u32, joins: &[Join]) {
        let _ = (depth, joins);
    }

    /// A number that the program wants to be any, made in the middle of a path. None if the domain has
    /// no such: then somebody has to say which it is.
    fn any_number(&mut self, asked: Asked) -> Option<Self::Value> {
        let _ = asked;
        None
    }

    /// An object that the program wants to be any, made in the middle of a path. None if the domain has no such.
    fn any_object(&mut self, class: ClassId) -> Option<Self::Value> {
        let _ = class;
        None
    }

    /// A number nothing is known of, as a cell of the storage holds it. None if the domain has no such.
    fn approximate(&mut self, storage: Storage) -> Option<Self::Value> {
        let _ = storage;
        None
    }

    /// The next number that was given to a program that asks for one.
    fn given_number(&mut self, bits: u64) -> Self::Value {
        Self::constant(bits)
    }

    /// Lets such a number be one from 0 to `most`.
    fn limit(&mut self, number: Self::Value, most: u32) {
        let _ = (number, most);
    }

    /// The machine's state as one of plain words, if that is what values are: compiled code works on
    /// no other.
    fn words(core: &mut Core<Self>) -> Option<&mut Core<Concrete>>
    where
        Self: Sized,
    {
        let _ = core;
        None
    }

    /// The other way round, together with values.
    fn of_words<'c>(
        core: &'c mut Core<Concrete>,
        values: &'c [u64],
    ) -> Option<(&'c mut Core<Self>, &'c [Self::Value])>
    where
        Self: Sized,
    {
        let _ = (core, values);
        None
    }

    /// Values as plain words, if that is what they are.
    fn to_words(values: &[Self::Value]) -> Option<&[u64]> {
        let _ = values;
        None
    }

    /// Whether references may stay open: whether they are null or the same is a choice, and the
    /// program reads and writes through them without knowing which object they are.
    fn keeps_open(&self) -> bool {
        false
    }

    /// What has to be known, after a question about open references that was not decided.
    fn need(&self) -> Need<Self::Value> {
        Need::Choice
    }

    /// A cell of whatever an open reference is; it is not null.
    ///
    /// # Errors
    /// What has to be known first.
    fn read_open(
        &mut self,
        memory: &mut Memory<Self>,
        world: &World,
        reference: Self::Value,
        cell: u32,
    ) -> Result<Self::Value, Need<Self::Value>>
    where
        Self: Sized,
    {
        let _ = (memory, world, cell);
        Err(Need::Want(Want::Object(reference)))
    }

    /// Sets a cell of whatever an open reference is; it is not null.
    ///
    /// # Errors
    /// What has to be known first.
    fn write_open(
        &mut self,
        memory: &mut Memory<Self>,
        world: &World,
        reference: Self::Value,
        cell: u32,
        value: Self::Value,
    ) -> Result<(), Need<Self::Value>>
    where
        Self: Sized,
    {
        let _ = (memory, world, cell, value);
        Err(Need::Want(Want::Object(reference)))
    }

    /// The length of whatever array an open reference is; it is not null.
    ///
    /// # Errors
    /// What has to be known first.
    fn length_open(
        &mut self,
        memory: &mut Memory<Self>,
        reference: Self::Value,
    ) -> Result<Self::Value, Need<Self::Value>>
    where
        Self: Sized,
    {
        let _ = memory;
        Err(Need::Want(Want::Object(reference)))
    }

    /// An object that is like whatever an open reference is: it has its class. Which one it is says
    /// nothing.
    ///
    /// # Errors
    /// What has to be known first.
    fn stand_in(&mut self, reference: Self::Value) -> Result<Ref, Need<Self::Value>> {
        Err(Need::Want(Want::Object(reference)))
    }

    /// Whether something is assumed of references, and of all they lead to, from here on; if it is not
    /// yet, the program wants it to be. None if the heap is decided, and can be looked at.
    fn assume_of(&mut self, assumption: Assumption, of: [Self::Value; 2]) -> Option<bool> {
        let _ = (assumption, of);
        None
    }

    /// A mark of the present state of the domain, for [`undo_to`](Self::undo_to).
    fn mark(&self) -> Self::Mark;

    /// Takes back what was decided since the mark.
    fn undo_to(&mut self, mark: Self::Mark);
}
