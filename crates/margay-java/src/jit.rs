//! Whether hot methods are compiled.

use crate::program::JavaMachine;
use margay_machine::Domain;

/// Whether hot methods are compiled, in machines that compute with plain words. What is found is the
/// same.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Jit {
    /// The interpreter does everything.
    #[default]
    Off,
    /// Hot methods are compiled.
    On,
    /// They are compiled, and all that they do is done by the interpreter once more and compared: for tests of
    /// Margay itself.
    Check,
}

/// Lets a machine compile hot methods.
#[cfg(feature = "jit")]
pub(crate) fn install<D: Domain>(jit: Jit, machine: &mut JavaMachine<D>) {
    use margay_machine::machine::compiled::Tuning;
    let tuning = match jit {
        Jit::Off => return,
        Jit::On => Tuning::default(),
        Jit::Check => {
            let operations = u32::MAX;
            Tuning { interval: 20, samples: 2, operations, asks: 1, looks: 2, checks: true }
        }
    };
    machine.compile_hot(Box::<margay_jit::Jit>::default(), tuning);
}

/// Nothing is compiled.
#[cfg(not(feature = "jit"))]
pub(crate) fn install<D: Domain>(_: Jit, _: &mut JavaMachine<D>) {}
