//! Problems of dsa-solver: what they become, each error with its place, and solutions.

use std::fmt::Write as _;

use memplan_planner::{
    BufferId, Bytes, Measure, MemoryPlan, PoolId, ValidateOptions, Violation, validate,
};
use memplan_readers::TraceInput;

use super::{planned, reader};

/// Uses all features of the format.
const PROBLEM: &str = include_str!("fixtures/dsa-problem.json");

#[test]
fn everything_is_read() {
    let file = reader("dsa-problem").read(&TraceInput::new("p.json", PROBLEM.as_bytes()));
    let trace = file.unwrap().scopes.traces.remove(0);
    assert_eq!(
        trace.to_string(),
        "a 1..4 16 align=8 pool=Vec\nb 1..9 16 gap=4..6 pool=Vec,Mat\n 3..7 8 pin=4 pool=Mat forever\n \
         3..7 8 pool=Mat\npool Vec 64\nreserve Vec 0..8\npool Mat - banks=16x4\nsame  \napart a b\n\
         never b \ncost a b 7\nobjective capacity-overflow,reuse-cost,total-peak"
    );
    assert_eq!(trace.relations().same_place, [(BufferId(2), BufferId(3))]);
}

/// The error of the problem with a change, as `line:column: problem`.
fn error(from: &str, to: &str) -> String {
    assert!(PROBLEM.contains(from), "{from}");
    let changed = PROBLEM.replacen(from, to, 1);
    match reader("dsa-problem").read(&TraceInput::new("p.json", changed.as_bytes())) {
        Ok(_) => "accepted".to_owned(),
        Err(error) => error.to_string(),
    }
}

#[test]
fn each_error_has_its_place() {
    let cases = [
        ("\"schema_version\": 1", "\"schema_version\": 2"),
        ("\"schema_version\": 1", "\"schema_version\": 1.0"),
        ("pypto_structured", "pypto"),
        ("pypto_structured", "pypto_core_relaxation"),
        ("pypto_structured", "pypto_hard_v1"),
        ("pypto_structured", "standard_dsa"),
        ("\"instance\": \"all\"", "\"instance\": \"\""),
        (
            "\"instance\": \"all\"",
            "\"instance\": \"all\", \"relaxed_from\": \"x\"",
        ),
        (
            "\"instance\": \"all\"",
            "\"instance\": \"all\", \"author\": \"x\"",
        ),
        ("\"capacity\": 64, ", ""),
        ("\"capacity\": 64", "\"capacity\": 4"),
        ("\"begin\": 0", "\"begin\": 8"),
        ("\"id\": 2", "\"id\": 7"),
        ("\"bank_size\": 16", "\"bank_size\": 0"),
        ("\"id\": 3", "\"id\": 5"),
        ("\"name\": \"b\"", "\"name\": \"a\""),
        ("\"size\": 16", "\"size\": 0"),
        ("\"size\": 16", "\"size\": -1"),
        ("\"alignment\": 8", "\"alignment\": 0"),
        (
            "{\"lower\": 1, \"upper\": 4}",
            "{\"lower\": 4, \"upper\": 4}",
        ),
        ("[{\"lower\": 1, \"upper\": 4}]", "[]"),
        ("[7, 2]", "[7, 7]"),
        ("[7, 2]", "[7, 8]"),
        ("[7, 2]", "[]"),
        (
            "\"colocations\": [{\"first\": 9, \"second\": 1}]",
            "\"colocations\": [{\"first\": 9, \"second\": 4}]",
        ),
        (
            "\"colocations\": [{\"first\": 9, \"second\": 1}]",
            "\"colocations\": [{\"first\": 9, \"second\": 5}]",
        ),
        (
            "\"colocations\": [{\"first\": 9, \"second\": 1}]",
            "\"colocations\": [{\"first\": 3, \"second\": 5}]",
        ),
        ("\"colocations\": [{\"first\": 9, \"second\": 1}],", ""),
        ("[\"cross_pipe\"]", "[\"whim\"]"),
        ("\"reason\": \"generic\"", "\"reason\": \"whim\""),
        ("\"cost\": 7", "\"cost\": 9223372036854775808"),
        ("\"pool\": 2, \"offset\": 4", "\"pool\": 7, \"offset\": 4"),
        (
            "\"buffer\": 9, \"pool\": 2, \"offset\": 4",
            "\"buffer\": 5, \"pool\": 7, \"offset\": 4",
        ),
        (
            "\"buffer\": 9, \"pool\": 2, \"offset\": 4",
            "\"buffer\": 5, \"pool\": 7, \"offset\": 0",
        ),
        (
            "\"buffer\": 9, \"pool\": 2, \"offset\": 4",
            "\"buffer\": 5, \"pool\": 7, \"offset\": 56",
        ),
        ("lexicographic", "sum"),
        ("\"total_peak\"", "\"peak\""),
        ("\"total_peak\"", "\"reuse_cost\""),
        ("\"members\": [\"x\"]", "\"members\": [\"x\"], \"more\": 1"),
    ];
    let mut report = String::new();
    for (from, to) in cases {
        let error = error(from, to);
        assert_ne!(error, "accepted", "{from} -> {to}");
        writeln!(report, "{error}").unwrap();
    }
    expect_test::expect_file!["fixtures/dsa-problem.txt"].assert_eq(&report);
}

