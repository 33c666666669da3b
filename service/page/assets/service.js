// The page of the service: takes a file, plans it by the API below /v1, and shows what comes back.

/** Planners that are chosen at first, where the service has them. */
const FIRST_CHOICE = ["auto", "best-fit"];
/** Time limits above this, in milliseconds, run as jobs: connections may not last so long. */
const LONG = 10000;
/** This many requests run at once. */
const AT_ONCE = 2;

const EXAMPLE_TRACE = `id,lower,upper,size
weights,0,14,65536
input,0,3,24576
conv1,1,5,49152
relu1,3,6,49152
pool1,5,8,12288
conv2,7,10,32768
skip,4,12,16384
relu2,9,11,32768
add,10,13,32768
output,12,14,8192
`;

const EXAMPLE_PROGRAM = `func.func @mlp(%x: memref<128x128xf32>, %w: memref<128x128xf32>, %out: memref<128x128xf32>) {
  %zero = arith.constant 0.0 : f32
  %a = memref.alloc() : memref<128x128xf32>
  linalg.fill ins(%zero : f32) outs(%a : memref<128x128xf32>)
  linalg.matmul ins(%x, %w : memref<128x128xf32>, memref<128x128xf32>) outs(%a : memref<128x128xf32>)
  %b = memref.alloc() : memref<128x128xf32>
  linalg.fill ins(%zero : f32) outs(%b : memref<128x128xf32>)
  linalg.matmul ins(%a, %w : memref<128x128xf32>, memref<128x128xf32>) outs(%b : memref<128x128xf32>)
  %c = memref.alloc() : memref<128x128xf32>
  linalg.fill ins(%zero : f32) outs(%c : memref<128x128xf32>)
  linalg.matmul ins(%b, %w : memref<128x128xf32>, memref<128x128xf32>) outs(%c : memref<128x128xf32>)
  memref.copy %c, %out : memref<128x128xf32> to memref<128x128xf32>
  return
}
`;

const MEDIA = {
  json: "application/json",
  csv: "text/csv",
  mplan: "application/vnd.memplan.plan",
  mtrace: "application/vnd.memplan.trace",
  mlir: "text/x-mlir",
};

const KINDS_OF_FILES = { json: "JSON trace", csv: "CSV trace", mtrace: "Trace", mlir: "MLIR program" };

/** An error of the API: problem details, RFC 9457. */
class Problem extends Error {
  constructor(details) {
    super(details.detail || details.title || "The service failed.");
    this.details = details;
  }
}

/** Requests to the service. */
class Api {
  constructor() {
    try {
      this.token = sessionStorage.getItem("memplan-token") || "";
    } catch {
      this.token = "";
    }
  }

  /** Sends a request and returns the response. Throws a Problem unless it succeeded. */
  async send(path, { method = "GET", query = {}, body, type, accept = MEDIA.json, signal } = {}) {
    const parameters = new URLSearchParams(Object.entries(query).filter(([, value]) => value));
    const headers = { Accept: accept };
    if (type) headers["Content-Type"] = type;
    if (this.token) headers.Authorization = `Bearer ${this.token}`;
    const text = parameters.toString();
    let response;
    try {
      response = await fetch(path + (text ? `?${text}` : ""), { method, headers, body, signal });
    } catch (error) {
      if (error.name === "AbortError") throw error;
      throw new Problem({ detail: "The service does not answer.", code: "unreachable" });
    }
    if (response.ok) return response;
    const details = await response.json().catch(() => ({ title: `HTTP status ${response.status}` }));
    throw new Problem({ status: response.status, ...details });
  }

  /** Calls back for each server-sent event until the stream ends. */
  async events(path, signal, visit) {
    const response = await this.send(path, { accept: "text/event-stream", signal });
    const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
    let text = "";
    for (;;) {
      const { value, done } = await reader.read();
      if (done) return;
      text += value;
      const events = text.split("\n\n");
      text = events.pop();
      for (const event of events) {
        const field = (name) => event.split("\n").filter((line) => line.startsWith(`${name}: `)).map((line) => line.slice(name.length + 2)).join("\n");
        if (field("data")) visit(field("event"), JSON.parse(field("data")));
      }
    }
  }
}

