//! CSV, JSON and binary files of traces and plans with symbols.

use memplan_planner::symbols::{OrientOptions, check, orient};
use memplan_planner::wire::{
    self, Format, read_plan, read_trace, trace_hash, write_plan, write_trace,
};
use memplan_planner::{
    LifetimeTrace, MemoryPlan, MemorySchedule, MemoryTraceScopes, Provenance, registry,
};
use memplan_support::Random;

use super::common::trace;

const CSV: &str = "# symbol b 1..64\n# symbol s 32.. multiple 32\n\
                   id,lower,upper,size,alignment\n\
                   x,0,3,4*b*s*s + 256*b,64\n\
                   \"y, \"\"z\"\"\",1,4,100,1\n\
                   w,2,5,s - 1,1\n";

fn error(text: &str) -> String {
    let error = read_trace(text.as_bytes()).unwrap_err();
    format!("{error} [{}]", error.code())
}

fn scopes(traces: Vec<LifetimeTrace>) -> MemoryTraceScopes {
    MemoryTraceScopes {
        traces,
        provenance: Provenance::default(),
    }
}

#[test]
fn csv_has_symbols_and_expressions() {
    let read = read_trace(CSV.as_bytes()).unwrap();
    let trace = &read.traces[0];
    assert_eq!(trace.symbols().len(), 2);
    assert_eq!(trace.at(&[2, 64]).unwrap().buffers()[0].size.0, 33_280);
    assert_eq!(
        String::from_utf8(write_trace(&read, Format::Csv).unwrap()).unwrap(),
        CSV
    );
    let spread = CSV
        .replace(",4*b*s*s + 256*b,", ", \"256 * b+4*s*b*s\" ,")
        .replace('\n', "\r\n");
    assert_eq!(read_trace(spread.as_bytes()).unwrap(), read);
}

#[test]
fn json_has_symbols_and_terms() {
    let read = read_trace(CSV.as_bytes()).unwrap();
    let json = String::from_utf8(write_trace(&read, Format::Json).unwrap()).unwrap();
    assert!(json.contains(
        "\"symbols\":[{\"name\":\"b\",\"min\":1,\"max\":64},{\"name\":\"s\",\"min\":32,\"multiple\":32}],\"buffers\":"
    ));
    assert!(json.contains("\"size_bytes\":[{\"coefficient\":1,\"symbols\":[\"s\"]},{\"coefficient\":-1,\"symbols\":[]}]"));
    assert_eq!(read_trace(json.as_bytes()).unwrap(), read);
    let pretty: serde_json::Value = serde_json::from_str(&json).unwrap();
    let pretty = serde_json::to_string_pretty(&pretty).unwrap(); // sorts keys: `symbols` comes last
    assert_eq!(read_trace(pretty.as_bytes()).unwrap(), read);
}

/// In JSON, a size may be an expression as in CSV.
#[test]
fn json_has_expressions() {
    let json = "{\"format\":\"memplan-trace\",\"version\":1,\n\"traces\":[{\"scope\":\"\",\
                \"buffers\":[{\"name\":\"x\",\"begin_tick\":0,\"end_tick\":1,\n\
                \"size_bytes\":\"4*b + b*s\"}],\"symbols\":[{\"name\":\"b\",\"min\":1},{\"name\":\"s\",\"min\":1}]}]}";
    let read = read_trace(json.as_bytes()).unwrap();
    assert_eq!(read.traces[0].at(&[2, 5]).unwrap().buffers()[0].size.0, 18);
    assert_eq!(
        error(&json.replace("b*s", "b*t")),
        "line 3, column 23: there is no symbol `t`; known symbols: b, s [syntax]"
    );
    assert_eq!(
        error(&json.replace("\"symbols\"", "\"in_place\":[],\"symbol\""))
            .split(" [")
            .next(),
        Some(
            "line 3, column 49: unknown field `symbol`, expected one of `scope`, `memory_space`, `capacity_bytes`, \
              `pools`, `symbols`, `buffers`, `in_place`, `same_place`, `apart`, `never_together`, `reuse_costs`, \
              `bank_costs`, `objective`"
        )
    );
}

