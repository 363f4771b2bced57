//! Floating point: bit casts, and the elementary functions.
//!
//! `StrictMath` promises fdlibm's results, which the `libm` crate reproduces. `Math` leaves room:
//! JVMs replace its functions by ones of their own, within one unit of the last place.

use super::{Answer, Call, Entry, native};
use margay_machine::Domain;

const MATH: &str = "java/lang/Math";
const STRICT: &str = "java/lang/StrictMath";

fn same<D: Domain>(call: &mut Call<'_, D>) -> Answer<D> {
    Ok(Some(call.args[0]))
}

fn one<D: Domain>(call: &Call<'_, D>, f: fn(f64) -> f64) -> Answer<D> {
    Ok(Some(D::constant(f(f64::from_bits(call.bits(0)?)).to_bits())))
}

fn two<D: Domain>(call: &Call<'_, D>, f: fn(f64, f64) -> f64) -> Answer<D> {
    // A double takes one place in the machine.
    let (a, b) = (f64::from_bits(call.bits(0)?), f64::from_bits(call.bits(1)?));
    Ok(Some(D::constant(f(a, b).to_bits())))
}

pub(super) fn entries<D: Domain>() -> Vec<Entry<D>> {
    let bits = "native: the bits are the value";
    let fast = "JVMs run their own";
    let strict = "native: fdlibm";
    vec![
        native("java/lang/Float", "floatToRawIntBits", "", same, bits),
        native("java/lang/Float", "intBitsToFloat", "", same, bits),
        native("java/lang/Double", "doubleToRawLongBits", "", same, bits),
        native("java/lang/Double", "longBitsToDouble", "", same, bits),
        native(MATH, "sqrt", "(D)D", |c| one(c, f64::sqrt), "the machine has it"),
        native(STRICT, "sqrt", "(D)D", |c| one(c, f64::sqrt), "the machine has it"),
        native(MATH, "sin", "(D)D", |c| one(c, f64::sin), fast),
        native(MATH, "cos", "(D)D", |c| one(c, f64::cos), fast),
        native(MATH, "tan", "(D)D", |c| one(c, f64::tan), fast),
        native(MATH, "exp", "(D)D", |c| one(c, f64::exp), fast),
        native(MATH, "log", "(D)D", |c| one(c, f64::ln), fast),
        native(MATH, "log10", "(D)D", |c| one(c, f64::log10), fast),
        native(MATH, "pow", "(DD)D", |c| two(c, power), fast),
        native(STRICT, "sin", "(D)D", |c| one(c, libm::sin), strict),
        native(STRICT, "cos", "(D)D", |c| one(c, libm::cos), strict),
        native(STRICT, "tan", "(D)D", |c| one(c, libm::tan), strict),
        native(STRICT, "asin", "(D)D", |c| one(c, libm::asin), strict),
        native(STRICT, "acos", "(D)D", |c| one(c, libm::acos), strict),
        native(STRICT, "atan", "(D)D", |c| one(c, libm::atan), strict),
        native(STRICT, "atan2", "(DD)D", |c| two(c, libm::atan2), strict),
        native(STRICT, "log", "(D)D", |c| one(c, libm::log), strict),
        native(STRICT, "log10", "(D)D", |c| one(c, libm::log10), strict),
        native(STRICT, "log1p", "(D)D", |c| one(c, libm::log1p), strict),
        native(STRICT, "expm1", "(D)D", |c| one(c, libm::expm1), strict),
        native(STRICT, "sinh", "(D)D", |c| one(c, libm::sinh), strict),
        native(STRICT, "cosh", "(D)D", |c| one(c, libm::cosh), strict),
        native(STRICT, "tanh", "(D)D", |c| one(c, libm::tanh), strict),
        native(STRICT, "IEEEremainder", "(DD)D", |c| two(c, libm::remainder), strict),
    ]
}

/// C's `pow` differs from Java's where 1 meets NaN or an infinity.
fn power(a: f64, b: f64) -> f64 {
    if b.is_nan() || (a.abs() == 1.0 && b.is_infinite()) { f64::NAN } else { a.powf(b) }
}
