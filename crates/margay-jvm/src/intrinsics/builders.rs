//! String builders to which numbers and texts of the input were appended.
//!
//! As with [texts](super::texts), what nobody looks into is not spelled out: the array of letters of
//! such a builder is put off, with the pieces to make it of, and its length is a sum. What asks for
//! more than the length, a further piece or the whole as a text finds the letters first.

use super::boxes::new_box;
use super::texts::{self, OBJECTS, Result, STRING, is_spelling, method_of_texts};
use super::{Answer, Call, Entry, where_open};
use margay_ir::{BinOp, Conv, Type};
use margay_machine::{Abrupt, Domain, Ref};

const BUILDER: &str = "java/lang/AbstractStringBuilder";
const INTEGER: &str = "java/lang/Integer";
const LONG: &str = "java/lang/Long";

pub(super) fn entries<D: Domain>() -> Vec<Entry<D>> {
    let why = "what nobody looks into need not be spelled out";
    let append = |descriptor, run| where_open(BUILDER, "append", descriptor, run, why);
    let text = |class| where_open(class, "toString", "()Ljava/lang/String;", to_text, why);
    vec![
        append("(I)Ljava/lang/AbstractStringBuilder;", |call| number(call, INTEGER)),
        append("(J)Ljava/lang/AbstractStringBuilder;", |call| number(call, LONG)),
        append("(C)Ljava/lang/AbstractStringBuilder;", letter),
        append("(Ljava/lang/String;)Ljava/lang/AbstractStringBuilder;", string),
        text("java/lang/StringBuilder"),
        text("java/lang/StringBuffer"),
    ]
}

fn number<D: Domain>(call: &mut Call<'_, D>, class: &str) -> Answer<D> {
    let value = call.args[1];
    let is_open = call.core.domain.plain(value).is_none();
    append(call, is_open, |call| {
        let class = call.jvm.require(call.core, class)?;
        new_box(call, class, value)
    })
}

fn letter<D: Domain>(call: &mut Call<'_, D>) -> Answer<D> {
    let letter = call.core.domain.plain(call.args[1]).filter(|letter| *letter < 256);
    let letter = letter.ok_or(Abrupt::Own)?;
    append(call, false, |call| latin(call, &[D::constant(u64::from(letter as u8 as i8 as u32))]))
}

fn string<D: Domain>(call: &mut Call<'_, D>) -> Answer<D> {
    let text = call.core.domain.bits(call.args[1]).ok_or(Abrupt::Own)? as Ref;
    if text == 0 || !call.core.domain.has_class(text) {
        return Err(Abrupt::Own);
    }
    let is_open = texts::is_open_text(call, text)?;
    append(call, is_open, |_| Ok(text))
}

/// The text of a builder whose letters are put off.
fn to_text<D: Domain>(call: &mut Call<'_, D>) -> Answer<D> {
    let builder = builder(call)?;
    match pieces(call, builder)? {
        Some(pieces) => texts::put_off(call, "spell", &[pieces]),
        None => Err(Abrupt::Own),
    }
}