/** A duration such as `500ms`, `2s` or `1m` in milliseconds. */
function milliseconds(text) {
  const [, number, unit] = /^([\d.]+)(ms|s|m|h)$/.exec(text) || [];
  return number ? Number(number) * { ms: 1, s: 1000, m: 60000, h: 3600000 }[unit] : Infinity;
}

/** Splits `a,b{c=d,e=f}` at commas outside of braces. */
function splitSpecs(text) {
  const parts = [];
  let depth = 0;
  let part = "";
  for (const c of text) {
    if (c === "{") depth++;
    if (c === "}") depth--;
    if (c === "," && depth === 0) {
      parts.push(part);
      part = "";
    } else {
      part += c;
    }
  }
  return [...parts, part].map((one) => one.trim()).filter(Boolean);
}

/** A schedule of the JSON form, `planner/schema/plan.schema.json`, for a scope. */
function scheduleOf(scope, spec, alignment, schedule, ms, stopped) {
  const isOptimal = schedule.optimality === "optimal";
  const proved = isOptimal ? schedule.total_size_bytes : schedule.optimality.lower_bound_bytes ?? 0;
  const described = {
    planner: spec,
    alignment: Number(/\balignment=(\d+)/.exec(spec)?.[1] ?? (alignment || 1)),
    peak: schedule.total_size_bytes,
    bound: Math.max(proved, scope.hasHints ? 0 : scope.maxLoad),
    rule: schedule.bound_rule,
    optimal: isOptimal,
    stopped: isOptimal ? undefined : stopped,
    ms,
  };
  return new Schedule(described, Float64Array.from(schedule.offsets_bytes), scope);
}

class Service {
  constructor(picture) {
    this.picture = picture;
    this.api = new Api();
    this.root = $("input");
    this.listen();
    this.loadPlanners();
  }

  listen() {
    for (const id of ["file", "file-other"]) {
      $(id).addEventListener("change", (event) => {
        const files = [...event.target.files];
        event.target.value = "";
        this.takeAll(files);
      });
    }
    $("file-list").addEventListener("change", (event) => this.take(this.files[event.target.selectedIndex]));
    $("example-trace").addEventListener("click", () => this.takeAll([new File([EXAMPLE_TRACE], "example.csv")]));
    $("example-program").addEventListener("click", () => this.takeAll([new File([EXAMPLE_PROGRAM], "example.mlir")]));
    for (const kind of ["dragenter", "dragover"]) {
      document.addEventListener(kind, (event) => {
        if (!event.dataTransfer?.types.includes("Files")) return;
        event.preventDefault();
        this.root.toggleAttribute("data-over", true);
      });
    }
    document.addEventListener("dragleave", (event) => event.relatedTarget || this.root.removeAttribute("data-over"));
    document.addEventListener("drop", (event) => {
      this.root.removeAttribute("data-over");
      const files = [...(event.dataTransfer?.files ?? [])];
      if (!files.length) return;
      event.preventDefault();
      this.takeAll(files);
    });
    $("options").addEventListener("submit", (event) => {
      event.preventDefault();
      this.run();
    });
    $("options").addEventListener("input", () => this.refresh());
    $("cancel").addEventListener("click", () => this.running?.abort());
    $("token").addEventListener("change", (event) => {
      this.api.token = event.target.value;
      try {
        sessionStorage.setItem("memplan-token", this.api.token);
      } catch {
        // Without storage, the token lasts as long as the page.
      }
      this.loadPlanners();
    });
    $("next-mark").addEventListener("click", () => this.nextMark());
    $("copy-program").addEventListener("click", async (event) => {
      await navigator.clipboard?.writeText(this.program).catch(() => {});
      event.target.textContent = "Copied";
      setTimeout(() => (event.target.textContent = "Copy"), 1500);
    });
  }

  // Planners --------------------------------------------------------------------------------------------------------

