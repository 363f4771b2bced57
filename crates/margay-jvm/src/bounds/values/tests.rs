//! Texts of values and the values they stand for.

use super::*;

fn ints(ty: &str, values: &Values) -> Result<Vec<i64>, String> {
    Ok(bits(ty, values)?.into_iter().map(|bits| integer(ty, bits)).collect())
}

fn span(low: &str, high: &str) -> Values {
    Values::Range(low.to_owned(), high.to_owned())
}

fn of(text: &str) -> Values {
    Values::List(text.to_owned())
}

#[test]
fn ranges_include_both_ends() {
    for ty in ["B", "S", "I", "J"] {
        assert_eq!(ints(ty, &span("-1", "2")), Ok(vec![-1, 0, 1, 2]), "{ty}");
        assert_eq!(ints(ty, &span("3", "3")), Ok(vec![3]), "{ty}");
    }
    assert_eq!(ints("C", &span("'a'", "c")), Ok(vec![97, 98, 99]));
    assert_eq!(ints("Z", &span("false", "true")), Ok(vec![0, 1]));
    assert_eq!(ints("J", &span("9223372036854775806", "9223372036854775807")).unwrap().len(), 2);
    let halves = [0.5_f64, 1.5, 2.5].map(f64::to_bits);
    assert_eq!(bits("D", &span("0.5", "3")), Ok(halves.to_vec()));
    let singles = [1.0_f32, 2.0].map(|value| u64::from(value.to_bits()));
    assert_eq!(bits("F", &span("1", "2f")), Ok(singles.to_vec()));
}

#[test]
fn lists_keep_their_order() {
    assert_eq!(ints("I", &of("{7, -1,0,7}")), Ok(vec![7, -1, 0]));
    assert_eq!(ints("Z", &of("{true}")), Ok(vec![1]));
    assert_eq!(bits("B", &of("{-1}")), Ok(vec![0xffff_ffff]));
    let words = Values::Words(vec!["4".to_owned(), "2".to_owned()]);
    assert_eq!(ints("S", &words), Ok(vec![4, 2]));
}

#[test]
fn what_is_not_a_value() {
    let refused = |ty: &str, values: &Values| bits(ty, values).unwrap_err();
    assert_eq!(refused("I", &span("3", "2")), "the range 3..2 is empty");
    assert_eq!(refused("D", &span("1", "NaN")), "the range 1..NaN is empty");
    assert_eq!(refused("I", &of("{}")), "no values are left");
    assert_eq!(refused("I", &of("{1,x}")), "`{1,x}`: expected a whole number");
    assert_eq!(refused("B", &of("{128}")), "`{128}`: the number is out of range");
    assert_eq!(refused("I", &span("0", "2000000000")), "more than 1048576 values");
    assert_eq!(refused("D", &span("0", "1e300")), "more than 1048576 values");
    assert_eq!(refused("J", &span("-9223372036854775808", "9223372036854775807")), too_many());
}

#[test]
fn values_up_to_a_bound() {
    assert_eq!(up_to("I", 2), [0, 1, 2]);
    assert_eq!(up_to("Z", 9), [0, 1]);
    assert_eq!(up_to("C", 1), [97, 98]);
    assert_eq!(up_to("B", 1000).len(), 128);
    assert_eq!(up_to("D", 1), [0.0_f64.to_bits(), 1.0_f64.to_bits()]);
}

#[test]
fn numbers_that_fit() {
    assert_eq!(fit("B", -128), Some(0xffff_ff80));
    assert_eq!(fit("B", 128), None);
    assert_eq!(fit("C", -1), None);
    assert_eq!(fit("J", -1), Some(u64::MAX));
    assert_eq!(fit("Z", 0), None);
}
