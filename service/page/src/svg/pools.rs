//! A schedule with pools: panels side by side, prices over the buffers that pay them, and arrows for copies.

use std::fmt::Write as _;

use memplan_planner::{Buffer, Bytes};

use super::axis::bytes;
use super::panel::{self, BESIDE, Colours, Scale, WIDE, stretches};
use super::{Panel, escaped};
use crate::pools::{Move, Pools, Price, Spot};
use crate::scope_name;

/// The height of the heading of a row, and of the whole.
const HEADING: f64 = 30.0;
pub(super) const HEIGHT: f64 = HEADING + panel::HEIGHT;

/// The width of the plot of a pool beside others.
const NARROW: f64 = 420.0;

pub(super) const STYLE: &str = "\
.rs{fill:url(#reserved);stroke:#8c959f;stroke-width:.75}.pr{fill:url(#price);stroke:#cf222e;stroke-width:1.5}\
.pl{stroke:#cf222e;stroke-width:1.5;stroke-dasharray:4 3;fill:none}.bk{fill:none;stroke:#cf222e;stroke-width:1.5;stroke-dasharray:2 2}\
.cp{stroke:#24292f;fill:#24292f}text.cp{stroke:none}.mv{fill:none;stroke:#8250df;stroke-width:1.75;stroke-opacity:.8}\
.mv:hover{stroke-width:4}.mh{fill:#8250df}.hr{stroke:#8c959f}.hp{stroke:#cf222e}\
@media(prefers-color-scheme:dark){.cp{stroke:#e6edf3;fill:#e6edf3}.mv{stroke:#d2a8ff}.mh{fill:#d2a8ff}\
.pr,.pl,.bk,.hp{stroke:#ff7b72}}";

pub(super) const PATTERNS: &str = "<defs>\
<pattern id=\"reserved\" width=\"8\" height=\"8\" patternUnits=\"userSpaceOnUse\" patternTransform=\"rotate(45)\">\
<path class=\"hr\" stroke-width=\"1.5\" d=\"M0 0v8\"/></pattern>\
<pattern id=\"price\" width=\"10\" height=\"10\" patternUnits=\"userSpaceOnUse\" patternTransform=\"rotate(-45)\">\
<path class=\"hp\" stroke-width=\"1.5\" d=\"M0 0v10\"/></pattern>\
<marker id=\"head\" viewBox=\"0 0 8 8\" refX=\"7\" refY=\"4\" markerWidth=\"8\" markerHeight=\"8\" \
markerUnits=\"userSpaceOnUse\" orient=\"auto\"><path class=\"mh\" d=\"M0 0l8 4l-8 4z\"/></marker></defs>\n";

/// Draws a row whose upper edge is at `y`, and returns its width.
pub(super) fn draw(out: &mut String, pools: &Pools<'_>, y: f64, index: usize) -> f64 {
    let n = pools.parts.len();
    let plot = if n == 1 { WIDE } else { NARROW };
    let width = plot + BESIDE;
    let colours = Colours::new(pools.trace);
    // Writing to a string cannot fail, here and below.
    let _ = writeln!(
        out,
        "<text x=\"84\" y=\"{:.1}\"><tspan font-weight=\"600\">{}</tspan> <tspan class=\"s\">{}</tspan></text>",
        y + 18.0,
        escaped(&scope_name(pools.trace)),
        escaped(&format!(
            "({}) {}",
            pools.entry.schedule.planner,
            pools.measures().join(", ")
        ))
    );
    let parts = pools.parts.iter().enumerate();
    let scales = parts.map(|(at, part)| {
        let panel = Panel {
            trace: &part.part.trace,
            origins: part.origins.as_deref(),
            schedule: &part.part.schedule,
            x: at as f64 * width,
            width,
            ticks: Some(pools.ticks),
            marks: None,
            pool: Some((part, &colours)),
        };
        panel::draw(out, &panel, y + HEADING, index + at)
    });
    let scales: Vec<Scale> = scales.collect();
    if let Some(last) = scales.last() {
        colours.legend(out, last.left + last.width, y + HEADING + 21.0);
    }
    for price in &pools.prices {
        draw_price(out, pools, price, &scales[price.buffer.part]);
    }
    for it in &pools.moves {
        draw_move(out, pools, it, &scales);
    }
    n as f64 * width
}

