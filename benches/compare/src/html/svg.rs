//! The parts that all plots share: scales, axes, marks, and escaped text.

use std::fmt::Write as _;

/// Width of a plot across the page.
pub(super) const WIDTH: f64 = 960.0;

/// How many colours there are, and how many shapes.
const N_COLOURS: usize = 8;

/// Where the fragmentation axis turns from linear to logarithmic: 0.1 %.
const LINEAR_BELOW: f64 = 0.001;

/// Round shares for the fragmentation axis.
const SHARES: [(f64, &str); 10] = [
    (0.0, "0"),
    (0.001, "0.1 %"),
    (0.003, "0.3 %"),
    (0.01, "1 %"),
    (0.03, "3 %"),
    (0.1, "10 %"),
    (0.3, "30 %"),
    (1.0, "100 %"),
    (3.0, "300 %"),
    (10.0, "1000 %"),
];

/// From values to places.
#[derive(Clone, Copy, Debug)]
pub(super) struct Scale {
    kind: Kind,
    from: f64,
    to: f64,
    first: f64,
    last: f64,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    Log,
    /// Logarithmic with room for 0.
    Share,
}

impl Scale {
    /// Powers of ten, from a power of ten to a power of ten around the values.
    pub(super) fn log(values: impl Iterator<Item = f64>, first: f64, last: f64) -> Self {
        let logs = values.filter(|value| *value > 0.0).map(f64::log10);
        let (mut from, mut to) = (f64::INFINITY, f64::NEG_INFINITY);
        for log in logs {
            from = from.min(log);
            to = to.max(log);
        }
        if from > to {
            (from, to) = (0.0, 1.0);
        }
        let (from, to) = ((from - 0.08).floor(), (to + 0.08).ceil());
        Self {
            kind: Kind::Log,
            from,
            to: to.max(from + 1.0),
            first,
            last,
        }
    }

    /// Shares from 0 to a bit above the largest.
    pub(super) fn share(values: impl Iterator<Item = f64>, first: f64, last: f64) -> Self {
        let largest = values.fold(0.01, f64::max);
        Self {
            kind: Kind::Share,
            from: 0.0,
            to: share_position(largest * 1.15),
            first,
            last,
        }
    }

    /// The position of a value.
    pub(super) fn at(&self, value: f64) -> f64 {
        let position = match self.kind {
            Kind::Log => value.max(1e-300).log10(),
            Kind::Share => share_position(value),
        };
        let part = ((position - self.from) / (self.to - self.from)).clamp(0.0, 1.0);
        self.first + part * (self.last - self.first)
    }

    /// Round values with their texts.
    pub(super) fn ticks(&self, name: impl Fn(f64) -> String) -> Vec<(f64, String)> {
        match self.kind {
            Kind::Log => {
                let (from, to) = (self.from as i32, self.to as i32);
                let step = ((to - from) / 8 + 1).max(1);
                let powers = (from..=to).filter(|power| (power - from) % step == 0);
                powers
                    .map(|power| 10_f64.powi(power))
                    .map(|v| (v, name(v)))
                    .collect()
            }
            Kind::Share => SHARES
                .iter()
                .filter(|(share, _)| share_position(*share) <= self.to)
                .map(|(share, text)| (*share, (*text).to_owned()))
                .collect(),
        }
    }

    /// 2 to 9 times the powers of ten, for fine lines; none if there are many powers.
    pub(super) fn minor(&self) -> Vec<f64> {
        if self.kind == Kind::Share || self.to - self.from > 5.0 {
            return Vec::new();
        }
        let powers = (self.from as i32)..(self.to as i32);
        powers
            .flat_map(|power| (2..10).map(move |digit| f64::from(digit) * 10_f64.powi(power)))
            .collect()
    }
}

fn share_position(share: f64) -> f64 {
    (share.max(0.0) / LINEAR_BELOW).ln_1p()
}

/// The opening tag of a plot.
pub(super) fn open(out: &mut String, title: &str, width: f64, height: f64) {
    // Writing to a string cannot fail, here and below.
    let _ = writeln!(
        out,
        "<svg viewBox=\"0 0 {width} {height}\" width=\"{width}\" height=\"{height}\" role=\"img\" \
         aria-label=\"{}\">",
        escaped(title)
    );
}

/// A text; `class` may name several.
pub(super) fn text(out: &mut String, class: &str, x: f64, y: f64, content: &str) {
    let _ = writeln!(
        out,
        "<text class=\"{class}\" x=\"{x:.1}\" y=\"{y:.1}\">{}</text>",
        escaped(content)
    );
}

