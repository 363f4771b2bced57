//! Objects of the input that a path has met: what a reference which it looks at next may be, or is not.

use super::super::cycles;
use super::super::fact::Fact;
use super::super::objects::InputObject;
use super::Paths;
use super::apply::Answered;
use margay_machine::symbolic::inputs::Inputs;
use margay_machine::symbolic::{InputId, Symbolic};
use margay_machine::{Machine, Platform};

impl<I, V> Paths<'_, I, V> {
    /// The objects met before, and decided, that a reference may be.
    pub(super) fn met_before<P: Platform<Symbolic>>(
        &self,
        machine: &Machine<Symbolic, P>,
        input: InputId,
    ) -> impl Iterator<Item = &InputObject>
    where
        I: Inputs<P>,
    {
        let (domain, inputs) = (&machine.core.domain, &self.inputs);
        let objects = self.heap.objects();
        let reference = domain.references.about(input);
        let is_fixed = |object: &InputObject| {
            object.classes.iter().all(|class| inputs.is_fixed(machine, *class))
        };
        let may_be = move |object: &&InputObject| {
            let mut classes = object.classes.iter();
            let at = object.place(domain);
            let types = object.generic.as_deref().zip(reference.generic.as_deref());
            object.shared
                && at != 0
                && types.is_none_or(|(one, other)| inputs.may_be_one(machine, one, other))
                && classes.any(|class| {
                    inputs.has_identity(machine, *class) && inputs.fits(machine, reference, *class)
                })
                && !cycles::closes(domain, objects, input, at, is_fixed)
        };
        objects.iter().filter(may_be)
    }

    /// Which objects met before a new one is not. The cases of a summary exclude each other only if they say so; who
    /// reads a test sees it in the input.
    pub(super) fn told_apart<P: Platform<Symbolic>>(
        &self,
        machine: &Machine<Symbolic, P>,
        answer: &Answered,
    ) -> Vec<Fact>
    where
        I: Inputs<P>,
    {
        match answer {
            Answered::New(input, _) if self.options.effects => {
                let others = self.met_before(machine, *input);
                others.map(|other| Fact::Other(*input, other.name.clone())).collect()
            }
            _ => Vec::new(),
        }
    }
}
