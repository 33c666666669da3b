//! Feeds `memplan_fuzz_bodies::tflm_log`.
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| memplan_fuzz_bodies::tflm_log(data));
