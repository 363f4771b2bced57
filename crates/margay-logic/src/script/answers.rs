//! The commands that ask: answers, models, values, cores, information.

use super::declare::{Label, Variable};
use super::session::{Done, Session};
use crate::eval::Evaluator;
use crate::model::{ArrayValue, Model};
use crate::smtlib::{NodeId, Sexprs, SyntaxError, array_literal, quoted, shown, sort_text};
use crate::solver::{Outcome, Reason, conjuncts};
use crate::sort::Sort;
use crate::terms::Terms;
use num_bigint::BigUint;
use std::fmt::Write;
use std::sync::Arc;

impl Session {
    /// Answers a command that asks; false if it is of another kind.
    pub(super) fn ask(
        &mut self,
        sexprs: &Sexprs,
        node: NodeId,
        name: &str,
        arguments: &[NodeId],
    ) -> Result<bool, SyntaxError> {
        match (name, arguments) {
            ("echo", [text]) => self.echo(sexprs, *text)?,
            // How another solver would go about it does not change the answer.
            ("check-sat", []) | ("check-sat-using", [_]) => self.check(sexprs, &[])?,
            ("check-sat-assuming", [list]) => self.check(sexprs, members(sexprs, *list)?)?,
            ("check-sat-assuming-model", [terms, values]) => {
                let (left, right) = (members(sexprs, *terms)?, members(sexprs, *values)?);
                if left.len() != right.len() {
                    return Err(sexprs.error(*values, "expected a value for each term"));
                }
                self.check_equal(sexprs, left, right)?;
            }
            ("get-model", []) => self.get_model(sexprs, node)?,
            ("get-value", [list]) => self.get_value(sexprs, *list)?,
            ("get-assignment", []) => self.get_assignment(sexprs, node)?,
            ("get-unsat-core", []) => self.get_core(sexprs, node)?,
            ("get-unsat-assumptions", []) => self.get_assumptions(sexprs, node)?,
            ("get-assertions", []) => self.get_assertions(sexprs, node)?,
            ("get-info", [what]) => self.get_info(sexprs, *what),
            ("get-option", [option]) => {
                let text = self.switches.get(sexprs.atom(*option));
                let _ = writeln!(self.output, "{text}");
            }
            _ => return Ok(false),
        }
        Ok(true)
    }

    fn model(&self, sexprs: &Sexprs, node: NodeId) -> Result<Arc<Model>, SyntaxError> {
        match (&self.last, self.solver.model()) {
            (Some(Outcome::Sat), Some(model)) => Ok(Arc::clone(model)),
            _ => Err(sexprs.error(node, "there is a model only after sat")),
        }
    }

    fn get_model(&mut self, sexprs: &Sexprs, node: NodeId) -> Done {
        let model = self.model(sexprs, node)?;
        self.output.push_str("(\n");
        for variable in &self.variables {
            let text = definition(&self.terms, &model, variable);
            let _ = writeln!(self.output, "  (define-fun {} {text})", quoted(&variable.name));
        }
        self.output.push_str(")\n");
        Ok(())
    }

    fn get_value(&mut self, sexprs: &Sexprs, list: NodeId) -> Done {
        let model = self.model(sexprs, list)?;
        let members = sexprs.list(list).filter(|members| !members.is_empty());
        let members = members.ok_or_else(|| sexprs.error(list, "expected a list of terms"))?;
        let mut memo = Evaluator::new();
        let mut pairs = Vec::new();
        for member in members {
            let term = self.term(sexprs, *member)?;
            let sort = self.terms.sort(term);
            let value = if sort.is_array() {
                let array = memo.array_value(&self.terms, &model, term);
                array_literal(&self.terms, &array, sort)
            } else {
                shown(&self.terms, memo.eval(&self.terms, &model, term), sort)
            };
            pairs.push(format!("({} {value})", sexprs.source(*member)));
        }
        let _ = writeln!(self.output, "({})", pairs.join(" "));
        Ok(())
    }

    fn get_assignment(&mut self, sexprs: &Sexprs, node: NodeId) -> Done {
        let model = self.model(sexprs, node)?;
        let mut memo = Evaluator::new();
        let mut pairs = Vec::new();
        for label in &self.named {
            if self.terms.sort(label.term) == Sort::Bool {
                let truth = memo.holds(&self.terms, &model, label.term);
                pairs.push(format!("({} {truth})", quoted(&label.name)));
            }
        }
        let _ = writeln!(self.output, "({})", pairs.join(" "));
        Ok(())
    }

    fn after_unsat(&self, sexprs: &Sexprs, node: NodeId) -> Done {
        match self.last {
            Some(Outcome::Unsat) => Ok(()),
            _ => Err(sexprs.error(node, "there is a core only after unsat")),
        }
    }

