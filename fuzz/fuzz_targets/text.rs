//! Feeds `memplan_fuzz_bodies::text`.
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| memplan_fuzz_bodies::text(data));
