//! Written files are read back, and any other input is rejected with a message.

#![allow(
    clippy::unwrap_used,
    clippy::panic,
    reason = "a helper that fails is a test that fails"
)]

use std::collections::BTreeSet;

use crate::common::{Features, traces};
use memplan_planner::symbols::Orientation;
use memplan_planner::wire::{
    Format, PLAN_SCHEMA, TRACE_SCHEMA, WireError, read_plan, read_trace, trace_hash, write_plan,
    write_plan_csv, write_trace,
};
use memplan_planner::{
    BoundRule, BufferId, Bytes, InPlaceHint, InPlaceKind, Lifetime, LifetimeTrace, Measure,
    MemoryPlan, MemorySchedule, MemoryTraceScopes, Optimality, PlanOptions, PoolId, PoolSchedule,
    Provenance, Residence, Term, Tick, Units, registry,
};
use memplan_testing::schema::{conforms, fields_known, fields_used};
use proptest::prelude::*;
use serde_json::Value;

const ALL: Features = Features {
    gaps: true,
    pins: true,
    alignments: true,
};

fn provenance() -> Provenance {
    Provenance {
        collector: "tick".to_owned(),
        options: "compat=reference".to_owned(),
        source_hash: Some(u128::MAX / 3),
        source_name: "a \"model\".mlir".to_owned(),
    }
}

/// Uses everything that the formats can hold.
fn scopes() -> MemoryTraceScopes {
    let first: LifetimeTrace =
        "a -5..9 64 align=8 gap=0..2 gap=3..4@8..16; b 2..4 8 pin=128; c 4..9 0 hint=3"
            .parse()
            .unwrap();
    let hints = [(1, 0, InPlaceKind::Free), (2, 1, InPlaceKind::ZeroOffset)];
    let hints = hints.map(|(buffer, other, kind)| InPlaceHint {
        buffer: BufferId(buffer),
        other: BufferId(other),
        kind,
    });
    let first = first
        .into_builder()
        .memory_space(Some("1".to_owned()))
        .capacity(Some(Bytes(4096)))
        .in_place(hints)
        .build()
        .unwrap();
    let empty = LifetimeTrace::builder("@empty").build().unwrap();
    MemoryTraceScopes {
        traces: vec![first, empty],
        provenance: provenance(),
    }
}

/// Uses everything that pools, relations and objectives can hold.
fn related() -> MemoryTraceScopes {
    let trace: LifetimeTrace =
        "a 0..4 32 pool=l1,dram; b 2..6 8 pin=8 pool=l1 forever; c 0..9 4 uses=1,4,5..7u,8*3 times=7\n\
         pool l1 188416 align=4 banks=16x4! access=3 copy=64 copies=2\nreserve l1 0..8\npool dram -\n\
         same a c\napart a b\nnever b c\ncost a b 3\nbank-cost a b 2\n\
         objective reuse-cost,total-peak"
            .parse()
            .unwrap();
    MemoryTraceScopes {
        traces: vec![trace, scopes().traces.remove(0)],
        provenance: provenance(),
    }
}

/// A plan of the first trace of [`related`], and a simple one.
fn pooled() -> MemoryPlan {
    let schedule = MemorySchedule {
        certificate: Some([1, 0xaf, 0].into()),
        pooled: Some(Box::new(PoolSchedule {
            pools: vec![PoolId(1), PoolId(0), PoolId(1)],
            peaks: vec![Bytes(16), Bytes(32)],
            terms: vec![Term {
                measure: Measure::TotalPeak,
                value: 48,
                bound: 40,
            }],
            residences: vec![Residence {
                buffer: BufferId(1),
                pool: PoolId(0),
                offset: Bytes(0),
                ticks: Lifetime::half_open(Tick(2), Tick(4)),
                copy_ticks: Some(1),
            }],
        })),
        ..plan().schedules.remove(0)
    };
    MemoryPlan {
        schedules: vec![schedule, plan().schedules.remove(1)],
        ..plan()
    }
}

fn plan() -> MemoryPlan {
    let schedule = |optimality| MemorySchedule {
        certificate: None,
        oriented: None,
        pooled: None,
        total_size: Bytes(192),
        offsets: vec![Bytes(0), Bytes(128), Bytes(0)],
        reuses: vec![(BufferId(1), vec![BufferId(0), BufferId(2)])],
        planner: "chunk-hot".to_owned(),
        work: Units(6),
        bound_rule: (optimality != Optimality::Unknown).then_some(BoundRule::AlignedLoad),
        stopped_by: None,
        optimality,
    };
    let bounds = [
        Optimality::Optimal,
        Optimality::LowerBound(Bytes(64)),
        Optimality::Unknown,
    ];
    MemoryPlan {
        schedules: bounds.map(schedule).to_vec(),
        provenance: provenance(),
        trace_hash: Some(trace_hash(&scopes()).unwrap()),
    }
}

