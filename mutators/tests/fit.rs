//! `Merge::fit` on random programs.
//!
//! `MEMPLAN_PROGRAMS=n` tests `n` programs, at most 200, instead of the default number.

use memplan::{ArgumentOptions, Context, Error, Merge, SizeOptions};
use memplan_testing::programs::{ProgramOptions, n_programs};
use memplan_testing::{dynamic, figure, programs};

/// Random programs with static and with dynamic shapes, whose dimensions have ranges: what a size requires is never
/// refused where merging alone reaches it, what is accepted is true, and what an error lists adds up to the need.
#[test]
fn what_merging_reaches_is_never_refused() {
    const N_SIZES: u64 = 20;
    let context = Context::default();
    let n = n_programs(12).min(200);
    let (mut n_bounds, mut n_refused, mut n_below) = (0, 0, 0);
    for number in 0..n {
        let (text, ranges) = if number % 2 == 0 {
            (
                dynamic::numbered_program(number, number % 4 == 0),
                &["f:0:0=1..4", "f:2=2..12/2", "f:3=1..8"][..],
            )
        } else {
            (
                programs::numbered_program(number, &ProgramOptions::default()),
                &[][..],
            )
        };
        let options = ArgumentOptions {
            ranges: ranges.iter().map(|text| text.parse().unwrap()).collect(),
            sizes: SizeOptions {
                check_ranges: number % 4 == 0,
                ..SizeOptions::default()
            },
            ..ArgumentOptions::default()
        };
        let merge = |bytes: Option<u64>| {
            let job = Merge::new(&context).unwrap().arguments(options.clone());
            let job = match bytes {
                Some(bytes) => job.fit(bytes),
                None => job,
            };
            job.run_text(&text)
        };
        let bound = merge(None).unwrap().report.peaks.most_bytes();
        n_bounds += usize::from(bound.is_some());
        // Most sizes from half of the bound to twice of it.
        let at = |size| bound.unwrap_or(1 << 12) * size / (N_SIZES / 2);
        let sizes = (N_SIZES / 2 - 3..).map(at).take(N_SIZES as usize);
        for size in sizes {
            let is_reached = bound.is_some_and(|bound| bound <= size);
            match merge(Some(size)) {
                Ok(merged) => {
                    let most = merged.report.peaks.most_bytes();
                    assert!(
                        most.is_some_and(|most| most <= size),
                        "{most:?} {size}\n{text}"
                    );
                    n_below += usize::from(!is_reached);
                }
                Err(Error::TooLittle(error)) => {
                    assert!(!is_reached, "{bound:?}: {error}\n{text}");
                    let listed: u64 = error.in_the_way.iter().map(|(_, bytes)| bytes).sum();
                    assert!(
                        error.reached_bytes.is_none_or(|bytes| bytes <= listed),
                        "{error}\n{text}"
                    );
                    n_refused += 1;
                }
                Err(error) => panic!("{error}\n{text}"),
            }
        }
    }
    figure(&format!(
        "`--fit` with {N_SIZES} sizes on {n} programs, {n_bounds} of them with a bound: nothing refused that merging reaches, \
         {n_below} below that reached, {n_refused} refused"
    ));
    assert!(2 * n_bounds as u64 > n && n_refused > 0);
}
