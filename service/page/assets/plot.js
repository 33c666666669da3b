// Drawing: a plot of one schedule on a canvas.

/** What a plot shows: ticks t0 to t1, bytes b0 to b1. */
class View {
  constructor(t0, t1, b0, b1) {
    Object.assign(this, { t0, t1, b0, b1 });
  }

  /** The same part of a plot whose bytes are drawn at another scale. */
  scaled(scale) {
    return scale === 1 ? this : new View(this.t0, this.t1, this.b0 * scale, this.b1 * scale);
  }

  equals(other) {
    return this.t0 === other.t0 && this.t1 === other.t1 && this.b0 === other.b0 && this.b1 === other.b1;
  }
}

/**
 * Draws rectangles into pixels. Rectangles of at least one pixel snap to the pixel grid. Smaller ones are aggregated:
 * each pixel sums how much of it they cover, weighted by colour, so a million buffers show as density, not as noise.
 */
class Raster {
  constructor() {
    this.canvas = document.createElement("canvas");
    this.context = this.canvas.getContext("2d");
  }

  resize(width, height) {
    if (this.canvas.width === width && this.canvas.height === height) return;
    this.canvas.width = width;
    this.canvas.height = height;
    this.image = this.context.createImageData(width, height);
    this.pixels = new Uint32Array(this.image.data.buffer);
    this.sums = new Float32Array(4 * width * height);
    this.touched = new Uint32Array(width * height);
  }

  /** Draws the part of a schedule inside a view; returns how many pieces were in it. */
  draw(scope, schedule, shade, table, view) {
    const { width, height } = this.canvas;
    const pixels = this.pixels;
    const { n, begin, end } = scope.pieces;
    const { bottom, topOf } = schedule;
    const { t0, t1, b0, b1 } = view;
    const sx = width / (t1 - t0);
    const sy = height / (b1 - b0);
    const colours = new Uint32Array(256);
    for (let i = 0; i < 256; i++) {
      const [r, g, b] = table[i];
      colours[i] = ((255 << 24) | (b << 16) | (g << 8) | r) >>> 0;
    }
    this.n_touched = 0;
    pixels.fill(0);
    const time = scope.blocks;
    const room = schedule.blocks;
    let drawn = 0;
    for (let block = 0; block * BLOCK < n; block++) {
      if (time.high[block] <= t0 || t1 <= time.low[block]) continue;
      if (room.high[block] <= b0 || b1 <= room.low[block]) continue;
      const stop = Math.min(n, (block + 1) * BLOCK);
      for (let i = block * BLOCK; i < stop; i++) {
        if (end[i] <= t0 || t1 <= begin[i] || topOf[i] <= b0 || b1 <= bottom[i]) continue;
        drawn++;
        const x0 = begin[i] <= t0 ? 0 : (begin[i] - t0) * sx;
        const x1 = end[i] >= t1 ? width : (end[i] - t0) * sx;
        const y0 = topOf[i] >= b1 ? 0 : (b1 - topOf[i]) * sy;
        const y1 = bottom[i] <= b0 ? height : (b1 - bottom[i]) * sy;
        if (x1 - x0 < 1 || y1 - y0 < 1) {
          this.add(x0, x1, y0, y1, table[shade[i]]);
          continue;
        }
        let left = Math.round(x0);
        let right = Math.max(left + 1, Math.round(x1));
        let top = Math.round(y0);
        let low = Math.max(top + 1, Math.round(y1));
        // Lines between neighbours, where there is room for them.
        if (right - left > 3 && low - top > 3) {
          if (x1 < width) right--;
          if (y0 > 0) top++;
        }
        right = Math.min(width, right);
        low = Math.min(height, low);
        const colour = colours[shade[i]];
        if (right - left < 12) {
          for (let y = top; y < low; y++) for (let p = y * width + left; p < y * width + right; p++) pixels[p] = colour;
        } else {
          for (let y = top; y < low; y++) pixels.fill(colour, y * width + left, y * width + right);
        }
      }
    }
    this.blend();
    this.context.putImageData(this.image, 0, 0);
    return drawn;
  }

  /** Adds a rectangle that is thinner than a pixel to the sums of the pixels that it covers. */
  add(x0, x1, y0, y1, colour) {
    const { width, height } = this.canvas;
    const left = Math.max(0, Math.floor(x0));
    const right = Math.min(width - 1, Math.ceil(x1) - 1);
    const top = Math.max(0, Math.floor(y0));
    const low = Math.min(height - 1, Math.ceil(y1) - 1);
    for (let y = top; y <= low; y++) {
      const part = Math.min(y + 1, y1) - Math.max(y, y0);
      for (let x = left; x <= right; x++) {
        this.sum(y * width + x, part * (Math.min(x + 1, x1) - Math.max(x, x0)), colour);
      }
    }
  }

