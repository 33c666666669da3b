//! The compact form of traces and schedules that the page reads.
//!
//! A zlib stream of: the length of a JSON header as a little-endian `u32`, the header, and the columns that the
//! header lists. Columns hold LEB128 varints, buffer after buffer; neighbouring values differ little, which
//! compresses well. `assets/model.js` is the reader.
//!
//! | column | value |
//! | --- | --- |
//! | `begin` | zigzag difference to the begin of the previous buffer; the first counts from `first_tick` |
//! | `ticks` | length of the lifetime |
//! | `size` | bytes, divided by `size_unit` |
//! | `align` | alignment in bytes; absent if it is 1 everywhere |
//! | `names` | per name: 0 if it is the previous name with its trailing number raised by 1; else 1 + bytes shared with the previous name, the number of further bytes, and those bytes |
//! | `gaps` | per buffer with gaps: difference to the previous such buffer, number of gaps, and per gap: ticks from the end of the previous gap (or the begin of the buffer), length, bytes kept (0 for none), and where they begin |
//! | `op`, `line`, `column` | index into `strings` plus 1, place of the allocation; 0 if unknown |
//! | `offsets` | one column for each schedule: bytes, divided by `offset_unit` |
//!
//! A scope whose sizes depend on symbols also has `formulas`: its columns are those at one shape, and the page computes
//! the others.
//!
//! A scope with pools has `pools`, and its buffers are those of the first pool, then those of the second, and so on:
//! each pool has its `name`, its number of `buffers`, `peak`, `capacity` and `taken` ranges `[from, to, why]`. `prices`
//! are `[buffer, other, from, to, cost]`, with an empty range for a common bank; `moves` are `[from, to, tick]` with
//! two buffers, and `measures` are texts.
//!
//! The page computes in doubles: it shows numbers above 2^53 rounded.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use memplan_planner::{Buffer, LifetimeTrace, Optimality};

use crate::flat::Flat;
use crate::json::{quoted, string};
use crate::pools::{Drawn, drawn};
use crate::symbolic::Opened;
use crate::{Entry, Scope, scope_name};

/// The media type of [`pack`].
pub const PACK_MEDIA_TYPE: &str = "application/vnd.memplan.picture";

/// The compression level: higher ones take several times as long and save a few percent.
const LEVEL: u8 = 6;

