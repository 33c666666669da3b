//! `pad-borders` on random convolutions and poolings of padded buffers: results, and that a second run changes nothing.
//!
//! `MEMPLAN_PROGRAMS=n` tests `n` programs instead of the default number.

use memplan_memory::{pad_borders, pad_borders_at_peaks};
use memplan_mlir::semantics::Kernel;
use memplan_testing::figure;
use memplan_testing::padding::numbered_program;
use memplan_testing::programs::n_programs;

use crate::common::{meaning, read, text_of};

#[test]
fn convolutions_of_padded_buffers_keep_their_results() {
    let n = n_programs(400);
    let (mut n_changed, mut n_more, mut n_in_others) = (0, 0, 0);
    for number in 0..n {
        let text = numbered_program(number);
        let mut m = read(&text);
        let before = meaning(&m).unwrap();
        let pass = match number % 2 {
            0 => pad_borders,
            _ => pad_borders_at_peaks,
        };
        let root = m.root();
        let count = |m: &memplan_mlir::Module| {
            let ops = m.walk(m.root());
            ops.filter(|&op| m.is_kernel(op, Kernel::Structured))
                .count()
        };
        let n_before = count(&m);
        let has_changed = pass(&mut m, root);
        let once = text_of(&m);
        let what = || format!("program {number}\n{text}\n{once}");
        let after = meaning(&m).unwrap_or_else(|fault| panic!("{fault}\n{}", what()));
        assert_eq!(before.difference(&after), None, "{}", what());
        assert!(!pass(&mut m, root), "{}", what());
        n_changed += u64::from(has_changed);
        n_more += count(&m) - n_before;
        // Only strips of bands are expanded from a one-dimensional view.
        n_in_others += u64::from(once.contains("memref.expand_shape"));
    }
    assert!(n_changed * 3 > n, "{n_changed} of {n} changed");
    assert!(n_in_others > 0, "no strip is in another buffer");
    figure(&format!(
        "{n_changed} of {n} programs pad only borders, by {n_more} more operations; {n_in_others} have strips of bands in \
         their operand or result"
    ));
}