  sum(pixel, covered, colour) {
    const sums = this.sums;
    const at = 4 * pixel;
    if (sums[at + 3] === 0) {
      this.touched[this.n_touched++] = pixel;
      // Above 0 even for rectangles without area, so that a pixel is listed once.
      covered += 1e-6;
    }
    sums[at] += covered * colour[0];
    sums[at + 1] += covered * colour[1];
    sums[at + 2] += covered * colour[2];
    sums[at + 3] += covered;
  }

  /** Puts the sums over the pixels, and clears them. A pixel with anything in it is never invisible. */
  blend() {
    const { sums, pixels } = this;
    for (let k = 0; k < this.n_touched; k++) {
      const pixel = this.touched[k];
      const at = 4 * pixel;
      const weight = sums[at + 3];
      const covered = 0.3 + 0.7 * Math.min(1, weight);
      let r = sums[at] / weight;
      let g = sums[at + 1] / weight;
      let b = sums[at + 2] / weight;
      let alpha = covered;
      const old = pixels[pixel];
      if (old) {
        r = r * covered + (old & 255) * (1 - covered);
        g = g * covered + ((old >> 8) & 255) * (1 - covered);
        b = b * covered + ((old >> 16) & 255) * (1 - covered);
        alpha = 1;
      }
      pixels[pixel] = ((Math.round(alpha * 255) << 24) | (b << 16) | (g << 8) | r) >>> 0;
      sums[at] = sums[at + 1] = sums[at + 2] = sums[at + 3] = 0;
    }
  }
}

const LOAD_HEIGHT = 68;
const AXIS_HEIGHT = 26;
const LOAD_GAP = 14;
/** Names on rectangles: at most this many in a frame. */
const MAX_NAMES = 600;

/** The picture of one schedule: rectangles, lines, axes and load. */
class Plot {
  constructor(canvas) {
    this.canvas = canvas;
    this.context = canvas.getContext("2d");
    this.raster = new Raster();
    this.drawnView = null;
    this.draws = 0;
    this.pieceCost = 1e-4;
  }

  /** Where the rectangles are, in CSS pixels. */
  area() {
    const left = this.width < 480 ? 62 : 68;
    return { left, top: 10, width: this.width - left - 1, height: this.height - 10 - LOAD_GAP - LOAD_HEIGHT - AXIS_HEIGHT };
  }

  resize(width, height, ratio) {
    if (this.width === width && this.height === height && this.ratio === ratio) return;
    Object.assign(this, { width, height, ratio });
    this.canvas.width = Math.round(width * ratio);
    this.canvas.height = Math.round(height * ratio);
    this.drawnView = null;
  }

  /** Shows another schedule or other colours. */
  show(scope, schedule, shade, table, theme) {
    Object.assign(this, { scope, schedule, shade, table, theme });
    /** Bytes of this plot for each byte of a view: pools are drawn equally high, however large they are. */
    this.scale = schedule.scale ?? 1;
    this.drawnView = null;
  }

  x(tick) {
    const area = this.area();
    return area.left + ((tick - this.view.t0) / (this.view.t1 - this.view.t0)) * area.width;
  }

  y(byte) {
    const area = this.area();
    return area.top + ((this.view.b1 - byte) / (this.view.b1 - this.view.b0)) * area.height;
  }

  tickAt(x) {
    const area = this.area();
    return this.view.t0 + ((x - area.left) / area.width) * (this.view.t1 - this.view.t0);
  }

  /** The byte at a height, on the scale of views. */
  byteAt(y) {
    const area = this.area();
    return (this.view.b1 - ((y - area.top) / area.height) * (this.view.b1 - this.view.b0)) / this.scale;
  }

  /** The part of the canvas below a point: `plot`, `y` or `x` axis. */
  part(x, y) {
    const area = this.area();
    if (x < area.left) return "y";
    return y > area.top + area.height ? "x" : "plot";
  }

