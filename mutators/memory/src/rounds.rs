//! Rounds of passes that replace one buffer after the other: each round may enable further replacements.

use memplan_mlir::Module;

use crate::analyses::Analyses;

/// Maximum number of rounds over the whole program.
const MAX_ROUNDS: usize = 64;

/// Repeats a round until it changes nothing, at most 64 times. Returns whether any round changed the program.
pub(crate) fn repeat(m: &mut Module, mut round: impl FnMut(&mut Module) -> bool) -> bool {
    let mut has_changed = false;
    for _ in 0..MAX_ROUNDS {
        if !round(m) {
            break;
        }
        has_changed = true;
    }
    has_changed
}

/// Repeats: choose what can be replaced at once, and replace all of it.
pub(crate) fn replace_chosen<T>(
    m: &mut Module,
    analyses: &mut Analyses,
    mut choose: impl FnMut(&Module, &Analyses) -> Vec<T>,
    replace: impl Fn(&mut Module, &T),
    replaced: impl Fn(&Module, &mut Analyses),
) -> bool {
    repeat(m, |m| {
        let all = choose(m, analyses);
        for chosen in &all {
            replace(m, chosen);
        }
        if !all.is_empty() {
            replaced(m, analyses);
        }
        !all.is_empty()
    })
}
