//! Numbers of things by where they are in memory.
//!
//! Addresses of a structure are close together, so they are looked up in a table. But large arrays
//! lie far from everything else: each such region has a table of its own.

/// A larger gap between two addresses ends a region.
const GAP: u32 = 1 << 12;

const NONE: u32 = u32::MAX;

/// Where some numbered things are.
#[derive(Clone, Debug, Default)]
pub(super) struct Addresses {
    regions: Vec<Region>,
}

#[derive(Clone, Debug)]
struct Region {
    first: u32,
    numbers: Vec<u32>,
}

impl Addresses {
    /// Things, numbered from 0, that are at these addresses, no two at the same.
    pub fn new(addresses: impl Iterator<Item = u32>) -> Addresses {
        let mut sorted: Vec<(u32, u32)> = addresses.zip(0..).collect();
        sorted.sort_unstable();
        let mut regions: Vec<Region> = Vec::new();
        for (address, number) in sorted {
            let place = regions.last().map(|region| address - region.first);
            let is_near = |region: &Region, place| place - (region.numbers.len() as u32) < GAP;
            match (regions.last_mut(), place) {
                (Some(region), Some(place)) if is_near(region, place) => {
                    region.numbers.resize(place as usize, NONE);
                    region.numbers.push(number);
                }
                _ => regions.push(Region { first: address, numbers: vec![number] }),
            }
        }
        Addresses { regions }
    }

    /// The number of what is at an address.
    pub fn number(&self, address: u32) -> Option<usize> {
        let after = self.regions.partition_point(|region| region.first <= address);
        let region = &self.regions[after.checked_sub(1)?];
        let number = *region.numbers.get((address - region.first) as usize)?;
        (number != NONE).then_some(number as usize)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn near_and_far() {
        let all = [7, 9, 5, 1 << 31, (1 << 31) + 3, 8 + 2 * GAP];
        let addresses = Addresses::new(all.into_iter());
        for (number, address) in all.into_iter().enumerate() {
            assert_eq!(addresses.number(address), Some(number));
        }
        for other in [0, 4, 6, 10, 7 + 2 * GAP, (1 << 31) - 1, (1 << 31) + 1, u32::MAX] {
            assert_eq!(addresses.number(other), None, "{other}");
        }
        let room: usize = addresses.regions.iter().map(|region| region.numbers.len()).sum();
        assert_eq!(room, 5 + 1 + 4);
    }
}
