//! One scope of a picture: rectangles, lines, axes, legend and load curve.

use std::fmt::Write as _;

use memplan_planner::{Buffer, Bytes, LifetimeTrace, Tick, load_profile};

use super::axis::{byte_ticks, bytes, ticks};
use super::{PALETTE, Panel, escaped};

/// Height of one panel with its captions.
pub(super) const HEIGHT: f64 = 574.0;

const LEFT: f64 = 84.0;
const PLOT_WIDTH: f64 = 820.0;
const PLOT_HEIGHT: f64 = 380.0;
const LOAD_HEIGHT: f64 = 76.0;
const CAPTION: f64 = 48.0;
const GAP: f64 = 18.0;

/// Where names stop fitting: rectangles smaller than this have none.
const NAME_HEIGHT: f64 = 13.0;
const CHAR_WIDTH: f64 = 6.6;

/// Rectangles smaller than this have no outline, which would be all that is left of them.
const OUTLINE_SIDE: f64 = 4.0;

/// Nothing is drawn smaller than this, so that no buffer disappears between two pixels.
const MIN_SIDE: f64 = 1.0;

/// Numbers to pixels.
struct Scale {
    top: f64,
    first_tick: i64,
    last_tick: i64,
    max_bytes: f64,
}

impl Scale {
    fn new(panel: &Panel<'_>, top: f64) -> Self {
        let lives = || panel.trace.buffers().iter().map(|buffer| buffer.live);
        let first_tick = lives().map(|live| live.begin().0).min().unwrap_or(0);
        let last_tick = lives().map(|live| live.end().0).max().unwrap_or(1);
        let total = panel.schedule.total_size.0.max(panel.trace.max_load().0);
        Self {
            top,
            first_tick,
            last_tick,
            max_bytes: total.max(1) as f64 * 1.04,
        }
    }

    fn x(&self, tick: i64) -> f64 {
        let span = (self.last_tick as f64 - self.first_tick as f64).max(1.0);
        LEFT + (tick as f64 - self.first_tick as f64) / span * PLOT_WIDTH
    }

    fn y(&self, offset: f64) -> f64 {
        self.top + PLOT_HEIGHT * (1.0 - offset / self.max_bytes)
    }

    fn load_top(&self) -> f64 {
        self.top + PLOT_HEIGHT + GAP
    }
}

/// Draws a panel whose upper edge is at `y`.
pub(super) fn draw(out: &mut String, panel: &Panel<'_>, y: f64, index: usize) {
    let scale = Scale::new(panel, y + CAPTION);
    caption(out, panel, y);
    frame(out, &scale);
    let colours = Colours::new(panel.trace);
    for (id, buffer) in panel.trace.ids().zip(panel.trace.buffers()) {
        if let Some(offset) = panel.schedule.offset(id) {
            rectangle(out, &scale, &colours, buffer, offset);
        }
    }
    levels(out, panel, &scale);
    load(out, panel, &scale, index);
    colours.legend(out, y + CAPTION - 27.0);
}

// Writing to a string cannot fail, here and below.
fn caption(out: &mut String, panel: &Panel<'_>, y: f64) {
    let (trace, schedule) = (panel.trace, panel.schedule);
    let mut name = if trace.scope().is_empty() {
        "trace".to_owned()
    } else {
        trace.scope().to_owned()
    };
    if let Some(space) = trace.memory_space() {
        let _ = write!(name, " in {space}");
    }
    let sizes: u128 = trace.buffers().iter().map(|b| u128::from(b.size.0)).sum();
    let facts = format!(
        "{} buffers, {} in total; planner {}, fragmentation {:.1}%",
        trace.len(),
        bytes(u64::try_from(sizes).unwrap_or(u64::MAX)),
        schedule.planner,
        positive(schedule.fragmentation(trace) * 100.0),
    );
    let _ = writeln!(
        out,
        "<text x=\"{LEFT}\" y=\"{:.1}\"><tspan font-weight=\"600\">{}</tspan></text>\n\
         <text class=\"s\" x=\"{LEFT}\" y=\"{:.1}\">{}</text>",
        y + 18.0,
        escaped(&name),
        y + 36.0,
        escaped(&facts)
    );
}

/// Without the sign that a rounded zero may have.
fn positive(value: f64) -> f64 {
    if value.abs() < 0.05 { 0.0 } else { value }
}

