// Traces and schedules: decoding, derived figures, and the index that drawing and searching use.

const decoder = new TextDecoder();

/** Reads base64 text into bytes. */
function fromBase64(text) {
  if (Uint8Array.fromBase64) return Uint8Array.fromBase64(text);
  const binary = atob(text);
  const bytes = new Uint8Array(binary.length);
  for (let i = 0; i < binary.length; i++) bytes[i] = binary.charCodeAt(i);
  return bytes;
}

/** Undoes zlib compression with the browser's own decompressor. */
async function inflate(bytes) {
  if (typeof DecompressionStream === "undefined") {
    throw new Error("This browser cannot decompress the data. It needs Chrome 80, Firefox 113, Safari 16.4 or newer.");
  }
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate"));
  return new Uint8Array(await new Response(stream).arrayBuffer());
}

/** A column of LEB128 varints, read as doubles. */
class Varints {
  constructor(bytes, at) {
    this.bytes = bytes;
    this.at = at;
  }

  next() {
    const bytes = this.bytes;
    let byte = bytes[this.at++];
    let value = byte & 127;
    if (byte < 128) return value;
    let scale = 128;
    do {
      byte = bytes[this.at++];
      value += (byte & 127) * scale;
      scale *= 128;
    } while (byte >= 128);
    return value;
  }

  /** A zigzag number. The sign is taken from the first byte, because doubles lose the last bit of large numbers. */
  nextSigned() {
    const first = this.bytes[this.at++];
    const magnitude = ((first & 127) >> 1) + (first < 128 ? 0 : this.next() * 64);
    return first & 1 ? -magnitude - 1 : magnitude;
  }

  fill(n, unit = 1) {
    const out = new Float64Array(n);
    for (let i = 0; i < n; i++) out[i] = this.next() * unit;
    return out;
  }
}

/** Decodes a pack: the title and the scopes. The format is described in `service/page/src/packed.rs`. */
async function unpack(compressed) {
  const bytes = await inflate(compressed);
  const length = new DataView(bytes.buffer).getUint32(0, true);
  const header = JSON.parse(decoder.decode(bytes.subarray(4, 4 + length)));
  if (header.version !== 1) throw new Error(`The data has version ${header.version}; this page reads version 1.`);
  let at = 4 + length;
  const scopes = header.scopes.map((described) => {
    const scope = Scope.ofPack(described, header.strings, bytes, at);
    at = scope.endOfColumns;
    return scope;
  });
  return { title: header.title, scopes };
}

/** The buffers of one trace, in columns, with their schedules. Ticks count from the first tick of the trace. */
class Scope {
  constructor(name, n, firstTick, capacity) {
    Object.assign(this, { name, n, firstTick, capacity });
    this.begin = new Float64Array(n);
    this.end = new Float64Array(n);
    this.size = new Float64Array(n);
    this.align = this.op = this.line = this.column = null;
    this.strings = [];
    this.schedules = [];
  }

  /** Reads a scope of a pack, whose columns begin at `start`; sets `endOfColumns`. */
  static ofPack(described, strings, bytes, start) {
    const n = described.buffers;
    const scope = new Scope(described.name, n, described.first_tick, described.capacity);
    scope.strings = strings;
    const at = {};
    let next = start;
    for (const [name, length] of Object.entries(described.columns)) {
      if (name === "offsets") continue;
      at[name] = next;
      next += length;
    }
    const column = (name, unit) => (name in at ? new Varints(bytes, at[name]).fill(n, unit) : null);
    const begins = new Varints(bytes, at.begin);
    const ticks = new Varints(bytes, at.ticks);
    let before = 0;
    for (let i = 0; i < n; i++) {
      before += begins.nextSigned();
      scope.begin[i] = before;
      scope.end[i] = before + ticks.next();
    }
    scope.size = column("size", described.size_unit);
    scope.align = column("align");
    scope.op = column("op");
    scope.line = column("line");
    scope.column = column("column");
    scope.readNames(bytes, at.names);
    scope.measure("gaps" in at ? readGaps(new Varints(bytes, at.gaps), at.gaps + described.columns.gaps, scope.begin) : new Map());
    const lengths = described.columns.offsets;
    for (const [index, schedule] of described.schedules.entries()) {
      scope.add(new Schedule(schedule, new Varints(bytes, next).fill(n, schedule.offset_unit), scope));
      next += lengths[index];
    }
    if (described.pools) openPools(scope, described.pools);
    if (described.formulas) scope.formulas = new Formulas(described.formulas, scope.schedules[0]);
    scope.endOfColumns = next;
    return scope;
  }

