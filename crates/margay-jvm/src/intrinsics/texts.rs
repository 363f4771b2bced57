//! Texts that numbers and texts of the input are part of.
//!
//! To spell out a number that is not decided, its digits have to be counted, which makes a path of
//! each count; and most such texts are messages that nobody looks into. So the letters are put off:
//! the text is an object whose array of letters is found when something reads it. Numbers as texts,
//! concatenations and simple formats are made this way.

use super::boxes::new_box;
use super::{Answer, Call, Entry, native, where_open};
use margay_ir::{ClassId, MethodId};
use margay_machine::{Abrupt, Domain, Ref, Want};

pub(super) const TEXTS: &str = "margay/rt/Texts";
const FORMATS: &str = "margay/rt/Formats";
pub(super) const STRING: &str = "java/lang/String";
pub(super) const OBJECTS: &str = "[Ljava/lang/Object;";
const CHARSET: &str = "java/nio/charset/Charset";
const LOOKUP: &str = "(Ljava/lang/String;)Ljava/nio/charset/Charset;";
const FORMAT: &str = "(Ljava/lang/String;[Ljava/lang/Object;)Ljava/lang/String;";
const FORMATTED: &str = "([Ljava/lang/Object;)Ljava/lang/String;";
const CONCAT: &str = "([Ljava/lang/String;)Ljava/lang/String;";
const TO_STRING: &str = "()Ljava/lang/String;";

/// Classes of values that are nothing but their numbers, and whose texts are of Latin letters.
const VALUES: [&str; 9] = [
    "java/time/Duration",
    "java/time/Instant",
    "java/time/LocalDate",
    "java/time/LocalTime",
    "java/time/MonthDay",
    "java/time/Period",
    "java/time/Year",
    "java/time/YearMonth",
    "java/util/UUID",
];

pub(super) type Result<T, D> = std::result::Result<T, Abrupt<<D as Domain>::Value>>;

pub(super) fn entries<D: Domain>() -> Vec<Entry<D>> {
    let why = "a text that nobody looks into need not be spelled out";
    let mut entries = vec![
        where_open("java/lang/Integer", "toString", "(I)Ljava/lang/String;", integer, why),
        where_open("java/lang/Long", "toString", "(J)Ljava/lang/String;", long, why),
        where_open("java/lang/Float", "toString", "(F)Ljava/lang/String;", float, why),
        where_open("java/lang/Double", "toString", "(D)Ljava/lang/String;", double, why),
        where_open(TEXTS, "concat", CONCAT, concat, why),
        where_open(STRING, "format", FORMAT, format, why),
        where_open(STRING, "formatted", FORMATTED, format, why),
        where_open(
            STRING,
            "hashCode",
            "()I",
            hash,
            "that it is 0 is remembered, which nobody sees",
        ),
        native("margay/rt/Natives", "mentioned", "", mentioned, "what the method under test knows"),
        where_open(CHARSET, "lookup", LOOKUP, charset, "the letters of a name need not be guessed"),
        where_open("java/lang/Integer", "parseInt", "(Ljava/lang/String;I)I", parse_int, why),
        where_open("java/lang/Long", "parseLong", "(Ljava/lang/String;I)J", parse_long, why),
    ];
    let values = VALUES.iter().copied();
    entries.extend(values.map(|class| where_open(class, "toString", TO_STRING, value, why)));
    entries
}

/// Whether the letters of a text are being found.
pub(super) fn is_spelling<D: Domain>(call: &mut Call<'_, D>) -> bool {
    let slot = call.static_slot(TEXTS, "spelling");
    let depth = slot.and_then(|slot| D::known(call.core.memory.get_static(slot)));
    depth.is_some_and(|depth| depth != 0)
}

/// The text of a value whose numbers are not known.
fn value<D: Domain>(call: &mut Call<'_, D>) -> Answer<D> {
    let object = call.core.domain.bits(call.args[0]).ok_or(Abrupt::Own)? as Ref;
    if object == 0 || is_spelling(call) {
        return Err(Abrupt::Own);
    }
    let memory = &call.core.memory;
    let mut cells = (0..memory.len(object)).map(|index| memory.get(object, index));
    if cells.all(|cell| call.core.domain.plain(cell).is_some()) {
        return Err(Abrupt::Own);
    }
    put_off(call, "describe", &[object])
}