  /**
   * Draws a frame. Where redrawing is expected to take longer than `budget` milliseconds, the last picture is moved
   * and scaled instead. Returns whether the picture is exact.
   */
  draw(shared, marks, budget) {
    const view = shared.scaled(this.scale);
    this.view = view;
    const { context, ratio, theme } = this;
    const area = this.area();
    context.setTransform(ratio, 0, 0, ratio, 0, 0);
    context.clearRect(0, 0, this.width, this.height);
    context.fillStyle = theme.field;
    context.fillRect(area.left, area.top, area.width, area.height);
    this.grid(area);
    for (const [from, to] of this.schedule.taken ?? []) this.hatch(view.t0, view.t1, from, to, area, theme.quiet, 8);
    const isFresh = this.drawnView && this.drawnView.equals(view);
    const isExact = isFresh || !this.drawnView || this.expectedCost(view) <= budget;
    if (isExact && !isFresh) this.redraw(view, area);
    this.paste(view, area);
    this.prices(view, area);
    this.names(view, area, isExact);
    this.levels(area);
    this.load(view, area);
    this.scrollbars(view, area);
    for (const mark of marks) this.mark(mark, area);
    return isExact;
  }

  redraw(view, area) {
    const started = performance.now();
    this.raster.resize(Math.max(1, Math.round(area.width * this.ratio)), Math.max(1, Math.round(area.height * this.ratio)));
    this.drawn = this.raster.draw(this.scope, this.schedule, this.shade, this.table, view);
    this.drawnView = view;
    this.lastCost = performance.now() - started;
    // The first draws run before the script is compiled.
    if (++this.draws > 3) this.pieceCost = 0.7 * this.pieceCost + (0.3 * this.lastCost) / Math.max(5000, this.near(view));
  }

  /** Milliseconds that drawing a view will take, from what a piece took before. */
  expectedCost(view) {
    return this.pieceCost * Math.max(5000, this.near(view));
  }

  /** At least as many pieces as are in a view: those in blocks that touch it. */
  near(view) {
    const time = this.scope.blocks;
    const room = this.schedule.blocks;
    let blocks = 0;
    for (let k = 0; k < time.low.length; k++) {
      if (time.high[k] > view.t0 && view.t1 > time.low[k] && room.high[k] > view.b0 && view.b1 > room.low[k]) blocks++;
    }
    return blocks * BLOCK;
  }

  /** Copies the raster to where its view is now. */
  paste(view, area) {
    const from = this.drawnView;
    const { context } = this;
    context.save();
    context.beginPath();
    context.rect(area.left, area.top, area.width, area.height);
    context.clip();
    const sx = area.width / (view.t1 - view.t0);
    const sy = area.height / (view.b1 - view.b0);
    context.imageSmoothingEnabled = !from.equals(view);
    context.drawImage(
      this.raster.canvas,
      area.left + (from.t0 - view.t0) * sx,
      area.top + (view.b1 - from.b1) * sy,
      (from.t1 - from.t0) * sx,
      (from.b1 - from.b0) * sy,
    );
    context.restore();
  }

  /** Calls back for each piece in the view, as its rectangle in CSS pixels, until `visit` returns true. */
  each(view, visit) {
    const { n, begin, end, owner } = this.scope.pieces;
    const { bottom, topOf } = this.schedule;
    const time = this.scope.blocks;
    const room = this.schedule.blocks;
    for (let block = 0; block * BLOCK < n; block++) {
      if (time.high[block] <= view.t0 || view.t1 <= time.low[block]) continue;
      if (room.high[block] <= view.b0 || view.b1 <= room.low[block]) continue;
      const stop = Math.min(n, (block + 1) * BLOCK);
      for (let i = block * BLOCK; i < stop; i++) {
        if (end[i] <= view.t0 || view.t1 <= begin[i] || topOf[i] <= view.b0 || view.b1 <= bottom[i]) continue;
        if (visit(i, owner[i])) return;
      }
    }
  }

