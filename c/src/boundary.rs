//! The functions of `include/memplan.h`, which documents them.
//!
//! Handles cross as references and boxes that may be absent, which have the layout of pointers that may be null; what
//! Rust requires of them, the header requires of callers. Memory of callers is read by [`slice`] alone. Every function
//! that computes something catches panics.
#![expect(
    unsafe_code,
    reason = "texts and arrays of callers are pointers with lengths, and functions have names for the linker"
)]

use std::mem::MaybeUninit;
use std::ptr;

use memplan_planner::{BufferId, PairCost, Relations};

use crate::answer::{
    Answer, Failure, Figures, Message, Outcome, Status, Which, answered, caught, on_stack,
};
use crate::list;
use crate::program::{self, Program};
use crate::settings::{Cancel, Settings, Takes};
use crate::trace::{self, Draft, Record};

/// The number of the interface, which the header has as well.
const ABI: u32 = 1;

/// The most values of an array or bytes of a text: buffers and places in programs have numbers of 32 bits.
const MAX_VALUES: usize = u32::MAX as usize;

/// `memplan_text`
#[derive(Clone, Copy, Debug)]
#[repr(C)]
pub(crate) struct Text {
    data: *const u8,
    size: usize,
}

/// `memplan_option`
#[derive(Clone, Copy, Debug)]
#[repr(C)]
pub(crate) struct Pair {
    name: Text,
    value: Text,
}

/// `memplan_settings`
#[derive(Clone, Copy, Debug)]
#[repr(C)]
pub(crate) struct RawSettings<'a> {
    options: *const Pair,
    n_options: usize,
    cancel: Option<&'a Cancel>,
}

/// `memplan_message`
#[derive(Clone, Copy, Debug)]
#[repr(C)]
pub(crate) struct RawMessage {
    level: i32,
    line: u32,
    column: u32,
    code: Text,
    text: Text,
    help: Text,
}

impl Text {
    /// A text that lives as long as what it belongs to. An empty one can be printed, too.
    fn of(text: &str) -> Self {
        let data = if text.is_empty() {
            c"".as_ptr().cast()
        } else {
            text.as_ptr()
        };
        Self {
            data,
            size: text.len(),
        }
    }

    /// # Safety
    ///
    /// That of [`slice`].
    unsafe fn bytes<'a>(self, what: &str) -> Outcome<&'a [u8]> {
        // SAFETY: the caller guarantees it.
        unsafe { slice(self.data, self.size, what) }
    }

    /// # Safety
    ///
    /// That of [`slice`].
    unsafe fn text<'a>(self, what: &str) -> Outcome<&'a str> {
        // SAFETY: the caller guarantees it.
        let bytes = unsafe { self.bytes(what) }?;
        std::str::from_utf8(bytes).map_err(|error| {
            let problem = format!("{what} is not UTF-8 at byte {}", error.valid_up_to());
            Failure::usage("not-utf-8", problem)
        })
    }
}

impl RawMessage {
    fn of(message: &Message) -> Self {
        Self {
            level: message.level as i32,
            line: message.line,
            column: message.column,
            code: Text::of(&message.code),
            text: Text::of(&message.text),
            help: Text::of(&message.help),
        }
    }
}

/// The values that a pointer and a number of a caller stand for. What can be seen to be wrong is an error.
///
/// # Safety
///
/// A pointer that is not null points to this many values, which nothing changes during the call.
unsafe fn slice<'a, T>(data: *const T, n_values: usize, what: &str) -> Outcome<&'a [T]> {
    if n_values == 0 {
        return Ok(&[]);
    }
    if data.is_null() {
        let problem = format!("{what} is a null pointer, but its size is {n_values}");
        return Err(Failure::usage("null-pointer", problem));
    }
    let n_bytes = n_values.checked_mul(size_of::<T>());
    let end = n_bytes.and_then(|n_bytes| data.addr().checked_add(n_bytes));
    if n_values > MAX_VALUES || end.is_none() || !data.is_aligned() {
        let problem = format!("{what} cannot be {n_values} values at this address");
        return Err(Failure::usage("bad-size", problem));
    }
    // SAFETY: the pointer is neither null nor misaligned, the size is possible, and the caller guarantees the rest.
    Ok(unsafe { std::slice::from_raw_parts(data, n_values) })
}

