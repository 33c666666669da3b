/* The functions that random programs of `contracts.rs` only declare. Buffers are `memref<4xi32>`. */
#include <stdint.h>
#include <stdlib.h>

void *_mlir_memref_to_llvm_alloc(uint64_t size);
void _mlir_memref_to_llvm_free(void *p);

#define BUFFER int32_t *base, int32_t *aligned, int64_t offset, int64_t size, int64_t stride
#define AT(i) aligned[offset + (i) * stride]

struct buffer { int32_t *base, *aligned; int64_t offset, size, stride; };
struct kept { struct buffer buffer; int is_taken; };

static struct kept kept[4096];
static int n_kept;

int32_t seed(int32_t k) { return k * 7 + 3; }

void wr(BUFFER, int32_t v) {
  for (int64_t i = 0; i < size; i++) AT(i) = v + (int32_t)i;
}

int32_t sum(BUFFER) {
  uint32_t s = 0;
  for (int64_t i = 0; i < size; i++) s = s * 3 + (uint32_t)AT(i);
  return (int32_t)s;
}

static void add(struct buffer b, int is_taken) { kept[n_kept++] = (struct kept){b, is_taken}; }

void keep(BUFFER) { add((struct buffer){base, aligned, offset, size, stride}, 0); }
void take(BUFFER) { add((struct buffer){base, aligned, offset, size, stride}, 1); }
void free_now(BUFFER) { _mlir_memref_to_llvm_free(base); }

int32_t readkept(void) {
  uint32_t s = 0;
  for (int i = 0; i < n_kept; i++) {
    struct buffer b = kept[i].buffer;
    s = s * 5 + (uint32_t)b.aligned[b.offset + b.stride];
  }
  return (int32_t)s;
}

void writekept(int32_t v) {
  for (int i = 0; i < n_kept; i++) {
    struct buffer b = kept[i].buffer;
    b.aligned[b.offset + 2 * b.stride] = v + i;
  }
}

/* Frees what is kept, each buffer once; with `only_taken`, just the buffers that were taken, under all of their entries. */
static void drop(int only_taken) {
  int n = 0;
  for (int i = 0; i < n_kept; i++) {
    int is_dropped = !only_taken;
    for (int j = 0; j < n_kept; j++)
      is_dropped |= kept[j].is_taken && kept[j].buffer.base == kept[i].buffer.base;
    int is_first = 1;
    for (int j = 0; j < i; j++) is_first &= kept[j].buffer.base != kept[i].buffer.base;
    if (is_dropped && is_first) _mlir_memref_to_llvm_free(kept[i].buffer.base);
  }
  if (!only_taken) { n_kept = 0; return; }
  static struct kept left[4096];
  for (int i = 0; i < n_kept; i++) {
    int is_dropped = 0;
    for (int j = 0; j < n_kept; j++)
      is_dropped |= kept[j].is_taken && kept[j].buffer.base == kept[i].buffer.base;
    if (!is_dropped) left[n++] = kept[i];
  }
  for (int i = 0; i < n; i++) kept[i] = left[i];
  n_kept = n;
}

void freetaken(void) { drop(1); }
void release(void) { drop(0); }

/* With `llvm.emit_c_interface`. */
void _mlir_ciface_same(struct buffer *result, struct buffer *b) { *result = *b; }
void _mlir_ciface_pick(struct buffer *result, struct buffer *a, struct buffer *b, int32_t c) {
  *result = c & 1 ? *a : *b;
}
void _mlir_ciface_make(struct buffer *result, int32_t v) {
  int32_t *p = _mlir_memref_to_llvm_alloc(16);
  *result = (struct buffer){p, p, 0, 4, 1};
  for (int i = 0; i < 4; i++) p[i] = v + i;
}
