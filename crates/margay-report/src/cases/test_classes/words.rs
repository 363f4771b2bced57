//! Conditions and values in words, for names: `this.first != null` is `FirstIsNotNull`.

/// Longer conditions are not put into names.
const LONGEST: usize = 40;

/// What is done to the bits of numbers has no words that anybody would understand in a name.
const BITS: [&str; 6] = [" ^ ", " | ", " << ", " >> ", " >>> ", "~"];

/// A condition in words; none if it would be too long to read or has nothing to say.
pub(super) fn condition(text: &str) -> Option<String> {
    if BITS.iter().any(|operator| text.contains(operator)) {
        return None;
    }
    if let Some((index, relation, array)) = index_check(text) {
        let words = format!("{}{relation}{}", plain(index)?, plain(array)?);
        return (words.len() <= LONGEST).then_some(words);
    }
    plain(text)
}

/// Whether an index is one of an array: `0 <= i && i < a.length`, or the opposite.
fn index_check(text: &str) -> Option<(&str, &'static str, &str)> {
    let inside = text.strip_prefix("0 <= ").and_then(|rest| rest.split_once(" && "));
    let (index, (other, array), relation) = match inside {
        Some((index, rest)) => (index, rest.split_once(" < ")?, "IsWithin"),
        None => {
            let (index, rest) = text.split_once(" < 0 || ")?;
            (index, rest.split_once(" >= ")?, "IsOutside")
        }
    };
    let array = array.strip_suffix(".length").or_else(|| array.strip_suffix(".length()"))?;
    (index == other).then_some((index, relation, array))
}

fn plain(text: &str) -> Option<String> {
    let mut words = String::new();
    let mut rest = text;
    while let Some(first) = rest.chars().next() {
        let length = if let Some((symbol, word)) = character(rest).or_else(|| phrase(rest)) {
            words.push_str(word);
            if word.ends_with("IsA") || word.ends_with("IsNotA") {
                let next = rest[symbol.len()..].chars().next();
                words.extend(next.filter(|c| "AEIOUaeiou".contains(*c)).map(|_| 'n'));
            }
            symbol.len()
        } else if first.is_alphanumeric() || first == '_' || first == '$' {
            let is_part = |c: char| c.is_alphanumeric() || c == '_' || c == '$';
            let length = rest.find(|c| !is_part(c)).unwrap_or(rest.len());
            push_word(&mut words, number(&rest[..length]));
            length
        } else {
            first.len_utf8()
        };
        rest = &rest[length..];
        if words.len() > LONGEST {
            return None;
        }
    }
    (!words.is_empty()).then_some(words)
}

/// What the text starts with that has words of its own, longest first.
fn phrase(text: &str) -> Option<(&'static str, &'static str)> {
    const PHRASES: [(&str, &str); 42] = [
        (".length() == 0", "IsEmpty"),
        (".length() > 0", "IsNotEmpty"),
        (".size() == 0", "IsEmpty"),
        (".size() > 0", "IsNotEmpty"),
        (".length == 0", "IsEmpty"),
        (".length > 0", "IsNotEmpty"),
        (".equals(", "Equals"),
        (".startsWith(", "StartsWith"),
        ("Integer.MAX_VALUE", "IntegerMaxValue"),
        ("Integer.MIN_VALUE", "IntegerMinValue"),
        ("Long.MAX_VALUE", "LongMaxValue"),
        ("Long.MIN_VALUE", "LongMinValue"),
        ("this.", ""),
        (" == null", "IsNull"),
        (" != null", "IsNotNull"),
        (" > 0L", "IsPositive"),
        (" < 0L", "IsNegative"),
        (" == 0L", "IsZero"),
        (" != 0L", "IsNotZero"),
        (" > 0", "IsPositive"),
        (" < 0", "IsNegative"),
        (" == 0", "IsZero"),
        (" != 0", "IsNotZero"),
        (" == ", "Is"),
        (" != ", "IsNot"),
        (" <= ", "IsAtMost"),
        (" >= ", "IsAtLeast"),
        (" < ", "IsLessThan"),
        (" > ", "IsGreaterThan"),
        (" not instanceof ", "IsNotA"),
        (" instanceof ", "IsA"),
        (" is a ", "IsA"),
        (" && ", "And"),
        (" || ", "Or"),
        (" + ", "Plus"),
        (" - ", "Minus"),
        (" * ", "Times"),
        (" / ", "Over"),
        (" % ", "Modulo"),
        (" & ", "BitAnd"),
        ("!", "Not"),
        ("-", "Minus"),
    ];
    // `> 0` says something of its own, `> 05` or `> 0x7f` do not.
    let ends = |symbol: &str| {
        let next = text[symbol.len()..].chars().next();
        !symbol.ends_with(|c: char| c.is_alphanumeric())
            || next.is_none_or(|c| !c.is_alphanumeric() && c != '.')
    };
    PHRASES.iter().find(|(symbol, _)| text.starts_with(symbol) && ends(symbol)).copied()
}

