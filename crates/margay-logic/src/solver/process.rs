//! Layer: an external SMT-LIB 2 solver in a process of its own.
//!
//! The process is started when first needed and kept; queries are separated by `(reset)`. Writing
//! and reading happen on threads of their own, so a process that hangs, dies or talks nonsense
//! costs its budget and gives `Unknown`, and the next query starts a new one.

use super::config::External;
use super::layer::{Chain, Context, Layer, Reason, Verdict};
use crate::blast::indices;
use crate::budget::Budget;
use crate::model::{ArrayValue, Model};
use crate::smtlib::{NodeId, Printer, Sexprs, parse_value, quoted};
use crate::sort::Sort;
use crate::terms::{Symbol, TermId, Terms};
use rustc_hash::FxHashMap;
use std::io::{BufRead, BufReader, Write};
use std::process::{Child, Command, Stdio};
use std::sync::Arc;
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::thread;
use std::time::{Duration, Instant};

/// How long a process may think when the query has no time budget.
const PATIENCE: Duration = Duration::from_secs(60);
/// How long to wait before the budget is looked at again.
const LOOK: Duration = Duration::from_millis(20);
/// Printed by the process after each answer.
const END: &str = "margay-end";

/// Decides by asking another program.
pub(crate) struct Process {
    external: External,
    running: Option<Running>,
}

impl Process {
    pub(crate) fn new(external: External) -> Process {
        Process { external, running: None }
    }

    /// The name of the program, for messages.
    pub(crate) fn program(&self) -> &str {
        &self.external.program
    }

    /// Asks the process.
    pub(crate) fn ask(&mut self, cx: &mut Context<'_>, query: &[TermId]) -> Verdict {
        let patience = Instant::now().checked_add(PATIENCE);
        let budget = match cx.budget.deadline {
            Some(_) => cx.budget.clone(),
            None => cx.budget.within(patience, None),
        };
        let question = Question::new(cx, query);
        match self.converse(&question, &budget) {
            Ok(Reply::Unsat) => Verdict::Unsat(query.to_vec()),
            Ok(Reply::Sat(text)) => match question.model(cx.terms, &text) {
                Some(model) => Verdict::Sat(Arc::new(model)),
                None => Verdict::Unknown(Reason::Process(format!("unreadable model: {text}"))),
            },
            Err(reason) => {
                self.running = None;
                Verdict::Unknown(reason)
            }
        }
    }

    fn converse(&mut self, question: &Question, budget: &Budget) -> Result<Reply, Reason> {
        let running = match &mut self.running {
            Some(running) => running,
            None => self.running.insert(Running::start(&self.external)?),
        };
        running.send(format!("{}(check-sat)\n(echo \"{END}\")\n", question.script));
        let answer = running.receive(budget)?;
        match answer.trim() {
            "unsat" => Ok(Reply::Unsat),
            "sat" if question.wanted.is_empty() => Ok(Reply::Sat("()".to_owned())),
            "sat" => {
                let wanted = question.wanted.join(" ");
                running.send(format!("(get-value ({wanted}))\n(echo \"{END}\")\n"));
                Ok(Reply::Sat(running.receive(budget)?))
            }
            other => Err(Reason::Process(other.to_owned())),
        }
    }
}

impl Layer for Process {
    fn name(&self) -> &'static str {
        "process"
    }

    fn check(&mut self, cx: &mut Context<'_>, query: &[TermId], _: Chain<'_>) -> Verdict {
        self.ask(cx, query)
    }
}

enum Reply {
    Sat(String),
    Unsat,
}

/// A process and the threads that talk to it.
struct Running {
    child: Child,
    input: Sender<String>,
    output: Receiver<String>,
}

impl Running {
    fn start(external: &External) -> Result<Running, Reason> {
        let failed =
            |e: std::io::Error| Reason::Process(format!("cannot start {}: {e}", external.program));
        let mut child = Command::new(&external.program)
            .args(&external.arguments)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .map_err(failed)?;
        let (input, to_write) = channel::<String>();
        let (lines, output) = channel();
        if let Some(mut stdin) = child.stdin.take() {
            thread::spawn(move || {
                for text in to_write {
                    if stdin.write_all(text.as_bytes()).and_then(|()| stdin.flush()).is_err() {
                        break;
                    }
                }
            });
        }
        if let Some(stdout) = child.stdout.take() {
            thread::spawn(move || {
                for line in BufReader::new(stdout).lines().map_while(Result::ok) {
                    if lines.send(line).is_err() {
                        break;
                    }
                }
            });
        }
        Ok(Running { child, input, output })
    }

    /// Failure shows when the answer does not come.
    fn send(&self, text: String) {
        let _ = self.input.send(text);
    }

