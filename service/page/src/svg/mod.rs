//! Pictures of plans as SVG: offset against tick, one rectangle for each buffer, the load below.
//!
//! Readable with ten buffers or thousands: names and outlines appear only where they fit, every rectangle has a
//! tooltip, and colour encodes the size of a buffer. The file is self-contained and follows the colour scheme of the
//! viewer.

mod axis;
mod curve;
mod panel;
mod pools;

use std::fmt::Write as _;

use memplan_planner::{LifetimeTrace, MemorySchedule};

use crate::pools::{Drawn, Part, drawn};
use crate::{Marks, Origin, Scope};

pub(crate) use axis::bytes;
pub use curve::recompute_curve;

/// More panels than this do not make a picture.
const MAX_PANELS: usize = 24;

const WIDTH: f64 = 1040.0;

/// Names of colours come from here: light scheme, then dark scheme.
const STYLE: &str = "\
text{font:12px system-ui,-apple-system,'Segoe UI','DejaVu Sans',sans-serif;fill:#24292f}\
.h{font-size:15px;font-weight:600}.s{fill:#57606a}.n{font-size:11px;pointer-events:none}\
.bg{fill:#fff}.f{fill:#f6f8fa}.g{stroke:#d0d7de;stroke-width:1}\
.b{shape-rendering:crispEdges}.o{stroke:#fff;stroke-width:.75}\
.pk{stroke:#b35900;fill:#b35900}.ld{stroke:#0072b2;fill:#0072b2}\
text.pk,text.ld{stroke:none}.la{fill:#56b4e9;fill-opacity:.55}\
@media(prefers-color-scheme:dark){text{fill:#e6edf3}.s{fill:#9198a1}.bg{fill:#0d1117}\
.f{fill:#161b22}.g{stroke:#30363d}.o{stroke:#0d1117}\
.pk{stroke:#ffa657;fill:#ffa657}.ld{stroke:#79c0ff;fill:#79c0ff}}";

/// Of what explains a peak.
const MARKS: &str = ".pl{opacity:.3}.ch{stroke:#b35900;stroke-width:2.5;fill:none}\
@media(prefers-color-scheme:dark){.ch{stroke:#ffa657}}";

/// Colours from small to large buffers (a part of viridis, which is distinguishable with colour
/// blindness and in greyscale), each with the colour of names on it.
const PALETTE: [(&str, &str); 7] = [
    ("#472d7b", "#fff"),
    ("#3b528b", "#fff"),
    ("#2c728e", "#fff"),
    ("#21918c", "#fff"),
    ("#28ae80", "#000"),
    ("#5ec962", "#000"),
    ("#addc30", "#000"),
];

/// One scope or pool of a picture.
#[derive(Clone, Copy)]
struct Panel<'a> {
    trace: &'a LifetimeTrace,
    origins: Option<&'a [Origin]>,
    schedule: &'a MemorySchedule,
    /// Its left edge and its width.
    x: f64,
    width: f64,
    /// The first and the last tick; `None`: those of the trace.
    ticks: Option<(i64, i64)>,
    /// What to point out.
    marks: Option<&'a Marks>,
    /// The pool, and the colours that all pools of a schedule share.
    pool: Option<(&'a Part, &'a panel::Colours)>,
}

impl Panel<'_> {
    /// The capacity of the pool, if this is one.
    fn capacity(&self) -> Option<u64> {
        let capacity = self.pool.and_then(|(part, _)| part.pool.capacity);
        capacity.map(|bytes| bytes.0)
    }
}

