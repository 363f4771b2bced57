//! Running SMT-LIB 2 scripts on the solver chain.
//!
//! Understood are the commands of SMT-LIB 2.6 that concern satisfiability, over `QF_BV`, `QF_ABV`,
//! floats of 32 and 64 bits and references (`(declare-sort Ref 0)`), with arrays of bit-vectors
//! and bit-vectors of up to 64 bits.

use crate::eval::eval;
use crate::model::Model;
use crate::smtlib::{Item, NodeId, Scope, Sexprs, SyntaxError, array_literal, literal, quoted};
use crate::solver::{Config, Outcome, Reason, Solver, conjuncts};
use crate::sort::Sort;
use crate::terms::{Symbol, TermId, Terms};
use std::fmt::Write;
use std::io;
use thiserror::Error;

/// How to run a script.
#[derive(Clone, Debug, Default)]
pub struct Options {
    /// The options of the solver.
    pub config: Config,
    /// Whether to append the statistics of the layers.
    pub stats: bool,
}

/// A script that could not be run to its end.
#[derive(Debug, Error)]
pub enum ScriptError {
    /// The text is wrong, or asks for what is not supported.
    #[error("{error}")]
    Syntax {
        /// Where and why.
        error: SyntaxError,
        /// What the commands before printed.
        output: String,
    },
    /// The directory for the log cannot be written.
    #[error("cannot write the solver log: {0}")]
    Log(#[from] io::Error),
}

/// Runs a script and returns what it prints.
///
/// # Errors
/// With line and column when a command is malformed, ill-sorted or unsupported; the output of the
/// commands before it is in the error.
pub fn run(text: &str, options: &Options) -> Result<String, ScriptError> {
    let syntax = |output: String| |error| ScriptError::Syntax { error, output };
    let sexprs = Sexprs::parse(text).map_err(syntax(String::new()))?;
    let mut script = Script::new(Solver::new(options.config.clone())?);
    for command in sexprs.top() {
        match script.command(&sexprs, *command) {
            Ok(true) => {}
            Ok(false) => break,
            Err(error) => return Err(syntax(script.output)(error)),
        }
    }
    if options.stats {
        let _ = write!(script.output, "{}", script.solver.stats());
    }
    if let Some(error) = script.solver.log_error() {
        return Err(ScriptError::Log(io::Error::new(error.kind(), error.to_string())));
    }
    Ok(script.output)
}

/// What a `pop` takes back.
enum Declared {
    Constant(String),
    Function(String),
    Sort(String),
}

struct Script {
    terms: Terms,
    solver: Solver,
    scope: Scope,
    /// Declarations in order, and where each open frame began.
    declared: Vec<Declared>,
    frames: Vec<(usize, usize, usize)>,
    /// Constants in scope, as the script calls them.
    constants: Vec<(String, Symbol)>,
    named: Vec<(String, TermId)>,
    last: Option<Outcome>,
    output: String,
}

type Done = Result<(), SyntaxError>;

impl Script {
    fn new(solver: Solver) -> Script {
        Script {
            terms: Terms::new(),
            solver,
            scope: Scope::default(),
            declared: Vec::new(),
            frames: Vec::new(),
            constants: Vec::new(),
            named: Vec::new(),
            last: None,
            output: String::new(),
        }
    }

