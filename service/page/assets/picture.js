// The picture of a scope and everything around it: figures, tools, selection, table of buffers.

const $ = (id) => document.getElementById(id);

/** The font of the page, for canvases. */
const theme_font = getComputedStyle(document.documentElement).getPropertyValue("--font");

/** An element with attributes and children; strings become text. */
function element(tag, attributes = {}, ...children) {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (name.startsWith("on")) made.addEventListener(name.slice(2), value);
    else if (value !== false && value !== undefined) made.setAttribute(name, value === true ? "" : value);
  }
  made.append(...children);
  return made;
}

/** The colours of canvases, from the style sheet. */
function themeColours() {
  const style = getComputedStyle(document.documentElement);
  const of = (name) => style.getPropertyValue(`--${name}`).trim();
  return {
    field: of("field"), grid: of("grid"), ink: of("ink"), quiet: of("quiet"), accent: of("accent"), peak: of("peak"),
    bound: of("bound"), load: of("load"), loadFill: of("load-fill"), thumb: of("thumb"), price: of("bad"),
  };
}

/** Whether the page is dark at present. */
function isDark() {
  const chosen = document.documentElement.dataset.theme;
  return chosen ? chosen === "dark" : matchMedia("(prefers-color-scheme: dark)").matches;
}

class Picture {
  constructor() {
    this.root = $("picture");
    this.figures = [...this.root.querySelectorAll(".panel")];
    this.plots = this.figures.map((figure) => new Plot(figure.querySelector("canvas")));
    this.arrows = new Arrows(this.root);
    this.table = new BufferTable(this);
    this.mode = "size";
    this.selected = -1;
    this.hovered = -1;
    this.listen();
  }

  /** Shows the scopes of a pack. */
  open(pack) {
    this.pack = pack;
    const field = $("scope-field");
    field.hidden = pack.scopes.length < 2;
    $("scope").replaceChildren(
      ...pack.scopes.map((scope, index) => element("option", { value: index }, `${scope.name}${scope.pools ? `, ${scope.planner}` : ""} (${counted(scope.n, "buffer")})`)),
    );
    this.openScope(0);
  }

  openScope(index) {
    const scope = this.pack.scopes[index];
    this.scope = scope;
    this.selected = this.hovered = -1;
    this.shown = scope.pools ? scope.schedules.map((_, pool) => pool) : scope.schedules.length > 1 ? [0, 1] : [0];
    while (this.figures.length < this.shown.length) this.addPanel();
    const heads = document.querySelectorAll("#schedules thead th");
    const texts = scope.pools ? ["Pool", "Peak", "Max load", "Over the load", "Capacity"] : ["Planner", "Peak", "Lower bound", "Over the bound", "Proof"];
    texts.forEach((text, at) => (heads[at + 1].textContent = text));
    const root = $("results");
    if (!scope.n || !scope.schedules.length) {
      root.dataset.state = "empty";
      $("notice").textContent = scope.n ? "There is no schedule to show." : `The scope ${scope.name} has no buffers to plan.`;
      return;
    }
    root.dataset.state = "ready";
    this.openShape();
    this.refresh();
    this.layout();
  }

  /** One more panel, for another pool. */
  addPanel() {
    const panel = this.figures.length;
    const figure = this.figures[panel - 1].cloneNode(true);
    figure.dataset.panel = panel;
    this.figures[panel - 1].after(figure);
    this.figures.push(figure);
    this.plots.push(new Plot(figure.querySelector("canvas")));
    this.listenTo(figure, panel);
  }

  /** Shows again what depends on the schedules and the shape. */
  refresh() {
    this.showFacts();
    this.fit();
    this.showSchedules();
    this.recolour();
    this.table.open(this.scope);
    this.inspect();
  }

  showFacts() {
    const { scope } = this;
    $("facts").replaceChildren(
      element("b", {}, counted(scope.n, "buffer")), ", ",
      element("b", {}, bytesText(scope.totalSize)), " in total; ",
      "max load ", element("b", {}, bytesText(scope.maxLoad)), `; ${counted(scope.lastTick, "tick")}`,
      scope.capacity === undefined ? "" : `; capacity ${bytesText(scope.capacity)}`,
      scope.measures ? `; ${scope.planner}: ${scope.measures}` : "",
    );
  }

  // Symbols ---------------------------------------------------------------------------------------------------------

