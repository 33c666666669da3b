//! The self-contained page, in a browser.

use memplan_page::{Entry, Origin, Scope, document};
use memplan_planner::{LifetimeTrace, MemorySchedule, PlanOptions, load_profile, registry};
use serde_json::{Value, json};

use memplan_testing::chromium::Chromium;
use memplan_testing::scratch::Scratch;

/// A page in a file that is removed with it.
pub(crate) struct Page(Scratch);

impl Page {
    pub(crate) fn new(name: &str, html: &str) -> Self {
        let folder = Scratch::new(&format!("page-{name}"));
        folder.file("page.html", html);
        Self(folder)
    }

    pub(crate) fn address(&self) -> String {
        format!("file://{}", self.0.path("page.html"))
    }
}

pub(crate) fn planned(trace: &LifetimeTrace, planner: &str) -> MemorySchedule {
    let planner = registry::planner(planner).unwrap();
    planner.plan(trace, &PlanOptions::default()).unwrap()
}

fn page_of(name: &str, trace: &LifetimeTrace, planners: &[&str]) -> Page {
    let schedules: Vec<_> = planners.iter().map(|p| planned(trace, p)).collect();
    let entries = planners.iter().zip(&schedules);
    let scope = Scope {
        trace,
        entries: entries.map(|(planner, s)| Entry::new(planner, s)).collect(),
        origins: None,
    };
    Page::new(name, &document(name, &[scope]))
}

/// Opens a page and waits until it has a result.
pub(crate) fn open(browser: &mut Chromium, page: &Page) {
    browser.look(1280, 900, "light");
    browser.open(&page.address());
    browser.wait("document.getElementById('results').dataset.state !== 'loading'");
    browser.settle();
}

const STAIRS: &str = "low 0..8 64\n left 0..3 32\n right 3..8 32\n top 2..5 16 align=16";

fn view(browser: &mut Chromium) -> Vec<f64> {
    let text = browser.text("document.getElementById('picture').dataset.view");
    text.split(' ')
        .map(|number| number.parse().unwrap())
        .collect()
}

#[test]
fn the_ticks_of_an_axis_are_exact() {
    let Some(mut browser) = Chromium::start("axis") else {
        return;
    };
    // A peak of 1.3 MiB: ticks are a quarter of a MiB apart.
    let trace: LifetimeTrace = "a 0..8 1048576\n b 2..8 314573".parse().unwrap();
    let page = page_of("axis", &trace, &["first-fit"]);
    open(&mut browser, &page);
    let texts = browser.text(
        "(() => { const texts = []; const plot = document.memplan.plots[0]; \
         const fillText = plot.context.fillText; \
         plot.context.fillText = (text) => texts.push(text); plot.grid(plot.area()); \
         plot.context.fillText = fillText; \
         return texts.filter((text) => text.endsWith('iB')).join(', '); })()",
    );
    let sizes: Vec<f64> = (texts.split(", "))
        .map(|text| text.strip_suffix(" MiB").unwrap().parse().unwrap())
        .collect();
    assert!(sizes.len() > 3, "{texts}");
    let step = sizes[1] - sizes[0];
    assert!(step < 1.0 && step.log2().fract() == 0.0, "{texts}");
    assert!(
        sizes.windows(2).all(|pair| pair[1] - pair[0] == step),
        "{texts}"
    );
}

fn selected(browser: &mut Chromium) -> String {
    browser.text("document.getElementById('picture').dataset.selected ?? ''")
}

/// A place of the first plot in the window, from its ticks and bytes.
fn place(browser: &mut Chromium, tick: f64, byte: f64) -> (f64, f64) {
    let expression = format!(
        "(() => {{ const p = document.memplan.plots[0], b = p.canvas.getBoundingClientRect(); \
         return [b.left + p.x({tick}), b.top + p.y({byte})]; }})()"
    );
    let place = browser.eval(&expression);
    (place[0].as_f64().unwrap(), place[1].as_f64().unwrap())
}

