//! Dumps of IREE: the slices of `stream.resource.pack`, before the pass `iree-stream-layout-slices` places them.
//!
//! The compiler prints the program in generic form to standard error with `--mlir-print-op-generic
//! --mlir-print-ir-before=iree-stream-layout-slices`; warnings around the dumps are skipped. A pack is a trace: its
//! operands are the sizes of slices, and `lifetime_intervals` has their first and last use, both included. Only
//! transient memory and results that share an allocation are packed. With
//! `--mlir-print-ir-after=iree-stream-layout-slices` too, the offsets that the pass chose are the plan: they are where
//! the results of the pack were used.
//!
//! A text without the headers of dumps is read as one program before the pass.

use memplan_mlir::interfaces::constant_int;
use memplan_mlir::text::{Diagnostic, ParseOptions, SourceMap, attr_text, parse};
use memplan_mlir::{AttrId, AttrKind, Module, OpId, OpName, ValueDef, ValueId};
use memplan_planner::{Buffer, Bytes, Lifetime, LifetimeTrace, MemorySchedule, Tick};
use memplan_plugin::{Options, PluginInfo};
use rustc_hash::FxHashMap;

use super::arena::{self, contradiction, plain};
use super::error::MISMATCH;
use super::{ErrorPlace, TraceFile, TraceInput, TraceReadError, TraceReader};

/// The operation.
const PACK: &str = "stream.resource.pack";

const PASS: &str = "iree-stream-layout-slices";

/// The prefix of a header.
const HEADER: &[u8] = b"// -----// IR Dump ";

/// The alignment of offsets where the program has no configuration of resources.
const ALIGNMENT: u64 = 64;

/// The key of the alignment in `#stream.resource_config`.
const CONFIGURED: &str = "min_buffer_offset_alignment = ";

/// How many bytes of a file are searched for a pack or the header of a dump.
const MAX_HEAD_BYTES: usize = 1 << 16;

/// The longest name of a result that is kept, and the farthest from its operation.
const MAX_NAME_BYTES: usize = 1 << 8;

/// The reader `iree-pack`: dumps of IREE before the pass `iree-stream-layout-slices`. Each `stream.resource.pack` is
/// a trace, its slices are the buffers.
///
/// A dump made after the pass, too, has the plan of IREE. `O(n log n)`.
#[derive(Clone, Copy, Debug, Default)]
pub struct IreePack {
    /// The alignment of all buffers; `None` is that of the program.
    pub alignment: Option<u64>,
}

impl IreePack {
    /// The reader with default options.
    pub const DEFAULT: Self = Self { alignment: None };
}

impl TraceReader for IreePack {
    fn info(&self) -> PluginInfo {
        PluginInfo {
            name: "iree-pack",
            aliases: &["iree"],
            summary: "Dumps of IREE in generic form, before and after `iree-stream-layout-slices`.",
            cost: "O(n log n)",
            source: "docs/book/src/guides/traces.md",
        }
    }

    fn recognises(&self, _name: &str, head: &[u8]) -> bool {
        let head = &head[..head.len().min(MAX_HEAD_BYTES)];
        contains(head, b"\"stream.resource.pack\"")
            || dumps(head).iter().any(|dump| dump.is_of_pass)
    }

    fn plans(&self) -> Result<&'static str, &'static str> {
        Err("it reads dumps: IREE packs slices anew in each compilation, and reads no plan")
    }