  /** Reads a trace of the JSON form, `planner/schema/trace.schema.json`. */
  static ofTrace(trace) {
    const buffers = trace.buffers;
    const first = buffers.reduce((least, buffer) => Math.min(least, buffer.begin_tick), buffers.length ? Infinity : 0);
    const space = trace.memory_space === undefined ? "" : ` in ${trace.memory_space}`;
    const scope = new Scope((trace.scope || "trace") + space, buffers.length, String(first), trace.capacity_bytes);
    const gaps = new Map();
    if (buffers.some((buffer) => (buffer.align_bytes ?? 1) !== 1)) scope.align = new Float64Array(scope.n);
    buffers.forEach((buffer, i) => {
      scope.begin[i] = buffer.begin_tick - first;
      scope.end[i] = buffer.end_tick - first;
      scope.size[i] = buffer.size_bytes;
      if (scope.align) scope.align[i] = buffer.align_bytes ?? 1;
      if (buffer.gaps?.length) {
        gaps.set(i, buffer.gaps.map((gap) => [gap.begin_tick - first, gap.end_tick - first, gap.keeps?.begin_byte ?? 0, gap.keeps?.end_byte ?? 0]));
      }
    });
    scope.names = buffers.map((buffer) => buffer.name);
    scope.hasHints = Boolean(trace.in_place?.length);
    scope.measure(gaps);
    return scope;
  }

  /** Adds a schedule. Schedules for the same alignment share the best bound that one of them knows. */
  add(schedule) {
    this.schedules.push(schedule);
    if (schedule.alignment !== undefined) {
      const alike = this.schedules.filter((other) => other.alignment === schedule.alignment);
      const { bound, rule } = alike.reduce((a, b) => (b.bound > a.bound ? b : a));
      for (const one of alike) Object.assign(one, { bound, rule, optimal: one.optimal || one.peak <= bound });
    }
    this.top = Math.max(this.top, schedule.peak);
  }

  /** Expands the names into one array of bytes. */
  readNames(bytes, start) {
    const reader = new Varints(bytes, start);
    this.nameEnds = new Uint32Array(this.n);
    let text = new Uint8Array(this.n * 8 + 64);
    let length = 0;
    let from = 0;
    const reserve = (more) => {
      if (text.length >= length + more) return;
      const larger = new Uint8Array(Math.max(text.length * 2, length + more));
      larger.set(text.subarray(0, length));
      text = larger;
    };
    for (let i = 0; i < this.n; i++) {
      const code = reader.next();
      const before = from;
      const size = length - before;
      from = length;
      if (code > 0) {
        const shared = code - 1;
        const more = reader.next();
        reserve(shared + more);
        text.copyWithin(length, before, before + shared);
        length += shared;
        text.set(bytes.subarray(reader.at, reader.at + more), length);
        reader.at += more;
        length += more;
      } else {
        reserve(size + 1);
        text.copyWithin(length, before, before + size);
        length += size;
        let place = length - 1;
        while (place >= from && text[place] === 57) text[place--] = 48;
        if (place >= from && text[place] >= 48 && text[place] < 57) {
          text[place]++;
        } else {
          text.copyWithin(place + 2, place + 1, length);
          text[place + 1] = 49;
          length++;
        }
      }
      this.nameEnds[i] = length;
    }
    this.nameBytes = text.subarray(0, length);
  }