/// A buffer in the notation of traces: with or without gaps, and with names of several kinds.
fn line_with_gaps(i: i64) -> String {
    let begin = -7 + i * 5 % 300;
    let gap = match i % 4 {
        0 => format!(
            " gap={}..{} gap={}..{}@1..3",
            begin + 2,
            begin + 4,
            begin + 5,
            begin + 6
        ),
        1 => format!(" gap={}..{}", begin, begin + 2),
        _ => String::new(),
    };
    let name = match i % 3 {
        0 => format!("x{i}"),
        1 => format!("layer/%{}", 95 + i / 3),
        _ => "é".to_owned(),
    };
    format!(
        "{name} {begin}..{} {}{gap}",
        begin + 8 + i % 50,
        4 + i * 31 % 900
    )
}

#[test]
fn the_page_decodes_what_was_packed() {
    let Some(mut browser) = Chromium::start("decode") else {
        return;
    };
    let lines: Vec<String> = (0..400).map(line_with_gaps).collect();
    let far =
        "a 0..4 16\n b 9007199254740000..9007199254740900 16 align=8\n c 3..9007199254740200 48";
    let near: LifetimeTrace = lines.join("\n").parse().unwrap();
    let far: LifetimeTrace = far.parse().unwrap();
    let origins: Vec<Origin> = (0..near.len())
        .map(|i| Origin {
            op: ["linalg.fill", "linalg.matmul", ""][i % 3].to_owned(),
            line: i as u32,
            ..Origin::default()
        })
        .collect();
    let schedules = [
        planned(&near, "best-fit"),
        planned(&near, "first-fit"),
        planned(&far, "best-fit"),
    ];
    let scopes = [
        Scope {
            trace: &near,
            entries: vec![
                Entry::new("p", &schedules[0]),
                Entry::new("q", &schedules[1]),
            ],
            origins: Some(&origins),
        },
        Scope {
            trace: &far,
            entries: vec![Entry::new("p", &schedules[2])],
            origins: None,
        },
    ];
    let page = Page::new("decode", &document("<b>&\"", &scopes));
    open(&mut browser, &page);
    assert_eq!(browser.text("document.title"), "<b>&\" · memplan");
    for (index, scope) in scopes.iter().enumerate() {
        let first = scope
            .trace
            .buffers()
            .iter()
            .map(|b| b.live.begin().0)
            .min()
            .unwrap();
        let buffers: Vec<Value> = (scope.trace.buffers().iter().enumerate())
            .map(|(i, b)| {
                let origin = scope
                    .origins
                    .map(|origins| (&*origins[i].op, origins[i].line));
                let (op, line) = origin.unwrap_or(("", 0));
                json!([
                    &*b.name,
                    b.live.begin().0 - first,
                    b.live.end().0 - first,
                    b.size.0,
                    b.align.0,
                    op,
                    line
                ])
            })
            .collect();
        let shown = browser.eval(&format!(
            "(() => {{ const s = document.memplan.pack.scopes[{index}]; return [...Array(s.n).keys()].map(i => \
             [s.name_of(i), s.begin[i], s.end[i], s.size[i], s.align ? s.align[i] : 1, s.op_of(i), s.line ? s.line[i] : 0]); }})()"
        ));
        assert_eq!(shown, json!(buffers));
        for (k, entry) in scope.entries.iter().enumerate() {
            let offsets: Vec<u64> = entry.schedule.offsets.iter().map(|o| o.0).collect();
            let shown = format!("[...document.memplan.pack.scopes[{index}].schedules[{k}].offset]");
            assert_eq!(browser.eval(&shown), json!(offsets));
        }
        // The load on the page excludes gaps, except for the bytes that a buffer keeps, as in the planner.
        for step in load_profile(scope.trace) {
            let tick = step.begin.0 - first;
            let shown = format!("document.memplan.pack.scopes[{index}].load.most({tick}, {tick})");
            assert_eq!(browser.eval(&shown), json!(step.load.0), "tick {tick}");
        }
    }
    assert_eq!(browser.complaints, [""; 0]);
}

