//! The page in a browser, against the service itself.

use std::fmt::Write as _;

use memplan_testing::chromium::Chromium;
use serde_json::{Value, json};

use super::http::{Server, get};
use crate::common::{Scratch, assert_has, assert_starts};

/// A browser with the page of a server, which has the list of planners; `None` where there is no browser.
fn opened(test: &str) -> Option<(Chromium, Scratch, Server)> {
    let mut browser = Chromium::start(test)?;
    let scratch = Scratch::new(&format!("page-{test}"));
    let server = Server::start(&scratch, &[]);
    browser.look(1280, 900, "light");
    browser.open(&format!("{}/", server.url()));
    browser.wait("document.querySelector('[name=planner]')");
    Some((browser, scratch, server))
}

/// Runs the chosen planners and waits for the end.
fn run(browser: &mut Chromium) {
    browser.click("#plan-button");
    browser.wait("document.getElementById('cancel').hidden && !document.querySelector('#progress [data-state=running]')");
    browser.settle();
}

fn states(browser: &mut Chromium) -> Value {
    browser.eval("[...document.querySelectorAll('#progress li')].map(row => `${row.dataset.state}: ${row.innerText.split('\\n')[0]}`)")
}

#[test]
fn the_page_plans_a_program_by_requests_and_by_jobs() {
    let Some((mut browser, _scratch, server)) = opened("serve") else {
        return;
    };
    browser.click("#example-program");
    browser.wait("document.getElementById('input').dataset.state === 'chosen'");
    let states = "[...document.querySelectorAll('#progress li')].map(row => row.dataset.state)";
    let peaks = "[...document.querySelectorAll('#schedules tbody tr')].map(row => row.innerText.includes('128 KiB'))";
    // The second limit is long enough for a job.
    for time in ["1s", "30s"] {
        browser.eval(&format!("document.getElementById('time').value = '{time}'"));
        browser.click("#plan-button");
        browser.wait(
            "document.getElementById('cancel').hidden && \
             document.querySelector('#progress li') && !document.querySelector('#progress [data-state=running]')",
        );
        let problem = browser.text("document.getElementById('problem').innerText");
        assert_eq!(problem, "", "{time}");
        assert_eq!(
            browser.eval(states),
            json!(["done", "done", "done", "done"]),
            "{time}"
        );
        assert_eq!(browser.eval(peaks), json!([true, true]), "{time}");
    }
    let views = "document.querySelectorAll('#code mark.view').length";
    assert_eq!(browser.eval(views), 2);
    assert!(server.metric("memplan_items_done_total ") >= 2.0);
    // Nothing was refused, by the service or by the policy of the page.
    assert_eq!(browser.complaints, [""; 0]);
}

#[test]
fn a_program_is_planned_merged_and_shown_in_a_browser() {
    let Some((mut browser, _scratch, _server)) = opened("serve-program") else {
        return;
    };
    browser.click("#example-program");
    browser.wait("document.getElementById('input').dataset.state === 'chosen'");
    run(&mut browser);
    assert_eq!(
        states(&mut browser),
        json!([
            "done: Input",
            "done: auto",
            "done: best-fit",
            "done: Program"
        ])
    );
    let rows = "[...document.querySelectorAll('#schedules tbody tr')].map(row => row.innerText.replace(/\\s+/g, ' ').replace(/ [\\d.]+ (µs|ms)$/, ''))";
    assert_eq!(
        browser.eval(rows),
        json!([
            "A B auto 128 KiB 128 KiB 0% Optimal",
            "A B best-fit 128 KiB 128 KiB 0% Optimal"
        ])
    );
    let marks = "[...document.querySelectorAll('#code mark')].map(mark => mark.className)";
    assert_eq!(browser.eval(marks), json!(["arena", "view", "view"]));
    browser.eval("document.getElementById('picture').focus()");
    browser.key("ArrowRight");
    assert_ne!(
        browser.text("document.getElementById('picture').dataset.selected"),
        "undefined"
    );
    browser.screenshot("serve-program");
    browser.eval("document.getElementById('program').scrollIntoView()");
    browser.screenshot("serve-merged");
    assert_eq!(browser.complaints, [""; 0]);
}

#[test]
fn twenty_thousand_buffers_and_a_job_in_a_browser() {
    let Some((mut browser, scratch, server)) = opened("serve-large") else {
        return;
    };
    let mut csv = String::from("id,lower,upper,size\n");
    for i in 0..20_000_u64 {
        let (begin, size) = (i * 7919 % 30_000, 64 + i * 104_729 % 4096);
        writeln!(csv, "b{i},{begin},{},{size}", begin + 1 + i % 61).unwrap();
    }
    let path = scratch.path("large.csv");
    std::fs::write(&path, csv).unwrap();
    browser.drop_files("#drop", &[path.as_ref()]);
    browser.wait("document.getElementById('input').dataset.state === 'chosen'");
    // A long time limit makes it a job.
    browser.eval("for (const box of document.querySelectorAll('[name=planner]')) box.checked = box.value === 'first-fit'");
    browser.eval("(f => { f.value = '30s'; f.dispatchEvent(new Event('input', {bubbles: true})); })(document.getElementById('time'))");
    run(&mut browser);
    assert_eq!(
        states(&mut browser),
        json!(["done: Input", "done: first-fit"])
    );
    assert_eq!(
        browser.text("document.querySelector('#facts b').innerText"),
        "20,000 buffers"
    );
    browser.screenshot("serve-large");
    // The job is removed once its result has arrived.
    let jobs = server.send(&get("/metrics")).expect(200).text();
    assert_has!(jobs, "/v1/jobs/{id}");
    assert_eq!(browser.complaints, [""; 0]);
}

#[test]
fn several_dropped_files_are_planned_one_by_one() {
    let Some((mut browser, scratch, _server)) = opened("serve-several") else {
        return;
    };
    let first = scratch.file("first.csv", "id,lower,upper,size\na,0,2,64\n");
    let second = scratch.file("second.csv", "id,lower,upper,size\na,0,2,64\nb,1,3,32\n");
    browser.drop_files("#drop", &[first.as_ref(), second.as_ref()]);
    browser.wait("document.getElementById('input').dataset.state === 'chosen'");
    let facts = "document.querySelector('#facts b').innerText";
    run(&mut browser);
    assert_eq!(browser.text(facts), "1 buffer");
    browser.eval("(list => { list.selectedIndex = 1; list.dispatchEvent(new Event('change')); })(document.getElementById('file-list'))");
    let name = browser.text("document.getElementById('file-name').innerText");
    assert_eq!(name, "second.csv");
    run(&mut browser);
    assert_eq!(browser.text(facts), "2 buffers");
    browser.screenshot("serve-several");
    assert_eq!(browser.complaints, [""; 0]);
}

#[test]
fn errors_of_the_service_are_shown_with_their_place() {
    let Some((mut browser, scratch, _server)) = opened("serve-errors") else {
        return;
    };
    let path = scratch.path("wrong.mlir");
    std::fs::write(
        &path,
        "func.func @f() {\n  %a = memref.alloc() : memref<?xf32>\n  return\n}\n",
    )
    .unwrap();
    browser.choose_file("#file", path.as_ref());
    browser.wait("document.getElementById('input').dataset.state === 'chosen'");
    run(&mut browser);
    let text = browser.text("document.getElementById('problem').innerText.replace(/\\s+/g, ' ')");
    assert_starts!(text, "The input cannot be read line 2, column 8: ");
    assert_has!(text, "2 │ %a = memref.alloc() : memref<?xf32> │ ^");
    browser.screenshot("serve-error");
}