  async loadPlanners() {
    const list = $("planners");
    try {
      const { planners } = await (await this.api.send("/v1/planners")).json();
      const chosen = FIRST_CHOICE.filter((name) => planners.some((planner) => planner.name === name));
      const rank = ({ name }) => (chosen.includes(name) ? chosen.indexOf(name) : chosen.length);
      planners.sort((a, b) => rank(a) - rank(b));
      list.replaceChildren(...planners.map((planner) => element("label", { title: planner.summary },
        element("input", { type: "checkbox", name: "planner", value: planner.name, checked: chosen.includes(planner.name) }),
        element("span", {}, element("b", {}, planner.name), element("small", {}, planner.summary)),
      )));
      this.hideProblem();
    } catch (error) {
      list.replaceChildren(element("p", { class: "facts" }, "The planners cannot be listed. ", element("button", { type: "button", onclick: () => this.loadPlanners() }, "Try again")));
      this.explain(error);
    }
    this.refresh();
  }

  specs() {
    const checked = [...document.querySelectorAll("[name=planner]:checked")].map((box) => box.value);
    return [...new Set([...checked, ...splitSpecs($("specs").value)])];
  }

  refresh() {
    const n = this.specs().length;
    $("planners-count").textContent = n ? `${n} chosen` : "Choose at least one";
    $("plan-button").disabled = !this.file || !n || Boolean(this.running);
  }

  // File ------------------------------------------------------------------------------------------------------------

  /** Takes several files: the first one is chosen, the others are in a list. */
  takeAll(files) {
    if (!files.length) return;
    this.files = files;
    $("file-list").replaceChildren(...files.map((file) => element("option", {}, file.name)));
    $("file-list").hidden = files.length === 1;
    this.take(files[0]);
    $("plan-button").focus();
  }

  take(file) {
    this.running?.abort();
    this.file = file;
    this.extension = /\.(\w+)$/.exec(file.name)?.[1].toLowerCase() ?? "";
    this.isProgram = this.extension === "mlir";
    $("file-name").textContent = file.name;
    $("file-kind").textContent = KINDS_OF_FILES[this.extension] ?? "File";
    $("file-size").textContent = bytesText(file.size);
    $("title").textContent = file.name;
    document.title = `${file.name} · memplan`;
    this.root.dataset.state = "chosen";
    this.hideProblem();
    $("progress").hidden = true;
    this.clear();
    this.refresh();
  }

  clear() {
    $("results").dataset.state = "idle";
    for (const id of ["program", "downloads"]) $(id).hidden = true;
  }

  // Planning --------------------------------------------------------------------------------------------------------

  /** The request that sends the file. */
  upload(more) {
    return { method: "POST", body: this.file, type: MEDIA[this.extension] ?? "application/octet-stream", ...more };
  }

  async run() {
    const specs = this.specs();
    this.running = new AbortController();
    const { signal } = this.running;
    $("cancel").hidden = false;
    this.refresh();
    this.hideProblem();
    this.clear();
    const limits = { time: $("time").value, alignment: $("alignment").value, name: this.file.name };
    const rows = this.showProgress(specs, limits);
    try {
      rows.input.start("Reading the input");
      const traces = await (await this.api.send("/v1/trace", this.upload({ query: { name: limits.name }, signal }))).json();
      const scopes = traces.traces.map((trace) => Scope.ofTrace(trace));
      const n = scopes.reduce((sum, scope) => sum + scope.n, 0);
      rows.input.finish(`${counted(n, "buffer")} in ${counted(scopes.length, "scope")}`);
      const plans = await this.planAll(specs, limits, rows, signal);
      const shown = scopes.flatMap((scope, k) => {
        const all = plans.map(({ spec, plan, ms, stopped }) => [plan.schedules[k], spec, plan.schedules.length === 1 ? ms : undefined, stopped]);
        if (all.some(([schedule]) => schedule.pools)) {
          return all.map(([schedule, spec, ms, stopped]) => scopeOfPlan(traces.traces[k], schedule, spec, ms, stopped));
        }
        for (const [schedule, spec, ms, stopped] of all) scope.add(scheduleOf(scope, spec, limits.alignment, schedule, ms, stopped));
        return [scope];
      });
      if (plans.length) this.show(shown, plans, limits);
      const isCalm = matchMedia("(prefers-reduced-motion: reduce)").matches;
      if (plans.length) $("results").scrollIntoView({ block: "start", behavior: isCalm ? "instant" : "smooth" });
      if (this.isProgram) await this.merge(specs, limits, rows, signal);
    } catch (error) {
      if (error.name !== "AbortError") this.explain(error, rows.input.isOver ? "request" : "input");
      for (const row of Object.values(rows)) row.stop(error.name === "AbortError");
    } finally {
      this.running = null;
      $("cancel").hidden = true;
      this.refresh();
    }
  }

