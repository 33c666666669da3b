//! CSV and JSON of symbolic traces and plans.

use memplan_planner::wire::{self, Format, WireError};
use memplan_planner::{BufferId, registry};
use memplan_support::Random;
use memplan_symbolic::{
    OrientOptions, Orientation, OrientationPlan, OrientationPlans, PLAN_SCHEMA, SymbolicScopes,
    SymbolicTrace, TRACE_SCHEMA, check, orient, read_plans, read_traces, trace_hash, write_plans,
    write_traces,
};
use memplan_testing::schema::{conforms, fields_known, fields_used};

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
        let binary = write_traces(&of_three, Format::Binary).unwrap();
        assert_eq!(read_traces(&binary).unwrap(), of_three);
        let events = write_traces(&of_one, Format::Events).unwrap_err();
        assert_eq!(events.code(), "unrepresentable");
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
    let binary = write_traces(&read, Format::Binary).unwrap();
    assert_eq!(wire::read_trace(&binary).unwrap_err(), WireError::Symbolic);
    // What releases without symbols find: a version that is too new for them.
    assert_eq!(binary[8..12], 2_u32.to_le_bytes());
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
        write_traces(&read, Format::Binary).unwrap(),
        write_plans(&file(plan.clone()), Format::Json).unwrap(),
        write_plans(&file(plan), Format::Binary).unwrap(),
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
            if let Ok(Some(file)) = read_plans(&bytes) {
                for plan in &file.plans {
                    let _ = check(&read.traces[0], plan);
                    let _ = plan.evaluate(&[3, 40]);
                }
            }
        }
    }
}

fn file(plan: OrientationPlan) -> OrientationPlans {
    OrientationPlans {
        plans: vec![plan],
        provenance: memplan_planner::Provenance::default(),
        trace_hash: Some(7),
    }
}

#[test]
fn plans_are_read_back() {
    let mut random = Random::new(7);
    let planner = registry::planner("greedy-by-size").unwrap();
    for n in 0..20 {
        let trace = match n % 4 {
            3 => trace(&mut random, 2 * n).lifetimes().clone().into(),
            _ => trace(&mut random, 2 * n),
        };
        let plan = orient(&trace, &*planner, &OrientOptions::default()).unwrap();
        let file = file(plan);
        for format in [Format::Json, Format::Binary] {
            let bytes = write_plans(&file, format).unwrap();
            assert_eq!(read_plans(&bytes).unwrap().as_ref(), Some(&file));
            assert_eq!(wire::read_plan(&bytes).unwrap_err(), WireError::Symbolic);
            let plain = memplan_planner::MemoryPlan::default();
            let plain = wire::write_plan(&plain, format).unwrap();
            assert_eq!(read_plans(&plain).unwrap(), None);
        }
        for format in [Format::Csv, Format::Events] {
            assert_eq!(
                write_plans(&file, format).unwrap_err().code(),
                "unrepresentable"
            );
        }
    }
    let cycle = "{\"format\":\"memplan-plan\",\"version\":1,\"schedules\":[],\"orientation_plans\":[{\"symbols\":[],\
                 \"alignment_bytes\":1,\"sizes\":[{\"size_bytes\":4,\"rounded\":false}],\"buffer_sizes\":[0,0],\
                 \"orientations\":[{\"edges\":[[0,1],[1,0]]}]}]}";
    let read = |text: &str| read_plans(text.as_bytes()).unwrap_err().to_string();
    assert_eq!(read(cycle), "the edges form a cycle");
    assert_eq!(
        read(&cycle.replace("[1,0]", "[1,2]")),
        "edge 1 -> 2: there are 2 buffers"
    );
    let valid = cycle.replace(",[1,0]", "");
    assert!(read_plans(valid.as_bytes()).unwrap().is_some());
    let fixed = "\"fixed_offsets_bytes\":[0],\"orientations\"";
    assert_eq!(
        read(&valid.replace("\"orientations\"", fixed)),
        "only plans without symbols have fixed offsets, one for each buffer"
    );
    let newer = read(&valid.replace("\"version\":1", "\"version\":9"));
    assert!(newer.starts_with("the format version is 9"), "{newer}");
    let wrong = "\"arithmetic\":{\"values\":[\"zero\"],\"results\":[]},\"orientations\"";
    assert_eq!(
        read(&valid.replace("\"orientations\"", wrong)),
        "`arithmetic` does not compute what the orientations say"
    );
}

