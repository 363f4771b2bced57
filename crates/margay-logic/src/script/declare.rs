//! Commands that declare and define names, and what a `pop` takes back of them.

use super::session::{Done, Session};
use crate::smtlib::{Function, NodeId, Sexprs, SyntaxError, TermError, repeated, sort_text};
use crate::sort::Sort;
use crate::terms::{Symbol, TermId};

/// What a `pop` takes back.
pub(super) enum Declared {
    Constant(String),
    Function(String),
    Sort(String),
}

/// Something with a value in a model.
pub(super) struct Variable {
    pub(super) name: String,
    pub(super) symbol: Symbol,
    /// The parameters, of a function.
    pub(super) parameters: Option<Vec<Sort>>,
}

/// A term with a name given by `:named`.
pub(super) struct Label {
    pub(super) name: String,
    pub(super) term: TermId,
    /// Whether it is all of an assertion, and so may be in a core.
    pub(super) is_asserted: bool,
}

impl Session {
    fn name<'a>(&self, sexprs: &'a Sexprs, node: NodeId) -> Result<&'a str, SyntaxError> {
        let name = symbol(sexprs, node)?;
        if self.scope.is_taken(name) {
            return Err(sexprs.error(node, format!("{name} is already declared")));
        }
        Ok(name)
    }

    pub(super) fn declare(
        &mut self,
        sexprs: &Sexprs,
        node: NodeId,
        parameters: Option<NodeId>,
        sort: NodeId,
    ) -> Done {
        let name = self.name(sexprs, node)?;
        let sort = self.scope.sort(sexprs, sort)?;
        let parameters = parameters.map_or(Ok(&[][..]), |list| {
            sexprs.list(list).ok_or_else(|| sexprs.error(list, "expected a list of sorts"))
        })?;
        let parameters: Vec<Sort> =
            parameters.iter().map(|p| self.scope.sort(sexprs, *p)).collect::<Result<_, _>>()?;
        if !parameters.is_empty() {
            return self.declare_function(sexprs, node, name, parameters, sort);
        }
        // A name that was popped may come back with another sort.
        let term = match self.terms.declare(name, sort) {
            Ok(symbol) => self.terms.symbol_term(symbol),
            Err(_) => self.terms.fresh(name, sort),
        };
        self.scope.bind(name, term);
        self.declared.push(Declared::Constant(name.to_owned()));
        self.add_variable(name, term, None);
        Ok(())
    }

    fn declare_function(
        &mut self,
        sexprs: &Sexprs,
        node: NodeId,
        name: &str,
        parameters: Vec<Sort>,
        sort: Sort,
    ) -> Done {
        let function = Function::free(&mut self.terms, name, parameters.clone(), sort);
        let Some(function @ Function::Free { array, .. }) = function else {
            let message =
                "functions of arrays, and of more bits than words have, are not supported";
            return Err(sexprs.error(node, message));
        };
        self.scope.define(name, function);
        self.declared.push(Declared::Function(name.to_owned()));
        self.add_variable(name, array, Some(parameters));
        Ok(())
    }

    fn add_variable(&mut self, name: &str, term: TermId, parameters: Option<Vec<Sort>>) {
        if let Some(symbol) = self.terms.as_symbol(term) {
            self.variables.push(Variable { name: name.to_owned(), symbol, parameters });
        }
    }

    pub(super) fn declare_sort(
        &mut self,
        sexprs: &Sexprs,
        node: NodeId,
        arity: Option<NodeId>,
    ) -> Done {
        if arity.is_some_and(|a| sexprs.atom(a) != Some("0")) {
            return Err(sexprs.error(node, "sorts with parameters are not supported"));
        }
        let sort = match symbol(sexprs, node)? {
            "Ref" => Sort::Ref,
            name => self.terms.uninterpreted(name),
        };
        self.add_sort(sexprs, node, sort)
    }

    pub(super) fn define_sort(
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
        let name = symbol(sexprs, node)?;
        if self.scope.is_sort(name) {
            return Err(sexprs.error(node, format!("sort {name} is already declared")));
        }
        self.scope.define_sort(name, sort);
        self.declared.push(Declared::Sort(name.to_owned()));
        Ok(())
    }

    pub(super) fn define(
        &mut self,
        sexprs: &Sexprs,
        name: NodeId,
        parameters: Option<NodeId>,
        sort: NodeId,
        body: NodeId,
    ) -> Done {
        let name = self.name(sexprs, name)?.to_owned();
        let wanted = self.scope.sort(sexprs, sort)?;
        let (names, variables) = self.parameters(sexprs, parameters)?;
        if let (Some(list), Some(twice)) = (parameters, repeated(&names)) {
            return Err(sexprs.error(list, format!("{twice} is bound twice")));
        }
        for (name, variable) in names.iter().zip(&variables) {
            self.scope.bind(name, *variable);
        }
        let budget = self.budget();
        let built = self.scope.term(&mut self.terms, sexprs, body, &budget);
        names.iter().for_each(|name| self.scope.unbind(name));
        let term = match built {
            Ok(term) => term,
            Err(TermError::Syntax(error)) => return Err(error),
            Err(TermError::Spent(reason)) => {
                self.left_out = Some(reason);
                self.terms.fresh(&name, wanted)
            }
        };
        let found = self.terms.sort(term);
        if found != wanted {
            let (found, wanted) = (sort_text(&self.terms, found), sort_text(&self.terms, wanted));
            return Err(sexprs.error(body, format!("the body has sort {found}, not {wanted}")));
        }
        let labels = self.scope.take_named();
        if let ([(label, _), ..], false) = (labels.as_slice(), names.is_empty()) {
            return Err(sexprs.error(*label, "what has parameters has no name of its own"));
        }
        self.keep_named(sexprs, labels, None)?;
        self.scope.define(&name, Function::Defined { parameters: variables, body: term });
        self.declared.push(Declared::Function(name));
        Ok(())
    }

    fn parameters(
        &mut self,
        sexprs: &Sexprs,
        list: Option<NodeId>,
    ) -> Result<(Vec<String>, Vec<TermId>), SyntaxError> {
        let Some(list) = list else { return Ok((Vec::new(), Vec::new())) };
        let wrong = |node| sexprs.error(node, "expected (name sort)");
        let (mut names, mut variables) = (Vec::new(), Vec::new());
        for parameter in sexprs.list(list).ok_or_else(|| wrong(list))? {
            let Some([name, sort]) = sexprs.list(*parameter) else {
                return Err(wrong(*parameter));
            };
            let name = symbol(sexprs, *name)?;
            let sort = self.scope.sort(sexprs, *sort)?;
            variables.push(self.terms.fresh(name, sort));
            names.push(name.to_owned());
        }
        Ok((names, variables))
    }

    /// Defines names given by `:named`, all or none; what is `asserted` is what cores are made of.
    pub(super) fn keep_named(
        &mut self,
        sexprs: &Sexprs,
        labels: Vec<(NodeId, TermId)>,
        asserted: Option<TermId>,
    ) -> Done {
        let name = |(node, _): &(NodeId, TermId)| Ok(self.name(sexprs, *node)?.to_owned());
        let names: Vec<String> = labels.iter().map(name).collect::<Result<_, SyntaxError>>()?;
        if let (Some(twice), Some((node, _))) = (repeated(&names), labels.last()) {
            return Err(sexprs.error(*node, format!("{twice} is already declared")));
        }
        for (name, (_, term)) in names.into_iter().zip(labels) {
            self.scope.define(&name, Function::Defined { parameters: Vec::new(), body: term });
            self.declared.push(Declared::Function(name.clone()));
            self.named.push(Label { name, term, is_asserted: asserted == Some(term) });
        }
        Ok(())
    }

    pub(super) fn undeclare(&mut self, declared: usize, variables: usize) {
        self.variables.truncate(variables);
        for declaration in self.declared.drain(declared..).rev() {
            match declaration {
                Declared::Constant(name) => self.scope.unbind(&name),
                Declared::Function(name) => self.scope.undefine(&name),
                Declared::Sort(name) => self.scope.undefine_sort(&name),
            }
        }
    }
}

/// The name at a node.
fn symbol(sexprs: &Sexprs, node: NodeId) -> Result<&str, SyntaxError> {
    sexprs.symbol(node).ok_or_else(|| match sexprs.atom(node) {
        Some(name) => sexprs.error(node, format!("{name} is not a name")),
        None => sexprs.error(node, "expected a name"),
    })
}
