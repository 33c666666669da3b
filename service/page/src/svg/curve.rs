//! The run-time peak of a program against the memory traffic that recomputation adds.

use std::fmt::Write as _;

use memplan_support::Sort as _;

use super::axis::{byte_ticks, bytes, ticks};
use super::{STYLE, WIDTH, escaped};

const HEIGHT: f64 = 360.0;
const LEFT: f64 = 90.0;
const RIGHT: f64 = WIDTH - 40.0;
const TOP: f64 = 56.0;
const BOTTOM: f64 = HEIGHT - 52.0;

/// Draws programs that recompute ever more: each is a name, the traffic that it adds in percent, and its run-time peak
/// in bytes. The line is the least peak that a given traffic reaches. Near-linear.
pub fn recompute_curve(title: &str, points: &[(String, f64, u64)]) -> String {
    let most = |values: &mut dyn Iterator<Item = f64>| values.fold(1.0, f64::max);
    let most_traffic = most(&mut points.iter().map(|point| point.1)) * 1.05;
    let most_bytes = most(&mut points.iter().map(|point| point.2 as f64)) * 1.1;
    let x = |percent: f64| LEFT + (RIGHT - LEFT) * percent.max(0.0) / most_traffic;
    let y = |bytes: f64| BOTTOM - (BOTTOM - TOP) * bytes / most_bytes;
    let title = escaped(&format!(
        "{title}: run-time peak against added memory traffic"
    ));
    let mut out = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{WIDTH}\" height=\"{HEIGHT}\" viewBox=\"0 0 {WIDTH} {HEIGHT}\" \
         role=\"img\">\n<title>{title}</title>\n<style>{STYLE}</style>\n\
         <rect class=\"bg\" width=\"{WIDTH}\" height=\"{HEIGHT}\" rx=\"6\"/>\n<text class=\"h\" x=\"16\" y=\"26\">{title}</text>\n"
    );
    // Writing to a string cannot fail.
    for (value, text) in byte_ticks(most_bytes, 5.0) {
        let at = y(value);
        let _ = writeln!(
            out,
            "<path class=\"g\" d=\"M{LEFT} {at:.1}H{RIGHT}\"/>\
             <text class=\"s\" x=\"{:.1}\" y=\"{:.1}\" text-anchor=\"end\">{text}</text>",
            LEFT - 8.0,
            at + 4.0
        );
    }
    for percent in ticks(0, most_traffic.ceil() as i64, 8.0) {
        let at = x(percent as f64);
        if at <= RIGHT {
            let _ = writeln!(
                out,
                "<text class=\"s\" x=\"{at:.1}\" y=\"{:.1}\" text-anchor=\"middle\">{percent} %</text>",
                BOTTOM + 18.0
            );
        }
    }
    let mut line = String::new();
    let mut in_order: Vec<&(String, f64, u64)> = points.iter().collect();
    in_order.sort_stable_by(|a, b| a.1.total_cmp(&b.1).then(a.2.cmp(&b.2)));
    let mut least = u64::MAX;
    for (_, traffic, peak) in in_order {
        if *peak >= least {
            continue;
        }
        least = *peak;
        let (x, y) = (x(*traffic), y(*peak as f64));
        let _ = if line.is_empty() {
            write!(line, "M{x:.1} {y:.1}")
        } else {
            write!(line, "H{x:.1}V{y:.1}")
        };
    }
    let _ = writeln!(out, "<path class=\"ld\" style=\"fill:none\" d=\"{line}\"/>");
    for (name, traffic, peak) in points {
        let (x, y) = (x(*traffic), y(*peak as f64));
        let _ = writeln!(
            out,
            "<g><title>{}: {traffic:.1} % more traffic, {}</title><circle class=\"ld\" cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"4\"/></g>",
            escaped(name),
            bytes(*peak)
        );
    }
    out.push_str("</svg>\n");
    out
}

#[cfg(test)]
mod tests {
    use super::recompute_curve;

    #[test]
    fn each_program_is_a_mark_inside_the_picture() {
        let points = [
            ("0 %".to_owned(), 0.0, 4096),
            ("20 % <&>".to_owned(), 17.5, 1024),
        ];
        let picture = recompute_curve("a model", &points);
        assert_eq!(picture.matches("<circle").count(), 2);
        assert!(picture.contains("20 % &lt;&amp;&gt;: 17.5 % more traffic, 1.00 KiB"));
        let places = picture.split("cx=\"").skip(1);
        let places = places.map(|rest| rest.split('"').next().unwrap().parse::<f64>().unwrap());
        assert!(
            places
                .into_iter()
                .all(|x| (super::LEFT..=super::RIGHT).contains(&x))
        );
        // Nothing, and a program without memory, make pictures, too.
        assert!(recompute_curve("", &[]).ends_with("</svg>\n"));
        assert!(!recompute_curve("", &[("0 %".to_owned(), 0.0, 0)]).contains("NaN"));
    }
}