  /** Runs all planners, some at once; a planner that fails does not stop the others. */
  async planAll(specs, limits, rows, signal) {
    const waiting = [...specs.keys()];
    const plans = [];
    const worker = async () => {
      for (let k; (k = waiting.shift()) !== undefined; ) {
        const row = rows[`plan ${specs[k]}`];
        row.start("Planning", milliseconds(limits.time));
        try {
          plans[k] = { spec: specs[k], ...(await this.plan(specs[k], limits, row, signal)) };
          const peak = plans[k].plan.schedules.reduce((sum, schedule) => sum + schedule.total_size_bytes, 0);
          const { ms, stopped } = plans[k];
          row.finish(`${bytesText(peak)}${ms === undefined ? "" : ` in ${timeText(ms)}`}${stopped ? `, stopped by ${stopped}` : ""}`);
        } catch (error) {
          if (error.name === "AbortError") throw error;
          row.fail(error.message);
          this.explain(error, specs[k]);
        }
      }
    };
    await Promise.all(Array.from({ length: AT_ONCE }, worker));
    return plans.filter(Boolean);
  }

  async plan(spec, limits, row, signal) {
    if (milliseconds(limits.time) > LONG) return this.planByJob(spec, limits, row, signal);
    const query = { planner: spec, ...limits };
    try {
      const response = await this.api.send("/v1/plan", this.upload({ query, signal }));
      const ms = /dur=([\d.]+)/.exec(response.headers.get("Server-Timing") ?? "")?.[1];
      const isCached = response.headers.get("memplan-cache") === "hit";
      return {
        plan: await response.json(),
        ms: ms === undefined || isCached ? undefined : Number(ms),
        stopped: response.headers.get("memplan-stopped-by") ?? undefined,
      };
    } catch (error) {
      // A request may last less long than a job.
      if (error.details?.code === "time-limit") return this.planByJob(spec, limits, row, signal);
      throw error;
    }
  }

  /** Plans by a job, whose progress comes as events. */
  async planByJob(spec, limits, row, signal) {
    const form = new FormData();
    form.append("file", this.file, this.file.name);
    const query = { operation: "plan", planner: spec, time: limits.time, alignment: limits.alignment };
    const job = await (await this.api.send("/v1/jobs", { method: "POST", query, body: form, signal })).json();
    const path = `/v1/jobs/${job.id}`;
    const cancel = () => this.api.send(path, { method: "DELETE" }).catch(() => {});
    signal.addEventListener("abort", cancel, { once: true });
    try {
      let isOver = false;
      // A connection that breaks does not stop the job.
      for (let attempt = 0; !isOver && attempt < 100; attempt++) {
        await this.api.events(`${path}/events`, signal, (name, progress) => {
          row.note(`Job ${progress.state}`);
          isOver = name === "end";
        });
      }
      return { plan: await (await this.api.send(`${path}/results/0`, { signal })).json() };
    } finally {
      signal.removeEventListener("abort", cancel);
      if (!signal.aborted) cancel();
    }
  }

  /** Rewrites the program with the first planner. */
  async merge(specs, limits, rows, signal) {
    const row = rows.merge;
    row.start("Rewriting the program");
    try {
      const response = await this.api.send("/v1/merge", this.upload({ query: { planner: specs[0], ...limits }, signal }));
      const merged = await response.json();
      row.finish(`${counted(merged.report.n_merged, "buffer")} merged, ${counted(merged.report.n_skipped, "buffer")} skipped`);
      this.showProgram(merged);
    } catch (error) {
      if (error.name === "AbortError") throw error;
      row.fail(error.message);
      this.explain(error, "merge");
    }
  }