proptest! {
    #![proptest_config(ProptestConfig {
        cases: 300,
        failure_persistence: None,
        ..ProptestConfig::default()
    })]

    #[test]
    fn traces_come_back_bit_by_bit(first in traces(30, ALL), second in traces(5, ALL)) {
        let both = MemoryTraceScopes { traces: vec![first.clone(), second], provenance: provenance() };
        for format in [Format::Binary, Format::Json] {
            let bytes = write_trace(&both, format).unwrap();
            prop_assert_eq!(&read_trace(&bytes).unwrap(), &both);
        }
        let unnamed = LifetimeTrace::builder("").buffers(first.buffers().iter().cloned());
        let one = MemoryTraceScopes {
            traces: vec![unnamed.build().unwrap()],
            provenance: Provenance::default(),
        };
        let bytes = write_trace(&one, Format::Csv).unwrap();
        prop_assert_eq!(read_trace(&bytes).unwrap(), one);
    }

    #[test]
    fn damaged_bytes_never_pass(place in 0_usize..10_000, change in 1_u8..=255, cut in any::<bool>()) {
        for bytes in [
            write_trace(&scopes(), Format::Binary).unwrap(),
            write_plan(&plan(), Format::Binary).unwrap(),
        ] {
            let place = place % bytes.len();
            let mut damaged = bytes.clone();
            if cut {
                damaged.truncate(place);
            } else {
                damaged[place] ^= change;
            }
            prop_assert!(read_trace(&damaged).is_err());
            prop_assert!(read_plan(&damaged).is_err());
        }
    }

    #[test]
    fn any_bytes_give_a_result_or_an_error(
        noise in proptest::collection::vec(any::<u8>(), 0..200),
        edits in proptest::collection::vec((0_usize..10_000, any::<u8>()), 1..6),
    ) {
        let _ = (read_trace(&noise), read_plan(&noise));
        for mut bytes in [
            write_trace(&scopes(), Format::Json).unwrap(),
            write_plan(&plan(), Format::Json).unwrap(),
            b"id,lower,upper,size,gaps,offset\na,0,9,8,1-2@0:3,4\n\"b\",0,1,2,,\n".to_vec(),
            b"a x 1 2\na y 3\nf x\n".to_vec(),
        ] {
            for &(place, byte) in &edits {
                let place = place % bytes.len();
                bytes[place] = byte;
            }
            let _ = (read_trace(&bytes), read_plan(&bytes));
        }
    }

    /// Payloads with a right checksum reach the decoder.
    #[test]
    fn no_payload_makes_the_decoder_fail_otherwise(
        edits in proptest::collection::vec((0_usize..10_000, any::<u8>()), 1..6),
    ) {
        for bytes in [
            write_trace(&scopes(), Format::Binary).unwrap(),
            write_plan(&plan(), Format::Binary).unwrap(),
        ] {
            let mut payload = bytes[28..].to_vec();
            for &(place, byte) in &edits {
                let place = place % payload.len();
                payload[place] = byte;
            }
            let bytes = framed(&bytes[..8], 1, &payload);
            let _ = (read_trace(&bytes), read_plan(&bytes));
        }
    }
}

fn framed(magic: &[u8], version: u32, payload: &[u8]) -> Vec<u8> {
    [
        magic,
        &version.to_le_bytes(),
        &(payload.len() as u64).to_le_bytes(),
        &xxhash_rust::xxh3::xxh3_64(payload).to_le_bytes(),
        payload,
    ]
    .concat()
}

#[test]
fn everything_a_trace_or_plan_can_hold_comes_back() {
    for format in [Format::Binary, Format::Json] {
        assert_eq!(
            read_trace(&write_trace(&scopes(), format).unwrap()),
            Ok(scopes())
        );
        assert_eq!(read_plan(&write_plan(&plan(), format).unwrap()), Ok(plan()));
        assert_eq!(
            read_trace(&write_trace(&related(), format).unwrap()),
            Ok(related())
        );
        assert_eq!(
            read_plan(&write_plan(&pooled(), format).unwrap()),
            Ok(pooled())
        );
    }
}

