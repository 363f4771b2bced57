//! Options and logics that a script may name.

use crate::smtlib::{NodeId, Sexprs, SyntaxError};

/// What a script can switch on.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Switches {
    /// Whether commands without an answer say `success`.
    pub(super) print_success: bool,
    /// Whether declarations stay when the frame they were made in goes.
    pub(super) global_declarations: bool,
    /// Whether a logic is set.
    logic: bool,
}

/// Options that change nothing here, because what they ask for is always done or never needed.
const ACCEPTED: [&str; 14] = [
    ":produce-models",
    ":produce-assignments",
    ":produce-assertions",
    ":produce-unsat-cores",
    ":produce-unsat-assumptions",
    ":produce-proofs",
    ":incremental",
    ":interactive-mode",
    ":random-seed",
    ":verbosity",
    ":reproducible-resource-limit",
    ":regular-output-channel",
    ":diagnostic-output-channel",
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

    pub(super) fn set_logic(&mut self, sexprs: &Sexprs, node: NodeId) -> Result<(), SyntaxError> {
        if !sexprs.atom(node).is_some_and(is_supported) {
            let message = format!(
                "logic {} is not supported; supported are ALL and the quantifier-free logics of \
                 BV, FP, arrays and UF, such as QF_AUFBVFP",
                sexprs.clipped(node)
            );
            return Err(sexprs.error(node, message));
        }
        if std::mem::replace(&mut self.logic, true) {
            return Err(sexprs.error(node, "the logic is already set"));
        }
        Ok(())
    }

    /// The value of an option, as text.
    pub(super) fn get(&self, name: Option<&str>) -> String {
        match name {
            Some(":print-success") => self.print_success.to_string(),
            Some(":global-declarations") => self.global_declarations.to_string(),
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

/// Whether all theories of a logic are supported: bit-vectors, floats, arrays and uninterpreted
/// functions, without quantifiers. Reals occur in the names of the logics of floats, because
/// literals are converted from them.
fn is_supported(logic: &str) -> bool {
    let Some(mut rest) = logic.strip_prefix("QF_") else { return logic == "ALL" };
    if rest.is_empty() {
        return false;
    }
    let floats = rest.contains("FP");
    // Their order is a convention that not everybody keeps.
    let theories = ["AX", "A", "UF", "BV", "FP"];
    while let Some(others) = theories.iter().find_map(|theory| rest.strip_prefix(theory)) {
        rest = others;
    }
    rest.is_empty() || floats && rest == "LRA"
}
