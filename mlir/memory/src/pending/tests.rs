//! Pending jobs of small programs.

use memplan_mlir::text::{line_col, parse};

use super::{JobId, Pending};

/// The jobs of the last function, numbered in program order: those that may be pending at the start of each block,
/// named by the line of its first operation, those after each operation, those that it waits for, and those that
/// outlive an exit.
fn check(body: &str, expected: &[&str]) {
    let text = format!("func.func private @none()\n{body}");
    let m = parse(text.as_bytes(), &memplan_dialects_extra::parse_options())
        .unwrap()
        .module;
    assert_eq!(memplan_mlir::verifier::verify(&m), []);
    let function = m.ops(m.body().unwrap()).last().unwrap();
    let pending = Pending::new(&m, function);
    assert_eq!(pending.is_empty(), pending.jobs().next().is_none());
    let line = |op| line_col(text.as_bytes(), m.span(op).start as usize).0 - 1;
    let mut facts = Vec::new();
    let waits = pending.waits();
    assert!(waits.is_sorted_by_key(|(op, _)| *op));
    for op in m.walk(function).filter(|&op| op != function) {
        let block = m
            .op_block(op)
            .filter(|&block| m.first_op(block) == Some(op));
        let at_start =
            |&job: &JobId| block.is_some_and(|block| pending.is_pending_at_start(block, job));
        let at_start: Vec<JobId> = pending.jobs().filter(at_start).collect();
        if !at_start.is_empty() {
            facts.push(format!("{} starts with {at_start:?}", line(op)));
        }
        let after = |&job: &JobId| pending.is_pending_after(op, job);
        let after: Vec<JobId> = pending.jobs().filter(after).collect();
        let ended = waits
            .iter()
            .find(|(at, jobs)| *at == op && !jobs.is_empty());
        let ended = ended.map_or(String::new(), |(_, jobs)| format!(", waits for {jobs:?}"));
        if !after.is_empty() || !ended.is_empty() {
            facts.push(format!(
                "{} {} {after:?}{ended}",
                line(op),
                m.op_name_text(op)
            ));
        }
    }
    for job in pending.jobs() {
        let (op, n_uses) = (pending.op(job), pending.uses(job).len());
        facts.push(format!("job {job}: {}, uses {n_uses}", line(op)));
    }
    for &(exit, job) in pending.abandoned() {
        facts.push(format!("{} abandons {job}", line(exit)));
    }
    assert_eq!(facts, expected, "{text}");
}

#[test]
fn a_token_waits_for_a_job_and_what_it_depends_on() {
    check(
        "func.func @f(%x: memref<4xf32>, %a: memref<4xf32>) {
           %s = async.execute {
             memref.copy %x, %a : memref<4xf32> to memref<4xf32>
             async.yield
           }
           %t = async.execute [%s] {
             memref.copy %x, %a : memref<4xf32> to memref<4xf32>
             async.yield
           }
           %u = async.execute {
             memref.copy %x, %a : memref<4xf32> to memref<4xf32>
             async.yield
           }
           func.call @none() : () -> ()
           async.await %t : !async.token
           async.await %u : !async.token
           async.await %s : !async.token
           return
         }",
        &[
            "2 async.execute [0]",
            "6 async.execute [0, 1]",
            "10 async.execute [0, 1, 2]",
            "14 func.call [0, 1, 2]",
            "15 async.await [2], waits for [0, 1]",
            "16 async.await [], waits for [2]",
            "job 0: 2, uses 2",
            "job 1: 6, uses 2",
            "job 2: 10, uses 2",
        ],
    );
    check(
        "func.func @f(%x: memref<4xf32>, %a: memref<4xf32>) {
           %s = gpu.wait async
           %t = gpu.memcpy async [%s] %a, %x : memref<4xf32>, memref<4xf32>
           %u = gpu.memcpy async %a, %x : memref<4xf32>, memref<4xf32>
           gpu.wait [%t, %u]
           return
         }",
        &[
            "3 gpu.memcpy [0]",
            "4 gpu.memcpy [0, 1]",
            "5 gpu.wait [], waits for [0, 1]",
            "job 0: 3, uses 2",
            "job 1: 4, uses 2",
        ],
    );
}