#[test]
fn plans_are_written_as_solutions_and_read_from_them() {
    let reader = reader("dsa-problem");
    let input = TraceInput::new("p.json", PROBLEM.as_bytes());
    let scopes = reader.read(&input).unwrap().scopes;
    let schedule = planned("auto", &scopes.traces[0]);
    let plan = MemoryPlan {
        schedules: vec![schedule.clone()],
        ..MemoryPlan::default()
    };
    let solution = reader.with_plan(&input, &plan).unwrap();
    let text = String::from_utf8(solution.clone()).unwrap();
    assert!(
        text.contains("\"problem_fingerprint\": \"64b8848ad01e09ea\""),
        "{text}"
    );
    assert_eq!(reader.companions("p.json", &[]), ["p.solution.json"]);
    let read = |solution: &str| {
        let with = TraceInput {
            companion: Some(("p.solution.json", solution.as_bytes())),
            ..input
        };
        let read = reader.read(&with);
        read.map(|file| file.plan.unwrap().schedules.remove(0))
    };
    let back = read(&text).unwrap();
    assert_eq!(back.offsets, schedule.offsets);
    assert_eq!(back.pooled.unwrap().pools, schedule.pooled.unwrap().pools);
    let valid = |schedule| validate(&scopes.traces[0], &schedule, &ValidateOptions::default());
    let moved = read(&text.replace("\"offset\": 4", "\"offset\": 5")).unwrap();
    assert!(matches!(
        valid(moved).unwrap_err()[0],
        Violation::PinMoved { .. }
    ));
    for (from, to) in [
        ("\"buffer\": 9", "\"buffer\": 5"),
        ("\"buffer\": 9", "\"buffer\": 4"),
        ("\"pool\": 2", "\"pool\": 3"),
        ("64b8848", "14b8848"),
        ("\"instance\": \"all\"", "\"instance\": \"some\""),
        ("\"metadata\"", "\"data\""),
    ] {
        assert!(text.contains(from), "{from}");
        let error = read(&text.replacen(from, to, 1)).unwrap_err();
        assert!(
            error.to_string().starts_with("p.solution.json: "),
            "{error}"
        );
    }
}

#[test]
fn problems_are_recognised_by_their_keys() {
    let is_known = |text: &str| reader("dsa-problem").recognises("x.json", text.as_bytes());
    assert!(is_known(PROBLEM));
    assert!(is_known("{\n\"instance\": \"x\", \"metadata\": {"));
    assert!(!is_known("{\"metadata\": {}}"));
    assert!(!is_known(
        "{\"format\": \"memplan-trace\", \"version\": 2, \"profile\": 1, \"problem\": 1}"
    ));
}

#[test]
fn pools_and_measures_keep_their_order() {
    let file = reader("dsa-problem").read(&TraceInput::new("p.json", PROBLEM.as_bytes()));
    let trace = file.unwrap().scopes.traces.remove(0);
    let relations = trace.relations();
    assert_eq!(relations.allowed[1], [PoolId(0), PoolId(1)]);
    assert_eq!(relations.pools[0].capacity, Some(Bytes(64)));
    let measures = [
        Measure::CapacityOverflow,
        Measure::ReuseCost,
        Measure::TotalPeak,
    ];
    assert_eq!(relations.measures(), measures);
}

/// Every published value is equalled, and what is said to be proved is proved. The stress files have 154 buffers and
/// more.
#[test]
fn published_values_are_equalled() {
    let Some(folder) = memplan_testing::outside::shared("dsa-problems") else {
        return;
    };
    let table = std::fs::read_to_string(folder.join("best-known.csv")).unwrap();
    let (mut stress, mut known) = (0, 0);
    for row in table.lines().skip(1) {
        let columns: Vec<&str> = row.split(',').collect();
        let (file, kind, objective) = (columns[0], columns[4], columns[5]);
        let (fits, is_proved) = (columns[10] == "yes", columns[14] == "yes");
        let (best, measure) = match objective {
            "reuse_cost" => (columns[11], Measure::ReuseCost),
            _ => (columns[12], Measure::TotalPeak),
        };
        let bytes = std::fs::read(folder.join(file)).unwrap();
        let reader = reader("dsa-problem");
        let trace = reader.read(&TraceInput::new(file, &bytes)).unwrap();
        let trace = trace.scopes.traces.into_iter().next().unwrap();
        let planner = memplan_planner::registry::planner("auto").unwrap();
        let planned = planner.plan(&trace, &memplan_planner::PlanOptions::default());
        assert_eq!(planned.is_ok(), fits, "{file}");
        let schedule = planned
            .or_else(memplan_planner::PlanError::into_schedule)
            .unwrap();
        let terms = &schedule.pooled.as_ref().unwrap().terms;
        if !fits {
            assert!(0 < terms[0].bound, "{file}");
            continue;
        }
        let checked = validate(&trace, &schedule, &ValidateOptions::default());
        assert_eq!(checked, Ok(()), "{file}");
        let term = terms.iter().find(|term| term.measure == measure).unwrap();
        let best: u64 = best.parse().unwrap();
        assert!(term.value <= best, "{file}: {term:?}, published {best}");
        assert!(term.is_optimal() || !is_proved, "{file}: {term:?}");
        assert!(
            !is_proved || term.value == best,
            "{file}: {term:?}, proved {best}"
        );
        if kind == "mm" {
            assert!(0 < term.bound, "{file}: {term:?}");
            stress += term.value;
            known += best;
        }
    }
    assert!(stress * 2 < known, "{stress} of {known}");
}