#[test]
fn a_plan_is_shown_zoomed_and_compared() {
    let Some(mut browser) = Chromium::start("compare") else {
        return;
    };
    let trace: LifetimeTrace = STAIRS.parse().unwrap();
    let page = page_of(
        "compare",
        &trace,
        &["best-fit", "greedy-by-size", "first-fit"],
    );
    browser.look(1280, 900, "light");
    browser.call(
        "Page.addScriptToEvaluateOnNewDocument",
        json!({"source": "window.shift = 0; new PerformanceObserver(list => { for (const e of list.getEntries()) \
                          window.shift += e.value; }).observe({type: 'layout-shift', buffered: true});"}),
    );
    open(&mut browser, &page);
    assert!(
        browser.eval("window.shift").as_f64().unwrap() < 0.01,
        "the layout shifts"
    );
    let row = browser
        .text("document.querySelector('#schedules tbody tr').innerText.replace(/\\s+/g, ' ')");
    assert_eq!(row, "A B best-fit 112 B 112 B 0% Optimal");
    let label = browser.text("document.getElementById('picture').getAttribute('aria-label')");
    assert!(
        label.starts_with(
            "Offset against tick, 4 buffers. best-fit: peak 112 B, 0% over the bound."
        ),
        "{label}"
    );
    browser.screenshot("compare");

    // The wheel zooms at the pointer, in both panels.
    let at = place(&mut browser, 4.0, 40.0);
    for _ in 0..4 {
        browser.mouse("mouseWheel", at, json!({"deltaX": 0, "deltaY": -120}));
    }
    browser.settle();
    let zoomed = view(&mut browser);
    assert!(
        zoomed[0] > 1.0 && zoomed[1] < 7.0 && zoomed[2] > 10.0 && zoomed[3] < 100.0,
        "{zoomed:?}"
    );
    let inside = browser.eval("document.memplan.plots[0].tickAt(document.memplan.plots[0].x(4))");
    assert!((inside.as_f64().unwrap() - 4.0).abs() < 1e-6);
    let now = place(&mut browser, 4.0, 40.0);
    assert!(
        (now.0 - at.0).abs() < 1.5 && (now.1 - at.1).abs() < 1.5,
        "{now:?} {at:?}"
    );
    assert_eq!(
        browser.eval("document.memplan.plots[1].view.equals(document.memplan.plots[0].view)"),
        true
    );
    // Dragging pans.
    browser.mouse("mousePressed", at, json!({}));
    browser.mouse(
        "mouseMoved",
        (at.0 + 60.0, at.1),
        json!({"button": "left", "buttons": 1}),
    );
    browser.mouse("mouseReleased", (at.0 + 60.0, at.1), json!({}));
    browser.settle();
    assert!(view(&mut browser)[0] < zoomed[0]);
    browser.click("#zoom-fit");
    assert_eq!(view(&mut browser)[..3], [0.0, 8.0, 0.0]);

    // Pointing at a buffer shows its facts and its offset in both schedules.
    let at = place(&mut browser, 1.0, 10.0);
    browser.mouse("mouseMoved", at, json!({}));
    browser.settle();
    let tip = browser.text("document.getElementById('tip').innerText.replace(/\\s+/g, ' ')");
    assert_eq!(
        tip,
        "low Size 64 B Lifetime 0 to 8 Offset, best-fit 0 Offset, greedy-by-size 0"
    );

    // Another schedule on the right; the same button closes the panel.
    browser.click("[data-choice='1-2']");
    let caption = "document.querySelectorAll('figcaption b')[1].textContent";
    assert_eq!(browser.text(caption), "first-fit");
    browser.click("[data-choice='1-2']");
    assert_eq!(
        browser.text("document.getElementById('picture').dataset.panels"),
        "1"
    );
    assert_eq!(browser.text("document.activeElement.dataset.choice"), "1-2");
    for mode in ["age", "kind"] {
        browser.click(&format!("[name=colour][value={mode}]"));
        browser.screenshot(&format!("colour-{mode}"));
    }
    let legend = browser.text("document.getElementById('legend').innerText.replace(/\\s+/g, ' ')");
    assert_eq!(legend, "low right left top");
    assert_eq!(browser.complaints, [""; 0]);
}