#[test]
fn paths_join() {
    check(
        "func.func @f(%c: i1, %x: memref<4xf32>, %a: memref<4xf32>) {
           %s = async.execute {
             memref.copy %x, %a : memref<4xf32> to memref<4xf32>
             async.yield
           }
           %t = async.execute {
             memref.copy %x, %a : memref<4xf32> to memref<4xf32>
             async.yield
           }
           scf.if %c {
             async.await %s : !async.token
             async.await %t : !async.token
           } else {
             async.await %s : !async.token
           }
           return
         }",
        &[
            "2 async.execute [0]",
            "6 async.execute [0, 1]",
            "10 scf.if [1]",
            "11 starts with [0, 1]",
            "11 async.await [1], waits for [0]",
            "12 async.await [], waits for [1]",
            "14 starts with [0, 1]",
            "14 async.await [1], waits for [0]",
            "10 scf.yield [1]",
            "16 func.return [1]",
            "job 0: 2, uses 2",
            "job 1: 6, uses 2",
            "16 abandons 1",
        ],
    );
    check(
        "func.func @f(%c: i1, %x: memref<4xf32>, %a: memref<4xf32>) {
           %s = gpu.memcpy async %a, %x : memref<4xf32>, memref<4xf32>
           %r = scf.if %c -> !gpu.async.token {
             %t = gpu.memcpy async [%s] %a, %x : memref<4xf32>, memref<4xf32>
             scf.yield %t : !gpu.async.token
           } else {
             %t = gpu.memcpy async %a, %x : memref<4xf32>, memref<4xf32>
             scf.yield %t : !gpu.async.token
           }
           gpu.wait [%r]
           gpu.wait [%s]
           return
         }",
        &[
            "2 gpu.memcpy [0]",
            "3 scf.if [0, 1, 2]",
            "4 starts with [0]",
            "4 gpu.memcpy [0, 1]",
            "5 scf.yield [0, 1]",
            "7 starts with [0]",
            "7 gpu.memcpy [0, 2]",
            "8 scf.yield [0, 2]",
            "10 gpu.wait [0], waits for [1, 2]",
            "11 gpu.wait [], waits for [0]",
            "job 0: 2, uses 2",
            "job 1: 4, uses 2",
            "job 2: 7, uses 2",
        ],
    );
    check(
        "func.func @f(%c: i1, %x: memref<4xf32>, %a: memref<4xf32>) {
             %s = gpu.memcpy async %a, %x : memref<4xf32>, memref<4xf32>
             cf.br ^loop(%s : !gpu.async.token)
           ^loop(%t: !gpu.async.token):
             %u = gpu.memcpy async %a, %x : memref<4xf32>, memref<4xf32>
             gpu.wait [%t]
             cf.cond_br %c, ^loop(%u : !gpu.async.token), ^end(%u : !gpu.async.token)
           ^end(%v: !gpu.async.token):
             func.call @none() : () -> ()
             gpu.wait [%v]
             return
         }",
        &[
            "2 gpu.memcpy [0]",
            "3 cf.br [0]",
            "5 starts with [0, 1]",
            "5 gpu.memcpy [0, 1]",
            "6 gpu.wait [1], waits for [0]",
            "7 cf.cond_br [1]",
            "9 starts with [1]",
            "9 func.call [1]",
            "10 gpu.wait [], waits for [1]",
            "job 0: 2, uses 2",
            "job 1: 5, uses 2",
        ],
    );
}

#[test]
fn loops_have_older_instances() {
    check(
        "func.func @f(%n: index, %x: memref<4xf32>, %a: memref<4xf32>) {
           %c0 = arith.constant 0 : index
           %c1 = arith.constant 1 : index
           %s = gpu.wait async
           %t = scf.for %i = %c0 to %n step %c1 iter_args(%u = %s) -> (!gpu.async.token) {
             %v = gpu.memcpy async %a, %x : memref<4xf32>, memref<4xf32>
             scf.yield %v : !gpu.async.token
           }
           gpu.wait [%t]
           return
         }",
        &[
            "5 scf.for [0]",
            "6 starts with [0]",
            "6 gpu.memcpy [0]",
            "7 scf.yield [0]",
            "9 gpu.wait [0]",
            "10 func.return [0]",
            "job 0: 6, uses 2",
            "10 abandons 0",
        ],
    );
    check(
        "func.func @f(%n: index, %x: memref<4xf32>, %a: memref<4xf32>) {
           %c0 = arith.constant 0 : index
           %c1 = arith.constant 1 : index
           %s = gpu.wait async
           %t = scf.for %i = %c0 to %n step %c1 iter_args(%u = %s) -> (!gpu.async.token) {
             %v = gpu.memcpy async [%u] %a, %x : memref<4xf32>, memref<4xf32>
             scf.yield %v : !gpu.async.token
           }
           gpu.wait [%t]
           return
         }",
        &[
            "5 scf.for [0]",
            "6 starts with [0]",
            "6 gpu.memcpy [0]",
            "7 scf.yield [0]",
            "9 gpu.wait [], waits for [0]",
            "job 0: 6, uses 2",
        ],
    );
}

