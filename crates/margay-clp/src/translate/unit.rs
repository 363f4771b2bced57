//! All methods that one method can reach, with what each call leads to: found before anything is
//! written, so that what has no translation is refused first and names are known.

use super::refusal::Refusal;
use crate::source::{Source, StaticValue};
use crate::term::quoted;
use crate::translate::Integers;
use indexmap::{IndexMap, IndexSet};
use margay_ir::function::{Pos, ValueDef};
use margay_ir::{
    Check, ClassId, ClassKind, Conv, Dispatch, FieldId, FieldRef, Function, Inst, InstKind,
    MethodId, MethodRef, Terminator, Type, Value,
};
use rustc_hash::{FxBuildHasher, FxHashMap};

/// More methods than this are a class library, not a program to read.
const MOST_METHODS: usize = 400;

/// Where a call leads.
#[derive(Clone, Debug)]
pub(crate) enum Callee {
    /// One method.
    Method(MethodId),
    /// The method that the class of the receiver selects.
    Virtual(MethodId),
    /// Nothing that is part of the translation.
    Nothing,
    /// A new text.
    Text,
}

/// The methods that the classes of receivers select, by the method that is named.
pub(crate) type Groups = Vec<(MethodId, Vec<ClassId>)>;

/// A method that is reached, and the method and line that call it.
type Reached = (MethodId, Option<(MethodId, Option<u32>)>);

/// The methods of a translation.
#[derive(Default)]
pub(crate) struct Unit {
    pub functions: IndexMap<MethodId, Function, FxBuildHasher>,
    pub calls: FxHashMap<(MethodId, Inst), Callee>,
    pub virtuals: IndexMap<MethodId, Groups, FxBuildHasher>,
    /// Classes of which there are objects.
    pub classes: IndexSet<ClassId, FxBuildHasher>,
    /// Classes that objects are asked for.
    pub tested: IndexSet<ClassId, FxBuildHasher>,
    pub statics: IndexMap<FieldId, StaticValue, FxBuildHasher>,
    pub traps: FxHashMap<(MethodId, Inst), ClassId>,
}

/// Values that are written where they are used.
pub(super) struct Known(FxHashMap<Value, Written>);

enum Written {
    /// As this text.
    Text(String),
    /// As another value.
    Same(Value),
}

impl Known {
    pub fn new(function: &Function, world: &margay_ir::World, integers: Integers) -> Known {
        let mut known = FxHashMap::default();
        for (_, inst) in function.insts.iter() {
            let Some(result) = inst.result else { continue };
            let written = match &inst.kind {
                InstKind::Const { ty: Type::I32, bits } => {
                    Written::Text((*bits as u32 as i32).to_string())
                }
                InstKind::Const { ty: Type::I64, bits } => {
                    Written::Text((*bits as i64).to_string())
                }
                InstKind::Null => Written::Text("null".to_owned()),
                InstKind::Str(text) => {
                    let text = String::from_utf16_lossy(world.units(*text));
                    Written::Text(format!("r(text({}))", quoted(&text)))
                }
                InstKind::Convert { conv: Conv::I32ToI64, a } => Written::Same(*a),
                InstKind::Convert { conv: Conv::I64ToI32, a }
                    if integers == Integers::Unbounded =>
                {
                    Written::Same(*a)
                }
                _ => continue,
            };
            known.insert(result, written);
        }
        Known(known)
    }

    /// The value that a variable stands for, if it is not written as a constant.
    pub fn value(&self, value: Value) -> Option<Value> {
        match self.0.get(&value) {
            None => Some(value),
            Some(Written::Same(same)) => self.value(*same),
            Some(Written::Text(_)) => None,
        }
    }

    /// How it is written.
    pub fn text(&self, value: Value) -> String {
        match self.0.get(&value) {
            None => format!("V{}", value.as_u32()),
            Some(Written::Same(same)) => self.text(*same),
            Some(Written::Text(text)) => text.clone(),
        }
    }
}

