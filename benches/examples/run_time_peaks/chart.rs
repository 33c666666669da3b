//! The run-time peaks of models as a picture: one bar for each, in percent of what XLA allocates.

use std::fmt::Write as _;

/// The figures of a model, in bytes.
#[derive(Clone, Debug)]
pub(crate) struct Bar {
    pub(crate) name: String,
    pub(crate) merged: u64,
    pub(crate) recomputed: u64,
    pub(crate) xla: u64,
}

impl Bar {
    fn percent(&self, bytes: u64) -> f64 {
        100.0 * bytes as f64 / self.xla as f64
    }
}

const WIDTH: f64 = 860.0;
const ROW: f64 = 17.0;
const LEFT: f64 = 132.0;
/// Where the first row begins.
const TOP: f64 = 78.0;
/// Where XLA is.
const RIGHT: f64 = 740.0;

/// The file follows the colour scheme of the viewer.
const STYLE: &str = "\
text{font:12px system-ui,-apple-system,'Segoe UI','DejaVu Sans',sans-serif;fill:#24292f}\
.h{font-size:15px;font-weight:600}.s{fill:#57606a}.bg{fill:#fff}.g{stroke:#d0d7de}\
.x{stroke:#b35900;stroke-width:1.5}.m{fill:#56b4e9}.r{fill:#0072b2}\
@media(prefers-color-scheme:dark){text{fill:#e6edf3}.s{fill:#9198a1}.bg{fill:#0d1117}.g{stroke:#30363d}\
.x{stroke:#ffa657}.m{fill:#388bfd}.r{fill:#a5d6ff}}";

/// Draws models, the one that gains most first.
pub(crate) fn svg(mut bars: Vec<Bar>) -> String {
    let least = |bar: &Bar| bar.percent(bar.merged.min(bar.recomputed));
    bars.sort_by(|one, other| least(one).total_cmp(&least(other)));
    let bottom = TOP + bars.len() as f64 * ROW;
    let height = bottom + 16.0;
    let title = "Run-time peak in percent of what XLA allocates";
    let mut out = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{WIDTH}\" height=\"{height}\" viewBox=\"0 0 {WIDTH} {height}\" \
         role=\"img\">\n<title>{title}</title>\n<style>{STYLE}</style>\n\
         <rect class=\"bg\" width=\"{WIDTH}\" height=\"{height}\" rx=\"6\"/>\n\
         <text class=\"h\" x=\"16\" y=\"26\">{title}</text>\n\
         <rect class=\"m\" x=\"16\" y=\"38\" width=\"11\" height=\"11\"/><text x=\"32\" y=\"48\">memplan merge</text>\n\
         <rect class=\"r\" x=\"140\" y=\"38\" width=\"11\" height=\"11\"/><text x=\"156\" y=\"48\">memplan merge --recompute 20%</text>\n"
    );
    for percent in [0, 25, 50, 75, 100] {
        let x = at(f64::from(percent));
        let class = if percent == 100 { "x" } else { "g" };
        let label = match percent {
            100 => "XLA".to_owned(),
            percent => format!("{percent} %"),
        };
        // Writing to a string cannot fail.
        let _ = writeln!(
            out,
            "<path class=\"{class}\" d=\"M{x} {TOP}V{bottom}\"/><text class=\"s\" x=\"{x}\" y=\"{}\" \
             text-anchor=\"middle\">{label}</text>",
            TOP - 6.0
        );
    }
    for (row, bar) in bars.iter().enumerate() {
        draw(&mut out, bar, TOP + row as f64 * ROW);
    }
    out.push_str("</svg>\n");
    out
}

fn draw(out: &mut String, bar: &Bar, y: f64) {
    let [merged, recomputed] = [bar.merged, bar.recomputed].map(|bytes| bar.percent(bytes));
    let width = |percent: f64| at(percent) - LEFT;
    let text = y + 12.5;
    let _ = writeln!(
        out,
        "<g><title>{name}: {} bytes, {} with recomputation, XLA {}</title>\
         <text x=\"{}\" y=\"{text}\" text-anchor=\"end\">{name}</text>\
         <rect class=\"m\" x=\"{LEFT}\" y=\"{}\" width=\"{:.1}\" height=\"11\"/>",
        bar.merged,
        bar.recomputed,
        bar.xla,
        LEFT - 8.0,
        y + 3.0,
        width(merged),
        name = bar.name,
    );
    if recomputed < merged {
        let _ = writeln!(
            out,
            "<rect class=\"r\" x=\"{LEFT}\" y=\"{}\" width=\"{:.1}\" height=\"11\"/>",
            y + 3.0,
            width(recomputed)
        );
    }
    let shown = if recomputed < merged {
        format!("{merged:.1} %, {recomputed:.1} %")
    } else {
        format!("{merged:.1} %")
    };
    let _ = writeln!(
        out,
        "<text class=\"s\" x=\"{}\" y=\"{text}\">{shown}</text></g>",
        RIGHT + 10.0
    );
}

/// The place of a share of XLA's bytes.
fn at(percent: f64) -> f64 {
    LEFT + (RIGHT - LEFT) * percent / 100.0
}
