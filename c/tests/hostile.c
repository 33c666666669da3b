/* Calls functions with arguments that are wrong: null pointers, sizes that cannot be, bytes that are not UTF-8, huge
 * numbers. `hostile N` makes N calls. Every result must be a result, and none may be a bug. */
#include <memplan.h>

#include <stdio.h>
#include <stdlib.h>

static uint32_t state = 1;

static uint32_t below(uint32_t limit) {
  state = state * 1664525 + 1013904223;
  return (state >> 8) % limit;
}

static const char program[] =
    "func.func @main(%x: memref<256xf32>) {\n"
    "  %a = memref.alloc() : memref<256xf32>\n"
    "  memref.copy %x, %a : memref<256xf32> to memref<256xf32>\n"
    "  %b = memref.alloc() : memref<256xf32>\n"
    "  memref.copy %a, %b : memref<256xf32> to memref<256xf32>\n"
    "  memref.copy %b, %x : memref<256xf32> to memref<256xf32>\n"
    "  return\n"
    "}\n";

static char changed[sizeof program];

static memplan_text any_text(void) {
  static const char *const strings[] = {
      "",        "planner",  "auto",     "best-fit", "time-limit", "1ms", "threads", "18446744073709551616",
      "a 0..4 8", "a 9..1 8", "{\"a\":", "id,lower,upper,size\na,0,1,99999999999999999999\n", "\xff\xfe", "\xc3",
      "builtin.module(cse)", "cse{", "unroll{x=\"}", "mlir-version", "-1", "recompute", "200%", "pools", "l1=,",
      "a 0..2 8; b 1..3 8\npool l1 8\nnever a b", "ML\xefR\x01", "auto{time=1ms,effort=", "donate", "main:0=1"};
  memplan_text text;
  switch (below(8)) {
  case 0: /* null, with a size or without */
    text.data = NULL;
    text.size = below(2) * (size_t)below(1000);
    return text;
  case 1: /* more than there can be */
    text.data = program;
    text.size = SIZE_MAX - below(100);
    return text;
  case 2: /* a program with a wrong byte */
    memcpy(changed, program, sizeof program);
    changed[below(sizeof program - 1)] = (char)below(256);
    text.data = changed;
    text.size = sizeof program - 1;
    return text;
  case 3:
    text.data = program;
    text.size = below(sizeof program);
    return text;
  default:
    return memplan_string(strings[below(sizeof strings / sizeof *strings)]);
  }
}

static uint64_t any_number(void) {
  static const uint64_t numbers[] = {0, 1, 2, 8, 63, 64, 1000, UINT64_MAX, UINT64_MAX / 2, (uint64_t)1 << 62};
  return numbers[below(sizeof numbers / sizeof *numbers)];
}

static memplan_buffer buffers[8];

/* A number of buffers that is possible unless the pointer is not. */
static size_t any_buffers(const memplan_buffer **pointer) {
  size_t i;
  for (i = 0; i < 8; i++) {
    buffers[i].size = below(4) ? 1 + below(100) : any_number();
    buffers[i].align = below(4) ? 1 : any_number();
    buffers[i].begin = below(4) ? (int64_t)below(10) : (int64_t)any_number();
    buffers[i].end = below(4) ? (int64_t)(10 + below(10)) : (int64_t)any_number();
  }
  *pointer = buffers;
  switch (below(10)) {
  case 0:
    *pointer = NULL;
    return below(3);
  case 1:
    return SIZE_MAX / (1 + below(64));
  case 2: /* not aligned */
    *pointer = (const memplan_buffer *)((const char *)buffers + 1 + below(7));
    return 1 + below(7);
  default:
    return below(9);
  }
}

static memplan_option options[3];
static memplan_settings settings;
static memplan_cancel *cancel;

static const memplan_settings *any_settings(void) {
  size_t i;
  if (below(2)) {
    return NULL;
  }
  for (i = 0; i < 3; i++) {
    options[i].name = any_text();
    options[i].value = any_text();
  }
  settings.options = below(8) ? options : NULL;
  settings.n_options = below(8) ? below(3) : SIZE_MAX / 3;
  settings.cancel = below(2) ? cancel : NULL;
  return &settings;
}

