//! The results of mutants, counted.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::path::Path;

/// The verdicts of memplan and mlir-opt on a program.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Verdict {
    /// Accepted by both, and printed alike.
    Same,
    /// Rejected by both.
    BothRefuse,
    /// Accepted by memplan only.
    OnlyOurs,
    /// Accepted by mlir-opt only.
    OnlyTheirs,
    /// Accepted by both, and printed differently.
    OtherPrint,
    /// mlir-opt crashed.
    Crash,
}

/// Error messages for input that memplan rejects deliberately and mlir-opt accepts, with reasons.
const REFUSED_ON_PURPOSE: &[(&str, &str)] = &[
    (
        "`bufferization.clone`: `output element type`",
        "a clone whose elements have another type has no meaning",
    ),
    (
        "`memref.generic_atomic_rmw`: requires",
        "an access with too many or too few indices has no meaning",
    ),
    (
        "`scf.parallel`: `results` must be",
        "results are what the reductions make of the initial values",
    ),
    (
        "must be the code of a keyword",
        "mlir-opt cannot print a code without a keyword",
    ),
    (
        "`linalg.unpack`: requires",
        "an operand for a tile whose size is known has no meaning",
    ),
    (
        "expected one of `x`, `y`, `z`, found",
        "mlir-opt reads the text of an attribute up to its first word only",
    ),
    (
        "`ugt`, `uge`, found",
        "mlir-opt reads the text of an attribute up to its first word only",
    ),
    (
        "`CONJUGATE_TRANSPOSE`, found",
        "mlir-opt reads the text of an attribute up to its first word only",
    ),
    (
        "`specific_lane`, found",
        "mlir-opt reads the text of an attribute up to its first word only",
    ),
    (
        "`maximumf`, `minimumf`, found",
        "mlir-opt reads the text of an attribute up to its first word only",
    ),
    (
        "`llvm.fcmp`: attribute `fastmathFlags`",
        "flags of another dialect have no meaning",
    ),
    (
        "`tensor.pad`: `result element type`",
        "padding does not change the type of elements",
    ),
];

/// Parts of lines that are printed differently, with reasons.
const PRINTED_OTHERWISE: &[(&str, &str)] = &[
    ("fastmath<", "a flag that is named twice"),
    ("mat_transpose_mode ", "an enumerator of another form"),
    (
        "llvm.intr.ctlz",
        "an intrinsic without a table entry keeps its attributes as they are written",
    ),
    (
        "llvm.intr.dbg.",
        "debug information, which names its attributes in full here",
    ),
];

/// Verdicts of one kind.
#[derive(Default)]
struct Row {
    count: usize,
    example: String,
}

/// All verdicts.
pub(crate) struct Table {
    pieces: usize,
    /// Programs with different verdicts before mutation.
    pub(crate) dropped: usize,
    totals: BTreeMap<(Verdict, bool), usize>,
    rows: BTreeMap<(Verdict, String, String), Row>,
    originals: BTreeMap<(Verdict, String, String), Row>,
}

impl Table {
    pub(crate) fn new(pieces: usize) -> Self {
        Self {
            pieces,
            dropped: 0,
            totals: BTreeMap::new(),
            rows: BTreeMap::new(),
            originals: BTreeMap::new(),
        }
    }

    /// The number of mutants.
    pub(crate) fn judged(&self) -> usize {
        self.totals.values().sum()
    }

    pub(crate) fn add(
        &mut self,
        verdict: Verdict,
        is_generic: bool,
        op: &str,
        message: &str,
        text: &str,
    ) {
        *self.totals.entry((verdict, is_generic)).or_default() += 1;
        if matches!(verdict, Verdict::Same | Verdict::BothRefuse) {
            return;
        }
        let key = (verdict, op.to_owned(), general(message));
        let row = self.rows.entry(key).or_default();
        row.count += 1;
        if row.count == 1 {
            row.example = format!("// {message}\n{text}");
        }
    }

    pub(crate) fn add_original(
        &mut self,
        verdict: Verdict,
        origin: &str,
        message: &str,
        text: &str,
    ) {
        let row = self
            .originals
            .entry((verdict, origin.to_owned(), general(message)))
            .or_default();
        row.count += 1;
        row.example = format!("// {message}\n{text}");
    }