impl RawSettings<'_> {
    /// # Safety
    ///
    /// That of [`slice`], for the options and their texts.
    unsafe fn read(settings: Option<&Self>, takes: Takes) -> Outcome<Settings> {
        let Some(raw) = settings else {
            return Settings::new(takes, &[], None);
        };
        // SAFETY: the caller guarantees it.
        let options = unsafe { slice(raw.options, raw.n_options, "the array of options") }?;
        let texts = options.iter().map(|pair| {
            // SAFETY: the caller guarantees it.
            let name = unsafe { pair.name.text("the name of an option") }?;
            // SAFETY: the caller guarantees it.
            let value = unsafe { pair.value.text("the value of an option") }?;
            Ok((name, value))
        });
        let texts: Vec<(&str, &str)> = texts.collect::<Outcome<_>>()?;
        Settings::new(takes, &texts, raw.cancel)
    }
}

/// Does work on a program, on a thread of its own.
///
/// # Safety
///
/// That of [`slice`], for all texts.
unsafe fn on_program(
    name: Text,
    bytes: Text,
    settings: Option<&RawSettings<'_>>,
    takes: Takes,
    work: impl FnOnce(Program<'_>, &Settings) -> Outcome<Answer> + Send,
) -> Box<Answer> {
    answered(|| {
        // SAFETY: the caller guarantees it.
        let settings = unsafe { RawSettings::read(settings, takes) }?;
        // SAFETY: the caller guarantees it.
        let name = unsafe { name.text("the name of the program") }?;
        // SAFETY: the caller guarantees it.
        let bytes = unsafe { bytes.bytes("the program") }?;
        on_stack(|| work(Program { name, bytes }, &settings))
    })
}

fn null(what: &str) -> Failure {
    Failure::usage("null-pointer", format!("{what} is a null pointer"))
}

#[unsafe(no_mangle)]
extern "C" fn memplan_version() -> Text {
    Text::of(env!("CARGO_PKG_VERSION"))
}

#[unsafe(no_mangle)]
extern "C" fn memplan_abi() -> u32 {
    ABI
}

#[unsafe(no_mangle)]
extern "C" fn memplan_list() -> Box<Answer> {
    answered(list::list)
}

#[unsafe(no_mangle)]
extern "C" fn memplan_cancel_new() -> Box<Cancel> {
    Box::default()
}

#[unsafe(no_mangle)]
extern "C" fn memplan_cancel_set(cancel: Option<&Cancel>) {
    if let Some(cancel) = cancel {
        cancel.set();
    }
}

#[unsafe(no_mangle)]
extern "C" fn memplan_cancel_free(cancel: Option<Box<Cancel>>) {
    drop(cancel);
}

#[unsafe(no_mangle)]
unsafe extern "C" fn memplan_plan(
    buffers: *const Record,
    n_buffers: usize,
    capacity: u64,
    settings: Option<&RawSettings<'_>>,
) -> Box<Answer> {
    answered(|| {
        // SAFETY: the header requires it.
        let settings = unsafe { RawSettings::read(settings, Takes::Planning) }?;
        // SAFETY: the header requires it.
        let records = unsafe { slice(buffers, n_buffers, "the array of buffers") }?;
        trace::plan_records(records, capacity, &settings)
    })
}

#[unsafe(no_mangle)]
unsafe extern "C" fn memplan_trace_new(buffers: *const Record, n_buffers: usize) -> Box<Draft> {
    caught(Box::default(), || {
        // SAFETY: the header requires it.
        let records = unsafe { slice(buffers, n_buffers, "the array of buffers") };
        Box::new(match records {
            Ok(records) => Draft::new(records),
            Err(failure) => Draft::failed(failure),
        })
    })
}

#[unsafe(no_mangle)]
unsafe extern "C" fn memplan_trace_read(name: Text, bytes: Text) -> Box<Draft> {
    let failed = Draft::failed(Failure::bug("the reader of traces failed"));
    caught(Box::new(failed), || {
        // SAFETY: the header requires it.
        let name = unsafe { name.text("the name of the file") };
        let draft = name.and_then(|name| {
            // SAFETY: the header requires it.
            let bytes = unsafe { bytes.bytes("the file") }?;
            Draft::read(name, bytes)
        });
        Box::new(draft.unwrap_or_else(Draft::failed))
    })
}

#[unsafe(no_mangle)]
unsafe extern "C" fn memplan_trace_name(draft: Option<&mut Draft>, buffer: usize, name: Text) {
    if let Some(draft) = draft {
        // SAFETY: the header requires it.
        let name = unsafe { name.text("the name of a buffer") };
        caught((), || draft.name(buffer, name));
    }
}

#[unsafe(no_mangle)]
extern "C" fn memplan_trace_pin(draft: Option<&mut Draft>, buffer: usize, offset: u64) {
    if let Some(draft) = draft {
        caught((), || draft.pin(buffer, offset));
    }
}

#[unsafe(no_mangle)]
extern "C" fn memplan_trace_gap(draft: Option<&mut Draft>, buffer: usize, begin: i64, end: i64) {
    if let Some(draft) = draft {
        caught((), || draft.add_gap(buffer, begin, end));
    }
}

#[unsafe(no_mangle)]
extern "C" fn memplan_trace_in_place(draft: Option<&mut Draft>, buffer: usize, other: usize) {
    if let Some(draft) = draft {
        caught((), || draft.allow_in_place(buffer, other));
    }
}

#[unsafe(no_mangle)]
unsafe extern "C" fn memplan_trace_pool(
    draft: Option<&mut Draft>,
    name: Text,
    capacity: u64,
    align: u64,
) {
    if let Some(draft) = draft {
        // SAFETY: the header requires it.
        let name = unsafe { name.text("the name of a pool") };
        caught((), || draft.add_pool(name, capacity, align));
    }
}

#[unsafe(no_mangle)]
extern "C" fn memplan_trace_allow(draft: Option<&mut Draft>, buffer: usize, pool: usize) {
    if let Some(draft) = draft {
        caught((), || draft.allow(buffer, pool));
    }
}

#[unsafe(no_mangle)]
extern "C" fn memplan_trace_same_place(draft: Option<&mut Draft>, buffer: usize, other: usize) {
    related(draft, buffer, other, |relations, a, b| {
        relations.same_place.push((a, b))
    });
}

#[unsafe(no_mangle)]
extern "C" fn memplan_trace_apart(draft: Option<&mut Draft>, buffer: usize, other: usize) {
    related(draft, buffer, other, |relations, a, b| {
        relations.apart.push((a, b))
    });
}

#[unsafe(no_mangle)]
extern "C" fn memplan_trace_never_together(draft: Option<&mut Draft>, buffer: usize, other: usize) {
    related(draft, buffer, other, |relations, a, b| {
        relations.never_together.push((a, b))
    });
}

#[unsafe(no_mangle)]
extern "C" fn memplan_trace_reuse_cost(
    draft: Option<&mut Draft>,
    buffer: usize,
    other: usize,
    cost: u64,
) {
    related(draft, buffer, other, |relations, buffer, other| {
        relations.reuse_costs.push(PairCost {
            buffer,
            other,
            cost,
        });
    });
}

fn related(
    draft: Option<&mut Draft>,
    buffer: usize,
    other: usize,
    add: impl FnOnce(&mut Relations, BufferId, BufferId),
) {
    if let Some(draft) = draft {
        caught((), || draft.relate(buffer, other, add));
    }
}

#[unsafe(no_mangle)]
extern "C" fn memplan_trace_capacity(draft: Option<&mut Draft>, capacity: u64) {
    if let Some(draft) = draft {
        caught((), || draft.set_capacity(capacity));
    }
}

#[unsafe(no_mangle)]
unsafe extern "C" fn memplan_trace_plan(
    draft: Option<&Draft>,
    settings: Option<&RawSettings<'_>>,
) -> Box<Answer> {
    answered(|| {
        // SAFETY: the header requires it.
        let settings = unsafe { RawSettings::read(settings, Takes::Planning) }?;
        draft.ok_or_else(|| null("the trace"))?.plan(&settings)
    })
}

#[unsafe(no_mangle)]
unsafe extern "C" fn memplan_trace_check(
    draft: Option<&Draft>,
    offsets: *const u64,
    n_offsets: usize,
    settings: Option<&RawSettings<'_>>,
) -> Box<Answer> {
    answered(|| {
        // SAFETY: the header requires it.
        let settings = unsafe { RawSettings::read(settings, Takes::Planning) }?;
        // SAFETY: the header requires it.
        let offsets = unsafe { slice(offsets, n_offsets, "the array of offsets") }?;
        draft
            .ok_or_else(|| null("the trace"))?
            .judge(offsets, &settings)
    })
}

#[unsafe(no_mangle)]
extern "C" fn memplan_trace_free(draft: Option<Box<Draft>>) {
    drop(draft);
}

#[unsafe(no_mangle)]
unsafe extern "C" fn memplan_merge(
    name: Text,
    bytes: Text,
    settings: Option<&RawSettings<'_>>,
) -> Box<Answer> {
    // SAFETY: the header requires it.
    unsafe { on_program(name, bytes, settings, Takes::Rewriting, program::merge) }
}

#[unsafe(no_mangle)]
unsafe extern "C" fn memplan_run_passes(
    name: Text,
    bytes: Text,
    pipeline: Text,
    settings: Option<&RawSettings<'_>>,
) -> Box<Answer> {
    // SAFETY: the header requires it.
    let pipeline = unsafe { pipeline.text("the pipeline") };
    // SAFETY: the header requires it.
    unsafe {
        on_program(name, bytes, settings, Takes::Form, |program, settings| {
            program::run_passes(program, pipeline?, settings)
        })
    }
}

#[unsafe(no_mangle)]
unsafe extern "C" fn memplan_plan_program(
    name: Text,
    bytes: Text,
    settings: Option<&RawSettings<'_>>,
) -> Box<Answer> {
    // SAFETY: the header requires it.
    unsafe { on_program(name, bytes, settings, Takes::Rewriting, program::plan) }
}

#[unsafe(no_mangle)]
unsafe extern "C" fn memplan_apply(
    name: Text,
    bytes: Text,
    plan: Text,
    settings: Option<&RawSettings<'_>>,
) -> Box<Answer> {
    // SAFETY: the header requires it.
    let plan = unsafe { plan.bytes("the plan") };
    // SAFETY: the header requires it.
    unsafe {
        on_program(
            name,
            bytes,
            settings,
            Takes::Rewriting,
            |program, settings| program::apply(program, plan?, settings),
        )
    }
}

#[unsafe(no_mangle)]
unsafe extern "C" fn memplan_check(name: Text, bytes: Text) -> Box<Answer> {
    // SAFETY: the header requires it.
    unsafe {
        on_program(name, bytes, None, Takes::Form, |program, _| {
            program::check(program)
        })
    }
}

#[unsafe(no_mangle)]
extern "C" fn memplan_result_status(answer: Option<&Answer>) -> i32 {
    answer.map_or(Status::Usage, |answer| answer.status) as i32
}

#[unsafe(no_mangle)]
extern "C" fn memplan_result_n_messages(answer: Option<&Answer>) -> usize {
    answer.map_or(0, |answer| answer.messages.len())
}

#[unsafe(no_mangle)]
extern "C" fn memplan_result_message(answer: Option<&Answer>, index: usize) -> RawMessage {
    let message = answer.and_then(|answer| answer.messages.get(index));
    message.map_or_else(
        || RawMessage {
            level: 0,
            line: 0,
            column: 0,
            code: Text::of(""),
            text: Text::of(""),
            help: Text::of(""),
        },
        RawMessage::of,
    )
}

#[unsafe(no_mangle)]
extern "C" fn memplan_result_offsets(
    answer: Option<&Answer>,
    n_offsets: Option<&mut MaybeUninit<usize>>,
) -> *const u64 {
    array(answer.map_or(&[], Answer::offsets), n_offsets)
}

#[unsafe(no_mangle)]
extern "C" fn memplan_result_pools(
    answer: Option<&Answer>,
    n_pools: Option<&mut MaybeUninit<usize>>,
) -> *const u32 {
    array(answer.map_or(&[], Answer::pools), n_pools)
}

/// A list as C takes it: null if it is empty.
fn array<T>(list: &[T], length: Option<&mut MaybeUninit<usize>>) -> *const T {
    if let Some(length) = length {
        length.write(list.len());
    }
    if list.is_empty() {
        ptr::null()
    } else {
        list.as_ptr()
    }
}

#[unsafe(no_mangle)]
extern "C" fn memplan_result_figures(answer: Option<&Answer>) -> Figures {
    let figures = || answer.map_or_else(Figures::default, Answer::figures);
    caught(Figures::default(), figures)
}

#[unsafe(no_mangle)]
extern "C" fn memplan_result_text(answer: Option<&Answer>, which: i32) -> Text {
    let text = answer.zip(Which::of(which));
    caught(Text::of(""), || match text {
        Some((answer, which)) => Text::of(answer.text(which)),
        None => Text::of(""),
    })
}

#[unsafe(no_mangle)]
extern "C" fn memplan_result_free(answer: Option<Box<Answer>>) {
    drop(answer);
}