#[test]
fn groups() {
    check(
        "func.func @f(%n: index, %x: memref<4xf32>, %a: memref<4xf32>) {
           %c0 = arith.constant 0 : index
           %c1 = arith.constant 1 : index
           %g = async.create_group %n : !async.group
           %s = async.execute {
             memref.copy %x, %a : memref<4xf32> to memref<4xf32>
             async.yield
           }
           scf.for %i = %c0 to %n step %c1 {
             %t = async.execute {
               memref.copy %x, %a : memref<4xf32> to memref<4xf32>
               async.yield
             }
             %k = async.add_to_group %t, %g : !async.token
           }
           async.await_all %g
           async.await %s : !async.token
           return
         }",
        &[
            "5 async.execute [0]",
            "9 scf.for [0, 1]",
            "10 starts with [0, 1]",
            "10 async.execute [0, 1]",
            "14 async.add_to_group [0, 1]",
            "9 scf.yield [0, 1]",
            "16 async.await_all [0], waits for [1]",
            "17 async.await [], waits for [0]",
            "job 0: 5, uses 2",
            "job 1: 10, uses 2",
        ],
    );
    check(
        "func.func private @add(!async.group, memref<4xf32>)
         func.func @f(%g: !async.group, %n: index, %x: memref<4xf32>) {
           %h = async.create_group %n : !async.group
           func.call @add(%g, %x) : (!async.group, memref<4xf32>) -> ()
           func.call @add(%h, %x) : (!async.group, memref<4xf32>) -> ()
           async.await_all %h
           return
         }",
        &[
            "4 func.call [0]",
            "5 func.call [0, 1]",
            "6 async.await_all [0], waits for [1]",
            "7 func.return [0]",
            "job 0: 4, uses 1",
            "job 1: 5, uses 1",
        ],
    );
}

#[test]
fn calls_start_a_job_for_each_token() {
    check(
        "func.func private @two(memref<4xf32>) -> (!async.token, !async.token)
         func.func @f(%x: memref<4xf32>) -> !async.token {
           %s, %t = func.call @two(%x) : (memref<4xf32>) -> (!async.token, !async.token)
           func.call @none() : () -> ()
           async.await %t : !async.token
           func.call @none() : () -> ()
           return %s : !async.token
         }",
        &[
            "3 func.call [0, 1]",
            "4 func.call [0, 1]",
            "5 async.await [0], waits for [1]",
            "6 func.call [0]",
            "7 func.return [0]",
            "job 0: 3, uses 1",
            "job 1: 3, uses 1",
        ],
    );
    check(
        "func.func private @start(!async.token, memref<4xf32>) -> !async.token
         func.func @f(%q: !async.token, %x: memref<4xf32>, %a: memref<4xf32>) {
           %s = async.execute {
             memref.copy %x, %a : memref<4xf32> to memref<4xf32>
             async.yield
           }
           %t = func.call @start(%s, %x) : (!async.token, memref<4xf32>) -> !async.token
           async.await %t : !async.token
           async.await %q : !async.token
           return
         }",
        &[
            "3 async.execute [0]",
            "7 func.call [0, 1]",
            "8 async.await [0], waits for [1]",
            "9 async.await [0]",
            "10 func.return [0]",
            "job 0: 3, uses 2",
            "job 1: 7, uses 1",
            "10 abandons 0",
        ],
    );
}

#[test]
fn bodies_leave_jobs() {
    check(
        "func.func @f(%x: memref<4xf32>, %a: memref<4xf32>) {
           %s = async.execute {
             %t = async.execute {
               memref.copy %x, %a : memref<4xf32> to memref<4xf32>
               async.yield
             }
             func.call @none() : () -> ()
             async.yield
           }
           async.await %s : !async.token
           return
         }",
        &[
            "2 async.execute [0, 1]",
            "3 async.execute [1]",
            "7 func.call [1]",
            "8 async.yield [1]",
            "10 async.await [1], waits for [0]",
            "11 func.return [1]",
            "job 0: 2, uses 2",
            "job 1: 3, uses 2",
            "11 abandons 1",
        ],
    );
    check(
        "func.func @f(%x: memref<4xf32>, %a: memref<4xf32>) {
           %r = async.execute {
             memref.copy %x, %a : memref<4xf32> to memref<4xf32>
             async.yield
           }
           %s = async.execute {
             %t = async.execute {
               memref.copy %x, %a : memref<4xf32> to memref<4xf32>
               async.yield
             }
             async.await %t : !async.token
             async.await %r : !async.token
             async.yield
           }
           async.await %s : !async.token
           return
         }",
        &[
            "2 async.execute [0]",
            "6 async.execute [0, 1]",
            "7 async.execute [2]",
            "11 async.await [], waits for [2]",
            "15 async.await [0], waits for [1]",
            "16 func.return [0]",
            "job 0: 2, uses 2",
            "job 1: 6, uses 2",
            "job 2: 7, uses 2",
            "16 abandons 0",
        ],
    );
}

