//! What looks at memory or changes it.

use super::object;
use crate::code::Code;
use crate::code::op::Pc;
use crate::domain::Domain;
use crate::memory::{Memory, Ref};
use margay_ir::{ClassId, StrId, World};

/// The memory as an engine sees it: it may refuse to read what is not decided, or to change
/// anything.
pub trait View<D: Domain> {
    /// Why it does not go on.
    type Refusal;

    /// It takes more than this: a value to be decided, an exception, an effect.
    const STUCK: Self::Refusal;

    /// Tables of the code.
    fn code(&self) -> &Code;
    /// What branches can change.
    fn memory(&self) -> &Memory<D>;
    /// Classes.
    fn world(&self) -> &World;
    /// Arithmetic.
    fn domain(&self) -> &D;

    /// Whether a reference to an object, or to none, is null: a branch that a domain may want to see.
    fn is_null(&mut self, reference: D::Value, object: Ref) -> bool;

    /// A field or element.
    fn load(&self, object: Ref, index: u32) -> Result<D::Value, Self::Refusal>;

    /// The length of an array.
    fn length(&self, array: Ref) -> Result<u32, Self::Refusal>;

    /// Sets a field or element.
    fn store(&mut self, object: Ref, index: u32, value: D::Value) -> Result<(), Self::Refusal>;

    /// Sets a static cell.
    fn store_static(&mut self, cell: u32, value: D::Value) -> Result<(), Self::Refusal>;

    /// A value as an array of a class can hold it.
    fn narrow(&mut self, class: ClassId, value: D::Value) -> Result<D::Value, Self::Refusal>;
}

/// What came of looking at memory.
#[derive(Clone, Copy, Debug)]
pub enum Did<V> {
    /// A result.
    Value(V),
    /// Nothing: goes on.
    Next,
    /// Goes on elsewhere.
    Jump(Pc),
}

/// A look at memory. References that may be null come with where to go then.
#[derive(Clone, Copy, Debug)]
pub enum Access {
    /// A field.
    Field(u16, Option<Pc>),
    /// A static cell, of a class that may have to be ready first.
    Static(u32, Option<ClassId>),
    /// The length of an array.
    Length(Option<Pc>),
    /// An element.
    Element,
    /// Whether an index is inside an array that is there.
    Inside,
    /// An element, if it is inside.
    ElementInside,
    /// Whether an array takes a reference.
    Storable(Pc),
    /// Whether a reference is null or of a class.
    Cast(ClassId, Pc),
    /// The truth of a reference being of a class.
    Instance(ClassId),
    /// A string constant that was made before.
    Text(StrId),
    /// Where a dense switch goes.
    Table(u32),
    /// Where a sparse switch goes.
    Lookup(u32),
}

/// What an access gives.
type Seen<D, W> = Result<Did<<D as Domain>::Value>, <W as View<D>>::Refusal>;

impl Access {
    /// What it gives for these operands.
    ///
    /// # Errors
    /// Where the view refuses.
    #[inline(always)]
    pub fn apply<D: Domain, W: View<D>>(
        self,
        view: &mut W,
        a: D::Value,
        b: D::Value,
    ) -> Seen<D, W> {
        Ok(match self {
            Access::Field(slot, null) => match unless_null(view, a, null)? {
                Ok(object) => Did::Value(view.load(object, u32::from(slot))?),
                Err(null) => Did::Jump(null),
            },
            Access::Static(cell, class) => {
                ready(view, class)?;
                Did::Value(view.memory().get_static(cell))
            }
            Access::Length(null) => match unless_null(view, a, null)? {
                Ok(array) => Did::Value(D::constant(u64::from(view.length(array)?))),
                Err(null) => Did::Jump(null),
            },
            Access::Element => {
                let (array, index) = (decided(view, a)?, known::<D, W>(b)?);
                Did::Value(view.load(array, index)?)
            }
            Access::Inside => {
                inside(view, a, b)?;
                Did::Next
            }
            Access::ElementInside => {
                let (array, index) = inside(view, a, b)?;
                Did::Value(view.load(array, index)?)
            }
            Access::Storable(fail) => {
                let (array, value) = (decided(view, a)?, known::<D, W>(b)?);
                classified(view, value)?;
                let memory = view.memory();
                let class = |object| memory.class_of(object);
                let takes = value == 0 || view.world().is_storable(class(array), class(value));
                check(takes, fail)
            }
            Access::Cast(class, fail) => {
                let object = known::<D, W>(a)?;
                check(object == 0 || is_instance(view, object, class)?, fail)
            }
            Access::Instance(class) => {
                let object = known::<D, W>(a)?;
                let holds = object != 0 && is_instance(view, object, class)?;
                Did::Value(D::constant(u64::from(holds)))
            }
            Access::Text(string) => match view.memory().string(string) {
                0 => return Err(W::STUCK),
                object => Did::Value(D::constant(u64::from(object))),
            },
            Access::Table(table) => {
                let table = &view.code().table_switches[table as usize];
                let offset = (known::<D, W>(a)? as i32).wrapping_sub(table.low) as u32;
                let target = table.targets.get(offset as usize).copied();
                Did::Jump(target.unwrap_or(table.default))
            }
            Access::Lookup(table) => {
                let table = &view.code().lookup_switches[table as usize];
                let key = known::<D, W>(a)? as i32;
                let found = table.cases.binary_search_by_key(&key, |(key, _)| *key);
                Did::Jump(found.map_or(table.default, |at| table.cases[at].1))
            }
        })
    }
}