  /** The name of a buffer. */
  name_of(i) {
    if (this.names) return this.names[i];
    return decoder.decode(this.nameBytes.subarray(i ? this.nameEnds[i - 1] : 0, this.nameEnds[i]));
  }

  /** What a person calls the buffer: its name, or its number. */
  label(i) {
    return this.name_of(i) || `buffer ${i}`;
  }

  /** What a picture writes on the buffer: the operation of the source with its line, if that is known, or its name. */
  caption_of(i) {
    const op = this.op_of(i);
    return /\([^)]*:\d+\)$/.test(op) ? op.slice(op.lastIndexOf("/") + 1) : this.name_of(i);
  }

  /** The operation of a buffer; empty if it is not known. */
  op_of(i) {
    return this.op && this.op[i] ? this.strings[this.op[i] - 1] : "";
  }

  /** Line and column of the allocation; empty if they are not known. */
  place_of(i) {
    return this.line && this.line[i] ? `line ${this.line[i]}, column ${this.column[i]}` : "";
  }

  /** A tick as the trace counts it. */
  tickText(relative) {
    const tick = Number(this.firstTick) + relative;
    return Number.isSafeInteger(tick) ? String(tick) : String(BigInt(this.firstTick) + BigInt(Math.round(relative)));
  }

  /**
   * Cuts lifetimes at their gaps into pieces, and sorts the pieces so that blocks of them are compact: by length in
   * powers of four, then by begin. Drawing and searching skip blocks by their bounds.
   */
  cut(gaps) {
    const extra = [];
    const shortened = new Map();
    for (const [buffer, list] of gaps) {
      let start = this.begin[buffer];
      const pieces = [];
      for (const [begin, end, lo, hi] of list) {
        if (start < begin) pieces.push([start, begin, 0, this.size[buffer]]);
        if (lo < hi) pieces.push([begin, end, lo, hi]);
        start = end;
      }
      if (start < this.end[buffer]) pieces.push([start, this.end[buffer], 0, this.size[buffer]]);
      shortened.set(buffer, pieces.shift());
      for (const piece of pieces) extra.push([buffer, ...piece]);
    }
    const n = this.n + extra.length;
    let begin = new Float64Array(n);
    let end = new Float64Array(n);
    begin.set(this.begin);
    end.set(this.end);
    let lo = null;
    let hi = null;
    let owner = new Uint32Array(n);
    for (let i = 0; i < this.n; i++) owner[i] = i;
    if (gaps.size) {
      lo = new Float64Array(n);
      hi = new Float64Array(n);
      hi.set(this.size);
      shortened.forEach((piece, i) => {
        [begin[i], end[i], lo[i], hi[i]] = piece || [this.begin[i], this.begin[i], 0, 0];
      });
      extra.forEach((piece, k) => {
        const i = this.n + k;
        [owner[i], begin[i], end[i], lo[i], hi[i]] = piece;
      });
    }
    const order = pieceOrder(begin, end);
    const permuted = (values) => values && values.map((_, i) => values[order[i]]);
    this.pieces = {
      n,
      begin: permuted(begin),
      end: permuted(end),
      lo: permuted(lo),
      hi: permuted(hi),
      owner: permuted(owner),
    };
    this.blocks = new Blocks(this.pieces.begin, this.pieces.end);
  }

  /** Sets the values of symbols: sizes, load and the schedule follow. */
  setShape(values) {
    const { size, offset, peak, orientation } = this.formulas.evaluate(values);
    this.size = size;
    this.kinds = null;
    this.measure(this.gaps);
    const planner = this.formulas.nameOf(orientation);
    const optimal = peak <= this.maxLoad;
    this.schedules = [];
    this.add(new Schedule({ planner, peak, bound: this.maxLoad, optimal, orientation }, offset, this));
  }

  /** Derives what depends on buffers only: pieces between gaps, the load, and ranges of sizes and ticks. */
  measure(gaps) {
    this.gaps = gaps;
    this.lastTick = this.end.reduce((last, end) => Math.max(last, end), 0);
    this.cut(gaps);
    this.load = new Load(this);
    this.maxLoad = this.load.levels[this.load.levels.length - 1][0] || 0;
    this.top = this.maxLoad || 1;
    let least = Infinity;
    let most = 1;
    let total = 0;
    for (let i = 0; i < this.n; i++) {
      const size = this.size[i];
      total += size;
      if (size > most) most = size;
      if (size > 0 && size < least) least = size;
    }
    this.leastSize = Math.min(least, most);
    this.mostSize = most;
    this.totalSize = total;
  }
}