  /** Shows a slider for each symbol of the scope, with marks for the sampled shapes. */
  openShape() {
    const { formulas } = this.scope;
    $("shape").hidden = !formulas || !formulas.symbols.length;
    if (!formulas) return;
    const worst = formulas.worst();
    const most = worst ? Math.max(worst.ratio - 1, 1e-9) : 1;
    $("sliders").replaceChildren(...formulas.symbols.map(({ name, low, high, multiple }, at) => {
      const slide = (event) => this.setSymbol(at, formulas.value(at, event.target.value / 1000));
      const type = (event) => this.setSymbol(at, formulas.near(at, Number(event.target.value)));
      const marks = formulas.samples.map((sample) => element("i", {
        style: `left:${(formulas.fraction(at, sample.values[at]) * 100).toFixed(2)}%;--part:${((sample.ratio - 1) / most).toFixed(3)}`,
        class: sample === worst ? "worst" : false,
      }));
      return element("label", { class: "slider", "data-symbol": name },
        element("b", {}, name),
        element("span", { class: "track" },
          element("span", { class: "marks", "aria-hidden": "true" }, ...marks),
          element("input", { type: "range", min: 0, max: 1000, step: "any", "aria-label": name, oninput: slide })),
        element("input", { type: "number", min: low, max: high, step: multiple, "aria-label": `value of ${name}`, onchange: type }),
      );
    }));
    $("worst").hidden = !worst;
    $("worst").textContent = worst ? `Worst of ${count(formulas.samples.length)} sampled shapes: ${formulas.text(worst.values)}` : "";
    this.setShape(formulas.values, false);
  }

  setSymbol(at, value) {
    const values = [...this.scope.formulas.values];
    values[at] = value;
    this.setShape(values);
  }

  /** Shows the plan at a shape. */
  setShape(values, redraw = true) {
    const { scope } = this;
    const { formulas } = scope;
    formulas.values = [...values];
    scope.setShape(values);
    document.querySelectorAll("#sliders .slider").forEach((row, at) => {
      const range = row.querySelector("[type=range]");
      if (document.activeElement !== range) range.value = formulas.fraction(at, values[at]) * 1000;
      range.setAttribute("aria-valuetext", String(values[at]));
      row.querySelector("[type=number]").value = values[at];
    });
    const [schedule] = scope.schedules;
    const ratio = scope.maxLoad > 0 ? schedule.peak / scope.maxLoad : 1;
    $("ratio").replaceChildren(
      "peak ", element("b", {}, bytesText(schedule.peak)), ", ", element("b", {}, ratio.toFixed(3)), " times the max load",
      formulas.orientations.length > 1 ? `; orientation ${schedule.orientation + 1} of ${formulas.orientations.length}` : "",
    );
    if (redraw) this.refresh();
  }

  // Schedules -------------------------------------------------------------------------------------------------------

  showSchedules() {
    const { scope } = this;
    const worst = Math.max(...scope.schedules.map((schedule) => schedule.excess), 1e-9);
    const least = Math.min(...scope.schedules.map((schedule) => schedule.peak));
    const hasTimes = scope.schedules.some((schedule) => schedule.ms !== undefined);
    document.querySelector("#schedules [data-time]").hidden = !hasTimes;
    const several = scope.schedules.length > 1 && !scope.pools;
    document.querySelector("#schedules th").hidden = !several;
    const rows = scope.schedules.map((schedule, index) => {
      const proof = scope.pools ? element("span", { class: "tag" }, schedule.capacity === undefined ? "no limit" : bytesText(schedule.capacity))
        : schedule.optimal ? element("span", { class: "tag good" }, "Optimal")
        : schedule.stopped ? element("span", { class: "tag" }, `Stopped: ${schedule.stopped}`)
        : element("span", { class: "tag" }, schedule.rule ? `Bound by ${schedule.rule}` : "Bound by load");
      const choice = (panel, name) => element("button", {
        type: "button", "aria-pressed": String(this.shown[panel] === index), "data-choice": `${panel}-${index}`,
        "aria-label": `Show ${schedule.planner} ${panel ? "on the right" : "on the left"}`,
        onclick: () => this.choose(panel, index),
      }, name);
      return element("tr", { class: several && schedule.peak === least ? "best" : false },
        ...(several ? [element("td", {}, element("span", { class: "choice" }, choice(0, "A"), choice(1, "B")))] : []),
        element("th", { scope: "row" }, schedule.planner),
        element("td", { class: "number", "data-label": "Peak", title: `${count(schedule.peak)} bytes` }, bytesText(schedule.peak)),
        element("td", { class: "number", "data-label": "Bound", title: `${count(schedule.bound)} bytes` }, bytesText(schedule.bound)),
        element("td", { class: "over", "data-label": "Over" }, element("div", {}, element("b", {}, percentText(schedule.excess)), element("i", { style: `--part:${schedule.excess / worst}` }))),
        element("td", { class: "proof" }, proof),
        ...(hasTimes ? [element("td", { class: "number", "data-label": "Time" }, schedule.ms === undefined ? "" : timeText(schedule.ms))] : []),
      );
    });
    document.querySelector("#schedules tbody").replaceChildren(...rows);
  }

