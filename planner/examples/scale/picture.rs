//! Curves of fragmentation against time as a picture: one small plot for each shape, one curve for each run.

use std::fmt::Write as _;

/// One run: the shape of its trace, and ever better schedules by seconds and fragmentation (0.01 for 1 %).
#[derive(Clone, Debug)]
pub(crate) struct Curve {
    pub(crate) shape: String,
    pub(crate) points: Vec<(f64, f64)>,
    /// When the run ended, in seconds.
    pub(crate) end: f64,
}

const COLUMNS: usize = 3;
const PLOT: (f64, f64) = (230.0, 120.0);
const STEP: (f64, f64) = (285.0, 172.0);
/// Where the first plot begins.
const FIRST: (f64, f64) = (60.0, 66.0);
/// The powers of ten of seconds that the plots span.
const SECONDS: (i32, i32) = (-2, 2);
/// Shares on the vertical axis, at equal distances.
const SHARES: [(f64, &str); 6] = [
    (0.0, "0"),
    (1e-4, "0.01 %"),
    (1e-3, "0.1 %"),
    (1e-2, "1 %"),
    (1e-1, "10 %"),
    (1.0, "100 %"),
];

/// The file follows the colour scheme of the viewer.
const STYLE: &str = "\
text{font:11px system-ui,-apple-system,'Segoe UI','DejaVu Sans',sans-serif;fill:#24292f}\
.h{font-size:15px;font-weight:600}.t{font-weight:600}.s{fill:#57606a}.bg{fill:#fff}path{fill:none}\
.g{stroke:#d0d7de}.c{stroke:#0072b2;stroke-width:1.5}\
@media(prefers-color-scheme:dark){text{fill:#e6edf3}.s{fill:#9198a1}.bg{fill:#0d1117}.g{stroke:#30363d}\
.c{stroke:#388bfd}}";

/// Draws runs; those of one shape share a plot.
pub(crate) fn svg(title: &str, curves: &[Curve]) -> String {
    let mut shapes: Vec<&str> = curves.iter().map(|curve| &*curve.shape).collect();
    shapes.dedup();
    let n_rows = shapes.len().div_ceil(COLUMNS);
    let width = FIRST.0 + COLUMNS as f64 * STEP.0;
    let height = FIRST.1 + n_rows as f64 * STEP.1;
    let mut out = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\" height=\"{height}\" viewBox=\"0 0 {width} {height}\" \
         role=\"img\">\n<title>{title}</title>\n<style>{STYLE}</style>\n\
         <rect class=\"bg\" width=\"{width}\" height=\"{height}\" rx=\"6\"/>\n\
         <text class=\"h\" x=\"16\" y=\"26\">{title}</text>\n"
    );
    for (index, shape) in shapes.into_iter().enumerate() {
        let (column, row) = (index % COLUMNS, index / COLUMNS);
        let left = FIRST.0 + column as f64 * STEP.0;
        let top = FIRST.1 + row as f64 * STEP.1;
        // Writing to a string cannot fail, here and below.
        let _ = writeln!(
            out,
            "<g transform=\"translate({left} {top})\"><text class=\"t\" x=\"0\" y=\"-8\">{shape}</text>"
        );
        axes(&mut out);
        for curve in curves.iter().filter(|curve| curve.shape == shape) {
            draw(&mut out, curve);
        }
        out.push_str("</g>\n");
    }
    out.push_str("</svg>\n");
    out
}

fn axes(out: &mut String) {
    let (width, height) = PLOT;
    for (share, label) in SHARES {
        let y = y_of(share);
        let _ = writeln!(
            out,
            "<path class=\"g\" d=\"M0 {y:.1}H{width}\"/><text class=\"s\" x=\"-6\" y=\"{:.1}\" text-anchor=\"end\">{label}</text>",
            y + 4.0
        );
    }
    for power in SECONDS.0..=SECONDS.1 {
        let seconds = 10_f64.powi(power);
        let x = x_of(seconds);
        let _ = writeln!(
            out,
            "<path class=\"g\" d=\"M{x:.1} 0V{height}\"/><text class=\"s\" x=\"{x:.1}\" y=\"{}\" \
             text-anchor=\"middle\">{seconds} s</text>",
            height + 15.0
        );
    }
}

/// A run as stairs: each schedule lasts until the next better one.
fn draw(out: &mut String, curve: &Curve) {
    let mut points = curve.points.iter();
    let Some(&(seconds, share)) = points.next() else {
        return;
    };
    let mut path = format!("M{:.1} {:.1}", x_of(seconds), y_of(share));
    for &(seconds, share) in points {
        let _ = write!(path, "H{:.1}V{:.1}", x_of(seconds), y_of(share));
    }
    let _ = writeln!(
        out,
        "<path class=\"c\" d=\"{path}H{:.1}\"/>",
        x_of(curve.end)
    );
}

fn x_of(seconds: f64) -> f64 {
    let (from, to) = (f64::from(SECONDS.0), f64::from(SECONDS.1));
    PLOT.0 * (seconds.max(1e-9).log10().clamp(from, to) - from) / (to - from)
}

/// Logarithmic between the shares of the axis, linear below the least that is not 0.
fn y_of(share: f64) -> f64 {
    let n = (SHARES.len() - 1) as f64;
    let least = SHARES[1].0;
    let position = if share < least {
        share / least
    } else {
        1.0 + (share / least).log10()
    };
    PLOT.1 * (1.0 - position.clamp(0.0, n) / n)
}