/// The hash code of a text whose letters are not known.
fn hash<D: Domain>(call: &mut Call<'_, D>) -> Answer<D> {
    let text = call.reference(0)?;
    if text == 0 || !is_latin(call, text)? || letters_known(call, text)? {
        return Err(Abrupt::Own);
    }
    let method = method_of_texts(call, "hash")?;
    Err(Abrupt::Call(method, vec![call.args[0]]))
}

/// Texts that are tried, at most.
const MOST_MENTIONED: usize = 8;

/// One of the texts that the method under test knows, or null.
fn mentioned<D: Domain>(call: &mut Call<'_, D>) -> Answer<D> {
    let number = call.core.domain.plain(call.args[0]).ok_or(Abrupt::Own)? as usize;
    let known = call.jvm.mentioned.get(number).filter(|_| number < MOST_MENTIONED).cloned();
    known.map_or(Ok(Some(D::constant(0))), |text| call.new_text(&text))
}

/// The charset of a name whose letters are not known.
fn charset<D: Domain>(call: &mut Call<'_, D>) -> Answer<D> {
    let name = call.reference(0)?;
    if name == 0 || is_spelling(call) || !is_latin(call, name)? || letters_known(call, name)? {
        return Err(Abrupt::Own);
    }
    let method = method_of_texts(call, "charset")?;
    Err(Abrupt::Call(method, vec![call.args[0]]))
}

/// Whether the letters of a text are there, and decided.
fn letters_known<D: Domain>(call: &mut Call<'_, D>, text: Ref) -> Result<bool, D> {
    let layout = call.jvm.layout(call.core)?;
    let Some(letters) = D::known(call.core.memory.get(text, layout.string_value)) else {
        return Ok(false);
    };
    let (letters, memory) = (letters as Ref, &call.core.memory);
    let mut all = (0..memory.len(letters)).map(|index| memory.get(letters, index));
    let is_open = memory.sized(letters).is_some();
    Ok(!is_open && all.all(|unit| call.core.domain.plain(unit).is_some()))
}

fn parse_int<D: Domain>(call: &mut Call<'_, D>) -> Answer<D> {
    parse(call, "parseInt", "java/lang/Integer")
}

fn parse_long<D: Domain>(call: &mut Call<'_, D>) -> Answer<D> {
    parse(call, "parseLong", "java/lang/Long")
}

/// The number that a text is: the one that it was made of, or found without asking for each letter.
fn parse<D: Domain>(call: &mut Call<'_, D>, name: &str, class: &str) -> Answer<D> {
    let text = call.reference(0)?;
    let decimal = call.core.domain.plain(call.args[1]) == Some(10);
    if text == 0 || !decimal || is_spelling(call) || !is_latin(call, text)? {
        return Err(Abrupt::Own);
    }
    let layout = call.jvm.layout(call.core)?;
    let letters = call.core.memory.get(text, layout.string_value);
    if let Some(number) = only_number(call, letters, class)? {
        return Ok(Some(number));
    }
    let letters = call.core.domain.bits(letters).ok_or(Abrupt::Own)? as Ref;
    let memory = &call.core.memory;
    let length = memory.sized(letters);
    if length.is_some_and(|length| call.core.domain.plain(length) != Some(0)) {
        return Err(Abrupt::Wanted(Want::Length(letters)));
    }
    let mut all = (0..memory.len(letters)).map(|index| memory.get(letters, index));
    if all.all(|unit| call.core.domain.plain(unit).is_some()) {
        return Err(Abrupt::Own);
    }
    let method = method_of_texts(call, name)?;
    Err(Abrupt::Call(method, vec![call.args[0]]))
}