#[test]
fn everything_is_reachable_by_keyboard() {
    let Some(mut browser) = Chromium::start("keyboard") else {
        return;
    };
    let trace: LifetimeTrace = STAIRS.parse().unwrap();
    let page = page_of("keyboard", &trace, &["greedy-by-size"]);
    open(&mut browser, &page);
    let mut order = Vec::new();
    for _ in 0..10 {
        browser.key("Tab");
        let element = "(e => e.id || e.name || e.className || e.tagName)(document.activeElement)";
        order.push(browser.text(element));
        let outlined = "(e => [e, ...(e.parentElement?.querySelectorAll('span, svg') ?? [])].some(e => getComputedStyle(e).outlineStyle === 'solid'))(document.activeElement)";
        assert_eq!(
            browser.eval(outlined),
            true,
            "{order:?} has no visible focus"
        );
    }
    assert_eq!(
        order,
        [
            "skip",
            "keys-button",
            "theme",
            "colour",
            "find",
            "zoom-out",
            "zoom-in",
            "zoom-fit",
            "picture",
            "SUMMARY"
        ]
    );
    browser.eval("document.getElementById('picture').focus()");
    let mut walk = Vec::new();
    for key in [
        "ArrowRight",
        "ArrowUp",
        "ArrowRight",
        "ArrowUp",
        "ArrowDown",
        "ArrowLeft",
        "ArrowDown",
    ] {
        browser.key(key);
        walk.push(selected(&mut browser));
    }
    assert_eq!(walk, ["low", "left", "right", "top", "left", "left", "low"]);
    let live =
        browser.text("document.querySelector('[aria-live]').innerText.replace(/\\s+/g, ' ')");
    assert!(
        live.starts_with("Buffer low Size 64 B Lifetime 0 to 8 Offset 0"),
        "{live}"
    );
    let whole = view(&mut browser);
    browser.key("ArrowUp");
    browser.key("Enter");
    let close = view(&mut browser);
    assert!(
        close[1] - close[0] <= whole[1] - whole[0] && close[3] - close[2] < whole[3] - whole[2]
    );
    browser.key("+");
    let closer = view(&mut browser);
    assert!(closer[1] - closer[0] < close[1] - close[0]);
    browser.key("Shift+ArrowRight");
    assert!(view(&mut browser)[0] > closer[0]);
    browser.key("-");
    browser.key("0");
    assert_eq!(view(&mut browser), whole);
    browser.key("Escape");
    assert_eq!(selected(&mut browser), "");
    browser.key("?");
    assert_eq!(browser.eval("document.getElementById('keys').open"), true);
    browser.screenshot("keys");
    browser.key("Escape");
    assert_eq!(browser.eval("document.getElementById('keys').open"), false);

    assert_eq!(browser.complaints, [""; 0]);
}

#[test]
fn buffers_are_found_by_name_and_listed() {
    let Some(mut browser) = Chromium::start("table") else {
        return;
    };
    let trace: LifetimeTrace = STAIRS.parse().unwrap();
    let page = page_of("table", &trace, &["greedy-by-size"]);
    open(&mut browser, &page);
    browser.eval("document.getElementById('find').focus()");
    browser.eval("document.getElementById('find').value = 'TOP'");
    browser.key("Enter");
    assert_eq!(selected(&mut browser), "top");
    browser.eval("document.querySelector('#buffers summary').focus()");
    browser.key("Enter");
    browser.wait("document.querySelectorAll('#table tbody tr').length === 4");
    browser.eval("document.querySelectorAll('#table thead button')[1].focus()");
    browser.key("Enter");
    let rows = "[...document.querySelectorAll('#table tbody tr')].map(row => row.innerText.replace(/\\s+/g, ' '))";
    assert_eq!(
        browser.eval(rows),
        json!([
            "low 64 B 0 8 0",
            "left 32 B 0 3 64",
            "right 32 B 3 8 64",
            "top 16 B 2 5 96"
        ])
    );
    assert_eq!(
        browser.text("document.querySelector('tr[aria-selected=true] th').innerText"),
        "top"
    );
    browser.eval("document.querySelector('#table tbody button').focus()");
    browser.key("Enter");
    assert_eq!(selected(&mut browser), "low");
    browser.eval("(f => { f.value = 'ri'; f.dispatchEvent(new Event('input')); })(document.getElementById('filter'))");
    browser.wait("document.querySelectorAll('#table tbody tr').length === 1");
    assert_eq!(browser.complaints, [""; 0]);
}