    fn get_core(&mut self, sexprs: &Sexprs, node: NodeId) -> Done {
        self.after_unsat(sexprs, node)?;
        let is_inside = |label: &&Label| label.is_asserted && self.is_in_core(label.term);
        let inside = self.named.iter().filter(is_inside);
        let names: Vec<String> = inside.map(|label| quoted(&label.name)).collect();
        let _ = writeln!(self.output, "({})", names.join(" "));
        Ok(())
    }

    /// An assertion is in the core when any of its conjuncts is.
    fn is_in_core(&self, term: crate::TermId) -> bool {
        let mut parts = Vec::new();
        conjuncts(&self.terms, term, &mut parts);
        parts.iter().any(|part| self.solver.core().contains(part))
    }

    fn get_assumptions(&mut self, sexprs: &Sexprs, node: NodeId) -> Done {
        self.after_unsat(sexprs, node)?;
        let inside = self.assumptions.iter().filter(|(_, term)| self.is_in_core(*term));
        let texts: Vec<&str> = inside.map(|(text, _)| text.as_str()).collect();
        let _ = writeln!(self.output, "({})", texts.join(" "));
        Ok(())
    }

    fn get_assertions(&mut self, sexprs: &Sexprs, node: NodeId) -> Done {
        if !self.switches.produce_assertions {
            let message = "this needs (set-option :produce-assertions true) before the assertions";
            return Err(sexprs.error(node, message));
        }
        let _ = writeln!(self.output, "({})", self.assertions.join("\n "));
        Ok(())
    }

    fn get_info(&mut self, sexprs: &Sexprs, what: NodeId) {
        let text = match (sexprs.atom(what), &self.last) {
            (Some(":name"), _) => "(:name \"margay\")".to_owned(),
            (Some(":version"), _) => format!("(:version \"{}\")", env!("CARGO_PKG_VERSION")),
            (Some(":authors"), _) => "(:authors \"the authors of Margay\")".to_owned(),
            (Some(":error-behavior"), _) => "(:error-behavior continued-execution)".to_owned(),
            (Some(":assertion-stack-levels"), _) => {
                format!("(:assertion-stack-levels {})", self.depth())
            }
            (Some(":reason-unknown"), Some(Outcome::Unknown(reason))) => reason_info(reason),
            _ => "unsupported".to_owned(),
        };
        let _ = writeln!(self.output, "{text}");
    }
}

fn members(sexprs: &Sexprs, list: NodeId) -> Result<&[NodeId], SyntaxError> {
    sexprs.list(list).ok_or_else(|| sexprs.error(list, "expected a list"))
}

fn reason_info(reason: &Reason) -> String {
    match reason {
        Reason::Memory => "(:reason-unknown memout)".to_owned(),
        _ => format!("(:reason-unknown \"{}\")", reason.to_string().replace('"', "\"\"")),
    }
}

/// Parameters, sort and value of a variable or function in a model.
fn definition(terms: &Terms, model: &Model, variable: &Variable) -> String {
    let sort = terms.symbol_sort(variable.symbol);
    if let (Some(parameters), Sort::Array { element, .. }) = (&variable.parameters, sort) {
        let array = model.array(variable.symbol).cloned().unwrap_or_default();
        return function(terms, &array, parameters, element.sort());
    }
    let value = match model.array(variable.symbol) {
        Some(array) => array_literal(terms, array, sort),
        None => shown(terms, model.get(variable.symbol), sort),
    };
    format!("() {} {value}", sort_text(terms, sort))
}

/// A function as a case for each place with a value of its own.
fn function(terms: &Terms, array: &ArrayValue, parameters: &[Sort], result: Sort) -> String {
    let named = parameters.iter().enumerate();
    let list: Vec<String> =
        named.map(|(i, sort)| format!("(x!{i} {})", sort_text(terms, *sort))).collect();
    let mut text = format!("({}) {} ", list.join(" "), sort_text(terms, result));
    for (index, element) in &array.entries {
        let tests: Vec<String> = arguments(terms, *index, parameters)
            .into_iter()
            .enumerate()
            .map(|(i, value)| format!("(= x!{i} {value})"))
            .collect();
        let test = match tests.as_slice() {
            [only] => only.clone(),
            _ => format!("(and {})", tests.join(" ")),
        };
        let _ = write!(text, "(ite {test} {} ", shown(terms, *element, result));
    }
    text.push_str(&shown(terms, array.default, result));
    text.push_str(&")".repeat(array.entries.len()));
    text
}

/// The arguments that were joined to an index.
fn arguments(terms: &Terms, index: u64, parameters: &[Sort]) -> Vec<String> {
    if let [only] = parameters {
        return vec![shown(terms, index, *only)];
    }
    let bits: u32 = parameters.iter().filter_map(|s| s.bits()).sum();
    let joined = Sort::bv(bits).map_or(BigUint::ZERO, |sort| terms.number(index, sort));
    let mut rest = bits;
    let mut texts = Vec::new();
    for sort in parameters {
        rest -= sort.bits().unwrap_or(0);
        texts.push(shown(terms, terms.value_of(&joined >> rest, *sort), *sort));
    }
    texts
}