/// The number in a box of a class that letters are to be spelled from, if nothing else is.
fn only_number<D: Domain>(
    call: &mut Call<'_, D>,
    letters: D::Value,
    class: &str,
) -> Result<Option<D::Value>, D> {
    let Some(pieces) = pieces(call, letters)? else { return Ok(None) };
    let layout = call.jvm.layout(call.core)?;
    let mut only = None;
    for index in 0..call.core.memory.len(pieces) {
        let piece = D::known(call.core.memory.get(pieces, index)).unwrap_or_default() as Ref;
        if piece == 0 {
            return Ok(None);
        }
        let is_text = call.core.world.class_name(call.core.memory.class_of(piece)) == STRING;
        let slot = if is_text { layout.string_value } else { call.slot(piece, "value")? };
        let letters = call.core.memory.get(piece, slot);
        let is_empty = is_text
            && D::known(letters).is_some_and(|letters| {
                let memory = &call.core.memory;
                memory.len(letters as Ref) == 0 && memory.sized(letters as Ref).is_none()
            });
        if only.is_some() && !is_empty {
            return Ok(None);
        }
        if !is_empty {
            only = Some((piece, is_text, letters));
        }
    }
    let Some((piece, is_text, value)) = only else { return Ok(None) };
    if is_text {
        return only_number(call, value, class);
    }
    let is_of_class = call.core.world.class_name(call.core.memory.class_of(piece)) == class;
    Ok(is_of_class.then_some(value))
}

/// What letters are to be spelled from, while nobody has looked at them.
pub(super) fn pieces<D: Domain>(
    call: &mut Call<'_, D>,
    letters: D::Value,
) -> Result<Option<Ref>, D> {
    let spell = method_of_texts(call, "spell")?;
    let pieces = match call.core.domain.still_put_off(letters) {
        Some((method, given)) if method == spell => given.first().and_then(|p| D::known(*p)),
        _ => None,
    };
    Ok(pieces.map(|pieces| pieces as Ref))
}

fn integer<D: Domain>(call: &mut Call<'_, D>) -> Answer<D> {
    number(call, "java/lang/Integer")
}

fn long<D: Domain>(call: &mut Call<'_, D>) -> Answer<D> {
    number(call, "java/lang/Long")
}

fn float<D: Domain>(call: &mut Call<'_, D>) -> Answer<D> {
    number(call, "java/lang/Float")
}

fn double<D: Domain>(call: &mut Call<'_, D>) -> Answer<D> {
    number(call, "java/lang/Double")
}

/// The text of a number.
fn number<D: Domain>(call: &mut Call<'_, D>, class: &str) -> Answer<D> {
    let value = call.args[0];
    if call.core.domain.plain(value).is_some() || is_spelling(call) {
        return Err(Abrupt::Own);
    }
    let class = call.jvm.require(call.core, class)?;
    let number = new_box(call, class, value)?;
    let pieces = call.new_array(OBJECTS, &[D::constant(u64::from(number))])?;
    put_off(call, "spell", &[pieces])
}

/// Texts one after the other, if the letters of one are not known.
fn concat<D: Domain>(call: &mut Call<'_, D>) -> Answer<D> {
    let pieces = call.object(0)?;
    let mut is_open = false;
    for index in 0..call.core.memory.len(pieces) {
        let piece = call.core.memory.get(pieces, index);
        let Some(piece) = call.core.domain.bits(piece) else {
            return Err(Abrupt::Wanted(Want::Object(piece)));
        };
        is_open |= piece != 0 && is_open_text(call, piece as Ref)?;
    }
    if is_open { put_off(call, "spell", &[pieces]) } else { Err(Abrupt::Own) }
}

