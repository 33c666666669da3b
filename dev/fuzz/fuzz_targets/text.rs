//! Feeds `memplan_fuzz_bodies::text`; every other change is one of whole tokens, by its `Mutator`.
#![no_main]

use std::sync::{LazyLock, Mutex, PoisonError};

use libfuzzer_sys::{fuzz_mutator, fuzz_target, fuzzer_mutate};
use memplan_fuzz_bodies::{Mutator, text, texts};

static MUTATOR: LazyLock<Mutex<Mutator>> =
    LazyLock::new(|| Mutex::new(Mutator::new(texts().unwrap_or_default(), 0)));

fuzz_target!(|data: &[u8]| text(data));

fuzz_mutator!(|data: &mut [u8], size: usize, max_size: usize, seed: u32| {
    if seed % 2 == 0 {
        return fuzzer_mutate(data, size, max_size);
    }
    let mut input = data[..size].to_vec();
    let mut mutator = MUTATOR.lock().unwrap_or_else(PoisonError::into_inner);
    mutator.change_with(&mut input, seed.into());
    let len = input.len().min(max_size);
    data[..len].copy_from_slice(&input[..len]);
    len
});
