//! Where and when a benchmark ran, as far as the system reports it.

use std::fs;
use std::time::{SystemTime, UNIX_EPOCH};

use serde::Serialize;

/// The facts that are needed to repeat a benchmark.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct Machine {
    /// The model of the processor.
    pub cpu: String,
    /// The cores that the process may use.
    pub cores: usize,
    /// The memory of the machine.
    pub memory_bytes: Option<u64>,
    /// The operating system with its version.
    pub os: String,
    /// The processes that wanted to run in the last minute, at the start: above 0 the times are
    /// disturbed by others.
    pub load_average: Option<f64>,
}

impl Machine {
    /// Asks the system.
    pub(crate) fn here() -> Self {
        let read = |path| fs::read_to_string(path).unwrap_or_default();
        let cpu_info = read("/proc/cpuinfo");
        let cpu = value(&cpu_info, "model name", ':').unwrap_or(std::env::consts::ARCH);
        let release = read("/etc/os-release");
        let name = value(&release, "PRETTY_NAME", '=').unwrap_or(std::env::consts::OS);
        let kernel = read("/proc/sys/kernel/osrelease");
        let memory = read("/proc/meminfo");
        let kibibytes = value(&memory, "MemTotal", ':').and_then(|text| text.strip_suffix("kB"));
        let load = read("/proc/loadavg");
        Self {
            cpu: cpu.to_owned(),
            cores: std::thread::available_parallelism().map_or(1, Into::into),
            memory_bytes: kibibytes
                .and_then(|text| text.trim().parse::<u64>().ok())
                .map(|number| number * 1024),
            os: format!("{} {}", name.trim_matches('"'), kernel.trim())
                .trim()
                .to_owned(),
            load_average: load.split(' ').next().and_then(|text| text.parse().ok()),
        }
    }
}

/// The value of the first line `key SEPARATOR value`.
fn value<'a>(text: &'a str, key: &str, separator: char) -> Option<&'a str> {
    let mut pairs = text.lines().filter_map(|line| line.split_once(separator));
    let (_, value) = pairs.find(|(found, _)| found.trim() == key)?;
    Some(value.trim())
}

/// Now in UTC, as `2025-01-31T12:00:00Z`.
pub(crate) fn now() -> String {
    let since = SystemTime::now().duration_since(UNIX_EPOCH);
    timestamp(since.map_or(0, |since| since.as_secs()))
}

/// A number of seconds since 1970 as a date.
///
/// Source: Hinnant, "chrono-compatible low-level date algorithms", `civil_from_days`.
fn timestamp(seconds: u64) -> String {
    let (days, of_day) = (seconds / 86_400, seconds % 86_400);
    let shifted = days + 719_468; // days since 0000-03-01
    let (era, of_era) = (shifted / 146_097, shifted % 146_097);
    let year_of_era = (of_era - of_era / 1_460 + of_era / 36_524 - of_era / 146_096) / 365;
    let of_year = of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
    let month_from_march = (5 * of_year + 2) / 153;
    let day = of_year - (153 * month_from_march + 2) / 5 + 1;
    let month = if month_from_march < 10 {
        month_from_march + 3
    } else {
        month_from_march - 9
    };
    let year = era * 400 + year_of_era + u64::from(month <= 2);
    let (hour, minute, second) = (of_day / 3600, of_day / 60 % 60, of_day % 60);
    format!("{year:04}-{month:02}-{day:02}T{hour:02}:{minute:02}:{second:02}Z")
}

#[cfg(test)]
mod tests {
    use super::{timestamp, value};

    #[test]
    fn dates_are_those_of_the_calendar() {
        assert_eq!(timestamp(0), "1970-01-01T00:00:00Z");
        assert_eq!(timestamp(951_782_399), "2000-02-28T23:59:59Z");
        assert_eq!(timestamp(951_782_400), "2000-02-29T00:00:00Z");
        assert_eq!(timestamp(1_735_689_599), "2024-12-31T23:59:59Z");
    }

    #[test]
    fn values_are_found_by_their_key() {
        let text = "NAME=\"x\"\nPRETTY_NAME=\"Some OS 1\"\n";
        assert_eq!(value(text, "PRETTY_NAME", '='), Some("\"Some OS 1\""));
        assert_eq!(value(text, "ID", '='), None);
    }
}