  /** Names where they fit. */
  names(view, area, isExact) {
    if (!isExact || this.drawn > 20000) return;
    const { context, scope } = this;
    const { begin, end } = scope.pieces;
    const { bottom, topOf } = this.schedule;
    context.textAlign = "center";
    context.textBaseline = "middle";
    let written = 0;
    this.each(view, (i, buffer) => {
      const x0 = Math.max(area.left, this.x(begin[i]));
      const x1 = Math.min(area.left + area.width, this.x(end[i]));
      const y0 = Math.max(area.top, this.y(topOf[i]));
      const y1 = Math.min(area.top + area.height, this.y(bottom[i]));
      if (y1 - y0 < 15 || x1 - x0 < 24) return false;
      const name = scope.caption_of(buffer);
      if (!name || name.length * 6.8 + 8 > x1 - x0) return false;
      const [r, g, b] = this.table[this.shade[i]];
      context.fillStyle = 0.299 * r + 0.587 * g + 0.114 * b > 140 ? "#10202a" : "#ffffff";
      const middle = (y0 + y1) / 2;
      const size = bytesText(scope.size[buffer]);
      context.font = `500 11.5px ${theme_font}`;
      if (y1 - y0 >= 34 && size.length * 6 + 8 <= x1 - x0) {
        context.fillText(name, (x0 + x1) / 2, middle - 7);
        context.globalAlpha = 0.78;
        context.font = `11px ${theme_font}`;
        context.fillText(size, (x0 + x1) / 2, middle + 8);
        context.globalAlpha = 1;
      } else {
        context.fillText(name, (x0 + x1) / 2, middle + 0.5);
      }
      return ++written >= MAX_NAMES;
    });
  }

  grid(area) {
    const { context, theme } = this;
    context.font = `11.5px ${theme_font}`;
    context.textBaseline = "middle";
    context.textAlign = "right";
    context.lineWidth = 1;
    for (const { value, text } of byteTicks(this.view.b0, this.view.b1, area.height / 56)) {
      const y = Math.round(this.y(value)) + 0.5;
      context.strokeStyle = theme.grid;
      context.beginPath();
      context.moveTo(area.left, y);
      context.lineTo(area.left + area.width, y);
      context.stroke();
      context.fillStyle = theme.quiet;
      context.fillText(text, area.left - 8, Math.min(y, area.top + area.height - 2));
    }
    const bottom = area.top + area.height + LOAD_GAP + LOAD_HEIGHT;
    context.textAlign = "center";
    context.textBaseline = "top";
    const ticks = tickMarks(this.scope, this.view.t0, this.view.t1, area.width / (area.width < 400 ? 64 : 90));
    for (const { value, text } of ticks) {
      const x = Math.round(this.x(value)) + 0.5;
      context.strokeStyle = theme.grid;
      context.beginPath();
      context.moveTo(x, area.top);
      context.lineTo(x, area.top + area.height);
      context.moveTo(x, bottom);
      context.lineTo(x, bottom + 4);
      context.stroke();
      context.fillStyle = theme.quiet;
      const half = context.measureText(text).width / 2;
      context.fillText(text, Math.min(Math.max(x, area.left + half), area.left + area.width - half), bottom + 8);
    }
  }

  /** Hatches ticks and bytes. */
  hatch(t0, t1, from, to, area, colour, gap) {
    const { context } = this;
    const [left, right] = [Math.max(area.left, this.x(t0)), Math.min(area.left + area.width, this.x(t1))];
    const [top, low] = [Math.max(area.top, this.y(to)), Math.min(area.top + area.height, this.y(from))];
    if (left >= right || top >= low) return;
    context.save();
    context.beginPath();
    context.rect(left, top, right - left, low - top);
    context.clip();
    context.strokeStyle = colour;
    context.lineWidth = 1.2;
    context.beginPath();
    for (let x = left - (low - top); x < right; x += gap) {
      context.moveTo(x, low);
      context.lineTo(x + low - top, top);
    }
    context.stroke();
    context.strokeRect(left, top, right - left, low - top);
    context.restore();
  }

  /** Marks the bytes that two buffers share at a price, and connects the two; a dashed line alone is a common bank. */
  prices(view, area) {
    const { context, scope, schedule, theme } = this;
    let drawn = 0;
    for (const [a, b, lo, hi] of scope.prices ?? []) {
      if (scope.poolOf[a] !== schedule.pool) continue;
      const [first, second] = scope.begin[a] <= scope.begin[b] ? [a, b] : [b, a];
      if (scope.end[second] <= view.t0 && scope.end[first] <= view.t0) continue;
      if (view.t1 <= scope.begin[first] || ++drawn > MAX_LINKS) continue;
      const middle = (buffer) => (lo < hi ? (lo + hi) / 2 : schedule.offset[buffer] + scope.size[buffer] / 2);
      if (lo < hi) for (const buffer of [a, b]) this.hatch(scope.begin[buffer], scope.end[buffer], lo, hi, area, theme.price, 10);
      context.save();
      context.beginPath();
      context.rect(area.left, area.top, area.width, area.height);
      context.clip();
      context.strokeStyle = theme.price;
      context.lineWidth = 1.5;
      context.setLineDash([4, 3]);
      context.beginPath();
      context.moveTo(this.x(Math.min(scope.end[first], scope.begin[second])), this.y(middle(first)));
      context.lineTo(this.x(Math.max(scope.end[first], scope.begin[second])), this.y(middle(second)));
      context.stroke();
      context.restore();
    }
  }