#[test]
fn random_traces_are_read_back() {
    let mut random = Random::new(5);
    for n in 0..60 {
        let of_one = scopes(vec![trace(&mut random, n)]);
        let csv = write_trace(&of_one, Format::Csv).unwrap();
        assert_eq!(read_trace(&csv).unwrap(), of_one);
        let of_three = scopes(vec![
            trace(&mut random, n),
            trace(&mut random, 3).at(&[1, 2]).unwrap().into_owned(),
            trace(&mut random, 2),
        ]);
        let json = write_trace(&of_three, Format::Json).unwrap();
        assert_eq!(read_trace(&json).unwrap(), of_three);
        let binary = write_trace(&of_three, Format::Binary).unwrap();
        assert_eq!(read_trace(&binary).unwrap(), of_three);
        let events = write_trace(&of_one, Format::Events).unwrap_err();
        assert_eq!(events.code(), "unrepresentable");
    }
}

/// A file whose sizes are numbers is a file without symbols but for its declarations.
#[test]
fn declared_symbols_may_be_unused() {
    let read = read_trace(b"# symbol b 1..2\nid,lower,upper,size\na,0,1,4\n").unwrap();
    assert_eq!(read.traces[0].symbols().len(), 1);
    assert_eq!(
        error("id,lower,upper,size\na,0,1,4*b\n"),
        "line 2, column 7: the size `4*b` is not a whole number from 0 to 2^64 - 1, and no symbols are declared [syntax]"
    );
}

/// Another reader than this one says which part of a file it does not know.
#[test]
fn unknown_parts_are_named() {
    let read = read_trace(CSV.as_bytes()).unwrap();
    let mut bytes = write_trace(&read, Format::Binary).unwrap();
    let at = bytes
        .windows(7)
        .position(|name| name == b"symbols")
        .unwrap();
    bytes[at..at + 7].copy_from_slice(b"cymbals");
    let payload = bytes[28..].to_vec();
    bytes[20..28].copy_from_slice(&xxhash_rust::xxh3::xxh3_64(&payload).to_le_bytes());
    let refused = read_trace(&bytes).unwrap_err();
    assert_eq!(
        refused.to_string(),
        "the part `cymbals` of version 1 is not known: use a newer memplan"
    );
}

#[test]
fn errors_have_the_position_in_the_file() {
    let with = |from: &str, to: &str| error(&CSV.replacen(from, to, 1));
    assert_eq!(
        with("s - 1", "s - t"),
        "line 6, column 11: there is no symbol `t`; known symbols: b, s [syntax]"
    );
    assert_eq!(
        with("b 1..64", "b 1-64"),
        "line 1, column 1: expected `# symbol NAME MIN..MAX`, `MIN..`, or either with `multiple N` [syntax]"
    );
    assert_eq!(
        with("b 1..64", "b 64..1"),
        "line 1, column 1: symbol `b`: the range is empty [syntax]"
    );
    assert_eq!(
        with("symbol s", "symbol b"),
        "line 2, column 1: symbol `b`: the name is taken [syntax]"
    );
    // What the inner reader reports after an expression.
    assert_eq!(
        with("256*b,64", "256*b,6x"),
        "line 4, column 23: the alignment `6x` is not a whole number from 0 to 2^64 - 1 [syntax]"
    );
    let json = "{\"format\":\"memplan-trace\",\"version\":1,\n\"traces\":[{\"scope\":\"\",\n\
                \"symbols\":[{\"name\":\"b\",\"min\":1}],\n\"buffers\":[{\"name\":\"x\",\"begin_tick\":0,\"end_tick\":1,\n\
                \"size_bytes\":[{\"coefficient\":4,\"symbols\":[\"c\"]}]}]}]}";
    assert_eq!(
        error(json),
        "line 5, column 14: symbol `c`: it is not declared [syntax]"
    );
    assert!(read_trace(json.replace("\"c\"", "\"b\"").as_bytes()).is_ok());
    assert_eq!(
        error(&json.replace("\"c\"]", "\"b\"").replace("}]}]}", "]}]}")),
        "line 5, column 51: EOF while parsing a list [syntax]"
    );
}

fn planned(trace: &LifetimeTrace) -> MemorySchedule {
    let planner = registry::planner("greedy-by-size").unwrap();
    orient(trace, &*planner, &OrientOptions::default()).unwrap()
}

fn file(schedules: Vec<MemorySchedule>) -> MemoryPlan {
    MemoryPlan {
        schedules,
        provenance: Provenance::default(),
        trace_hash: Some(7),
    }
}