/// A buffer in a part, with its offset.
fn placed<'a>(pools: &'a Pools<'_>, spot: Spot) -> (&'a Buffer, Bytes) {
    let part = &pools.part(spot).part;
    let offset = part.schedule.offsets[spot.piece];
    (&part.trace.buffers()[spot.piece], offset)
}

/// Hatches the bytes that two buffers share and pay for, or frames both if they pay for a bank, and connects the two.
fn draw_price(out: &mut String, pools: &Pools<'_>, price: &Price, scale: &Scale) {
    let both = [placed(pools, price.buffer), placed(pools, price.other)];
    let names = [price.buffer, price.other].map(|spot| escaped(pools.name(spot)));
    let [name, other] = &names;
    let cost = price.cost;
    let title = match price.bytes {
        Some((from, to)) => format!(
            "{name} and {other} share {} at offset {from}, which costs {cost}",
            bytes(to.0 - from.0)
        ),
        None => format!("{name} and {other} touch a common bank, which costs {cost}"),
    };
    let _ = write!(out, "<g><title>{title}</title>");
    let class = if price.bytes.is_some() { "pr" } else { "bk" };
    for (buffer, offset) in both {
        let whole = (offset, Bytes(offset.0.saturating_add(buffer.size.0)));
        let (from, to) = price.bytes.unwrap_or(whole);
        let (top, low) = (scale.y(to.0 as f64), scale.y(from.0 as f64));
        for (begin, end) in stretches(buffer) {
            let x = scale.x(begin.0);
            let _ = write!(
                out,
                "<rect class=\"{class}\" x=\"{x:.1}\" y=\"{top:.1}\" width=\"{:.1}\" height=\"{:.1}\"/>",
                scale.x(end.0) - x,
                low - top
            );
        }
    }
    let middle = |(buffer, offset): (&Buffer, Bytes)| {
        let (from, to) = price
            .bytes
            .unwrap_or((offset, Bytes(offset.0 + buffer.size.0)));
        scale.y(from.0.midpoint(to.0) as f64)
    };
    let [first, second] = if both[1].0.live.begin() < both[0].0.live.begin() {
        [both[1], both[0]]
    } else {
        both
    };
    let (from, to) = (first.0.live.end().0, second.0.live.begin().0);
    if from < to || price.bytes.is_none() {
        let _ = write!(
            out,
            "<path class=\"pl\" d=\"M{:.1} {:.1}L{:.1} {:.1}\"/>",
            scale.x(from.min(to)),
            middle(first),
            scale.x(from.max(to)),
            middle(second)
        );
    }
    out.push_str("</g>\n");
}

/// An arrow from the place that a copy reads to the one that it fills.
fn draw_move(out: &mut String, pools: &Pools<'_>, it: &Move, scales: &[Scale]) {
    let end = |spot: Spot| {
        let scale = &scales[spot.part];
        let (buffer, offset) = placed(pools, spot);
        let middle = offset.0 as f64 + buffer.size.0 as f64 / 2.0;
        (scale.x(it.tick), scale.y(middle))
    };
    let ((x0, y0), (x1, y1)) = (end(it.from), end(it.to));
    let bend = (x1 - x0) * 0.4;
    let pool = |spot: Spot| escaped(&pools.part(spot).pool.name);
    let _ = writeln!(
        out,
        "<path class=\"mv\" marker-end=\"url(#head)\" d=\"M{x0:.1} {y0:.1}C{:.1} {y0:.1} {:.1} {y1:.1} {x1:.1} {y1:.1}\">\
         <title>{} is copied from {} to {} at tick {}: {}</title></path>",
        x0 + bend,
        x1 - bend,
        escaped(pools.name(it.from)),
        pool(it.from),
        pool(it.to),
        it.tick,
        bytes(placed(pools, it.from).0.size.0)
    );
}
