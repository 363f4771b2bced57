//! Summaries of the methods below the method under test, bottom-up over the calls (PET, section 3.2.4).
//!
//! Those are summarized that work on numbers alone: static methods that take and return numbers, touch no object and
//! no field, call only such methods, and have no path that a bound cuts. All others run, and the report says which were composed. Terms belong to one
//! search, so each part of a search makes its summaries anew; what they cost is counted as the part's own.

use super::super::generator::Generator;
use super::super::guided::reach;
use super::super::points::method_name;
use margay_ir::{Function, InstKind, MethodId, Storage, Terminator, Type};
use margay_machine::symbolic::{Symbolic, SymbolicValue};
use margay_machine::{CallMarkKind, Core};
use margay_search::generate::calls::{CallDecider, Calls, Decided};
use margay_search::generate::case::{CallsReport, SummarizedMethod};
use margay_search::generate::paths::{self, Given};
use margay_search::generate::summary::{CallSummary, SummaryCollector};
use rustc_hash::{FxHashMap, FxHashSet};
use std::cell::RefCell;
use std::rc::Rc;

/// Composes calls of methods that have a summary.
#[derive(Default)]
pub(crate) struct Composer {
    root: Option<MethodId>,
    summaries: FxHashMap<MethodId, Rc<CallSummary>>,
    composed: FxHashMap<MethodId, u64>,
}

impl Composer {
    /// What is told of it.
    pub fn report(&self, generator: &Generator) -> CallsReport {
        let world = generator.symbolic.world();
        let mut summarized: Vec<SummarizedMethod> = self
            .summaries
            .iter()
            .map(|(method, summary)| {
                let name = method_name(world, *method);
                SummarizedMethod {
                    method: format!("{}.{}{}", name.class, name.name, name.descriptor),
                    cases: summary.cases.len() as u64,
                    composed: self.composed.get(method).copied().unwrap_or_default(),
                }
            })
            .collect();
        summarized.sort_by(|a, b| a.method.cmp(&b.method));
        CallsReport { summarized, ..CallsReport::default() }
    }
}

impl Calls for Composer {
    fn decide(&mut self, core: &Core<Symbolic>, method: MethodId, _: &[SymbolicValue]) -> Decided {
        let is_root = |mark: &margay_machine::CallMark| match mark.kind {
            CallMarkKind::Begins { method, .. } => Some(method) == self.root,
            _ => false,
        };
        let has_begun = core.calls.iter().any(is_root);
        match self.summaries.get(&method).filter(|_| has_begun) {
            Some(summary) => {
                *self.composed.entry(method).or_default() += 1;
                Decided::Compose(Rc::clone(summary))
            }
            None => Decided::Run,
        }
    }
}

/// The summaries of what a method calls, for its search.
pub(crate) fn summarize(generator: &mut Generator, root: MethodId) -> Rc<RefCell<Composer>> {
    let composer = Rc::new(RefCell::new(Composer::default()));
    for method in bottom_up(generator, root) {
        composer.borrow_mut().root = Some(method);
        if let Some(summary) = summary(generator, method, &composer) {
            composer.borrow_mut().summaries.insert(method, Rc::new(summary));
        }
    }
    let mut made = composer.borrow_mut();
    made.root = Some(root);
    made.composed.clear();
    drop(made);
    composer
}