/// Appends a piece, if that or what is there is not known.
fn append<D: Domain>(
    call: &mut Call<'_, D>,
    is_open: bool,
    piece: impl FnOnce(&mut Call<'_, D>) -> Result<Ref, D>,
) -> Answer<D> {
    let builder = builder(call)?;
    let there = pieces(call, builder)?;
    if !is_open && there.is_none() {
        return Err(Abrupt::Own);
    }
    let (value, count) = (call.slot(builder, "value")?, call.slot(builder, "count")?);
    let mut all: Vec<D::Value> = match there {
        Some(pieces) => elements(call, pieces),
        None => known(call, builder)?.into_iter().collect(),
    };
    let piece = piece(call)?;
    let length = length(call, piece)?;
    all.push(D::constant(u64::from(piece)));
    let pieces = call.new_array(OBJECTS, &all)?;
    let given = [builder, pieces].map(|object| D::constant(u64::from(object)));
    let letters = call.jvm.require(call.core, "[B")?;
    let fill = method_of_texts(call, "fill")?;
    let letters = call.core.domain.put_off(letters, fill, &given).ok_or(Abrupt::Own)?;
    let before = call.core.memory.get(builder, count);
    let after = call.core.domain.binary(BinOp::Add, Type::I32, before, length);
    call.core.memory.set(builder, value, letters);
    call.core.memory.set(builder, count, after);
    Ok(Some(call.args[0]))
}

/// The builder that is asked, unless its own code has to run.
fn builder<D: Domain>(call: &mut Call<'_, D>) -> Result<Ref, D> {
    let builder = call.core.domain.bits(call.args[0]).ok_or(Abrupt::Own)? as Ref;
    if builder == 0 || !call.core.domain.has_class(builder) || is_spelling(call) {
        return Err(Abrupt::Own);
    }
    Ok(builder)
}

/// The pieces of a builder whose letters are put off.
fn pieces<D: Domain>(call: &mut Call<'_, D>, builder: Ref) -> Result<Option<Ref>, D> {
    let value = call.slot(builder, "value")?;
    let letters = call.core.memory.get(builder, value);
    let given = call.core.domain.still_put_off(letters).and_then(|(_, given)| given.get(1));
    Ok(given.and_then(|pieces| D::known(*pieces)).map(|pieces| pieces as Ref))
}

/// What is in a builder of Latin letters as a text, if there is something.
fn known<D: Domain>(call: &mut Call<'_, D>, builder: Ref) -> Result<Option<D::Value>, D> {
    let cell = |name: &str| {
        let slot = call.slot(builder, name)?;
        let value = call.core.memory.get(builder, slot);
        call.core.domain.plain(value).ok_or(Abrupt::Own)
    };
    let (letters, coder, count) = (cell("value")? as Ref, cell("coder")?, cell("count")? as u32);
    if coder != 0 {
        return Err(Abrupt::Own);
    }
    if count == 0 {
        return Ok(None);
    }
    let letters: Vec<D::Value> = (0..count).map(|at| call.core.memory.get(letters, at)).collect();
    latin(call, &letters).map(|text| Some(D::constant(u64::from(text))))
}

/// A text of these Latin letters.
fn latin<D: Domain>(call: &mut Call<'_, D>, letters: &[D::Value]) -> Result<Ref, D> {
    let array = call.new_array("[B", letters)?;
    texts::new_text(call, D::constant(u64::from(array)))
}

fn elements<D: Domain>(call: &Call<'_, D>, array: Ref) -> Vec<D::Value> {
    let memory = &call.core.memory;
    (0..memory.len(array)).map(|index| memory.get(array, index)).collect()
}

/// How many letters a piece has.
fn length<D: Domain>(call: &mut Call<'_, D>, piece: Ref) -> Result<D::Value, D> {
    let class = call.core.memory.class_of(piece);
    match call.core.world.class_name(class) {
        STRING => text_length(call, piece),
        name @ (INTEGER | LONG) => {
            let (digits, is_int) = if name == INTEGER { (10, true) } else { (19, false) };
            let slot = call.slot(piece, "value")?;
            let number = call.core.memory.get(piece, slot);
            let domain = &mut call.core.domain;
            let number = if is_int { domain.convert(Conv::I32ToI64, number) } else { number };
            Ok(number_length(domain, number, digits))
        }
        _ => Err(Abrupt::Own),
    }
}

fn text_length<D: Domain>(call: &mut Call<'_, D>, text: Ref) -> Result<D::Value, D> {
    let layout = call.jvm.layout(call.core)?;
    let letters = call.core.memory.get(text, layout.string_value);
    if let Some(letters) = call.core.domain.bits(letters) {
        let letters = letters as Ref;
        let known = D::constant(u64::from(call.core.memory.len(letters)));
        return Ok(call.core.memory.sized(letters).unwrap_or(known));
    }
    let pieces = texts::pieces(call, letters)?;
    let mut sum = D::constant(0);
    for piece in elements(call, pieces.ok_or(Abrupt::Own)?) {
        // A concatenation may have null among its pieces.
        let piece = call.core.domain.plain(piece).filter(|piece| *piece != 0).ok_or(Abrupt::Own)?;
        let length = length(call, piece as Ref)?;
        sum = call.core.domain.binary(BinOp::Add, Type::I32, sum, length);
    }
    Ok(sum)
}

/// How many letters a number of at most so many digits has: one, one for a sign, and one for each power
/// of ten that it reaches.
fn number_length<D: Domain>(domain: &mut D, number: D::Value, digits: u32) -> D::Value {
    let long = |value: i64| D::constant(value as u64);
    let is_negative =
        |domain: &mut D, value| domain.binary(BinOp::Ushr, Type::I64, value, D::constant(63));
    let mut sum = is_negative(domain, number);
    // Its absolute value would not fit, but that with a minus does.
    let ones = domain.binary(BinOp::Shr, Type::I64, number, D::constant(63));
    let others = domain.binary(BinOp::Xor, Type::I64, ones, long(-1));
    let flipped = domain.binary(BinOp::Xor, Type::I64, number, others);
    let minus = domain.binary(BinOp::Sub, Type::I64, flipped, others);
    for power in 1..digits {
        let below = domain.binary(BinOp::Add, Type::I64, minus, long(10i64.pow(power) - 1));
        let reached = is_negative(domain, below);
        sum = domain.binary(BinOp::Add, Type::I64, sum, reached);
    }
    let sum = domain.binary(BinOp::Add, Type::I64, sum, long(1));
    domain.convert(Conv::I64ToI32, sum)
}

#[cfg(test)]
mod tests {
    use super::number_length;
    use margay_machine::Concrete;

    #[test]
    fn the_length_of_a_number_is_that_of_its_text() {
        let mut domain = Concrete;
        let mut power = 1i64;
        for _ in 0..19 {
            for number in [power - 1, power, power + 1, -power, 1 - power, -power - 1] {
                let length = number_length(&mut domain, number as u64, 19);
                assert_eq!(length, number.to_string().len() as u64, "{number}");
            }
            power = power.wrapping_mul(10);
        }
        for number in [i64::MIN, i64::MAX] {
            assert_eq!(
                number_length(&mut domain, number as u64, 19),
                number.to_string().len() as u64
            );
        }
        for number in [i32::MIN, i32::MAX] {
            let bits = i64::from(number) as u64;
            assert_eq!(number_length(&mut domain, bits, 10), number.to_string().len() as u64);
        }
    }
}
