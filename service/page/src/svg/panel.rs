//! One scope or pool of a picture: rectangles, lines, axes, legend and load curve.

use std::fmt::Write as _;

use memplan_planner::{Buffer, Bytes, LifetimeTrace, Tick, load_profile};
use memplan_support::table::plural;

use super::axis::{byte_ticks, bytes, ticks};
use super::{Marks, PALETTE, Panel, escaped};

/// Height of one panel with its captions.
pub(super) const HEIGHT: f64 = 574.0;

/// What is beside a plot on the left, and on both sides.
const LEFT: f64 = 84.0;
pub(super) const BESIDE: f64 = LEFT + 136.0;

/// The width of a plot that is alone.
pub(super) const WIDE: f64 = 820.0;

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
pub(super) struct Scale {
    pub(super) left: f64,
    pub(super) width: f64,
    top: f64,
    first_tick: i64,
    last_tick: i64,
    max_bytes: f64,
}

/// A pool is drawn up to its capacity if that is at most so many times its peak.
const MOST_EMPTY: u64 = 3;

impl Scale {
    fn new(panel: &Panel<'_>, top: f64) -> Self {
        let lives = || panel.trace.buffers().iter().map(|buffer| buffer.live);
        let first_tick = lives().map(|live| live.begin().0).min().unwrap_or(0);
        let last_tick = lives().map(|live| live.end().0).max().unwrap_or(1);
        let (first_tick, last_tick) = panel.ticks.unwrap_or((first_tick, last_tick));
        let mut total = panel.schedule.total_size.0.max(panel.trace.max_load().0);
        if let Some(capacity) = panel.capacity()
            && capacity <= total.saturating_mul(MOST_EMPTY)
        {
            total = total.max(capacity);
        }
        Self {
            left: panel.x + LEFT,
            width: panel.width - BESIDE,
            top,
            first_tick,
            last_tick,
            max_bytes: total.max(1) as f64 * 1.04,
        }
    }

    pub(super) fn x(&self, tick: i64) -> f64 {
        self.x_of(tick as f64)
    }

    fn x_of(&self, tick: f64) -> f64 {
        let span = (self.last_tick as f64 - self.first_tick as f64).max(1.0);
        self.left + (tick - self.first_tick as f64) / span * self.width
    }

    pub(super) fn y(&self, offset: f64) -> f64 {
        self.top + PLOT_HEIGHT * (1.0 - offset / self.max_bytes)
    }

    fn load_top(&self) -> f64 {
        self.top + PLOT_HEIGHT + GAP
    }
}

