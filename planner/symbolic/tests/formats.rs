//! CSV and JSON of symbolic traces and plans.

use memplan_planner::registry;
use memplan_planner::wire::{self, Format};
use memplan_support::Random;
use memplan_symbolic::{
    OrientOptions, OrientationPlan, SymbolicScopes, SymbolicTrace, check, orient, read_traces,
    write_traces,
};

use crate::common::trace;

const CSV: &str = "# symbol b 1..64\n# symbol s 32.. multiple 32\n\
                   id,lower,upper,size,alignment\n\
                   x,0,3,4*b*s*s + 256*b,64\n\
                   \"y, \"\"z\"\"\",1,4,100,1\n\
                   w,2,5,s - 1,1\n";

fn error(text: &str) -> String {
    let error = read_traces(text.as_bytes()).unwrap_err();
    format!("{error} [{}]", error.code())
}

fn scopes(traces: Vec<SymbolicTrace>) -> SymbolicScopes {
    SymbolicScopes {
        traces,
        provenance: memplan_planner::Provenance::default(),
    }
}

#[test]
fn csv_has_symbols_and_expressions() {
    let read = read_traces(CSV.as_bytes()).unwrap();
    let trace = &read.traces[0];
    assert_eq!(trace.symbols().len(), 2);
    assert_eq!(trace.at(&[2, 64]).unwrap().buffers()[0].size.0, 33_280);
    assert_eq!(
        String::from_utf8(write_traces(&read, Format::Csv).unwrap()).unwrap(),
        CSV
    );
    let spread = CSV
        .replace(",4*b*s*s + 256*b,", ", \"256 * b+4*s*b*s\" ,")
        .replace('\n', "\r\n");
    assert_eq!(read_traces(spread.as_bytes()).unwrap(), read);
}

#[test]
fn json_has_symbols_and_terms() {
    let read = read_traces(CSV.as_bytes()).unwrap();
    let json = String::from_utf8(write_traces(&read, Format::Json).unwrap()).unwrap();
    assert!(json.contains(
        "\"symbols\":[{\"name\":\"b\",\"min\":1,\"max\":64},{\"name\":\"s\",\"min\":32,\"multiple\":32}],\"buffers\":"
    ));
    assert!(json.contains("\"size_bytes\":[{\"coefficient\":1,\"symbols\":[\"s\"]},{\"coefficient\":-1,\"symbols\":[]}]"));
    assert_eq!(read_traces(json.as_bytes()).unwrap(), read);
    let pretty: serde_json::Value = serde_json::from_str(&json).unwrap();
    let pretty = serde_json::to_string_pretty(&pretty).unwrap(); // sorts keys: `symbols` comes last
    assert_eq!(read_traces(pretty.as_bytes()).unwrap(), read);
}

#[test]
fn traces_without_symbols_are_written_as_before() {
    let mut random = Random::new(4);
    let plain = trace(&mut random, 30).at(&[3, 77]).unwrap();
    let expected = memplan_planner::MemoryTraceScopes {
        traces: vec![plain.clone()],
        provenance: memplan_planner::Provenance::default(),
    };
    for format in [Format::Binary, Format::Json, Format::Csv] {
        let bytes = wire::write_trace(&expected, format).unwrap();
        assert_eq!(
            write_traces(&scopes(vec![plain.clone().into()]), format).unwrap(),
            bytes
        );
        assert_eq!(
            read_traces(&bytes).unwrap().traces[0].at(&[]).unwrap(),
            plain
        );
    }
}

#[test]
fn random_traces_are_read_back() {
    let mut random = Random::new(5);
    for n in 0..60 {
        let of_one = scopes(vec![trace(&mut random, n)]);
        let csv = write_traces(&of_one, Format::Csv).unwrap();
        assert_eq!(read_traces(&csv).unwrap(), of_one);
        let of_three = scopes(vec![
            trace(&mut random, n),
            trace(&mut random, 3).at(&[1, 2]).unwrap().into(),
            trace(&mut random, 2),
        ]);
        let json = write_traces(&of_three, Format::Json).unwrap();
        assert_eq!(read_traces(&json).unwrap(), of_three);
        let binary = write_traces(&of_three, Format::Binary).unwrap_err();
        assert_eq!(binary.code(), "malformed");
    }
}

