//! The page in a browser, against the service itself.

use memplan_testing::chromium::Chromium;
use serde_json::json;

use super::http::Server;
use crate::common::{self, Scratch};

#[test]
fn the_page_plans_a_program_by_requests_and_by_jobs() {
    let Some(mut browser) = Chromium::start("serve") else {
        return;
    };
    let scratch = Scratch::new("serve-page");
    let server = Server::start(&scratch, &[]);
    browser.look(1280, 900, "light");
    browser.open(&format!("{}/", server.url()));
    browser.wait("document.querySelector('[name=planner]')");
    let program = common::root()
        .join("examples/mlp.mlir")
        .canonicalize()
        .unwrap();
    browser.choose_file("#file", &program);
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
