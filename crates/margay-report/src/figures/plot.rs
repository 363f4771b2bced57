//! A figure as an SVG picture, laid out here: axes with round numbers, bars, lines, points and curves.
//! Colours are those of the page or, in a file of its own, of [`STYLE`], light and dark.

use super::{Figure, FigurePoint, Series, SeriesKind, number};
use crate::svg::escape;
use std::fmt::Write;

/// The style of plots; a page that holds them needs it.
pub const STYLE: &str = include_str!("plot.css");

const WIDTH: f64 = 640.0;
const HEIGHT: f64 = 320.0;
const LEFT: f64 = 78.0;
const RIGHT: f64 = 16.0;
const ABOVE: f64 = 14.0;
const BELOW: f64 = 46.0;

/// A bar is so high, and a letter of its name so wide.
const BAR: f64 = 20.0;
const LETTER: f64 = 6.4;

/// How many colours there are.
const COLOURS: usize = 5;

/// Letters of a name beside a bar.
const NAME: usize = 40;

/// The plot, as an element of a page with [`STYLE`] among its own.
#[must_use]
pub fn inline(figure: &Figure) -> String {
    drawn(figure, "", "")
}

/// The plot as a file of its own, with its title.
#[must_use]
pub fn file(figure: &Figure) -> String {
    let title = format!("{} — {}", figure.title, figure.about);
    drawn(figure, &format!("<style>{STYLE}</style>\n"), title.trim_end_matches(" — "))
}

fn drawn(figure: &Figure, style: &str, title: &str) -> String {
    let room = if title.is_empty() { 0.0 } else { 22.0 };
    let (height, parts) = match figure.series.iter().any(|it| it.kind == SeriesKind::Bars) {
        true => bars(figure, room),
        false => curves(figure, room),
    };
    let height = height + room;
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" class=\"plot\" viewBox=\"0 0 {WIDTH} {height:.0}\" width=\"{WIDTH}\" height=\"{height:.0}\">\n{style}"
    );
    if !title.is_empty() {
        let _ = writeln!(svg, "<rect class=\"paper\" width=\"{WIDTH}\" height=\"{height:.0}\"/>");
        let _ = writeln!(svg, "<text x=\"8\" y=\"17\">{}</text>", escape(title));
    }
    svg + &parts + "</svg>\n"
}

/// A scale from numbers to places on the picture.
struct Scale {
    least: f64,
    most: f64,
    from: f64,
    to: f64,
    logarithmic: bool,
}

impl Scale {
    /// A scale on which these numbers fit; from nothing, unless factors count.
    fn new(values: impl Iterator<Item = f64>, from: f64, to: f64, logarithmic: bool) -> Scale {
        let values = values.filter(|value| !logarithmic || *value > 0.0);
        let (mut least, mut most) = (f64::INFINITY, f64::NEG_INFINITY);
        values.for_each(|value| (least, most) = (least.min(value), most.max(value)));
        if !most.is_finite() {
            (least, most) = (0.0, 1.0);
        }
        if logarithmic {
            least = 10_f64.powf(least.max(1e-9).log10().floor());
            most = 10_f64.powf(most.max(1e-9).log10().ceil()).max(least * 10.0);
        } else {
            least = least.min(0.0);
            most = if most > least { most } else { least + 1.0 };
            let step = step(most - least);
            (least, most) = ((least / step).floor() * step, (most / step).ceil() * step);
        }
        Scale { least, most, from, to, logarithmic }
    }

    fn at(&self, value: f64) -> f64 {
        let share = match self.logarithmic {
            true => (value.max(self.least) / self.least).ln() / (self.most / self.least).ln(),
            false => (value - self.least) / (self.most - self.least),
        };
        self.from + share.clamp(0.0, 1.0) * (self.to - self.from)
    }