    fn read(&self, input: &TraceInput<'_>) -> Result<TraceFile, TraceReadError> {
        let reading = Reading {
            source: input.bytes,
            places: SourceMap::new(input.bytes),
            alignment: self.alignment,
        };
        let packs = reading.packs()?;
        let mut n_packs: FxHashMap<&str, (usize, usize)> = FxHashMap::default();
        for pack in &packs {
            n_packs.entry(&pack.function).or_default().0 += 1;
        }
        let (mut traces, mut schedules, mut remarks) = (Vec::new(), Vec::new(), Vec::new());
        for (index, pack) in packs.iter().enumerate() {
            let count = n_packs.entry(&pack.function).or_default();
            let scope = match *count {
                (1, _) => pack.function.clone(),
                (_, number) => format!("{}/pack{number}", pack.function),
            };
            count.1 += 1;
            let trace = LifetimeTrace::builder(scope.clone())
                .buffers(pack.buffers.iter().cloned())
                .build()
                .map_err(|error| TraceReadError::Trace {
                    index,
                    scope,
                    error,
                })?;
            remarks.extend(
                pack.remark
                    .iter()
                    .map(|remark| format!("{}: {remark}", trace.scope())),
            );
            if let Some(offsets) = &pack.offsets {
                let schedule = MemorySchedule::from_offsets(&trace, offsets.clone(), "iree");
                check(&trace, &schedule, pack.line)?;
                schedules.push(schedule);
            }
            traces.push(trace);
        }
        let scopes = input.scopes("iree-pack", &self.options().params(), traces);
        Ok(TraceFile {
            remarks,
            ..TraceFile::new(scopes, schedules)
        })
    }

    fn options(&self) -> Options<'_, dyn TraceReader> {
        Options::of(self, Self { alignment: None }, |reader| {
            vec![
                arena::alignment(&mut reader.alignment)
                    .help("Alignment of all buffers. Default: that of the resource configuration, else 64, or what all offsets are multiples of."),
            ]
        })
    }
}

fn contains(text: &[u8], wanted: &[u8]) -> bool {
    text.windows(wanted.len()).any(|window| window == wanted)
}

/// Checks that the offsets are valid for the lifetimes. The pass chose them, so otherwise the dumps do not match.
fn check(
    trace: &LifetimeTrace,
    schedule: &MemorySchedule,
    line: usize,
) -> Result<(), TraceReadError> {
    contradiction(trace, schedule).map_or(Ok(()), |problem| {
        let problem = format!("the offsets after `{PASS}` are not valid: {problem}");
        Err(refused(MISMATCH, line, problem))
    })
}

fn refused(code: &'static str, line: usize, problem: String) -> TraceReadError {
    TraceReadError::Refused {
        code,
        place: ErrorPlace {
            line: Some(line),
            ..ErrorPlace::default()
        },
        problem,
    }
}

/// A dump: the program below a header.
#[derive(Clone, Copy, Debug)]
struct Dump<'a> {
    /// Where the program begins in the source.
    at: usize,
    text: &'a [u8],
    /// Whether the header names the pass.
    is_of_pass: bool,
    /// Whether it was printed after the pass.
    is_after: bool,
    /// The function that the pass runs on, if the header names one.
    function: Option<&'a str>,
}

/// The dumps in a text, each up to the first blank line.
fn dumps(source: &[u8]) -> Vec<Dump<'_>> {
    let mut dumps: Vec<Dump<'_>> = Vec::new();
    let (mut at, mut is_open) = (0, false);
    for line in source.split_inclusive(|&byte| byte == b'\n') {
        let end = at + line.len();
        if line.starts_with(HEADER) {
            let header = std::str::from_utf8(line).unwrap_or_default();
            let function = header.split_once("operation: @");
            let function = function.and_then(|(_, rest)| rest.split_once(')'));
            dumps.push(Dump {
                at: end,
                text: &[],
                is_of_pass: header.contains(PASS),
                is_after: line[HEADER.len()..].starts_with(b"After"),
                function: function.map(|(name, _)| name.trim_matches('"')),
            });
            is_open = true;
        } else if line.trim_ascii().is_empty() {
            is_open = false;
        } else if let Some(dump) = dumps.last_mut().filter(|_| is_open) {
            dump.text = &source[dump.at..end];
        }
        at = end;
    }
    dumps
}

#[derive(Debug)]
struct Pack {
    function: String,
    line: usize,
    buffers: Vec<Buffer>,
    /// The offsets that IREE assigned to the slices, if known.
    offsets: Option<Vec<Bytes>>,
    remark: Option<&'static str>,
}

struct Reading<'a> {
    source: &'a [u8],
    places: SourceMap,
    alignment: Option<u64>,
}

