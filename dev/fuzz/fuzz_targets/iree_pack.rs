//! Feeds `memplan_fuzz_bodies::iree_pack`.
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| memplan_fuzz_bodies::iree_pack(data));
