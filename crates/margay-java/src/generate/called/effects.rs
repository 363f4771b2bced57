//! What methods may do to whoever calls them, as far as their code says it.
//!
//! A method writes the fields, static fields and kinds of arrays that its code and the code it calls
//! write; it throws the exceptions that they make and throw themselves. What a constructor writes to
//! its own object is no effect: nobody has seen that object before. Exceptions of runtime checks are
//! left out: nearly every method could have them and hardly any does, and a path that
//! meets one is kept all the same.

use super::super::generator::Generator;
use super::super::guided::map::ProgramMap;
use super::super::guided::reach;
use super::super::points::method_name;
use super::words::{ARITHMETIC, has_loops};
use crate::error::Error;
use crate::graph::class_in;
use margay_ir::analysis::cfg::Cfg;
use margay_ir::function::ValueDef;
use margay_ir::{
    Block, ClassId, FieldRef, Function, InstKind, MethodId, Storage, Terminator, Value, World,
};
use margay_jvm::descriptor::storage;
use margay_machine::Platform;
use margay_search::generate::calls::{Abstraction, Kind};
use rustc_hash::{FxHashMap, FxHashSet};
use std::rc::Rc;

/// Classes of the library, beside those of numbers, whose methods change nothing that a caller can see, or only
/// what they have made themselves.
const HARMLESS: &[&str] = &[
    "java/lang/String",
    "java/lang/Object",
    "java/lang/Enum",
    "java/lang/StringBuilder",
    "java/lang/CharSequence",
];

/// A method that goes fewer ways is run: to look ahead would take longer, and tell less.
const MANY_WAYS: u32 = 12;

/// Fields that code looks at, by class and cell.
type SeenFields = FxHashSet<(ClassId, u32)>;

/// What a method's code does by itself.
#[derive(Clone, Default)]
struct Own {
    calls: Vec<MethodId>,
    throws: Vec<ClassId>,
    fields: Vec<FieldRef>,
    statics: Vec<FieldRef>,
    arrays: Vec<Storage>,
    /// Fields and static fields that it looks at.
    reads: Vec<FieldRef>,
    /// About how many ways it goes; of methods together, their product.
    ways: u32,
    /// Whether it calls something of which nothing is known.
    is_opaque: bool,
}

/// The methods below another that may be left open, with what they do.
pub(super) fn table(
    generator: &mut Generator,
    root: MethodId,
) -> Result<FxHashMap<MethodId, Rc<Abstraction>>, Error> {
    let map = reach::map(generator, root);
    let mut own: FxHashMap<MethodId, Own> = FxHashMap::default();
    for (method, function) in map.functions() {
        let world = &generator.symbolic.machine.core.world;
        own.insert(method, of_code(world, &map, &function));
    }
    let mut methods: Vec<MethodId> = own.keys().copied().collect();
    methods.sort_unstable();
    let patterns = generator.options.abstracted.clone();
    let mut unused: Vec<bool> = vec![true; patterns.len()];
    let mut found = FxHashMap::default();
    for method in methods {
        let name = method_name(generator.symbolic.world(), method);
        let mut is_named = false;
        for (pattern, unused) in patterns.iter().zip(&mut unused) {
            let matches = pattern.matches(&name.class, &name.name);
            is_named |= matches;
            *unused &= !matches;
        }
        if is_named || patterns.is_empty() {
            let whole = with_callees(&own, method);
            let what = abstraction(generator, method, &whole);
            let is_chosen = is_named || is_suitable(generator.symbolic.world(), &whole, &what);
            if is_chosen && name.name != "<init>" && name.name != "<clinit>" {
                found.insert(method, Rc::new(what));
            }
        }
    }
    let seen = fields_seen(generator, &own, root, &found);
    // A call may happen inside another one that is left open: whoever makes it looks at what it does, too.
    let inside: Vec<(FxHashSet<MethodId>, SeenFields)> = found
        .keys()
        .map(|outer| (below(&own, *outer), fields_seen(generator, &own, *outer, &found)))
        .collect();
    for (method, what) in &mut found {
        let what = Rc::make_mut(what);
        let callers: Vec<&SeenFields> = inside
            .iter()
            .filter(|(below, _)| below.contains(method))
            .map(|(_, seen)| seen)
            .collect();
        let is_seen = |class: ClassId, slot: u32| {
            [&seen].iter().chain(&callers).any(|seen| seen.contains(&(class, slot)))
        };
        let fields = what.fields.iter().filter(|(class, slot, _)| is_seen(*class, *slot));
        what.seen_fields =
            fields.map(|(class, slot, kind)| (*class, *slot, kind.storage)).collect();
        what.seen_statics = what.statics.iter().map(|(slot, kind)| (*slot, kind.storage)).collect();
    }
    match patterns.iter().zip(unused).find(|(_, unused)| *unused) {
        Some((pattern, _)) => Err(Error::Together(format!(
            "--abstract {pattern}: no method of that name is called below the method under test"
        ))),
        None => Ok(found),
    }
}