    /// Runs one command; false after `(exit)`.
    fn command(&mut self, sexprs: &Sexprs, node: NodeId) -> Result<bool, SyntaxError> {
        let members = sexprs.list(node).unwrap_or(&[]);
        let name = members.first().and_then(|m| sexprs.atom(*m));
        let Some(name) = name else {
            return Err(sexprs.error(node, "expected a command such as (check-sat)"));
        };
        match (name, &members[1..]) {
            ("exit", []) => return Ok(false),
            ("set-logic", [logic]) => set_logic(sexprs, *logic)?,
            ("set-info" | "set-option", [_, ..]) => {}
            ("echo", [text]) => self.echo(sexprs, *text)?,
            ("declare-const", [name, sort]) => self.declare(sexprs, *name, *sort)?,
            ("declare-fun", [name, parameters, sort]) => {
                if sexprs.list(*parameters) != Some(&[]) {
                    return Err(sexprs.error(
                        *parameters,
                        "functions with parameters are not supported; use define-fun",
                    ));
                }
                self.declare(sexprs, *name, *sort)?;
            }
            ("declare-sort", [name, arity]) => self.declare_sort(sexprs, *name, Some(*arity))?,
            ("declare-sort", [name]) => self.declare_sort(sexprs, *name, None)?,
            ("define-sort", [name, parameters, sort]) => {
                self.define_sort(sexprs, *name, *parameters, *sort)?;
            }
            ("define-const", [name, sort, body]) => {
                self.define(sexprs, *name, None, *sort, *body)?
            }
            ("define-fun", [name, parameters, sort, body]) => {
                self.define(sexprs, *name, Some(*parameters), *sort, *body)?;
            }
            ("assert", [condition]) => {
                let condition = self.condition(sexprs, *condition)?;
                self.solver.assert(&self.terms, condition);
            }
            ("push", levels) => (0..levels_of(sexprs, node, levels)?).for_each(|_| self.push()),
            ("pop", levels) => {
                let levels = levels_of(sexprs, node, levels)?;
                if levels > self.frames.len() {
                    return Err(sexprs.error(node, "pop without a matching push"));
                }
                (0..levels).for_each(|_| self.pop());
            }
            ("reset-assertions" | "reset", []) => self.reset(name == "reset"),
            ("check-sat", []) => self.check(&[]),
            ("check-sat-assuming", [list]) => {
                let members =
                    sexprs.list(*list).ok_or_else(|| sexprs.error(*list, "expected a list"))?;
                let assumptions: Vec<TermId> =
                    members.iter().map(|m| self.condition(sexprs, *m)).collect::<Result<_, _>>()?;
                self.check(&assumptions);
            }
            ("get-model", []) => self.get_model(sexprs, node)?,
            ("get-value", [list]) => self.get_value(sexprs, *list)?,
            ("get-unsat-core", []) => self.get_core(sexprs, node)?,
            ("get-info", [what]) => self.get_info(sexprs, *what),
            _ => return Err(sexprs.error(node, format!("unsupported or malformed command {name}"))),
        }
        Ok(true)
    }

    fn echo(&mut self, sexprs: &Sexprs, node: NodeId) -> Done {
        let Item::Text(text) = sexprs.item(node) else {
            return Err(sexprs.error(node, "echo takes a string"));
        };
        let _ = writeln!(self.output, "{text}");
        Ok(())
    }