  /** The lines of peak and bound, or of peak and capacity. */
  levels(area) {
    const { schedule, theme } = this;
    if (schedule.pool !== undefined) {
      const { peak, capacity } = schedule;
      const isFull = peak === capacity;
      const drawn = this.level(area, peak, theme.peak, isFull ? "peak = capacity" : "peak", [], null);
      if (capacity !== undefined && !isFull) this.level(area, capacity, theme.ink, "capacity", [], drawn);
      return;
    }
    if (schedule.peak <= schedule.bound) {
      this.level(area, schedule.peak, theme.peak, "peak = bound", [], null);
    } else {
      const peak = this.level(area, schedule.peak, theme.peak, "peak", [], null);
      this.level(area, schedule.bound, theme.bound, "bound", [3, 3], peak);
    }
  }

  /** Draws a line; its text goes above it or, where there is no room or another text, below. Returns where it is. */
  level(area, value, colour, text, dash, other) {
    const y = Math.round(this.y(value)) + 0.5;
    if (y < area.top - 1 || y > area.top + area.height + 1) return null;
    const { context, theme } = this;
    context.strokeStyle = colour;
    context.lineWidth = 1.5;
    context.setLineDash(dash);
    context.beginPath();
    context.moveTo(area.left, y);
    context.lineTo(area.left + area.width, y);
    context.stroke();
    context.setLineDash([]);
    context.lineWidth = 1;
    context.font = `600 11.5px ${theme_font}`;
    context.textAlign = "right";
    context.textBaseline = "middle";
    const label = `${text} ${bytesText(value)}`;
    const width = context.measureText(label).width + 12;
    const right = area.left + area.width - 6;
    const isFree = (middle) => middle - 9 >= area.top - 10 && (other === null || Math.abs(middle - other) >= 18);
    const middle = isFree(y - 11) ? y - 11 : isFree(y + 11) ? y + 11 : other + 18;
    context.fillStyle = theme.field;
    context.globalAlpha = 0.88;
    context.beginPath();
    context.roundRect(right - width, middle - 9, width, 18, 4);
    context.fill();
    context.globalAlpha = 1;
    context.fillStyle = colour;
    context.fillText(label, right - 6, middle + 0.5);
    return middle;
  }

  /** Live bytes below the rectangles, on the same ticks. */
  load(view, area) {
    const { context, scope, theme } = this;
    const { load, maxLoad } = this.schedule.load ? this.schedule : scope;
    const top = area.top + area.height + LOAD_GAP;
    const bottom = top + LOAD_HEIGHT;
    context.fillStyle = theme.field;
    context.fillRect(area.left, top, area.width, LOAD_HEIGHT);
    const most = maxLoad || 1;
    const y = (bytes) => bottom - (bytes / most) * (LOAD_HEIGHT - 8);
    const columns = Math.max(1, Math.round(area.width));
    const step = (view.t1 - view.t0) / columns;
    context.beginPath();
    context.moveTo(area.left, bottom);
    let last = bottom;
    for (let column = 0; column < columns; column++) {
      const from = view.t0 + column * step;
      const inside = from + step > 0 && from < scope.lastTick;
      const next = y(inside ? load.most(from, from + step * 0.999) : 0);
      if (next !== last) {
        context.lineTo(area.left + column, last);
        context.lineTo(area.left + column, next);
        last = next;
      }
    }
    context.lineTo(area.left + columns, last);
    context.lineTo(area.left + columns, bottom);
    context.fillStyle = theme.loadFill;
    context.fill();
    context.strokeStyle = theme.load;
    context.stroke();
    context.font = `11.5px ${theme_font}`;
    context.textAlign = "right";
    context.textBaseline = "middle";
    context.fillStyle = theme.quiet;
    context.fillText(bytesText(most), area.left - 8, top + 8);
    context.fillText("load", area.left - 8, bottom - 8);
  }

