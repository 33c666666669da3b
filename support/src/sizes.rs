//! Sizes with units: `131072`, `128 KiB`.
//!
//! Text tables show at most four digits; JSON and CSV have exact bytes.

/// The units from the smallest to the largest.
const BINARY: [&str; 7] = ["B", "KiB", "MiB", "GiB", "TiB", "PiB", "EiB"];
const DECIMAL: [&str; 7] = ["B", "kB", "MB", "GB", "TB", "PB", "EB"];

/// A size with its unit, rounded to four digits: `320 B`, `1.125 KiB`, `128 KiB`.
pub fn human(bytes: u128) -> String {
    let mut value = bytes as f64;
    let mut unit = 0;
    while value >= 1024.0 && unit + 1 < BINARY.len() {
        value /= 1024.0;
        unit += 1;
    }
    let n_decimals = match value {
        _ if unit == 0 => 0,
        value if value >= 999.95 => 0,
        value if value >= 99.995 => 1,
        value if value >= 9.9995 => 2,
        _ => 3,
    };
    let number = format!("{value:.n_decimals$}");
    let number = if number.contains('.') {
        number.trim_end_matches('0').trim_end_matches('.')
    } else {
        &number
    };
    format!("{number} {}", BINARY[unit])
}

/// An exact size, followed by its rounded form: `131072 bytes (128 KiB)`.
pub fn exact(bytes: u128) -> String {
    let noun = if bytes == 1 { "byte" } else { "bytes" };
    if bytes < 1024 {
        format!("{bytes} {noun}")
    } else {
        format!("{bytes} {noun} ({})", human(bytes))
    }
}

/// Reads a size: bytes, or a number with a unit such as `64KiB`, `1.5 MiB` or `64kB`.
///
/// Units in powers of 1024 end in `iB`, those in powers of 1000 in `B`; case counts for neither. Fractions of a byte
/// are dropped, so that the output of [`human`] can be parsed.
///
/// # Errors
///
/// A description of the expected form, when the text is not a size, a fraction without a unit, or 2^64 bytes and more.
pub fn parse(text: &str) -> Result<u64, String> {
    let text = text.trim();
    let end = text.find(|c: char| !c.is_ascii_digit() && c != '.');
    let (number, unit) = text.split_at(end.unwrap_or(text.len()));
    let unit = unit.trim_start();
    let position = |names: &[&str]| names.iter().position(|n| n.eq_ignore_ascii_case(unit));
    let scale = match (unit, position(&BINARY), position(&DECIMAL)) {
        ("", ..) => 1,
        (_, Some(power), _) => 1_u128 << (10 * power),
        (_, _, Some(power)) => 10_u128.pow(3 * power as u32),
        _ => {
            return Err(format!(
                "expected bytes, or a number with a unit such as `64KiB` or `64kB`, found `{text}`"
            ));
        }
    };
    let (whole, fraction) = number.split_once('.').unwrap_or((number, ""));
    let digits = format!("{whole}{fraction}");
    let is_number = !whole.is_empty() && (!number.contains('.') || !fraction.is_empty());
    let parsed = digits.parse::<u128>().ok().filter(|_| is_number);
    let Some(value) = parsed.filter(|_| digits.len() <= 25) else {
        return Err(format!(
            "expected a size such as `65536` or `64KiB`, found `{text}`"
        ));
    };
    let divisor = 10_u128.pow(u32::try_from(fraction.len()).unwrap_or(0));
    let scaled = value.checked_mul(scale);
    match scaled.filter(|_| scale > 1 || divisor == 1) {
        None => Err(format!("`{text}` is not a whole number of bytes")),
        Some(scaled) => u64::try_from(scaled / divisor)
            .map_err(|_| format!("`{text}` is larger than 2^64 - 1 bytes")),
    }
}

/// As [`parse`], and at least 1.
///
/// # Errors
///
/// As [`parse`], and for 0.
pub fn parse_positive(text: &str) -> Result<u64, String> {
    match parse(text)? {
        0 => Err("expected at least 1 byte, found `0`".to_owned()),
        bytes => Ok(bytes),
    }
}

#[cfg(test)]
mod tests {
    use super::{exact, human, parse, parse_positive};

    #[test]
    fn four_digits_and_no_trailing_zeros() {
        for (bytes, expected) in [
            (0, "0 B"),
            (1023, "1023 B"),
            (1024, "1 KiB"),
            (1152, "1.125 KiB"),
            (10_239, "9.999 KiB"),
            (10_240, "10 KiB"),
            (131_072, "128 KiB"),
            (131_121, "128 KiB"),
            (131_200, "128.1 KiB"),
            (1_048_575, "1024 KiB"),
            (1_234_567, "1.177 MiB"),
            (u128::from(u64::MAX), "16 EiB"),
            (1 << 90, "1073741824 EiB"),
        ] {
            assert_eq!(human(bytes), expected, "{bytes}");
        }
        assert_eq!(exact(1), "1 byte");
        assert_eq!(exact(131_072), "131072 bytes (128 KiB)");
    }

    #[test]
    fn sizes_have_units_of_two_kinds() {
        for (text, expected) in [
            ("65536", 65_536),
            ("64KiB", 65_536),
            ("64 kib", 65_536),
            ("64kB", 64_000),
            ("1.5MiB", 1_572_864),
            ("0.001 kB", 1),
            ("0.3KiB", 307),
            ("12B", 12),
            ("18446744073709551615", u64::MAX),
            ("0", 0),
        ] {
            assert_eq!(parse(text), Ok(expected), "{text}");
        }
        for text in [
            "",
            "KiB",
            "-1",
            "1e3",
            "64K",
            "1.",
            ".5KiB",
            "1.2.3",
            "0.5",
            "16EiB",
            "18446744073709551616",
            "99999999999999999999999999",
            "64KiB x",
        ] {
            assert!(parse(text).is_err(), "{text}");
        }
        assert!(parse_positive("0").is_err());
        // Displayed sizes can be parsed again.
        for bytes in [131_072, 226_883_840, 1152] {
            let typed = parse(&human(bytes)).unwrap() as f64;
            assert!(
                (typed / bytes as f64 - 1.0).abs() < 0.0005,
                "{bytes}: {typed}"
            );
        }
    }
}
