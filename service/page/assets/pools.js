// Schedules with pools: each pool is shown as a schedule of its own, beside the others.

/** A pool is drawn up to its capacity if that is at most so many times its peak. */
const MOST_EMPTY = 3;

/** At most this many prices and copies are drawn in a frame. */
const MAX_LINKS = 500;

/**
 * Divides a scope, whose buffers come pool after pool, into pools. `prices` are buffer, other buffer, bytes that both have (none for a common
 * bank) and cost; `moves` are the places that a copy reads and fills, and its tick.
 */
function openPools(scope, { parts, prices, moves, measures }) {
  const [{ planner, offset, ms, stopped }] = scope.schedules;
  scope.poolOf = new Uint32Array(scope.n);
  let first = 0;
  parts.forEach((part, pool) => {
    scope.poolOf.fill(pool, first, first + part.buffers);
    first += part.buffers;
  });
  Object.assign(scope, { pools: parts, prices, moves, measures, planner });
  scope.schedules = parts.map((part, pool) => {
    const described = { planner: part.name || "pool", pool, peak: part.peak, capacity: part.capacity ?? undefined, taken: part.taken, ms, stopped };
    const schedule = new Schedule(described, offset, scope);
    schedule.load = new Load({ lastTick: scope.lastTick, size: scope.size, pieces: piecesOf(scope, pool) });
    schedule.bound = schedule.load.levels[schedule.load.levels.length - 1][0] || 0;
    schedule.maxLoad = schedule.bound;
    schedule.optimal = schedule.peak <= schedule.bound;
    const whole = part.capacity <= MOST_EMPTY * part.peak ? part.capacity : 0;
    schedule.top = Math.max(1, part.peak, whole);
    return schedule;
  });
  scope.top = Math.max(...scope.schedules.map((schedule) => schedule.top));
  for (const schedule of scope.schedules) schedule.scale = schedule.top / scope.top;
}

/** The pieces of the buffers in a pool. */
function piecesOf(scope, pool) {
  const { n, begin, end, lo, hi, owner } = scope.pieces;
  const kept = [];
  for (let i = 0; i < n; i++) if (scope.poolOf[owner[i]] === pool) kept.push(i);
  const pick = (values) => values && Float64Array.from(kept, (i) => values[i]);
  return { n: kept.length, begin: pick(begin), end: pick(end), lo: pick(lo), hi: pick(hi), owner: pick(owner) };
}

/** What is said of a buffer of a pool: the pool, the prices that it pays, and the copies from and to its place. */
function poolFacts(scope, buffer) {
  const name = (place) => scope.pools[scope.poolOf[place]].name;
  const facts = [["Pool", name(buffer)]];
  for (const [a, b, lo, hi, cost] of scope.prices) {
    if (a !== buffer && b !== buffer) continue;
    const other = scope.label(a === buffer ? b : a);
    facts.push(["Price", lo < hi ? `${cost}, as ${bytesText(hi - lo)} are shared with ${other}` : `${cost}, as ${other} touches the same bank`]);
  }
  for (const [from, to, tick] of scope.moves) {
    if (from === buffer) facts.push(["Copied", `to ${name(to)} at tick ${scope.tickText(tick)}`]);
    if (to === buffer) facts.push(["Filled", `from ${name(from)} at tick ${scope.tickText(tick)}`]);
  }
  return facts;
}