  // Results ---------------------------------------------------------------------------------------------------------

  show(scopes, plans, limits) {
    if (scopes.length) {
      this.picture.open({ title: this.file.name, scopes });
    } else {
      $("results").dataset.state = "empty";
      $("notice").textContent = "The input has no buffers to plan.";
    }
    const files = plans.flatMap(({ spec }) => ["mplan", "json"].map((extension) => [
      `${spec}.${extension}`,
      async () => (await this.api.send("/v1/plan", this.upload({ query: { planner: spec, ...limits }, accept: MEDIA[extension] }))).blob(),
    ]));
    files.push(["trace.mtrace", async () => (await this.api.send("/v1/trace", this.upload({ query: { name: limits.name }, accept: MEDIA.mtrace }))).blob()]);
    const stem = this.file.name.replace(/\.\w+$/, "");
    $("files").replaceChildren(...files.map(([name, load]) => this.download(name, `${stem}.${name}`, load)));
    $("downloads").hidden = false;
  }

  download(label, name, load) {
    const button = element("button", { type: "button", "data-file": name }, label);
    button.addEventListener("click", async () => {
      button.disabled = true;
      try {
        const link = element("a", { href: URL.createObjectURL(await load()), download: name });
        link.click();
        setTimeout(() => URL.revokeObjectURL(link.href), 60000);
      } catch (error) {
        this.explain(error);
      }
      button.disabled = false;
    });
    return button;
  }