/// A number without the letter for its type.
fn number(word: &str) -> &str {
    let digits = word.strip_suffix('L').unwrap_or(word);
    if digits.chars().all(|c| c.is_ascii_digit()) { digits } else { word }
}

/// A character that is neither letter nor digit, between quotes.
fn character(text: &str) -> Option<(&'static str, &'static str)> {
    const CHARACTERS: [(&str, &str); 33] = [
        ("' '", "Space"),
        ("'\\t'", "Tab"),
        ("'\\n'", "Newline"),
        ("'!'", "ExclamationMark"),
        ("'\"'", "DoubleQuote"),
        ("'#'", "Hash"),
        ("'$'", "Dollar"),
        ("'%'", "Percent"),
        ("'&'", "Ampersand"),
        ("'\\''", "Quote"),
        ("'('", "OpeningParenthesis"),
        ("')'", "ClosingParenthesis"),
        ("'*'", "Asterisk"),
        ("'+'", "Plus"),
        ("','", "Comma"),
        ("'-'", "Minus"),
        ("'.'", "Dot"),
        ("'/'", "Slash"),
        ("':'", "Colon"),
        ("';'", "Semicolon"),
        ("'<'", "LessThanSign"),
        ("'='", "EqualsSign"),
        ("'>'", "GreaterThanSign"),
        ("'?'", "QuestionMark"),
        ("'@'", "AtSign"),
        ("'['", "OpeningBracket"),
        ("'\\\\'", "Backslash"),
        ("']'", "ClosingBracket"),
        ("'^'", "Caret"),
        ("'_'", "Underscore"),
        ("'`'", "Backtick"),
        ("'{'", "OpeningBrace"),
        ("'}'", "ClosingBrace"),
    ];
    CHARACTERS.iter().find(|(symbol, _)| text.starts_with(symbol)).copied()
}

fn push_word(words: &mut String, word: &str) {
    let mut characters = word.chars().filter(|c| c.is_ascii_alphanumeric());
    let after_digit = words.ends_with(|c: char| c.is_ascii_digit());
    let first = characters.next();
    if after_digit && first.is_some_and(|c| c.is_ascii_digit()) {
        words.push('_');
    }
    words.extend(first.map(|c| c.to_ascii_uppercase()));
    words.extend(characters);
}

/// A short value in words: `Minus5`, `True`, `0_5`; none if it is long.
pub(super) fn value(text: &str) -> Option<String> {
    let mut words = String::new();
    for character in text.chars() {
        match character {
            '-' => words.push_str("Minus"),
            '.' => words.push('_'),
            _ if character.is_ascii_alphanumeric() && words.is_empty() => {
                words.push(character.to_ascii_uppercase());
            }
            _ if character.is_ascii_alphanumeric() => words.push(character),
            _ => return None,
        }
    }
    (!words.is_empty() && words.len() <= 16).then_some(words)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn conditions_in_words() {
        let cases = [
            ("this.first == null", "FirstIsNull"),
            ("l.first.data != this.first.data", "LFirstDataIsNotFirstData"),
            ("n > 0", "NIsPositive"),
            ("n > 0x7f", "NIsGreaterThan0x7f"),
            ("a.length >= 12", "ALengthIsAtLeast12"),
            ("a.length > 0", "AIsNotEmpty"),
            ("0 <= i + 3 && i + 3 < this.a.length", "IPlus3IsWithinA"),
            ("i < 0 || i >= s.length()", "IIsOutsideS"),
            ("i < 0 || j >= s.length()", "IIsNegativeOrJIsAtLeastSLength"),
            ("this.names[0].length() == 0", "Names0IsEmpty"),
            ("a[0] + a[1] < -7", "A0PlusA1IsLessThanMinus7"),
            ("s.charAt(0) == 'a'", "SCharAt0IsA"),
            ("shape instanceof Circle", "ShapeIsACircle"),
            ("key not instanceof Integer", "KeyIsNotAnInteger"),
            ("!done", "NotDone"),
            ("x == 0 && y != 0", "XIsZeroAndYIsNotZero"),
            ("amount < 1L", "AmountIsLessThan1"),
            ("amount < 0L", "AmountIsNegative"),
            ("amount == Long.MAX_VALUE", "AmountIsLongMaxValue"),
            ("s.charAt(0) == '_'", "SCharAt0IsUnderscore"),
        ];
        for (text, words) in cases {
            assert_eq!(condition(text).as_deref(), Some(words));
        }
        assert_eq!(condition("((( ]"), None);
        assert_eq!(condition("(this.cents ^ this.cents << 1L) < 0L"), None);
        assert_eq!(condition(&"abcdef == ".repeat(9)), None);
    }

    #[test]
    fn values_in_words() {
        assert_eq!(value("-5").as_deref(), Some("Minus5"));
        assert_eq!(value("0.5").as_deref(), Some("0_5"));
        assert_eq!(value("true").as_deref(), Some("True"));
        assert_eq!(value(""), None);
        assert_eq!(value("a b"), None);
    }
}