impl<'a> Reading<'a> {
    fn packs(&self) -> Result<Vec<Pack>, TraceReadError> {
        let mut packs = Vec::new();
        let dumps = dumps(self.source);
        if dumps.is_empty() {
            let whole = Dump {
                at: 0,
                text: self.source,
                is_of_pass: true,
                is_after: false,
                function: None,
            };
            self.of_dump(&whole, None, &mut packs)?;
        }
        for (index, before) in dumps.iter().enumerate() {
            if before.is_of_pass && !before.is_after && contains(before.text, PACK.as_bytes()) {
                let after = dumps.get(index + 1);
                let after = after.filter(|after| after.is_of_pass && after.is_after);
                self.of_dump(before, after, &mut packs)?;
            }
        }
        if packs.is_empty() {
            let problem = format!(
                "no `{PACK}` before the pass: compile with --mlir-disable-threading --mlir-print-op-generic \
                 --mlir-print-ir-before={PASS} --mlir-print-ir-after={PASS}; programs without transient memory have none"
            );
            return Err(TraceReadError::refused("no-assignment", problem));
        }
        Ok(packs)
    }

    /// Line and column, both from 1, of a byte.
    fn line_col(&self, at: usize) -> (usize, usize) {
        let (line, column) = self.places.line_col(u32::try_from(at).unwrap_or(u32::MAX));
        (line as usize, column as usize)
    }

    /// The error for a syntax error of the program that begins at this byte.
    fn syntax(&self, at: usize, error: Option<&Diagnostic>) -> TraceReadError {
        let Some(error) = error else {
            return TraceReadError::Malformed {
                problem: "the program cannot be read".to_owned(),
            };
        };
        let (line, column) = self.line_col(at + error.span.start as usize);
        let is_custom = matches!(error.code, "unknown-op" | "no-custom-form");
        let help = if is_custom {
            "; print generic forms with --mlir-print-op-generic"
        } else {
            ""
        };
        TraceReadError::at(line, column, format!("{}{help}", error.message))
    }

    /// The packs of a dump, with the offsets in the one after the pass.
    fn of_dump(
        &self,
        before: &Dump<'a>,
        after: Option<&Dump<'a>>,
        packs: &mut Vec<Pack>,
    ) -> Result<(), TraceReadError> {
        let program = Program::parse(self, before)?;
        let m = &program.m;
        let after = after.map(|dump| Program::parse(self, dump)).transpose()?;
        let mut placed: FxHashMap<OpId, Placed> = FxHashMap::default();
        let mut configured: FxHashMap<AttrId, Option<u64>> = FxHashMap::default();
        for op in m.walk(m.root()).filter(|&op| program.is_pack(op)) {
            let (function, function_name) = program.function(op);
            if before
                .function
                .is_some_and(|wanted| wanted != function_name)
            {
                continue;
            }
            let offsets = after.as_ref().map(|after| {
                let new = || Placed::new(&program, function, &function_name, after);
                &*placed.entry(function).or_insert_with(new)
            });
            let configured = program.configured(op, &mut configured);
            packs.push(program.pack(op, &function_name, offsets, configured)?);
        }
        Ok(())
    }
}

/// A dump that is parsed.
struct Program<'r, 'a> {
    reading: &'r Reading<'a>,
    m: Module,
    /// The name of the operation in this module.
    pack: OpName,
    /// Where its text begins in the source.
    at: usize,
}

impl<'r, 'a> Program<'r, 'a> {
    fn parse(reading: &'r Reading<'a>, dump: &Dump<'a>) -> Result<Self, TraceReadError> {
        let parsed = parse(dump.text, &ParseOptions::default());
        match parsed {
            Ok(parsed) => {
                let mut m = parsed.module;
                Ok(Self {
                    reading,
                    pack: m.ctx.op_name(PACK),
                    m,
                    at: dump.at,
                })
            }
            Err(errors) => Err(reading.syntax(dump.at, errors.first())),
        }
    }

    fn is_pack(&self, op: OpId) -> bool {
        self.m.op_name(op) == self.pack
    }

    /// The line of an operation, counted from 1.
    fn line(&self, op: OpId) -> usize {
        let at = self.at + self.m.span(op).start as usize;
        self.reading.line_col(at).0
    }

    /// The function of an operation, and its name.
    fn function(&self, op: OpId) -> (OpId, String) {
        let m = &self.m;
        let mut named = m
            .ancestors(op)
            .filter_map(|op| Some((op, m.ctx.text(m.symbol_name(op)?).into_owned())));
        named.next().unwrap_or((m.root(), "program".to_owned()))
    }

