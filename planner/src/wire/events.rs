//! Event logs: `a ID SIZE [ALIGN]` allocates, `f ID` frees, one a line, in order of time.
//!
//! This module writes them; the trace reader `events` of `memplan-readers` reads them. The number of the
//! event, counted from 0, is the tick, so a trace with other ticks is renumbered.

use std::fmt::Write as _;

use memplan_support::Sort;
use rustc_hash::FxHashSet;

use super::WireError;
use crate::{Buffer, Bytes, LifetimeTrace, Tick};

/// Writes a trace as a log.
///
/// A trace whose ticks number events from 0 on is written as the log that it was read from. Any
/// other is renumbered: its buffers are allocated and freed in the order of their ticks, frees
/// first where several events share a tick. The same buffers are live at once then, so a schedule
/// for either fits the other. The ticks are those of the log, and so is the order of buffers if
/// lifetimes do not begin in the order of the trace.
///
/// `O(n log n)` in the number of buffers.
pub(super) fn write(trace: &LifetimeTrace) -> Result<Vec<u8>, WireError> {
    let unrepresentable = |what| WireError::Unrepresentable {
        format: "events",
        what,
    };
    for buffer in trace.buffers() {
        if buffer.pinned.is_some() || buffer.hint.is_some() || !buffer.gaps.is_empty() {
            return Err(unrepresentable("pins, hints and gaps"));
        }
        let is_word =
            !buffer.name.is_empty() && !buffer.name.contains(|c: char| c.is_ascii_whitespace());
        if !is_word {
            return Err(unrepresentable("names that are empty or contain spaces"));
        }
    }
    let events = numbered_events(trace).unwrap_or_else(|| ordered_events(trace));
    if has_a_name_twice(&events) {
        return Err(unrepresentable("two live buffers with the same name"));
    }
    Ok(log_of(&events).into_bytes())
}

/// Whether two buffers of one name are live at once: the log could not say which of them is freed.
fn has_a_name_twice(events: &[Event<'_>]) -> bool {
    let mut live: FxHashSet<&str> = FxHashSet::default();
    events.iter().any(|event| match event {
        Event::Allocate(buffer) => !live.insert(&buffer.name),
        Event::Free(buffer) => !live.remove(&*buffer.name),
    })
}

/// Something that happens to a buffer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Event<'a> {
    Allocate(&'a Buffer),
    Free(&'a Buffer),
}

/// The log whose event numbers are the ticks of the trace, if there is one: every tick has one event,
/// and buffers are allocated in the order of the trace.
fn numbered_events(trace: &LifetimeTrace) -> Option<Vec<Event<'_>>> {
    // If all buffers are freed, there are two events per buffer; otherwise the last end is the
    // number of events.
    let n_buffers = trace.len();
    let ends = trace.buffers().iter().map(|buffer| buffer.live.end().0);
    let last_end = usize::try_from(ends.max().unwrap_or(0)).ok()?;
    let n_events = if last_end.checked_add(1) == Some(2 * n_buffers) {
        2 * n_buffers
    } else {
        last_end
    };
    if 2 * n_buffers < n_events {
        return None;
    }
    if !trace
        .buffers()
        .is_sorted_by_key(|buffer| buffer.live.begin())
    {
        return None;
    }
    let mut events: Vec<Option<Event<'_>>> = vec![None; n_events];
    for buffer in trace.buffers() {
        let begin = usize::try_from(buffer.live.begin().0).ok()?;
        let end = usize::try_from(buffer.live.end().0).ok()?;
        for (at, event) in [(begin, Event::Allocate(buffer)), (end, Event::Free(buffer))] {
            // A buffer that lives to the end of the log is not freed in it.
            if at == n_events && matches!(event, Event::Free(_)) {
                continue;
            }
            let slot = events.get_mut(at).filter(|slot| slot.is_none())?;
            *slot = Some(event);
        }
    }
    events.into_iter().collect()
}

/// All events in the order of their ticks, frees first among those of one tick.
fn ordered_events(trace: &LifetimeTrace) -> Vec<Event<'_>> {
    let buffers = trace.buffers().iter().enumerate();
    let mut events: Vec<(Tick, bool, usize, Event<'_>)> = buffers
        .flat_map(|(index, buffer)| {
            let (begin, end) = (buffer.live.begin(), buffer.live.end());
            [
                (begin, true, index, Event::Allocate(buffer)),
                (end, false, index, Event::Free(buffer)),
            ]
        })
        .collect();
    events
        .sort_stable_by_key(|&(tick, is_allocation, index, _)| (tick, is_allocation, index as u64));
    events.into_iter().map(|(.., event)| event).collect()
}

fn log_of(events: &[Event<'_>]) -> String {
    let mut out = String::new();
    for event in events {
        // Writing to a string does not fail.
        let _ = match event {
            Event::Free(buffer) => writeln!(out, "f {}", buffer.name),
            Event::Allocate(buffer) => match buffer.align {
                Bytes(1) => writeln!(out, "a {} {}", buffer.name, buffer.size),
                align => writeln!(out, "a {} {} {align}", buffer.name, buffer.size),
            },
        };
    }
    out
}

#[cfg(test)]
mod tests {
    use super::write;
    use crate::{Buffer, Bytes, Lifetime, LifetimeTrace, Tick};

    #[test]
    fn ticks_that_number_events_are_kept_and_others_are_renumbered() {
        let log = |notation: &str| String::from_utf8(write(&notation.parse().unwrap()).unwrap());
        assert_eq!(
            log("x 0..2 16; y 1..4 8 align=64; x 3..5 4").unwrap(),
            "a x 16\na y 8 64\nf x\na x 4\nf y\nf x\n"
        );
        assert_eq!(log("x 1..2 1").unwrap(), "a x 1\nf x\n");
        assert_eq!(
            log("x 0..9 1; y 9..20 2").unwrap(),
            "a x 1\nf x\na y 2\nf y\n",
            "a buffer that ends where another begins is freed first"
        );
        assert_eq!(
            log("late 7..9 2 align=64; early -3..8 1").unwrap(),
            "a early 1\na late 2 64\nf early\nf late\n",
            "buffers are listed as they are allocated"
        );
        assert_eq!(
            log("late 1..2 2; early 0..3 1").unwrap(),
            "a early 1\na late 2\nf late\nf early\n",
            "the order of the trace is that of the log only where ticks are renumbered"
        );
    }

    #[test]
    fn what_a_log_cannot_say_is_refused() {
        for notation in [
            "x 0..2 1; x 1..3 1",
            "x 0..2 1 pin=0",
            "x 0..2 1 hint=0",
            "x 0..5 1 gap=1..2",
        ] {
            assert!(write(&notation.parse().unwrap()).is_err(), "{notation}");
        }
        let named = |name: &str| {
            let live = Lifetime::half_open(Tick(0), Tick(2));
            let buffer = Buffer::new(name, Bytes(1), live);
            write(
                &LifetimeTrace::builder("")
                    .buffers([buffer])
                    .build()
                    .unwrap(),
            )
        };
        for name in ["", "a b"] {
            assert!(named(name).is_err(), "{name}");
        }
        // A comment line begins with `#`, but no event line begins with a name.
        assert_eq!(named("#x").unwrap(), b"a #x 1\nf #x\n");
    }
}