/// The methods that a method may lead to.
fn below(own: &FxHashMap<MethodId, Own>, method: MethodId) -> FxHashSet<MethodId> {
    let mut found: FxHashSet<MethodId> = FxHashSet::default();
    let mut open = vec![method];
    while let Some(method) = open.pop() {
        let calls = own.get(&method).into_iter().flat_map(|own| &own.calls);
        open.extend(calls.filter(|callee| found.insert(**callee)));
    }
    found
}

/// The fields that code looks at outside of the calls that may be left open.
fn fields_seen(
    generator: &Generator,
    own: &FxHashMap<MethodId, Own>,
    root: MethodId,
    found: &FxHashMap<MethodId, Rc<Abstraction>>,
) -> SeenFields {
    let world = generator.symbolic.world();
    let mut seen = FxHashSet::default();
    let mut known: FxHashSet<MethodId> = FxHashSet::from_iter([root]);
    let mut open = vec![root];
    while let Some(method) = open.pop() {
        let Some(own) = own.get(&method) else { continue };
        let symbols = own.reads.iter().map(|field| world.field_symbol(*field));
        let fields = symbols.filter(|symbol| world.class(symbol.class).is_some());
        let fields = fields.filter_map(|symbol| world.find_field(symbol));
        seen.extend(fields.map(|field| (world.field(field).class, world.field(field).slot)));
        let calls = own.calls.iter().filter(|callee| !found.contains_key(callee));
        open.extend(calls.filter(|callee| known.insert(**callee)));
    }
    seen
}

/// Whether a method is one to be left open, unless somebody says which are: it depends on its input which way it
/// goes, and what it does can be expressed.
fn is_suitable(world: &World, whole: &Own, what: &Abstraction) -> bool {
    let is_number = |kind: &Kind| {
        kind.storage != Storage::Ref || kind.class.is_some_and(|class| is_enum(world, class))
    };
    let kinds = what.fields.iter().map(|(_, _, kind)| kind);
    let mut kinds = kinds.chain(what.statics.iter().map(|(_, kind)| kind)).chain(&what.result);
    whole.ways >= MANY_WAYS
        && !whole.is_opaque
        && kinds.all(is_number)
        && !what.arrays.contains(&Storage::Ref)
}

fn is_enum(world: &World, class: ClassId) -> bool {
    let superclass = world.class(class).and_then(|class| class.superclass);
    superclass.is_some_and(|class| world.class_name(class) == "java/lang/Enum")
}

/// What a method does with all that it calls.
fn with_callees(own: &FxHashMap<MethodId, Own>, start: MethodId) -> Own {
    let mut whole = Own::default();
    let mut seen: FxHashSet<MethodId> = FxHashSet::from_iter([start]);
    let mut open = vec![start];
    while let Some(method) = open.pop() {
        let Some(own) = own.get(&method) else {
            whole.is_opaque = true;
            continue;
        };
        whole.throws.extend(&own.throws);
        whole.fields.extend(&own.fields);
        whole.statics.extend(&own.statics);
        whole.arrays.extend(&own.arrays);
        // A method that calls itself goes as many ways as it is deep.
        let ways = if own.calls.contains(&start) { MANY_WAYS } else { own.ways };
        whole.ways = whole.ways.max(1).saturating_mul(ways);
        whole.is_opaque |= own.is_opaque;
        open.extend(own.calls.iter().filter(|callee| seen.insert(**callee)));
    }
    whole
}