#[test]
fn the_schemas_describe_what_is_written_and_nothing_else() {
    let parse = |text: &[u8]| serde_json::from_slice::<serde_json::Value>(text).unwrap();
    let schema = parse(PLAN_SCHEMA.as_bytes());
    let read = read_traces(CSV.as_bytes()).unwrap();
    let planner = registry::planner("greedy-by-size").unwrap();
    // Two buffers below one, whose sizes are incomparable: a maximum.
    let three = "# symbol b 8..64 multiple 8\nid,lower,upper,size\nx,0,2,b*b\ny,3,5,100\nz,1,4,b\n";
    let three = &read_traces(three.as_bytes()).unwrap().traces[0];
    let mut plan = orient(three, &*planner, &OrientOptions::default()).unwrap();
    let edges = [(0, 2), (1, 2)].map(|(a, b)| (BufferId(a), BufferId(b)));
    plan.orientations = vec![Orientation::from_edges(3, edges).unwrap()];
    assert_eq!(check(three, &plan), Ok(()));
    let mut file = file(plan);
    file.provenance.source_hash = Some(1);
    let numbers = three.lifetimes().clone().into();
    let fixed = orient(&numbers, &*planner, &OrientOptions::default()).unwrap();
    file.plans.push(fixed);
    let written = parse(&write_plans(&file, Format::Json).unwrap());
    assert_eq!(conforms(&written, &schema, &schema), Ok(()));
    assert_eq!(fields_used(&written), fields_known(&schema));

    // What symbols add to the schema of traces.
    let schema = parse(TRACE_SCHEMA.as_bytes());
    let written = parse(&write_traces(&read, Format::Json).unwrap());
    assert_eq!(conforms(&written, &schema, &schema), Ok(()));
    let mut plain = parse(wire::TRACE_SCHEMA.as_bytes());
    let mut with_symbols = schema;
    let (fields, plain_fields) = (fields_known(&with_symbols), fields_known(&plain));
    let added: Vec<&String> = fields.difference(&plain_fields).collect();
    assert_eq!(added, ["coefficient", "max", "min", "multiple", "symbols"]);
    for name in ["symbol", "size", "term"] {
        with_symbols["$defs"].as_object_mut().unwrap().remove(name);
    }
    let trace = &mut with_symbols["$defs"]["trace"]["properties"];
    trace.as_object_mut().unwrap().remove("symbols");
    let size = &mut plain["$defs"]["buffer"]["properties"]["size_bytes"];
    *size = with_symbols["$defs"]["buffer"]["properties"]["size_bytes"].clone();
    // Traces with symbols have no relations.
    let relations = [
        ("buffer", &["forever", "pools", "times", "uses"][..]),
        (
            "trace",
            &[
                "apart",
                "bank_costs",
                "never_together",
                "objective",
                "pools",
                "reuse_costs",
                "same_place",
            ],
        ),
    ];
    for (part, names) in relations {
        let part = plain["$defs"][part]["properties"].as_object_mut().unwrap();
        for &name in names {
            assert!(part.remove(name).is_some(), "{name}");
        }
    }
    for name in ["access", "banks", "cost", "pair", "pool"] {
        plain["$defs"].as_object_mut().unwrap().remove(name);
    }
    assert_eq!(with_symbols["$defs"], plain["$defs"]);
}

#[test]
fn the_hash_is_that_of_sizes_too() {
    let hash = |text: &str| trace_hash(&read_traces(text.as_bytes()).unwrap()).unwrap();
    assert_ne!(hash(CSV), hash(&CSV.replace("s - 1", "s + 1")));
    let plain = "id,lower,upper,size\nx,0,1,4\n";
    let scopes = wire::read_trace(plain.as_bytes()).unwrap();
    assert_eq!(hash(plain), wire::trace_hash(&scopes).unwrap());
}
