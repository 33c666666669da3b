/* memplan as a C library: offsets for buffers, and programs in MLIR with merged buffers.
 *
 * Every function that works returns a `memplan_result`, which is never null: its status, its messages, and what was
 * computed. Free it with `memplan_result_free`, also after an error. Texts and arrays that functions return are valid
 * until the handle that they come from is freed. Texts have lengths and need not end with a zero byte.
 *
 * All functions may be called from several threads at once, with different handles. A `memplan_cancel` and a
 * `memplan_result` may be shared between threads; a `memplan_trace` may be shared as long as nothing changes it.
 * A null handle is like one that is empty. Nothing global changes. Texts have less than 4 GiB, arrays less than 2^32
 * values.
 *
 * Sizes and offsets are in bytes. A lifetime is half-open: a buffer is live from tick `begin` to before tick `end`.
 */
#ifndef MEMPLAN_H
#define MEMPLAN_H

#include <stddef.h>
#include <stdint.h>
#include <string.h>

/* The version of this interface. A library with another one must not be used: see `memplan_abi`. */
#define MEMPLAN_ABI 1

#ifdef __cplusplus
extern "C" {
#endif

/* Bytes of a text, UTF-8 unless stated otherwise. Null if and only if `size` may be 0. */
typedef struct memplan_text {
  const char *data;
  size_t size;
} memplan_text;

/* The text of a C string; empty for a null pointer. */
static inline memplan_text memplan_string(const char *string) {
  memplan_text text;
  text.data = string;
  text.size = string ? strlen(string) : 0;
  return text;
}

/* What a call ended with: the exit statuses of the command `memplan`. */
typedef int32_t memplan_status;
enum {
  MEMPLAN_OK = 0,      /* done */
  MEMPLAN_NO = 1,      /* the answer is no: the program is invalid, nothing fits, a check failed */
  MEMPLAN_USAGE = 2,   /* an argument or an option is wrong */
  MEMPLAN_STOPPED = 3, /* a limit or a cancellation came before the first result */
  MEMPLAN_BUG = 4      /* a bug in memplan; the process may continue */
};

/* How important a message is. */
enum {
  MEMPLAN_ERROR = 0,
  MEMPLAN_WARNING = 1,
  MEMPLAN_REMARK = 2,
  MEMPLAN_NOTE = 3 /* more about the message before it */
};

/* An error, a warning, a remark, or a note on one. */
typedef struct memplan_message {
  int32_t level;
  uint32_t line;       /* in the program or file that was passed, from 1; 0 if there is no place */
  uint32_t column;     /* from 1; 0 if there is no place */
  memplan_text code;   /* stable, such as "unknown-option" */
  memplan_text text;   /* one sentence */
  memplan_text help;   /* what to do about it; may be empty */
} memplan_message;

/* A buffer: its size, its alignment (0 is the same as 1), and when it is live. */
typedef struct memplan_buffer {
  uint64_t size;
  uint64_t align;
  int64_t begin;
  int64_t end;
} memplan_buffer;

/* An option of `memplan merge` without its dashes, and its value: "time-limit" and "500ms", "dma" and "true". */
typedef struct memplan_option {
  memplan_text name;
  memplan_text value;
} memplan_option;

/* A flag that stops work. */
typedef struct memplan_cancel memplan_cancel;

/* The options of a call; a null pointer to it stands for the defaults. */
typedef struct memplan_settings {
  const memplan_option *options;
  size_t n_options;
  const memplan_cancel *cancel; /* may be null */
} memplan_settings;

/* The figures of a schedule. */
typedef struct memplan_figures {
  uint64_t peak;        /* the size of the memory for all buffers */
  uint64_t lower_bound; /* proven: no schedule has a lower peak */
  uint64_t work;        /* in the units of the option "work-limit" */
  int32_t is_optimal;   /* 1 if it is proven that no schedule is better, else 0 */
  int32_t is_stopped;   /* 1 if a limit or a cancellation ended the search early, else 0 */
} memplan_figures;

/* A planning problem that is more than records of buffers. */
typedef struct memplan_trace memplan_trace;

/* What a call computed. */
typedef struct memplan_result memplan_result;

/* The texts of a result. */
enum {
  MEMPLAN_PROGRAM = 0, /* the rewritten program */
  MEMPLAN_REPORT = 1,  /* what was merged and what was not, as `memplan merge --format json` prints it */
  MEMPLAN_TRACE = 2,   /* traces in JSON */
  MEMPLAN_PLAN = 3,    /* schedules in JSON, which `memplan apply` and `memplan_apply` take */
  MEMPLAN_LIST = 4     /* options and plug-ins in JSON */
};

/* The version of the library, such as "0.4.0". */
memplan_text memplan_version(void);

/* The number that `MEMPLAN_ABI` had when the library was built. */
uint32_t memplan_abi(void);

/* Options, planners and passes, as the text `MEMPLAN_LIST`. */
memplan_result *memplan_list(void);

/* A flag that is not set. */
memplan_cancel *memplan_cancel_new(void);

/* Sets the flag, from any thread. Calls that were given it end soon, with the best result that they have, or with
 * `MEMPLAN_STOPPED`. */
void memplan_cancel_set(const memplan_cancel *cancel);

/* Frees a flag, which no running call may use any more. */
void memplan_cancel_free(memplan_cancel *cancel);

/* Offsets for buffers. `capacity` is the size of the memory, 0 if it is not limited; with a limit, `MEMPLAN_NO` says
 * that no schedule that fits was found. Options: those of `memplan plan`, such as "planner" and "threads". */
memplan_result *memplan_plan(const memplan_buffer *buffers, size_t n_buffers, uint64_t capacity,
                             const memplan_settings *settings);

/* A trace of these buffers, which are numbered from 0. What is wrong with a trace is an error of the call that plans
 * or checks it. */
memplan_trace *memplan_trace_new(const memplan_buffer *buffers, size_t n_buffers);

/* A trace from a file of memplan or of another tool that it reads, or in the notation "a 0..4 32; b 2..6 16": these
 * can state pools, relations, costs and symbols. `name` is that of the file, which may tell its format. The file must
 * hold one trace. */
memplan_trace *memplan_trace_read(memplan_text name, memplan_text bytes);

/* Names a buffer, for messages and files. */
void memplan_trace_name(memplan_trace *trace, size_t buffer, memplan_text name);

/* Fixes the offset of a buffer. */
void memplan_trace_pin(memplan_trace *trace, size_t buffer, uint64_t offset);

/* Adds ticks within the lifetime of a buffer at which others may use its bytes. */
void memplan_trace_gap(memplan_trace *trace, size_t buffer, int64_t begin, int64_t end);

/* Allows `buffer` to take over the bytes of `other`, which ends when it begins or one tick later. */
void memplan_trace_in_place(memplan_trace *trace, size_t buffer, size_t other);

/* Adds a pool, a memory of its own; pools are numbered from 0, the preferred one first. 0 stands for no limit and for
 * no alignment. Without pools, the trace is one memory. */
void memplan_trace_pool(memplan_trace *trace, memplan_text name, uint64_t capacity, uint64_t align);

/* Allows a buffer in a pool, after those that calls before allowed. Without a call, it may be in all of them. */
void memplan_trace_allow(memplan_trace *trace, size_t buffer, size_t pool);

/* Two buffers start at the same byte. */
void memplan_trace_same_place(memplan_trace *trace, size_t buffer, size_t other);

/* Two buffers never share a byte. */
void memplan_trace_apart(memplan_trace *trace, size_t buffer, size_t other);

/* Two buffers are never live together, whatever their lifetimes say. */
void memplan_trace_never_together(memplan_trace *trace, size_t buffer, size_t other);

/* The price of two buffers that share a byte, although they are not live together. */
void memplan_trace_reuse_cost(memplan_trace *trace, size_t buffer, size_t other, uint64_t cost);

/* Limits the memory; 0 removes the limit. */
void memplan_trace_capacity(memplan_trace *trace, uint64_t capacity);

/* Offsets for a trace. With symbols, there are no offsets, but the text `MEMPLAN_PLAN`, valid for all their values. */
memplan_result *memplan_trace_plan(const memplan_trace *trace, const memplan_settings *settings);

/* Whether offsets are valid for a trace: `MEMPLAN_NO` with a message for each violation if not. Every offset must be a
 * multiple of the option "alignment" as well. */
memplan_result *memplan_trace_check(const memplan_trace *trace, const uint64_t *offsets, size_t n_offsets,
                                    const memplan_settings *settings);

void memplan_trace_free(memplan_trace *trace);

/* Merges the buffers of a program, in text or bytecode. `name` is for the report. Options: all of `memplan merge`, and
 * "mlir-print-op-generic", "mlir-print-debuginfo", "mlir-print-local-scope" and "mlir-version" for the form of the
 * result. Texts: `MEMPLAN_PROGRAM` and `MEMPLAN_REPORT`. */
memplan_result *memplan_merge(memplan_text name, memplan_text program, const memplan_settings *settings);

/* Runs passes on a program: a pipeline in the syntax of mlir-opt, or one pass with its options in braces. Options:
 * those for the form of the result. */
memplan_result *memplan_run_passes(memplan_text name, memplan_text program, memplan_text pipeline,
                                   const memplan_settings *settings);

/* The traces of a program and a schedule for each, as `memplan trace` and `memplan plan` make them, without buffers of
 * dynamic size. Texts: `MEMPLAN_TRACE` and `MEMPLAN_PLAN`. */
memplan_result *memplan_plan_program(memplan_text name, memplan_text program, const memplan_settings *settings);

/* Merges the buffers of a program by a plan that was made for its text. Texts: those of `memplan_merge`. */
memplan_result *memplan_apply(memplan_text name, memplan_text program, memplan_text plan,
                              const memplan_settings *settings);

/* Whether a program is valid, and frees and reads its memory correctly as far as that can be told without running it:
 * `MEMPLAN_NO` with a message for each fault if not. What is not proven is a warning. */
memplan_result *memplan_check(memplan_text name, memplan_text program);

/* What the call ended with; `MEMPLAN_USAGE` for a null pointer. */
memplan_status memplan_result_status(const memplan_result *result);

/* The number of messages. With a status other than `MEMPLAN_OK`, the first one is an error. */
size_t memplan_result_n_messages(const memplan_result *result);

/* A message; an empty one if there is none of this number. */
memplan_message memplan_result_message(const memplan_result *result, size_t index);

/* The offset of each buffer, in their order, and their number; null and 0 if nothing was planned. */
const uint64_t *memplan_result_offsets(const memplan_result *result, size_t *n_offsets);

/* The pool of each buffer, in their order, and their number; null and 0 for a trace without pools. */
const uint32_t *memplan_result_pools(const memplan_result *result, size_t *n_pools);

/* The figures of the schedule; all 0 if nothing was planned. */
memplan_figures memplan_result_figures(const memplan_result *result);

/* One of the texts above; empty if the result does not have it. */
memplan_text memplan_result_text(const memplan_result *result, int32_t which);

void memplan_result_free(memplan_result *result);

#ifdef __cplusplus
}
#endif

#endif