impl Unit {
    /// Everything that a method and its precondition can reach.
    pub fn of(
        source: &mut dyn Source,
        entry: MethodId,
        precondition: Option<MethodId>,
    ) -> Result<Unit, Refusal> {
        let mut unit = Unit::default();
        let mut open: Vec<_> = precondition.into_iter().map(|method| (method, None)).collect();
        open.push((entry, None));
        while let Some((method, place)) = open.pop() {
            if unit.functions.contains_key(&method) {
                continue;
            }
            let function = source.body(method).map_err(|what| match &place {
                None => Refusal::of(source.world(), method, None, what),
                Some((caller, line)) => Refusal::of(source.world(), *caller, *line, what),
            })?;
            let mut found = unit.look_at(source, &function)?;
            unit.functions.insert(method, function);
            // The first call of a method is translated first.
            found.reverse();
            open.extend(found);
            if unit.functions.len() > MOST_METHODS {
                let what = format!("a program of more than {MOST_METHODS} methods");
                return Err(Refusal::of(source.world(), entry, None, what));
            }
        }
        Ok(unit)
    }

    /// Looks at all instructions of a function; gives the methods that it calls.
    fn look_at(
        &mut self,
        source: &mut dyn Source,
        function: &Function,
    ) -> Result<Vec<Reached>, Refusal> {
        let mut called = Vec::new();
        for data in function.blocks.values() {
            for number in &data.insts {
                let inst = &function.insts[*number];
                let place = Some((function.method, function.line(inst.pos)));
                let refuse = |source: &dyn Source, what: String| {
                    Refusal::at(source.world(), function, inst.pos, what)
                };
                match self.instruction(source, function, *number, &inst.kind) {
                    Ok(methods) => called.extend(methods.into_iter().map(|m| (m, place))),
                    Err(what) => return Err(refuse(source, what)),
                }
            }
            let found = self.terminator(source, &data.terminator);
            found.map_err(|what| Refusal::at(source.world(), function, data.end, what))?;
        }
        Ok(called)
    }

    fn terminator(&mut self, source: &mut dyn Source, end: &Terminator) -> Result<(), String> {
        match end {
            Terminator::Unsupported(reason) => Err(source.world().text(*reason).to_owned()),
            Terminator::Guard { check: Check::Castable { class, .. }, .. } => {
                source.load(*class)?;
                self.tested.insert(*class);
                Ok(())
            }
            _ => Ok(()),
        }
    }

    fn instruction(
        &mut self,
        source: &mut dyn Source,
        function: &Function,
        number: Inst,
        kind: &InstKind,
    ) -> Result<Vec<MethodId>, String> {
        if let Some(what) = floating(function, kind) {
            return Err(what);
        }
        match kind {
            InstKind::ClassConst(_) => return Err("the object of a class".to_owned()),
            InstKind::New(class) => {
                source.load(*class)?;
                if is_lambda(source.world().class_name(*class)) {
                    return Err(LAMBDA.to_owned());
                }
                self.classes.insert(*class);
            }
            InstKind::NewArray { class, .. } | InstKind::NewMultiArray { class, .. } => {
                self.arrays(source, *class)?;
            }
            InstKind::InstanceOf { class, .. } => {
                source.load(*class)?;
                self.tested.insert(*class);
            }
            InstKind::Trap { trap, .. } => {
                let class = source.trap_class(*trap);
                self.classes.insert(class);
                self.traps.insert((function.method, number), class);
            }
            InstKind::GetField { field, .. } | InstKind::PutField { field, .. } => {
                field_of(source, *field)?;
            }
            InstKind::GetStatic(field) | InstKind::PutStatic { field, .. } => {
                let class = source.world().field_symbol(*field).class;
                if is_lambda(source.world().class_name(class)) {
                    return Err(LAMBDA.to_owned());
                }
                let field = field_of(source, *field)?;
                let value = source.static_value(field)?;
                self.statics.insert(field, value);
            }
            InstKind::Call { dispatch, method, .. } => {
                let callee = self.callee(source, *dispatch, *method)?;
                let found = match &callee {
                    Callee::Method(method) => vec![*method],
                    Callee::Virtual(method) => {
                        self.virtuals[method].iter().map(|(method, _)| *method).collect()
                    }
                    Callee::Nothing => Vec::new(),
                    Callee::Text => {
                        let text = source.text_class();
                        self.classes.insert(text);
                        Vec::new()
                    }
                };
                self.calls.insert((function.method, number), callee);
                return Ok(found);
            }
            _ => {}
        }
        Ok(Vec::new())
    }

    fn arrays(&mut self, source: &mut dyn Source, class: ClassId) -> Result<(), String> {
        source.load(class)?;
        self.classes.insert(class);
        match source.world().loaded(class).kind {
            ClassKind::Array { component: Some(component), .. } => self.arrays(source, component),
            _ => Ok(()),
        }
    }

