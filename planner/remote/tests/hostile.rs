//! Misbehaving plug-ins are stopped, and the message names them and what they did.

use std::sync::Arc;
use std::time::{Duration, Instant};

use memplan_planner::{Interrupt, PlanOptions, StopReason, Units};
use memplan_remote::wasm::{Limits, WasmPlanner};

use crate::library::{Plugins, registry, run};

/// The parameters of `plan` in the Canonical ABI.
const PLAN: &str = "(func $plan (param $buffers i32) (param $n i32) (param $gaps i32) (param $n-gaps i32)
  (param $has-capacity i32) (param $capacity i64) (param $seed i64) (param $has-time i32) (param $time i64)
  (result i32)";

const TRACE: &str = "a 0..4 64; b 1..3 32";

fn limits() -> Limits {
    Limits {
        fuel: 50_000_000,
        memory_bytes: 16 << 20,
        ..Limits::default()
    }
}

/// The outcome of a plug-in with this body of `plan`: the offsets, or the message.
fn outcome(body: &str, options: &PlanOptions) -> String {
    match run(&format!("{PLAN} {body})"), limits(), TRACE, options) {
        Ok(schedule) => format!(
            "{:?}",
            schedule.offsets.iter().map(|o| o.0).collect::<Vec<_>>()
        ),
        Err(error) => error.to_string(),
    }
}

#[test]
fn each_is_stopped_and_named() {
    for (body, expected) in [
        (
            "(loop $again (br $again)) (unreachable)",
            "did not end within 50000000 instructions",
        ),
        (
            "(loop $again
               (br_if $again (i32.ne (memory.grow (i32.const 16)) (i32.const -1))))
             (unreachable)",
            "needs 17 MiB of memory, the limit is 16 MiB",
        ),
        (
            "(unreachable)",
            "was stopped: wasm trap: wasm `unreachable` instruction executed",
        ),
        (
            "(i32.load (i32.const -4))",
            "was stopped: wasm trap: out of bounds memory access",
        ),
        (
            "(i32.div_s (i32.const 1) (i32.const 0))",
            "was stopped: wasm trap: integer divide by zero",
        ),
        (
            "(call $plan (local.get 0) (local.get 1) (local.get 2) (local.get 3) (local.get 4)
               (local.get 5) (local.get 6) (local.get 7) (local.get 8))",
            "was stopped: wasm trap: call stack exhausted",
        ),
        (
            "(drop (call $now)) (unreachable)",
            "was stopped: unknown import: `test:clock/clock#now` has not been defined",
        ),
        (
            "(call $done (local.get $buffers) (i32.const 3))",
            "returned 3 offsets for 2 buffers",
        ),
        (
            "(call $done (local.get $buffers) (i32.const 0))",
            "returned 0 offsets for 2 buffers",
        ),
        (
            // Both offsets are 0.
            "(call $done (i32.const 512) (i32.const 2))",
            "returned an invalid schedule: `a` and `b` share the bytes 0..32 at tick 1",
        ),
        (
            "(call $done (i32.const 512) (i32.const 0x10000000))",
            "was stopped: list pointer/length out of bounds of memory",
        ),
        (
            "(i64.store (i32.const 512) (i64.const -8)) (call $done (i32.const 512) (i32.const 2))",
            "returned an invalid schedule: `a` at offset 18446744073709551608 ends above 2^64 - 1",
        ),
        (
            "(i32.store8 (i32.const 0) (i32.const 7)) (i32.const 0)",
            "was stopped: invalid expected discriminant",
        ),
        (
            // A failure whose message is not UTF-8.
            "(i32.store8 (i32.const 0) (i32.const 1)) (i32.store8 (i32.const 4) (i32.const 1))
             (i32.store (i32.const 8) (i32.const 512)) (i32.store (i32.const 12) (i32.const 1))
             (i32.store8 (i32.const 512) (i32.const 255)) (i32.const 0)",
            "was stopped: invalid utf-8 sequence of 1 bytes from index 0",
        ),
        (
            // Reports that it cannot plan the gaps of buffer 9.
            "(i32.store8 (i32.const 0) (i32.const 1)) (i32.store (i32.const 12) (i32.const 9))
             (i32.const 0)",
            "names buffer 9, which is not in the trace",
        ),
        (
            "(drop (call $incumbent (i32.const 512) (i32.const 1))) (unreachable)",
            "was stopped: it reports 1 offsets for 2 buffers",
        ),
        (
            // Each report costs fuel.
            "(loop $again (br_if $again (call $incumbent (i32.const 512) (i32.const 2)))
               (br $again)) (unreachable)",
            "did not end within 50000000 instructions",
        ),
    ] {
        let message = outcome(body, &PlanOptions::default());
        assert_eq!(message, format!("`wasm` failed: `test.wasm` {expected}"));
    }
}

#[test]
fn one_that_lacks_a_feature_names_the_buffer() {
    // The plug-in reports that it cannot plan `alignments`, for buffer 1.
    let body = "(i32.store8 (i32.const 0) (i32.const 1)) (i32.store8 (i32.const 8) (i32.const 2))
                (i32.store (i32.const 12) (i32.const 1)) (i32.const 0)";
    let message = outcome(body, &PlanOptions::default());
    let expected = "`wasm` cannot plan alignments (buffer `b`): choose another planner";
    assert_eq!(message, expected);
}