  /** Shows a schedule in a panel; pressing B again closes the second panel. */
  choose(panel, index) {
    if (panel === 1 && this.shown[1] === index) this.shown.length = 1;
    else this.shown[panel] = index;
    this.showSchedules();
    this.recolour();
    this.layout();
    document.querySelector(`[data-choice="${panel}-${index}"]`).focus();
  }

  recolour() {
    const { scope, mode } = this;
    const { of, groups } = shades(scope, mode);
    const table = palette(mode, isDark());
    const theme = themeColours();
    this.plots.forEach((plot, panel) => {
      const index = this.shown[panel];
      const figure = this.figures[panel];
      figure.hidden = index === undefined;
      if (index === undefined) return;
      const schedule = scope.schedules[index];
      plot.show(scope, schedule, of, table, theme);
      figure.querySelector("figcaption").replaceChildren(
        element("b", {}, schedule.planner), bytesText(schedule.peak), element("span", {}, this.remark(schedule)),
      );
    });
    this.root.dataset.panels = this.shown.length;
    this.root.toggleAttribute("data-pools", Boolean(scope.pools));
    this.showLegend(groups, table);
    this.describe();
    this.later();
  }

  /** What is said of a peak. */
  remark({ pool, capacity, excess }) {
    if (pool === undefined) return `${percentText(excess)} over the bound`;
    return capacity === undefined ? "no limit" : `of ${bytesText(capacity)}`;
  }

  showLegend(groups, table) {
    const css = ([r, g, b]) => `rgb(${r} ${g} ${b})`;
    const legend = $("legend");
    if (groups) {
      legend.replaceChildren(...groups.map((group, i) => element("span", { style: `--colour:${css(table[i])}`, title: group }, group)));
      return;
    }
    const stops = Array.from({ length: 9 }, (_, i) => css(table[Math.round((i / 8) * (STEPS - 1))]));
    const { scope } = this;
    const ends = this.mode === "age" ? ["early", "late"] : [bytesText(scope.leastSize), bytesText(scope.mostSize)];
    if (ends[0] === ends[1]) {
      legend.replaceChildren(element("span", { style: `--colour:${css(table[STEPS / 2])}` }, ends[0]));
      return;
    }
    legend.replaceChildren(
      element("span", { class: "end" }, ends[0]),
      element("div", { class: "ramp", style: `background:linear-gradient(90deg,${stops.join(",")})` }),
      element("span", { class: "end" }, ends[1]),
    );
  }

  describe() {
    const parts = this.shown.map((index) => {
      const schedule = this.scope.schedules[index];
      return `${schedule.planner}: peak ${bytesText(schedule.peak)}, ${this.remark(schedule)}`;
    });
    this.root.setAttribute("aria-label", `Offset against tick, ${counted(this.scope.n, "buffer")}. ${parts.join(". ")}.`);
  }

  // View ------------------------------------------------------------------------------------------------------------

  whole() {
    return new View(0, Math.max(1, this.scope.lastTick), 0, this.scope.top * 1.04);
  }

  fit() {
    this.view = this.whole();
    this.moved();
  }

  /** Keeps a view inside the whole, and its spans within what doubles and eyes can tell apart. */
  limited(view) {
    const whole = this.whole();
    const clip = (from, to, low, high, least) => {
      const span = Math.min(high - low, Math.max(least, to - from));
      const middle = (from + to) / 2;
      const start = Math.min(high - span, Math.max(low, middle - span / 2));
      return [start, start + span];
    };
    const [t0, t1] = clip(view.t0, view.t1, 0, whole.t1, Math.min(whole.t1, 2));
    const [b0, b1] = clip(view.b0, view.b1, 0, whole.b1, Math.min(whole.b1, 16));
    return new View(t0, t1, b0, b1);
  }

  look(view) {
    const next = this.limited(view);
    if (next.equals(this.view)) return false;
    this.view = next;
    this.moved();
    return true;
  }