/// A text by a format that has nothing but plain conversions, if part of it is not known.
fn format<D: Domain>(call: &mut Call<'_, D>) -> Answer<D> {
    let (format, arguments) = (call.reference(0)?, call.reference(1)?);
    if format == 0 || arguments == 0 {
        return Err(Abrupt::Own);
    }
    if is_open_text(call, format)? || call.core.memory.sized(arguments).is_some() {
        return Err(Abrupt::Own);
    }
    let conversions = conversions(&call.units_of(format)?).ok_or(Abrupt::Own)?;
    let count = call.core.memory.len(arguments);
    if conversions.len() > count as usize {
        return Err(Abrupt::Own);
    }
    let given: Vec<D::Value> = (0..count).map(|i| call.core.memory.get(arguments, i)).collect();
    let mut is_open = false;
    for (conversion, argument) in conversions.into_iter().zip(&given) {
        let argument = call.core.domain.bits(*argument).ok_or(Abrupt::Own)? as Ref;
        is_open |= argument != 0 && is_open_argument(call, conversion, argument)?;
    }
    if !is_open {
        return Err(Abrupt::Own);
    }
    let arguments = call.new_array(OBJECTS, &given)?;
    put_off_by(call, FORMATS, "spell", &[format, arguments])
}

/// The conversions of a format, if nothing can be wrong with what stands before them: one flag at most, a width, a precision.
fn conversions(format: &[u16]) -> Option<Vec<u8>> {
    let text: Option<Vec<u8>> = format.iter().map(|unit| u8::try_from(*unit).ok()).collect();
    let text = text?;
    let (mut found, mut rest) = (Vec::new(), &text[..]);
    while let Some(place) = rest.iter().position(|letter| *letter == b'%') {
        rest = &rest[place + 1..];
        if let [b'%' | b'n', after @ ..] = rest {
            rest = after;
            continue;
        }
        let flag = rest.first().copied().filter(|letter| b"-0,+".contains(letter));
        rest = &rest[usize::from(flag.is_some())..];
        let digits = |text: &[u8]| text.iter().take_while(|c| c.is_ascii_digit()).count();
        let width = digits(rest);
        // A zero there is one more flag.
        if rest.starts_with(b"0") {
            return None;
        }
        rest = &rest[width..];
        let precision = match rest {
            [b'.', after @ ..] => digits(after),
            _ => 0,
        };
        rest = &rest[if precision > 0 { precision + 1 } else { 0 }..];
        let (conversion, after) = rest.split_first()?;
        let takes_flag = match flag {
            None => true,
            Some(b'-') => width > 0,
            Some(b'0') => width > 0 && b"dxXofeg".contains(conversion),
            Some(b',') => b"df".contains(conversion),
            Some(_) => b"dfeg".contains(conversion),
        };
        let takes_precision = precision == 0 || b"sfeg".contains(conversion);
        if !b"sdxXofegcb".contains(conversion) || !takes_flag || !takes_precision {
            return None;
        }
        found.push(*conversion);
        rest = after;
    }
    Some(found)
}

/// What a box is converted by, besides what takes any object.
fn boxed(class: &str) -> Option<&'static [u8]> {
    match class {
        "java/lang/Integer" | "java/lang/Long" | "java/lang/Short" | "java/lang/Byte" => {
            Some(b"dxXo")
        }
        "java/lang/Float" | "java/lang/Double" => Some(b"feg"),
        "java/lang/Character" => Some(b"c"),
        "java/lang/Boolean" => Some(b""),
        _ => None,
    }
}

/// Whether what is to be converted is not known. Objects whose own code makes their text run it.
fn is_open_argument<D: Domain>(
    call: &mut Call<'_, D>,
    conversion: u8,
    argument: Ref,
) -> Result<bool, D> {
    if !call.core.domain.has_class(argument) {
        return Err(Abrupt::Own);
    }
    let class = call.core.memory.class_of(argument);
    match call.core.world.class_name(class) {
        STRING if conversion == b's' => is_open_text(call, argument),
        class
            if b"sb".contains(&conversion) && boxed(class).is_some()
                || boxed(class).is_some_and(|takes| takes.contains(&conversion)) =>
        {
            let slot = call.slot(argument, "value")?;
            let number = call.core.memory.get(argument, slot);
            Ok(call.core.domain.plain(number).is_none())
        }
        _ => Err(Abrupt::Own),
    }
}