/// Draws a panel whose upper edge is at `y`.
pub(super) fn draw(out: &mut String, panel: &Panel<'_>, y: f64, index: usize) -> Scale {
    let scale = Scale::new(panel, y + CAPTION);
    caption(out, panel, y);
    frame(out, &scale);
    let own;
    let colours = match panel.pool {
        Some((_, colours)) => colours,
        None => {
            own = Colours::new(panel.trace);
            &own
        }
    };
    for (from, to, reason) in panel.pool.iter().flat_map(|(part, _)| &part.taken) {
        let (top, low) = (scale.y(to.0 as f64), scale.y(from.0 as f64));
        let _ = writeln!(
            out,
            "<rect class=\"rs\" x=\"{:.1}\" y=\"{top:.1}\" width=\"{:.1}\" height=\"{:.1}\">\
             <title>{}: {} at offset {from}</title></rect>",
            scale.left,
            scale.width,
            (low - top).max(MIN_SIDE),
            escaped(reason),
            bytes(to.0.saturating_sub(from.0))
        );
    }
    let mut is_pale = vec![panel.marks.is_some(); panel.trace.len()];
    for id in panel
        .marks
        .iter()
        .flat_map(|marks| marks.chain.iter().chain(&marks.others))
    {
        if let Some(is_pale) = is_pale.get_mut(id.index()) {
            *is_pale = false;
        }
    }
    for (id, buffer) in panel.trace.ids().zip(panel.trace.buffers()) {
        if let Some(offset) = panel.schedule.offset(id) {
            let origin = panel.origins.and_then(|origins| origins.get(id.index()));
            let shown = Shown {
                buffer,
                words: (origin.filter(|origin| origin.is_named)).map(|origin| &*origin.op),
                offset,
                is_pale: is_pale[id.index()],
            };
            rectangle(out, &scale, colours, &shown);
        }
    }
    levels(out, panel, &scale);
    load(out, panel, &scale, index);
    if let Some(marks) = panel.marks {
        point_out(out, panel, &scale, marks);
    }
    if panel.pool.is_none() {
        colours.legend(out, scale.left + scale.width, y + CAPTION - 27.0);
    }
    scale
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
        let _ = match panel.pool {
            Some(_) => {
                name.clear();
                write!(name, "pool {space}")
            }
            None => write!(name, " in {space}"),
        };
    }
    let sizes: u128 = trace.buffers().iter().map(|b| u128::from(b.size.0)).sum();
    let facts = match panel.pool {
        Some(_) => format!(
            "{}, {}{}",
            plural(trace.len(), "buffer"),
            bytes(schedule.total_size.0),
            (panel.capacity()).map_or_else(String::new, |all| format!(" of {}", bytes(all)))
        ),
        None => format!(
            "{} buffers, {} in total; planner {}, fragmentation {:.1}%",
            trace.len(),
            bytes(u64::try_from(sizes).unwrap_or(u64::MAX)),
            schedule.planner,
            positive(schedule.fragmentation(trace) * 100.0),
        ),
    };
    let left = panel.x + LEFT;
    let _ = writeln!(
        out,
        "<text x=\"{left}\" y=\"{:.1}\"><tspan font-weight=\"600\">{}</tspan></text>\n\
         <text class=\"s\" x=\"{left}\" y=\"{:.1}\">{}</text>",
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
    let (left, width) = (scale.left, scale.width);
    let _ = writeln!(
        out,
        "<rect class=\"f\" x=\"{left}\" y=\"{:.1}\" width=\"{width}\" height=\"{PLOT_HEIGHT}\"/>",
        scale.top
    );
    for (value, text) in byte_ticks(scale.max_bytes, 6.0) {
        let y = scale.y(value);
        let _ = writeln!(
            out,
            "<path class=\"g\" d=\"M{left} {y:.1}h{width}\"/>\
             <text class=\"s\" x=\"{:.1}\" y=\"{:.1}\" text-anchor=\"end\">{text}</text>",
            left - 8.0,
            y + 4.0
        );
    }
    let _ = writeln!(
        out,
        "<text class=\"s\" text-anchor=\"middle\" transform=\"translate({} {:.1})rotate(-90)\">offset</text>",
        left - LEFT + 16.0,
        scale.top + PLOT_HEIGHT / 2.0
    );
    let bottom = scale.load_top() + LOAD_HEIGHT;
    for tick in ticks(scale.first_tick, scale.last_tick, 12.0 * width / WIDE) {
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
        left + width / 2.0,
        bottom + 34.0
    );
}

/// A buffer of a picture.
struct Shown<'a> {
    buffer: &'a Buffer,
    /// What a front end says about it.
    words: Option<&'a str>,
    offset: Bytes,
    is_pale: bool,
}

impl Shown<'_> {
    /// What to call it, the longest name first: `jit(f)/dot_general (model.py:12)`, `dot_general`, `f/alloc0`.
    fn names(&self) -> impl Iterator<Item = &str> {
        let name = self.words.and_then(|words| words.split(" (").next());
        let last = name.and_then(|name| name.rsplit('/').next());
        let all = [self.words, name, last, Some(&*self.buffer.name)];
        all.into_iter().flatten().filter(|name| !name.is_empty())
    }
}