    /// Round numbers along it.
    fn ticks(&self) -> Vec<f64> {
        if self.logarithmic {
            let tens = (self.most / self.least).log10().round().max(1.0) as i32;
            let every = (tens / 6).max(1);
            return (0..=tens)
                .step_by(every as usize)
                .map(|n| self.least * 10_f64.powi(n))
                .collect();
        }
        let step = step(self.most - self.least);
        let count = ((self.most - self.least) / step).round() as u32;
        (0..=count).map(|n| self.least + f64::from(n) * step).collect()
    }
}

/// The round number of which four to ten fit into a length.
fn step(length: f64) -> f64 {
    let tens = 10_f64.powf((length / 4.0).log10().floor());
    let most = length / 4.0 / tens;
    tens * if most >= 5.0 {
        5.0
    } else if most >= 2.0 {
        2.0
    } else {
        1.0
    }
}

/// Points and lines against numbers.
fn curves(figure: &Figure, top: f64) -> (f64, String) {
    let points = || figure.series.iter().flat_map(|series| &series.points);
    let (bottom, ceiling) = (HEIGHT - BELOW + top, ABOVE + top);
    let key = if figure.series.len() > 1 { 18.0 } else { 0.0 };
    let across = Scale::new(points().map(|p| p.x), LEFT, WIDTH - RIGHT, false);
    let up = Scale::new(points().map(|p| p.y), bottom, ceiling + key, figure.logarithmic);
    let mut svg = String::new();
    for tick in up.ticks() {
        let y = up.at(tick);
        let right = WIDTH - RIGHT;
        let _ = writeln!(
            svg,
            "<path class=\"grid\" d=\"M{LEFT} {y:.1}H{right}\"/><text class=\"tick\" x=\"{:.1}\" y=\"{:.1}\" text-anchor=\"end\">{}</text>",
            LEFT - 6.0,
            y + 4.0,
            number(tick)
        );
    }
    for tick in across.ticks() {
        // The last one may be long, and has to end where the picture does.
        let shown = number(tick);
        let x = across.at(tick).min(WIDTH - shown.chars().count() as f64 * LETTER / 2.0);
        let _ = writeln!(
            svg,
            "<text class=\"tick\" x=\"{x:.1}\" y=\"{:.1}\" text-anchor=\"middle\">{}</text>",
            bottom + 16.0,
            shown
        );
    }
    let _ = writeln!(
        svg,
        "<path class=\"axis\" d=\"M{LEFT} {:.1}V{bottom}H{}\"/>",
        ceiling + key,
        WIDTH - RIGHT
    );
    let _ = writeln!(
        svg,
        "<text class=\"name\" x=\"{}\" y=\"{:.1}\" text-anchor=\"end\">{}</text>",
        WIDTH - RIGHT,
        bottom + 34.0,
        escape(&figure.x)
    );
    let _ = writeln!(
        svg,
        "<text class=\"name\" transform=\"translate(14 {:.1}) rotate(-90)\" text-anchor=\"end\">{}</text>",
        ceiling + key,
        escape(&figure.y)
    );
    // Curves are behind what they were made of.
    for is_behind in [true, false] {
        for (place, series) in figure.series.iter().enumerate() {
            if (series.kind == SeriesKind::Curve) == is_behind {
                svg += &curve(series, place % COLOURS, &across, &up);
            }
        }
    }
    (HEIGHT, svg + &key_of(figure, ceiling))
}

fn curve(series: &Series, colour: usize, across: &Scale, up: &Scale) -> String {
    let mut svg = String::new();
    if series.kind != SeriesKind::Points && series.points.len() > 1 {
        let at = |point: &FigurePoint| format!("{:.1},{:.1}", across.at(point.x), up.at(point.y));
        let line: Vec<String> = series.points.iter().map(at).collect();
        let _ = writeln!(svg, "<polyline class=\"line c{colour}\" points=\"{}\"/>", line.join(" "));
    }
    if series.kind == SeriesKind::Curve {
        return svg;
    }
    for point in &series.points {
        let open = if point.open { " open" } else { "" };
        let (x, y) = (across.at(point.x), up.at(point.y));
        let _ = writeln!(
            svg,
            "<circle class=\"mark c{colour}{open}\" cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"4\">{}</circle>",
            tooltip(series, point)
        );
    }
    svg
}