/// The methods on numbers below another, callees first.
fn bottom_up(generator: &mut Generator, root: MethodId) -> Vec<MethodId> {
    let map = reach::map(generator, root);
    let world = &generator.symbolic.machine.core.world;
    let mut calls: FxHashMap<MethodId, Vec<MethodId>> = FxHashMap::default();
    for (method, function) in map.functions() {
        let declared = world.method(method);
        let is_number = |ty: &Type| *ty != Type::Ref;
        let descriptor = world.text(declared.descriptor);
        let has_numbers = declared.is_static()
            && declared.params.iter().all(is_number)
            && declared.result.as_ref().is_some_and(is_number)
            && parameters(descriptor).is_some();
        if has_numbers && is_on_numbers(&function) {
            let all = function.insts.values().filter_map(|inst| match &inst.kind {
                InstKind::Call { dispatch, method, .. } => {
                    Some(map.targets(world, *dispatch, *method))
                }
                _ => None,
            });
            let all: Vec<(Vec<MethodId>, bool)> = all.collect();
            if all.iter().all(|(_, is_library)| !is_library) {
                calls.insert(method, all.into_iter().flat_map(|(own, _)| own).collect());
            }
        }
    }
    // Whoever calls a method that is left out is left out too.
    loop {
        let known: FxHashSet<MethodId> = calls.keys().copied().collect();
        calls.retain(|_, callees| callees.iter().all(|callee| known.contains(callee)));
        if calls.len() == known.len() {
            break;
        }
    }
    let mut methods: Vec<MethodId> = calls.keys().copied().collect();
    methods.sort_unstable();
    let mut ordered = Vec::new();
    let mut seen = FxHashSet::default();
    for method in methods {
        after_callees(method, &calls, &mut seen, &mut ordered);
    }
    ordered.retain(|method| *method != root);
    ordered
}

fn after_callees(
    method: MethodId,
    calls: &FxHashMap<MethodId, Vec<MethodId>>,
    seen: &mut FxHashSet<MethodId>,
    ordered: &mut Vec<MethodId>,
) {
    if !seen.insert(method) {
        return;
    }
    for callee in calls.get(&method).into_iter().flatten() {
        after_callees(*callee, calls, seen, ordered);
    }
    ordered.push(method);
}

/// How the parameters of a descriptor are stored, if each is a variable by itself: a smaller number is one that is
/// made of another.
fn parameters(descriptor: &str) -> Option<Vec<Storage>> {
    let (kinds, _) = descriptor.strip_prefix('(')?.split_once(')')?;
    let kind = |letter: char| match letter {
        'I' => Some(Storage::I32),
        'J' => Some(Storage::I64),
        'F' => Some(Storage::F32),
        'D' => Some(Storage::F64),
        _ => None,
    };
    kinds.chars().map(kind).collect()
}

/// Whether code computes with numbers and touches nothing else.
fn is_on_numbers(function: &Function) -> bool {
    let computes = |kind: &InstKind| {
        matches!(
            kind,
            InstKind::Const { .. }
                | InstKind::Binary { .. }
                | InstKind::Neg { .. }
                | InstKind::Convert { .. }
                | InstKind::Compare { .. }
                | InstKind::ThreeWay { .. }
                | InstKind::Call { .. }
                | InstKind::Trap { .. }
        )
    };
    function.insts.values().all(|inst| computes(&inst.kind))
        && function
            .blocks
            .values()
            .all(|block| !matches!(block.terminator, Terminator::Unsupported(_)))
}

/// The summary of a method; none if it does more than can be said.
fn summary(
    generator: &mut Generator,
    method: MethodId,
    composer: &Rc<RefCell<Composer>>,
) -> Option<CallSummary> {
    let options = generator.options.clone();
    let world = generator.symbolic.world();
    let name = method_name(world, method);
    let kinds = parameters(&name.descriptor)?;
    let types = world.method(method).params.clone();
    let Generator { symbolic, inputs, .. } = generator;
    let calls = CallDecider(Some(composer.clone()));
    let search = paths::Options { calls, backtrack: options.backtrack, ..options.search() };
    let mut collector = SummaryCollector::default();
    let mut arguments: Vec<SymbolicValue> = Vec::new();
    let machine = &mut symbolic.machine;
    paths::search(machine, inputs, &mut collector, &search, method, |maker| {
        for (place, kind) in kinds.iter().enumerate() {
            let name = format!("{}.{}#{place}", name.class, name.name);
            arguments.push(maker.machine.core.domain.number(&name, *kind));
        }
        Given { arguments: arguments.clone(), statics: Vec::new() }
    })
    .ok()?;
    if collector.is_beyond {
        return None;
    }
    let mut parameters = Vec::with_capacity(arguments.len());
    for (argument, ty) in arguments.into_iter().zip(types) {
        let SymbolicValue::Term(term) = argument else { return None };
        parameters.push((term, ty));
    }
    Some(CallSummary { parameters, cases: collector.cases })
}