/// Files that are cut or changed anywhere are read or refused.
#[test]
fn damaged_files_do_no_harm() {
    let read = read_trace(CSV.as_bytes()).unwrap();
    let plan = file(vec![planned(&read.traces[0])]);
    let mut random = Random::new(6);
    for original in [
        CSV.as_bytes().to_vec(),
        write_trace(&read, Format::Json).unwrap(),
        write_trace(&read, Format::Binary).unwrap(),
        write_plan(&plan, Format::Json).unwrap(),
        write_plan(&plan, Format::Binary).unwrap(),
    ] {
        for _ in 0..3000 {
            let mut bytes = original.clone();
            let at = random.index(bytes.len());
            match random.below(3) {
                0 => bytes.truncate(at),
                1 => bytes[at] = *random.pick(b"0-9\"{}[],.# \n\xffb"),
                _ => drop(bytes.remove(at)),
            }
            if let Some(payload) = bytes.get(28..).filter(|_| bytes[0] == 0x89) {
                // What the checksum covers has to be refused by itself.
                let sum = xxhash_rust::xxh3::xxh3_64(payload).to_le_bytes();
                let length = (payload.len() as u64).to_le_bytes();
                bytes[12..20].copy_from_slice(&length);
                bytes[20..28].copy_from_slice(&sum);
            }
            if let Ok(read) = read_trace(&bytes) {
                read.traces
                    .iter()
                    .for_each(|trace| drop(trace.load_terms()));
            }
            if let Ok(file) = read_plan(&bytes) {
                for plan in file.schedules.iter().filter_map(|s| s.oriented.as_deref()) {
                    let _ = check(&read.traces[0], plan);
                    let _ = plan.evaluate(&[3, 40]);
                }
            }
        }
    }
}

#[test]
fn plans_are_read_back() {
    let mut random = Random::new(7);
    for n in 0..20 {
        let trace = trace(&mut random, 2 * n);
        let file = file(vec![planned(&trace)]);
        for format in [Format::Json, Format::Binary] {
            let bytes = write_plan(&file, format).unwrap();
            assert_eq!(read_plan(&bytes).as_ref(), Ok(&file));
        }
        for format in [Format::Csv, Format::Events] {
            assert_eq!(
                write_plan(&file, format).unwrap_err().code(),
                "unrepresentable"
            );
        }
        let csv = wire::write_plan_csv(&trace, &file.schedules[0]);
        assert_eq!(csv.unwrap_err().code(), "unrepresentable");
    }
    let cycle = "{\"format\":\"memplan-plan\",\"version\":1,\"schedules\":[],\"orientation_plans\":[{\"symbols\":[],\
                 \"alignment_bytes\":1,\"sizes\":[{\"size_bytes\":4,\"rounded\":false}],\"buffer_sizes\":[0,0],\
                 \"orientations\":[{\"edges\":[[0,1],[1,0]]}]}]}";
    let read = |text: &str| read_plan(text.as_bytes()).unwrap_err().to_string();
    assert_eq!(read(cycle), "schedule 0: the edges form a cycle");
    assert_eq!(
        read(&cycle.replace("[1,0]", "[1,2]")),
        "schedule 0: edge 1 -> 2: there are 2 buffers"
    );
    let valid = cycle.replace(",[1,0]", "");
    assert!(read_plan(valid.as_bytes()).is_ok());
    let fixed = "\"fixed_offsets_bytes\":[0],\"orientations\"";
    assert_eq!(
        read(&valid.replace("\"orientations\"", fixed)),
        "schedule 0: only plans without symbols have fixed offsets, one for each buffer"
    );
    let newer = read(&valid.replace("\"version\":1", "\"version\":9"));
    assert!(newer.starts_with("the format version is 9"), "{newer}");
    let wrong = "\"arithmetic\":{\"values\":[\"zero\"],\"results\":[]},\"orientations\"";
    assert_eq!(
        read(&valid.replace("\"orientations\"", wrong)),
        "schedule 0: `arithmetic` does not compute what the orientations say"
    );
}

#[test]
fn the_hash_is_that_of_sizes_too() {
    let hash = |text: &str| trace_hash(&read_trace(text.as_bytes()).unwrap()).unwrap();
    assert_ne!(hash(CSV), hash(&CSV.replace("s - 1", "s + 1")));
}
