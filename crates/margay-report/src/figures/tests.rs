//! Figures as text, as pictures, and through a document.

use super::plot;
use super::*;
use crate::document::{DocumentKind, DocumentReader};
use crate::testing::any::{assert_in_schema, damaged, through_a_document};
use crate::testing::document_of;
use proptest::prelude::*;

fn bars() -> Figure {
    let rates = [("twelve <&>".to_owned(), 46_000.0), ("remAll".to_owned(), 0.25)];
    Figure {
        title: "Paths a second".to_owned(),
        x: "method".to_owned(),
        y: "paths/s".to_owned(),
        series: vec![Series::bars("symbolic", &rates), Series::bars("concolic", &rates[..1])],
        ..Figure::default()
    }
}

fn lines() -> Figure {
    let powers: Vec<(f64, f64)> = (4..=16).map(|n| (f64::from(n), f64::from(1 << n))).collect();
    let twice: Vec<(f64, f64)> = powers.iter().map(|(n, _)| (*n, 2.0 * n)).collect();
    Figure {
        title: "Paths".to_owned(),
        about: "two each instead of all".to_owned(),
        x: "conditions".to_owned(),
        y: "paths".to_owned(),
        logarithmic: true,
        series: vec![Series::line("together", &powers), Series::line("apart", &twice)],
    }
}

#[test]
fn bars_have_names_and_numbers() {
    let svg = plot::file(&bars());
    assert_eq!(svg.matches("<rect class=\"bar c").count(), 3 + 2, "three bars and a key of two");
    assert!(svg.contains("twelve &lt;&amp;&gt;") && svg.contains(">46,000<"), "{svg}");
    let text = bars().text();
    assert!(text.contains("remAll") && text.contains("0.2500"), "{text}");
}

#[test]
fn factors_are_equally_far_apart() {
    let svg = plot::inline(&lines());
    let heights = |colour: &str| -> Vec<f64> {
        let marks = svg.lines().filter(|line| line.contains(&format!("mark {colour}\"")));
        marks
            .map(|line| {
                line.split("cy=\"")
                    .nth(1)
                    .expect("a place")
                    .split('"')
                    .next()
                    .expect("a number")
                    .parse()
                    .expect("a number")
            })
            .collect()
    };
    let doubled = heights("c0");
    assert_eq!(doubled.len(), 13);
    let steps: Vec<f64> = doubled.windows(2).map(|pair| pair[0] - pair[1]).collect();
    assert!(steps.iter().all(|step| (step - steps[0]).abs() < 0.2), "{steps:?}");
    assert!(heights("c1").windows(2).all(|pair| pair[0] > pair[1]), "higher is more");
}

#[test]
fn nothing_is_drawn_without_numbers() {
    for figure in [Figure::default(), Figure { series: vec![Series::bars("none", &[])], ..lines() }]
    {
        assert!(!plot::inline(&figure).contains("NaN"));
    }
}

#[test]
fn numbers_are_short() {
    let numbers = [0.0, 12.0, -3.0, 1234.5, 46_000.0, 1.5, 0.125];
    let texts = numbers.map(number);
    assert_eq!(texts, ["0", "12", "-3", "1,235", "46,000", "1.50", "0.1250"]);
}

proptest! {
    #[test]
    fn figures_are_read_as_written(title in any::<String>(), count in 0..3_i32, open in any::<bool>()) {
        let point = |x: i32| FigurePoint { x: f64::from(x), y: 0.5, note: Some(title.clone()), open, label: None };
        let series = Series { name: title.clone(), kind: SeriesKind::Points, points: (0..count).map(point).collect() };
        let figure = Figure { title: title.clone(), series: vec![series], logarithmic: open, ..bars() };
        let read = through_a_document(
            DocumentKind::Figures,
            |writer| writer.figure(&figure),
            |reader| {
                let first = reader.figure();
                assert!(reader.figure().is_none());
                first
            },
        );
        prop_assert_eq!(read, Some(Ok(figure)));
    }

    #[test]
    fn damage_is_an_error_never_a_panic(
        bytes in damaged(&document_of(DocumentKind::Figures, |writer| writer.figure(&lines())))
    ) {
        let kind = DocumentKind::Figures;
        let Ok(mut reader) = DocumentReader::new("bytes", bytes.as_slice(), kind) else {
            return Ok(());
        };
        if std::iter::from_fn(|| reader.figure()).all(|figure| figure.is_ok()) {
            assert_in_schema(kind, &bytes);
        }
    }
}
