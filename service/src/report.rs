//! The JSON form of the report of a merge: that of `memplan merge --format json`.

use std::collections::BTreeMap;

use memplan::{Figures, Report, RunTimePeak, ScopeReport};
use memplan_mlir::analyses::HeapPeak;
use memplan_mlir::text::{SourceMap, Span};
use serde_json::{Map, Value, json};

/// The report on a program in the terms of its text. The sums of bytes are exact up to 2^64 - 1.
pub(crate) fn json(text: &[u8], name: &str, report: &Report) -> Value {
    let map = SourceMap::new(text);
    let place = |span: Span| {
        let (line, column) = map.line_col(span.start);
        [
            ("file", json!(name)),
            ("line", json!(line)),
            ("column", json!(column)),
        ]
    };
    let mut by_reason: BTreeMap<&str, usize> = BTreeMap::new();
    for skipped in &report.skipped {
        *by_reason.entry(skipped.reason).or_default() += 1;
    }
    let skipped = report.skipped.iter().map(|skipped| {
        let mut object = object([
            ("buffer", json!(skipped.name)),
            ("reason", json!(skipped.reason)),
        ]);
        object.extend(place(skipped.span).map(owned));
        if let Some((operation, span)) = &skipped.culprit {
            let mut culprit = self::object([("operation", json!(operation))]);
            culprit.extend(place(*span).map(owned));
            object.insert("culprit".to_owned(), Value::Object(culprit));
        }
        Value::Object(object)
    });
    let skipped: Vec<Value> = skipped.collect();
    let mut all = object([("version", json!(1)), ("input", json!(name))]);
    if let Some(found) = &report.bufferized {
        let new_buffers = found.new_buffers.iter().map(|buffer| {
            let mut object = object([("operation", json!(buffer.operation))]);
            object.extend(place(buffer.span).map(owned));
            object.insert("is_copy".to_owned(), json!(buffer.is_copy));
            object.insert("reason".to_owned(), json!(buffer.reason));
            Value::Object(object)
        });
        let value = json!({
            "n_in_place": found.n_in_place,
            "n_out_of_place": found.n_out_of_place,
            "n_copies": found.n_copies(),
            "new_buffers": new_buffers.collect::<Vec<Value>>(),
        });
        all.insert("bufferization".to_owned(), value);
    }
    all.extend(
        [
            ("n_buffers", json!(report.n_buffers)),
            ("n_merged", json!(report.n_merged)),
            ("n_skipped", json!(skipped.len())),
            ("n_deleted", json!(report.deleted.len())),
        ]
        .map(owned),
    );
    all.extend(figures(&report.total));
    all.extend(
        [
            (
                "scopes",
                report
                    .scopes
                    .iter()
                    .map(scope)
                    .collect::<Vec<Value>>()
                    .into(),
            ),
            ("skipped_by_reason", json!(by_reason)),
            ("skipped", Value::Array(skipped)),
            ("deleted", json!(report.deleted)),
        ]
        .map(owned),
    );
    if !report.run_time_peaks.is_empty() {
        let peaks: Vec<Value> = report.run_time_peaks.iter().map(run_time_peak).collect();
        all.insert("run_time_peaks".to_owned(), Value::Array(peaks));
    }
    Value::Object(all)
}

fn run_time_peak(peak: &RunTimePeak) -> Value {
    let mut all = object([("function", json!(peak.function))]);
    all.extend(bounds(peak.peak));
    if let Some(separate) = peak.separate {
        let separate: Map<String, Value> = bounds(separate).into_iter().collect();
        all.insert("separate".to_owned(), Value::Object(separate));
    }
    Value::Object(all)
}

fn bounds(peak: HeapPeak) -> [(String, Value); 3] {
    let (least, most) = (peak.least.bytes, peak.most.map(|most| most.bytes));
    [
        ("least_bytes", json!(least)),
        ("most_bytes", json!(most)),
        ("is_exact", json!(most == Some(least))),
    ]
    .map(owned)
}

fn scope(scope: &ScopeReport) -> Value {
    let mut all = object([
        ("scope", json!(scope.scope)),
        ("operation", json!(scope.operation)),
        ("memory_space", json!(scope.memory_space)),
        ("planner", json!(scope.planner)),
        (
            "bound_rule",
            json!(scope.bound_rule.map(|rule| rule.name())),
        ),
    ]);
    let mut insert = |name: &str, value: Option<Value>| {
        if let Some(value) = value {
            all.insert(name.to_owned(), value);
        }
    };
    let arena = scope.arena.as_ref();
    let passed = arena.filter(|arena| arena.argument.is_some());
    insert(
        "stopped_by",
        scope.stopped_by.map(|reason| json!(reason.name())),
    );
    insert(
        "instead_of",
        scope
            .instead_of
            .as_ref()
            .map(|other| json!({"planner": other.planner, "peak_bytes": other.peak_bytes})),
    );
    insert("arena", arena.map(|arena| json!(arena.kind.name())));
    insert(
        "fallback",
        arena
            .and_then(|arena| arena.fallback)
            .map(|fallback| json!(fallback.code())),
    );
    insert(
        "argument",
        passed.and_then(|arena| arena.argument).map(Value::from),
    );
    insert("alignment", passed.map(|arena| json!(arena.alignment.0)));
    insert(
        "is_within_callers",
        passed.map(|arena| json!(arena.is_within_callers)),
    );
    let n_calls = scope.callees.n_calls;
    insert("n_calls", (n_calls > 0).then(|| json!(n_calls)));
    insert("n_merged", Some(json!(scope.n_merged)));
    insert("n_skipped", Some(json!(scope.n_skipped)));
    insert("n_deleted", Some(json!(scope.n_deleted)));
    all.extend(figures(&scope.figures));
    Value::Object(all)
}

fn figures(figures: &Figures) -> [(String, Value); 7] {
    let bytes = |bytes: u128| json!(u64::try_from(bytes).unwrap_or(u64::MAX));
    [
        ("size_bytes", bytes(figures.size_bytes)),
        ("separate_bytes", bytes(figures.separate_bytes)),
        ("max_load_bytes", bytes(figures.max_load_bytes)),
        ("lower_bound_bytes", bytes(figures.lower_bound_bytes)),
        ("peak_bytes", bytes(figures.peak_bytes)),
        ("fragmentation", json!(figures.fragmentation())),
        ("saved", json!(figures.saved())),
    ]
    .map(owned)
}

fn object<const N: usize>(fields: [(&str, Value); N]) -> Map<String, Value> {
    fields.into_iter().map(owned).collect()
}

fn owned((name, value): (&str, Value)) -> (String, Value) {
    (name.to_owned(), value)
}