    fn attr(&self, op: OpId, name: &str) -> Option<AttrId> {
        let name = self.m.ctx.find_str(name)?;
        self.m.prop(op, name).or_else(|| self.m.attr(op, name))
    }

    /// The first and the last tick of each slice, both included.
    fn intervals(&self, op: OpId) -> Option<Vec<(i64, i64)>> {
        let ctx = &self.m.ctx;
        let AttrKind::Array(elements) = ctx.attr_kind(self.attr(op, "lifetime_intervals")?) else {
            return None;
        };
        let ticks: Option<Vec<i64>> = elements.iter().map(|&tick| ctx.attr_i64(tick)).collect();
        let ticks = ticks.filter(|ticks| ticks.len().is_multiple_of(2))?;
        let pairs = ticks.chunks_exact(2).map(|pair| (pair[0], pair[1]));
        Some(pairs.collect())
    }

    /// The base offset and the sizes.
    fn operands(&self, op: OpId) -> Option<(Option<ValueId>, &[ValueId])> {
        let operands = self.m.operands(op);
        let sizes = self.attr(op, "operandSegmentSizes");
        match *sizes.and_then(|sizes| self.m.ctx.attr_array(sizes))? {
            [0, n] if usize::try_from(n) == Ok(operands.len()) => Some((None, operands)),
            [1, n] => {
                let (base, slices) = operands.split_first()?;
                (usize::try_from(n) == Ok(slices.len())).then_some((Some(*base), slices))
            }
            _ => None,
        }
    }

    /// The alignment that the nearest configuration of resources asks for.
    fn configured(&self, op: OpId, cache: &mut FxHashMap<AttrId, Option<u64>>) -> Option<u64> {
        let read = |attr: AttrId| {
            let text = attr_text(&self.m.ctx, attr);
            let (_, rest) = text.split_once(CONFIGURED)?;
            let end = rest.find(|c: char| !c.is_ascii_digit());
            let n: u64 = rest[..end.unwrap_or(rest.len())].parse().ok()?;
            (n.is_power_of_two() && n <= 1 << 30).then_some(n)
        };
        let mut attrs = self
            .m
            .ancestors(op)
            .filter_map(|op| self.attr(op, "stream.resources"));
        attrs.find_map(|attr| *cache.entry(attr).or_insert_with(|| read(attr)))
    }

    /// The names of the slices: those of the results of the pack, as the dump has them.
    fn names(&self, op: OpId, n_slices: usize) -> Vec<String> {
        let at = (self.at + self.m.span(op).start as usize).min(self.reading.source.len());
        let before = &self.reading.source[at.saturating_sub(MAX_NAME_BYTES)..at];
        let start = before.iter().rposition(|&byte| byte == b'\n');
        let rest = before[start.map_or(0, |at| at + 1)..].trim_ascii_start();
        let is_word = |byte: &u8| byte.is_ascii_alphanumeric() || b"%_.$-".contains(byte);
        let n_bytes = rest.iter().take_while(|byte| is_word(byte)).count();
        let stem = std::str::from_utf8(&rest[..n_bytes]).unwrap_or_default();
        let is_result = stem.starts_with('%') && rest[n_bytes..].starts_with(b":");
        let names = (0..n_slices).map(|slice| {
            if is_result {
                plain(&format!("{stem}#{}", slice + 1)).into_owned()
            } else {
                format!("slice{slice}")
            }
        });
        names.collect()
    }

