//! Which mutant is on. `cargo xtask mutants` appends this module to its copy of each crate.

use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::{fs::OpenOptions, io::Write, sync::LazyLock};

/// `MEMPLAN_MUTANT`: the number of a mutant, or a file for the numbers of those that the program reaches.
static CHOICE: LazyLock<Option<Result<usize, String>>> = LazyLock::new(|| {
    let choice = std::env::var("MEMPLAN_MUTANT").ok();
    choice.map(|text| text.parse().map_err(|_| text))
});

static REACHED: [AtomicBool; 1 << 16] = [const { AtomicBool::new(false) }; 1 << 16];

pub(crate) fn is_on(number: usize) -> bool {
    if let Some(Err(path)) = &*CHOICE
        && !REACHED[number].load(Relaxed)
        && !REACHED[number].swap(true, Relaxed)
    {
        let file = OpenOptions::new().append(true).open(path);
        let _ = file.and_then(|mut file| file.write_all(format!("{number}\n").as_bytes()));
    }
    *CHOICE == Some(Ok(number))
}
