//! Numbers by chance: the same ones for the same seed, on every machine and in every thread.

/// Numbers by chance (SplitMix64: Steele, Lea, Flood, OOPSLA 2014).
#[derive(Clone, Debug)]
pub struct Chance {
    state: u64,
}

impl Chance {
    /// The numbers of a seed.
    #[must_use]
    pub fn new(seed: u64) -> Self {
        Chance { state: seed }
    }

    /// The numbers that a seed has for something with a name, whatever else was asked before.
    #[must_use]
    pub fn of(seed: u64, name: &str) -> Self {
        // FNV-1a: near names have far numbers once they were mixed.
        let hash = name.bytes().fold(0xcbf2_9ce4_8422_2325_u64, |hash, byte| {
            (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
        });
        Chance::new(Chance::new(seed).number() ^ hash)
    }

    fn number(&mut self) -> u64 {
        self.state = self.state.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.state;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    /// A number below another, which is not zero.
    pub fn below(&mut self, count: usize) -> usize {
        // The upper half of a product spreads the number over the alternatives.
        ((u128::from(self.number()) * count as u128) >> 64) as usize
    }

    /// One of some things, of which there is at least one.
    pub fn one_of<'t, T>(&mut self, things: &'t [T]) -> &'t T {
        &things[self.below(things.len())]
    }
}

#[cfg(test)]
mod tests {
    use super::Chance;

    #[test]
    fn a_name_has_its_own_numbers() {
        let numbers = |seed, name| {
            let mut chance = Chance::of(seed, name);
            [(); 8].map(|()| chance.below(1_000))
        };
        assert_eq!(numbers(1, "a[0]"), numbers(1, "a[0]"));
        assert_ne!(numbers(1, "a[0]"), numbers(1, "a[1]"));
        assert_ne!(numbers(1, "a[0]"), numbers(2, "a[0]"));
    }
}