/// A change of one cell.
#[derive(Clone, Copy, Debug)]
pub enum Store {
    /// A field.
    Field(u16, Option<Pc>),
    /// A static cell, of a class that may have to be ready first.
    Static(u32, Option<ClassId>),
    /// An element.
    Element,
    /// An element, cut to what the array can hold.
    Narrowed,
    /// An element, if it is inside.
    ElementInside,
}

impl Store {
    /// Makes the change.
    ///
    /// # Errors
    /// Where the view refuses.
    #[inline(always)]
    pub fn apply<D: Domain, W: View<D>>(
        self,
        view: &mut W,
        object: D::Value,
        index: D::Value,
        value: D::Value,
    ) -> Seen<D, W> {
        match self {
            Store::Field(slot, null) => match unless_null(view, object, null)? {
                Ok(object) => view.store(object, u32::from(slot), value)?,
                Err(null) => return Ok(Did::Jump(null)),
            },
            Store::Static(cell, class) => {
                ready(view, class)?;
                view.store_static(cell, value)?;
            }
            Store::Element => {
                let (array, index) = (decided(view, object)?, known::<D, W>(index)?);
                view.store(array, index, value)?;
            }
            Store::Narrowed => {
                let (array, index) = (decided(view, object)?, known::<D, W>(index)?);
                let value = view.narrow(view.memory().class_of(array), value)?;
                view.store(array, index, value)?;
            }
            Store::ElementInside => {
                let (array, index) = inside(view, object, index)?;
                view.store(array, index, value)?;
            }
        }
        Ok(Did::Next)
    }
}

/// The object that a reference means.
#[inline(always)]
fn decided<D: Domain, W: View<D>>(view: &W, reference: D::Value) -> Result<Ref, W::Refusal> {
    object(view.domain(), reference).ok_or(W::STUCK)
}

/// The object that a reference means, or where to go if it is null.
#[inline(always)]
fn unless_null<D: Domain, W: View<D>>(
    view: &mut W,
    reference: D::Value,
    null: Option<Pc>,
) -> Result<Result<Ref, Pc>, W::Refusal> {
    let object = decided(view, reference)?;
    Ok(match null {
        Some(null) if view.is_null(reference, object) => Err(null),
        _ => Ok(object),
    })
}

/// The bits of a reference or an `i32` to which nothing is attached.
#[inline(always)]
fn known<D: Domain, W: View<D>>(value: D::Value) -> Result<u32, W::Refusal> {
    D::known(value).map(|bits| bits as u32).ok_or(W::STUCK)
}

#[inline(always)]
fn check<V>(holds: bool, fail: Pc) -> Did<V> {
    if holds { Did::Next } else { Did::Jump(fail) }
}

#[inline(always)]
fn ready<D: Domain, W: View<D>>(view: &W, class: Option<ClassId>) -> Result<(), W::Refusal> {
    match class {
        Some(class) if !view.memory().is_ready(class) => Err(W::STUCK),
        _ => Ok(()),
    }
}

/// An array and an index inside it. What is outside becomes an exception that tells both.
#[inline(always)]
fn inside<D: Domain, W: View<D>>(
    view: &W,
    array: D::Value,
    index: D::Value,
) -> Result<(Ref, u32), W::Refusal> {
    let (array, index) = (known::<D, W>(array)?, known::<D, W>(index)?);
    // Null has no length.
    if index < view.length(array)? { Ok((array, index)) } else { Err(W::STUCK) }
}

/// Makes sure that an object has the class its header says.
#[inline(always)]
fn classified<D: Domain, W: View<D>>(view: &W, object: Ref) -> Result<(), W::Refusal> {
    if view.domain().has_class(object) { Ok(()) } else { Err(W::STUCK) }
}

#[inline(always)]
fn is_instance<D: Domain, W: View<D>>(
    view: &W,
    object: Ref,
    class: ClassId,
) -> Result<bool, W::Refusal> {
    classified(view, object)?;
    let actual = view.memory().class_of(object);
    Ok(actual == class || view.world().is_subclass(actual, class))
}
