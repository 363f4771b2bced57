//! Functions of floats that are no operators of the IR, and whose results are exact: the same on every machine.

use margay_ir::Type;
use margay_logic::{Ieee, Mode};

/// A function of floats.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FloatFunction {
    /// The square root.
    SquareRoot,
    /// The largest whole number that is not larger.
    Floor,
    /// The smallest whole number that is not smaller.
    Ceiling,
    /// The nearest whole number, of two the even one.
    Nearest,
    /// The product of the first two and the sum with the third, rounded once.
    MultiplyAdd,
}

impl FloatFunction {
    /// What it gives of these bits. Of floats that are no doubles there is [`MultiplyAdd`](Self::MultiplyAdd) only.
    #[must_use]
    pub fn of(self, ty: Type, bits: &[u64]) -> u64 {
        if ty == Type::F32 {
            let [a, b, c] = [0, 1, 2].map(|n| f32::from_bits(operand(bits, n) as u32));
            return u64::from(a.mul_add(b, c).to_bits());
        }
        let [a, b, c] = [0, 1, 2].map(|n| f64::from_bits(operand(bits, n)));
        let value = match self {
            FloatFunction::SquareRoot => a.sqrt(),
            FloatFunction::Floor => a.floor(),
            FloatFunction::Ceiling => a.ceil(),
            FloatFunction::Nearest => a.round_ties_even(),
            FloatFunction::MultiplyAdd => a.mul_add(b, c),
        };
        value.to_bits()
    }

    /// The operator that says the same of terms.
    pub(crate) fn operator(self) -> (Ieee, Mode) {
        match self {
            FloatFunction::SquareRoot => (Ieee::Sqrt, Mode::NearestEven),
            FloatFunction::Floor => (Ieee::Integral, Mode::Down),
            FloatFunction::Ceiling => (Ieee::Integral, Mode::Up),
            FloatFunction::Nearest => (Ieee::Integral, Mode::NearestEven),
            FloatFunction::MultiplyAdd => (Ieee::Fma, Mode::NearestEven),
        }
    }
}

/// An operand, or zero where the function does not take so many.
fn operand(bits: &[u64], number: usize) -> u64 {
    bits.get(number).copied().unwrap_or_default()
}
