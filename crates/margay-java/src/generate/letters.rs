//! Conditions on many letters of a text as a condition on the text: `op.equals("add")` for what comparing all letters at once
//! leaves of it, `(op.charAt(0) ^ 97 | (op.charAt(1) ^ 100) | (op.charAt(2) ^ 100)) == 0`.

use std::collections::BTreeMap;

/// Letters of a text that are all as said, or not all of them.
struct Letters {
    text: String,
    /// The place of the first one.
    from: usize,
    said: String,
    all: bool,
}

/// The conditions of a path, those on letters in words of texts. What goes without saying then is left out.
pub(super) fn about_texts(conditions: Vec<String>) -> Vec<String> {
    if !conditions.iter().any(|condition| condition.contains(".charAt(")) {
        return conditions;
    }
    let letters: Vec<Option<Letters>> = conditions.iter().map(|text| Letters::read(text)).collect();
    let whole = whole_texts(&conditions, &letters);
    let mut told: Vec<String> = Vec::new();
    for (condition, letters) in conditions.iter().zip(&letters) {
        let known = whole.iter().find(|known| match letters {
            Some(letters) => {
                letters.text == known.text && letters.all == letters.is_in(&known.said)
            }
            None => is_about_length(condition, &known.text),
        });
        let text = match (known, letters) {
            // Where it is said first, all of it is said.
            (Some(known), Some(letters)) if letters.all => known.write(true),
            (Some(_), _) => continue,
            (None, Some(letters)) if letters.said.chars().count() > 1 => letters.write(false),
            (None, _) => condition.clone(),
        };
        if !told.contains(&text) {
            told.push(text);
        }
    }
    told
}

/// The texts of which the length and each letter is said.
fn whole_texts(conditions: &[String], letters: &[Option<Letters>]) -> Vec<Letters> {
    let mut found: Vec<Letters> = Vec::new();
    for condition in conditions {
        let Some((text, length)) = condition.split_once(".length() == ") else { continue };
        let Ok(length) = length.parse::<usize>() else { continue };
        let own = letters.iter().flatten().filter(|letters| letters.all && letters.text == text);
        let places = own.flat_map(|letters| (letters.from..).zip(letters.said.chars()));
        let places: BTreeMap<usize, char> = places.collect();
        if length > 0 && places.len() == length && places.keys().copied().eq(0..length) {
            let said = places.into_values().collect();
            found.push(Letters { text: text.to_owned(), from: 0, said, all: true });
        }
    }
    found
}

impl Letters {
    fn read(condition: &str) -> Option<Letters> {
        Letters::one(condition).or_else(|| Letters::many(condition))
    }

    /// One letter: `op.charAt(0) == 'a'`.
    fn one(condition: &str) -> Option<Letters> {
        let (letter, code, all) = match condition.split_once(" == '") {
            Some((letter, code)) => (letter, code, true),
            None => condition.split_once(" != '").map(|(letter, code)| (letter, code, false))?,
        };
        let (text, place) = letter.strip_suffix(')')?.rsplit_once(".charAt(")?;
        let said = match code.strip_suffix('\'')? {
            "\\'" => "'",
            "\\\\" => "\\",
            said if said.chars().count() == 1 => said,
            _ => return None,
        };
        let from = place.parse().ok()?;
        Some(Letters { text: text.to_owned(), from, said: said.to_owned(), all })
    }

    /// Several at once.
    fn many(condition: &str) -> Option<Letters> {
        let (compared, all) = match condition.strip_suffix(" == 0") {
            Some(compared) => (compared, true),
            None => (condition.strip_suffix(" != 0")?, false),
        };
        let differences = without_parentheses(compared)?;
        let mut found: Vec<(usize, char)> = Vec::new();
        let mut text = None;
        for difference in differences.split(" | ") {
            let difference = without_parentheses(difference).unwrap_or(difference);
            let (letter, code) = difference.split_once(" ^ ")?;
            let (subject, place) = letter.strip_suffix(')')?.rsplit_once(".charAt(")?;
            if *text.get_or_insert(subject) != subject {
                return None;
            }
            let letter = char::from_u32(code.parse().ok()?)?;
            (letter == ' ' || letter.is_ascii_graphic()).then_some(())?;
            found.push((place.parse().ok()?, letter));
        }
        found.sort_unstable();
        let from = found.first()?.0;
        let in_a_row = (from..).zip(&found).all(|(place, (at, _))| place == *at);
        let said = found.into_iter().map(|(_, letter)| letter).collect();
        in_a_row.then(|| Letters { text: text.unwrap_or_default().to_owned(), from, said, all })
    }