fn of_code(world: &World, map: &ProgramMap, function: &Function) -> Own {
    let mut own = Own { ways: ways(function), ..Own::default() };
    let is_constructor = world.text(world.method(function.method).name) == "<init>";
    let receiver = function.blocks[function.entry].params.first().copied();
    let made = |value: Value| match function.values[value].def {
        ValueDef::Inst(inst) => Some(&function.insts[inst].kind),
        ValueDef::Param(..) => None,
    };
    for inst in function.insts.values() {
        match &inst.kind {
            InstKind::PutField { field, object, .. } => {
                let is_new = matches!(made(*object), Some(InstKind::New(_)))
                    || is_constructor && Some(*object) == receiver;
                own.fields.extend((!is_new).then_some(*field));
            }
            InstKind::GetField { field, .. } | InstKind::GetStatic(field) => own.reads.push(*field),
            InstKind::PutStatic { field, .. } => own.statics.push(*field),
            InstKind::ArrayStore { elem, array, .. } => {
                let is_new = matches!(made(*array), Some(InstKind::NewArray { .. }));
                own.arrays.extend((!is_new).then_some(*elem));
            }
            InstKind::Call { dispatch, method, .. } => {
                let (targets, is_library) = map.targets(world, *dispatch, *method);
                let symbol = world.method_symbol(*method);
                let is_exception = world.text(symbol.name) == "<init>";
                let class = world.class_name(symbol.class);
                let is_harmless =
                    HARMLESS.contains(&class) || ARITHMETIC.contains(&class) || is_exception;
                own.is_opaque |= is_library && !is_harmless;
                own.calls.extend(targets);
            }
            _ => {}
        }
    }
    for block in function.blocks.values() {
        match &block.terminator {
            Terminator::Throw(value) => {
                if let Some(InstKind::New(class)) = made(*value) {
                    own.throws.push(*class);
                }
            }
            Terminator::Unsupported(_) => own.is_opaque = true,
            _ => {}
        }
    }
    own
}

/// How many ways a method's own code goes: each way through a loop is one of many.
fn ways(function: &Function) -> u32 {
    if has_loops(function) {
        return MANY_WAYS;
    }
    let cfg = Cfg::new(function);
    let mut ways: FxHashMap<Block, u32> = FxHashMap::default();
    for block in cfg.reverse_postorder().iter().rev() {
        let on = cfg.successors(*block).map(|next| ways.get(&next).copied().unwrap_or(1));
        let on = on.fold(0_u32, u32::saturating_add);
        ways.insert(*block, on.max(1));
    }
    ways.get(&cfg.entry()).copied().unwrap_or(1)
}

/// What a call of a method may do, for the search.
fn abstraction(generator: &mut Generator, method: MethodId, whole: &Own) -> Abstraction {
    let name = method_name(generator.symbolic.world(), method);
    let simple = name.class.rsplit(['.', '$']).next().unwrap_or_default();
    let result = name.descriptor.rsplit(')').next().unwrap_or("V").to_owned();
    let result = (result != "V").then(|| kind(generator, &result));
    let mut throws: Vec<ClassId> = whole.throws.clone();
    throws.sort_unstable();
    throws.dedup();
    let machine = &mut generator.symbolic.machine;
    throws.retain(|class| machine.platform.load(&mut machine.core.world, *class).is_ok());
    let fields = |generator: &mut Generator, all: &[FieldRef]| {
        let mut found = Vec::new();
        for field in all {
            let world = &generator.symbolic.machine.core.world;
            let symbol = world.field_symbol(*field);
            let Some(field) = world.class(symbol.class).and_then(|_| world.find_field(symbol))
            else {
                continue;
            };
            let (field, descriptor) =
                (world.field(field).clone(), world.text(symbol.descriptor).to_owned());
            let place = (field.class, field.slot, kind(generator, &descriptor));
            if !found.contains(&place) {
                found.push(place);
            }
        }
        found
    };
    let statics = fields(generator, &whole.statics);
    let fields = fields(generator, &whole.fields);
    let mut arrays = whole.arrays.clone();
    arrays.sort_unstable_by_key(|storage| format!("{storage:?}"));
    arrays.dedup();
    Abstraction {
        is_opaque: whole.is_opaque,
        seen_fields: Vec::new(),
        seen_statics: Vec::new(),
        name: format!("{simple}.{}", name.name),
        result,
        throws,
        fields,
        statics: statics.into_iter().map(|(_, slot, kind)| (slot, kind)).collect(),
        arrays,
    }
}

/// What a value of a descriptor is.
fn kind(generator: &mut Generator, descriptor: &str) -> Kind {
    let machine = &mut generator.symbolic.machine;
    let class = class_in(descriptor).map(|name| {
        let class = machine.core.world.class_named(name);
        // A class that is missing is reported where the program needs it.
        let _ = machine.platform.load(&mut machine.core.world, class);
        class
    });
    Kind { storage: storage(descriptor), class }
}
