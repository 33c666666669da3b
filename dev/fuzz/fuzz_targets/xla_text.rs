//! Feeds `memplan_fuzz_bodies::xla_text`.
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| memplan_fuzz_bodies::xla_text(data));
