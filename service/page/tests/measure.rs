//! Time and size of pages. `MEMPLAN_PAGE_BUFFERS=1000000` measures a page of a million buffers; the default is quick.

use std::time::Instant;

use memplan_datasets::registry::generate;
use memplan_page::{Entry, Scope, document};
use memplan_testing::figure;

use crate::file::{Page, planned};
use memplan_testing::chromium::Chromium;

#[test]
fn a_large_page_opens_and_moves() {
    let Some(mut browser) = Chromium::start("measure") else {
        return;
    };
    let wanted = std::env::var("MEMPLAN_PAGE_BUFFERS").ok();
    let n: usize = wanted.map_or(20_000, |n| n.parse().unwrap());
    let generated = generate(&format!("synthetic{{n={n}}}")).unwrap();
    let trace = &generated.trace;
    let schedule = planned(trace, "first-fit");
    let scope = Scope {
        trace,
        entries: vec![Entry::new("first-fit", &schedule)],
        origins: None,
    };
    let html = document("measure", &[scope]);
    let page = Page::new("measure", &html);
    browser.look(1280, 900, "light");
    let started = Instant::now();
    browser.open(&page.address());
    browser.wait("document.getElementById('picture').dataset.exact === 'true'");
    let opened = started.elapsed();
    browser.screenshot(&format!("measure-{n}"));
    // Frames of panning and zooming: one change of the view for each frame.
    let frames = browser.eval(
        "new Promise(done => { const p = document.memplan, costs = [], gaps = []; let last = 0, k = 0; \
         const step = now => { if (last) { gaps.push(now - last); costs.push(p.lastFrame); } last = now; \
           if (k++ === 90) { const sort = a => a.sort((x, y) => x - y); sort(costs); sort(gaps); \
             done([costs[45], costs[85], gaps[45], gaps[85]]); return; } \
           const w = p.whole(); const z = 1 + k / 30; const m = w.t1 * (0.4 + k / 900); \
           p.look(p.zoom.call({view: w}, z, m, w.b1 * 0.4)); requestAnimationFrame(step); }; requestAnimationFrame(step); })",
    );
    let ms = |k: usize| frames[k].as_f64().unwrap();
    figure(&format!(
        "page of {} buffers: {:.2} MB, opened and drawn in {:.2} s; frame: script median {:.1} ms, 95th percentile {:.1} ms, \
         interval median {:.1} ms, 95th percentile {:.1} ms",
        trace.len(),
        html.len() as f64 / 1e6,
        opened.as_secs_f64(),
        ms(0),
        ms(1),
        ms(2),
        ms(3)
    ));
    // Once the view rests, the picture is exact again.
    browser.wait("document.getElementById('picture').dataset.exact === 'true'");
    assert_eq!(browser.complaints, [""; 0]);
}
