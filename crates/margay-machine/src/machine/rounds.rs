//! What the counter of a loop counts. It is a register, so all of it has to fit 64 bits.

/// Bits of each part.
const VISITS: u32 = 20;
const QUIET: u32 = 18;
const KNOWN: u32 = 11;
const FORKS: u32 = 14;

/// The rounds of a loop since it was entered.
#[derive(Clone, Copy, Default, Debug, PartialEq, Eq)]
pub(super) struct Rounds {
    /// How often its header was entered, counting rounds that the criterion counts.
    pub visits: u32,
    /// Rounds since the last choice.
    pub quiet: u32,
    /// Rounds with a choice that were not counted, as the number of rounds is known.
    pub known: u32,
    /// How many choices there were when the present round began, as far as the bits go.
    pub forks: u32,
    /// Whether this round found that the number of rounds is known.
    pub is_counted: bool,
}

impl Rounds {
    pub fn bits(self) -> u64 {
        let Rounds { visits, quiet, known, forks, is_counted } = self;
        let parts = [(visits, VISITS), (quiet, QUIET), (known, KNOWN), (forks, FORKS)];
        parts.iter().fold(u64::from(is_counted), |bits, (part, width)| {
            bits << width | u64::from(part & mask(*width))
        })
    }

    pub fn from_bits(mut bits: u64) -> Self {
        let mut part = |width: u32| {
            let part = bits as u32 & mask(width);
            bits >>= width;
            part
        };
        let (forks, known, quiet, visits) = (part(FORKS), part(KNOWN), part(QUIET), part(VISITS));
        Rounds { visits, quiet, known, forks, is_counted: bits != 0 }
    }

    /// After the header is entered once more, with so many choices made on the path.
    /// `known_are_free` says that rounds do not count where their number is known.
    pub fn next(self, forks: u32, known_are_free: bool) -> Self {
        let forks = forks & mask(FORKS);
        let next = Rounds { forks, quiet: 0, is_counted: false, ..self };
        match self {
            Rounds { visits: 0, .. } => Rounds { visits: 1, ..next },
            // The same on every path.
            _ if self.forks == forks => Rounds { quiet: self.quiet + 1, ..next },
            _ if self.is_counted && known_are_free => Rounds { known: self.known + 1, ..next },
            _ => Rounds { visits: self.visits + 1, ..next },
        }
    }
}

fn mask(width: u32) -> u32 {
    (1 << width) - 1
}

#[cfg(test)]
mod tests {
    use super::Rounds;

    #[test]
    fn all_parts_fit_a_register() {
        let rounds = Rounds {
            visits: 1_000_001,
            quiet: 65_537,
            known: 1_025,
            forks: 9_999,
            is_counted: true,
        };
        assert_eq!(Rounds::from_bits(rounds.bits()), rounds);
        assert_eq!(Rounds::default().bits(), 0);
    }

    #[test]
    fn rounds_count_where_a_choice_may_have_ended_the_loop() {
        let first = Rounds::default().next(7, true);
        assert_eq!((first.visits, first.quiet), (1, 0));
        let same = first.next(7, true);
        assert_eq!((same.visits, same.quiet), (1, 1));
        let chosen = same.next(8, true);
        assert_eq!((chosen.visits, chosen.quiet), (2, 0));
        let counted = Rounds { is_counted: true, ..chosen };
        assert_eq!((counted.next(9, true).visits, counted.next(9, true).known), (2, 1));
        assert_eq!(counted.next(9, false).visits, 3);
    }
}
