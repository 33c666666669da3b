//! Random updates of donated arguments: what they compute, and what donations save.

use std::fmt::Write as _;

use memplan::{ArgumentOptions, Context, LowerPeak, Merge, Report};
use memplan_support::Random;
use memplan_testing::figure;
use memplan_testing::outside::shared_files;
use memplan_testing::programs::n_programs;

use crate::common::chain::read;
use crate::donation::check;

const TY: &str = "tensor<8x8xf32>";
const BYTES: u64 = 256;
const IJ: &str = "affine_map<(i, j) -> (i, j)>";
const PARALLEL: &str = "[\"parallel\", \"parallel\"]";

/// What the new values are computed from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum From {
    /// Each from its own old value and from what is not donated, element by element.
    OwnElements,
    /// From everything: old values of others, rows and columns exchanged, gathers, products, parts. Old values are read
    /// after new ones are known, and some are returned in other places.
    Anything,
}

/// An update of some arguments, each donated to one result.
struct Update {
    out: String,
    n_values: usize,
}

impl Update {
    fn value(&mut self, text: &str) -> String {
        let name = format!("%v{}", self.n_values);
        self.n_values += 1;
        let _ = writeln!(self.out, "  {name} = {text}");
        name
    }

    fn elementwise(&mut self, random: &mut Random, a: &str, b: &str) -> String {
        let op = *random.pick(&["addf", "subf", "mulf", "maximumf"]);
        self.value(&format!(
            "linalg.generic {{indexing_maps = [{IJ}, {IJ}, {IJ}], iterator_types = {PARALLEL}}}
      ins({a}, {b} : {TY}, {TY}) outs(%e : {TY}) {{
  ^bb0(%p: f32, %q: f32, %o: f32):
    %r = arith.{op} %p, %q : f32
    linalg.yield %r : f32
  }} -> {TY}"
        ))
    }

    fn any(&mut self, random: &mut Random, a: &str, b: &str) -> String {
        match random.below(8) {
            0 => self.value(&format!(
                "linalg.transpose ins({a} : {TY}) outs(%e : {TY}) permutation = [1, 0]"
            )),
            1 => {
                let zero = self.value(&format!(
                    "linalg.fill ins(%zero : f32) outs(%e : {TY}) -> {TY}"
                ));
                self.value(&format!(
                    "linalg.matmul ins({a}, {b} : {TY}, {TY}) outs({zero} : {TY}) -> {TY}"
                ))
            }
            2 => self.value(&format!(
                "linalg.generic {{indexing_maps = [{IJ}], iterator_types = {PARALLEL}}}
      outs(%e : {TY}) {{
  ^bb0(%o: f32):
    %i = linalg.index 0 : index
    %j = linalg.index 1 : index
    %r = arith.subi %seven, %i : index
    %g = tensor.extract {a}[%r, %j] : {TY}
    linalg.yield %g : f32
  }} -> {TY}"
            )),
            3 => {
                let row = "tensor<2x8xf32>";
                let part = self.value(&format!(
                    "tensor.extract_slice {a}[1, 0] [2, 8] [1, 1] : {TY} to {row}"
                ));
                self.value(&format!(
                    "tensor.insert_slice {part} into {b}[%at, 0] [2, 8] [1, 1] : {row} into {TY}"
                ))
            }
            _ => self.elementwise(random, a, b),
        }
    }
}

/// The program of a number: equal numbers give equal programs. Also gives the number of arguments that are donated.
fn update(number: u64, from: From) -> (String, u64) {
    let random = &mut Random::new(number);
    let n = 1 + random.index(3);
    let mut order: Vec<usize> = (0..n).collect();
    if from == From::Anything && random.below(4) == 0 {
        order.rotate_left(1);
    }
    let mut update = Update {
        out: String::new(),
        n_values: 0,
    };
    let given = ["%x".to_owned(), "%y".to_owned()];
    let states: Vec<String> = (0..n).map(|at| format!("%s{at}")).collect();
    let mut all: Vec<String> = given.iter().chain(&states).cloned().collect();
    let mut new = Vec::new();
    for state in &states {
        let mut last = state.clone();
        for _ in 0..1 + random.index(4) {
            last = match from {
                From::OwnElements => {
                    let other = random
                        .pick(&[&given[0], &given[1], &last, state])
                        .to_string();
                    update.elementwise(random, &last, &other)
                }
                From::Anything => {
                    let (a, b) = (random.pick(&all).clone(), random.pick(&all).clone());
                    let b = if random.below(2) == 0 { last } else { b };
                    update.any(random, &a, &b)
                }
            };
            all.push(last.clone());
        }
        if from == From::Anything && random.below(6) == 0 {
            last.clone_from(random.pick(&states));
        }
        new.push(last);
    }
    let late = match from {
        From::OwnElements => "%zero".to_owned(),
        From::Anything => update.value(&format!(
            "tensor.extract {}[%at, %at] : {TY}",
            random.pick(&all)
        )),
    };
    let donated = states
        .iter()
        .zip(&order)
        .map(|(state, result)| format!("{state}: {TY} {{memplan.donated = {result} : i64}}"));
    let donated: Vec<String> = donated.collect();
    let types = vec![TY; n].join(", ");
    let text = format!(
        "func.func @main({}, %x: {TY}, %y: {TY}) -> ({types}, f32) {{
  %zero = arith.constant 0.0 : f32
  %at = arith.constant 3 : index
  %seven = arith.constant 7 : index
  %e = tensor.empty() : {TY}
{}  return {}, {late} : {types}, f32
}}
",
        donated.join(", "),
        update.out,
        new.join(", "),
    );
    (text, n as u64)
}

