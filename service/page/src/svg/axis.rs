//! Axes: where ticks stand, and how numbers are written.

/// The bytes of one unit, and its name.
const UNITS: [(f64, &str); 6] = [
    (1.0, "B"),
    (1024.0, "KiB"),
    (1024.0 * 1024.0, "MiB"),
    (1024.0 * 1024.0 * 1024.0, "GiB"),
    (1024.0 * 1024.0 * 1024.0 * 1024.0, "TiB"),
    (1024.0 * 1024.0 * 1024.0 * 1024.0 * 1024.0, "PiB"),
];

/// A size with three digits and its unit: `1.25 MiB`; whole below 1 KiB.
pub(crate) fn bytes(value: u64) -> String {
    let value = value as f64;
    let (unit, name) = unit(value);
    let number = value / unit;
    if unit == 1.0 {
        format!("{number} {name}")
    } else {
        let digits = match number {
            n if n < 10.0 => 2,
            n if n < 100.0 => 1,
            _ => 0,
        };
        format!("{number:.digits$} {name}")
    }
}

fn unit(value: f64) -> (f64, &'static str) {
    let mut best = UNITS[0];
    for candidate in UNITS {
        if candidate.0 <= value {
            best = candidate;
        }
    }
    best
}

/// Round sizes from 0 to `max`, about `n` of them, with their texts.
pub(super) fn byte_ticks(max: f64, n: f64) -> Vec<(f64, String)> {
    let (unit, name) = unit(max);
    // Sizes are round in powers of two: 16 KiB, 0.25 GiB.
    let step = (max / unit / n).max(1e-3).log2().ceil().exp2();
    // Multiples of 1/2, 1/4, 1/8 have one, two, three decimals.
    let digits = (-step.log2()).max(0.0) as usize;
    let count = (max / unit / step).floor().clamp(0.0, 1000.0);
    (0..=count as u32)
        .map(|i| {
            let value = f64::from(i) * step;
            let text = if i == 0 {
                "0".to_owned()
            } else {
                format!("{value:.digits$} {name}")
            };
            (value * unit, text)
        })
        .collect()
}

/// Round ticks within `from..=to`, about `n` of them; whole numbers.
pub(super) fn ticks(from: i64, to: i64, n: f64) -> Vec<i64> {
    let span = to as f64 - from as f64;
    let step = nice(span / n).max(1.0) as i64;
    let step = step.max(1);
    let first = from.div_euclid(step).saturating_mul(step);
    let mut places = Vec::new();
    let mut at = first;
    while at <= to && places.len() < 100 {
        if from <= at {
            places.push(at);
        }
        match at.checked_add(step) {
            Some(next) => at = next,
            None => break,
        }
    }
    places
}

/// The least of 1, 2 and 5 times a power of ten that is not below `raw`.
fn nice(raw: f64) -> f64 {
    if !(raw.is_finite() && raw > 0.0) {
        return 1.0;
    }
    let power = 10_f64.powf(raw.log10().floor());
    let factor = [1.0, 2.0, 5.0, 10.0]
        .into_iter()
        .find(|factor| raw <= factor * power * (1.0 + 1e-9));
    factor.unwrap_or(10.0) * power
}

#[cfg(test)]
mod tests {
    use super::{byte_ticks, bytes, ticks};

    #[test]
    fn sizes_have_three_digits_and_a_unit() {
        assert_eq!(bytes(0), "0 B");
        assert_eq!(bytes(1023), "1023 B");
        assert_eq!(bytes(131_072), "128 KiB");
        assert_eq!(bytes(1_310_720), "1.25 MiB");
        assert_eq!(bytes(u64::MAX), "16384 PiB");
    }

    #[test]
    fn axes_have_round_numbers() {
        let texts: Vec<String> = byte_ticks(131_072.0, 5.0)
            .into_iter()
            .map(|t| t.1)
            .collect();
        assert_eq!(texts, ["0", "32 KiB", "64 KiB", "96 KiB", "128 KiB"]);
        let texts = byte_ticks(1.3 * 1024.0 * 1024.0, 16.0);
        let texts: Vec<&str> = texts.iter().map(|t| &*t.1).skip(1).step_by(4).collect();
        assert_eq!(texts, ["0.125 MiB", "0.625 MiB", "1.125 MiB"]);
        let (size, text) = byte_ticks(1.3 * 1024.0, 30.0).swap_remove(1);
        assert_eq!((size, &*text), (64.0, "0.0625 KiB"));
        assert_eq!(ticks(3, 22, 10.0), [4, 6, 8, 10, 12, 14, 16, 18, 20, 22]);
        assert_eq!(ticks(5, 6, 10.0), [5, 6]);
        assert!(ticks(i64::MIN, i64::MAX, 10.0).len() <= 100);
    }
}