/** The plan of a trace whose sizes depend on symbols. The format is described in `service/page/src/symbolic.rs`. */
class Formulas {
  constructor(described, schedule) {
    Object.assign(this, described);
    this.planner = schedule.planner;
    this.orientations = described.orientations.map((edges) => Uint32Array.from(edges));
  }

  /** The name of the planner, with the orientation where there are several. */
  nameOf(orientation) {
    const k = this.orientations.length;
    return k > 1 ? `${this.planner}, orientation ${orientation + 1} of ${k}` : this.planner;
  }

  /** Sizes, and the offsets of the orientation with the lowest peak. Edges come in the order of their upper buffers. */
  evaluate(values) {
    const exact = this.sizes.map(({ terms }) =>
      terms.reduce((sum, [coefficient, ...symbols]) => sum + symbols.reduce((product, at) => product * values[at], coefficient), 0),
    );
    const { alignment } = this;
    const rounded = exact.map((bytes, i) => (this.sizes[i].rounded ? Math.ceil(bytes / alignment) * alignment : bytes));
    const n = this.size_of.length;
    const size = new Float64Array(n);
    const padded = new Float64Array(n);
    for (let i = 0; i < n; i++) {
      size[i] = exact[this.size_of[i]];
      padded[i] = rounded[this.size_of[i]];
    }
    let best = null;
    this.orientations.forEach((edges, orientation) => {
      const offset = new Float64Array(n);
      for (let e = 0; e < edges.length; e += 2) {
        const end = offset[edges[e]] + padded[edges[e]];
        if (offset[edges[e + 1]] < end) offset[edges[e + 1]] = end;
      }
      let peak = 0;
      for (let i = 0; i < n; i++) peak = Math.max(peak, offset[i] + padded[i]);
      if (!best || peak < best.peak) best = { size, offset, peak, orientation };
    });
    return best;
  }

  /** The place of a value of a symbol on its slider, from 0 to 1: on a logarithmic scale, counted from 1. */
  fraction(at, value) {
    const { low, high } = this.symbols[at];
    const base = Math.max(0, 1 - low);
    return high > low ? Math.log((value + base) / (low + base)) / Math.log((high + base) / (low + base)) : 0;
  }

  /** The value of a symbol at a place of its slider: a multiple in its range. */
  value(at, fraction) {
    const { low, high } = this.symbols[at];
    const base = Math.max(0, 1 - low);
    return this.near(at, (low + base) * ((high + base) / (low + base)) ** fraction - base);
  }

  /** The value of a symbol that is nearest to a number. */
  near(at, number) {
    const { low, high, multiple } = this.symbols[at];
    return Math.min(high, Math.max(low, Math.round(number / multiple) * multiple));
  }

  /** The sample with the highest ratio of peak to max load; `undefined` without samples. */
  worst() {
    return this.samples.reduce((worst, sample) => (!worst || worst.ratio < sample.ratio ? sample : worst), undefined);
  }

  /** Values as `--at` takes them. */
  text(values) {
    return this.symbols.map(({ name }, at) => `${name}=${values[at]}`).join(", ");
  }
}