  /** Where the view is within the whole, at the right and lower edge; only when something is outside. */
  scrollbars(view, area) {
    const { context, scope, theme } = this;
    context.fillStyle = theme.thumb;
    const all = scope.lastTick || 1;
    if (view.t1 - view.t0 < all * 0.999) {
      const from = Math.max(0, view.t0 / all);
      const to = Math.min(1, view.t1 / all);
      context.beginPath();
      context.roundRect(area.left + from * area.width, area.top + area.height + 4, Math.max(16, (to - from) * area.width), 4, 2);
      context.fill();
    }
    const most = scope.top * this.scale * 1.04;
    if (view.b1 - view.b0 < most * 0.999) {
      const from = Math.max(0, view.b0 / most);
      const height = Math.max(16, (Math.min(1, view.b1 / most) - from) * area.height);
      context.beginPath();
      context.roundRect(area.left - 5, area.top + area.height - from * area.height - height, 4, height, 2);
      context.fill();
    }
  }

  /** An outline around a buffer. */
  mark({ buffer, style }, area) {
    const { context, scope, schedule, theme } = this;
    if (schedule.pool !== undefined && scope.poolOf[buffer] !== schedule.pool) return;
    const x0 = this.x(scope.begin[buffer]);
    const x1 = this.x(scope.end[buffer]);
    const y0 = this.y(schedule.offset[buffer] + scope.size[buffer]);
    const y1 = this.y(schedule.offset[buffer]);
    const [width, height] = [Math.max(3, x1 - x0), Math.max(3, y1 - y0)];
    context.save();
    context.beginPath();
    context.rect(area.left - 2, area.top - 2, area.width + 4, area.height + 4);
    context.clip();
    context.lineWidth = style === "selected" ? 5 : 3.5;
    context.strokeStyle = theme.field;
    context.strokeRect(x0, y0, width, height);
    context.lineWidth = style === "selected" ? 2.5 : 1.5;
    context.strokeStyle = style === "selected" ? theme.accent : theme.ink;
    context.strokeRect(x0, y0, width, height);
    context.restore();
  }

  /** The buffer at a point, or the nearest one within a few pixels; -1 if there is none. */
  hit(x, y, reach = 4) {
    const { begin, end } = this.scope.pieces;
    const { bottom, topOf } = this.schedule;
    const near = new View(this.tickAt(x - reach), this.tickAt(x + reach), this.byteAt(y + reach), this.byteAt(y - reach)).scaled(this.scale);
    let best = -1;
    let least = Infinity;
    this.each(near, (i, buffer) => {
      const dx = Math.max(0, this.x(begin[i]) - x, x - this.x(end[i]));
      const dy = Math.max(0, this.y(topOf[i]) - y, y - this.y(bottom[i]));
      const distance = dx + dy;
      if (distance < least) {
        least = distance;
        best = buffer;
      }
      return distance === 0;
    });
    return best;
  }
}

// Axes --------------------------------------------------------------------------------------------------------------

/** Round numbers of bytes: steps are powers of two, and texts are exact. */
function byteTicks(from, to, n) {
  const step = 2 ** Math.max(0, Math.ceil(Math.log2((to - from) / Math.max(2, n))));
  const out = [];
  // A common unit, of which the step is at least an eighth: multiples of 1/2, 1/4, 1/8 have one, two, three decimals.
  let unit = 0;
  let scale = 1;
  while (to >= scale * 1024 && step * 8 >= scale * 1024 && unit < UNITS.length - 1) {
    scale *= 1024;
    unit++;
  }
  const digits = Math.max(0, Math.log2(scale / step));
  for (let value = Math.ceil(from / step) * step; value <= to && out.length < 40; value += step) {
    const text = (value / scale).toFixed(digits).replace(/(\.\d*?)0+$/, "$1").replace(/\.$/, "");
    out.push({ value, text: value === 0 ? "0" : `${text} ${UNITS[unit]}` });
  }
  return out;
}

/** Round ticks: steps are 1, 2 or 5 times a power of ten. */
function tickMarks(scope, from, to, n) {
  const raw = Math.max(1, (to - from) / Math.max(2, n));
  const power = 10 ** Math.floor(Math.log10(raw));
  const step = [1, 2, 5, 10].find((factor) => raw <= factor * power * (1 + 1e-9)) * power;
  const first = Number(scope.firstTick);
  // Marks are round as the trace counts, not as the page does.
  const shift = Number.isSafeInteger(first) ? ((first % step) + step) % step : 0;
  const out = [];
  for (let value = Math.ceil((from + shift) / step) * step - shift; value <= to && out.length < 60; value += step) {
    out.push({ value, text: shortTick(scope.tickText(value)) });
  }
  return out;
}

/** A tick with separators where it has many digits. */
function shortTick(text) {
  return text.length > 4 ? text.replace(/\B(?=(\d{3})+$)/g, ",") : text;
}