    fn count(&self, verdict: Verdict) -> usize {
        let of = |is_generic| self.totals.get(&(verdict, is_generic)).unwrap_or(&0);
        of(false) + of(true)
    }

    pub(crate) fn report(&self) -> String {
        let mut out = String::new();
        let total = self.judged();
        writeln!(
            out,
            "{total} mutants of {} pieces; {} drawn pieces were left out, as they are not valid by themselves",
            self.pieces, self.dropped
        )
        .unwrap();
        for (verdict, what) in [
            (Verdict::Same, "accepted by both, printed alike"),
            (Verdict::BothRefuse, "refused by both"),
            (Verdict::OnlyOurs, "accepted by us only"),
            (Verdict::OnlyTheirs, "refused by us only"),
            (Verdict::OtherPrint, "accepted by both, printed in two ways"),
            (Verdict::Crash, "mlir-opt crashed"),
        ] {
            let of = |is_generic| self.totals.get(&(verdict, is_generic)).unwrap_or(&0);
            let n = of(false) + of(true);
            writeln!(
                out,
                "{n:7} {:6.2} %  {what} ({} custom, {} generic)",
                n as f64 * 100.0 / total.max(1) as f64,
                of(false),
                of(true)
            )
            .unwrap();
        }
        for (title, rows) in [("mutants", &self.rows), ("originals", &self.originals)] {
            let mut rows: Vec<_> = rows.iter().collect();
            rows.sort_by_key(|((verdict, ..), row)| (*verdict, std::cmp::Reverse(row.count)));
            for ((verdict, op, message), row) in rows {
                writeln!(out, "{title} {verdict:?} {:5} {op}: {message}", row.count).unwrap();
            }
        }
        out
    }

    /// Writes the report and an example for each of its rows.
    pub(crate) fn write(&self, folder: &Path, report: &str) {
        std::fs::create_dir_all(folder).unwrap();
        std::fs::write(folder.join("table.txt"), report).unwrap();
        for (name, rows) in [("examples", &self.rows), ("originals", &self.originals)] {
            let mut examples = String::new();
            for ((verdict, op, _), row) in rows {
                writeln!(
                    examples,
                    "// {verdict:?} {} {op}\n{}// -----",
                    row.count, row.example
                )
                .unwrap();
            }
            std::fs::write(folder.join(format!("{name}.mlir")), examples).unwrap();
        }
    }

    /// Fails if more than `bar` of 1,000 mutants are accepted by memplan only, or any other unintended difference is
    /// found.
    pub(crate) fn assert_good(&self, bar: usize, report: &str) {
        let on_purpose = |message: &str| {
            let mut reasons = REFUSED_ON_PURPOSE.iter();
            reasons.any(|(part, _)| message.contains(part))
        };
        let refused: usize = self
            .rows
            .iter()
            .filter(|((verdict, _, message), _)| {
                *verdict == Verdict::OnlyTheirs && !on_purpose(message)
            })
            .map(|(_, row)| row.count)
            .sum();
        assert_eq!(refused, 0, "refused by us only\n{report}");
        let is_known = |message: &str| {
            let mut reasons = PRINTED_OTHERWISE.iter();
            reasons.any(|(part, _)| message.contains(part))
        };
        let other: usize = self
            .rows
            .iter()
            .filter(|((verdict, _, message), _)| {
                *verdict == Verdict::OtherPrint && !is_known(message)
            })
            .map(|(_, row)| row.count)
            .sum();
        assert_eq!(other, 0, "printed otherwise\n{report}");
        let only_ours = self.count(Verdict::OnlyOurs);
        // For a few hundred mutants, a rate has little significance.
        let allowed = (bar * self.judged() / 1000).max(8);
        assert!(
            only_ours <= allowed,
            "{only_ours} accepted by us only\n{report}"
        );
    }
}

/// A message without numbers, shortened if it is long.
fn general(message: &str) -> String {
    let mut out = String::new();
    for c in message.chars() {
        if !c.is_ascii_digit() {
            out.push(c);
        } else if !out.ends_with('#') {
            out.push('#');
        }
        if out.len() > 140 {
            break;
        }
    }
    out
}