static memplan_trace *any_trace(void) {
  const memplan_buffer *pointer;
  size_t n_buffers, i;
  memplan_trace *trace;
  if (below(10) == 0) {
    return NULL;
  }
  if (below(3) == 0) {
    trace = memplan_trace_read(any_text(), any_text());
  } else {
    n_buffers = any_buffers(&pointer);
    trace = memplan_trace_new(pointer, n_buffers);
  }
  for (i = below(3); i > 0; i--) {
    memplan_trace_name(trace, below(9), any_text());
    memplan_trace_pin(trace, below(9), any_number());
    memplan_trace_gap(trace, below(9), (int64_t)below(12), (int64_t)any_number());
    memplan_trace_in_place(trace, below(9), (size_t)any_number());
    memplan_trace_capacity(trace, any_number());
    if (below(3) == 0) {
      memplan_trace_pool(trace, any_text(), any_number(), below(70));
      memplan_trace_allow(trace, below(9), below(3));
      memplan_trace_same_place(trace, below(9), below(9));
      memplan_trace_apart(trace, below(9), below(9));
      memplan_trace_never_together(trace, below(9), (size_t)any_number());
      memplan_trace_reuse_cost(trace, below(9), below(9), any_number());
    }
  }
  return trace;
}

static memplan_result *any_call(void) {
  const memplan_buffer *pointer;
  uint64_t offsets[8];
  size_t n_values, i;
  memplan_trace *trace;
  memplan_result *result;
  switch (below(12)) {
  case 0:
    return memplan_merge(any_text(), any_text(), any_settings());
  case 1:
    return memplan_run_passes(any_text(), any_text(), any_text(), any_settings());
  case 2:
    return memplan_plan_program(any_text(), any_text(), any_settings());
  case 3:
    return memplan_apply(any_text(), any_text(), any_text(), any_settings());
  case 4:
    return memplan_check(any_text(), any_text());
  case 5:
  case 6:
    trace = any_trace();
    for (i = 0; i < 8; i++) {
      offsets[i] = any_number();
    }
    n_values = below(10);
    result = memplan_trace_check(trace, n_values == 9 ? NULL : offsets, n_values, any_settings());
    memplan_trace_free(trace);
    return result;
  case 7:
  case 8:
    trace = any_trace();
    result = memplan_trace_plan(trace, any_settings());
    memplan_trace_free(trace);
    return result;
  default:
    n_values = any_buffers(&pointer);
    return memplan_plan(pointer, n_values, any_number(), any_settings());
  }
}

static int is_wrong(const memplan_result *result) {
  memplan_status status = memplan_result_status(result);
  memplan_message first = memplan_result_message(result, 0);
  size_t n_offsets, i;
  uint64_t sum = 0;
  const uint64_t *offsets = memplan_result_offsets(result, &n_offsets);
  for (i = 0; i < n_offsets; i++) {
    sum += offsets[i];
  }
  for (i = 0; i < 7; i++) {
    sum += memplan_result_text(result, (int32_t)i - 1).size;
  }
  for (i = 0; i < memplan_result_n_messages(result); i++) {
    sum += memplan_result_message(result, i).help.size;
  }
  if (status == MEMPLAN_OK) {
    return sum == UINT64_MAX;
  }
  return status > MEMPLAN_STOPPED || first.level != MEMPLAN_ERROR || first.code.size == 0 || first.text.size == 0;
}

int main(int argc, char **argv) {
  long n_calls = argc > 1 ? atol(argv[1]) : 10000;
  long counts[5] = {0, 0, 0, 0, 0};
  long i;
  cancel = memplan_cancel_new();
  for (i = 0; i < n_calls; i++) {
    memplan_result *result = any_call();
    memplan_status status = memplan_result_status(result);
    if (is_wrong(result)) {
      memplan_message first = memplan_result_message(result, 0);
      fprintf(stderr, "call %ld: status %d, `%.*s`\n", i, status, (int)first.text.size, first.text.data);
      return 1;
    }
    counts[status]++;
    memplan_result_free(result);
    if (i == n_calls / 2) {
      memplan_cancel_set(cancel);
    }
  }
  /* Null handles are like empty ones. */
  memplan_cancel_set(NULL);
  memplan_cancel_free(NULL);
  memplan_trace_free(NULL);
  memplan_trace_pin(NULL, 0, 0);
  memplan_result_free(NULL);
  if (memplan_result_status(NULL) != MEMPLAN_USAGE || memplan_result_n_messages(NULL) != 0 ||
      memplan_result_offsets(NULL, NULL) || memplan_result_pools(NULL, NULL) || memplan_result_figures(NULL).peak != 0 ||
      memplan_result_text(NULL, MEMPLAN_PLAN).size != 0) {
    return 1;
  }
  memplan_cancel_free(cancel);
  printf("ok %ld, no %ld, usage %ld, stopped %ld\n", counts[0], counts[1], counts[2], counts[3]);
  return n_calls >= 1000 && (counts[0] == 0 || counts[1] == 0 || counts[2] == 0);
}