/** Reads the gaps of buffers: begin, end, and the bytes that a buffer keeps. */
function readGaps(column, end, begins) {
  const gaps = new Map();
  let buffer = 0;
  while (column.at < end) {
    buffer += column.next();
    let count = column.next();
    let from = begins[buffer];
    const list = [];
    while (count--) {
      const begin = from + column.next();
      from = begin + column.next();
      const kept = column.next();
      const lo = column.next();
      list.push([begin, from, lo, lo + kept]);
    }
    gaps.set(buffer, list);
  }
  return gaps;
}

/** The order of pieces: short ones first, in powers of four, then by begin. */
function pieceOrder(begin, end) {
  const n = begin.length;
  let order = new Uint32Array(n);
  let sorted = true;
  for (let i = 0; i < n; i++) {
    order[i] = i;
    if (i && begin[i] < begin[i - 1]) sorted = false;
  }
  if (!sorted) order.sort((a, b) => begin[a] - begin[b]);
  const level = (i) => Math.min(31, Math.max(0, Math.floor(Math.log2(Math.max(1, end[i] - begin[i])) / 2)));
  const starts = new Uint32Array(33);
  for (let i = 0; i < n; i++) starts[level(i) + 1]++;
  for (let k = 1; k < 33; k++) starts[k] += starts[k - 1];
  const out = new Uint32Array(n);
  for (let k = 0; k < n; k++) out[starts[level(order[k])]++] = order[k];
  return out;
}

const BLOCK = 256;

/** The range of one or two values in each block of pieces. */
class Blocks {
  constructor(low, high) {
    const n = Math.ceil(low.length / BLOCK);
    this.low = new Float64Array(n);
    this.high = new Float64Array(n);
    for (let block = 0; block < n; block++) {
      let least = Infinity;
      let most = -Infinity;
      const stop = Math.min(low.length, (block + 1) * BLOCK);
      for (let i = block * BLOCK; i < stop; i++) {
        if (low[i] < least) least = low[i];
        if (high[i] > most) most = high[i];
      }
      this.low[block] = least;
      this.high[block] = most;
    }
  }
}

/** One schedule: where each piece is, and what is known of its quality. */
class Schedule {
  constructor(described, offsets, scope) {
    Object.assign(this, described);
    this.offset = offsets;
    const { n, owner, lo, hi } = scope.pieces;
    this.bottom = new Float64Array(n);
    this.topOf = new Float64Array(n);
    for (let i = 0; i < n; i++) {
      const buffer = owner[i];
      if (this.pool !== undefined && scope.poolOf[buffer] !== this.pool) {
        // In another pool: below everything that is ever in view.
        this.bottom[i] = this.topOf[i] = -1;
        continue;
      }
      this.bottom[i] = offsets[buffer] + (lo ? lo[i] : 0);
      this.topOf[i] = offsets[buffer] + (hi ? hi[i] : scope.size[buffer]);
    }
    this.blocks = new Blocks(this.bottom, this.topOf);
  }

  /** How far the peak is above the bound, as a fraction. */
  get excess() {
    return this.bound > 0 ? (this.peak - this.bound) / this.bound : 0;
  }
}

/** Live bytes over time: steps, and maxima over runs of 2, 4, 8, ... steps. */
class Load {
  constructor(scope) {
    const { n, begin, end, lo, hi, owner } = scope.pieces;
    const bytes = (i) => (hi ? hi[i] - lo[i] : scope.size[owner[i]]);
    const span = scope.lastTick;
    if (span <= Math.max(65536, 4 * n)) {
      this.dense(n, begin, end, bytes, span);
    } else {
      this.sparse(n, begin, end, bytes);
    }
    this.levels = [this.loads];
    while (this.levels[this.levels.length - 1].length > 1) {
      const below = this.levels[this.levels.length - 1];
      const above = new Float64Array(Math.ceil(below.length / 2));
      for (let i = 0; i < above.length; i++) above[i] = Math.max(below[2 * i], below[2 * i + 1] || 0);
      this.levels.push(above);
    }
  }

