//! Threads for work that recurses into programs.

use crate::STACK_BYTES;
use crate::exit::{Failure, Outcome};
use crate::render::Message;

/// Does work with this many threads for parallel loops; 0 is one for each core, `None` the current thread alone.
pub(crate) fn on_pool<T: Send>(
    threads: Option<usize>,
    work: impl FnOnce() -> T + Send,
) -> Outcome<T> {
    // Programs in a browser have no threads.
    let Some(threads) = threads.filter(|_| !cfg!(target_family = "wasm")) else {
        return Ok(work());
    };
    let pool = rayon::ThreadPoolBuilder::new()
        .num_threads(threads)
        .stack_size(STACK_BYTES)
        .thread_name(|index| format!("memplan-{index}"))
        .build();
    match pool {
        Ok(pool) => Ok(pool.install(work)),
        Err(error) => Err(Failure::could_not_try(
            Message::error("no-thread", format!("cannot start threads: {error}"))
                .help("`-j N` starts fewer threads, `--mlir-disable-threading` of `opt` none"),
        )),
    }
}