/// Merges a program, without writing out loops: their code has a price of its own.
fn merged(text: &str) -> Report {
    let mut m = read(text);
    let context = Context::default();
    let options = LowerPeak {
        unroll_ops: 0,
        ..LowerPeak::default()
    };
    let job = Merge::new(&context).unwrap().lower_peak(Some(options));
    job.run(&mut m).unwrap().0
}

/// The highest peak with donations, and the one without, before merging, which has a promise of its own.
fn peaks(text: &str) -> Option<(u64, u64, Report)> {
    let plain = ["memplan.donated", "iree.abi.output", "tf.aliasing_output"];
    let plain = plain.iter().fold(text.to_owned(), |text, word| {
        text.replace(word, "test.unused")
    });
    let most = |report: &Report| {
        let bytes = report.peaks.functions.iter().map(|peak| {
            let most = peak
                .separate
                .map_or(peak.peak.most, |separate| separate.most);
            most.map(|most| most.bytes.unsigned_abs())
        });
        bytes
            .collect::<Option<Vec<u64>>>()
            .map(|all| all.into_iter().max().unwrap_or(0))
    };
    let (with, without) = (merged(text), merged(&plain));
    Some((most(&with)?, most(&without)?, with))
}

#[test]
fn updates_element_by_element_need_nothing_besides_their_arguments() {
    for number in 0..n_programs(80) {
        let (text, n) = update(number, From::OwnElements);
        check(
            &text,
            &ArgumentOptions::default(),
            &format!("update {number}"),
        )
        .unwrap();
        let (with, without, report) = peaks(&text).unwrap();
        assert!(
            with + n * BYTES <= without,
            "update {number}: {with} B with donations, {without} B without\n{text}"
        );
        assert_eq!(with, 0, "update {number}\n{text}");
        assert!(
            report
                .prepared
                .donated
                .iter()
                .all(|donated| donated.n_copies == 0),
            "{text}"
        );
    }
}

#[test]
fn donations_of_updates_keep_what_they_compute_and_raise_no_peak() {
    let (mut n_lower, mut n_compared) = (0, 0);
    for number in 0..n_programs(100) {
        let (text, _) = update(number, From::Anything);
        let what = format!("update {number}");
        n_compared += check(&text, &ArgumentOptions::default(), &what).map_or(0, |counts| counts.0);
        let (with, without, report) = peaks(&text).unwrap();
        assert!(
            with <= without,
            "{what}: {with} B with donations, {without} B without\n{text}"
        );
        n_lower += u32::from(with < without);
        for donated in &report.prepared.donated {
            assert_eq!(
                donated.reason.is_some(),
                donated.n_copies > 0,
                "{what}: {donated:?}\n{text}"
            );
        }
    }
    assert!(n_lower > 10 && n_compared > 30, "{n_lower} {n_compared}");
    figure(&format!(
        "donations lowered the peaks of {n_lower} random updates, {n_compared} runs agree"
    ));
}

#[test]
fn donations_of_exported_updates_raise_no_peak() {
    let files = shared_files("anybody", ".tensor.mlir").into_iter();
    let mut texts: Vec<String> = files
        .filter_map(|path| std::fs::read_to_string(path).ok())
        .filter(|text| text.contains("iree.abi.output") && text.len() < 40_000)
        .collect();
    texts.sort_by_key(String::len);
    texts.truncate(n_programs(12) as usize);
    for text in texts {
        if let Some((with, without, _)) = peaks(&text) {
            assert!(
                with <= without,
                "{with} B with donations, {without} B without\n{text}"
            );
        }
    }
}