  dense(n, begin, end, bytes, span) {
    this.ticks = null;
    this.loads = new Float64Array(span + 1);
    for (let i = 0; i < n; i++) {
      this.loads[begin[i]] += bytes(i);
      this.loads[end[i]] -= bytes(i);
    }
    for (let i = 1; i <= span; i++) this.loads[i] += this.loads[i - 1];
  }

  sparse(n, begin, end, bytes) {
    const all = new Float64Array(2 * n);
    all.set(begin);
    all.set(end, n);
    all.sort();
    let count = 0;
    for (let i = 0; i < all.length; i++) if (!i || all[i] !== all[i - 1]) all[count++] = all[i];
    this.ticks = all.slice(0, count);
    this.loads = new Float64Array(count);
    for (let i = 0; i < n; i++) {
      this.loads[this.step(begin[i])] += bytes(i);
      this.loads[this.step(end[i])] -= bytes(i);
    }
    for (let i = 1; i < count; i++) this.loads[i] += this.loads[i - 1];
  }

  /** The last step that begins at or before a tick; -1 if there is none. */
  step(tick) {
    if (!this.ticks) return Math.min(this.loads.length - 1, Math.floor(tick));
    let low = 0;
    let high = this.ticks.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.ticks[middle] <= tick) low = middle + 1;
      else high = middle;
    }
    return low - 1;
  }

  /** The highest load at ticks `from` to `to`. */
  most(from, to) {
    let low = Math.max(0, this.step(from));
    let high = this.step(to);
    let most = 0;
    for (let level = 0; low <= high; level++) {
      const loads = this.levels[level];
      if (low & 1) most = Math.max(most, loads[low++]);
      if (!(high & 1)) most = Math.max(most, loads[high--]);
      low >>= 1;
      high >>= 1;
    }
    return most;
  }
}

// Colours -----------------------------------------------------------------------------------------------------------

/** From small to large, or early to late; ordered by lightness, so that every eye and grey print can tell them apart. */
const RAMP_LIGHT = ["#d8edd2", "#a9dbc6", "#78c5c3", "#4aabc4", "#398cb9", "#336caa", "#2c4a90"];
const RAMP_DARK = ["#24335e", "#27487f", "#2a659b", "#3383ab", "#45a1ae", "#69bda9", "#a1d6a4"];
/** Kinds; the last one is for all others. */
const KINDS = ["#3f7fc1", "#dd8436", "#3d9a72", "#b5598f", "#c7a229", "#62abd4", "#c65742", "#8b9099"];
const STEPS = 64;

function rgb(hex) {
  const value = parseInt(hex.slice(1), 16);
  return [value >> 16, (value >> 8) & 255, value & 255];
}

/** A colour between the stops of a ramp. */
function between(ramp, place) {
  const at = Math.min(1, Math.max(0, place)) * (ramp.length - 1);
  const low = Math.min(ramp.length - 2, Math.floor(at));
  const [a, b] = [rgb(ramp[low]), rgb(ramp[low + 1])];
  return a.map((from, k) => Math.round(from + (b[k] - from) * (at - low)));
}

/** The table of 256 colours that `shade` numbers refer to. */
function palette(mode, isDark) {
  const ramp = isDark ? RAMP_DARK : RAMP_LIGHT;
  const table = [];
  for (let i = 0; i < 256; i++) {
    table.push(mode === "kind" ? rgb(KINDS[Math.min(i, KINDS.length - 1)]) : between(ramp, i / (STEPS - 1)));
  }
  return table;
}