#[test]
fn the_page_is_legible_everywhere() {
    let Some(mut browser) = Chromium::start("themes") else {
        return;
    };
    let trace: LifetimeTrace = STAIRS.parse().unwrap();
    let page = page_of("themes", &trace, &["best-fit", "greedy-by-size"]);
    open(&mut browser, &page);
    // The colours of a buffer and of the background.
    let pixel = |browser: &mut Chromium, tick: f64, byte: f64| {
        let colour = browser.eval(&format!(
            "(() => {{ const p = document.memplan.plots[0], r = p.ratio; \
             return [...p.context.getImageData(p.x({tick}) * r, p.y({byte}) * r, 1, 1).data]; }})()"
        ));
        let channel = |k: usize| colour[k].as_f64().unwrap();
        0.299 * channel(0) + 0.587 * channel(1) + 0.114 * channel(2)
    };
    let light = (
        pixel(&mut browser, 1.0, 8.0),
        pixel(&mut browser, 7.5, 105.0),
    );
    assert!(light.0 + 40.0 < light.1 && light.1 > 240.0, "{light:?}");
    browser.look(1280, 900, "dark");
    browser.settle();
    let dark = (
        pixel(&mut browser, 1.0, 8.0),
        pixel(&mut browser, 7.5, 105.0),
    );
    assert!(dark.0 > dark.1 + 40.0 && dark.1 < 40.0, "{dark:?}");
    browser.screenshot("dark");
    // The switch of the page overrides the system.
    browser.click("[name=theme][value=light]");
    assert_eq!(pixel(&mut browser, 7.5, 105.0), light.1);
    browser.click("[name=theme][value='']");
    assert_eq!(pixel(&mut browser, 7.5, 105.0), dark.1);
    // Text has the contrast that WCAG AA asks for, in both schemes.
    for scheme in ["light", "dark"] {
        browser.look(390, 844, scheme);
        browser.settle();
        browser.screenshot(&format!("narrow-{scheme}"));
        let worst = browser.eval(CONTRAST);
        assert!(worst[0].as_f64().unwrap() >= 4.5, "{scheme}: {worst}");
        let width = browser.eval("document.documentElement.scrollWidth");
        assert_eq!(width, 390, "the page is wider than the window");
    }
    assert_eq!(browser.complaints, [""; 0]);
}

/// The least contrast of text and background (WCAG 2.1, 1.4.3), and the text.
const CONTRAST: &str = "(() => {
  const parse = text => { const v = text.match(/[\\d.]+/g).map(Number); return v.length < 4 ? [...v, 1] : v; };
  const light = ([r, g, b]) => [r, g, b].map(v => v / 255).map(v => v <= 0.03928 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4)
    .reduce((sum, v, k) => sum + v * [0.2126, 0.7152, 0.0722][k], 0);
  let worst = [99, ''];
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node; (node = walker.nextNode());) {
    let e = node.parentElement;
    if (!node.data.trim() || !e.checkVisibility() || e.closest('.hidden, .skip, script, style, legend, :disabled')) continue;
    const ink = light(parse(getComputedStyle(e).color));
    let back = [0, 0, 0, 0];
    for (; e; e = e.parentElement) { back = parse(getComputedStyle(e).backgroundColor); if (back[3] === 1) break; }
    const field = light(back);
    const ratio = (Math.max(ink, field) + 0.05) / (Math.min(ink, field) + 0.05);
    if (ratio < worst[0]) worst = [ratio, node.data.trim()];
  }
  return worst;
})()";