/// Stops after a time.
#[derive(Debug)]
struct Deadline(Instant);

impl Interrupt for Deadline {
    fn reason_to_stop(&self) -> Option<StopReason> {
        (self.0 <= Instant::now()).then_some(StopReason::Deadline)
    }
}

/// Reports the offsets 32 and 0, and loops.
const REPORTS_AND_LOOPS: &str = "(i64.store (i32.const 512) (i64.const 32))
    (drop (call $incumbent (i32.const 512) (local.get $n)))
    (loop $again (br $again)) (unreachable)";

#[test]
fn at_a_deadline_the_best_report_counts() {
    let until = |body| {
        let deadline = Deadline(Instant::now() + Duration::from_millis(30));
        let options = PlanOptions {
            interrupt: Some(Arc::new(deadline)),
            ..PlanOptions::default()
        };
        let limits = Limits {
            fuel: u64::MAX,
            ..limits()
        };
        run(&format!("{PLAN} {body})"), limits, TRACE, &options)
    };
    let schedule = until(REPORTS_AND_LOOPS).unwrap();
    let offsets: Vec<u64> = schedule.offsets.iter().map(|offset| offset.0).collect();
    assert_eq!(offsets, [32, 0]);
    // The load is the bound: the schedule is optimal, whatever ended the planner.
    assert_eq!(schedule.stopped_by, None);
    let error = until("(loop $again (br $again)) (unreachable)").unwrap_err();
    assert!(
        error.to_string().ends_with("the deadline was reached"),
        "{error}"
    );
}

#[test]
fn a_work_limit_counts_thousands_of_instructions() {
    let options = PlanOptions {
        work_limit: Some(Units(100)),
        ..PlanOptions::default()
    };
    assert_eq!(outcome(REPORTS_AND_LOOPS, &options), "[32, 0]");
    let message = outcome("(loop $again (br $again)) (unreachable)", &options);
    assert!(message.ends_with("the work limit was reached"), "{message}");
}

/// A number in the binary format.
fn leb(mut n: usize) -> Vec<u8> {
    let mut bytes = Vec::new();
    while n >= 0x80 {
        bytes.push((n % 0x80) as u8 | 0x80);
        n /= 0x80;
    }
    bytes.push(n as u8);
    bytes
}

fn section(id: u8, content: &[u8]) -> Vec<u8> {
    [&[id][..], &leb(content.len()), content].concat()
}

/// A component with one core module: a function of this many parameters, locals and bytes that do nothing.
fn component(n_params: usize, n_locals: usize, n_bytes: usize) -> Vec<u8> {
    let types = [&[1, 0x60][..], &leb(n_params), &vec![0x7f; n_params], &[0]].concat();
    let locals = [&[1][..], &leb(n_locals), &[0x7f]].concat();
    let body = [&locals[..], &vec![1; n_bytes], &[0x0b]].concat();
    let code = [&[1][..], &leb(body.len()), &body].concat();
    let module = [
        b"\0asm\x01\0\0\0".to_vec(),
        section(1, &types),
        section(3, &[1, 0]),
        section(10, &code),
    ]
    .concat();
    [b"\0asm\x0d\0\x01\0".to_vec(), section(1, &module)].concat()
}

#[test]
fn what_takes_long_to_compile_is_refused() {
    let check = |bytes| {
        let planner = WasmPlanner::new(Arc::new(Plugins::default()), limits());
        planner.check(bytes).unwrap_err()
    };
    let fits = "it does not export `memplan:planner/planner@1.0.0`";
    assert_eq!(check(component(32, 1000, 30_000)), fits);
    let costly = "its functions have too much code with too many locals";
    assert_eq!(check(component(0, 1000, 40_000)), costly);
    assert_eq!(check(component(0, 40_000, 1000)), costly);
    let many = "a function has 33 parameters or results, the limit is 32";
    assert_eq!(check(component(33, 0, 1)), many);
}

#[test]
fn what_is_no_plug_in_is_refused_before_it_runs() {
    for (text, expected) in [
        (
            "(module)",
            "`test.wasm` is no planner plug-in: attempted to parse a wasm module with a component parser",
        ),
        (
            "(component)",
            "`test.wasm` is no planner plug-in: it does not export `memplan:planner/planner@1.0.0`",
        ),
        (
            r#"(component (instance $i) (export "memplan:planner/planner@1.0.0" (instance $i)))"#,
            "`test.wasm` is no planner plug-in: it does not export `memplan:planner/planner@1.0.0`",
        ),
    ] {
        let plug_ins = Plugins([("test.wasm", text.to_owned())].into());
        let refused = registry(plug_ins, limits()).parse("wasm{file=test.wasm}");
        let message = refused.unwrap_err().to_string();
        assert_eq!(
            message,
            format!("planner `wasm`: option `file`: {expected}")
        );
    }
}
