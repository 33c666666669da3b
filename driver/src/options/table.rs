//! The rows of [`JobOptions::TABLE`].

use std::num::NonZeroUsize;

use memplan_memory_model::UnknownOps;

use super::{FrontDoor, JobOption, JobOptions, OptionKind, OptionLevel, Value};
use crate::{Deallocation, DonationForm, MemoryCopies};

/// The row that others are written as differences from.
const ROW: JobOption = JobOption {
    name: "",
    aliases: &[],
    letter: None,
    kind: OptionKind::Off,
    placeholder: "",
    example: "true",
    level: OptionLevel::Advanced,
    group: "",
    summary: "",
    details: "",
    excludes: &[],
    plans_traces: false,
    absent: &[],
    set: |_, _| Ok(()),
};

const ARGUMENTS: &str = "Arguments of functions";
const PLANNING: &str = "Planning";
const COLLECTING: &str = "Collecting";
const REWRITING: &str = "Rewriting";

fn text(value: Value) -> String {
    match value {
        Value::Text(text) => text,
        Value::Switch(_) | Value::Number(_) | Value::Time(_) => String::new(),
    }
}

fn number(value: &Value) -> u64 {
    match value {
        Value::Number(number) => *number,
        Value::Switch(_) | Value::Text(_) | Value::Time(_) => 0,
    }
}

fn count(value: &Value) -> usize {
    usize::try_from(number(value)).unwrap_or(usize::MAX)
}

fn parsed<T>(value: Value) -> Result<T, String>
where
    T: std::str::FromStr,
    T::Err: ToString,
{
    text(value)
        .parse()
        .map_err(|problem: T::Err| problem.to_string())
}

/// Sets a field to what a value says; `?` says what is wrong with it.
macro_rules! put {
    ($($place:tt).+ = |$value:ident| $said:expr) => {
        |options: &mut JobOptions, $value: Value| {
            options.$($place).+ = $said;
            Ok(())
        }
    };
}

/// Sets a switch.
macro_rules! switch {
    ($($place:tt).+) => {
        put!($($place).+ = |value| value == Value::Switch(true))
    };
}

