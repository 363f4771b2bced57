//! Numbers and characters as Java source has them.

use std::fmt::Write;

/// A number of type `double` as `Double.toString` of JDK 19 and later gives it.
pub(super) fn double(value: f64) -> String {
    java_form(&format!("{value:e}"), value.is_finite())
}

/// A number of type `float` as `Float.toString` of JDK 19 and later gives it.
pub(super) fn float(value: f32) -> String {
    java_form(&format!("{value:e}"), value.is_finite())
}

/// From Rust's `1.25e-7` to Java's `1.25E-7`, or `0.00125` where Java does without an exponent.
fn java_form(scientific: &str, finite: bool) -> String {
    if !finite {
        return scientific.replace("inf", "Infinity");
    }
    let (mantissa, exponent) = scientific.split_once('e').unwrap_or((scientific, "0"));
    let (sign, mantissa) = match mantissa.strip_prefix('-') {
        Some(rest) => ("-", rest),
        None => ("", mantissa),
    };
    let digits = mantissa.replace('.', "");
    let exponent: i32 = exponent.parse().unwrap_or_default();
    let zero = digits.bytes().all(|digit| digit == b'0');
    let (before, after, suffix) = if zero || (0..7).contains(&exponent) {
        let split = exponent as usize + 1;
        let digits = format!("{digits:0<split$}");
        (digits[..split].to_owned(), digits[split..].to_owned(), String::new())
    } else if (-3..0).contains(&exponent) {
        let zeros = "0".repeat((-exponent - 1) as usize);
        ("0".to_owned(), zeros + &digits, String::new())
    } else {
        (digits[..1].to_owned(), digits[1..].to_owned(), format!("E{exponent}"))
    };
    let after = if after.is_empty() { "0" } else { &after };
    format!("{sign}{before}.{after}{suffix}")
}

/// Text in quotes, with everything escaped that could not be told apart on a screen.
pub(super) fn quoted(units: &[u16], quote: char) -> String {
    let mut text = String::from(quote);
    for unit in char::decode_utf16(units.iter().copied()) {
        let _ = match unit {
            Ok('\n') => write!(text, "\\n"),
            Ok('\t') => write!(text, "\\t"),
            Ok('\r') => write!(text, "\\r"),
            Ok(c) if c == quote || c == '\\' => write!(text, "\\{c}"),
            Ok(c) if c.is_control() => write!(text, "\\u{:04x}", u32::from(c)),
            Ok(c) => write!(text, "{c}"),
            Err(half) => write!(text, "\\u{:04x}", half.unpaired_surrogate()),
        };
    }
    text.push(quote);
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn doubles_as_java_prints_them() {
        let cases = [
            (0.0, "0.0"),
            (-0.0, "-0.0"),
            (1.0, "1.0"),
            (-12.5, "-12.5"),
            (100.0, "100.0"),
            (9_999_999.0, "9999999.0"),
            (1e7, "1.0E7"),
            (1.25e-3, "0.00125"),
            (9.99e-4, "9.99E-4"),
            (1.5e300, "1.5E300"),
            (f64::NAN, "NaN"),
            (f64::NEG_INFINITY, "-Infinity"),
        ];
        for (value, text) in cases {
            assert_eq!(double(value), text);
        }
        assert_eq!(float(0.1), "0.1");
        assert_eq!(float(1.234_567_8e9), "1.2345678E9");
    }

    #[test]
    fn text_in_quotes() {
        let units: Vec<u16> = "a\"\n\u{1}é".encode_utf16().chain([0xd800]).collect();
        assert_eq!(quoted(&units, '"'), "\"a\\\"\\n\\u0001é\\ud800\"");
        assert_eq!(quoted(&[39], '\''), "'\\''");
    }
}
