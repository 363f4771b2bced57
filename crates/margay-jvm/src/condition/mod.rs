//! Conditions over what a line sees, as debuggers have them: `i == 3 && node.next != null`.
//!
//! A condition becomes a static method of a synthetic class, whose parameters are the variables that it
//! mentions. The line calls that method before anything else, and the block that answers *yes* is the
//! point where the condition holds. So whoever searches for it or replays a case needs to know nothing
//! of conditions: the program asks the question itself.

mod emit;
mod given;
mod parse;
mod scope;

pub use given::GivenCase;

use crate::build::{Builder, no_method};
use crate::classfile::Code;
use crate::load::Loader;
use crate::synthetic::Synthetic;
use emit::{Emitter, Typed};
use margay_ir::world::modifiers::{FINAL, STATIC};
use margay_ir::world::{ClassDef, MethodDef};
use margay_ir::{ClassId, ClassKind, Function, MethodId, Terminator, Type, World};
use parse::Expr;
use scope::Scope;

/// What the names of the classes of conditions begin with.
pub const CONDITIONS: &str = "margay/Condition$";

/// The method that says whether a condition holds.
pub(crate) const HOLDS: &str = "holds";

/// A call of a condition that a line begins with.
pub(crate) struct LineCall {
    method: MethodId,
    /// Offsets in its code where the line begins.
    pub offsets: Vec<u32>,
    /// The class of the condition.
    pub class: String,
    pub descriptor: String,
    /// The local variables that it is given, with their types.
    pub slots: Vec<(u16, Type)>,
}

/// All conditions, by the methods that ask them.
#[derive(Default)]
pub(crate) struct Conditions {
    calls: Vec<LineCall>,
}

impl Conditions {
    /// Those that a method asks.
    pub fn of(&self, method: MethodId) -> impl Iterator<Item = &LineCall> {
        self.calls.iter().filter(move |call| call.method == method)
    }
}

/// A variable at a place in the code.
#[derive(Clone, PartialEq)]
struct Variable {
    slot: u16,
    name: String,
    descriptor: String,
}

/// What a line sees.
struct Visible {
    /// Where it begins, as far as the variables that are wanted are visible there.
    offsets: Vec<u32>,
    variables: Vec<Variable>,
    /// The names of all that are visible.
    all: Vec<String>,
}

impl Loader {
    /// Has a line of a method ask whether a condition holds; the class of the condition, whose only method
    /// answers. The method must not have been lowered before.
    ///
    /// # Errors
    /// Why it is no condition there.
    pub fn ask(
        &mut self,
        world: &mut World,
        method: MethodId,
        line: u32,
        text: &str,
    ) -> Result<String, String> {
        let expr = parse::parse(text)?;
        let mut names = Vec::new();
        mentioned(&expr, &mut names);
        let Visible { offsets, variables, all } = self.visible(world, method, line, &names)?;
        let class = format!("{CONDITIONS}{}", self.conditions.calls.len());
        let types: String = variables.iter().map(|variable| variable.descriptor.as_str()).collect();
        let descriptor = format!("({types})Z");
        let function = self.function(world, method, &expr, (&variables, all))?;
        let params = function.params.clone();
        let slots = variables.iter().map(|variable| variable.slot).zip(params).collect();
        let id = world.class_named(&class);
        let def = definition(world, &function, &descriptor);
        self.synthetics.add(id, Synthetic { def, bodies: vec![function] });
        self.load(world, id).map_err(|error| error.to_string())?;
        let call = LineCall { method, offsets, class: class.clone(), descriptor, slots };
        self.conditions.calls.push(call);
        Ok(class)
    }

