//! Call graphs of small programs.

use super::CallGraph;
use crate::analysis::testing::Builder;
use crate::function::{Args, Dispatch, Function, InstKind};
use crate::ids::MethodId;
use crate::types::Type;
use crate::world::modifiers::{ABSTRACT, INTERFACE, PUBLIC, STATIC};
use crate::world::{ClassDef, ClassKind, MethodDef, World};
use rustc_hash::FxHashMap;

/// A program whose methods are called `Class.name` and take nothing.
#[derive(Default)]
struct Program {
    world: World,
    bodies: FxHashMap<MethodId, Function>,
}

impl Program {
    /// Defines a class with a constructor and methods; `extends` names loaded classes.
    fn class(&mut self, name: &str, modifiers: u16, extends: &[&str], methods: &[(&str, u16)]) {
        let world = &mut self.world;
        let id = world.class_named(name);
        let supers: Vec<_> = extends.iter().map(|sup| world.class_named(sup)).collect();
        let (interfaces, superclass) =
            supers.into_iter().partition::<Vec<_>, _>(|sup| world.loaded(*sup).is_interface());
        let kind = match modifiers & INTERFACE {
            0 => ClassKind::Class,
            _ => ClassKind::Interface,
        };
        let methods = [("<init>", 0)].iter().chain(methods).map(|(name, modifiers)| MethodDef {
            name: world.name(name),
            descriptor: world.name("()V"),
            modifiers: modifiers | PUBLIC,
            params: vec![Type::Ref],
            result: None,
            initializer: false,
            body: 0,
        });
        let def = ClassDef {
            kind,
            modifiers,
            methods: methods.collect(),
            superclass: superclass.first().copied(),
            interfaces,
            source: None,
            fields: Vec::new(),
        };
        self.world.define(id, def).unwrap();
    }

    fn method(&self, name: &str) -> MethodId {
        let (class, method) = name.split_once('.').unwrap();
        let class = self.world.find_class(class).unwrap();
        let find = |text| self.world.find_name(text).unwrap();
        let found = self.world.declared_method(class, find(method), find("()V"));
        found.unwrap()
    }

    /// Gives a method a body that makes these calls.
    fn calls(&mut self, caller: &str, calls: &[(Dispatch, &str)]) {
        let mut b = Builder::new(caller, &[], None);
        for (dispatch, callee) in calls {
            let (class, method) = callee.split_once('.').unwrap();
            let class = self.world.class_named(class);
            let method = self.world.method_ref(class, method, "()V");
            let call = InstKind::Call { dispatch: *dispatch, method, args: Args::new() };
            b.effect(b.function.entry, call);
        }
        self.bodies.insert(self.method(caller), b.function);
    }

    fn graph(&self, root: &str) -> CallGraph {
        CallGraph::new(&self.world, [self.method(root)], |method| self.bodies.get(&method))
    }

    fn name(&self, method: MethodId) -> String {
        let method = self.world.method(method);
        let class = self.world.class_name(method.class);
        format!("{class}.{}", self.world.text(method.name))
    }

    fn callees(&self, graph: &CallGraph, caller: &str) -> Vec<String> {
        let callees = graph.callees(self.method(caller));
        callees.map(|method| self.name(method)).collect()
    }
}

use Dispatch::{Interface, Special, Static, Virtual};

#[test]
fn virtual_calls_reach_every_override_of_a_loaded_class() {
    let mut p = Program::default();
    p.class("Object", 0, &[], &[]);
    p.class("Shape", ABSTRACT, &["Object"], &[("area", ABSTRACT), ("name", 0)]);
    p.class("Circle", 0, &["Shape"], &[("area", 0)]);
    p.class("Disc", 0, &["Circle"], &[]);
    p.class("Square", 0, &["Shape"], &[("area", 0), ("name", 0)]);
    p.class("Main", 0, &["Object"], &[("main", STATIC)]);
    p.calls("Main.main", &[(Virtual, "Shape.area"), (Virtual, "Circle.name")]);
    let graph = p.graph("Main.main");
    let expected = ["Circle.area", "Square.area", "Shape.name"];
    assert_eq!(p.callees(&graph, "Main.main"), expected);

    p.calls("Main.main", &[(Special, "Shape.name"), (Virtual, "Disc.area")]);
    let graph = p.graph("Main.main");
    assert_eq!(p.callees(&graph, "Main.main"), ["Shape.name", "Circle.area"]);
}