fn frame(out: &mut String, scale: &Scale) {
    let _ = writeln!(
        out,
        "<rect class=\"f\" x=\"{LEFT}\" y=\"{:.1}\" width=\"{PLOT_WIDTH}\" height=\"{PLOT_HEIGHT}\"/>",
        scale.top
    );
    for (value, text) in byte_ticks(scale.max_bytes, 6.0) {
        let y = scale.y(value);
        let _ = writeln!(
            out,
            "<path class=\"g\" d=\"M{LEFT} {y:.1}h{PLOT_WIDTH}\"/>\
             <text class=\"s\" x=\"{:.1}\" y=\"{:.1}\" text-anchor=\"end\">{text}</text>",
            LEFT - 8.0,
            y + 4.0
        );
    }
    let _ = writeln!(
        out,
        "<text class=\"s\" text-anchor=\"middle\" transform=\"translate(16 {:.1})rotate(-90)\">offset</text>",
        scale.top + PLOT_HEIGHT / 2.0
    );
    let bottom = scale.load_top() + LOAD_HEIGHT;
    for tick in ticks(scale.first_tick, scale.last_tick, 12.0) {
        let x = scale.x(tick);
        let _ = writeln!(
            out,
            "<path class=\"g\" d=\"M{x:.1} {bottom:.1}v5\"/>\
             <text class=\"s\" x=\"{x:.1}\" y=\"{:.1}\" text-anchor=\"middle\">{tick}</text>",
            bottom + 18.0
        );
    }
    let _ = writeln!(
        out,
        "<text class=\"s\" x=\"{:.1}\" y=\"{:.1}\" text-anchor=\"middle\">tick</text>",
        LEFT + PLOT_WIDTH / 2.0,
        bottom + 34.0
    );
}

/// A buffer: a rectangle for each stretch of its life between its gaps, and its name where it fits.
fn rectangle(out: &mut String, scale: &Scale, colours: &Colours, buffer: &Buffer, offset: Bytes) {
    let top = scale.y(offset.0 as f64 + buffer.size.0 as f64);
    let height = (scale.y(offset.0 as f64) - top).max(MIN_SIDE);
    let (fill, ink) = colours.of(buffer.size.0);
    let mut widest = (0.0, 0.0);
    out.push_str("<g>");
    let _ = write!(
        out,
        "<title>{}: {} at offset {offset}, ticks {} to {}</title>",
        escaped(&buffer.name),
        bytes(buffer.size.0),
        buffer.live.begin(),
        buffer.live.end()
    );
    for (begin, end) in stretches(buffer) {
        let x = scale.x(begin.0);
        let width = (scale.x(end.0) - x).max(MIN_SIDE);
        let class = if width < OUTLINE_SIDE || height < OUTLINE_SIDE {
            "b"
        } else {
            "b o"
        };
        let _ = write!(
            out,
            "<rect class=\"{class}\" fill=\"{fill}\" x=\"{x:.1}\" y=\"{top:.1}\" \
             width=\"{width:.1}\" height=\"{height:.1}\"/>"
        );
        if widest.1 < width {
            widest = (x, width);
        }
    }
    label(out, buffer, ink, widest, (top, height));
    out.push_str("</g>\n");
}

fn label(
    out: &mut String,
    buffer: &Buffer,
    ink: &str,
    (x, width): (f64, f64),
    (y, height): (f64, f64),
) {
    let fits = |text: &str| text.chars().count() as f64 * CHAR_WIDTH + 6.0 <= width;
    if height < NAME_HEIGHT || buffer.name.is_empty() || !fits(&buffer.name) {
        return;
    }
    let mut line = |text: &str, dy: f64| {
        let _ = write!(
            out,
            "<text class=\"n\" style=\"fill:{ink}\" x=\"{:.1}\" y=\"{:.1}\" \
             text-anchor=\"middle\">{}</text>",
            x + width / 2.0,
            y + height / 2.0 + dy,
            escaped(text)
        );
    };
    let size = bytes(buffer.size.0);
    if height >= 2.2 * NAME_HEIGHT && fits(&size) {
        line(&buffer.name, -3.0);
        line(&size, 11.0);
    } else {
        line(&buffer.name, 4.0);
    }
}

/// The lifetime of a buffer without the gaps in which it keeps no bytes.
fn stretches(buffer: &Buffer) -> Vec<(Tick, Tick)> {
    let mut stretches = Vec::new();
    let mut from = buffer.live.begin();
    for gap in buffer.gaps.iter().filter(|gap| gap.window.is_none()) {
        if from < gap.ticks.begin() {
            stretches.push((from, gap.ticks.begin()));
        }
        from = gap.ticks.end();
    }
    if from < buffer.live.end() {
        stretches.push((from, buffer.live.end()));
    }
    stretches
}