/// A place in a drawing.
#[derive(Clone, Copy)]
pub(super) struct Point {
    pub(super) x: f64,
    pub(super) y: f64,
}

pub(super) fn point(x: f64, y: f64) -> Point {
    Point { x, y }
}

/// A straight line.
pub(super) fn line(out: &mut String, class: &str, from: Point, to: Point) {
    let _ = writeln!(
        out,
        "<line class=\"{class}\" x1=\"{:.1}\" y1=\"{:.1}\" x2=\"{:.1}\" y2=\"{:.1}\"/>",
        from.x, from.y, to.x, to.y
    );
}

pub(super) fn horizontal(out: &mut String, class: &str, left: f64, right: f64, y: f64) {
    line(out, class, point(left, y), point(right, y));
}

pub(super) fn vertical(out: &mut String, class: &str, x: f64, top: f64, bottom: f64) {
    line(out, class, point(x, top), point(x, bottom));
}

/// Lines and labels of a horizontal axis whose plot reaches from `top` to `bottom`.
pub(super) fn x_axis(
    out: &mut String,
    scale: &Scale,
    top: f64,
    bottom: f64,
    name: impl Fn(f64) -> String,
) {
    for value in scale.minor() {
        vertical(out, "fine", scale.at(value), top, bottom);
    }
    for (value, label) in scale.ticks(name) {
        let x = scale.at(value);
        vertical(out, "grid", x, top, bottom);
        text(out, "tick mid", x, bottom + 16.0, &label);
    }
}

/// Lines and labels of a vertical axis whose plot reaches from `left` to `right`.
pub(super) fn y_axis(
    out: &mut String,
    scale: &Scale,
    left: f64,
    right: f64,
    name: impl Fn(f64) -> String,
) {
    for value in scale.minor() {
        horizontal(out, "fine", left, right, scale.at(value));
    }
    for (value, label) in scale.ticks(name) {
        let y = scale.at(value);
        horizontal(out, "grid", left, right, y);
        text(out, "tick end", left - 6.0, y + 4.0, &label);
    }
}

/// A mark for a value of the `series`-th planner, with the text that hovering shows.
pub(super) fn mark(out: &mut String, series: usize, at: Point, is_hollow: bool, tip: &str) {
    let fill = if is_hollow { " hollow" } else { "" };
    let _ = writeln!(
        out,
        "<path class=\"m c{}{fill}\" data-p=\"{series}\" d=\"{}\"><title>{}</title></path>",
        series % N_COLOURS,
        shape(series, at.x, at.y, 4.5),
        escaped(tip)
    );
}

/// The class of the lines of a planner: its colour, and dashes from the ninth on.
pub(super) fn stroke_class(series: usize) -> String {
    let dash = if series / N_COLOURS % 2 == 1 {
        " dash"
    } else {
        ""
    };
    format!("l c{}{dash}", series % N_COLOURS)
}

/// The names of planners with their marks, in as many lines as they need. Returns the height.
pub(super) fn legend(
    out: &mut String,
    planners: &[String],
    left: f64,
    top: f64,
    right: f64,
) -> f64 {
    let (mut x, mut y) = (left, top + 12.0);
    for (series, planner) in planners.iter().enumerate() {
        let width = 26.0 + 6.9 * planner.chars().count() as f64;
        if x + width > right && x > left {
            x = left;
            y += 20.0;
        }
        let _ = writeln!(
            out,
            "<g class=\"key\" data-p=\"{series}\"><path class=\"m c{}\" d=\"{}\"/>",
            series % N_COLOURS,
            shape(series, x + 6.0, y - 4.0, 4.5)
        );
        text(out, "label", x + 16.0, y, planner);
        out.push_str("</g>\n");
        x += width;
    }
    y - top + 12.0
}

