//! Floating point: bit casts, and the elementary functions.
//!
//! `Math` leaves room for the last place: JVMs replace its functions by ones of their own. `StrictMath` promises fdlibm's
//! results, which the `libm` crate has but for the last place of a few. So a result that is not exact by itself is
//! noted: nobody may rely on its last place.

use super::{Answer, Call, Entry, pure};
use crate::platform::ROUNDING;
use margay_ir::Type;
use margay_machine::{Domain, FloatFunction};

const MATH: &str = "java/lang/Math";
const STRICT: &str = "java/lang/StrictMath";

fn same<D: Domain>(call: &mut Call<'_, D>, to: Type) -> Answer<D> {
    Ok(Some(call.core.domain.reinterpret(to, call.args[0])))
}

fn one<D: Domain>(call: &mut Call<'_, D>, f: fn(f64) -> f64) -> Answer<D> {
    let a = f64::from_bits(call.bits(0)?);
    let value = f(a);
    rounded(call, value, a == 0.0 || is_power_of_ten(a, value))
}

fn two<D: Domain>(call: &mut Call<'_, D>, f: fn(f64, f64) -> f64) -> Answer<D> {
    // A double takes one place in the machine.
    let (a, b) = (f64::from_bits(call.bits(0)?), f64::from_bits(call.bits(1)?));
    let value = f(a, b);
    // Whole numbers are raised to whole powers exactly, as far as doubles have the result.
    let is_whole = a.fract() == 0.0 && b.fract() == 0.0 && value.abs() <= EXACT;
    rounded(call, value, b == 0.0 || b == 1.0 || is_whole)
}

/// Whole numbers up to here are doubles.
const EXACT: f64 = 9_007_199_254_740_992.0;

/// Whether a number is ten to a whole power: then its logarithm is exact.
fn is_power_of_ten(number: f64, power: f64) -> bool {
    (0.0..=22.0).contains(&power) && power.fract() == 0.0 && 10f64.powi(power as i32) == number
}

/// A result whose last place is another on another JVM, unless it is exact.
fn rounded<D: Domain>(call: &mut Call<'_, D>, value: f64, is_exact: bool) -> Answer<D> {
    let is_exact = is_exact || value == 0.0 || !value.is_finite();
    let value = match (is_exact, call.jvm.rounding) {
        (true, _) => value,
        (false, rounding) => {
            call.jvm.restrict(ROUNDING);
            match rounding {
                0 => value,
                1 => value.next_up(),
                _ => value.next_down(),
            }
        }
    };
    Ok(Some(D::constant(value.to_bits())))
}

/// The same on every JVM.
fn exactly<D: Domain>(call: &mut Call<'_, D>, function: FloatFunction, ty: Type) -> Answer<D> {
    if let Some(value) = call.core.domain.float_function(function, ty, call.args) {
        return Ok(Some(value));
    }
    let bits: Result<Vec<u64>, _> = (0..call.args.len()).map(|n| call.bits(n)).collect();
    Ok(Some(D::constant(function.of(ty, &bits?))))
}

fn double<D: Domain>(call: &mut Call<'_, D>, function: FloatFunction) -> Answer<D> {
    exactly(call, function, Type::F64)
}

fn remainder<D: Domain>(call: &mut Call<'_, D>) -> Answer<D> {
    let (a, b) = (f64::from_bits(call.bits(0)?), f64::from_bits(call.bits(1)?));
    Ok(Some(D::constant(libm::remainder(a, b).to_bits())))
}

pub(super) fn entries<D: Domain>() -> Vec<Entry<D>> {
    use FloatFunction::{Ceiling, Floor, MultiplyAdd, Nearest, SquareRoot};
    let bits = "native: the bits are the value";
    let fast = "JVMs run their own";
    let strict = "native: fdlibm";
    let exact = "the machine has it";
    vec![
        pure("java/lang/Float", "floatToRawIntBits", "", |c| same(c, Type::I32), bits),
        pure("java/lang/Float", "intBitsToFloat", "", |c| same(c, Type::F32), bits),
        pure("java/lang/Double", "doubleToRawLongBits", "", |c| same(c, Type::I64), bits),
        pure("java/lang/Double", "longBitsToDouble", "", |c| same(c, Type::F64), bits),
        pure(MATH, "sqrt", "(D)D", |c| double(c, SquareRoot), exact),
        pure(MATH, "floor", "(D)D", |c| double(c, Floor), exact),
        pure(MATH, "ceil", "(D)D", |c| double(c, Ceiling), exact),
        pure(MATH, "rint", "(D)D", |c| double(c, Nearest), exact),
        pure(MATH, "fma", "(DDD)D", |c| double(c, MultiplyAdd), exact),
        pure(MATH, "fma", "(FFF)F", |c| exactly(c, MultiplyAdd, Type::F32), exact),
        pure(STRICT, "sqrt", "(D)D", |c| double(c, SquareRoot), exact),
        pure(STRICT, "floor", "(D)D", |c| double(c, Floor), exact),
        pure(STRICT, "ceil", "(D)D", |c| double(c, Ceiling), exact),
        pure(STRICT, "rint", "(D)D", |c| double(c, Nearest), exact),
        pure(MATH, "sin", "(D)D", |c| one(c, f64::sin), fast),
        pure(MATH, "cos", "(D)D", |c| one(c, f64::cos), fast),
        pure(MATH, "tan", "(D)D", |c| one(c, f64::tan), fast),
        pure(MATH, "exp", "(D)D", |c| one(c, f64::exp), fast),
        pure(MATH, "log", "(D)D", |c| one(c, f64::ln), fast),
        pure(MATH, "log10", "(D)D", |c| one(c, f64::log10), fast),
        pure(MATH, "pow", "(DD)D", |c| two(c, power), fast),
        pure(STRICT, "sin", "(D)D", |c| one(c, libm::sin), strict),
        pure(STRICT, "cos", "(D)D", |c| one(c, libm::cos), strict),
        pure(STRICT, "tan", "(D)D", |c| one(c, libm::tan), strict),
        pure(STRICT, "asin", "(D)D", |c| one(c, libm::asin), strict),
        pure(STRICT, "acos", "(D)D", |c| one(c, libm::acos), strict),
        pure(STRICT, "atan", "(D)D", |c| one(c, libm::atan), strict),
        pure(STRICT, "atan2", "(DD)D", |c| two(c, libm::atan2), strict),
        pure(STRICT, "log", "(D)D", |c| one(c, libm::log), strict),
        pure(STRICT, "log10", "(D)D", |c| one(c, libm::log10), strict),
        pure(STRICT, "log1p", "(D)D", |c| one(c, libm::log1p), strict),
        pure(STRICT, "expm1", "(D)D", |c| one(c, libm::expm1), strict),
        pure(STRICT, "sinh", "(D)D", |c| one(c, libm::sinh), strict),
        pure(STRICT, "cosh", "(D)D", |c| one(c, libm::cosh), strict),
        pure(STRICT, "tanh", "(D)D", |c| one(c, libm::tanh), strict),
        pure(STRICT, "IEEEremainder", "(DD)D", remainder, strict),
    ]
}

/// C's `pow` differs from Java's where 1 meets NaN or an infinity.
fn power(a: f64, b: f64) -> f64 {
    if b.is_nan() || (a.abs() == 1.0 && b.is_infinite()) { f64::NAN } else { a.powf(b) }
}