  /** Goes to a view in a few frames. */
  glide(view) {
    const target = this.limited(view);
    if (matchMedia("(prefers-reduced-motion: reduce)").matches) {
      this.look(target);
      return;
    }
    const from = this.view;
    const started = performance.now();
    const run = (this.gliding = {});
    const frame = (now) => {
      if (this.gliding !== run) return;
      const part = Math.min(1, Math.max(0, now - started) / 160);
      const eased = 1 - (1 - part) ** 3;
      const mix = (a, b) => (part === 1 ? b : a + (b - a) * eased);
      this.look(new View(mix(from.t0, target.t0), mix(from.t1, target.t1), mix(from.b0, target.b0), mix(from.b1, target.b1)));
      if (part < 1) requestAnimationFrame(frame);
    };
    requestAnimationFrame(frame);
  }

  /** Zooms by a factor; the given place stays where it is. */
  zoom(factor, tick, byte, axes = "both") {
    const { t0, t1, b0, b1 } = this.view;
    const ft = axes === "y" ? 1 : factor;
    const fb = axes === "x" ? 1 : factor;
    return new View(tick - (tick - t0) / ft, tick + (t1 - tick) / ft, byte - (byte - b0) / fb, byte + (b1 - byte) / fb);
  }

  zoomMiddle(factor) {
    const { t0, t1, b0, b1 } = this.view;
    const s = this.selected;
    const isVisible = s >= 0 && this.scope.begin[s] < t1 && t0 < this.scope.end[s];
    const tick = isVisible ? Math.min(t1, Math.max(t0, (this.scope.begin[s] + this.scope.end[s]) / 2)) : (t0 + t1) / 2;
    const middle = isVisible ? (this.low(s) + this.high(s)) / 2 : (b0 + b1) / 2;
    this.glide(this.zoom(factor, tick, Math.min(b1, Math.max(b0, middle))));
  }

  pan(dt, db) {
    const { t0, t1, b0, b1 } = this.view;
    return new View(t0 + dt, t1 + dt, b0 + db, b1 + db);
  }

  /** Shows a buffer with some of its neighbours. */
  zoomTo(buffer) {
    const { scope } = this;
    const low = this.low(buffer);
    const [ticks, size] = [scope.end[buffer] - scope.begin[buffer], Math.max(1, this.high(buffer) - low)];
    this.glide(new View(scope.begin[buffer] - ticks, scope.end[buffer] + ticks, low - size, low + 2 * size));
  }

  moved() {
    const whole = this.whole();
    const { t0, t1, b0, b1 } = this.view;
    this.root.toggleAttribute("data-zoomed", !this.view.equals(whole));
    this.root.dataset.view = [t0, t1, b0, b1].map((value) => Number(value.toPrecision(9))).join(" ");
    this.isMoving = true;
    clearTimeout(this.resting);
    this.resting = setTimeout(() => {
      this.isMoving = false;
      this.later();
    }, 120);
    this.later();
  }

  /** Draws in the next frame. */
  later() {
    if (this.pending) return;
    this.pending = true;
    requestAnimationFrame(() => {
      this.pending = false;
      if (this.scope && $("results").dataset.state === "ready") this.draw();
    });
  }

  draw() {
    const started = performance.now();
    const marks = [];
    if (this.hovered >= 0 && this.hovered !== this.selected) marks.push({ buffer: this.hovered, style: "hovered" });
    if (this.selected >= 0) marks.push({ buffer: this.selected, style: "selected" });
    const budget = this.isMoving ? 12 / this.shown.length : Infinity;
    const exact = this.shown.map((_, panel) => this.plots[panel].draw(this.view, marks, budget));
    this.root.dataset.exact = exact.every(Boolean);
    this.arrows.draw(this.scope, this.plots, this.root, [this.hovered, this.selected]);
    this.lastFrame = performance.now() - started;
  }

  layout() {
    this.shown.forEach((_, panel) => {
      const plot = this.plots[panel];
      const { width, height } = plot.canvas.getBoundingClientRect();
      if (width && height) plot.resize(width, height, Math.min(3, devicePixelRatio || 1));
    });
    this.later();
  }

  // Selection -------------------------------------------------------------------------------------------------------

  /** The schedule that has a buffer: that of its pool, or that of the first panel. */
  scheduleOf(buffer) {
    const { schedules, poolOf } = this.scope;
    return schedules[poolOf ? poolOf[buffer] : this.shown[0]];
  }

  /** Where a buffer begins, on the scale of views. */
  low(buffer) {
    const { offset, scale = 1 } = this.scheduleOf(buffer);
    return offset[buffer] / scale;
  }

  /** Where a buffer ends, on the scale of views. */
  high(buffer) {
    const { offset, scale = 1 } = this.scheduleOf(buffer);
    return (offset[buffer] + this.scope.size[buffer]) / scale;
  }

  select(buffer) {
    this.selected = buffer;
    if (buffer < 0) delete this.root.dataset.selected;
    else this.root.dataset.selected = this.scope.label(buffer);
    this.inspect();
    this.table.mark();
    this.later();
  }