/// Encodes traces and schedules for the page. `O(n)`; about 8 bytes for each buffer and schedule.
pub fn pack(title: &str, scopes: &[Scope<'_>]) -> Vec<u8> {
    let all = drawn(scopes);
    let flat = all.iter().map(|one| match one {
        Drawn::Plain(_) => None,
        Drawn::Pools(pools) => Flat::of(pools),
    });
    let flat: Vec<Option<Flat<'_>>> = flat.collect();
    let opened = all.iter().map(|one| match one {
        Drawn::Plain(scope) => Opened::all(scope),
        Drawn::Pools(_) => Vec::new(),
    });
    let opened: Vec<Vec<Opened>> = opened.collect();
    let mut packed = Vec::new();
    for ((one, flat), opened) in all.iter().zip(&flat).zip(&opened) {
        match (one, flat) {
            (Drawn::Plain(scope), _) if opened.is_empty() => packed.push(((*scope).clone(), None)),
            (Drawn::Plain(_), _) => {
                for one in opened {
                    packed.push((one.scope(), Some(("formulas", &*one.formulas))));
                }
            }
            (Drawn::Pools(_), Some(flat)) => {
                packed.push((flat.scope(), Some(("pools", &*flat.described))));
            }
            (Drawn::Pools(_), None) => {}
        }
    }
    pack_all(title, packed.into_iter())
}

/// As [`pack`], with a further part of the header for the scopes that have one: its name, and a JSON object.
fn pack_all<'a>(
    title: &str,
    scopes: impl Iterator<Item = (Scope<'a>, Option<(&'static str, &'a str)>)>,
) -> Vec<u8> {
    let mut columns = Columns::default();
    let mut strings = Strings::default();
    let mut listed = String::new();
    for (index, (scope, more)) in scopes.enumerate() {
        if index > 0 {
            listed.push(',');
        }
        describe(&mut listed, &mut columns, &mut strings, &scope);
        if let Some((name, object)) = more {
            let _ = write!(listed, ",\"{name}\":{object}");
        }
        listed.push('}');
    }
    let mut header = format!("{{\"version\":1,\"title\":{},\"strings\":[", quoted(title));
    for (index, text) in strings.texts.iter().enumerate() {
        if index > 0 {
            header.push(',');
        }
        string(&mut header, text);
    }
    // Writing to a string cannot fail, here and below.
    let _ = write!(header, "],\"scopes\":[{listed}]}}");
    let length = u32::try_from(header.len()).unwrap_or(u32::MAX);
    let mut bytes = length.to_le_bytes().to_vec();
    bytes.extend_from_slice(header.as_bytes());
    bytes.extend_from_slice(&columns.bytes);
    miniz_oxide::deflate::compress_to_vec_zlib(&bytes, LEVEL)
}

/// Appends the columns of a scope, and its part of the header, whose object stays open.
fn describe(out: &mut String, columns: &mut Columns, strings: &mut Strings, scope: &Scope<'_>) {
    let trace = scope.trace;
    let buffers = trace.buffers();
    let first = buffers.iter().map(|b| b.live.begin().0).min().unwrap_or(0);
    let size_unit = unit(buffers.iter().map(|buffer| buffer.size.0));
    columns.begin_scope();
    lifetimes(columns, trace, first);
    columns.add("size", buffers.iter().map(|b| b.size.0 / size_unit));
    if buffers.iter().any(|buffer| buffer.align.0 != 1) {
        columns.add("align", buffers.iter().map(|buffer| buffer.align.0));
    }
    names(columns, buffers);
    gaps(columns, buffers);
    if let Some(origins) = scope.origins.filter(|all| all.len() == buffers.len()) {
        let ops = origins.iter().map(|origin| strings.id(&origin.op));
        columns.add("op", ops);
        columns.add("line", origins.iter().map(|o| u64::from(o.line)));
        columns.add("column", origins.iter().map(|o| u64::from(o.column)));
    }
    let entries: Vec<String> = (scope.entries.iter())
        .map(|entry| schedule(columns, trace, entry))
        .collect();
    let _ = write!(
        out,
        "{{\"name\":{},\"buffers\":{},\"first_tick\":\"{first}\",\"size_unit\":{size_unit},\
         \"columns\":{{{}}},\"schedules\":[{}]",
        quoted(&scope_name(trace)),
        buffers.len(),
        columns.listed(),
        entries.join(",")
    );
    if let Some(capacity) = trace.capacity() {
        let _ = write!(out, ",\"capacity\":{}", capacity.0);
    }
}

fn lifetimes(columns: &mut Columns, trace: &LifetimeTrace, first: i64) {
    let mut before = i128::from(first);
    let begins = trace.buffers().iter().map(|buffer| {
        let begin = i128::from(buffer.live.begin().0);
        let change = begin - before;
        before = begin;
        ((change << 1) ^ (change >> 127)).cast_unsigned()
    });
    columns.add_wide("begin", begins);
    let ticks = (trace.buffers().iter()).map(|b| b.live.end().0.abs_diff(b.live.begin().0));
    columns.add("ticks", ticks);
}

/// Appends the offsets of a schedule; returns its part of the header.
fn schedule(columns: &mut Columns, trace: &LifetimeTrace, entry: &Entry<'_>) -> String {
    let schedule = entry.schedule;
    let offset_unit = unit(schedule.offsets.iter().map(|offset| offset.0));
    let offsets = trace
        .ids()
        .map(|id| schedule.offset(id).unwrap_or_default());
    columns.add("offsets", offsets.map(|offset| offset.0 / offset_unit));
    let mut out = format!(
        "{{\"planner\":{},\"peak\":{},\"bound\":{},\"optimal\":{},\"offset_unit\":{offset_unit}",
        quoted(entry.planner),
        schedule.total_size.0,
        schedule.lower_bound(trace).0,
        schedule.optimality == Optimality::Optimal
            || schedule.total_size.0 <= schedule.lower_bound(trace).0,
    );
    if let Some(rule) = schedule.bound_rule {
        let _ = write!(out, ",\"rule\":\"{}\"", rule.name());
    }
    if let Some(reason) = schedule.stopped_by {
        let _ = write!(out, ",\"stopped\":{}", quoted(reason.name()));
    }
    if let Some(alignment) = entry.alignment {
        let _ = write!(out, ",\"alignment\":{alignment}");
    }
    if let Some(elapsed) = entry.elapsed {
        let _ = write!(out, ",\"ms\":{:.3}", elapsed.as_secs_f64() * 1000.0);
    }
    out.push('}');
    out
}

/// The greatest number that divides all values; 1 if all are 0.
fn unit(values: impl Iterator<Item = u64>) -> u64 {
    let mut divisor = 0;
    for value in values {
        let (mut a, mut b) = (divisor, value);
        while b != 0 {
            (a, b) = (b, a % b);
        }
        divisor = a;
        if divisor == 1 {
            break;
        }
    }
    divisor.max(1)
}

fn names(columns: &mut Columns, buffers: &[Buffer]) {
    let start = columns.bytes.len();
    let mut before = "";
    for buffer in buffers {
        let name = buffer.name.as_str();
        if is_successor(before, name) {
            varint(&mut columns.bytes, 0);
        } else {
            let shared = (before.bytes().zip(name.bytes()))
                .take_while(|(a, b)| a == b)
                .count();
            let rest = &name.as_bytes()[shared..];
            varint(&mut columns.bytes, 1 + shared as u128);
            varint(&mut columns.bytes, rest.len() as u128);
            columns.bytes.extend_from_slice(rest);
        }
        before = name;
    }
    columns.finish("names", start);
}

/// The most digits of a trailing number that is counted: the page's integers hold that many.
const MAX_DIGITS: usize = 15;

/// Whether `name` is `before` with its trailing number raised by 1.
fn is_successor(before: &str, name: &str) -> bool {
    let (Some((stem, number)), Some((next_stem, next))) = (numbered(before), numbered(name)) else {
        return false;
    };
    stem == next_stem && number + 1 == next
}

/// The stem and the trailing number of a name; a number with leading zeros is no number.
fn numbered(name: &str) -> Option<(&str, u64)> {
    let stem = name.trim_end_matches(|c: char| c.is_ascii_digit());
    let digits = &name[stem.len()..];
    if digits.len() > MAX_DIGITS || (digits.len() > 1 && digits.starts_with('0')) {
        return None;
    }
    Some((stem, digits.parse().ok()?))
}

fn gaps(columns: &mut Columns, buffers: &[Buffer]) {
    let start = columns.bytes.len();
    let mut before = 0;
    for (index, buffer) in buffers.iter().enumerate() {
        if buffer.gaps.is_empty() {
            continue;
        }
        varint(&mut columns.bytes, (index - before) as u128);
        varint(&mut columns.bytes, buffer.gaps.len() as u128);
        before = index;
        let mut from = buffer.live.begin().0;
        for gap in &buffer.gaps {
            let (begin, end) = (gap.ticks.begin().0, gap.ticks.end().0);
            let (lo, hi) = gap.window.map_or((0, 0), |w| (w.lo.0, w.hi.0));
            for value in [begin.abs_diff(from), end.abs_diff(begin), hi - lo, lo] {
                varint(&mut columns.bytes, value.into());
            }
            from = end;
        }
    }
    if start < columns.bytes.len() {
        columns.finish("gaps", start);
    }
}

/// The columns of all scopes, and the names and lengths of those of the present one.
#[derive(Debug, Default)]
struct Columns {
    bytes: Vec<u8>,
    named: Vec<(&'static str, usize)>,
}

impl Columns {
    fn begin_scope(&mut self) {
        self.named.clear();
    }

    fn add(&mut self, name: &'static str, values: impl Iterator<Item = u64>) {
        self.add_wide(name, values.map(u128::from));
    }

    fn add_wide(&mut self, name: &'static str, values: impl Iterator<Item = u128>) {
        let start = self.bytes.len();
        for value in values {
            varint(&mut self.bytes, value);
        }
        self.finish(name, start);
    }

    fn finish(&mut self, name: &'static str, start: usize) {
        self.named.push((name, self.bytes.len() - start));
    }

    /// The members of a JSON object: columns with their lengths; `offsets` has a list of lengths.
    fn listed(&self) -> String {
        let is_plain = |(name, _): &&(&str, usize)| *name != "offsets";
        let plain = (self.named.iter().filter(is_plain))
            .map(|(name, length)| format!("\"{name}\":{length}"));
        let offsets = (self.named.iter().filter(|named| !is_plain(named)))
            .map(|(_, length)| length.to_string());
        let offsets: Vec<String> = offsets.collect();
        let all: Vec<String> = plain
            .chain([format!("\"offsets\":[{}]", offsets.join(","))])
            .collect();
        all.join(",")
    }
}

/// Appends a LEB128 varint.
fn varint(bytes: &mut Vec<u8>, mut value: u128) {
    while value >= 0x80 {
        bytes.push((value & 0x7f) as u8 | 0x80);
        value >>= 7;
    }
    bytes.push(value as u8);
}

/// Texts that occur often, by number.
#[derive(Debug, Default)]
struct Strings {
    texts: Vec<String>,
    ids: BTreeMap<String, u64>,
}

impl Strings {
    /// The position of a text plus 1; 0 for the empty text.
    fn id(&mut self, text: &str) -> u64 {
        if text.is_empty() {
            return 0;
        }
        if let Some(id) = self.ids.get(text) {
            return *id;
        }
        self.texts.push(text.to_owned());
        let id = self.texts.len() as u64;
        self.ids.insert(text.to_owned(), id);
        id
    }
}

#[cfg(test)]
mod tests {
    use super::{is_successor, unit, varint};

    #[test]
    fn units_divide_all_values() {
        assert_eq!(unit([64, 0, 96].into_iter()), 32);
        assert_eq!(unit([0, 0].into_iter()), 1);
        assert_eq!(unit([u64::MAX, u64::MAX].into_iter()), u64::MAX);
    }

    #[test]
    fn names_that_count_up_take_one_byte() {
        for (before, name, expected) in [
            ("%alloc_9", "%alloc_10", true),
            ("7", "8", true),
            ("a", "a1", false),
            ("a1", "b2", false),
            ("a01", "a02", false),
            ("a0", "a1", true),
            ("", "1", false),
        ] {
            assert_eq!(is_successor(before, name), expected, "{before} {name}");
        }
    }

    #[test]
    fn varints_have_seven_bits_in_a_byte() {
        let mut bytes = Vec::new();
        varint(&mut bytes, 300);
        varint(&mut bytes, 0);
        assert_eq!(bytes, [0xac, 0x02, 0x00]);
    }
}
