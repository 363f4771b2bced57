//! Test cases made by hand.
#![allow(dead_code, reason = "each test file uses a part of this")]

use margay_search::Decisions;
use margay_search::generate::case::{
    Build, CaseOutcome, Contract, Effort, Input, Losses, MethodName, MethodReport, MethodSignature,
    Parameter, Step, TestCase,
};
use margay_search::structure::{Content, FieldName, Object, Structure, Value};
use std::sync::Arc;

/// A method of which cases are to be made.
pub struct Method {
    report: MethodReport,
}

/// `int sum(int[] values)` of `a.B` is `Method::new("a.B", "sum", "([I)I", &["values"])`.
impl Method {
    pub fn new(class: &str, name: &str, descriptor: &str, parameters: &[&str]) -> Method {
        let parameter = |name: &&str| Parameter { name: (*name).into(), type_name: String::new() };
        let method =
            MethodName { class: class.into(), name: name.into(), descriptor: descriptor.into() };
        let signature = MethodSignature {
            is_static: false,
            accessible: true,
            parameters: parameters.iter().map(parameter).collect(),
            result: None,
            declared: Vec::new(),
        };
        let (losses, effort) = (Losses::default(), Effort::default());
        Method {
            report: MethodReport {
                method,
                signature,
                cases: Vec::new(),
                precondition: None,
                contract: Contract::default(),
                losses,
                effort,
                partition: None,
                guided: None,
                calls: None,
                tree: None,
            },
        }
    }

    pub fn of_class(mut self) -> Self {
        self.report.signature.is_static = true;
        self
    }

    pub fn private(mut self) -> Self {
        self.report.signature.accessible = false;
        self
    }

    pub fn declares(mut self, class: &str) -> Self {
        self.report.signature.declared.push(class.into());
        self
    }

    pub fn case(mut self, case: Case) -> Self {
        let mut case = case.0;
        case.number = self.report.cases.len() + 1;
        let lines = case.trace.iter_mut();
        lines.for_each(|step| step.method = Arc::new(self.report.method.clone()));
        self.report.cases.push(case);
        self
    }

    pub fn report(self) -> MethodReport {
        self.report
    }
}

/// A case; what is not said is empty.
pub struct Case(TestCase);

impl Case {
    pub fn when(conditions: &[&str]) -> Case {
        let none = || Structure { objects: Vec::new() };
        Case(TestCase {
            trace_cut: 0,
            watched: None,
            distinct_texts: false,
            costs: Vec::new(),
            number: 0,
            input: Input::default(),
            before: none(),
            after: none(),
            outcome: CaseOutcome::Returned(None),
            statics: Vec::new(),
            restores: Vec::new(),
            observations: None,
            unasserted: Vec::new(),
            condition: conditions.iter().map(|text| (*text).into()).collect(),
            trace: Vec::new(),
            decisions: Decisions::default(),
            printed: String::new(),
            recipe: Vec::new(),
        })
    }

    /// The heap before and, until it is said otherwise, after the call.
    pub fn heap(mut self, objects: Vec<Object>) -> Self {
        self.0.after = Structure { objects: objects.clone() };
        self.0.before = Structure { objects };
        self
    }

    pub fn after(mut self, objects: Vec<Object>) -> Self {
        self.0.after = Structure { objects };
        self
    }

    pub fn on(mut self, receiver: Value) -> Self {
        self.0.input.receiver = Some(receiver);
        self
    }

    pub fn given(mut self, arguments: Vec<Value>) -> Self {
        self.0.input.arguments = arguments;
        self
    }

    pub fn with_static(
        mut self,
        class: &str,
        name: &str,
        before: Option<Value>,
        after: Value,
    ) -> Self {
        let field = field(class, name);
        self.0.input.statics.extend(before.map(|value| (field.clone(), value)));
        self.0.statics.push((field, after));
        self
    }

    pub fn returns(mut self, value: Value) -> Self {
        self.0.outcome = CaseOutcome::Returned(Some(value));
        self
    }

    pub fn throws(mut self, class: &str, message: Option<&str>, expected: bool) -> Self {
        let message = message.map(str::to_owned);
        self.0.outcome =
            CaseOutcome::Threw { class: class.into(), message, varies: false, expected };
        self
    }

    pub fn prints(mut self, text: &str) -> Self {
        self.0.printed = text.into();
        self
    }

    pub fn lines(mut self, lines: &[u32], decisions: &str) -> Self {
        let method =
            MethodName { class: String::new(), name: String::new(), descriptor: String::new() };
        let method = Arc::new(method);
        let step = |line: &u32| Step { method: Arc::clone(&method), line: *line };
        self.0.trace = lines.iter().map(step).collect();
        self.0.decisions = decisions.parse().expect("a list of numbers");
        self
    }

    pub fn construct(mut self, object: usize, descriptor: &str, arguments: Vec<Value>) -> Self {
        let descriptor = descriptor.into();
        self.0.recipe.push(Build::Construct { object, descriptor, arguments });
        self
    }

    pub fn call(
        mut self,
        object: usize,
        name: &str,
        descriptor: &str,
        arguments: Vec<Value>,
    ) -> Self {
        let (name, descriptor) = (name.into(), descriptor.into());
        self.0.recipe.push(Build::Call { object, name, descriptor, arguments });
        self
    }

    pub fn allocate(mut self, object: usize) -> Self {
        self.0.recipe.push(Build::Allocate { object });
        self
    }

    pub fn set(mut self, object: usize, class: &str, name: &str, value: Value) -> Self {
        let field = field(class, name);
        self.0.recipe.push(Build::Set { object, field, value, accessible: true });
        self
    }
}

pub fn field(class: &str, name: &str) -> FieldName {
    FieldName { class: class.into(), name: name.into() }
}

/// An object with the fields of one class.
pub fn object(id: &str, class: &str, fields: &[(&str, Value)]) -> Object {
    let fields = fields.iter().map(|(name, value)| (field(class, name).into(), value.clone()));
    Object { id: id.into(), class: class.into(), content: Content::Fields(fields.collect()) }
}

pub fn array(id: &str, class: &str, elements: &[Value]) -> Object {
    Object { id: id.into(), class: class.into(), content: Content::Elements(elements.to_vec()) }
}

pub fn collection(id: &str, class: &str, items: &[Value]) -> Object {
    Object { id: id.into(), class: class.into(), content: Content::Collection(items.to_vec()) }
}

pub fn map(id: &str, class: &str, entries: &[(Value, Value)]) -> Object {
    Object { id: id.into(), class: class.into(), content: Content::Map(entries.to_vec()) }
}

pub fn boxed(id: &str, class: &str, value: Value) -> Object {
    Object { id: id.into(), class: class.into(), content: Content::Boxed(value) }
}

pub fn constant(id: &str, class: &str, name: &str) -> Object {
    Object { id: id.into(), class: class.into(), content: Content::Constant(name.into()) }
}

pub fn text(text: &str) -> Value {
    Value::Text(text.into())
}

pub fn float(text: &str) -> Value {
    Value::Float(text.into())
}

pub const NULL: Value = Value::Null;

pub fn int(number: i64) -> Value {
    Value::Int(number)
}

pub fn at(place: usize) -> Value {
    Value::Ref(place)
}