  /** The rewritten program, with merged memory and the views into it marked. */
  showProgram({ program, report, warnings = [] }) {
    this.program = program;
    const lines = program.replace(/\n$/, "").split("\n");
    const memory = new Set();
    for (const line of lines) {
      const view = /= memref\.view (%[\w$.#-]+)\[/.exec(line);
      if (view) memory.add(view[1]);
    }
    let views = 0;
    const marked = lines.map((line, k) => {
      const view = /^\s*(%[\w$.#-]+) = memref\.view /.exec(line);
      const made = /^\s*(%[\w$.#-]+) = (?:memref\.alloc|memref\.alloca|memref\.get_global)\b/.exec(line);
      const kind = view ? "view" : made && memory.has(made[1]) ? "arena" : "";
      if (view) views++;
      const text = kind ? element("mark", { class: kind }, line) : line;
      return element("span", { class: "line", "data-line": k + 1 }, text, "\n");
    });
    // Blocks of lines that are not in view cost nothing.
    const blocks = [];
    for (let k = 0; k < marked.length; k += 200) blocks.push(element("div", { style: `contain-intrinsic-height:${Math.min(200, marked.length - k) * 20}px` }, ...marked.slice(k, k + 200)));
    $("code").replaceChildren(...blocks);
    $("next-mark").disabled = !views;
    this.mark = -1;
    const skipped = Object.entries(report?.skipped_by_reason ?? {}).map(([reason, n]) => `${n} ${reason}`).join(", ");
    $("program-facts").textContent = `${counted(lines.length, "line")}, ${counted(views, "view")}${skipped ? `; skipped: ${skipped}` : ""}`;
    $("warnings").replaceChildren(...warnings.map((warning) => element("p", { class: "facts" }, placeText(warning), warning.message)));
    $("program").hidden = false;
    const stem = this.file.name.replace(/\.\w+$/, "");
    $("files").append(
      this.download("merged.mlir", `${stem}.merged.mlir`, async () => new Blob([program])),
      this.download("report.json", `${stem}.report.json`, async () => new Blob([JSON.stringify(report, null, 2)])),
    );
  }

  nextMark() {
    const marks = [...document.querySelectorAll("#code mark.view")];
    document.querySelector("#code .current")?.classList.remove("current");
    this.mark = (this.mark + 1) % marks.length;
    marks[this.mark].classList.add("current");
    marks[this.mark].scrollIntoView({ block: "center" });
  }

  // Progress and problems -------------------------------------------------------------------------------------------

  showProgress(specs, limits) {
    const list = $("progress");
    const rows = { input: new ProgressRow("Input") };
    for (const spec of specs) rows[`plan ${spec}`] = new ProgressRow(spec);
    if (this.isProgram) rows.merge = new ProgressRow("Program");
    list.replaceChildren(...Object.values(rows).map((row) => row.element));
    list.hidden = false;
    return rows;
  }

  hideProblem() {
    $("problem").hidden = true;
    $("problem").replaceChildren();
  }

  /** Shows an error with its place in the input, the line itself, and what to do. */
  async explain(error, of = "request") {
    const details = error.details ?? { detail: error.message };
    if (details.status === 401) $("token-field").hidden = false;
    const all = details.errors?.length ? details.errors : [{ ...details, message: details.detail }];
    const text = this.file && all.some((one) => one.line) && this.file.size < 1 << 26 ? await this.file.text() : "";
    const lines = text.split("\n");
    const found = all.slice(0, 20).map((one) => {
      const item = element("li", {}, element("b", {}, placeText(one)), one.message || details.title, one.code ? " " : "", one.code ? element("code", {}, one.code) : "");
      if (one.line && lines[one.line - 1] !== undefined && this.extension !== "mtrace") {
        const line = lines[one.line - 1].slice(0, 400);
        item.append(element("pre", {}, `${String(one.line).padStart(5)} │ ${line}\n${" ".repeat(5)} │ ${" ".repeat(Math.max(0, (one.column ?? 1) - 1))}^`));
      }
      for (const help of one.help ?? []) item.append(element("p", {}, help));
      return item;
    });
    if (all.length > found.length) found.push(element("li", {}, `${count(all.length - found.length)} more`));
    const heading = { input: "The input cannot be read", merge: "The program cannot be rewritten", request: "The request failed" }[of] ?? `${of} has no plan`;
    $("problem").append(element("h2", {}, all.length > 1 ? `${heading}: ${counted(all.length, "error")}` : heading), element("ul", {}, ...found));
    $("problem").hidden = false;
  }
}

/** The place of an error: `line 3, column 8: `. */
function placeText({ line, column }) {
  return line ? `line ${line}${column ? `, column ${column}` : ""}: ` : "";
}

/** One step of a run. */
class ProgressRow {
  constructor(name) {
    this.bar = element("progress", { max: 1, value: 0, "aria-label": name });
    this.text = element("span", { class: "facts" }, "Waiting");
    this.element = element("li", { "data-state": "waiting" }, element("b", {}, name), this.bar, this.text);
  }

  start(text, limit = Infinity) {
    this.element.dataset.state = "running";
    this.label = text;
    const started = performance.now();
    const tick = () => {
      const elapsed = performance.now() - started;
      if (limit < Infinity) this.bar.value = Math.min(0.98, elapsed / limit);
      this.text.textContent = elapsed > 1000 ? `${this.label}, ${Math.floor(elapsed / 1000)} s` : this.label;
    };
    if (limit === Infinity) this.bar.removeAttribute("value");
    tick();
    this.timer = setInterval(tick, 200);
  }

  note(text) {
    this.label = text;
  }

  get isOver() {
    return !["waiting", "running"].includes(this.element.dataset.state);
  }

  end(state, text) {
    clearInterval(this.timer);
    this.element.dataset.state = state;
    this.bar.value = state === "done" ? 1 : 0;
    this.text.textContent = text;
  }

  finish(text) {
    this.end("done", text);
  }

  fail(text) {
    this.end("failed", text);
  }

  /** Ends the row unless it is over. */
  stop(isCancelled) {
    const { state } = this.element.dataset;
    if (state === "running") this.end(isCancelled ? "stopped" : "failed", isCancelled ? "Cancelled" : "Failed");
    if (state === "waiting") this.end("stopped", isCancelled ? "Cancelled" : "Not run");
  }
}

