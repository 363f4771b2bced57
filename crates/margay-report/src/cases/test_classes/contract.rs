//! What must hold before and after the call, where a test is of a contract: the conditions are called with what the
//! method is given.

use super::classes::is_identifier;
use super::helper::Helper;
use super::test::{Expr, Test, Throws, Unwritable, Written};
use super::types::Type;
use crate::literal;
use margay_search::generate::case::Condition;
use margay_search::structure::Value;

impl Test<'_, '_, '_> {
    /// Ends the test where the precondition does not hold: then the method may do what it likes.
    pub fn require(&mut self) -> Written<()> {
        let report = self.report;
        let Some(condition) = &report.contract.requires else { return Ok(()) };
        let holds = self.condition(condition, None)?;
        self.line(format_args!("if (!{holds}) {{"));
        self.line(format_args!("    return;"));
        self.line(format_args!("}}"));
        Ok(())
    }

    /// Asserts the postcondition.
    pub fn ensure(&mut self, result: Option<&Expr>) -> Written<()> {
        let report = self.report;
        let Some(condition) = &report.contract.ensures else { return Ok(()) };
        let holds = self.condition(condition, result)?;
        let assertion = self.file.assertion("assertTrue", false);
        self.line(format_args!("{assertion}({holds});"));
        self.blank();
        Ok(())
    }

    /// The call of a condition.
    fn condition(&mut self, condition: &Condition, result: Option<&Expr>) -> Written<String> {
        let Condition { method, is_static, accessible } = condition;
        let Some(signature) = self.file.classes.signature(&method.descriptor) else {
            return Unwritable::because(format!("{} is no descriptor", method.descriptor));
        };
        let types = &signature.parameters;
        let receiver = self.receiver().cloned();
        let (target, values): (Option<Value>, Vec<Value>) = match is_static {
            false => (receiver, Vec::new()),
            true => {
                let arguments = self.case.input.arguments.iter().cloned();
                (None, receiver.into_iter().chain(arguments).collect())
            }
        };
        let Some(given) = types.len().checked_sub(usize::from(result.is_some())) else {
            return Unwritable::because(format!("{} takes no result", method.name));
        };
        let last = match (result, types.last()) {
            (Some(result), Some(wanted)) => Some(self.passed(result, wanted)?),
            _ => None,
        };
        let owner = Type::class(&method.class);
        self.note_use(&method.class, &method.name, &method.descriptor);
        let target = target.map(|value| self.value(&value, &owner)).transpose()?;
        let is_direct =
            *accessible && is_identifier(&method.name) && self.file.may_name(&method.class);
        if is_direct
            && let Some(mut list) = self.arguments(
                &method.class,
                &method.name,
                &method.descriptor,
                &types[..given],
                &values,
            )?
        {
            if let Some(last) = last {
                list.extend([if list.is_empty() { "" } else { ", " }, &last]);
            }
            let target = match target {
                Some(target) => self.receiver_text(&target, &owner)?,
                None => self.mentioned(&owner).unwrap_or_default(),
            };
            return Ok(format!("{target}.{}({list})", method.name));
        }
        self.throws_at_least(Throws::Throwable);
        let target = target.map_or_else(|| "null".to_owned(), |target| target.text);
        let names = [&method.class, &method.name, &method.descriptor].map(|it| literal::string(it));
        let rest = self.reflected(&types[..given], &values)?;
        let last = last.map_or_else(String::new, |last| format!(", {last}"));
        let call = self.file.helper(Helper::Call);
        Ok(format!("(boolean) {call}({target}, {}{rest}{last})", names.join(", ")))
    }

    /// The result as an argument of its type.
    fn passed(&mut self, result: &Expr, wanted: &Type) -> Written<String> {
        match result.static_type.as_ref() == Some(wanted) || self.named(wanted).is_none() {
            true => Ok(result.text.clone()),
            false => self.cast(&result.text, wanted),
        }
    }
}