/// The outline of a mark. The second round of colours begins with the second shape, so that no two
/// of 64 planners look alike.
fn shape(series: usize, x: f64, y: f64, r: f64) -> String {
    let polygon = |points: &[(f64, f64)]| {
        let mut path = String::new();
        for (index, (dx, dy)) in points.iter().enumerate() {
            let letter = if index == 0 { 'M' } else { 'L' };
            let _ = write!(path, "{letter}{:.1} {:.1}", x + dx * r, y + dy * r);
        }
        path + "Z"
    };
    match (series + series / N_COLOURS) % N_COLOURS {
        0 => format!(
            "M{:.1} {y:.1}a{r} {r} 0 1 0 {d} 0a{r} {r} 0 1 0 -{d} 0Z",
            x - r,
            d = 2.0 * r
        ),
        1 => polygon(&[(-0.9, -0.9), (0.9, -0.9), (0.9, 0.9), (-0.9, 0.9)]),
        2 => polygon(&[(0.0, -1.15), (1.1, 0.85), (-1.1, 0.85)]),
        3 => polygon(&[(0.0, -1.25), (1.25, 0.0), (0.0, 1.25), (-1.25, 0.0)]),
        4 => polygon(&[(0.0, 1.15), (1.1, -0.85), (-1.1, -0.85)]),
        5 => polygon(&CROSS.map(|(dx, dy)| ((dx - dy) * 0.75, (dx + dy) * 0.75))),
        6 => polygon(&CROSS),
        _ => polygon(&[
            (0.0, -1.25),
            (1.19, -0.39),
            (0.73, 1.01),
            (-0.73, 1.01),
            (-1.19, -0.39),
        ]),
    }
}

/// A plus sign.
const CROSS: [(f64, f64); 12] = [
    (-0.35, -1.2),
    (0.35, -1.2),
    (0.35, -0.35),
    (1.2, -0.35),
    (1.2, 0.35),
    (0.35, 0.35),
    (0.35, 1.2),
    (-0.35, 1.2),
    (-0.35, 0.35),
    (-1.2, 0.35),
    (-1.2, -0.35),
    (-0.35, -0.35),
];

/// A time on an axis.
pub(super) fn time(ms: f64) -> String {
    match ms {
        ms if ms < 0.99e-3 => format!("{} ns", (ms * 1e6).round()),
        ms if ms < 0.99 => format!("{} µs", (ms * 1e3).round()),
        ms if ms < 999.0 => format!("{} ms", ms.round()),
        ms => format!("{} s", (ms / 1e3).round()),
    }
}

/// A count on an axis.
pub(super) fn count(n: f64) -> String {
    match n {
        n if n < 999.0 => format!("{}", n.round()),
        n if n < 999_999.0 => format!("{} k", (n / 1e3).round()),
        n => format!("{} M", (n / 1e6).round()),
    }
}

/// Text as HTML and XML take it.
pub(super) fn escaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '&' => out.push_str("&amp;"),
            '"' => out.push_str("&quot;"),
            '\n' => out.push('\n'),
            c if c.is_control() || matches!(c, '\u{fffe}' | '\u{ffff}') => out.push('\u{fffd}'),
            c => out.push(c),
        }
    }
    out
}

/// The first letters of a text that is too long for its place.
pub(super) fn shortened(text: &str, most: usize) -> String {
    if text.chars().count() <= most {
        return text.to_owned();
    }
    let head: String = text.chars().take(most.saturating_sub(1)).collect();
    head + "…"
}

#[cfg(test)]
mod tests {
    use super::{Scale, count, escaped, shape, time};
    use std::collections::BTreeSet;

    #[test]
    fn scales_map_their_ends_to_the_ends_of_the_plot() {
        let scale = Scale::log([3.0, 4000.0].into_iter(), 100.0, 500.0);
        assert_eq!((scale.at(1.0), scale.at(1e4)), (100.0, 500.0));
        assert_eq!(scale.at(100.0), 300.0);
        let scale = Scale::share([0.2].into_iter(), 0.0, 100.0);
        assert_eq!(scale.at(0.0), 0.0);
        assert!(scale.at(0.001) > 5.0 && scale.at(0.2) < 100.0);
        let labels: Vec<String> = scale
            .ticks(|_| String::new())
            .into_iter()
            .map(|t| t.1)
            .collect();
        assert_eq!(labels, ["0", "0.1 %", "0.3 %", "1 %", "3 %", "10 %"]);
    }

    #[test]
    fn labels_have_units_and_marks_differ() {
        assert_eq!(
            [1e-6, 1e-2, 1.0, 1e3, 1e4].map(time),
            ["1 ns", "10 µs", "1 ms", "1 s", "10 s"]
        );
        assert_eq!([1.0, 1e3, 1e6].map(count), ["1", "1 k", "1 M"]);
        let looks: BTreeSet<(usize, String)> =
            (0..64).map(|s| (s % 8, shape(s, 0.0, 0.0, 1.0))).collect();
        assert_eq!(looks.len(), 64);
        assert_eq!(escaped("a<b>&\"\u{1}"), "a&lt;b&gt;&amp;&quot;\u{fffd}");
    }
}