    /// The slices of a pack, whose alignment is not known yet.
    fn slices(&self, op: OpId, function: &str) -> Result<Vec<Buffer>, TraceReadError> {
        let line = self.line(op);
        let malformed = |problem: &str| refused("malformed", line, format!("`{PACK}`: {problem}"));
        let (_, sizes) = self
            .operands(op)
            .ok_or_else(|| malformed("`operandSegmentSizes` does not suit the operands"))?;
        let intervals = self
            .intervals(op)
            .filter(|intervals| intervals.len() == sizes.len())
            .ok_or_else(|| malformed("`lifetime_intervals` needs two integers for each slice"))?;
        if self.m.result_count(op) != sizes.len() + 1 {
            let problem = "the results are not the total size and an offset for each slice";
            return Err(malformed(problem));
        }
        let names = self.names(op, sizes.len());
        let mut buffers = Vec::with_capacity(sizes.len());
        for ((name, &size), (first, last)) in names.iter().zip(sizes).zip(intervals) {
            let Some(bytes) = constant_int(&self.m, size) else {
                let problem = format!(
                    "the size of slice `{name}` in function `{}` is not a constant; compile the program with static \
                     shapes",
                    plain(function)
                );
                return Err(refused("dynamic-size", line, problem));
            };
            let bytes = u64::try_from(bytes).map_err(|_| malformed("a size is negative"))?;
            let end = last.checked_add(1).filter(|&end| first < end);
            let end = end.ok_or_else(|| malformed("an interval ends before it begins"))?;
            let live = Lifetime::half_open(Tick(first), Tick(end));
            buffers.push(Buffer::new(&**name, Bytes(bytes), live));
        }
        Ok(buffers)
    }

    fn pack(
        &self,
        op: OpId,
        function: &str,
        placed: Option<&Placed>,
        configured: Option<u64>,
    ) -> Result<Pack, TraceReadError> {
        let mut buffers = self.slices(op, function)?;
        let (line, function) = (self.line(op), plain(function).into_owned());
        if placed.is_some_and(|placed| placed.is_other) {
            let problem = format!("function `{function}` after `{PASS}` is not the one before it");
            return Err(refused(MISMATCH, line, problem));
        }
        let base = self.operands(op).and_then(|(base, _)| base);
        let base = base.map_or(Some(0), |base| constant_int(&self.m, base));
        let offsets = placed.and_then(|placed| placed.offsets(op, buffers.len(), base));
        let is_lost = placed.is_some() && offsets.is_none();
        let alignment = self.reading.alignment.or(configured);
        let alignment = alignment.unwrap_or_else(|| {
            // A module attribute configures the alignment. Dumps of functions omit it, so infer the alignment
            // from the offsets.
            let all = offsets.iter().flatten();
            let all = all.fold(ALIGNMENT, |all, offset| all | offset.0);
            1 << all.trailing_zeros()
        });
        for buffer in &mut buffers {
            buffer.align = Bytes(alignment);
        }
        Ok(Pack {
            function,
            line,
            buffers,
            offsets,
            remark: is_lost
                .then_some("IREE's plan is left out: an offset is unused, or not a constant"),
        })
    }
}

/// The offsets of the packs of a function.
#[derive(Debug, Default)]
struct Placed {
    /// The function after the pass is another one.
    is_other: bool,
    /// The offset of a result of a pack; none if it is not a constant.
    offsets: FxHashMap<(OpId, usize), Option<i64>>,
}

impl Placed {
    /// Compares what uses the results of packs with the same operations after the pass: the pass replaces packs by
    /// constants and changes nothing else.
    fn new(before: &Program<'_, '_>, function: OpId, name: &str, after: &Program<'_, '_>) -> Self {
        let (m, n) = (&before.m, &after.m);
        let is_same = |&op: &OpId| {
            let symbol = n.symbol_name(op).map(|symbol| n.ctx.text(symbol));
            symbol.is_some_and(|symbol| symbol == name)
        };
        let mut placed = Self::default();
        let Some(other) = n.walk(n.root()).find(is_same) else {
            placed.is_other = true;
            return placed;
        };
        let is_kept = |&op: &OpId| !is_constant(m, op) && !before.is_pack(op);
        let mut others = n.walk(other).filter(|&op| !is_constant(n, op));
        for op in m.walk(function).filter(is_kept) {
            let other = others.next().filter(|&other| {
                let has_name = m.op_name_text(op) == n.op_name_text(other);
                has_name && m.operands(op).len() == n.operands(other).len()
            });
            let Some(other) = other else {
                placed.is_other = true;
                return placed;
            };
            for (&value, &constant) in m.operands(op).iter().zip(n.operands(other)) {
                placed.add(before, value, constant_int(n, constant));
            }
        }
        placed.is_other |= others.next().is_some();
        placed
    }