#[test]
fn relations_raise_the_version_of_json_and_change_the_hash() {
    let binary = write_trace(&related(), Format::Binary).unwrap();
    let json = String::from_utf8(write_trace(&related(), Format::Json).unwrap()).unwrap();
    assert!(json.contains("\"version\":2"), "{json}");
    let json = String::from_utf8(write_plan(&pooled(), Format::Json).unwrap()).unwrap();
    assert!(json.contains("\"version\":2"), "{json}");
    let mut other = related();
    other.traces[0] = (other.traces[0]
        .to_string()
        .replace("cost a b 3", "cost a b 4"))
    .parse()
    .unwrap();
    assert_ne!(trace_hash(&other), trace_hash(&related()));
    let mut damaged = binary.clone();
    damaged[40] ^= 1;
    assert_eq!(read_trace(&damaged), Err(WireError::Checksum));
    let one = MemoryTraceScopes {
        traces: vec![related().traces.remove(0)],
        ..related()
    };
    for format in [Format::Csv, Format::Events] {
        assert!(matches!(
            write_trace(&one, format),
            Err(WireError::Unrepresentable { .. })
        ));
    }
    let unknown = json.replace("total-peak", "beauty");
    assert_eq!(
        read_plan(unknown.as_bytes()).unwrap_err().to_string(),
        "schedule 0: `beauty` is not a measure; known measures: capacity-overflow, reuse-cost, \
         bank-cost, bytes-moved, total-peak, \
         max-peak"
    );
}

#[test]
fn plans_in_csv_are_the_columns_of_the_trace_and_an_offset() {
    let trace: LifetimeTrace = "a 0..4 8; b 2..6 8 align=4 gap=3..4".parse().unwrap();
    let schedule = MemorySchedule {
        certificate: None,
        oriented: None,
        pooled: None,
        total_size: Bytes(16),
        offsets: vec![Bytes(0), Bytes(8)],
        reuses: Vec::new(),
        planner: "first-fit".to_owned(),
        work: Units(2),
        optimality: Optimality::Optimal,
        bound_rule: Some(BoundRule::Search),
        stopped_by: None,
    };
    let bytes = write_plan_csv(&trace, &schedule).unwrap();
    assert_eq!(
        String::from_utf8(bytes.clone()).unwrap(),
        "id,lower,upper,size,alignment,gaps,offset\na,0,4,8,1,,0\nb,2,6,8,4,3-4,8\n"
    );
    let plan = read_plan(&bytes).unwrap();
    assert_eq!(plan.schedules[0].offsets, schedule.offsets);
    assert_eq!(plan.schedules[0].total_size, schedule.total_size);
    let empty = MemorySchedule {
        offsets: Vec::new(),
        ..schedule
    };
    assert_eq!(
        write_plan_csv(&trace, &empty).unwrap_err().to_string(),
        "schedule 0: it has 0 offsets, the trace has 2 buffers"
    );
}