    fn callee(
        &mut self,
        source: &mut dyn Source,
        dispatch: Dispatch,
        named: MethodRef,
    ) -> Result<Callee, String> {
        let symbol = source.world().method_symbol(named);
        if is_lambda(source.world().class_name(symbol.class)) {
            return Err(LAMBDA.to_owned());
        }
        source.load(symbol.class)?;
        let world = source.world();
        let Some(method) = world.find_method(symbol) else {
            return Err(format!("a call of {}, which is missing,", world.text(symbol.name)));
        };
        if source.is_forgotten(method) {
            return Ok(Callee::Nothing);
        }
        if source.makes_text(method) {
            return Ok(Callee::Text);
        }
        let owner = source.world().method(method).class;
        let is_library = source.is_library(owner);
        let text = called(source, method);
        match dispatch {
            Dispatch::Static => Ok(Callee::Method(method)),
            _ if is_library => Err(text),
            Dispatch::Special => Ok(Callee::Method(method)),
            Dispatch::Virtual | Dispatch::Interface => {
                if source.world().method(method).is_private() {
                    return Ok(Callee::Method(method));
                }
                let mut groups: Groups = Vec::new();
                for class in source.implementations(symbol.class) {
                    let Some(selected) = source.world().select(class, method) else { continue };
                    let owner = source.world().method(selected).class;
                    if source.is_library(owner) {
                        return Err(called(source, selected));
                    }
                    match groups.iter_mut().find(|(method, _)| *method == selected) {
                        Some((_, classes)) => classes.push(class),
                        None => groups.push((selected, vec![class])),
                    }
                }
                if groups.is_empty() {
                    return Err(format!("{text}, which no class implements,"));
                }
                self.virtuals.insert(method, groups);
                Ok(Callee::Virtual(method))
            }
        }
    }
}

/// What a lambda is called in a refusal.
const LAMBDA: &str = "a lambda or method reference";

fn is_lambda(class: &str) -> bool {
    class.contains("$$Lambda")
}

/// A call as a refusal names it.
fn called(source: &dyn Source, method: MethodId) -> String {
    let world = source.world();
    let declared = world.method(method);
    let class = world.class_name(declared.class).replace('/', ".");
    format!("a call of {class}.{}", world.text(declared.name))
}

/// The field that code names.
pub(super) fn field_of(source: &mut dyn Source, field: FieldRef) -> Result<FieldId, String> {
    let symbol = source.world().field_symbol(field);
    source.load(symbol.class)?;
    let world = source.world();
    let missing = || format!("the field {}, which is missing,", world.text(symbol.name));
    world.find_field(symbol).ok_or_else(missing)
}

/// What an instruction computes with floating-point numbers, if it does.
fn floating(function: &Function, kind: &InstKind) -> Option<String> {
    let is_float = |ty: Type| matches!(ty, Type::F32 | Type::F64);
    let found = match kind {
        InstKind::Const { ty, .. }
        | InstKind::Binary { ty, .. }
        | InstKind::Neg { ty, .. }
        | InstKind::Compare { ty, .. }
        | InstKind::ThreeWay { ty, .. } => is_float(*ty),
        InstKind::Convert { conv, .. } => {
            let (from, to) = conv.types();
            is_float(from) || is_float(to)
        }
        InstKind::Call { .. } => {
            let mut any = false;
            kind.for_each_operand(|value| any |= is_float(function.ty(value)));
            any
        }
        _ => false,
    };
    found.then(|| "floating-point arithmetic".to_owned())
}

/// Whether a value is used by nothing but the end of its own block.
pub(super) fn is_fused(function: &Function, value: Value, at: margay_ir::Block) -> Option<Inst> {
    let ValueDef::Inst(inst) = function.values[value].def else { return None };
    let mut uses = 0;
    for data in function.blocks.values() {
        for other in &data.insts {
            function.insts[*other].kind.for_each_operand(|used| uses += u32::from(used == value));
        }
        data.terminator.for_each_operand(|used| uses += u32::from(used == value));
        let edges = data.terminator.successors().flat_map(|call| &call.args);
        uses += edges.filter(|used| **used == value).count() as u32;
    }
    (uses == 1 && function.blocks[at].insts.contains(&inst)).then_some(inst)
}

/// The place of the end of a block.
pub(super) fn end_of(function: &Function, block: margay_ir::Block) -> Pos {
    function.blocks[block].end
}