/// A buffer: a rectangle for each stretch of its life between its gaps, and the longest of its names that fits.
fn rectangle(out: &mut String, scale: &Scale, colours: &Colours, shown: &Shown<'_>) {
    let Shown { buffer, offset, .. } = shown;
    let top = scale.y(offset.0 as f64 + buffer.size.0 as f64);
    let height = (scale.y(offset.0 as f64) - top).max(MIN_SIDE);
    let (fill, ink) = colours.of(buffer.size.0);
    let mut widest = (0.0, 0.0);
    out.push_str(if shown.is_pale {
        "<g class=\"pl\">"
    } else {
        "<g>"
    });
    let _ = write!(
        out,
        "<title>{}{}: {} at offset {offset}, ticks {} to {}</title>",
        shown
            .words
            .map_or_else(String::new, |words| format!("{}, ", escaped(words))),
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
    label(out, shown, ink, widest, (top, height));
    out.push_str("</g>\n");
}

fn label(
    out: &mut String,
    shown: &Shown<'_>,
    ink: &str,
    (x, width): (f64, f64),
    (y, height): (f64, f64),
) {
    let fits = |text: &str| text.chars().count() as f64 * CHAR_WIDTH + 6.0 <= width;
    let Some(name) = shown
        .names()
        .find(|name| NAME_HEIGHT <= height && fits(name))
    else {
        return;
    };
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
    let size = bytes(shown.buffer.size.0);
    if height >= 2.2 * NAME_HEIGHT && fits(&size) {
        line(name, -3.0);
        line(&size, 11.0);
    } else {
        line(name, 4.0);
    }
}

/// The tick of the largest load, and the chain from the top of the arena down: its buffers with an outline, joined by
/// lines where one rests on the other, through the bytes between them that nothing can use.
fn point_out(out: &mut String, panel: &Panel<'_>, scale: &Scale, marks: &Marks) {
    let end = scale.load_top() + LOAD_HEIGHT;
    if let Some(tick) = marks.tick {
        let x = (scale.x(tick.0) + scale.x(tick.0.saturating_add(1))) / 2.0;
        let _ = writeln!(
            out,
            "<path class=\"ld\" fill=\"none\" stroke-width=\"1.5\" stroke-dasharray=\"2 3\" \
             d=\"M{x:.1} {:.1}V{end:.1}\"><title>the largest load, at tick {tick}</title></path>",
            scale.top
        );
    }
    for (index, &id) in marks.chain.iter().enumerate() {
        let Some(offset) = panel.schedule.offset(id) else {
            continue;
        };
        let buffer = &panel.trace[id];
        let low = scale.y(offset.0 as f64);
        let top = scale.y(offset.0 as f64 + buffer.size.0 as f64);
        for (begin, end) in stretches(buffer) {
            let (x, to) = (scale.x(begin.0), scale.x(end.0));
            let _ = write!(
                out,
                "<rect class=\"ch\" x=\"{x:.1}\" y=\"{top:.1}\" width=\"{:.1}\" height=\"{:.1}\"/>",
                (to - x).max(MIN_SIDE),
                (low - top).max(MIN_SIDE)
            );
        }
        let below = marks.chain.get(index + 1).and_then(|&other| {
            let at = panel.schedule.offset(other)?;
            let (own, other) = (buffer.live, &panel.trace[other]);
            let middle = own.begin().max(other.live.begin()).0 as f64;
            let middle = (middle + own.end().min(other.live.end()).0 as f64) / 2.0;
            Some((middle, at.0.saturating_add(other.size.0)))
        });
        let (middle, floor) = below.unwrap_or_else(|| {
            let (begin, end) = (buffer.live.begin().0, buffer.live.end().0);
            ((begin as f64 + end as f64) / 2.0, 0)
        });
        let unused = offset.0.saturating_sub(floor);
        if unused != 0 && buffer.pinned.is_none() {
            let _ = write!(
                out,
                "<path class=\"ch\" d=\"M{:.1} {low:.1}V{:.1}\"><title>{} that nothing can use</title></path>",
                scale.x_of(middle),
                scale.y(floor as f64),
                bytes(unused)
            );
        }
        out.push('\n');
    }
}

/// The lifetime of a buffer without the gaps in which it keeps no bytes.
pub(super) fn stretches(buffer: &Buffer) -> Vec<(Tick, Tick)> {
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
    let (left, width) = (scale.left, scale.width);
    let mut line = |value: u64, class: &str, dash: &str, text: &str, text_y: f64| {
        let y = scale.y(value as f64);
        let _ = writeln!(
            out,
            "<path class=\"{class}\" fill=\"none\" stroke-width=\"1.5\" stroke-dasharray=\"{dash}\" \
             d=\"M{left} {y:.1}h{width}\"/>\
             <text class=\"{class}\" x=\"{:.1}\" y=\"{text_y:.1}\">{text}</text>\
             <text class=\"{class}\" x=\"{0:.1}\" y=\"{:.1}\">{}</text>",
            left + width + 8.0,
            text_y + 14.0,
            bytes(value)
        );
    };
    let peak_y = scale.y(peak as f64) - 2.0;
    if panel.pool.is_some() {
        let capacity = panel
            .capacity()
            .filter(|&all| all as f64 <= scale.max_bytes);
        match capacity {
            Some(all) if all == peak => line(peak, "cp", "", "peak = capacity", peak_y),
            Some(all) => {
                let y = scale.y(all as f64) - 2.0;
                line(all, "cp", "", "capacity", y);
                let below = if peak < all { y + 32.0 } else { y - 32.0 };
                let peak_y = if peak < all {
                    peak_y.max(below)
                } else {
                    peak_y.min(below)
                };
                line(peak, "pk", "6 3", "peak", peak_y);
            }
            None => line(peak, "pk", "6 3", "peak", peak_y),
        }
        return;
    }
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
    let (left, width) = (scale.left, scale.width);
    let mut path = format!("M{left} {bottom:.1}");
    for step in load_profile(panel.trace) {
        let _ = write!(path, "H{:.1}V{:.1}", scale.x(step.begin.0), y(step.load.0));
    }
    let _ = writeln!(
        out,
        "<rect class=\"f\" x=\"{left}\" y=\"{top:.1}\" width=\"{width}\" height=\"{LOAD_HEIGHT}\"/>\
         <path class=\"la\" id=\"load{index}\" d=\"{path}V{bottom:.1}Z\"><title>live bytes at each tick</title></path>\
         <path class=\"ld\" fill=\"none\" stroke-width=\"1\" stroke-dasharray=\"2 3\" d=\"M{left} {0:.1}h{width}\"/>\
         <text class=\"s\" x=\"{1:.1}\" y=\"{2:.1}\" text-anchor=\"end\">{3}</text>\
         <text class=\"s\" x=\"{1:.1}\" y=\"{bottom:.1}\" text-anchor=\"end\">0</text>\
         <text class=\"s\" text-anchor=\"middle\" transform=\"translate({5} {4:.1})rotate(-90)\">load</text>",
        y(max),
        left - 8.0,
        y(max) + 4.0,
        bytes(max),
        top + LOAD_HEIGHT / 2.0,
        left - LEFT + 16.0
    );
}

/// Which colour a size has: by its logarithm, between the smallest and the largest size.
pub(super) struct Colours {
    min: f64,
    max: f64,
}

impl Colours {
    pub(super) fn new(trace: &LifetimeTrace) -> Self {
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
    pub(super) fn legend(&self, out: &mut String, right: f64, y: f64) {
        let is_single = self.min >= self.max;
        let n = if is_single { 1 } else { PALETTE.len() };
        let x = right - 70.0 - n as f64 * 18.0;
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