    fn name<'a>(&self, sexprs: &'a Sexprs, node: NodeId) -> Result<&'a str, SyntaxError> {
        let name = sexprs.atom(node).ok_or_else(|| sexprs.error(node, "expected a name"))?;
        if self.scope.is_taken(name) {
            return Err(sexprs.error(node, format!("{name} is already declared")));
        }
        Ok(name)
    }

    fn declare(&mut self, sexprs: &Sexprs, name: NodeId, sort: NodeId) -> Done {
        let name = self.name(sexprs, name)?;
        let sort = self.scope.sort(sexprs, sort)?;
        // A name that was popped may come back with another sort.
        let term = match self.terms.declare(name, sort) {
            Ok(symbol) => self.terms.symbol_term(symbol),
            Err(_) => self.terms.fresh(name, sort),
        };
        self.scope.bind(name, term);
        self.declared.push(Declared::Constant(name.to_owned()));
        self.constants.extend(self.terms.as_symbol(term).map(|s| (name.to_owned(), s)));
        Ok(())
    }

    fn declare_sort(&mut self, sexprs: &Sexprs, name: NodeId, arity: Option<NodeId>) -> Done {
        let zero = arity.is_none_or(|a| sexprs.atom(a) == Some("0"));
        if sexprs.atom(name) != Some("Ref") || !zero {
            return Err(sexprs.error(name, "the only uninterpreted sort is (declare-sort Ref 0)"));
        }
        self.add_sort(sexprs, name, Sort::Ref)
    }

    fn define_sort(
        &mut self,
        sexprs: &Sexprs,
        name: NodeId,
        parameters: NodeId,
        sort: NodeId,
    ) -> Done {
        if sexprs.list(parameters) != Some(&[]) {
            return Err(sexprs.error(parameters, "sorts with parameters are not supported"));
        }
        let sort = self.scope.sort(sexprs, sort)?;
        self.add_sort(sexprs, name, sort)
    }

    fn add_sort(&mut self, sexprs: &Sexprs, node: NodeId, sort: Sort) -> Done {
        let name = sexprs.atom(node).ok_or_else(|| sexprs.error(node, "expected a name"))?;
        if self.scope.is_sort(name) {
            return Err(sexprs.error(node, format!("sort {name} is already declared")));
        }
        self.scope.define_sort(name, sort);
        self.declared.push(Declared::Sort(name.to_owned()));
        Ok(())
    }

    fn define(
        &mut self,
        sexprs: &Sexprs,
        name: NodeId,
        parameters: Option<NodeId>,
        sort: NodeId,
        body: NodeId,
    ) -> Done {
        let name = self.name(sexprs, name)?.to_owned();
        let wanted = self.scope.sort(sexprs, sort)?;
        let mut names = Vec::new();
        let mut variables = Vec::new();
        for parameter in parameters.and_then(|p| sexprs.list(p)).unwrap_or(&[]) {
            let pair = sexprs.list(*parameter);
            let (Some([name, sort]), true) =
                (pair, pair.is_some_and(|p| sexprs.atom(p[0]).is_some()))
            else {
                return Err(sexprs.error(*parameter, "expected (name sort)"));
            };
            let sort = self.scope.sort(sexprs, *sort)?;
            let name = sexprs.atom(*name).unwrap_or_default();
            variables.push(self.terms.fresh(name, sort));
            names.push(name);
        }
        for (name, variable) in names.iter().zip(&variables) {
            self.scope.bind(name, *variable);
        }
        let built = self.scope.term(&mut self.terms, sexprs, body);
        names.iter().for_each(|name| self.scope.unbind(name));
        let term = built?;
        let found = self.terms.sort(term);
        if found != wanted {
            return Err(sexprs.error(body, format!("the body has sort {found}, not {wanted}")));
        }
        self.scope.define(&name, variables, term);
        self.declared.push(Declared::Function(name));
        Ok(())
    }

    fn condition(&mut self, sexprs: &Sexprs, node: NodeId) -> Result<TermId, SyntaxError> {
        let term = self.scope.term(&mut self.terms, sexprs, node)?;
        for (name, named) in self.scope.take_named() {
            self.scope.define(&name, Vec::new(), named);
            self.declared.push(Declared::Function(name.clone()));
            self.named.push((name, named));
        }
        match self.terms.sort(term) {
            Sort::Bool => Ok(term),
            sort => Err(sexprs.error(node, format!("expected a Bool, not a {sort}"))),
        }
    }

    fn push(&mut self) {
        self.solver.push();
        self.frames.push((self.declared.len(), self.constants.len(), self.named.len()));
    }

    fn pop(&mut self) {
        self.solver.pop();
        let (declared, constants, named) = self.frames.pop().unwrap_or_default();
        self.constants.truncate(constants);
        self.named.truncate(named);
        for declaration in self.declared.drain(declared..).rev() {
            match declaration {
                Declared::Constant(name) => self.scope.unbind(&name),
                Declared::Function(name) => self.scope.undefine(&name),
                Declared::Sort(name) => self.scope.undefine_sort(&name),
            }
        }
    }

    /// `(reset)` forgets declarations too; both forget all constraints.
    fn reset(&mut self, declarations: bool) {
        while !self.frames.is_empty() {
            self.pop();
        }
        self.solver.pop();
        self.last = None;
        if declarations {
            self.frames.push((0, 0, 0));
            self.pop();
        }
    }

    fn check(&mut self, assumptions: &[TermId]) {
        let outcome = self.solver.check_with(&mut self.terms, assumptions);
        let _ = writeln!(
            self.output,
            "{}",
            match outcome {
                Outcome::Sat => "sat",
                Outcome::Unsat => "unsat",
                Outcome::Unknown(_) => "unknown",
            }
        );
        self.last = Some(outcome);
    }

    fn model(&self, sexprs: &Sexprs, node: NodeId) -> Result<Model, SyntaxError> {
        match (&self.last, self.solver.model()) {
            (Some(Outcome::Sat), Some(model)) => Ok((**model).clone()),
            _ => Err(sexprs.error(node, "there is a model only after sat")),
        }
    }

    fn get_model(&mut self, sexprs: &Sexprs, node: NodeId) -> Done {
        let model = self.model(sexprs, node)?;
        self.output.push_str("(\n");
        for (name, symbol) in &self.constants {
            let sort = self.terms.symbol_sort(*symbol);
            let value = match model.array(*symbol) {
                Some(array) => array_literal(array, sort),
                None => shown(model.get(*symbol), sort),
            };
            let _ = writeln!(self.output, "  (define-fun {} () {sort} {value})", quoted(name));
        }
        self.output.push_str(")\n");
        Ok(())
    }

    fn get_value(&mut self, sexprs: &Sexprs, list: NodeId) -> Done {
        let model = self.model(sexprs, list)?;
        let members = sexprs.list(list).ok_or_else(|| sexprs.error(list, "expected a list"))?;
        let mut pairs = Vec::new();
        for member in members {
            let term = self.scope.term(&mut self.terms, sexprs, *member)?;
            let sort = self.terms.sort(term);
            if sort.is_array() {
                return Err(sexprs.error(*member, "ask for elements of an array, or for the model"));
            }
            let value = shown(eval(&self.terms, &model, term), sort);
            pairs.push(format!("({} {value})", sexprs.source(*member)));
        }
        let _ = writeln!(self.output, "({})", pairs.join(" "));
        Ok(())
    }

    fn get_core(&mut self, sexprs: &Sexprs, node: NodeId) -> Done {
        if self.last != Some(Outcome::Unsat) {
            return Err(sexprs.error(node, "there is a core only after unsat"));
        }
        let core = self.solver.core().to_vec();
        let mut names = Vec::new();
        for (name, term) in &self.named {
            // An assertion is in the core when any of its conjuncts is.
            let mut parts = Vec::new();
            conjuncts(&self.terms, *term, &mut parts);
            if parts.iter().any(|t| core.contains(t)) {
                names.push(quoted(name));
            }
        }
        let _ = writeln!(self.output, "({})", names.join(" "));
        Ok(())
    }

    fn get_info(&mut self, sexprs: &Sexprs, what: NodeId) {
        let text = match (sexprs.atom(what), &self.last) {
            (Some(":name"), _) => "(:name \"margay\")".to_owned(),
            (Some(":reason-unknown"), Some(Outcome::Unknown(reason))) => reason_info(reason),
            _ => "unsupported".to_owned(),
        };
        let _ = writeln!(self.output, "{text}");
    }
}