    /// What a line sees of the variables that are wanted.
    fn visible(
        &self,
        world: &World,
        method: MethodId,
        line: u32,
        wanted: &[String],
    ) -> Result<Visible, String> {
        let code = self.code(world, method).ok_or("the method has no code")?;
        let begins = code.lines.iter().filter(|entry| u32::from(entry.line_number) == line);
        let mut offsets: Vec<u32> = begins.map(|entry| entry.start_pc.into()).collect();
        offsets.sort_unstable();
        let at = |offset: u32| -> Vec<Variable> {
            let all = self.variables_at(world, method, offset).into_iter();
            all.map(|(slot, name, descriptor)| Variable { slot, name, descriptor }).collect()
        };
        let most = offsets.iter().map(|offset| at(*offset)).max_by_key(|all| {
            (all.iter().filter(|it| wanted.contains(&it.name)).count(), all.len())
        });
        let all = most.unwrap_or_default();
        let has_names = !code.variables.is_empty();
        let has_parameters = world.text(world.method(method).descriptor) != "()V";
        if !has_names && has_parameters {
            let why = "the class does not say what its variables are called: compile with javac -g";
            return Err(why.to_owned());
        }
        let names = all.iter().map(|variable| variable.name.clone()).collect();
        let is_wanted = |it: &Variable| it.name == "this" || wanted.contains(&it.name);
        let variables: Vec<Variable> = all.into_iter().filter(is_wanted).collect();
        offsets.retain(|offset| {
            let here = at(*offset);
            variables.iter().all(|variable| here.contains(variable))
        });
        Ok(Visible { offsets, variables, all: names })
    }

    fn code(&self, world: &World, method: MethodId) -> Option<&Code> {
        let declared = world.method(method);
        let (_, codes) = self.bytecode(declared.class)?;
        codes.get(declared.body as usize)?.as_ref()
    }

    /// The code of a condition.
    fn function(
        &mut self,
        world: &mut World,
        method: MethodId,
        expr: &Expr,
        (variables, visible): (&[Variable], Vec<String>),
    ) -> Result<Function, String> {
        let own = world.method(method).class;
        let types = variables.iter().map(|it| crate::descriptor::value_type(&it.descriptor));
        let params = types.collect();
        let mut build = Builder::new(world, HOLDS.to_owned(), no_method(), params, Some(Type::I32));
        let named = variables.iter().zip(build.params()).map(|(variable, value)| {
            (variable.name.clone(), Typed::new(value, &variable.descriptor))
        });
        let variables = named.collect();
        let (yes, no) = (build.new_block(), build.new_block());
        let scope = Scope { loader: self, own, variables, visible };
        let mut emitter = Emitter { build, scope, no };
        emitter.decide(expr, yes, no)?;
        emitter.answer(yes);
        Ok(emitter.build.finish(false))
    }
}

fn definition(world: &mut World, function: &Function, descriptor: &str) -> ClassDef {
    let object: ClassId = world.class_named("java/lang/Object");
    let holds = MethodDef {
        name: world.name(HOLDS),
        descriptor: world.name(descriptor),
        modifiers: STATIC,
        params: function.params.clone(),
        result: function.result,
        initializer: false,
        body: 0,
    };
    ClassDef {
        kind: ClassKind::Class,
        modifiers: FINAL,
        superclass: Some(object),
        interfaces: Vec::new(),
        source: None,
        fields: Vec::new(),
        methods: vec![holds],
    }
}

/// The block of a condition's code where it holds.
#[must_use]
pub fn holding_block(function: &Function) -> Option<margay_ir::Block> {
    let is_true = |value: margay_ir::Value| match function.values[value].def {
        margay_ir::function::ValueDef::Inst(inst) => matches!(
            function.insts[inst].kind,
            margay_ir::InstKind::Const { ty: Type::I32, bits: 1 }
        ),
        margay_ir::function::ValueDef::Param(..) => false,
    };
    let holds = |terminator: &Terminator| matches!(terminator, Terminator::Return(Some(value)) if is_true(*value));
    function.blocks.iter().find(|(_, data)| holds(&data.terminator)).map(|(block, _)| block)
}

/// The names in an expression that may be those of variables.
fn mentioned(expr: &Expr, names: &mut Vec<String>) {
    match expr {
        Expr::Name(name) => names.push(name.clone()),
        Expr::Member(of, _) | Expr::Not(of) | Expr::Minus(of) | Expr::InstanceOf(of, _) => {
            mentioned(of, names);
        }
        Expr::Call(object, _, arguments) => {
            object.iter().for_each(|object| mentioned(object, names));
            arguments.iter().for_each(|argument| mentioned(argument, names));
        }
        Expr::Element(a, b) | Expr::Binary(_, a, b) => {
            mentioned(a, names);
            mentioned(b, names);
        }
        Expr::Int(_)
        | Expr::Long(_)
        | Expr::Double(_)
        | Expr::Char(_)
        | Expr::Text(_)
        | Expr::Bool(_)
        | Expr::Null => {}
    }
}
