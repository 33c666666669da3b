//! Feeds `memplan_fuzz_bodies::trace_or_plan`.
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| memplan_fuzz_bodies::trace_or_plan(data));