#[test]
fn readers_without_symbols_refuse() {
    let read = read_traces(CSV.as_bytes()).unwrap();
    let refused = wire::read_trace(CSV.as_bytes()).unwrap_err();
    assert_eq!(refused.code(), "symbolic-size");
    assert!(
        refused.to_string().starts_with("line 4, column 7: "),
        "{refused}"
    );
    let json = write_traces(&read, Format::Json).unwrap();
    let refused = wire::read_trace(&json).unwrap_err();
    assert_eq!(refused.code(), "symbolic-size");
    assert!(
        refused.to_string().starts_with("line 1, column "),
        "{refused}"
    );
    // A file whose sizes are numbers is a file without symbols.
    assert!(wire::read_trace(b"# symbol b 1..2\nid,lower,upper,size\na,0,1,4\n").is_ok());
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
        "symbol `b`: the name is taken [bad-symbol]"
    );
    // What the inner reader finds behind an expression.
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
    assert!(read_traces(json.replace("\"c\"", "\"b\"").as_bytes()).is_ok());
    assert_eq!(
        error(&json.replace("\"c\"]", "\"b\"").replace("}]}]}", "]}]}")),
        "line 5, column 51: EOF while parsing a list [syntax]"
    );
}

/// Files that are cut or changed anywhere are read or refused.
#[test]
fn damaged_files_do_no_harm() {
    let read = read_traces(CSV.as_bytes()).unwrap();
    let planner = registry::planner("greedy-by-size").unwrap();
    let plan = orient(&read.traces[0], &*planner, &OrientOptions::default()).unwrap();
    let mut random = Random::new(6);
    for original in [
        CSV.as_bytes().to_vec(),
        write_traces(&read, Format::Json).unwrap(),
        plan.to_json().unwrap(),
    ] {
        for _ in 0..3000 {
            let mut bytes = original.clone();
            let at = random.index(bytes.len());
            match random.below(3) {
                0 => bytes.truncate(at),
                1 => bytes[at] = *random.pick(b"0-9\"{}[],.# \n\xffb"),
                _ => drop(bytes.remove(at)),
            }
            if let Ok(read) = read_traces(&bytes) {
                read.traces
                    .iter()
                    .for_each(|trace| drop(trace.load_terms()));
            }
            if let Ok(plan) = OrientationPlan::from_json(&bytes) {
                let _ = check(&read.traces[0], &plan);
                let _ = plan.evaluate(&[3, 40]);
            }
        }
    }
}

#[test]
fn plans_are_read_back() {
    let mut random = Random::new(7);
    let planner = registry::planner("greedy-by-size").unwrap();
    for n in 0..20 {
        let trace = trace(&mut random, 2 * n);
        let plan = orient(&trace, &*planner, &OrientOptions::default()).unwrap();
        let json = plan.to_json().unwrap();
        assert_eq!(OrientationPlan::from_json(&json).unwrap(), plan);
    }
    let cycle = "{\"format\":\"memplan-orientation-plan\",\"version\":1,\"symbols\":[],\"alignment_bytes\":1,\"sizes\":\
                 [{\"size_bytes\":4,\"rounded\":false}],\"buffer_sizes\":[0,0],\"orientations\":[{\"edges\":[[0,1],[1,0]]}],\
                 \"figures\":[]}";
    let read = |text: &str| {
        OrientationPlan::from_json(text.as_bytes())
            .unwrap_err()
            .to_string()
    };
    assert_eq!(read(cycle), "the edges form a cycle");
    assert_eq!(
        read(&cycle.replace("[1,0]", "[1,2]")),
        "edge 1 -> 2: there are 2 buffers"
    );
    assert_eq!(
        read(&cycle.replace("\"version\":1", "\"version\":2")),
        "expected format `memplan-orientation-plan` of version 1, found `memplan-orientation-plan` of version 2"
    );
}