  /** What is known of a buffer, as pairs of term and text. */
  facts(buffer) {
    const { scope } = this;
    const facts = [
      ["Size", bytesText(scope.size[buffer])],
      ["Lifetime", `${scope.tickText(scope.begin[buffer])} to ${scope.tickText(scope.end[buffer])}`],
    ];
    if (scope.pools) facts.push(["Offset", count(scope.schedules[0].offset[buffer])], ...poolFacts(scope, buffer));
    else this.shown.forEach((index) => {
      const name = this.shown.length > 1 ? `Offset, ${scope.schedules[index].planner}` : "Offset";
      facts.push([name, count(scope.schedules[index].offset[buffer])]);
    });
    if (scope.align && scope.align[buffer] !== 1) facts.push(["Alignment", bytesText(scope.align[buffer])]);
    const op = scope.op_of(buffer);
    if (op) facts.push(["Operation", op]);
    const place = scope.place_of(buffer);
    if (place) facts.push(["Allocated at", place]);
    return facts;
  }

  inspect() {
    const pane = $("inspector");
    if (this.selected < 0) {
      pane.replaceChildren("Select a buffer with a click or the arrow keys.");
      return;
    }
    const name = this.scope.label(this.selected);
    const all = [["Buffer", name], ...this.facts(this.selected)];
    pane.replaceChildren(element("dl", {}, ...all.map(([term, text]) => element("div", {}, element("dt", {}, term), element("dd", {}, text)))));
  }

  /** The nearest buffer in a direction, judged by what is on the screen. */
  neighbour(dx, dy) {
    const { scope, view } = this;
    const current = this.selected;
    const sx = 1 / (view.t1 - view.t0);
    const sy = 0.6 / (view.b1 - view.b0);
    const isVisible = (i) => scope.begin[i] < view.t1 && view.t0 < scope.end[i] && this.low(i) < view.b1 && view.b0 < this.high(i);
    let best = -1;
    let least = Infinity;
    if (current < 0) {
      // The first one from the lower left corner.
      for (let i = 0; i < scope.n; i++) {
        if (!isVisible(i)) continue;
        const distance = (scope.begin[i] - view.t0) * sx + (this.low(i) - view.b0) * sy;
        if (distance < least) [best, least] = [i, distance];
      }
      return best;
    }
    const [c0, c1, d0, d1] = [scope.begin[current], scope.end[current], this.low(current), this.high(current)];
    const apart = (a0, a1, e0, e1) => Math.max(0, a0 - e1, e0 - a1);
    for (let i = 0; i < scope.n; i++) {
      if (i === current || scope.size[i] === 0 || this.scheduleOf(i) !== this.scheduleOf(current)) continue;
      const [low, high] = [this.low(i), this.high(i)];
      const along = dx ? (dx > 0 ? scope.begin[i] - c1 : c0 - scope.end[i]) * sx : (dy > 0 ? low - d1 : d0 - high) * sy;
      if (along < 0) continue;
      const aside = dx ? apart(low, high, d0, d1) * sy : apart(scope.begin[i], scope.end[i], c0, c1) * sx;
      const distance = along + 3 * aside;
      if (distance < least) [best, least] = [i, distance];
    }
    return best;
  }

  step(dx, dy) {
    const next = this.neighbour(dx, dy);
    if (next < 0) return;
    this.select(next);
    this.reveal(next);
  }

  /** Moves the view, without zooming, so that a buffer is in it. */
  reveal(buffer) {
    const { scope, view } = this;
    const shift = (low, high, from, to) => {
      if (from < high && low < to && (low <= from || to <= high)) return from < low ? Math.max(from - low, to - high) : to > high ? Math.min(to - high, from - low) : 0;
      return from < low || to > high ? (from + to) / 2 - (low + high) / 2 : 0;
    };
    const dt = shift(view.t0, view.t1, scope.begin[buffer], scope.end[buffer]);
    const db = shift(view.b0, view.b1, this.low(buffer), this.high(buffer));
    if (dt || db) this.glide(this.pan(dt, db));
  }

  /** Selects the next buffer whose name contains a text. */
  find(text) {
    const wanted = text.trim().toLowerCase();
    if (!wanted) return;
    const { scope } = this;
    for (let k = 1; k <= scope.n; k++) {
      const i = (Math.max(-1, this.selected) + k) % scope.n;
      if (scope.name_of(i).toLowerCase().includes(wanted)) {
        this.select(i);
        this.zoomTo(i);
        return;
      }
    }
    $("inspector").replaceChildren(`No buffer has “${text.trim()}” in its name.`);
  }