#[test]
fn each_way_to_be_wrong_has_its_own_words() {
    let trace = write_trace(&scopes(), Format::Binary).unwrap();
    let plan = write_plan(&plan(), Format::Binary).unwrap();
    let error = |bytes: &[u8]| read_trace(bytes).unwrap_err().to_string();

    assert_eq!(
        error(b" \n# nothing\n"),
        "the input is empty: expected a trace or plan as binary, JSON or CSV"
    );
    assert!(matches!(
        read_trace(b"\x7fELF"),
        Err(WireError::UnknownFormat)
    ));
    assert_eq!(error(&plan), "expected a trace, found a plan");
    assert_eq!(
        read_plan(&trace).unwrap_err().to_string(),
        "expected a plan, found a trace"
    );
    assert_eq!(
        error(&framed(&trace[..8], 2, &trace[28..])),
        "the content is malformed: the plain file inside is cut off"
    );
    assert_eq!(
        error(&framed(&trace[..8], 5, &trace[28..])),
        "the format version is 5, this program reads files up to 4 and JSON up to 2: \
         use a newer memplan, or write the file again with this one"
    );
    let n_bytes = trace.len();
    assert_eq!(
        error(&trace[..n_bytes - 1]),
        format!(
            "the input is truncated: expected {n_bytes} bytes, found {}; copy it again",
            n_bytes - 1
        )
    );
    assert_eq!(
        error(&[&trace[..], b"\n"].concat()),
        "1 bytes follow the end of the input; copy it again"
    );
    let inner_junk = [&trace[28..], b"\0"].concat();
    assert!(matches!(
        read_trace(&framed(&trace[..8], 4, &inner_junk)),
        Err(WireError::TrailingBytes { n_bytes: 1 })
    ));
    let mut damaged = trace.clone();
    damaged[30] ^= 1;
    assert_eq!(
        error(&damaged),
        "the checksum does not match: the file is damaged; copy or write it again"
    );
    assert_eq!(
        error(br#"{"format":"memplan-trace","version":3,"news":[]}"#),
        "the format version is 3, this program reads files up to 4 and JSON up to 2: \
         use a newer memplan, or write the file again with this one"
    );
    assert_eq!(
        error(br#"{"format":"memplan-trace","version":1,"traces":[{"scope":"f","buffers":[{"name":"a","begin_tick":4,"end_tick":2,"size_bytes":1}]}]}"#),
        "trace 0 (scope `f`): buffer `a` has an empty lifetime 4..2: \
         its begin must be before its end"
    );
    assert_eq!(
        error(b"{\"format\":\"memplan-trace\",\"version\":1,\n\"traces\":[{\"scoop\":\"f\"}]}"),
        "line 2, column 18: unknown field `scoop`, expected one of `scope`, `memory_space`, \
         `capacity_bytes`, `pools`, `symbols`, `buffers`, `in_place`, `same_place`, `apart`, \
         `never_together`, `reuse_costs`, `bank_costs`, `objective`"
    );
    let dangling = br#"{"format":"memplan-plan","version":1,"schedules":[{"planner":"p","total_size_bytes":8,"offsets_bytes":[0],"reuses":[{"buffer":0,"others":[1]}],"work":1,"optimality":"unknown"}]}"#;
    assert_eq!(
        read_plan(dangling).unwrap_err().to_string(),
        "schedule 0: it reuses buffer 1 in place, but has 1 offsets"
    );
    assert_eq!(
        write_trace(&scopes(), Format::Csv).unwrap_err().to_string(),
        "the csv format holds one trace, this input has 2"
    );
}

#[test]
fn a_claimed_length_allocates_nothing() {
    // A payload of a few bytes that claims strings and lists of 2^60 elements.
    let magic = &write_trace(&scopes(), Format::Binary).unwrap()[..8];
    let huge = [&[253][..], &(1_u64 << 60).to_le_bytes()].concat();
    for prefix in [vec![], vec![0, 0, 0, 0], vec![0, 0, 0, 0, 1, 0, 0, 0]] {
        let payload = [prefix, huge.clone()].concat();
        let error = read_trace(&framed(magic, 1, &payload)).unwrap_err();
        assert!(matches!(error, WireError::Malformed { .. }), "{error}");
    }
}

#[test]
fn the_hash_of_traces_ignores_where_they_come_from() {
    let hash = trace_hash(&scopes()).unwrap();
    let elsewhere = MemoryTraceScopes {
        provenance: Provenance::default(),
        ..scopes()
    };
    assert_eq!(trace_hash(&elsewhere), Ok(hash));
    let mut fewer = scopes();
    fewer.traces.pop();
    assert_ne!(trace_hash(&fewer), Ok(hash));
}

#[test]
fn the_schemas_describe_what_is_written_and_nothing_else() {
    let of_traces = |scopes| write_trace(&scopes, Format::Json).unwrap();
    let of_plan = |plan| write_plan(&plan, Format::Json).unwrap();
    // Two buffers below one, whose sizes are incomparable: a maximum.
    let symbolic =
        b"# symbol b 8..64 multiple 8\nid,lower,upper,size\nx,0,2,b*b\ny,3,5,100\nz,1,4,b\n";
    let symbolic = read_trace(symbolic).unwrap();
    let edges = [(0, 2), (1, 2)].map(|(a, b)| (BufferId(a), BufferId(b)));
    let first_fit = registry::planner("first-fit").unwrap();
    let mut oriented = first_fit
        .plan(&symbolic.traces[0], &PlanOptions::default())
        .unwrap();
    let formulas = oriented.oriented.as_mut().unwrap();
    formulas.orientations = vec![Orientation::from_edges(3, edges).unwrap()];
    let oriented = MemoryPlan {
        schedules: vec![oriented],
        ..MemoryPlan::default()
    };
    for (schema, examples) in [
        (
            TRACE_SCHEMA,
            [
                of_traces(scopes()),
                of_traces(related()),
                of_traces(symbolic),
            ],
        ),
        (
            PLAN_SCHEMA,
            [of_plan(plan()), of_plan(pooled()), of_plan(oriented)],
        ),
    ] {
        let schema: Value = serde_json::from_str(schema).unwrap();
        let mut used = BTreeSet::new();
        for example in examples {
            let value: Value = serde_json::from_slice(&example).unwrap();
            assert_eq!(conforms(&value, &schema, &schema), Ok(()));
            used.extend(fields_used(&value));
        }
        // The examples use all fields, so this finds superfluous fields in the schema.
        assert_eq!(used, fields_known(&schema));
    }
}