/// Draws every schedule of some scopes, one below the other, and pools side by side; at most 24 panels. `O(n log n)`.
pub fn svg(title: &str, scopes: &[Scope<'_>]) -> String {
    let all = drawn(scopes);
    let mut body = String::new();
    let (top, mut y, mut width) = (40.0, 40.0, WIDTH);
    let (mut n_drawn, mut n_panels) = (0, 0);
    let mut has_pools = false;
    for one in &all {
        match one {
            Drawn::Plain(scope) => {
                n_panels += scope.entries.len();
                for entry in scope
                    .entries
                    .iter()
                    .take(MAX_PANELS.saturating_sub(n_drawn))
                {
                    let panel = Panel {
                        trace: scope.trace,
                        origins: scope.origins,
                        schedule: entry.schedule,
                        x: 0.0,
                        width: WIDTH,
                        ticks: None,
                        marks: entry.marks,
                        pool: None,
                    };
                    panel::draw(&mut body, &panel, y, n_drawn);
                    y += panel::HEIGHT;
                    n_drawn += 1;
                }
            }
            Drawn::Pools(pools) => {
                n_panels += pools.parts.len();
                // The first row has all of its pools, however many there are.
                if n_drawn != 0 && MAX_PANELS < n_drawn + pools.parts.len() {
                    continue;
                }
                width = width.max(pools::draw(&mut body, pools, y, n_drawn));
                has_pools = true;
                y += pools::HEIGHT;
                n_drawn += pools.parts.len();
            }
        }
    }
    let foot = if n_drawn < n_panels || n_panels == 0 {
        28.0
    } else {
        0.0
    };
    let height = y + foot + 8.0;
    let mut entries = scopes.iter().flat_map(|scope| &scope.entries);
    let has_marks = entries.any(|entry| entry.marks.is_some());
    let style = if has_pools { pools::STYLE } else { "" };
    let marks = if has_marks { MARKS } else { "" };
    let patterns = if has_pools { pools::PATTERNS } else { "" };
    let mut out = String::new();
    // Writing to a string cannot fail.
    let _ = writeln!(
        out,
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\" height=\"{height}\" \
         viewBox=\"0 0 {width} {height}\" role=\"img\">\n<title>{0}</title>\n\
         <style>{STYLE}{style}{marks}</style>\n{patterns}<rect class=\"bg\" width=\"{width}\" height=\"{height}\" rx=\"6\"/>\n\
         <text class=\"h\" x=\"16\" y=\"{1}\">{0}</text>",
        escaped(&format!("{title}: offset against tick")),
        top - 14.0
    );
    out.push_str(&body);
    if foot > 0.0 {
        let text = match n_panels - n_drawn {
            0 => "no buffers to draw".to_owned(),
            more => format!("{more} more scopes; choose with --scope NAME"),
        };
        let y = height - 16.0;
        let _ = writeln!(out, "<text class=\"s\" x=\"16\" y=\"{y}\">{text}</text>");
    }
    out.push_str("</svg>\n");
    out
}

/// Text as XML takes it, without characters that it has no place for.
pub(crate) fn escaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '&' => out.push_str("&amp;"),
            '"' => out.push_str("&quot;"),
            c if c.is_control() || matches!(c, '\u{fffe}' | '\u{ffff}') => out.push('\u{fffd}'),
            c => out.push(c),
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use memplan_planner::{PlanOptions, registry};

    use super::svg;
    use crate::{Entry, Origin, Scope};

    fn picture(notation: &str) -> String {
        picture_by("first-fit", notation)
    }

    #[test]
    fn buffers_have_the_words_of_the_source() {
        let trace = "f/alloc0 0..4 1024; f/alloc1 4..9 2048; f/alloc2 9..10 4096";
        let trace = trace.parse().unwrap();
        let planner = registry::planner("first-fit").unwrap();
        let schedule = planner.plan(&trace, &PlanOptions::default()).unwrap();
        let origin = |op: &str, is_named| Origin {
            op: op.to_owned(),
            is_named,
            ..Origin::default()
        };
        let origins = [
            origin("jit(f)/jvp(loss)/dot_general (model.py:12)", true),
            origin("linalg.fill", false),
            origin("jit(f)/jvp(loss)/mean/reduce_sum (model.py:12)", true),
        ];
        let scope = Scope {
            trace: &trace,
            entries: vec![Entry::new("first-fit", &schedule)],
            origins: Some(&origins),
        };
        let shown = svg("f", &[scope]);
        for text in [
            ">jit(f)/jvp(loss)/dot_general (model.py:12)</text>",
            "<title>jit(f)/jvp(loss)/dot_general (model.py:12), f/alloc0: 1.00 KiB",
            ">f/alloc1</text>",
            "<title>f/alloc1: 2.00 KiB",
            // The rectangle is narrow.
            ">reduce_sum</text>",
        ] {
            assert!(shown.contains(text), "{text} is not in {shown}");
        }
    }

    fn picture_by(planner: &str, notation: &str) -> String {
        let trace = notation.parse().unwrap();
        let planner = registry::planner(planner).unwrap();
        let schedule = planner.plan(&trace, &PlanOptions::default()).unwrap();
        let scope = Scope {
            trace: &trace,
            entries: vec![Entry::new("first-fit", &schedule)],
            origins: None,
        };
        svg("a<b>", &[scope])
    }

    #[test]
    fn pools_are_side_by_side_with_prices_and_copies() {
        let moved = "a 0..9 8 uses=0,1,8; b 1..4 8 uses=1,3; c 2..6 8 uses=2,3,5; d 3..7 8 uses=3,6\n\
                     pool fast 24\npool slow - access=1\nreserve fast 0..8";
        let shown = picture_by("auto", moved);
        assert_eq!(shown.matches("class=\"la\"").count(), 2, "{shown}");
        // The first panel ends where the second begins.
        assert!(shown.contains("width=\"1280\""), "{shown}");
        assert!(
            shown.contains("<title>reserved: 8 B at offset 0</title>"),
            "{shown}"
        );
        assert!(shown.contains("is copied from fast to slow at tick "));
        assert!(shown.contains("is copied from slow to fast at tick "));
        assert!(shown.contains("peak = capacity"));

        let priced = "a 0..2 8; b 2..4 8\npool p 12\ncost a b 3";
        let shown = picture_by("auto", priced);
        let title = "<title>a and b share 8 B at offset 0, which costs 3</title>";
        assert!(shown.contains(title), "{shown}");
        assert_eq!(shown.matches("class=\"pr\"").count(), 2);
        let banked = "a 0..2 4; b 2..4 4\npool p 8 banks=8x1\nbank-cost a b 5";
        let shown = picture_by("auto", banked);
        let title = "<title>a and b touch a common bank, which costs 5</title>";
        assert!(shown.contains(title), "{shown}");
    }

    #[test]
    fn every_buffer_has_a_rectangle_with_a_tooltip() {
        let shown = picture("a 0..4 1024\n b&c 4..9 2048");
        assert!(shown.contains("<title>a&lt;b&gt;: offset against tick</title>"));
        assert!(
            shown.contains("<title>b&amp;c: 2.00 KiB at offset 0, ticks 4 to 9</title>"),
            "{shown}"
        );
        assert_eq!(shown.matches("<g><title>").count(), 2);
    }

    #[test]
    fn lines_say_their_bytes_and_join_where_they_meet() {
        let shown = picture("a 0..4 1024\n b 4..9 2048");
        assert!(shown.contains("peak = max load"), "{shown}");
    }

    #[test]
    fn tiny_rectangles_have_no_names() {
        let many: Vec<String> = (0..500).map(|i| format!("x{i} {i}..{} 1", i + 1)).collect();
        assert!(!picture(&many.join("\n")).contains("class=\"n\""));
    }

    #[test]
    fn an_empty_trace_and_huge_numbers_are_no_trouble() {
        let _ = picture("z 0..9 0");
        let shown = picture("a -9223372036854775807..9223372036854775807 9223372036854775806");
        assert!(!shown.contains("NaN") && !shown.contains("inf"), "{shown}");
        assert!(svg("t", &[]).contains("no buffers to draw"));
    }
}