/** The scope of a trace and a plan in their JSON forms, for a trace with pools, relations or an objective. */
function scopeOfPlan(trace, plan, planner, ms, stopped) {
  const pools = trace.pools ?? [{ name: trace.memory_space ?? "", capacity_bytes: trace.capacity_bytes, reserved: [] }];
  const places = trace.buffers.map((buffer, i) => [{ ...buffer, id: i, pool: plan.pools?.[i] ?? 0, offset: plan.offsets_bytes[i] }]);
  const moving = new Map();
  for (const it of plan.residences ?? []) {
    if (!moving.has(it.buffer)) moving.set(it.buffer, []);
    moving.get(it.buffer).push(it);
  }
  for (const [i, residences] of moving) {
    places[i] = residences.map((it) => {
      const other = pools[1 - it.pool]?.name;
      const name = it.copy_ticks === undefined ? trace.buffers[i].name : `${trace.buffers[i].name} (from ${other})`;
      const { begin_tick, end_tick, pool, offset_bytes: offset, copy_ticks } = it;
      return { ...trace.buffers[i], name, gaps: [], begin_tick, end_tick, id: i, pool, offset, copy_ticks };
    });
  }
  // Buffers that stay come first.
  const ordered = [...places.filter((_, i) => !moving.has(i)), ...places.filter((_, i) => moving.has(i))].flat();
  const sorted = pools.map((_, pool) => ordered.filter((place) => place.pool === pool));
  const shown = pools.map((pool, at) => ({ pool, at, places: sorted[at] })).filter(({ pool, places }) => places.length || pool.reserved?.length);
  const buffers = shown.flatMap((one) => one.places);
  const scope = Scope.ofTrace({ ...trace, capacity_bytes: undefined, in_place: [], buffers });
  scope.add(new Schedule({ planner, ms, stopped, peak: plan.total_size_bytes, bound: 0 }, Float64Array.from(buffers, (place) => place.offset), scope));
  const first = Number(scope.firstTick);
  const number = new Map(buffers.map((place, index) => [place, index]));
  const moves = [];
  for (const [i] of moving) {
    for (const place of places[i]) {
      if (place.copy_ticks === undefined) continue;
      const sources = places[i].filter((other) => other !== place && other.pool !== place.pool && other.begin_tick <= place.begin_tick && place.begin_tick <= other.end_tick);
      if (sources.length) moves.push([number.get(sources[sources.length - 1]), number.get(place), place.begin_tick - first]);
    }
  }
  const forever = (pool) => buffers.filter((place) => place.forever && place.pool === pool)
    .map((place) => [place.offset, place.offset + place.size_bytes, `taken by ${place.name} at all ticks`]);
  const parts = shown.map(({ pool, at, places: own }) => ({
    name: pool.name, buffers: own.length, peak: plan.peaks_bytes?.[at] ?? plan.total_size_bytes, capacity: pool.capacity_bytes ?? null,
    taken: [...(pool.reserved ?? []).map((range) => [range.begin_byte, range.end_byte, "reserved"]), ...forever(at)],
  }));
  const prices = paidPrices(trace, pools, places).map(([a, b, ...rest]) => [number.get(a), number.get(b), ...rest]);
  openPools(scope, { parts, prices, moves, measures: measuresText(plan.terms ?? []) });
  return scope;
}

/** The pairs of places whose price is paid, as the planner counts it. */
function paidPrices(trace, pools, places) {
  const classOf = places.map((_, i) => i);
  const find = (i) => (classOf[i] === i ? i : (classOf[i] = find(classOf[i])));
  for (const [a, b] of trace.same_place ?? []) classOf[Math.max(find(a), find(b))] = Math.min(find(a), find(b));
  const members = new Map();
  places.forEach((_, i) => members.set(find(i), [...(members.get(find(i)) ?? []), i]));
  const size = (i) => Math.max(...members.get(find(i)).map((k) => trace.buffers[k].size_bytes));
  const never = new Set((trace.never_together ?? []).flatMap(([a, b]) => [`${a} ${b}`, `${b} ${a}`]));
  const stretches = (i) => {
    const { begin_tick, end_tick, gaps } = trace.buffers[i];
    const out = [];
    let from = begin_tick;
    for (const gap of gaps ?? []) {
      if (gap.keeps) continue;
      out.push([from, gap.begin_tick]);
      from = gap.end_tick;
    }
    return [...out, [from, end_tick]];
  };
  const meet = (a, b) => !never.has(`${a} ${b}`) && stretches(a).some(([p, q]) => stretches(b).some(([r, s]) => Math.max(p, r) < Math.min(q, s)));
  const isLive = (a, b) => members.get(find(a)).some((x) => members.get(find(b)).some((y) => meet(x, y)));
  const paid = [];
  const each = (costs, range) => {
    for (const { buffer, other, cost } of costs ?? []) {
      const [a, b] = [places[buffer][0], places[other][0]];
      if (find(buffer) === find(other) || a.pool !== b.pool) continue;
      const bytes = range(a, a.offset + size(buffer), b, b.offset + size(other));
      if (bytes) paid.push([a, b, ...bytes, cost]);
    }
  };
  each(trace.reuse_costs, (a, aEnd, b, bEnd) => {
    const [lo, hi] = [Math.max(a.offset, b.offset), Math.min(aEnd, bEnd)];
    return lo < hi && !isLive(a.id, b.id) ? [lo, hi] : null;
  });
  each(trace.bank_costs, (a, aEnd, b, bEnd) => {
    const banks = pools[a.pool].banks;
    if (!banks || a.offset === aEnd || b.offset === bEnd) return null;
    const touched = (from, to) => {
      const first = Math.floor(from / banks.size_bytes);
      const n = Math.min(banks.count, Math.floor((to - 1) / banks.size_bytes) - first + 1);
      return Array.from({ length: n }, (_, k) => (first + k) % banks.count);
    };
    const own = new Set(touched(a.offset, aEnd));
    return touched(b.offset, bEnd).some((bank) => own.has(bank)) ? [0, 0] : null;
  });
  return paid;
}

