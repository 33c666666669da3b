//! The native trace format of Perfetto: track events in protocol buffers, encoded by hand.
//!
//! One tick is one microsecond. Each schedule is a process track. Below it are as many tracks of slices as buffers
//! are live at once, and counters for the load and the peak. Trace processors require times of at least 0, so
//! ticks count from the first tick of the scope if that is negative.
//!
//! Source: `protos/perfetto/trace/` of Perfetto: `trace_packet.proto`, `track_event/track_event.proto`,
//! `track_descriptor.proto`, `counter_descriptor.proto`, `process_descriptor.proto`, `debug_annotation.proto`.

use memplan_planner::{LifetimeTrace, Tick, load_profile};

use crate::lanes::Lanes;
use crate::pools::{drawn, one_by_one};
use crate::{Entry, Scope, scope_name};

/// Nanoseconds of a tick.
const TICK: u64 = 1000;

/// All packets belong to one sequence.
const SEQUENCE: u64 = 1;

/// Values of `TracePacket.sequence_flags`.
const STATE_CLEARED: u64 = 1;

/// Values of `TrackEvent.Type`.
const SLICE_BEGIN: u64 = 1;
const SLICE_END: u64 = 2;
const COUNTER: u64 = 4;

/// The value of `CounterDescriptor.Unit` for bytes.
const UNIT_BYTES: u64 = 3;

/// Buffers and load of every schedule, as a `Trace` message.
pub fn perfetto(scopes: &[Scope<'_>]) -> Vec<u8> {
    let pictures = drawn(scopes);
    let scopes = &*one_by_one(&pictures);
    let mut file = File::default();
    for scope in scopes {
        for entry in &scope.entries {
            file.schedule(scope, entry);
        }
    }
    file.bytes
}

/// A trace that is being written.
#[derive(Debug, Default)]
struct File {
    bytes: Vec<u8>,
    /// Tracks so far; the last identifier.
    tracks: u64,
    processes: u64,
}

impl File {
    fn schedule(&mut self, scope: &Scope<'_>, entry: &Entry<'_>) {
        let trace = scope.trace;
        self.processes += 1;
        let mut process = Message::default();
        process.number(1, self.processes);
        process.text(6, &format!("{}: {}", scope_name(trace), entry.planner));
        let parent = self.track(|track| track.message(3, &process));
        let mut counter = Message::default();
        counter.number(3, UNIT_BYTES);
        let mut counted = |name: &str| {
            self.track(|track| {
                track.text(2, name);
                track.number(5, parent);
                track.message(8, &counter);
            })
        };
        let (load, peak) = (counted("load"), counted("peak"));
        let lanes = Lanes::new(trace, entry.schedule);
        let first_lane = self.tracks + 1;
        for lane in 1..=lanes.count {
            self.track(|track| {
                track.text(2, &format!("buffers {lane}"));
                track.number(5, parent);
            });
        }
        let time = Time::of(trace);
        self.counter(time.at(time.first), peak, entry.schedule.total_size.0);
        for step in load_profile(trace) {
            self.counter(time.at(step.begin), load, step.load.0);
        }
        for &id in &lanes.order {
            let buffer = &trace[id];
            let track = first_lane + u64::from(lanes.of[id.index()]);
            let mut begin = event(SLICE_BEGIN, track);
            begin.text(22, "buffer");
            begin.text(23, &buffer.name);
            let offset = entry.schedule.offset(id).unwrap_or_default();
            begin.message(4, &annotation("offset_bytes", offset.0));
            begin.message(4, &annotation("size_bytes", buffer.size.0));
            let origin = scope.origins.and_then(|origins| origins.get(id.index()));
            if let Some(origin) = origin.filter(|origin| !origin.op.is_empty()) {
                let mut op = Message::default();
                op.text(10, "op");
                op.text(6, &origin.op);
                begin.message(4, &op);
            }
            self.event(time.at(buffer.live.begin()), &begin);
            self.event(time.at(buffer.live.end()), &event(SLICE_END, track));
        }
    }

    /// Describes a new track; returns its identifier.
    fn track(&mut self, describe: impl FnOnce(&mut Message)) -> u64 {
        self.tracks += 1;
        let mut track = Message::default();
        track.number(1, self.tracks);
        describe(&mut track);
        let mut packet = Message::default();
        packet.number(10, SEQUENCE);
        if self.tracks == 1 {
            packet.number(13, STATE_CLEARED);
        }
        packet.message(60, &track);
        self.packet(&packet);
        self.tracks
    }

    fn counter(&mut self, time: u64, track: u64, value: u64) {
        let mut counter = event(COUNTER, track);
        counter.number(30, value);
        self.event(time, &counter);
    }

    fn event(&mut self, time: u64, event: &Message) {
        let mut packet = Message::default();
        packet.number(8, time);
        packet.number(10, SEQUENCE);
        packet.message(11, event);
        self.packet(&packet);
    }

    fn packet(&mut self, packet: &Message) {
        let mut field = Message::default();
        field.message(1, packet);
        self.bytes.extend_from_slice(&field.bytes);
    }
}

/// A `TrackEvent` with its type and track.
fn event(kind: u64, track: u64) -> Message {
    let mut event = Message::default();
    event.number(9, kind);
    event.number(11, track);
    event
}

/// A `DebugAnnotation` with a number.
fn annotation(name: &str, value: u64) -> Message {
    let mut annotation = Message::default();
    annotation.text(10, name);
    annotation.number(3, value);
    annotation
}

/// Ticks to nanoseconds.
struct Time {
    first: Tick,
    zero: i64,
}

impl Time {
    fn of(trace: &LifetimeTrace) -> Self {
        let first = trace.buffers().iter().map(|b| b.live.begin()).min();
        let first = first.unwrap_or_default();
        Self {
            first,
            zero: first.0.min(0),
        }
    }

    fn at(&self, tick: Tick) -> u64 {
        tick.0.abs_diff(self.zero).saturating_mul(TICK)
    }
}

/// A protocol buffer message that is being written, field by field.
#[derive(Debug, Default)]
struct Message {
    bytes: Vec<u8>,
}

impl Message {
    fn number(&mut self, field: u64, value: u64) {
        self.varint(field << 3);
        self.varint(value);
    }

    fn text(&mut self, field: u64, text: &str) {
        self.delimited(field, text.as_bytes());
    }

    fn message(&mut self, field: u64, message: &Message) {
        self.delimited(field, &message.bytes);
    }

    fn delimited(&mut self, field: u64, bytes: &[u8]) {
        self.varint(field << 3 | 2);
        self.varint(bytes.len() as u64);
        self.bytes.extend_from_slice(bytes);
    }

    fn varint(&mut self, mut value: u64) {
        while value >= 0x80 {
            self.bytes.push((value & 0x7f) as u8 | 0x80);
            value >>= 7;
        }
        self.bytes.push(value as u8);
    }
}