fn reason_info(reason: &Reason) -> String {
    format!("(:reason-unknown \"{}\")", reason.to_string().replace('"', "\"\""))
}

/// References have no literals in the language; they are shown as abstract values.
fn shown(value: u64, sort: Sort) -> String {
    match sort {
        Sort::Ref => format!("(as @{value} Ref)"),
        _ => literal(value, sort),
    }
}

fn set_logic(sexprs: &Sexprs, node: NodeId) -> Done {
    const LOGICS: [&str; 9] = [
        "QF_BV",
        "QF_ABV",
        "QF_UFBV",
        "QF_AUFBV",
        "ALL",
        "QF_FP",
        "QF_BVFP",
        "QF_ABVFP",
        "QF_AUFBVFP",
    ];
    match sexprs.atom(node) {
        Some(logic) if LOGICS.contains(&logic) => Ok(()),
        _ => {
            let name = sexprs.source(node);
            let message =
                format!("logic {name} is not supported; supported are {}", LOGICS.join(", "));
            Err(sexprs.error(node, message))
        }
    }
}

fn levels_of(sexprs: &Sexprs, node: NodeId, levels: &[NodeId]) -> Result<usize, SyntaxError> {
    match levels {
        [] => Ok(1),
        [n] => sexprs
            .atom(*n)
            .and_then(|t| t.parse().ok())
            .filter(|n| *n <= 1_000_000)
            .ok_or_else(|| sexprs.error(*n, "expected a number of levels")),
        _ => Err(sexprs.error(node, "expected a number of levels")),
    }
}