    /// Records the number that replaces a value, if the value is a result of a pack.
    fn add(&mut self, before: &Program<'_, '_>, value: ValueId, number: Option<i64>) {
        let ValueDef::Result { op, index } = before.m.value_def(value) else {
            return;
        };
        if before.is_pack(op) {
            let offset = self.offsets.entry((op, index as usize)).or_insert(number);
            self.is_other |= *offset != number;
        }
    }

    /// The offsets of the slices of a pack above its base, if all are known.
    fn offsets(&self, op: OpId, n_slices: usize, base: Option<i64>) -> Option<Vec<Bytes>> {
        let base = base?;
        let slices = (1..=n_slices).map(|result| {
            let offset = (*self.offsets.get(&(op, result))?)?.checked_sub(base)?;
            u64::try_from(offset).ok().map(Bytes)
        });
        slices.collect()
    }
}

/// Whether an operation is a constant.
fn is_constant(m: &Module, op: OpId) -> bool {
    let value = m.result(op, 0);
    value.is_some_and(|value| constant_int(m, value).is_some())
}

#[cfg(test)]
mod tests {
    use super::{IreePack, TraceFile, TraceInput, TraceReadError, TraceReader};

    /// A program of a pack with a base offset and a use of each result.
    const PACK: &str = r#""builtin.module"() ({
  "util.func"() <{sym_name = "f"}> ({
    %0 = "arith.constant"() <{value = 100 : index}> : () -> index
    %1 = "arith.constant"() <{value = 200 : index}> : () -> index
    %2:3 = "stream.resource.pack"(%1, %0, %0) <{lifetime_intervals = [0 : index, 2 : index, 3 : index, 3 : index], operandSegmentSizes = array<i32: 1, 2>}> : (index, index, index) -> (index, index, index)
    "util.use"(%2#0, %2#1, %2#2) : (index, index, index) -> ()
  }) : () -> ()
}) : () -> ()
"#;

    /// The program after the pass, with these numbers for the results.
    fn after(total: u32, first: u32, second: u32) -> String {
        let mut text =
            String::from("\"builtin.module\"() ({\n\"util.func\"() <{sym_name = \"f\"}> ({\n");
        for (index, number) in [total, first, second].into_iter().enumerate() {
            text += &format!(
                "%{index} = \"arith.constant\"() <{{value = {number} : index}}> : () -> index\n"
            );
        }
        text + "\"util.use\"(%0, %1, %2) : (index, index, index) -> ()\n}) : () -> ()\n}) : () -> ()\n"
    }

    fn dump(before: &str, after: &str) -> String {
        format!(
            "warning: x\n// -----// IR Dump Before Slices: iree-stream-layout-slices //----- //\n{before}\n\
             x.mlir:1:2: warning: y\n\
             // -----// IR Dump After Slices: iree-stream-layout-slices ('util.func' operation: @f) //-----
             // //\n{after}\n"
        )
    }

    fn read(text: &str) -> Result<TraceFile, TraceReadError> {
        IreePack::DEFAULT.read(&TraceInput::new("x.txt", text.as_bytes()))
    }

    fn error(text: &str) -> String {
        read(text).unwrap_err().to_string()
    }

    #[test]
    fn slices_are_buffers_and_constants_the_plan() {
        let file = read(PACK).unwrap();
        assert_eq!(
            file.scopes.traces[0].to_string(),
            "%2#1 0..3 100 align=64\n%2#2 3..4 100 align=64"
        );
        assert_eq!((file.scopes.traces[0].scope(), &file.plan), ("f", &None));
        // Offsets of a target with another alignment.
        let text = dump(PACK, &after(424, 200, 312));
        assert!(IreePack::DEFAULT.recognises("<stdin>", text.as_bytes()));
        let file = read(&text).unwrap();
        assert_eq!(
            file.scopes.traces[0].to_string(),
            "%2#1 0..3 100 align=16\n%2#2 3..4 100 align=16"
        );
        let offsets = &file.plan.unwrap().schedules[0].offsets;
        assert_eq!(
            offsets.iter().map(|offset| offset.0).collect::<Vec<_>>(),
            [0, 112]
        );
        // Unused results leave no trace after the pass.
        let unused = |text: &str| text.replace("(%2#0, %2#1, %2#2)", "(%2#0, %2#1, %2#1)");
        let file = read(&unused(&dump(PACK, &after(424, 200, 200)))).unwrap();
        assert_eq!((file.plan, file.remarks.len()), (None, 1));
    }

    #[test]
    fn dumps_of_modules_are_about_the_function_of_their_header() {
        let g = PACK
            .replace("\"f\"", "\"g\"")
            .replace("value = 100", "value = 7");
        let header = |name: &str| {
            format!(
                "// -----// IR Dump Before Slices: iree-stream-layout-slices ('util.func' operation: @{name}) //----- //\n"
            )
        };
        let both = format!("{PACK}{g}");
        let text = format!("{}{both}\n{}{both}", header("f"), header("g"));
        let traces = read(&text).unwrap().scopes.traces;
        let scopes: Vec<&str> = traces.iter().map(|trace| trace.scope()).collect();
        assert_eq!((scopes, traces[1].buffers()[0].size.0), (vec!["f", "g"], 7));
        // Several packs of a function are numbered.
        let traces = read(&PACK.repeat(2)).unwrap().scopes.traces;
        let scopes: Vec<&str> = traces.iter().map(|trace| trace.scope()).collect();
        assert_eq!(scopes, ["f/pack0", "f/pack1"]);
    }

    #[test]
    fn the_configuration_of_resources_has_the_alignment() {
        let config = "{stream.resources = #stream.resource_config<{min_buffer_offset_alignment = 32, index_bits = 32}>}";
        let text = PACK.replace("\n}) : () -> ()\n", &format!("\n}}) {config} : () -> ()\n"));
        let trace = &read(&text).unwrap().scopes.traces[0];
        assert_eq!(trace.buffers()[0].align.0, 32);
    }

    #[test]
    fn programs_that_differ_are_refused() {
        assert_eq!(
            error(&dump(
                PACK,
                &after(300, 200, 200).replace("util.use", "util.other")
            )),
            "line 7: function `f` after `iree-stream-layout-slices` is not the one before it"
        );
        let more = "\"util.use\"() : () -> ()\n}) : () -> ()\n";
        let longer = after(300, 200, 200).replacen("}) : () -> ()\n", more, 1);
        assert!(error(&dump(PACK, &longer)).ends_with("is not the one before it"));
        let together = PACK.replace("3 : index, 3 : index", "2 : index, 3 : index");
        assert_eq!(
            error(&dump(&together, &after(328, 200, 264))),
            "line 7: the offsets after `iree-stream-layout-slices` are not valid: `%2#1` and `%2#2` share the bytes \
             64..100 at tick 2"
        );
    }

    #[test]
    fn broken_packs_and_programs_are_refused() {
        let changed = |from: &str, to: &str| error(&PACK.replace(from, to));
        assert_eq!(
            changed("array<i32: 1, 2>", "array<i32: 2, 1>"),
            "line 5: `stream.resource.pack`: `operandSegmentSizes` does not suit the operands"
        );
        assert_eq!(
            changed(", 3 : index]", "]"),
            "line 5: `stream.resource.pack`: `lifetime_intervals` needs two integers for each slice"
        );
        assert_eq!(
            changed("3 : index]", "2 : index]"),
            "line 5: `stream.resource.pack`: an interval ends before it begins"
        );
        assert_eq!(
            changed("value = 100", "value = -1"),
            "line 5: `stream.resource.pack`: a size is negative"
        );
        assert_eq!(
            changed(
                "\"arith.constant\"() <{value = 100 : index}>",
                "\"util.size\"()"
            ),
            "line 5: the size of slice `%2#1` in function `f` is not a constant; compile the program with static shapes"
        );
        assert_eq!(
            changed("stream.resource.pack", "stream.resource.size")
                .split(':')
                .next(),
            Some("no `stream.resource.pack` before the pass")
        );
        assert_eq!(
            error(&dump("util.func @f() {\n  stream.resource.pack\n}", "")),
            "line 3, column 1: custom op `util.func` is unknown; print generic forms with --mlir-print-op-generic"
        );
    }
}