pub(super) const ROWS: &[JobOption] = &[
    JobOption {
        name: "optimize",
        letter: Some('O'),
        kind: OptionKind::Choice(&[
            (
                "memory",
                "The least run-time peak that a search over passes reaches.",
            ),
            ("none", "Nothing: the program is planned as it is."),
        ]),
        placeholder: "WHAT",
        level: OptionLevel::Usual,
        example: "none",
        summary: "What passes lower before planning: the run-time peak, or `none`.",
        details: "Default: `memory`, or `none` with a collector that has `compat=reference`. A program whose peak they do not \
                  lower stays as it is. The report has the peaks after each pass.",
        set: put!(lowers_peak = |value| Some(text(value) == "memory")),
        ..ROW
    },
    JobOption {
        name: "recompute",
        kind: OptionKind::Percent,
        placeholder: "PERCENT",
        level: OptionLevel::Usual,
        example: "20%",
        summary: "Compute buffers again instead of keeping them, for at most this much more traffic, such as `20%`.",
        details: "Memory traffic and arithmetic count.",
        set: put!(recompute_percent = |value| Some(number(&value))),
        ..ROW
    },
    JobOption {
        name: "blocks",
        kind: OptionKind::Text,
        placeholder: "BLOCKS",
        level: OptionLevel::Usual,
        example: "auto",
        summary: "Compute chains of operations block by block: `free`, `auto`, a number of blocks, or `off`.",
        details: "The buffers between the operations are then small. `free`, the default: where that lowers the peak and nothing \
                  is computed again; `auto`: also at some cost; a number of blocks for every chain.",
        set: put!(blocks = |value| Some(parsed(value)?)),
        ..ROW
    },
    JobOption {
        name: "unroll",
        kind: OptionKind::Number(0),
        placeholder: "OPERATIONS",
        example: "100",
        summary: "Write out loops on tensors whose iterations have at most so many operations together, 0 for none.",
        details: "Done where that lowers the peak by 1 KiB for each operation: what a loop over layers keeps in stacks then dies one \
                  by one. Default: 100000.",
        set: put!(unroll_ops = |value| Some(count(&value))),
        ..ROW
    },
    JobOption {
        name: "fit",
        kind: OptionKind::Bytes(0),
        placeholder: "BYTES",
        level: OptionLevel::Usual,
        example: "1MiB",
        summary: "Do what it takes, and no more, to need at most this much memory at run time, such as `48MiB`.",
        details: "Nothing, then what adds no traffic, then blocks at a cost, then recomputation. If that is not enough, the error names \
                  what is missing, and the buffers that are in the way.",
        excludes: &["optimize", "recompute", "blocks", "unroll"],
        set: put!(fit_bytes = |value| Some(number(&value))),
        ..ROW
    },
    JobOption {
        name: "pools",
        kind: OptionKind::Text,
        placeholder: "POOLS",
        level: OptionLevel::Usual,
        example: "l1=16KiB,dram",
        summary: "Use a fast memory of limited size beside that of the program, such as `l1=512KiB,dram`.",
        details: "Buffers are put into it, and moved with `memref.copy`, so that few bytes are copied or accessed in the slow one. \
                  `l1@3=512KiB/32,dram` states the memory space of the fast one (default: 1) and the alignment in it.",
        set: put!(pools = |value| Some(Box::new(parsed(value)?))),
        ..ROW
    },
    JobOption {
        name: "dma",
        summary: "Copy between memories with `memref.dma_start` and `memref.dma_wait`.",
        details: "Each copy is waited for in front of the first operation that depends on it.",
        set: put!(
            copies = |value| match value {
                Value::Switch(true) => MemoryCopies::Dma,
                _ => MemoryCopies::Blocking,
            }
        ),
        ..ROW
    },
    JobOption {
        name: "donate",
        kind: OptionKind::Text,
        placeholder: "WHICH",
        level: OptionLevel::Usual,
        group: ARGUMENTS,
        example: "auto",
        summary: "Results that are computed in the memory of an argument: `main:0=1`, or `auto`.",
        details: "The caller gives the argument up. `main:0=1` stands for argument 0 and result 1, several are separated by commas; \
                  `auto` for the first argument of the type of each result. Programs declare them, too: with \
                  `memplan.donated`, or as JAX, MHLO and IREE do.",
        set: put!(arguments.donate = |value| parsed(value)?),
        ..ROW
    },
    JobOption {
        name: "donation",
        kind: OptionKind::Choice(&[
            (
                "drop",
                "They are no results any more; the argument holds them.",
            ),
            ("keep", "They stay, as copies of the argument."),
        ]),
        placeholder: "FORM",
        group: ARGUMENTS,
        example: "keep",
        summary: "What becomes of such results.",
        details: "Default: `drop`.",
        set: put!(
            arguments.form = |value| match &*text(value) {
                "keep" => DonationForm::Keep,
                _ => DonationForm::Drop,
            }
        ),
        ..ROW
    },
    JobOption {
        name: "check-donation",
        group: ARGUMENTS,
        summary: "Let the program assert at run time that no argument starts where a donated one does.",
        set: switch!(arguments.is_checked),
        ..ROW
    },
    JobOption {
        name: "arguments",
        kind: OptionKind::Choice(&[
            ("writable", "It may write to it, as in MLIR."),
            (
                "read-only",
                "It keeps its contents, except of arguments that are donated.",
            ),
        ]),
        placeholder: "WHAT",
        group: ARGUMENTS,
        example: "read-only",
        summary: "Whether a function on tensors may write to the memory of its arguments.",
        details: "Default: `writable`.",
        set: put!(arguments.are_read_only = |value| text(value) == "read-only"),
        ..ROW
    },
    JobOption {
        name: "unknown-ops",
        kind: OptionKind::Choice(&[
            ("access", "Use it while they run."),
            ("capture", "Also use it later."),
        ]),
        placeholder: "WHAT",
        group: ARGUMENTS,
        example: "capture",
        summary: "What functions without a body and unknown operations may do with memory, where nothing declares it.",
        details: "`access`, the default: use it during the call only, the calling convention of MLIR. `capture`: also keep its \
                  address, so nothing that they are given is merged, reused or freed. `memplan.captures`, `memplan.frees` and \
                  `memplan.returned` on an argument declare it.",
        set: put!(
            arguments.unknown_ops = |value| match &*text(value) {
                "capture" => UnknownOps::Capture,
                _ => UnknownOps::Access,
            }
        ),
        ..ROW
    },
    JobOption {
        name: "range",
        kind: OptionKind::List,
        placeholder: "DIM=RANGE",
        group: ARGUMENTS,
        example: "main:0:1=32..1024,main:0:2=1..",
        summary: "The values of a dynamic dimension: `main:0:1=32..1024` for argument 0, dimension 1.",
        details: "Also `main:0:1=32..`, and either with `/32` for multiples; `main:0:1=s=32..1024` gives it a name in \
                  formulas, and dimensions of one name are equal. Programs declare them, too: \
                  `memplan.dims = [\"b=1..64\", \"s=32..1024/32\"]` on an argument.",
        set: |options, value| {
            options.arguments.ranges.push(parsed(value)?);
            Ok(())
        },
        ..ROW
    },
    JobOption {
        name: "equal",
        kind: OptionKind::List,
        placeholder: "DIM=DIM",
        group: ARGUMENTS,
        example: "main:0:0=main:1:0",
        summary: "Two dynamic dimensions of one function that are equal: `main:0:0=main:1:0`.",
        set: |options, value| {
            options.arguments.equal.push(parsed(value)?);
            Ok(())
        },
        ..ROW
    },
    JobOption {
        name: "check-ranges",
        group: ARGUMENTS,
        summary: "Let the program assert at entry of each function that dimensions are in the ranges and equal as declared.",
        details: "Then plans may rely on them: `--arena alloca` and `global` place dynamic buffers whose sizes are bounded.",
        set: switch!(arguments.sizes.check_ranges),
        ..ROW
    },
    JobOption {
        name: "assume-ranges",
        group: ARGUMENTS,
        summary: "Merge dynamic buffers also where it is not proven that no run needs more memory.",
        details: "This has to hold at 200 shapes in the ranges.",
        set: switch!(arguments.sizes.assume_ranges),
        ..ROW
    },
    JobOption {
        name: "check-overflow",
        group: ARGUMENTS,
        summary: "Let the program assert that no size of a dynamic merged allocation exceeds 2^62 bytes, where that is not proven.",
        set: switch!(arguments.sizes.check_overflow),
        ..ROW
    },
    JobOption {
        name: "planner",
        plans_traces: true,
        absent: &[(FrontDoor::VerifyProof, "an exhaustive search proves bounds")],
        aliases: &["planners"],
        kind: OptionKind::Text,
        placeholder: "SPEC",
        level: OptionLevel::Usual,
        group: PLANNING,
        example: "best-fit{alignment=128}",
        summary: "Planner, with options in braces: `chunk-hot`, `best-fit{alignment=128}`.",
        details: "Default: `auto{effort=quick}`, whose fixed amount of work gives the same result on every machine; with \
                  a time limit, `auto`.",
        set: put!(planner = |value| Some(text(value))),
        ..ROW
    },
    JobOption {
        name: "time-limit",
        plans_traces: true,
        aliases: &["time"],
        kind: OptionKind::Time,
        placeholder: "TIME",
        level: OptionLevel::Usual,
        group: PLANNING,
        example: "20s",
        summary: "Stop planning a scope or trace after this time, for example `500ms`, `10s` or `2m`.",
        details: "The best schedule so far is used. The report shows what was stopped. The service counts from \
                  the arrival of a request.",
        set: put!(
            time_limit = |value| match value {
                Value::Time(limit) => Some(limit),
                _ => None,
            }
        ),
        ..ROW
    },
    JobOption {
        name: "work-limit",
        plans_traces: true,
        aliases: &["work"],
        kind: OptionKind::Number(0),
        placeholder: "UNITS",
        group: PLANNING,
        example: "100000",
        summary: "Stop planning a scope or trace after this much work, the same on every machine.",
        set: put!(work_limit = |value| Some(number(&value))),
        ..ROW
    },
    JobOption {
        name: "seed",
        plans_traces: true,
        absent: &[(FrontDoor::Bench, "`--seeds` says how many there are")],
        kind: OptionKind::Number(0),
        placeholder: "N",
        group: PLANNING,
        example: "7",
        summary: "Random seed of the planner.",
        details: "Default: 0.",
        set: put!(seed = |value| number(&value)),
        ..ROW
    },
    JobOption {
        name: "threads",
        plans_traces: true,
        letter: Some('j'),
        kind: OptionKind::Number(1),
        placeholder: "N",
        group: PLANNING,
        example: "2",
        summary: "Maximum number of threads.",
        details: "Shared by inputs, then planners, then the search within a planner. Results depend on it only under a time \
                  limit. Default of the command: all cores.",
        absent: &[(
            FrontDoor::Service,
            "requests share the threads of the service",
        )],
        set: put!(threads = |value| NonZeroUsize::new(count(&value))),
        ..ROW
    },
    JobOption {
        name: "collector",
        plans_traces: true,
        absent: &[
            (
                FrontDoor::VerifyProof,
                "`trace` makes other traces of programs",
            ),
            (FrontDoor::Bench, "`trace` makes other traces of programs"),
        ],
        kind: OptionKind::Text,
        placeholder: "SPEC",
        group: COLLECTING,
        example: "dealloc",
        summary: "Collector, with options in braces: `tick{compat=reference}`.",
        details: "Default: `tick`.",
        set: put!(collector = |value| Some(text(value))),
        ..ROW
    },
    JobOption {
        name: "alignment",
        plans_traces: true,
        kind: OptionKind::Bytes(1),
        placeholder: "BYTES",
        group: COLLECTING,
        example: "64",
        summary: "Alignment of every buffer and of the merged allocation.",
        details: "Default: for each buffer, the largest power of two up to 64 that divides its size, which avoids padding.",
        set: put!(alignment = |value| Some(number(&value))),
        ..ROW
    },
    JobOption {
        name: "single-arena",
        group: COLLECTING,
        summary: "Merge all buffers of a scope into one allocation, also where that raises the run-time peak.",
        details: "Default: merge what does not raise it, in several allocations where needed. The option `arenas` of the \
                  collector.",
        set: switch!(is_single_arena),
        ..ROW
    },
    JobOption {
        name: "mutator",
        kind: OptionKind::Text,
        placeholder: "SPEC",
        group: REWRITING,
        example: "merge-alloc{stack-limit=64}",
        summary: "Mutator, with options in braces: `merge-alloc{stack-limit=65536}`.",
        details: "Default: `merge-alloc`.",
        set: put!(mutator = |value| Some(text(value))),
        ..ROW
    },
    JobOption {
        name: "arena",
        kind: OptionKind::Text,
        placeholder: "KIND",
        group: REWRITING,
        example: "alloca",
        summary: "Where merged memory comes from: `alloc`, `alloca`, `global`, `arg` or `caller`.",
        details: "`arg`: an argument that is added to the function; `caller`: such an argument of private functions where it costs no \
                  memory. The option `arena` of the mutator. Default: `caller`, and `alloc` where an existing plan is applied. The report says \
                  where a scope fell back to `alloc`.",
        set: put!(arena = |value| Some(text(value))),
        ..ROW
    },
    JobOption {
        name: "dealloc",
        aliases: &["deallocate"],
        kind: OptionKind::On("Do not insert deallocations."),
        group: REWRITING,
        example: "false",
        summary: "Whether to insert deallocations.",
        details: "Merged buffers that the program freed are freed in any case.",
        set: put!(
            deallocation = |value| match value {
                Value::Switch(false) => Deallocation::Keep,
                _ => Deallocation::Insert,
            }
        ),
        ..ROW
    },
];
