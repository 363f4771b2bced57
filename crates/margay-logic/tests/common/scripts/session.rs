//! Scripts with frames, names, assumptions and questions, and what each question is about.

use super::{Random, Writer};
use std::collections::BTreeSet;

/// What a script does, one after the other.
enum Command {
    Push,
    Pop,
    /// A condition, and the name it has.
    Assert(String, Option<String>),
    /// A question under these assumptions.
    Check(Vec<String>),
}

/// A script in parts.
pub struct Script {
    /// Functions and variables.
    declarations: BTreeSet<String>,
    commands: Vec<Command>,
}

/// A question of a script: what holds when it is asked.
pub struct Question<'a> {
    script: &'a Script,
    asserted: Vec<(&'a str, Option<&'a str>)>,
    assumed: &'a [String],
}

/// Between what belongs to one question and to the next.
const NEXT: &str = "next";

impl Script {
    /// The script, with all that can be asked for after each question.
    pub fn asking(&self) -> String {
        let more =
            format!("(get-model)\n(get-unsat-core)\n(get-unsat-assumptions)\n(echo \"{NEXT}\")\n");
        self.text(&more)
    }

    /// The script with its questions only.
    pub fn plain(&self) -> String {
        self.text("")
    }

    fn text(&self, after_question: &str) -> String {
        let commands: String = self
            .commands
            .iter()
            .map(|command| match command {
                Command::Push => "(push 1)\n".to_owned(),
                Command::Pop => "(pop 1)\n".to_owned(),
                Command::Assert(term, None) => format!("(assert {term})\n"),
                Command::Assert(term, Some(name)) => format!("(assert (! {term} :named {name}))\n"),
                Command::Check(assumed) if assumed.is_empty() => {
                    format!("(check-sat)\n{after_question}")
                }
                Command::Check(assumed) => {
                    format!("(check-sat-assuming ({}))\n{after_question}", assumed.join(" "))
                }
            })
            .collect();
        format!("{}{commands}", self.declarations())
    }

    /// The declarations as text; the sort comes first.
    fn declarations(&self) -> String {
        let sort = self.declarations.iter().any(|d| d.contains("Thing"));
        let sort = if sort { "(declare-sort Thing 0)\n" } else { "" };
        std::iter::once(sort).chain(self.declarations.iter().map(String::as_str)).collect()
    }

    /// What holds at each of the questions.
    pub fn questions(&self) -> Vec<Question<'_>> {
        let mut questions = Vec::new();
        let mut frames = vec![Vec::new()];
        for command in &self.commands {
            match command {
                Command::Push => frames.push(Vec::new()),
                Command::Pop => drop(frames.pop()),
                Command::Assert(term, name) => {
                    let frame = frames.last_mut().expect("no more is popped than pushed");
                    frame.push((term.as_str(), name.as_deref()));
                }
                Command::Check(assumed) => {
                    questions.push(Question { script: self, asserted: frames.concat(), assumed });
                }
            }
        }
        questions
    }
}

impl Question<'_> {
    /// The question as a script of its own.
    pub fn alone(&self) -> String {
        self.after(&self.script.declarations(), |_| true, |_| true)
    }

    fn after(
        &self,
        declarations: &str,
        core: impl Fn(&str) -> bool,
        assumed: impl Fn(&str) -> bool,
    ) -> String {
        let asserted = self.asserted.iter().filter(|(_, name)| name.is_none_or(&core));
        let asserted = asserted.map(|(term, _)| *term);
        let assumed = self.assumed.iter().map(String::as_str).filter(|a| assumed(a));
        let asserts: String =
            asserted.chain(assumed).map(|term| format!("(assert {term})\n")).collect();
        format!("{declarations}{asserts}(check-sat)\n")
    }

    /// Scripts that have the same answer if the output of [`Script::asking`] is right: with the
    /// model in place of the declarations, or with the core or the failed assumptions alone.
    pub fn evidence(&self, output: &str) -> Vec<String> {
        let (answer, rest) = output.split_once('\n').expect("an answer");
        match answer {
            "sat" => {
                let model = rest.split_once("(error").expect("a core only after unsat").0.trim();
                let model = model.strip_prefix('(').and_then(|m| m.strip_suffix(')'));
                let model = definitions(model.expect("a model"));
                vec![self.after(&model, |_| true, |_| true)]
            }
            "unsat" => {
                let mut lines = rest.lines().skip(1);
                let core = lines.next().expect("a core").trim_matches(['(', ')']);
                let core: Vec<&str> = core.split(' ').collect();
                let declarations = self.script.declarations();
                let mut scripts = vec![self.after(&declarations, |n| core.contains(&n), |_| true)];
                if !self.assumed.is_empty() {
                    let failed = lines.next().expect("assumptions");
                    let failed = format!(" {} ", &failed[1..failed.len() - 1]);
                    let failed = |assumed: &str| failed.contains(&format!(" {assumed} "));
                    scripts.push(self.after(&declarations, |_| true, failed));
                }
                scripts
            }
            _ => Vec::new(),
        }
    }

    /// The part of an output of [`Script::asking`] that belongs to each question.
    pub fn outputs(output: &str) -> Vec<&str> {
        output.split_terminator(&format!("\n{NEXT}\n")).collect()
    }
}

/// The definitions of a model, with names for the values of an uninterpreted sort, which other
/// solvers cannot read.
fn definitions(model: &str) -> String {
    if !model.contains("Thing") {
        return model.to_owned();
    }
    let mut named = model.to_owned();
    let mut names = Vec::new();
    while let Some((_, rest)) = named.split_once("(as @") {
        let (number, _) = rest.split_once(' ').expect("a sort after the name");
        let (value, name) = (format!("(as @{number} Thing)"), format!("thing{number}"));
        named = named.replace(&value, &name);
        names.push(name);
    }
    let declared: String = names.iter().map(|n| format!("(declare-const {n} Thing)\n")).collect();
    let distinct = match names.len() {
        0 | 1 => String::new(),
        _ => format!("(assert (distinct {}))\n", names.join(" ")),
    };
    format!("(declare-sort Thing 0)\n{declared}{distinct}{named}\n")
}

/// A random script with one question.
pub fn script(random: &mut Random, floats: bool) -> Script {
    let mut writer = Writer::new(random, floats);
    let count = 1 + writer.random.below(3);
    let depth = 2 + writer.random.below(2) as u32;
    let mut commands: Vec<Command> = (0..count).map(|i| writer.assert(i, depth)).collect();
    commands.push(Command::Check(Vec::new()));
    Script { declarations: writer.declarations, commands }
}

/// A random script with frames, assumptions and several questions.
pub fn session(random: &mut Random, floats: bool) -> Script {
    let mut writer = Writer::new(random, floats);
    let mut commands = Vec::new();
    let mut frames = 0;
    for i in 0..4 + writer.random.below(8) {
        commands.push(match writer.random.below(6) {
            0 => {
                frames += 1;
                Command::Push
            }
            1 if frames > 0 => {
                frames -= 1;
                Command::Pop
            }
            2 => Command::Check(vec![writer.assumption(), writer.assumption()]),
            3 => Command::Check(Vec::new()),
            _ => writer.assert(i, 2),
        });
    }
    commands.push(Command::Check(Vec::new()));
    Script { declarations: writer.declarations, commands }
}

impl Writer<'_> {
    /// A condition, mostly with a name that has this number.
    fn assert(&mut self, number: u64, depth: u32) -> Command {
        let name = (self.random.below(4) > 0).then(|| format!("c{number}"));
        Command::Assert(self.truth(depth), name)
    }
}