#[test]
fn interface_calls_reach_implementations_and_defaults() {
    let mut p = Program::default();
    p.class("Object", 0, &[], &[]);
    p.class("Greeter", INTERFACE | ABSTRACT, &["Object"], &[("hi", 0), ("bye", ABSTRACT)]);
    p.class("Polite", 0, &["Object", "Greeter"], &[("bye", 0)]);
    p.class("Rude", 0, &["Object", "Greeter"], &[("hi", 0), ("bye", 0)]);
    p.class("Main", 0, &["Object"], &[("main", STATIC)]);
    p.calls("Main.main", &[(Interface, "Greeter.hi"), (Interface, "Greeter.bye")]);
    let graph = p.graph("Main.main");
    let expected = ["Greeter.hi", "Rude.hi", "Polite.bye", "Rude.bye"];
    assert_eq!(p.callees(&graph, "Main.main"), expected);
}

#[test]
fn an_abstract_method_without_implementation_stands_for_itself() {
    let mut p = Program::default();
    p.class("Object", 0, &[], &[]);
    p.class("Task", INTERFACE | ABSTRACT, &["Object"], &[("run", ABSTRACT)]);
    p.class("Main", 0, &["Object"], &[("main", STATIC)]);
    p.calls("Main.main", &[(Interface, "Task.run")]);
    let graph = p.graph("Main.main");
    assert_eq!(p.callees(&graph, "Main.main"), ["Task.run"]);
}

#[test]
fn what_cannot_be_resolved_is_told() {
    let mut p = Program::default();
    p.class("Object", 0, &[], &[]);
    p.class("Main", 0, &["Object"], &[("main", STATIC)]);
    p.calls("Main.main", &[(Static, "Gone.f"), (Static, "Main.gone"), (Static, "Gone.f")]);
    let graph = p.graph("Main.main");
    let main = p.method("Main.main");
    assert_eq!(graph.unresolved(main).count(), 2);
    assert_eq!(graph.callees(main).count(), 0);
}

#[test]
fn components_are_bottom_up() {
    let mut p = Program::default();
    let methods = ["main", "even", "odd", "fact", "leaf", "dead"].map(|name| (name, STATIC));
    p.class("Object", 0, &[], &[]);
    p.class("M", 0, &["Object"], &methods);
    p.calls("M.main", &[(Static, "M.even"), (Static, "M.fact")]);
    p.calls("M.even", &[(Static, "M.odd"), (Static, "M.leaf")]);
    p.calls("M.odd", &[(Static, "M.even")]);
    p.calls("M.fact", &[(Static, "M.fact")]);
    p.calls("M.dead", &[(Static, "M.main")]);
    let graph = p.graph("M.main");
    let components: Vec<Vec<String>> = graph
        .components()
        .iter()
        .map(|group| group.iter().map(|method| p.name(*method)).collect())
        .collect();
    let expected = [vec!["M.leaf"], vec!["M.even", "M.odd"], vec!["M.fact"], vec!["M.main"]];
    assert_eq!(components, expected);
    let recursive = ["M.main", "M.even", "M.odd", "M.fact", "M.leaf"]
        .map(|name| graph.is_recursive(p.method(name)));
    assert_eq!(recursive, [false, true, true, true, false]);
    assert_eq!(graph.methods().count(), 5, "dead is not reached");
}