#[test]
fn empty_and_broken_plans_are_explained() {
    let Some(mut browser) = Chromium::start("states") else {
        return;
    };
    let notice = "document.getElementById('notice').innerText";
    let page = Page::new("empty", &document("empty", &[]));
    open(&mut browser, &page);
    assert_eq!(browser.text(notice), "There are no buffers to plan.");
    browser.screenshot("empty");
    let trace: LifetimeTrace = STAIRS.parse().unwrap();
    let schedule = planned(&trace, "best-fit");
    let scope = Scope {
        trace: &trace,
        entries: vec![Entry::new("best-fit", &schedule)],
        origins: None,
    };
    let html = document("broken", &[scope]);
    let at = html.find("id=\"data\">").unwrap() + 40;
    let page = Page::new("broken", &format!("{}AAAA{}", &html[..at], &html[at + 4..]));
    open(&mut browser, &page);
    let text = browser.text(notice);
    assert!(text.starts_with("The plan cannot be shown: "), "{text}");
    browser.screenshot("broken");
}

#[test]
fn pools_are_side_by_side_with_what_connects_them() {
    let Some(mut browser) = Chromium::start("pools") else {
        return;
    };
    let trace = "a 0..9 8 uses=0,1,8; b 1..4 8 uses=1,3; c 2..6 8 uses=2,3,5; d 3..7 8 uses=3,6\n\
                 pool fast 32\npool slow - access=1\nreserve fast 0..8";
    let trace: LifetimeTrace = trace.parse().unwrap();
    let page = page_of("pools", &trace, &["auto"]);
    open(&mut browser, &page);
    let shown = |browser: &mut Chromium, expression: &str| browser.text(expression);
    let captions = "[...document.querySelectorAll('#picture .panel:not([hidden]) figcaption')].map(it => it.innerText.replace(/\\s+/g, ' ')).join('; ')";
    assert_eq!(
        shown(&mut browser, captions),
        "fast 32 B of 32 B; slow 8 B no limit"
    );
    let facts = shown(&mut browser, "document.getElementById('facts').innerText");
    assert!(
        facts.contains("auto: reuse-cost 0, bank-cost 0, bytes-moved 16 B"),
        "{facts}"
    );
    let arrows = "String(document.querySelectorAll('#arrows > path').length)";
    assert_eq!(shown(&mut browser, arrows), "2");
    // Each pool has its own bytes: the arrow ends at the middle of the buffer in the other pool.
    let ends = browser.eval(
        "(() => { const p = document.memplan, [from, to, tick] = p.scope.moves[0]; return [from, to].map(i => { \
         const plot = p.plots[p.scope.poolOf[i]]; return [plot.schedule.planner, plot.hit(plot.x(tick) + (i === to ? 3 : -3), \
         plot.y(plot.schedule.offset[i] + 4)) === i]; }); })()",
    );
    assert_eq!(ends, json!([["fast", true], ["slow", true]]));
    // A selected buffer says where its content comes from.
    browser.eval("document.memplan.select(document.memplan.scope.moves[0][1])");
    let text = shown(
        &mut browser,
        "document.getElementById('inspector').innerText.replace(/\\s+/g, ' ')",
    );
    assert!(
        text.contains("Pool slow") && text.contains("Filled from fast at tick 2"),
        "{text}"
    );
    browser.screenshot("pools");
    let priced: LifetimeTrace = "a 0..2 8; b 2..4 8\npool p 12\ncost a b 3".parse().unwrap();
    let page = page_of("priced", &priced, &["auto"]);
    open(&mut browser, &page);
    browser.eval("document.memplan.select(0)");
    let text = shown(
        &mut browser,
        "document.getElementById('inspector').innerText.replace(/\\s+/g, ' ')",
    );
    assert!(text.contains("Price 3, as 8 B are shared with b"), "{text}");
    // Zooming keeps the byte under the pointer.
    let at = place(&mut browser, 1.0, 6.0);
    browser.mouse("mouseWheel", at, json!({"deltaX": 0, "deltaY": -120}));
    browser.settle();
    let now = place(&mut browser, 1.0, 6.0);
    assert!((now.1 - at.1).abs() < 1.5, "{now:?} {at:?}");
    assert_eq!(browser.complaints, [""; 0]);
}