fn tooltip(series: &Series, point: &FigurePoint) -> String {
    let place = point.label.clone().unwrap_or_else(|| number(point.x));
    let note = point.note.as_ref().map(|note| format!("\n{note}")).unwrap_or_default();
    let text = format!("{}: {} at {place}{note}", series.name, number(point.y));
    format!("<title>{}</title>", escape(&text))
}

/// What the colours mean, where there are several.
fn key_of(figure: &Figure, top: f64) -> String {
    let mut svg = String::new();
    if figure.series.len() < 2 {
        return svg;
    }
    let mut x = LEFT;
    for (place, series) in figure.series.iter().enumerate() {
        let name = cut(&series.name);
        let _ = writeln!(
            svg,
            "<rect class=\"bar c{}\" x=\"{x:.1}\" y=\"{:.1}\" width=\"10\" height=\"10\"/><text class=\"tick\" x=\"{:.1}\" y=\"{:.1}\">{}</text>",
            place % COLOURS,
            top - 8.0,
            x + 14.0,
            top + 1.0,
            escape(&name)
        );
        x += 34.0 + 6.6 * name.chars().count() as f64;
    }
    svg
}

/// Bars below each other, each with its name before and its number behind it.
fn bars(figure: &Figure, top: f64) -> (f64, String) {
    let key = if figure.series.len() > 1 { 22.0 } else { 0.0 };
    let values = figure.series.iter().flat_map(|series| &series.points).map(|point| point.y);
    let labels = figure.series.iter().flat_map(|series| &series.points);
    let labels = labels.filter_map(|point| point.label.as_ref());
    let longest = labels.map(|label| cut(label).chars().count()).max().unwrap_or(0);
    let left = 16.0 + LETTER * longest as f64;
    let across = Scale::new(values, left, WIDTH - 80.0, figure.logarithmic);
    let mut svg = key_of(figure, ABOVE + top);
    let mut y = ABOVE + top + key;
    let most = figure.series.iter().map(|series| series.points.len()).max().unwrap_or(0);
    for place in 0..most {
        let named = figure.series.iter().find_map(|series| series.points.get(place));
        let name = named.and_then(|point| point.label.clone()).unwrap_or_default();
        let middle = y + BAR * figure.series.len() as f64 / 2.0 + 4.0 - 2.0;
        let _ = writeln!(
            svg,
            "<text class=\"tick\" x=\"{:.1}\" y=\"{middle:.1}\" text-anchor=\"end\">{}<title>{}</title></text>",
            left - 8.0,
            escape(&cut(&name)),
            escape(&name)
        );
        for (colour, series) in figure.series.iter().enumerate() {
            if let Some(point) = series.points.get(place) {
                let end = across.at(point.y);
                let wide = (end - left).max(1.0);
                let _ = writeln!(
                    svg,
                    "<rect class=\"bar c{}\" x=\"{left:.1}\" y=\"{y:.1}\" width=\"{wide:.1}\" height=\"{:.1}\">{}</rect><text class=\"tick\" x=\"{:.1}\" y=\"{:.1}\">{}</text>",
                    colour % COLOURS,
                    BAR - 6.0,
                    tooltip(series, point),
                    left + wide + 6.0,
                    y + BAR - 9.0,
                    number(point.y)
                );
            }
            y += BAR;
        }
        y += if figure.series.len() > 1 { 6.0 } else { 0.0 };
    }
    let _ = writeln!(
        svg,
        "<text class=\"name\" x=\"{left:.1}\" y=\"{:.1}\">{}</text>",
        y + 12.0,
        escape(&figure.y)
    );
    (y + 20.0 - top, svg)
}

fn cut(name: &str) -> String {
    match name.char_indices().nth(NAME) {
        Some((end, _)) => format!("{}…", &name[..end]),
        None => name.to_owned(),
    }
}
