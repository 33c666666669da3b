// A planner for memplan in C, without libc: buffers by descending size, each at the lowest free offset.
//
// It exports the function `plan` of planner/remote/wit/planner.wit in the Canonical ABI of the Component Model:
// records are structs, lists are a pointer and a length, options and results have a discriminant.
// docs/book/src/guides/plug-ins/wasm.md says how to build it.

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct {
  int64_t begin, end;
  uint64_t size, align;
  uint8_t is_pinned;
  uint64_t pinned;
} buffer;

enum { UNSUPPORTED = 0 };
enum { GAPS = 0, PINNED_OFFSETS = 1 };

// result<list<u64>, failure>, as far as this planner needs it.
typedef struct {
  uint8_t is_error;
  uint32_t first;   // the offsets, or the failure
  uint32_t second;  // their number, or the feature
  uint32_t third;   // the buffer
} result;

extern uint8_t __heap_base;
static uintptr_t top;

// Memory is never freed: each call has an instance of its own.
static void *allocate(size_t size, size_t align) {
  const uintptr_t page = 65536;
  if (top == 0) top = (uintptr_t)&__heap_base;
  uintptr_t start = (top + align - 1) & -align;
  uintptr_t end = start + size;
  uintptr_t have = __builtin_wasm_memory_size(0) * page;
  if (end < start || (end > have && __builtin_wasm_memory_grow(0, (end - have + page - 1) / page) == (size_t)-1))
    __builtin_trap();
  top = end;
  return (void *)start;
}

// memplan asks for memory for the arguments.
__attribute__((export_name("cabi_realloc"))) void *cabi_realloc(void *old, size_t old_size, size_t align, size_t size) {
  (void)old, (void)old_size;
  return allocate(size, align);
}

static bool goes_before(const buffer *buffers, uint32_t a, uint32_t b) {
  if (buffers[a].size != buffers[b].size) return buffers[a].size > buffers[b].size;
  return a < b;
}

// Heap sort: no recursion, no memory.
static void sort(const buffer *buffers, uint32_t *order, size_t n) {
  for (size_t start = n / 2, end = n; end > 1;) {
    uint32_t moved;
    if (start > 0) {
      moved = order[--start];
    } else {
      moved = order[--end];
      order[end] = order[0];
    }
    size_t at = start;
    for (size_t child; (child = 2 * at + 1) < end; at = child) {
      if (child + 1 < end && goes_before(buffers, order[child], order[child + 1])) child++;
      if (!goes_before(buffers, moved, order[child])) break;
      order[at] = order[child];
    }
    order[at] = moved;
  }
}

static result failure(uint32_t feature, uint32_t buffer) {
  return (result){.is_error = 1, .first = UNSUPPORTED, .second = feature, .third = buffer};
}

static result plan(const buffer *buffers, size_t n, const uint32_t *gaps, size_t n_gaps) {
  if (n_gaps > 0) return failure(GAPS, gaps[0]);
  uint64_t *offsets = allocate(n * sizeof *offsets, 8);
  uint32_t *order = allocate(n * sizeof *order, 4);
  uint32_t *placed = allocate(n * sizeof *placed, 4);  // by offset
  for (size_t i = 0; i < n; i++) {
    if (buffers[i].is_pinned) return failure(PINNED_OFFSETS, i);
    order[i] = i;
  }
  sort(buffers, order, n);
  for (size_t i = 0; i < n; i++) {
    const buffer *it = &buffers[order[i]];
    uint64_t offset = 0;
    for (size_t j = 0; j < i; j++) {
      const buffer *other = &buffers[placed[j]];
      if (other->end <= it->begin || it->end <= other->begin || other->size == 0) continue;
      if (offset + it->size <= offsets[placed[j]]) break;
      uint64_t end = offsets[placed[j]] + other->size;
      if (offset < end) offset = (end + it->align - 1) / it->align * it->align;
    }
    offsets[order[i]] = offset;
    size_t j = i;
    for (; j > 0 && offset < offsets[placed[j - 1]]; j--) placed[j] = placed[j - 1];
    placed[j] = order[i];
  }
  return (result){.first = (uint32_t)(uintptr_t)offsets, .second = n};
}

// plan: func(trace: trace, options: options) -> result<list<u64>, failure>
__attribute__((export_name("memplan:planner/planner@1.0.0#plan"))) result *plan_flat(
    const buffer *buffers, size_t n_buffers, const uint32_t *gaps, size_t n_gaps, uint32_t has_capacity,
    uint64_t capacity, uint64_t seed, uint32_t has_time_left, uint64_t time_left_ms) {
  (void)has_capacity, (void)capacity, (void)seed, (void)has_time_left, (void)time_left_ms;
  static result returned;
  returned = plan(buffers, n_buffers, gaps, n_gaps);
  return &returned;
}
