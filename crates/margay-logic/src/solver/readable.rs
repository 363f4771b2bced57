//! Floats people like to read: small integers, then halves, then short decimals.

use crate::sort::{FloatSort, Sort};
use crate::value::of_sort;

/// Integers and halves up to here, in both directions.
const LARGEST: i32 = 16;
/// Decimals of up to this many digits after the point count as short.
const DIGITS: usize = 6;

fn bits(number: f64, format: FloatSort) -> u64 {
    let bits = match format {
        FloatSort::F32 => u64::from((number as f32).to_bits()),
        FloatSort::F64 => number.to_bits(),
    };
    of_sort(bits, Sort::Float(format))
}

fn number(bits: u64, format: FloatSort) -> f64 {
    match format {
        FloatSort::F32 => f64::from(f32::from_bits(bits as u32)),
        FloatSort::F64 => f64::from_bits(bits),
    }
}

/// The most readable values, best first.
pub(super) fn readable(format: FloatSort) -> impl Iterator<Item = u64> {
    let both = |n: f64| [n, -n];
    let integers = (1..=LARGEST).flat_map(move |n| both(f64::from(n)));
    let halves = (0..LARGEST).flat_map(move |n| both(f64::from(n) + 0.5));
    [0.0].into_iter().chain(integers).chain(halves).map(move |n| bits(n, format))
}

/// Values that read better than the present one, best first.
pub(super) fn better(present: u64, format: FloatSort) -> Vec<u64> {
    let mut values: Vec<u64> = readable(format).take_while(|value| *value != present).collect();
    let is_readable = readable(format).any(|value| value == present);
    let value = number(present, format);
    if !is_readable && value.is_finite() {
        let rounded = (0..=DIGITS).filter_map(|digits| format!("{value:.digits$}").parse().ok());
        let short = (0..=DIGITS).filter_map(|digits| format!("{value:.digits$e}").parse().ok());
        values.extend(rounded.chain(short).map(|n: f64| bits(n, format)));
    }
    values
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shorter_decimals_come_after_small_numbers() {
        let better = better(12.3456789_f64.to_bits(), FloatSort::F64);
        let numbers: Vec<f64> = better.into_iter().map(f64::from_bits).collect();
        assert_eq!(numbers[..4], [0.0, 1.0, -1.0, 2.0]);
        assert!(numbers.contains(&15.5));
        let shorter = &numbers[numbers.len() - 14..][..4];
        assert_eq!(shorter, [12.0, 12.3, 12.35, 12.346]);
    }

    #[test]
    fn nothing_is_better_than_zero() {
        assert!(better(0, FloatSort::F32).is_empty());
        assert_eq!(better(f32::NAN.to_bits().into(), FloatSort::F32).len(), 65);
    }
}
