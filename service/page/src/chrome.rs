//! The trace event format of Chrome: JSON that `chrome://tracing`, Perfetto and speedscope open.
//!
//! One tick is one microsecond. Each schedule is a process. Its buffers are slices on as many threads as buffers are
//! live at once; the load and the highest byte in use are counters.
//!
//! Source: "Trace Event Format", the format of Catapult, phases `X`, `C` and `M`.

use std::fmt::Write as _;

use memplan_planner::load_profile;

use crate::json::{quoted, string};
use crate::lanes::Lanes;
use crate::pools::{drawn, one_by_one};
use crate::{Entry, Scope, scope_name};

/// Buffers and load of every schedule as JSON.
pub fn chrome_trace(scopes: &[Scope<'_>]) -> String {
    let pictures = drawn(scopes);
    let scopes = &*one_by_one(&pictures);
    let mut out = String::from("{\"displayTimeUnit\":\"ns\",\"traceEvents\":[");
    let mut process = 0;
    for scope in scopes {
        for entry in &scope.entries {
            process += 1;
            one(&mut out, scope, entry, process);
        }
    }
    if out.ends_with(',') {
        out.pop();
    }
    out.push_str("]}\n");
    out
}

/// The events of one schedule, each followed by a comma.
fn one(out: &mut String, scope: &Scope<'_>, entry: &Entry<'_>, process: usize) {
    let trace = scope.trace;
    let name = quoted(&format!("{}: {}", scope_name(trace), entry.planner));
    // Writing to a string cannot fail, here and below.
    let _ = write!(
        out,
        "\n{{\"ph\":\"M\",\"pid\":{process},\"name\":\"process_name\",\"args\":{{\"name\":{name}}}}},"
    );
    let lanes = Lanes::new(trace, entry.schedule);
    for lane in 0..lanes.count {
        let _ = write!(
            out,
            "\n{{\"ph\":\"M\",\"pid\":{process},\"tid\":{},\"name\":\"thread_name\",\"args\":{{\"name\":\"buffers {0}\"}}}},",
            lane + 1
        );
    }
    for &id in &lanes.order {
        let buffer = &trace[id];
        let offset = entry.schedule.offset(id).unwrap_or_default();
        let _ = write!(
            out,
            "\n{{\"ph\":\"X\",\"pid\":{process},\"tid\":{},\"ts\":{},\"dur\":{},\"cat\":\"buffer\",\"name\":",
            lanes.of[id.index()] + 1,
            buffer.live.begin(),
            buffer.live.end().0.abs_diff(buffer.live.begin().0)
        );
        string(out, &buffer.name);
        let _ = write!(
            out,
            ",\"args\":{{\"offset_bytes\":{offset},\"size_bytes\":{}",
            buffer.size
        );
        let origin = scope.origins.and_then(|origins| origins.get(id.index()));
        if let Some(origin) = origin.filter(|origin| !origin.op.is_empty()) {
            let _ = write!(out, ",\"op\":{}", quoted(&origin.op));
        }
        out.push_str("}},");
    }
    for step in load_profile(trace) {
        let _ = write!(
            out,
            "\n{{\"ph\":\"C\",\"pid\":{process},\"ts\":{},\"name\":\"load\",\"args\":{{\"bytes\":{}}}}},",
            step.begin, step.load
        );
    }
    let first = trace.buffers().iter().map(|b| b.live.begin()).min();
    let _ = write!(
        out,
        "\n{{\"ph\":\"C\",\"pid\":{process},\"ts\":{},\"name\":\"peak\",\"args\":{{\"bytes\":{}}}}},",
        first.unwrap_or_default(),
        entry.schedule.total_size
    );
}