  // Input -----------------------------------------------------------------------------------------------------------

  listen() {
    const { root } = this;
    for (const radio of document.querySelectorAll("[name=colour]")) {
      radio.addEventListener("change", () => {
        this.mode = radio.value;
        this.recolour();
      });
    }
    $("scope").addEventListener("change", (event) => this.openScope(Number(event.target.value)));
    $("worst").addEventListener("click", () => this.setShape(this.scope.formulas.worst().values));
    $("zoom-in").addEventListener("click", () => this.zoomMiddle(1.6));
    $("zoom-out").addEventListener("click", () => this.zoomMiddle(1 / 1.6));
    $("zoom-fit").addEventListener("click", () => this.glide(this.whole()));
    $("find").addEventListener("keydown", (event) => event.key === "Enter" && this.find(event.target.value));
    root.addEventListener("keydown", (event) => this.key(event));
    this.figures.forEach((figure, panel) => this.listenTo(figure, panel));
    this.pointers = new Map();
    new ResizeObserver(() => this.scope && this.layout()).observe(root);
    matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => this.scope && this.recolour());
  }

  listenTo(figure, panel) {
    const canvas = figure.querySelector("canvas");
    canvas.addEventListener("wheel", (event) => this.wheel(event, panel), { passive: false });
    canvas.addEventListener("pointerdown", (event) => this.press(event, panel));
    canvas.addEventListener("pointermove", (event) => this.move(event, panel));
    for (const end of ["pointerup", "pointercancel"]) canvas.addEventListener(end, (event) => this.release(event, panel));
    canvas.addEventListener("pointerleave", () => this.hover(-1));
    canvas.addEventListener("dblclick", (event) => {
      const buffer = this.plots[panel].hit(...this.point(event));
      if (buffer >= 0) this.zoomTo(buffer);
    });
  }

  point(event) {
    const box = event.currentTarget.getBoundingClientRect();
    return [event.clientX - box.left, event.clientY - box.top];
  }

  wheel(event, panel) {
    const plot = this.plots[panel];
    const [x, y] = this.point(event);
    const scale = event.deltaMode === 1 ? 24 : event.deltaMode === 2 ? 400 : 1;
    const { t0, t1 } = this.view;
    let next;
    if (event.shiftKey || Math.abs(event.deltaX) > 2 * Math.abs(event.deltaY)) {
      next = this.pan(((event.deltaX || event.deltaY) * scale * (t1 - t0)) / plot.area().width, 0);
    } else {
      const factor = Math.exp((-event.deltaY * scale * (event.ctrlKey ? 4 : 1)) / 480);
      const part = plot.part(x, y);
      next = this.zoom(factor, plot.tickAt(x), plot.byteAt(y), part === "plot" ? "both" : part);
    }
    this.gliding = null;
    // At the whole, zooming out scrolls the page instead.
    if (this.look(next) || event.ctrlKey) event.preventDefault();
    this.hover(-1);
  }

  press(event, panel) {
    if (event.button !== 0) return;
    const [x, y] = this.point(event);
    this.gliding = null;
    event.currentTarget.setPointerCapture(event.pointerId);
    this.pointers.set(event.pointerId, { x, y });
    this.root.focus({ preventScroll: true });
    this.dragged = { panel, x, y, view: this.view, far: false, isBox: event.shiftKey, spread: this.spread() };
  }

  /** Middle and distance of two fingers. */
  spread() {
    const [a, b] = [...this.pointers.values()];
    return b && { x: (a.x + b.x) / 2, y: (a.y + b.y) / 2, distance: Math.max(8, Math.hypot(a.x - b.x, a.y - b.y)), view: this.view };
  }

  move(event, panel) {
    const plot = this.plots[panel];
    const [x, y] = this.point(event);
    const drag = this.dragged;
    if (!this.pointers.has(event.pointerId) || !drag) {
      if (event.pointerType !== "touch") this.hover(plot.part(x, y) === "plot" ? plot.hit(x, y) : -1, event);
      return;
    }
    this.pointers.set(event.pointerId, { x, y });
    if (Math.hypot(x - drag.x, y - drag.y) > 4) drag.far = true;
    if (drag.spread && this.pointers.size === 2) {
      const now = this.spread();
      const area = plot.area();
      const { t0, t1, b0, b1 } = drag.spread.view;
      const factor = now.distance / drag.spread.distance;
      const tick = t0 + ((drag.spread.x - area.left) / area.width) * (t1 - t0);
      const byte = b1 - ((drag.spread.y - area.top) / area.height) * (b1 - b0);
      const [width, height] = [(t1 - t0) / factor, (b1 - b0) / factor];
      const left = tick - ((now.x - area.left) / area.width) * width;
      const top = byte + ((now.y - area.top) / area.height) * height;
      this.look(new View(left, left + width, top - height, top));
      return;
    }
    if (!drag.far) return;
    this.hover(-1);
    if (drag.isBox) {
      this.drawBox(drag, x, y, event.currentTarget);
      return;
    }
    this.root.setAttribute("data-dragging", "");
    const area = plot.area();
    const { t0, t1, b0, b1 } = drag.view;
    const part = plot.part(drag.x, drag.y);
    const dt = part === "y" ? 0 : ((drag.x - x) / area.width) * (t1 - t0);
    const db = part === "x" ? 0 : ((y - drag.y) / area.height) * (b1 - b0);
    this.look(new View(t0 + dt, t1 + dt, b0 + db, b1 + db));
  }

  drawBox(drag, x, y, canvas) {
    if (!drag.box) this.root.append((drag.box = element("div", { id: "box" })));
    const outer = this.root.getBoundingClientRect();
    const inner = canvas.getBoundingClientRect();
    Object.assign(drag.box.style, {
      left: `${inner.left - outer.left + Math.min(x, drag.x)}px`, top: `${inner.top - outer.top + Math.min(y, drag.y)}px`,
      width: `${Math.abs(x - drag.x)}px`, height: `${Math.abs(y - drag.y)}px`,
    });
  }

  release(event, panel) {
    const drag = this.dragged;
    this.pointers.delete(event.pointerId);
    this.root.removeAttribute("data-dragging");
    if (!drag || drag.panel !== panel) return;
    if (this.pointers.size) {
      drag.spread = null;
      const [rest] = this.pointers.values();
      Object.assign(drag, rest, { view: this.view, far: true });
      return;
    }
    this.dragged = null;
    const plot = this.plots[panel];
    const [x, y] = this.point(event);
    if (drag.box) {
      drag.box.remove();
      const ticks = [plot.tickAt(drag.x), plot.tickAt(x)].sort((a, b) => a - b);
      const bytes = [plot.byteAt(drag.y), plot.byteAt(y)].sort((a, b) => a - b);
      this.glide(new View(...ticks, ...bytes));
    } else if (!drag.far && event.type === "pointerup") {
      this.select(plot.part(x, y) === "plot" ? plot.hit(x, y, event.pointerType === "touch" ? 12 : 4) : -1);
    }
  }

  hover(buffer, event) {
    const tip = $("tip");
    if (buffer !== this.hovered) {
      this.hovered = buffer;
      tip.hidden = buffer < 0;
      if (buffer >= 0) {
        const facts = this.facts(buffer).flatMap(([term, text]) => [element("dt", {}, term), element("dd", {}, text)]);
        tip.replaceChildren(element("b", {}, this.scope.label(buffer)), element("dl", {}, ...facts));
      }
      this.later();
    }
    if (buffer < 0) return;
    const box = this.root.getBoundingClientRect();
    const [x, y] = [event.clientX - box.left, event.clientY - box.top];
    const left = x + 16 + tip.offsetWidth > box.width - 4 ? x - 16 - tip.offsetWidth : x + 16;
    tip.style.left = `${Math.max(4, left)}px`;
    tip.style.top = `${Math.min(y + 16, box.height - tip.offsetHeight - 6)}px`;
  }

  key(event) {
    if (event.ctrlKey || event.metaKey || event.altKey || !this.scope) return;
    const { t0, t1, b0, b1 } = this.view;
    const arrows = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1] };
    const arrow = arrows[event.key];
    if (arrow && event.shiftKey) this.glide(this.pan(arrow[0] * (t1 - t0) * 0.25, arrow[1] * (b1 - b0) * 0.25));
    else if (arrow) this.step(...arrow);
    else if (event.key === "+" || event.key === "=") this.zoomMiddle(1.6);
    else if (event.key === "-" || event.key === "_") this.zoomMiddle(1 / 1.6);
    else if (event.key === "0" || event.key === "Home") this.glide(this.whole());
    else if (event.key === "Enter" && this.selected >= 0) this.zoomTo(this.selected);
    else if (event.key === "Escape") this.select(-1);
    else return;
    event.preventDefault();
  }
}

