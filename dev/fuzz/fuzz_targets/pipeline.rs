//! Feeds `memplan_fuzz_bodies::pipeline`.
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| memplan_fuzz_bodies::pipeline(data));
