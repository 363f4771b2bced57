//! Calls that make an object: a constructor, then methods of the object.

use crate::build::{Builder, call};
use crate::descriptor::Signature;
use crate::indy::wrapper;
use margay_ir::function::Dispatch;
use margay_ir::{InstKind, Storage, Terminator, Type};
use std::fmt;

/// Calls that make an object, each with its name and descriptor.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Sequence {
    /// The calls, in order.
    pub calls: Vec<(String, String)>,
}

impl fmt::Display for Sequence {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (number, (name, descriptor)) in self.calls.iter().enumerate() {
            let space = if number > 0 { " " } else { "" };
            write!(f, "{space}{name}{descriptor}")?;
        }
        Ok(())
    }
}

impl Sequence {
    /// One constructor.
    #[must_use]
    pub fn constructor(descriptor: &str) -> Sequence {
        Sequence { calls: vec![("<init>".to_owned(), descriptor.to_owned())] }
    }

    /// Reads what [`Display`](fmt::Display) writes.
    #[must_use]
    pub fn parse(text: &str) -> Sequence {
        let call = |call: &str| {
            let types = call.find('(').unwrap_or(call.len());
            (call[..types].to_owned(), call[types..].to_owned())
        };
        Sequence { calls: text.split(' ').map(call).collect() }
    }

    /// The types of a call's parameters.
    #[must_use]
    pub fn parameters(descriptor: &str) -> Vec<&str> {
        Signature::parse(descriptor).map(|signature| signature.params).unwrap_or_default()
    }

    /// The body of a method that is given an object of a class and an array with the arguments of
    /// all calls, numbers in boxes. Where a call throws, the path does not count.
    pub(crate) fn emit(&self, build: &mut Builder, owner: &str) {
        let [object, array] = [0, 1].map(|number| build.params()[number]);
        let refused = build.new_block();
        build.add_param(refused, Type::Ref);
        build.set_unwind(Some(call(refused, &[])));
        let mut places = 0..;
        for (method, descriptor) in &self.calls {
            let mut given = vec![object];
            for param in Sequence::parameters(descriptor) {
                let index = build.int(places.next().unwrap_or_default());
                let load = InstKind::ArrayLoad { elem: Storage::Ref, array, index };
                let value = build.value(load, Type::Ref);
                given.push(match wrapper(param) {
                    Some((class, open)) => {
                        build.call_virtual(class, open, &format!("(){param}"), &[value])
                    }
                    None => value,
                });
            }
            let how = if method == "<init>" { Dispatch::Special } else { Dispatch::Virtual };
            build.call(how, owner, method, descriptor, &given);
        }
        build.set_unwind(None);
        build.end(Terminator::Return(None));
        build.switch_to(refused);
        let no = build.int(0);
        build.call(Dispatch::Static, "margay/Margay", "assume", "(Z)V", &[no]);
        build.end(Terminator::Return(None));
    }
}

#[cfg(test)]
mod tests {
    use super::Sequence;

    #[test]
    fn sequences_are_read_as_they_are_written() {
        let text = "<init>(Ljava/lang/String;)V deposit(J)V close()V";
        let sequence = Sequence::parse(text);
        assert_eq!(sequence.calls[1], ("deposit".to_owned(), "(J)V".to_owned()));
        assert_eq!(sequence.to_string(), text);
    }
}