    /// The text up to the end mark.
    fn receive(&self, budget: &Budget) -> Result<String, Reason> {
        let mut text = String::new();
        loop {
            if let Some(reason) = budget.late() {
                return Err(reason);
            }
            match self.output.recv_timeout(LOOK) {
                Ok(line) if line.trim().trim_matches('"') == END => return Ok(text),
                Ok(line) => {
                    text.push_str(&line);
                    text.push('\n');
                }
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => {
                    let said = text.trim();
                    return Err(Reason::Process(format!("the process ended; it said: {said:?}")));
                }
            }
        }
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        // Failing to kill means that it has ended already.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// A query as text, and what to ask about its model.
struct Question {
    script: String,
    /// Texts whose values are asked for, in the order of `meaning`.
    wanted: Vec<String>,
    meaning: Vec<Meaning>,
}

/// What an asked value is for.
enum Meaning {
    Scalar(Symbol),
    RefLiteral(u64),
    /// The index of the element that follows.
    Index(Sort),
    Element(Symbol, Sort),
}

impl Question {
    fn new(cx: &mut Context<'_>, query: &[TermId]) -> Question {
        let symbols = cx.supports.union(cx.terms, query.iter().copied());
        let terms = &*cx.terms;
        let mut printer = Printer::new(terms);
        let mut script = "(reset)\n(set-option :produce-models true)\n(set-logic ALL)\n".to_owned();
        for term in query {
            let text = printer.reference(terms, *term, &mut script);
            script.push_str(&format!("(assert {text})\n"));
        }
        let mut question = Question { script, wanted: Vec::new(), meaning: Vec::new() };
        let indices = indices(terms, query);
        for symbol in &symbols {
            let name = quoted(terms.name(*symbol));
            match terms.symbol_sort(*symbol) {
                Sort::Array { index, element } => {
                    let (index, element) = (index.sort(), element.sort());
                    for term in indices.iter().filter(|t| terms.sort(**t) == index) {
                        let text = printer.reference(terms, *term, &mut question.script);
                        question.want(text.clone(), Meaning::Index(index));
                        let read = format!("(select {name} {text})");
                        question.want(read, Meaning::Element(*symbol, element));
                    }
                }
                _ => question.want(name, Meaning::Scalar(*symbol)),
            }
        }
        for literal in printer.refs() {
            question.want(format!("ref!{literal}"), Meaning::RefLiteral(literal));
        }
        question
    }

    fn want(&mut self, text: String, meaning: Meaning) {
        self.wanted.push(text);
        self.meaning.push(meaning);
    }

    /// Reads `((text value) …)`.
    fn model(&self, terms: &Terms, text: &str) -> Option<Model> {
        let sexprs = Sexprs::parse(text).ok()?;
        let pairs = sexprs.list(*sexprs.top().first()?)?;
        let values: Vec<NodeId> =
            pairs.iter().map(|p| sexprs.list(*p)?.get(1).copied()).collect::<Option<_>>()?;
        if values.len() != self.meaning.len() {
            return None;
        }
        let references = self.references(terms, &sexprs, &values);
        let mut model = Model::new();
        let mut arrays: FxHashMap<Symbol, ArrayValue> = FxHashMap::default();
        let mut index = 0;
        for (meaning, value) in self.meaning.iter().zip(&values) {
            match meaning {
                Meaning::Scalar(symbol) => {
                    let sort = terms.symbol_sort(*symbol);
                    let number = match sort {
                        Sort::Ref => *references.get(&sexprs.source(*value))?,
                        _ => parse_value(terms, &sexprs, *value, sort)?,
                    };
                    model.set(*symbol, number);
                }
                Meaning::Index(sort) => index = parse_value(terms, &sexprs, *value, *sort)?,
                Meaning::Element(symbol, sort) => {
                    let element = parse_value(terms, &sexprs, *value, *sort)?;
                    arrays.entry(*symbol).or_default().entries.insert(index, element);
                }
                Meaning::RefLiteral(_) => {}
            }
        }
        for (symbol, array) in arrays {
            model.set_array(symbol, array);
        }
        Some(model)
    }

    /// Numbers for the solver's abstract references: those of literals first.
    fn references(
        &self,
        terms: &Terms,
        sexprs: &Sexprs,
        values: &[NodeId],
    ) -> FxHashMap<String, u64> {
        let mut numbers: FxHashMap<String, u64> = FxHashMap::default();
        let mut next = 1;
        for (meaning, value) in self.meaning.iter().zip(values) {
            if let Meaning::RefLiteral(literal) = meaning {
                numbers.insert(sexprs.source(*value), *literal);
                next = next.max(literal + 1);
            }
        }
        for (meaning, value) in self.meaning.iter().zip(values) {
            let Meaning::Scalar(symbol) = meaning else {
                continue;
            };
            if terms.symbol_sort(*symbol) == Sort::Ref {
                numbers.entry(sexprs.source(*value)).or_insert_with(|| {
                    next += 1;
                    next - 1
                });
            }
        }
        numbers
    }
}