/** Rows on one page of the table. */
const ROWS = 100;

/** All buffers as a table: sorted, filtered, in pages. */
class BufferTable {
  constructor(picture) {
    this.picture = picture;
    $("buffers").addEventListener("toggle", () => this.render());
    $("filter").addEventListener("input", () => {
      clearTimeout(this.typing);
      this.typing = setTimeout(() => this.filter(), 150);
    });
    $("page-back").addEventListener("click", () => this.turn(-1));
    $("page-on").addEventListener("click", () => this.turn(1));
  }

  open(scope) {
    this.scope = scope;
    this.sort = { by: 0, direction: 1 };
    $("filter").value = "";
    this.page = 0;
    this.rows = null;
    this.columns = [
      { title: "Name", key: null, text: (i) => scope.label(i) },
      { title: "Size", key: (i) => scope.size[i], text: (i) => bytesText(scope.size[i]), exact: (i) => `${count(scope.size[i])} bytes` },
      { title: "Begin", key: (i) => scope.begin[i], text: (i) => scope.tickText(scope.begin[i]) },
      { title: "End", key: (i) => scope.end[i], text: (i) => scope.tickText(scope.end[i]) },
      ...(scope.pools ? [{ title: "Pool", key: (i) => scope.poolOf[i], text: (i) => scope.pools[scope.poolOf[i]].name, isText: true }] : []),
      ...(scope.pools ? scope.schedules.slice(0, 1) : scope.schedules).map((schedule) => ({
        title: scope.schedules.length > 1 && !scope.pools ? `Offset, ${schedule.planner}` : "Offset",
        key: (i) => schedule.offset[i], text: (i) => count(schedule.offset[i]),
      })),
    ];
    if (scope.op) this.columns.push({ title: "Operation", key: (i) => scope.op[i], text: (i) => scope.op_of(i), isText: true });
    if (scope.line) this.columns.push({ title: "Line", key: (i) => scope.line[i], text: (i) => (scope.line[i] ? String(scope.line[i]) : "") });
    $("buffers-facts").textContent = counted(scope.n, "row");
    this.render();
  }