/** `reuse-cost 5 (at least 3), total-peak 32.0 KiB` */
function measuresText(terms) {
  const told = terms.filter(({ measure, value }) => measure !== "capacity-overflow" || value);
  return told.map(({ measure, value, bound }) => {
    const text = (number) => (measure.endsWith("-cost") ? String(number) : bytesText(number));
    return `${measure} ${text(value)}${bound < value ? ` (at least ${text(bound)})` : ""}`;
  }).join(", ");
}

/** Arrows for copies, over the plots of all pools. */
class Arrows {
  constructor(root) {
    const svg = (tag) => document.createElementNS("http://www.w3.org/2000/svg", tag);
    this.make = svg;
    this.svg = root.appendChild(svg("svg"));
    this.svg.id = "arrows";
    this.svg.setAttribute("aria-hidden", "true");
    const head = svg("marker");
    const shape = head.appendChild(svg("path"));
    shape.setAttribute("d", "M0 0l8 4l-8 4z");
    for (const [name, value] of Object.entries({ id: "arrow", viewBox: "0 0 8 8", refX: 7, refY: 4, markerWidth: 8, markerHeight: 8, markerUnits: "userSpaceOnUse", orient: "auto" })) {
      head.setAttribute(name, value);
    }
    this.head = head;
  }

  /** Draws the copies whose ends are both in view; those of the `marked` buffers stand out. */
  draw(scope, plots, root, marked) {
    const paths = [];
    const outer = root.getBoundingClientRect();
    const boxes = plots.map((plot) => plot.canvas.getBoundingClientRect());
    for (const [from, to, tick] of scope?.moves ?? []) {
      if (paths.length === MAX_LINKS) break;
      const ends = [from, to].map((place) => {
        const pool = scope.poolOf[place];
        const plot = plots[pool];
        const area = plot.area();
        const middle = scope.schedules[pool].offset[place] + scope.size[place] / 2;
        const [x, y] = [plot.x(tick), plot.y(middle)];
        const inside = area.left - 1 <= x && x <= area.left + area.width + 1 && area.top <= y && y <= area.top + area.height;
        return inside && [boxes[pool].left - outer.left + x, boxes[pool].top - outer.top + y];
      });
      if (!ends[0] || !ends[1]) continue;
      const [[x0, y0], [x1, y1]] = ends;
      const bend = (x1 - x0) * 0.4;
      const path = this.make("path");
      path.setAttribute("d", `M${x0} ${y0}C${x0 + bend} ${y0} ${x1 - bend} ${y1} ${x1} ${y1}`);
      path.setAttribute("marker-end", "url(#arrow)");
      path.classList.toggle("marked", marked.includes(from) || marked.includes(to));
      paths.push(path);
    }
    this.svg.replaceChildren(this.head, ...paths);
  }
}
