//! Metrics of the service in the text format of Prometheus.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

/// The upper bounds of the buckets of times, in seconds.
const BUCKETS: [f64; 10] = [0.001, 0.003, 0.01, 0.03, 0.1, 0.3, 1.0, 3.0, 10.0, 60.0];

/// Counters of a process.
#[derive(Debug, Default)]
pub(crate) struct Metrics {
    requests: Mutex<BTreeMap<(String, u16), Times>>,
    pub(crate) cache_hits: AtomicU64,
    pub(crate) cache_misses: AtomicU64,
    pub(crate) items_done: AtomicU64,
    pub(crate) items_failed: AtomicU64,
    pub(crate) connections: AtomicU64,
}

#[derive(Debug, Default)]
struct Times {
    count: u64,
    seconds: f64,
    buckets: [u64; BUCKETS.len()],
}

/// Values that are measured at the time of a request.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Gauges {
    pub(crate) waiting_requests: usize,
    pub(crate) waiting_items: usize,
    pub(crate) cache_bytes: usize,
}

impl Metrics {
    /// Counts an answer.
    pub(crate) fn request(&self, route: &str, status: u16, time: Duration) {
        let mut requests = self.requests.lock().unwrap_or_else(PoisonError::into_inner);
        let times = requests.entry((route.to_owned(), status)).or_default();
        let seconds = time.as_secs_f64();
        times.count += 1;
        times.seconds += seconds;
        for (bucket, bound) in times.buckets.iter_mut().zip(BUCKETS) {
            *bucket += u64::from(seconds <= bound);
        }
    }

    /// All metrics as text.
    pub(crate) fn text(&self, gauges: Gauges) -> String {
        let mut text = String::new();
        let mut family = |name: &str, kind: &str, help: &str, lines: &[(String, String)]| {
            let _ = writeln!(text, "# HELP {name} {help}\n# TYPE {name} {kind}");
            for (labels, value) in lines {
                let _ = writeln!(text, "{name}{labels} {value}");
            }
        };
        let single = |value: u64| [(String::new(), value.to_string())];
        let counters = [
            (
                "memplan_cache_hits_total",
                "Plans from the cache.",
                &self.cache_hits,
            ),
            (
                "memplan_cache_misses_total",
                "Plans that were not in the cache.",
                &self.cache_misses,
            ),
            (
                "memplan_items_done_total",
                "Items of jobs with a result.",
                &self.items_done,
            ),
            (
                "memplan_items_failed_total",
                "Items of jobs with a problem.",
                &self.items_failed,
            ),
        ];
        for (name, help, counter) in counters {
            family(
                name,
                "counter",
                help,
                &single(counter.load(Ordering::Relaxed)),
            );
        }
        let connections = self.connections.load(Ordering::Relaxed);
        family(
            "memplan_connections",
            "gauge",
            "Open connections.",
            &single(connections),
        );
        let waiting = [
            (
                "{kind=\"request\"}".to_owned(),
                gauges.waiting_requests.to_string(),
            ),
            (
                "{kind=\"item\"}".to_owned(),
                gauges.waiting_items.to_string(),
            ),
        ];
        family(
            "memplan_waiting",
            "gauge",
            "Tasks that wait for a thread.",
            &waiting,
        );
        let cache_bytes = gauges.cache_bytes as u64;
        family(
            "memplan_cache_bytes",
            "gauge",
            "Bytes of cached plans.",
            &single(cache_bytes),
        );
        if let Some(bytes) = resident_bytes() {
            let name = "process_resident_memory_bytes";
            family(name, "gauge", "Resident memory.", &single(bytes));
        }
        self.write_requests(&mut text);
        text
    }

    fn write_requests(&self, text: &mut String) {
        let name = "memplan_request_seconds";
        let _ = writeln!(
            text,
            "# HELP {name} Time of requests.\n# TYPE {name} histogram"
        );
        let requests = self.requests.lock().unwrap_or_else(PoisonError::into_inner);
        for ((route, status), times) in &*requests {
            let labels = format!("route=\"{route}\",status=\"{status}\"");
            for (bound, count) in BUCKETS.iter().zip(times.buckets) {
                let _ = writeln!(text, "{name}_bucket{{{labels},le=\"{bound}\"}} {count}");
            }
            let _ = writeln!(
                text,
                "{name}_bucket{{{labels},le=\"+Inf\"}} {}",
                times.count
            );
            let _ = writeln!(text, "{name}_sum{{{labels}}} {}", times.seconds);
            let _ = writeln!(text, "{name}_count{{{labels}}} {}", times.count);
        }
    }
}

/// The resident memory of the process, if the system reports it in `/proc`.
fn resident_bytes() -> Option<u64> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status
        .lines()
        .find_map(|line| line.strip_prefix("VmRSS:"))?;
    let kib: u64 = line.trim().strip_suffix("kB")?.trim().parse().ok()?;
    Some(kib * 1024)
}
