/* Stops a planner from another thread, and takes the best offsets that it had by then. */
#define _POSIX_C_SOURCE 199309L
#include <memplan.h>

#include <inttypes.h>
#include <pthread.h>
#include <stdio.h>
#include <time.h>

enum { N_BUFFERS = 400 };

static void *cancel_soon(void *cancel) {
  struct timespec pause = {0, 100 * 1000 * 1000};
  nanosleep(&pause, NULL);
  memplan_cancel_set((const memplan_cancel *)cancel);
  return NULL;
}

static uint32_t below(uint32_t *random, uint32_t limit) {
  *random = *random * 1664525 + 1013904223;
  return (*random >> 8) % limit;
}

int main(void) {
  static memplan_buffer buffers[N_BUFFERS];
  memplan_cancel *cancel = memplan_cancel_new();
  memplan_option option;
  memplan_settings settings;
  memplan_result *result;
  memplan_figures figures;
  pthread_t thread;
  uint32_t random = 1;
  int i, status;

  for (i = 0; i < N_BUFFERS; i++) {
    buffers[i].size = 1 + below(&random, 100000);
    buffers[i].begin = below(&random, 1000);
    buffers[i].end = buffers[i].begin + 1 + below(&random, 200);
  }
  /* Without the cancellation, this planner would search for an hour. */
  option.name = memplan_string("planner");
  option.value = memplan_string("auto{time=1h}");
  settings.options = &option;
  settings.n_options = 1;
  settings.cancel = cancel;

  if (pthread_create(&thread, NULL, cancel_soon, cancel) != 0) {
    return 2;
  }
  result = memplan_plan(buffers, N_BUFFERS, 0, &settings);
  pthread_join(thread, NULL);
  figures = memplan_result_figures(result);
  printf("peak %" PRIu64 " bytes, at least %" PRIu64 " are needed, %s\n", figures.peak, figures.lower_bound,
         figures.is_stopped ? "stopped" : "done");
  status = memplan_result_status(result);
  memplan_result_free(result);
  memplan_cancel_free(cancel);
  return status;
}
