//! Edges as moves: the arguments of a jump are copied to the parameters of its target *at once*,
//! so copies are ordered, and cycles broken with a spare register.

use super::op::Reg;
use smallvec::SmallVec;

/// Where a moved value comes from.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Source {
    Reg(Reg),
    /// Bits of a constant.
    Const(u64),
}

pub(super) type Moves = SmallVec<[(Reg, Source); 4]>;

/// Orders parallel moves into a sequence with the same effect; `spare` is free to use.
pub(super) fn sequentialize(mut pending: Moves, spare: Reg) -> Moves {
    let mut done = Moves::new();
    pending.retain(|(dst, src)| *src != Source::Reg(*dst));
    while !pending.is_empty() {
        let free = pending
            .iter()
            .position(|(dst, _)| !pending.iter().any(|(_, src)| *src == Source::Reg(*dst)));
        match free {
            Some(index) => done.push(pending.swap_remove(index)),
            None => {
                // Only cycles are left: save one value and let its readers take the copy.
                let saved = Source::Reg(pending[0].0);
                done.push((spare, saved));
                for (_, src) in &mut pending {
                    if *src == saved {
                        *src = Source::Reg(spare);
                    }
                }
            }
        }
    }
    done
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn a_sequence_does_what_the_parallel_moves_do(
            sources in proptest::collection::vec((0u16..8, 0u16..10), 0..8)
        ) {
            let mut moves = Moves::new();
            for (dst, src) in sources {
                if moves.iter().all(|(d, _)| *d != dst) {
                    let src = if src < 8 { Source::Reg(src) } else { Source::Const(u64::from(src)) };
                    moves.push((dst, src));
                }
            }
            let before: Vec<u64> = (100..109).collect();
            let value = |regs: &[u64], src| match src {
                Source::Reg(r) => regs[usize::from(r)],
                Source::Const(c) => c,
            };
            let mut expected = before.clone();
            for (dst, src) in &moves {
                expected[usize::from(*dst)] = value(&before, *src);
            }
            let mut actual = before.clone();
            for (dst, src) in sequentialize(moves, 8) {
                actual[usize::from(dst)] = value(&actual, src);
            }
            prop_assert_eq!(&actual[..8], &expected[..8]);
        }
    }
}