  filter() {
    const wanted = $("filter").value.trim().toLowerCase();
    const { scope } = this;
    const found = [];
    for (let i = 0; i < scope.n; i++) if (!wanted || scope.name_of(i).toLowerCase().includes(wanted)) found.push(i);
    this.rows = Uint32Array.from(found);
    this.order();
  }

  order() {
    const { key } = this.columns[this.sort.by];
    const { direction } = this.sort;
    if (key) this.rows.sort((a, b) => direction * (key(a) - key(b)) || a - b);
    else this.rows.sort((a, b) => direction * (a - b));
    this.page = 0;
    this.render();
  }

  turn(by) {
    this.page += by;
    this.render();
    $("table").closest(".scroll").scrollTop = 0;
  }

  render() {
    if (!$("buffers").open || !this.scope) return;
    if (!this.rows) {
      this.filter();
      return;
    }
    const head = this.columns.map((column, index) => element("th", {
      scope: "col", class: index && !column.isText ? "number" : false,
      "aria-sort": this.sort.by === index ? (this.sort.direction > 0 ? "ascending" : "descending") : "none",
    }, element("button", { type: "button", onclick: () => this.sortBy(index) }, index ? column.title : "Name, in trace order")));
    document.querySelector("#table thead tr").replaceChildren(...head);
    const pages = Math.max(1, Math.ceil(this.rows.length / ROWS));
    const shown = [...this.rows.subarray(this.page * ROWS, (this.page + 1) * ROWS)];
    const rows = shown.map((i) => element("tr", { "data-buffer": i },
      element("th", { scope: "row", title: this.scope.label(i) }, element("button", { type: "button", onclick: () => this.go(i) }, this.columns[0].text(i))),
      ...this.columns.slice(1).map((column) => element("td", { class: column.isText ? false : "number", title: column.exact ? column.exact(i) : false }, column.text(i))),
    ));
    if (!rows.length) rows.push(element("tr", {}, element("td", { colspan: this.columns.length }, "No buffer has this text in its name.")));
    document.querySelector("#table tbody").replaceChildren(...rows);
    $("page-number").textContent = `${count(this.page + 1)} of ${count(pages)}`;
    $("page-back").disabled = this.page === 0;
    $("page-on").disabled = this.page + 1 >= pages;
    this.mark();
  }

  sortBy(index) {
    this.sort = { by: index, direction: this.sort.by === index ? -this.sort.direction : index && index !== 2 ? -1 : 1 };
    this.order();
    document.querySelectorAll("#table thead button")[index].focus();
  }

  go(buffer) {
    this.picture.select(buffer);
    this.picture.zoomTo(buffer);
  }

  mark() {
    for (const row of document.querySelectorAll("#table tbody tr")) {
      row.setAttribute("aria-selected", String(Number(row.dataset.buffer) === this.picture.selected));
    }
  }
}

