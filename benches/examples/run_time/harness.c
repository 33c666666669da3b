// Calls the variants of a model alternately on the same arguments, and prints a line for each: its letter, the least
// processor time of a call in nanoseconds, and whether results and arguments afterwards equal those of the first variant.
//
//   harness ROUNDS SECONDS NAME=LIBRARY.so..
//
// The signature is generated: `params`, `results`, and `call`.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

// `rank` is -1 for a scalar. The elements are of `bytes` bytes; `kind` is 'f' (IEEE), 'h' (bf16) or 'i'.
struct shape {
  char kind;
  int bytes, rank;
  int64_t sizes[8];
};

#include "signature.h"

// A descriptor of MLIR: two pointers, the offset, sizes and strides.
typedef int64_t word;

static uint64_t state;

static uint64_t next_random(void) {
  uint64_t z = (state += 0x9e3779b97f4a7c15u);
  z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
  z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
  return z ^ (z >> 31);
}

static void fill(const struct shape *s, int64_t n, char *to) {
  for (int64_t i = 0; i < n; i++, to += s->bytes) {
    uint64_t r = next_random();
    double x = (double)(r >> 11) / 9007199254740992.0 - 0.5;
    float f = (float)x;
    uint32_t bits;
    memcpy(&bits, &f, 4);
    if (s->kind == 'h') {
      *(uint16_t *)to = (uint16_t)(bits >> 16);
    } else if (s->kind == 'f' && s->bytes == 2) {
      *(uint16_t *)to = (uint16_t)(((bits >> 16) & 0x8000) | 0x3400 | (r & 0x3ff));
    } else if (s->kind == 'f' && s->bytes == 4) {
      *(float *)to = f;
    } else if (s->kind == 'f') {
      *(double *)to = x;
    } else {
      // Indices of tokens, positions and classes stay inside of every table.
      int64_t small = (int64_t)(r % 2);
      memcpy(to, &small, (size_t)s->bytes);
    }
  }
}

static int64_t count(const struct shape *s) {
  int64_t n = 1;
  for (int d = 0; d < s->rank; d++) n *= s->sizes[d];
  return n;
}

static double now(void) {
  struct timespec t;
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
  return (double)t.tv_sec * 1e9 + (double)t.tv_nsec;
}

static uint64_t hash(uint64_t h, const char *at, size_t bytes) {
  for (size_t i = 0; i < bytes; i++) h = (h ^ (unsigned char)at[i]) * 0x100000001b3u;
  return h;
}

static uint64_t hash_view(uint64_t h, int bytes, int rank, const char *at, const word *sizes, const word *strides) {
  if (rank == 0) return hash(h, at, (size_t)bytes);
  for (word i = 0; i < sizes[0]; i++)
    h = hash_view(h, bytes, rank - 1, at + i * strides[0] * bytes, sizes + 1, strides + 1);
  return h;
}

static char *pristine[N_PARAMS + 1], *values[N_PARAMS + 1];
static word descriptors[N_PARAMS + 1][19];
static void *arguments[N_PARAMS + 1];
static size_t sizes_of[N_PARAMS + 1];

// One call: its processor time, and the hash of what it returned and left in its arguments.
static double run(void *function, uint64_t *h) {
  static word out[N_RESULTS * 19 + 1];
  for (int p = 0; p < N_PARAMS; p++) memcpy(values[p], pristine[p], sizes_of[p]);
  double start = now();
  call(function, out, arguments);
  double time = now() - start;
  *h = 0xcbf29ce484222325u;
  char *at = (char *)out;
  for (int r = 0; r < N_RESULTS; r++) {
    const struct shape *s = &results[r];
    size_t align = s->rank < 0 ? (size_t)s->bytes : 8;
    at = (char *)(((uintptr_t)at + align - 1) / align * align);
    if (s->rank < 0) {
      *h = hash(*h, at, (size_t)s->bytes);
      at += s->bytes;
      continue;
    }
    word *d = (word *)at;
    *h = hash_view(*h, s->bytes, s->rank, (char *)d[1] + d[2] * s->bytes, d + 3, d + 3 + s->rank);
    at += 8 * (3 + 2 * s->rank);
    int is_argument = 0;
    for (int p = 0; p < N_PARAMS; p++) is_argument |= d[0] == (word)values[p];
    if (!is_argument) free((void *)d[0]);
  }
  for (int p = 0; p < N_PARAMS; p++) *h = hash(*h, values[p], sizes_of[p]);
  return time;
}

int main(int argc, char **argv) {
  int n = argc - 3;
  if (n < 1 || n > 16) return 2;
  int rounds = atoi(argv[1]);
  double limit = atof(argv[2]) * 1e9;
  void *functions[16];
  double least[16];
  uint64_t hashes[16];
  for (int v = 0; v < n; v++) {
    char *path = strchr(argv[3 + v], '=');
    if (!path) return 2;
    *path++ = 0;
    void *library = dlopen(path, RTLD_NOW | RTLD_LOCAL);
    functions[v] = library ? dlsym(library, "_mlir_ciface_main") : NULL;
    if (!functions[v]) {
      fprintf(stderr, "%s\n", dlerror());
      return 1;
    }
    least[v] = 1e300;
  }
  for (int p = 0; p < N_PARAMS; p++) {
    const struct shape *s = &params[p];
    int64_t elements = count(s);
    sizes_of[p] = (size_t)(elements * s->bytes);
    if (posix_memalign((void **)&pristine[p], 64, sizes_of[p] + 64)) return 1;
    if (posix_memalign((void **)&values[p], 64, sizes_of[p] + 64)) return 1;
    state = (uint64_t)p;
    fill(s, elements, pristine[p]);
    arguments[p] = values[p];
    if (s->rank < 0) continue;
    word *d = descriptors[p], stride = 1;
    d[0] = d[1] = (word)values[p];
    for (int i = s->rank - 1; i >= 0; i--) {
      d[3 + i] = s->sizes[i];
      d[3 + s->rank + i] = stride;
      stride *= s->sizes[i];
    }
    arguments[p] = d;
  }
  // Two warm-ups each, and a third of the time for them if a call takes long.
  double spent = 0;
  for (int v = 0; v < n; v++) {
    spent += run(functions[v], &hashes[v]);
    if (spent < limit / 3) spent += run(functions[v], &hashes[v]);
  }
  double start = now();
  for (int round = 0; round < 4 || now() - start < limit || round < rounds; round++) {
    if (round >= 4 && now() - start > 4 * limit) break;
    if (round >= 100000) break;
    for (int k = 0; k < n; k++) {
      int v = round % 2 ? n - 1 - k : k;
      uint64_t h;
      double time = run(functions[v], &h);
      if (time < least[v]) least[v] = time;
      if (h != hashes[v]) hashes[v] = ~hashes[0];
    }
  }
  for (int v = 0; v < n; v++) printf("%s %.0f %d\n", argv[3 + v], least[v], hashes[v] == hashes[0]);
  return 0;
}
