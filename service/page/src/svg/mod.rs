//! Pictures of plans as SVG: offset against tick, one rectangle for each buffer, the load below.
//!
//! Readable with ten buffers or thousands: names and outlines appear only where they fit, every rectangle has a
//! tooltip, and colour encodes the size of a buffer. The file is self-contained and follows the colour scheme of the
//! viewer.

mod axis;
mod curve;
mod panel;

use std::fmt::Write as _;

use memplan_planner::{LifetimeTrace, MemorySchedule};

use crate::Scope;
use crate::pools::ByPool;

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

/// One scope of a picture.
#[derive(Clone, Copy, Debug)]
struct Panel<'a> {
    trace: &'a LifetimeTrace,
    schedule: &'a MemorySchedule,
}

/// Draws every schedule of some scopes, one below the other; at most 24 of them. `O(n log n)`.
pub fn svg(title: &str, scopes: &[Scope<'_>]) -> String {
    let pictures = ByPool::of(scopes);
    let scopes = &*pictures.scopes(scopes);
    let panels = scopes.iter().flat_map(|scope| {
        scope.entries.iter().map(|entry| Panel {
            trace: scope.trace,
            schedule: entry.schedule,
        })
    });
    let panels: Vec<Panel<'_>> = panels.collect();
    let shown = &panels[..panels.len().min(MAX_PANELS)];
    let top = 40.0;
    let foot = if shown.len() < panels.len() || panels.is_empty() {
        28.0
    } else {
        0.0
    };
    let height = top + shown.len() as f64 * panel::HEIGHT + foot + 8.0;
    let mut out = String::new();
    // Writing to a string cannot fail.
    let _ = writeln!(
        out,
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{WIDTH}\" height=\"{height}\" \
         viewBox=\"0 0 {WIDTH} {height}\" role=\"img\">\n<title>{0}</title>\n\
         <style>{STYLE}</style>\n<rect class=\"bg\" width=\"{WIDTH}\" height=\"{height}\" rx=\"6\"/>\n\
         <text class=\"h\" x=\"16\" y=\"26\">{0}</text>",
        escaped(&format!("{title}: offset against tick"))
    );
    for (index, panel) in shown.iter().enumerate() {
        let y = top + index as f64 * panel::HEIGHT;
        panel::draw(&mut out, panel, y, index);
    }
    if foot > 0.0 {
        let text = match panels.len() - shown.len() {
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
    use crate::{Entry, Scope};

    fn picture(notation: &str) -> String {
        let trace = notation.parse().unwrap();
        let planner = registry::planner("first-fit").unwrap();
        let schedule = planner.plan(&trace, &PlanOptions::default()).unwrap();
        let scope = Scope {
            trace: &trace,
            entries: vec![Entry::new("first-fit", &schedule)],
            origins: None,
        };
        svg("a<b>", &[scope])
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