    /// Whether a text has these letters there.
    fn is_in(&self, text: &str) -> bool {
        text.get(self.from..).is_some_and(|rest| rest.starts_with(&self.said))
    }

    fn write(&self, is_whole: bool) -> String {
        let Letters { text, from, said, all } = self;
        let said = said.replace('\\', "\\\\").replace('"', "\\\"");
        match (all, from) {
            (true, _) if is_whole => format!("{text}.equals(\"{said}\")"),
            (true, 0) => format!("{text}.startsWith(\"{said}\")"),
            (false, 0) => format!("!{text}.startsWith(\"{said}\")"),
            (true, from) => format!("{text}.startsWith(\"{said}\", {from})"),
            (false, from) => format!("!{text}.startsWith(\"{said}\", {from})"),
        }
    }
}

/// Whether a condition compares the length of a text with a number.
fn is_about_length(condition: &str, text: &str) -> bool {
    let compared = condition.strip_prefix(text).and_then(|rest| rest.strip_prefix(".length() "));
    let number = compared.and_then(|compared| compared.split_once(' '));
    number.is_some_and(|(_, number)| number.parse::<i32>().is_ok())
}

/// What stands between two parentheses that belong together.
fn without_parentheses(text: &str) -> Option<&str> {
    let inside = text.strip_prefix('(')?.strip_suffix(')')?;
    let mut depth = 0_i32;
    for character in inside.chars() {
        depth += i32::from(character == '(') - i32::from(character == ')');
        if depth < 0 {
            return None;
        }
    }
    Some(inside)
}

#[cfg(test)]
mod tests {
    use super::about_texts;

    const ADD: &str = "(op.charAt(0) ^ 97 | (op.charAt(1) ^ 100) | (op.charAt(2) ^ 100)) == 0";
    const NO_SUB: &str = "(op.charAt(1) ^ 117 | (op.charAt(0) ^ 115) | (op.charAt(2) ^ 98)) != 0";

    fn told(conditions: &[&str]) -> Vec<String> {
        about_texts(conditions.iter().map(|text| (*text).to_owned()).collect())
    }

    #[test]
    fn all_letters_are_the_text() {
        let length = "op.length() == 3";
        assert_eq!(told(&["n > 0", length, NO_SUB, ADD]), ["n > 0", "op.equals(\"add\")"]);
        let other = "op.length() < n";
        assert_eq!(told(&[other, length, ADD]), [other, "op.equals(\"add\")"]);
        assert_eq!(told(&[ADD, "op.length() > 3"]), ["op.startsWith(\"add\")", "op.length() > 3"]);
        assert_eq!(told(&[length, NO_SUB]), [length, "!op.startsWith(\"sub\")"]);
    }

    #[test]
    fn letters_one_by_one_are_the_text_too() {
        let letters =
            ["s.charAt(0) != 'b'", "s.length() == 2", "s.charAt(0) == 'a'", "s.charAt(1) == '\\''"];
        assert_eq!(told(&letters), ["s.equals(\"a'\")"]);
        let open = ["s.length() == 3", "s.charAt(0) == 'a'", "s.charAt(1) != '\\t'"];
        assert_eq!(told(&open), open);
    }

    #[test]
    fn letters_may_be_further_on() {
        let end = "(s.charAt(3) ^ 34 | (s.charAt(4) ^ 92)) == 0";
        assert_eq!(told(&[end]), ["s.startsWith(\"\\\"\\\\\", 3)"]);
    }

    #[test]
    fn what_is_done_to_other_numbers_stays() {
        for other in [
            "(a ^ 3 | b) == 0",
            "(s.charAt(0) ^ 97 | (t.charAt(1) ^ 98)) == 0",
            "(s.charAt(0) ^ 97 | (s.charAt(2) ^ 98)) == 0",
            "(s.charAt(0) ^ 97 | (s.charAt(1) ^ 9)) == 0",
        ] {
            assert_eq!(told(&[other]), [other]);
        }
    }
}
