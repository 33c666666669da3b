//! Mutation tests against mlir-opt 22: both accept, reject and print the same mutated programs.
//!
//! `MEMPLAN_MUTANTS` sets the number of mutants, `MEMPLAN_MUTANTS_SEED` their seed;
//! `MEMPLAN_MUTANTS_REPORT` names a folder for the result table, with one mutant for each of its
//! rows. At most 1 % of the mutants may be accepted by memplan only. None may be rejected by
//! memplan only, except for the reasons in `table.rs`, and none may be printed differently.
//!
//! `MEMPLAN_MUTANT_TYPES` sets how many of 1,000 types are tried for each operand and result.
#![expect(clippy::unwrap_used, reason = "a test says loudly what went wrong")]

mod custom;
mod generic;
mod oracle;
mod pieces;
mod table;
mod tree;
mod types;
mod words;

use memplan_mlir::text::{parse, print};
use memplan_mlir::verifier::verify;
use memplan_testing::outside;

use memplan_support::Random;
use oracle::Answer;
use table::{Table, Verdict};

/// The result of memplan for a program: its generic form, or the first error.
fn ours(text: &str) -> Result<String, String> {
    let parsed = parse(text.as_bytes(), &memplan_dialects_extra::parse_options())
        .map_err(|errors| errors[0].message.clone())?;
    match verify(&parsed.module).first() {
        Some(error) => Err(error.to_string()),
        None => Ok(print(&parsed.module, &crate::common::GENERIC)),
    }
}

/// Generic text without the caches that mlir-opt prints and memplan does not store.
fn without_caches(text: &str) -> String {
    let mut rest = text;
    let mut kept = String::new();
    while let Some((before, cache)) = rest.split_once("linalg.memoized_indexing_maps = [") {
        kept.push_str(before);
        rest = cache.split_once(']').map_or("", |(_, rest)| rest);
        if let Some(after) = rest.strip_prefix(", ") {
            rest = after;
        } else if let Some(before) = kept.strip_suffix(", ") {
            kept.truncate(before.len());
        } else if let Some(before) = kept.strip_suffix(" {") {
            kept.truncate(before.len());
            rest = rest.strip_prefix('}').unwrap_or(rest);
        }
    }
    kept.push_str(rest);
    // Drop a flag that is not set.
    kept.replace("<{disjoint = false, ", "<{")
}

fn judge(text: &str, theirs: &Answer) -> (Verdict, String) {
    match (ours(text), theirs) {
        (_, Answer::Crashed) => (Verdict::Crash, String::new()),
        (Ok(_), Answer::Refused(message)) => (Verdict::OnlyOurs, message.clone()),
        (Err(message), Answer::Accepted(_)) => (Verdict::OnlyTheirs, message),
        (Err(_), Answer::Refused(_)) => (Verdict::BothRefuse, String::new()),
        (Ok(ours), Answer::Accepted(theirs)) => {
            let theirs = without_caches(theirs);
            let ours = without_caches(&ours);
            if ours.trim() == theirs.trim() {
                return (Verdict::Same, String::new());
            }
            let pair = ours.lines().zip(theirs.lines()).find(|(a, b)| a != b);
            let (a, b) = pair.unwrap_or(("", ""));
            (Verdict::OtherPrint, format!("{} | {}", a.trim(), b.trim()))
        }
    }
}

fn number(name: &str, default: usize) -> usize {
    let text = std::env::var(name);
    text.ok()
        .and_then(|text| text.parse().ok())
        .unwrap_or(default)
}

#[test]
fn mutants_are_judged_as_by_mlir_opt() {
    let Some(mlir_opt) = outside::mlir_opt(22) else {
        return;
    };
    let count = number("MEMPLAN_MUTANTS", 100);
    let mut random = Random::new(number("MEMPLAN_MUTANTS_SEED", 1) as u64);
    let pieces = pieces::all();
    assert!(pieces.len() > 500, "only {} pieces", pieces.len());
    let mut table = Table::new(pieces.len());
    while table.judged() < count {
        let mut texts = Vec::new();
        let mut mutants = Vec::new();
        for _ in 0..(count - table.judged()).clamp(50, 1000) {
            let piece = random.pick(&pieces);
            let is_generic = random.one_in(2);
            let (original, mutant) = if is_generic {
                (
                    piece.generic.text(),
                    generic::mutate(&mut random, &piece.generic),
                )
            } else {
                (
                    piece.custom.clone(),
                    custom::mutate(&mut random, &piece.custom),
                )
            };
            if let Some((mutant, name)) = mutant {
                texts.extend([original, mutant]);
                mutants.push((piece.origin.clone(), is_generic, name));
            }
        }
        let answers = oracle::ask(&mlir_opt, &texts);
        let pairs = std::iter::zip(texts.chunks(2), answers.chunks(2));
        for ((origin, is_generic, name), (texts, answers)) in mutants.into_iter().zip(pairs) {
            if table.judged() == count {
                break;
            }
            let (verdict, message) = judge(&texts[0], &answers[0]);
            // Some operations are invalid outside their context, so drop them.
            if verdict != Verdict::Same {
                table.dropped += 1;
                if verdict != Verdict::BothRefuse {
                    table.add_original(verdict, &origin, &message, &texts[0]);
                }
                continue;
            }
            let (verdict, message) = judge(&texts[1], &answers[1]);
            table.add(verdict, is_generic, &name, &message, &texts[1]);
        }
    }
    let report = table.report();
    if let Some(folder) = std::env::var_os("MEMPLAN_MUTANTS_REPORT") {
        table.write(folder.as_ref(), &report);
    }
    table.assert_good(10, &report);
}

#[test]
fn types_are_judged_as_by_mlir_opt() {
    let Some(mlir_opt) = outside::mlir_opt(22) else {
        return;
    };
    let share = number("MEMPLAN_MUTANT_TYPES", 1);
    let mut random = Random::new(number("MEMPLAN_MUTANTS_SEED", 1) as u64);
    let pieces = pieces::all();
    let probes = types::probes(&mut random, &pieces, share);
    let texts: Vec<String> = probes.iter().map(|probe| probe.text.clone()).collect();
    let answers = oracle::ask(&mlir_opt, &texts);
    let mut table = Table::new(pieces.len());
    let mut answers_text = String::new();
    for (probe, answer) in std::iter::zip(&probes, &answers) {
        let (verdict, message) = judge(&probe.text, answer);
        let place = format!("{} {}", probe.op, probe.place);
        table.add(verdict, true, &place, &message, &probe.text);
        let message = match answer {
            Answer::Refused(message) => message,
            Answer::Accepted(_) => "accepted",
            Answer::Crashed => "crashed",
        };
        answers_text += &format!(
            "{}\t{}\t{}\t{verdict:?}\t{message}\n",
            probe.op, probe.place, probe.ty
        );
    }
    let report = table.report();
    if let Some(folder) = std::env::var_os("MEMPLAN_MUTANTS_REPORT") {
        let folder = std::path::Path::new(&folder).join("types");
        table.write(&folder, &report);
        std::fs::write(folder.join("answers.tsv"), answers_text).unwrap();
    }
    table.assert_good(30, &report);
}
