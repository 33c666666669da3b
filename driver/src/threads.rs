//! Runs independent tasks on several threads.

use std::num::NonZeroUsize;
use std::panic::resume_unwind;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

use memplan_support::Sort;

/// The stack of a thread. Passes recurse into nested regions.
const STACK_BYTES: usize = 256 << 20;

/// Runs tasks `0..n` on at most `threads` threads, including this one, and returns their results in order.
pub(crate) fn on_threads<T: Send>(
    n: usize,
    threads: NonZeroUsize,
    work: impl Fn(usize) -> T + Sync,
) -> Vec<T> {
    let next = AtomicUsize::new(0);
    let take = || {
        let numbers = std::iter::repeat_with(|| next.fetch_add(1, Ordering::Relaxed));
        let numbers = numbers.take_while(|&at| at < n);
        numbers.map(|at| (at, work(at))).collect::<Vec<_>>()
    };
    let mut done = thread::scope(|scope| {
        let builder = || thread::Builder::new().stack_size(STACK_BYTES);
        // If no thread can be started, the current one does all the work.
        let others: Vec<_> = (1..threads.get().min(n))
            .filter_map(|_| builder().spawn_scoped(scope, take).ok())
            .collect();
        let mut done = take();
        for other in others {
            match other.join() {
                Ok(more) => done.extend(more),
                Err(panic) => resume_unwind(panic),
            }
        }
        done
    });
    done.sort_stable_by_key(|&(at, _)| at);
    done.into_iter().map(|(_, result)| result).collect()
}
