// Runs the command `memplan`, compiled to WebAssembly, in a thread of its own: arguments and standard input in, standard
// output, standard error and the exit code out. It has no files, no network and no other processes.
"use strict";

const BAD_FILE = 8;
const NO_ENTRY = 44;
const STREAM = 6;

class Exit {
  constructor(code) {
    this.code = code;
  }
}

// WASI preview 1, as far as the command needs it. `memory` is set once there is an instance.
class Host {
  constructor(words, input) {
    this.words = words.map((word) => new TextEncoder().encode(word + "\0"));
    this.input = input;
    this.read = 0;
    this.written = { 1: [], 2: [] };
  }

  view() {
    return new DataView(this.memory.buffer);
  }

  bytes(at, length) {
    return new Uint8Array(this.memory.buffer, at, length);
  }

  slices(at, n) {
    const view = this.view();
    const slice = (i) => this.bytes(view.getUint32(at + 8 * i, true), view.getUint32(at + 8 * i + 4, true));
    return Array.from({ length: n }, (_, i) => slice(i));
  }

  imports() {
    const refuse = (code) => () => code;
    const calls = {
      args_sizes_get: (n, size) => {
        this.view().setUint32(n, this.words.length, true);
        this.view().setUint32(size, this.words.reduce((sum, word) => sum + word.length, 0), true);
        return 0;
      },
      args_get: (pointers, at) => {
        this.words.forEach((word, i) => {
          this.view().setUint32(pointers + 4 * i, at, true);
          this.bytes(at, word.length).set(word);
          at += word.length;
        });
        return 0;
      },
      environ_sizes_get: (n, size) => {
        this.view().setUint32(n, 0, true);
        this.view().setUint32(size, 0, true);
        return 0;
      },
      environ_get: refuse(0),
      clock_time_get: (clock, _precision, at) => {
        const now = clock === 0 ? Date.now() : performance.now();
        this.view().setBigUint64(at, BigInt(Math.round(now * 1e6)), true);
        return 0;
      },
      random_get: (at, length) => {
        for (let start = 0; start < length; start += 65536) {
          crypto.getRandomValues(this.bytes(at + start, Math.min(65536, length - start)));
        }
        return 0;
      },
      fd_fdstat_get: (file, at) => {
        if (file > 2) return BAD_FILE;
        this.bytes(at, 24).fill(0);
        this.view().setUint8(at, STREAM);
        return 0;
      },
      fd_read: (file, at, n, count) => {
        if (file !== 0) return BAD_FILE;
        let total = 0;
        for (const slice of this.slices(at, n)) {
          const part = this.input.subarray(this.read, this.read + slice.length);
          slice.set(part);
          this.read += part.length;
          total += part.length;
        }
        this.view().setUint32(count, total, true);
        return 0;
      },
      fd_write: (file, at, n, count) => {
        const out = this.written[file];
        if (!out) return BAD_FILE;
        const parts = this.slices(at, n).map((slice) => slice.slice());
        out.push(...parts);
        this.view().setUint32(count, parts.reduce((sum, part) => sum + part.length, 0), true);
        return 0;
      },
      // Nothing sleeps for long without other threads: all events are there at once.
      poll_oneoff: (subscriptions, events, n, count) => {
        for (let i = 0; i < n; i++) {
          this.bytes(events + 32 * i, 32).fill(0);
          this.bytes(events + 32 * i, 8).set(this.bytes(subscriptions + 48 * i, 8));
        }
        this.view().setUint32(count, n, true);
        return 0;
      },
      proc_exit: (code) => {
        throw new Exit(code);
      },
      sched_yield: refuse(0),
    };
    const other = (name) => refuse(name.startsWith("path_") ? NO_ENTRY : BAD_FILE);
    return new Proxy(calls, { get: (known, name) => known[name] ?? other(name) });
  }

  output(file) {
    const parts = this.written[file];
    const all = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
    let at = 0;
    for (const part of parts) {
      all.set(part, at);
      at += part.length;
    }
    return new TextDecoder().decode(all);
  }
}

async function compile(base) {
  const answer = await fetch(new URL("memplan.wasm", base));
  if (!answer.ok) throw new Error(`memplan.wasm: ${answer.status}`);
  return WebAssembly.compile(await answer.arrayBuffer());
}

const compiled = compile(self.location.href);

self.onmessage = async ({ data: { id, words, input } }) => {
  const host = new Host(["memplan", ...words], input);
  let code = 0;
  try {
    const module = await compiled;
    const instance = await WebAssembly.instantiate(module, { wasi_snapshot_preview1: host.imports() });
    host.memory = instance.exports.memory;
    instance.exports._start();
  } catch (ended) {
    if (ended instanceof Exit) {
      code = ended.code;
    } else {
      code = -1;
      host.written[2].push(new TextEncoder().encode(`${ended}\n`));
    }
  }
  self.postMessage({ id, code, output: host.output(1), messages: host.output(2) });
};
