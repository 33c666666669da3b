//! The files for trace viewers hold the buffers and the load of a schedule, as independent decoders read them.

use memplan_page::{Entry, Origin, Scope, chrome_trace, perfetto};
use memplan_planner::{LifetimeTrace, MemorySchedule, PlanOptions, load_profile, registry};
use serde_json::Value;

/// A buffer as a viewer shows it: name, begin, end, offset, size.
type Slice = (String, i64, i64, u64, u64);

fn planned(notation: &str) -> (LifetimeTrace, MemorySchedule) {
    let trace: LifetimeTrace = notation.parse().unwrap();
    let planner = registry::planner("best-fit").unwrap();
    let schedule = planner.plan(&trace, &PlanOptions::default()).unwrap();
    (trace, schedule)
}

fn many() -> (LifetimeTrace, MemorySchedule) {
    let line = |i: u64| {
        let begin = i * 7 % 400;
        format!("b{i} {begin}..{} {}", begin + 1 + i % 90, 1 + i * 37 % 1000)
    };
    let lines: Vec<String> = (0..300).map(line).collect();
    planned(&lines.join("\n"))
}

fn expected(trace: &LifetimeTrace, schedule: &MemorySchedule, shift: i64) -> Vec<Slice> {
    let slice = |id| {
        let buffer = &trace[id];
        let (begin, end) = (buffer.live.begin().0, buffer.live.end().0);
        (
            buffer.name.to_string(),
            begin + shift,
            end + shift,
            schedule.offset(id).unwrap().0,
            buffer.size.0,
        )
    };
    let mut all: Vec<Slice> = trace.ids().map(slice).collect();
    all.sort();
    all
}

fn scope<'a>(trace: &'a LifetimeTrace, schedule: &'a MemorySchedule) -> Scope<'a> {
    Scope {
        trace,
        entries: vec![Entry::new("best-fit", schedule)],
        origins: None,
    }
}

/// Fails where slices of one row overlap: viewers would nest them.
fn assert_rows_are_disjoint(mut rows: Vec<(u64, i64, i64)>) {
    rows.sort_unstable();
    for pair in rows.windows(2) {
        assert!(pair[0].0 != pair[1].0 || pair[0].2 <= pair[1].1, "{pair:?}");
    }
}

#[test]
fn a_chrome_trace_has_every_buffer_and_the_load() {
    let (trace, schedule) = many();
    let text = chrome_trace(&[scope(&trace, &schedule)]);
    let json: Value = serde_json::from_str(&text).unwrap();
    let events = json["traceEvents"].as_array().unwrap();
    let of = |phase: &'static str| events.iter().filter(move |event| event["ph"] == phase);
    let number = |value: &Value| value.as_i64().unwrap();
    let size = |value: &Value| value.as_u64().unwrap();
    let mut slices: Vec<Slice> = of("X")
        .map(|event| {
            let begin = number(&event["ts"]);
            (
                event["name"].as_str().unwrap().to_owned(),
                begin,
                begin + number(&event["dur"]),
                size(&event["args"]["offset_bytes"]),
                size(&event["args"]["size_bytes"]),
            )
        })
        .collect();
    slices.sort();
    assert_eq!(slices, expected(&trace, &schedule, 0));
    let rows = of("X").map(|event| {
        let begin = number(&event["ts"]);
        (size(&event["tid"]), begin, begin + number(&event["dur"]))
    });
    assert_rows_are_disjoint(rows.collect());
    let loads = of("C").filter(|event| event["name"] == "load");
    let loads: Vec<(i64, u64)> = loads
        .map(|event| (number(&event["ts"]), size(&event["args"]["bytes"])))
        .collect();
    let steps = load_profile(&trace).into_iter();
    assert_eq!(
        loads,
        steps.map(|s| (s.begin.0, s.load.0)).collect::<Vec<_>>()
    );
    let peak = of("C").find(|event| event["name"] == "peak").unwrap();
    assert_eq!(size(&peak["args"]["bytes"]), schedule.total_size.0);
}

#[test]
fn a_chrome_trace_escapes_names_and_has_operations() {
    let (trace, schedule) = planned("a\"b 0..2 8");
    let origins = [Origin {
        op: "linalg.fill".to_owned(),
        line: 3,
        ..Origin::default()
    }];
    let scope = Scope {
        origins: Some(&origins),
        ..scope(&trace, &schedule)
    };
    let json: Value = serde_json::from_str(&chrome_trace(&[scope])).unwrap();
    let slice = json["traceEvents"].as_array().unwrap().iter();
    let slice = slice.clone().find(|event| event["ph"] == "X").unwrap();
    assert_eq!(slice["name"], "a\"b");
    assert_eq!(slice["args"]["op"], "linalg.fill");
}

#[test]
fn nothing_gives_an_empty_trace() {
    assert_eq!(
        chrome_trace(&[]),
        "{\"displayTimeUnit\":\"ns\",\"traceEvents\":[]}\n"
    );
    assert_eq!(perfetto(&[]), b"");
}

/// A field of a protocol buffer message.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Field<'a> {
    Number(u64),
    Bytes(&'a [u8]),
}