/// Whether the letters of a text are put off, or how many there are is not known. Texts that may
/// have other letters than Latin ones are left to their own code.
pub(super) fn is_open_text<D: Domain>(call: &mut Call<'_, D>, text: Ref) -> Result<bool, D> {
    if !is_latin(call, text)? {
        return Err(Abrupt::Own);
    }
    let layout = call.jvm.layout(call.core)?;
    let memory = &call.core.memory;
    let Some(letters) = call.core.domain.bits(memory.get(text, layout.string_value)) else {
        return Ok(true);
    };
    let length = memory.sized(letters as Ref);
    Ok(length.is_some_and(|length| call.core.domain.plain(length).is_none()))
}

fn is_latin<D: Domain>(call: &mut Call<'_, D>, text: Ref) -> Result<bool, D> {
    let layout = call.jvm.layout(call.core)?;
    Ok(call.core.domain.plain(call.core.memory.get(text, layout.string_coder)) == Some(0))
}

/// A text whose letters a method of [`TEXTS`] will spell out.
pub(super) fn put_off<D: Domain>(call: &mut Call<'_, D>, name: &str, given: &[Ref]) -> Answer<D> {
    put_off_by(call, TEXTS, name, given)
}

fn put_off_by<D: Domain>(
    call: &mut Call<'_, D>,
    class: &str,
    name: &str,
    given: &[Ref],
) -> Answer<D> {
    let given: Vec<D::Value> = given.iter().map(|o| D::constant(u64::from(*o))).collect();
    put_off_values(call, class, name, &given).map(Some)
}

fn put_off_values<D: Domain>(
    call: &mut Call<'_, D>,
    class: &str,
    name: &str,
    given: &[D::Value],
) -> Result<D::Value, D> {
    let method = method(call, class, name)?;
    let letters = call.jvm.require(call.core, "[B")?;
    let letters = call.core.domain.put_off(letters, method, given).ok_or(Abrupt::Own)?;
    let text = new_text(call, letters)?;
    Ok(D::constant(u64::from(text)))
}

/// A text of Latin letters.
pub(super) fn new_text<D: Domain>(call: &mut Call<'_, D>, letters: D::Value) -> Result<Ref, D> {
    let layout = call.jvm.layout(call.core)?;
    let string = call.jvm.require(call.core, STRING)?;
    let cells = call.core.world.loaded(string).cells;
    let text = call.core.memory.allocate(string, cells)?;
    call.core.memory.set(text, layout.string_value, letters);
    Ok(text)
}

/// The message of an exception about values that are not decided, which a method of `Vague` spells out if somebody
/// reads it.
pub(crate) fn vague<D: Domain>(
    call: &mut Call<'_, D>,
    name: &str,
    about: &[D::Value],
) -> Result<D::Value, D> {
    put_off_values(call, "margay/rt/Vague", name, about)
}

/// A method of [`TEXTS`].
pub(super) fn method_of_texts<D: Domain>(
    call: &mut Call<'_, D>,
    name: &str,
) -> Result<MethodId, D> {
    method(call, TEXTS, name)
}

fn method<D: Domain>(call: &mut Call<'_, D>, class: &str, name: &str) -> Result<MethodId, D> {
    let class: ClassId = call.jvm.require(call.core, class)?;
    let world = &call.core.world;
    let mut methods = world.loaded(class).methods.iter();
    let found = methods.find(|method| world.text(world.method(**method).name) == name);
    found.copied().ok_or(Abrupt::Own)
}

#[cfg(test)]
mod tests {
    use super::conversions;

    #[test]
    fn formats_with_plain_conversions_can_be_put_off() {
        let of = |text: &str| conversions(&text.encode_utf16().collect::<Vec<u16>>());
        assert_eq!(of("Index %s of %d%%%n"), Some(vec![b's', b'd']));
        assert_eq!(of("none"), Some(Vec::new()));
        assert_eq!(of("%.2f, %5d, %-8s|%08x %,d"), Some(vec![b'f', b'd', b's', b'x', b'd']));
        for other in ["%1$s", "%", "%-d", "%.3d", "%,x", "%-05d", "%tY", "%5", "%S"] {
            assert_eq!(of(other), None, "{other}");
        }
    }
}
