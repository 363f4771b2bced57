//! Options and logics that a script may name.

use crate::smtlib::{Item, NodeId, Sexprs, SyntaxError, Theories};

/// What a script can switch on.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Switches {
    /// Whether commands without an answer say `success`.
    pub(super) print_success: bool,
    /// Whether declarations stay when the frame they were made in goes.
    pub(super) global_declarations: bool,
    /// Whether the text of assertions is kept.
    pub(super) produce_assertions: bool,
    /// Whether a logic is set.
    logic: bool,
}

/// Options that change nothing here, because what they ask for is always done or never needed.
const ACCEPTED: [&str; 10] = [
    ":produce-models",
    ":produce-assignments",
    ":produce-unsat-cores",
    ":produce-unsat-assumptions",
    ":produce-proofs",
    ":incremental",
    ":random-seed",
    ":verbosity",
    ":reproducible-resource-limit",
    ":expand-definitions",
];

impl Switches {
    /// Sets an option; false if there is no such option.
    pub(super) fn set(
        &mut self,
        sexprs: &Sexprs,
        name: NodeId,
        value: Option<NodeId>,
    ) -> Result<bool, SyntaxError> {
        let switch = match sexprs.atom(name) {
            Some(":print-success") => &mut self.print_success,
            Some(":global-declarations") => &mut self.global_declarations,
            Some(":produce-assertions" | ":interactive-mode") => &mut self.produce_assertions,
            // A script has no business with files.
            Some(channel @ (":regular-output-channel" | ":diagnostic-output-channel")) => {
                let name = if channel.starts_with(":r") { "stdout" } else { "stderr" };
                return Ok(
                    matches!(value.map(|v| sexprs.item(v)), Some(Item::Text(to)) if to == name),
                );
            }
            Some(other) if other.starts_with(':') => return Ok(ACCEPTED.contains(&other)),
            _ => return Err(sexprs.error(name, "expected an option such as :produce-models")),
        };
        *switch = match value.and_then(|node| sexprs.atom(node)) {
            Some("true") => true,
            Some("false") => false,
            _ => return Err(sexprs.error(name, "this option is true or false")),
        };
        Ok(true)
    }

    /// Sets the logic; its theories.
    pub(super) fn set_logic(
        &mut self,
        sexprs: &Sexprs,
        node: NodeId,
    ) -> Result<Theories, SyntaxError> {
        let Some(theories) = sexprs.atom(node).and_then(theories) else {
            let message = format!(
                "logic {} is not supported; supported are ALL and the quantifier-free logics of \
                 BV, FP, arrays and UF, such as QF_AUFBVFP",
                sexprs.clipped(node)
            );
            return Err(sexprs.error(node, message));
        };
        if std::mem::replace(&mut self.logic, true) {
            return Err(sexprs.error(node, "the logic is already set"));
        }
        Ok(theories)
    }

    /// The value of an option, as text.
    pub(super) fn get(&self, name: Option<&str>) -> String {
        match name {
            Some(":print-success") => self.print_success.to_string(),
            Some(":global-declarations") => self.global_declarations.to_string(),
            Some(":produce-assertions" | ":interactive-mode") => {
                self.produce_assertions.to_string()
            }
            Some(":regular-output-channel") => "\"stdout\"".to_owned(),
            Some(":diagnostic-output-channel") => "\"stderr\"".to_owned(),
            Some(
                ":produce-models"
                | ":produce-unsat-cores"
                | ":produce-unsat-assumptions"
                | ":produce-assignments",
            ) => "true".to_owned(),
            _ => "unsupported".to_owned(),
        }
    }
}

/// The theories of a logic, if all of them are supported: bit-vectors, floats, arrays and
/// uninterpreted functions, without quantifiers. Reals occur in the names of the logics of floats,
/// because literals are converted from them.
fn theories(logic: &str) -> Option<Theories> {
    if logic == "ALL" {
        return Some(Theories::ALL);
    }
    let mut rest = logic.strip_prefix("QF_").filter(|rest| !rest.is_empty())?;
    let mut found = Theories { words: false, floats: false, arrays: false };
    // Their order is a convention that not everybody keeps.
    let names = ["AX", "A", "UF", "BV", "FP"];
    while let Some((name, others)) =
        names.iter().find_map(|name| Some((*name, rest.strip_prefix(name)?)))
    {
        found.words |= name == "BV";
        found.floats |= name == "FP";
        found.arrays |= name.starts_with('A');
        rest = others;
    }
    (rest.is_empty() || found.floats && rest == "LRA").then_some(found)
}