/// The lines of peak and largest load, with their bytes beside them.
fn levels(out: &mut String, panel: &Panel<'_>, scale: &Scale) {
    let (peak, load) = (panel.schedule.total_size.0, panel.trace.max_load().0);
    let right = LEFT + PLOT_WIDTH;
    let mut line = |value: u64, class: &str, dash: &str, text: &str, text_y: f64| {
        let y = scale.y(value as f64);
        let _ = writeln!(
            out,
            "<path class=\"{class}\" fill=\"none\" stroke-width=\"1.5\" stroke-dasharray=\"{dash}\" \
             d=\"M{LEFT} {y:.1}h{PLOT_WIDTH}\"/>\
             <text class=\"{class}\" x=\"{:.1}\" y=\"{text_y:.1}\">{text}</text>\
             <text class=\"{class}\" x=\"{0:.1}\" y=\"{:.1}\">{}</text>",
            right + 8.0,
            text_y + 14.0,
            bytes(value)
        );
    };
    let peak_y = scale.y(peak as f64) - 2.0;
    if peak == load {
        line(peak, "pk", "6 3", "peak = max load", peak_y);
        return;
    }
    line(peak, "pk", "6 3", "peak", peak_y);
    let load_y = (scale.y(load as f64) - 2.0).max(peak_y + 32.0);
    line(load, "ld", "2 3", "max load", load_y);
}

/// The load over time, on the same ticks.
fn load(out: &mut String, panel: &Panel<'_>, scale: &Scale, index: usize) {
    let top = scale.load_top();
    let bottom = top + LOAD_HEIGHT;
    let max = panel.trace.max_load().0;
    let y = |load: u64| bottom - LOAD_HEIGHT * 0.94 * (load as f64 / (max.max(1)) as f64);
    let mut path = format!("M{LEFT} {bottom:.1}");
    for step in load_profile(panel.trace) {
        let _ = write!(path, "H{:.1}V{:.1}", scale.x(step.begin.0), y(step.load.0));
    }
    let _ = writeln!(
        out,
        "<rect class=\"f\" x=\"{LEFT}\" y=\"{top:.1}\" width=\"{PLOT_WIDTH}\" height=\"{LOAD_HEIGHT}\"/>\
         <path class=\"la\" id=\"load{index}\" d=\"{path}V{bottom:.1}Z\"><title>live bytes at each tick</title></path>\
         <path class=\"ld\" fill=\"none\" stroke-width=\"1\" stroke-dasharray=\"2 3\" d=\"M{LEFT} {0:.1}h{PLOT_WIDTH}\"/>\
         <text class=\"s\" x=\"{1:.1}\" y=\"{2:.1}\" text-anchor=\"end\">{3}</text>\
         <text class=\"s\" x=\"{1:.1}\" y=\"{bottom:.1}\" text-anchor=\"end\">0</text>\
         <text class=\"s\" text-anchor=\"middle\" transform=\"translate(16 {4:.1})rotate(-90)\">load</text>",
        y(max),
        LEFT - 8.0,
        y(max) + 4.0,
        bytes(max),
        top + LOAD_HEIGHT / 2.0
    );
}

/// Which colour a size has: by its logarithm, between the smallest and the largest size.
struct Colours {
    min: f64,
    max: f64,
}

impl Colours {
    fn new(trace: &LifetimeTrace) -> Self {
        let sizes = || trace.buffers().iter().map(|buffer| buffer.size.0.max(1));
        Self {
            min: sizes().min().unwrap_or(1) as f64,
            max: sizes().max().unwrap_or(1) as f64,
        }
    }

    fn of(&self, size: u64) -> (&'static str, &'static str) {
        let range = (self.max / self.min).ln();
        if range <= 0.0 {
            return PALETTE[2];
        }
        let place = ((size.max(1) as f64) / self.min).ln() / range;
        let last = PALETTE.len() - 1;
        let index = (place * PALETTE.len() as f64)
            .floor()
            .clamp(0.0, last as f64);
        PALETTE[index as usize]
    }

    /// The colours from small to large with the sizes at the ends, ending at the right edge.
    fn legend(&self, out: &mut String, y: f64) {
        let is_single = self.min >= self.max;
        let n = if is_single { 1 } else { PALETTE.len() };
        let x = LEFT + PLOT_WIDTH - 70.0 - n as f64 * 18.0;
        if !is_single {
            let _ = write!(
                out,
                "<text class=\"s\" x=\"{:.1}\" y=\"{:.1}\" text-anchor=\"end\">size {}</text>",
                x - 6.0,
                y + 10.0,
                bytes(self.min as u64)
            );
        }
        let colours = if is_single {
            &PALETTE[2..3]
        } else {
            &PALETTE[..]
        };
        for (i, (fill, _)) in colours.iter().enumerate() {
            let _ = write!(
                out,
                "<rect fill=\"{fill}\" x=\"{:.1}\" y=\"{y:.1}\" width=\"18\" height=\"12\"/>",
                x + i as f64 * 18.0
            );
        }
        let _ = writeln!(
            out,
            "<text class=\"s\" x=\"{:.1}\" y=\"{:.1}\">{}</text>",
            x + n as f64 * 18.0 + 6.0,
            y + 10.0,
            bytes(self.max as u64)
        );
    }
}