/// Splits a message into its fields.
fn fields(mut bytes: &[u8]) -> Vec<(u64, Field<'_>)> {
    fn varint(bytes: &mut &[u8]) -> u64 {
        let (mut value, mut shift) = (0_u64, 0);
        loop {
            let byte = bytes[0];
            *bytes = &bytes[1..];
            value |= u64::from(byte & 127) << shift;
            if byte < 128 {
                return value;
            }
            shift += 7;
        }
    }
    let mut fields = Vec::new();
    while !bytes.is_empty() {
        let key = varint(&mut bytes);
        let field = match key & 7 {
            0 => Field::Number(varint(&mut bytes)),
            2 => {
                let length = varint(&mut bytes) as usize;
                let (inside, rest) = bytes.split_at(length);
                bytes = rest;
                Field::Bytes(inside)
            }
            kind => panic!("unexpected wire type {kind}"),
        };
        fields.push((key >> 3, field));
    }
    fields
}

fn number(message: &[(u64, Field<'_>)], wanted: u64) -> Option<u64> {
    message.iter().find_map(|(field, value)| match value {
        Field::Number(value) if *field == wanted => Some(*value),
        _ => None,
    })
}

fn all<'a>(message: &[(u64, Field<'a>)], wanted: u64) -> Vec<&'a [u8]> {
    let inside = message.iter().filter_map(|(field, value)| match value {
        Field::Bytes(bytes) if *field == wanted => Some(*bytes),
        _ => None,
    });
    inside.collect()
}

fn text(message: &[(u64, Field<'_>)], wanted: u64) -> Option<String> {
    let bytes = *all(message, wanted).first()?;
    Some(String::from_utf8(bytes.to_vec()).unwrap())
}

/// The contents of a Perfetto trace.
#[derive(Debug, Default)]
struct Decoded {
    slices: Vec<Slice>,
    rows: Vec<(u64, i64, i64)>,
    counters: Vec<(String, i64, u64)>,
    processes: Vec<String>,
}

fn decoded(bytes: &[u8]) -> Decoded {
    let mut decoded = Decoded::default();
    let mut tracks: Vec<(u64, Option<String>)> = Vec::new();
    let mut open: Vec<(u64, String, i64, u64, u64)> = Vec::new();
    for packet in all(&fields(bytes), 1) {
        let packet = fields(packet);
        assert_eq!(number(&packet, 10), Some(1), "a packet without sequence");
        for track in all(&packet, 60) {
            let track = fields(track);
            tracks.push((number(&track, 1).unwrap(), text(&track, 2)));
            for process in all(&track, 3) {
                decoded.processes.extend(text(&fields(process), 6));
            }
        }
        let Some(event) = all(&packet, 11).first().map(|event| fields(event)) else {
            continue;
        };
        let time = number(&packet, 8).unwrap();
        assert_eq!(time % 1000, 0);
        let time = (time / 1000).cast_signed();
        let track = number(&event, 11).unwrap();
        let name = tracks.iter().find(|(id, _)| *id == track).unwrap();
        match number(&event, 9).unwrap() {
            1 => {
                let noted = all(&event, 4);
                let noted = |name: &str| {
                    let mut notes = noted.iter().map(|note| fields(note));
                    let note = notes.find(|note| text(note, 10).as_deref() == Some(name));
                    number(&note.unwrap(), 3).unwrap()
                };
                let (offset, size) = (noted("offset_bytes"), noted("size_bytes"));
                open.push((track, text(&event, 23).unwrap(), time, offset, size));
            }
            2 => {
                let index = open.iter().position(|slice| slice.0 == track).unwrap();
                let (track, name, begin, offset, size) = open.swap_remove(index);
                decoded.slices.push((name, begin, time, offset, size));
                decoded.rows.push((track, begin, time));
            }
            4 => {
                let value = number(&event, 30).unwrap();
                decoded
                    .counters
                    .push((name.1.clone().unwrap(), time, value));
            }
            other => panic!("unexpected event type {other}"),
        }
    }
    assert_eq!(open, [], "slices without end");
    decoded.slices.sort();
    decoded
}

#[test]
fn a_perfetto_trace_has_every_buffer_and_the_load() {
    let (trace, schedule) = many();
    let read = decoded(&perfetto(&[scope(&trace, &schedule)]));
    assert_eq!(read.processes, ["trace: best-fit"]);
    assert_eq!(read.slices, expected(&trace, &schedule, 0));
    assert_rows_are_disjoint(read.rows);
    let steps = load_profile(&trace).into_iter();
    let mut counters: Vec<(String, i64, u64)> = steps
        .map(|step| ("load".to_owned(), step.begin.0, step.load.0))
        .collect();
    counters.insert(0, ("peak".to_owned(), 0, schedule.total_size.0));
    assert_eq!(read.counters, counters);
}

#[test]
fn times_of_a_perfetto_trace_are_never_negative() {
    let (trace, schedule) = planned("a -5..2 8\n b 0..4 8");
    let read = decoded(&perfetto(&[scope(&trace, &schedule)]));
    assert_eq!(read.slices, expected(&trace, &schedule, 5));
}