/** The stem that groups names: without trailing numbers and separators. */
function stem(name) {
  return name.replace(/^%/, "").replace(/[\d._:#\-/]+$/, "") || "unnamed";
}

/** The colour number of each piece, and the groups that a legend lists. */
function shades(scope, mode) {
  const { n, owner } = scope.pieces;
  const out = new Uint8Array(n);
  if (mode === "kind") {
    const kinds = kindsOf(scope);
    for (let i = 0; i < n; i++) out[i] = kinds.of[owner[i]];
    return { of: out, groups: kinds.groups };
  }
  const low = Math.log(scope.leastSize);
  const range = Math.log(scope.mostSize) - low;
  for (let i = 0; i < n; i++) {
    const buffer = owner[i];
    let place = 0.5;
    if (mode === "age") place = scope.lastTick ? scope.begin[buffer] / scope.lastTick : 0.5;
    else if (range > 0) place = (Math.log(Math.max(1, scope.size[buffer])) - low) / range;
    out[i] = Math.round(Math.min(1, Math.max(0, place)) * (STEPS - 1));
  }
  return { of: out, groups: null };
}

/** Groups buffers by operation, or by the stem of their names; the groups with the most bytes come first. */
function kindsOf(scope) {
  if (scope.kinds) return scope.kinds;
  const hasOps = scope.op && new Set(scope.op).size > 1;
  const ids = new Map();
  const bytes = [];
  const raw = new Uint32Array(scope.n);
  for (let i = 0; i < scope.n; i++) {
    // Without the line of a front end.
    const kind = hasOps ? scope.op_of(i)?.replace(/ \([^)]*:\d+\)$/, "") || "unknown" : stem(scope.name_of(i));
    let id = ids.get(kind);
    if (id === undefined) {
      id = ids.size;
      ids.set(kind, id);
      bytes.push(0);
    }
    raw[i] = id;
    bytes[id] += scope.size[i] * (scope.end[i] - scope.begin[i]);
  }
  const names = [...ids.keys()];
  const ranked = names.map((_, id) => id).sort((a, b) => bytes[b] - bytes[a] || a - b);
  const shown = ranked.length <= KINDS.length ? ranked.length : KINDS.length - 1;
  const place = new Uint8Array(names.length);
  ranked.forEach((id, k) => (place[id] = Math.min(k, shown)));
  const groups = ranked.slice(0, shown).map((id) => names[id]);
  if (shown < ranked.length) groups.push(`${count(ranked.length - shown)} others`);
  scope.kinds = { of: raw.map((id) => place[id]), groups, by: hasOps ? "operation" : "name" };
  return scope.kinds;
}

// Numbers -----------------------------------------------------------------------------------------------------------

const UNITS = ["B", "KiB", "MiB", "GiB", "TiB", "PiB"];

/** A size with three digits: `1.25 MiB`. */
function bytesText(value) {
  let unit = 0;
  while (value >= 1024 && unit < UNITS.length - 1) {
    value /= 1024;
    unit++;
  }
  const digits = unit === 0 || value >= 100 ? 0 : value >= 10 ? 1 : 2;
  return `${value.toFixed(digits)} ${UNITS[unit]}`;
}

/** A whole number with separators: `1,000,000`. */
function count(value) {
  return Math.round(value).toLocaleString("en");
}

/** A number and its noun: `1 buffer`, `2 buffers`. */
function counted(value, noun) {
  return `${count(value)} ${noun}${value === 1 ? "" : "s"}`;
}

/** A fraction as percent: `2.4%`; never `0.0%` for a value above 0. */
function percentText(fraction) {
  const percent = fraction * 100;
  if (percent <= 0) return "0%";
  if (percent < 0.01) return "<0.01%";
  return `${percent.toFixed(percent < 0.1 ? 2 : percent < 100 ? 1 : 0)}%`;
}

/** A time: `1.2 ms`, `3.4 s`. */
function timeText(ms) {
  if (ms < 1) return `${Math.max(1, Math.round(ms * 1000))} µs`;
  if (ms < 1000) return `${ms.toFixed(ms < 10 ? 1 : 0)} ms`;
  return `${(ms / 1000).toFixed(ms < 10000 ? 2 : 1)} s`;
}

