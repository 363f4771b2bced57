//! What arguments mean, by the type of their parameter.

use super::*;

fn one(ty: &str, text: &str) -> Result<Literal, String> {
    match parse(&format!("({ty})V"), &[text.to_owned()]) {
        Ok(mut values) => Ok(values.remove(0)),
        Err(ValueError::NotA { reason, .. }) => Err(reason),
        Err(other) => Err(other.to_string()),
    }
}

fn text(text: &str) -> Literal {
    Literal::Text(text.encode_utf16().collect())
}

#[track_caller]
fn check_bits(ty: &str, given: &str, bits: u64) {
    assert_eq!(one(ty, given), Ok(Literal::Bits(bits)), "{ty} {given}");
}

#[track_caller]
fn check_error(ty: &str, given: &str, reason: &str) {
    assert_eq!(one(ty, given), Err(reason.to_owned()), "{ty} {given}");
}

#[test]
fn numbers() {
    check_bits("I", "12", 12);
    check_bits("I", " -1 ", 0xffff_ffff);
    check_bits("I", "-2147483648", 0x8000_0000);
    check_bits("I", "0x1F", 31);
    check_bits("I", "1_000", 1000);
    check_bits("B", "-128", 0xffff_ff80);
    check_bits("J", "-1L", u64::MAX);
    check_bits("J", "-9223372036854775808", 1 << 63);
    check_bits("F", "1.5f", u64::from(1.5f32.to_bits()));
    check_bits("D", "-1e3", (-1e3f64).to_bits());
    check_bits("D", "Infinity", f64::INFINITY.to_bits());
    check_bits("Z", "true", 1);
    check_error("I", "2147483648", "the number is out of range");
    check_error("B", "128", "the number is out of range");
    check_error("I", "abc", "expected a whole number");
    check_error("I", "1.5", "expected a whole number");
    check_error("I", "--1", "expected a whole number");
    check_error("I", "", "expected a whole number");
    check_error("D", "inf", "expected a number");
    check_error("Z", "1", "expected true or false");
}

#[test]
fn chars() {
    check_bits("C", "x", 'x'.into());
    check_bits("C", "'x'", 'x'.into());
    check_bits("C", "'\\n'", 10);
    check_bits("C", "'\\u20AC'", 0x20ac);
    check_bits("C", "','", ','.into());
    check_bits("C", "'", '\''.into());
    for bad in ["", "xy", "''", "'xy'", "'x", "\u{1F600}"] {
        assert!(one("C", bad).is_err(), "{bad}");
    }
    check_error("C", "'\\q'", "there is no escape \\q");
}

#[test]
fn strings() {
    let string = "Ljava/lang/String;";
    assert_eq!(one(string, "plain, text]"), Ok(text("plain, text]")));
    assert_eq!(one(string, " spaces "), Ok(text(" spaces ")));
    assert_eq!(one(string, r#""a\"b\u0041""#), Ok(text("a\"bA")));
    assert_eq!(one(string, r#""\ud800""#), Ok(Literal::Text(vec![0xd800])));
    assert_eq!(one(string, "null"), Ok(Literal::Null));
    assert_eq!(one(string, "\"null\""), Ok(text("null")));
    check_error(string, "\"open", "the closing \" is missing");
    check_error(string, "\"a\"b", "unexpected `b` at the end");
    check_error(string, "\"\\u12", "\\u needs four hexadecimal digits");
}

#[test]
fn arrays() {
    let ints = |values: &[u64]| {
        Literal::Array("[I".to_owned(), values.iter().map(|v| Literal::Bits(*v)).collect())
    };
    assert_eq!(one("[I", "[1, 2,3]"), Ok(ints(&[1, 2, 3])));
    assert_eq!(one("[I", "{}"), Ok(ints(&[])));
    let nested = Literal::Array("[[I".to_owned(), vec![ints(&[1]), Literal::Null, ints(&[])]);
    assert_eq!(one("[[I", "{{1},null,{}}"), Ok(nested));
    let strings = one("[Ljava/lang/String;", "[a, \"b,c\", null]");
    let expected = vec![text("a"), text("b,c"), Literal::Null];
    assert_eq!(strings, Ok(Literal::Array("[Ljava/lang/String;".to_owned(), expected)));
    check_error("[I", "[1,", "expected a whole number");
    check_error("[I", "[1 2]", "expected a whole number");
    check_error("[I", "[1", "expected `,` or `]` at the end");
    check_error("[I", "1", "expected an array such as [1,2,3]");
    check_error("[I", "[1}", "expected `,` or `]` before `}`");
}

#[test]
fn objects() {
    assert_eq!(one("Ljava/lang/Integer;", "7"), Ok(Literal::Boxed("java/lang/Integer", 7)));
    assert_eq!(one("Ljava/util/List;", "null"), Ok(Literal::Null));
    check_error("Ljava/util/List;", "[]", "objects of this type cannot be written; only null");
}

#[test]
fn the_number_of_arguments() {
    let error = parse("(I[Ljava/lang/String;)V", &["1".to_owned()]).unwrap_err();
    let message = "the method takes (int, java.lang.String[]), and 1 are given";
    assert_eq!(error.to_string(), format!("wrong number of arguments: {message}"));
    let error = parse("(IJ)V", &["1".to_owned(), "x".to_owned()]).unwrap_err();
    let message = "argument 2: `x` is not a value of type long: expected a whole number";
    assert_eq!(error.to_string(), message);
}
