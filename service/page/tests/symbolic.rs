//! The page of a plan for sizes that depend on symbols, in a browser.

use memplan_page::{Entry, Scope, document};
use memplan_planner::wire::read_trace;
use memplan_planner::{
    Bytes, LifetimeTrace, MemorySchedule, PlanOptions, ValidateOptions, registry, validate,
};
use memplan_support::Random;
use memplan_testing::chromium::Chromium;
use serde_json::json;

use crate::file::{Page, open};

/// A gradient, for which two orientations are better than one.
const LLAMA: &[u8] = include_bytes!("../../../datasets/symbolic/llama_grad.csv");

fn planned(trace: &LifetimeTrace, spec: &str) -> MemorySchedule {
    let planner = registry::planner(spec).unwrap();
    let schedule = planner.plan(trace, &PlanOptions::default()).unwrap();
    let verdict = validate(trace, &schedule, &ValidateOptions::default());
    assert_eq!(verdict, Ok(()));
    schedule
}

fn page(name: &str, trace: &LifetimeTrace, schedule: &MemorySchedule) -> Page {
    let scope = Scope {
        trace,
        entries: vec![Entry::new("orient", schedule)],
        origins: None,
    };
    Page::new(name, &document(name, &[scope]))
}

/// Moves a slider, or types a value, as a person does.
fn set(browser: &mut Chromium, symbol: &str, kind: &str, value: &str) {
    let event = if kind == "range" { "input" } else { "change" };
    browser.eval(&format!(
        "(() => {{ const input = document.querySelector('[data-symbol={symbol}] [type={kind}]'); input.value = '{value}'; \
         input.dispatchEvent(new Event('{event}')); }})()"
    ));
}

#[test]
fn sliders_recompute_offsets_and_the_worst_sample_comes_first() {
    let Some(mut browser) = Chromium::start("symbolic") else {
        return;
    };
    let trace = &read_trace(LLAMA).unwrap().traces[0];
    let schedule = planned(trace, "orient{gain=0 k=2 perturb=40}");
    let page = page("symbolic", trace, &schedule);
    let plan = schedule.oriented.unwrap();
    assert_eq!(plan.orientations.len(), 2);
    open(&mut browser, &page);

    let samples = plan.ratios(trace, 200, 0).unwrap();
    let worst = samples.iter().map(|sample| sample.1).fold(1.0, f64::max);
    let (shape, _) = samples.iter().find(|sample| sample.1 == worst).unwrap();
    let values = |browser: &mut Chromium| browser.eval("document.memplan.scope.formulas.values");
    assert_eq!(values(&mut browser), json!(shape));
    let (n_marks, n_worst) = (
        browser.eval("document.querySelectorAll('#sliders .marks i').length"),
        browser.eval("document.querySelectorAll('#sliders .marks i.worst').length"),
    );
    assert_eq!((n_marks, n_worst), (json!(400), json!(2)));
    let ratio = browser.text("document.getElementById('ratio').textContent");
    assert!(
        ratio.contains(&format!(", {worst:.3} times the max load; orientation ")),
        "{ratio}"
    );

    // At any shape, the page computes what the library computes.
    let mut random = Random::new(3);
    let any = |_| [random.between(1, 16), random.between(32, 1024)].map(u64::cast_signed);
    let mut shapes: Vec<[i64; 2]> = (0..20).map(any).collect();
    for orientation in 0..2 {
        let by_it = |(values, _): &&(Vec<i64>, f64)| {
            plan.evaluate(values).unwrap().orientation == orientation
        };
        let (values, _) = samples.iter().find(by_it).unwrap();
        shapes.push([values[0], values[1]]);
    }
    for [b, s] in shapes {
        set(&mut browser, "b", "number", &b.to_string());
        set(&mut browser, "s", "number", &s.to_string());
        let expected = plan.evaluate(&[b, s]).unwrap();
        let at = trace.at(&[b, s]).unwrap();
        let shown = browser.eval(
            "(() => { const s = document.memplan.scope, [p] = s.schedules; \
             return [[...s.size], [...p.offset], p.peak, s.maxLoad, p.planner]; })()",
        );
        let bytes = |all: &[Bytes]| all.iter().map(|bytes| bytes.0).collect::<Vec<_>>();
        let sizes: Vec<u64> = at.buffers().iter().map(|buffer| buffer.size.0).collect();
        let name = format!("orient, orientation {} of 2", expected.orientation + 1);
        assert_eq!(
            shown,
            json!([
                sizes,
                bytes(&expected.offsets),
                expected.peak.0,
                at.max_load().0,
                name
            ])
        );
    }

    // A slider is logarithmic: its middle is the geometric middle of the range.
    set(&mut browser, "s", "range", "500");
    set(&mut browser, "b", "range", "1000");
    assert_eq!(values(&mut browser), json!([16, 181]));
    // Values beyond the range are those at its ends.
    set(&mut browser, "s", "number", "9999");
    assert_eq!(values(&mut browser), json!([16, 1024]));
    browser.click("#worst");
    assert_eq!(values(&mut browser), json!(shape));
    browser.settle();
    assert_eq!(browser.complaints, [""; 0]);
}

#[test]
fn a_trace_without_symbols_has_no_sliders() {
    let Some(mut browser) = Chromium::start("symbolic-plain") else {
        return;
    };
    let trace = &read_trace(b"id,lower,upper,size\na,0,2,8\nb,1,3,8\n")
        .unwrap()
        .traces[0];
    let plan = planned(trace, "orient");
    let page = page("symbolic-plain", trace, &plan);
    open(&mut browser, &page);
    assert_eq!(
        browser.eval("document.getElementById('shape').hidden"),
        json!(true)
    );
    assert_eq!(
        browser.eval("document.memplan.scope.schedules[0].peak"),
        json!(16)
    );
    assert_eq!(browser.complaints, [""; 0]);
}