#[test]
fn regions_whose_flow_is_unknown_repeat() {
    check(
        "func.func @f(%x: memref<4xf32>, %a: memref<4xf32>) {
           %s = async.execute {
             memref.copy %x, %a : memref<4xf32> to memref<4xf32>
             async.yield
           }
           \"other.repeat\"() ({
             func.call @none() : () -> ()
             async.await %s : !async.token
             %t = async.execute {
               memref.copy %x, %a : memref<4xf32> to memref<4xf32>
               async.yield
             }
           }) : () -> ()
           return
         }",
        &[
            "2 async.execute [0]",
            "6 other.repeat [0, 1]",
            "7 starts with [0, 1]",
            "7 func.call [0, 1]",
            "8 async.await [1], waits for [0]",
            "9 async.execute [1]",
            "14 func.return [0, 1]",
            "job 0: 2, uses 2",
            "job 1: 9, uses 2",
            "14 abandons 0",
            "14 abandons 1",
        ],
    );
}

#[test]
fn what_jobs_use() {
    // The result of a call, what is local to a body, and the job of another function.
    check(
        "func.func private @start(memref<4xf32>) -> (memref<4xf32>, !async.token)
         func.func @f(%x: memref<4xf32>) {
           builtin.module {
             func.func @g(%y: memref<4xf32>) {
               %r = async.execute {
                 memref.copy %y, %y : memref<4xf32> to memref<4xf32>
                 async.yield
               }
               return
             }
           }
           %b, %s = func.call @start(%x) : (memref<4xf32>) -> (memref<4xf32>, !async.token)
           %t = async.execute [%s] {
             %a = memref.alloc() : memref<4xf32>
             memref.copy %b, %a : memref<4xf32> to memref<4xf32>
             async.yield
           }
           async.await %t : !async.token
           return
         }",
        &[
            "12 func.call [0]",
            "13 async.execute [0, 1]",
            "18 async.await [], waits for [0, 1]",
            "job 0: 12, uses 2",
            "job 1: 13, uses 1",
        ],
    );
}

#[test]
fn no_job() {
    check(
        "func.func @f(%x: memref<4xf32>, %a: memref<4xf32>) {
           memref.copy %x, %a : memref<4xf32> to memref<4xf32>
           %s = gpu.wait async
           gpu.wait [%s]
           return
         }",
        &[],
    );
}

/// More jobs than fit one word of a set: the first and the last are awaited on one path each.
#[test]
fn many_jobs() {
    let start =
        |n: usize| format!("%t{n} = gpu.memcpy async %a, %x : memref<4xf32>, memref<4xf32>\n");
    let jobs: String = (0..33).map(start).collect();
    let all = format!("{:?}", Vec::from_iter(0..33));
    let after = |n: usize| format!("{} gpu.memcpy {:?}", n + 2, Vec::from_iter(0..=n));
    let mut expected: Vec<String> = (0..33).map(after).collect();
    let others = |job: usize| Vec::from_iter((0..33).filter(|&other| other != job));
    let without = |job: usize| format!("{:?}", others(job));
    expected.extend([
        format!("35 scf.if {all}"),
        format!("36 starts with {all}"),
        format!("36 gpu.wait {}, waits for [0]", without(0)),
        format!("35 scf.yield {}", without(0)),
        format!("38 starts with {all}"),
        format!("38 gpu.wait {}, waits for [32]", without(32)),
        format!("35 scf.yield {}", without(32)),
        format!("40 func.return {all}"),
    ]);
    expected.extend((0..33).map(|n| format!("job {n}: {}, uses 2", n + 2)));
    expected.extend((0..33).map(|n| format!("40 abandons {n}")));
    check(
        &format!(
            "func.func @f(%c: i1, %x: memref<4xf32>, %a: memref<4xf32>) {{
{jobs}scf.if %c {{
  gpu.wait [%t0]
}} else {{
  gpu.wait [%t32]
}}
return
}}"
        ),
        &expected.iter().map(String::as_str).collect::<Vec<_>>(),
    );
}
