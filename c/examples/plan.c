/* Plans 20 buffers: prints their offsets, and how good they are. */
#include <memplan.h>

#include <inttypes.h>
#include <stdio.h>

enum { N_BUFFERS = 20 };

int main(void) {
  memplan_buffer buffers[N_BUFFERS];
  memplan_option options[2];
  memplan_settings settings;
  memplan_result *result;
  memplan_figures figures;
  const uint64_t *offsets;
  size_t n_offsets, i;

  if (memplan_abi() != MEMPLAN_ABI) {
    fprintf(stderr, "the library is not the one of the header\n");
    return 2;
  }
  /* The activations of a network with 20 layers: each is live while its layer and the next one run. */
  for (i = 0; i < N_BUFFERS; i++) {
    buffers[i].size = 1024 * (1 + i % 5);
    buffers[i].align = 64;
    buffers[i].begin = (int64_t)i;
    buffers[i].end = (int64_t)i + 2;
  }
  options[0].name = memplan_string("planner");
  options[0].value = memplan_string("auto");
  options[1].name = memplan_string("time-limit");
  options[1].value = memplan_string("1s");
  settings.options = options;
  settings.n_options = 2;
  settings.cancel = NULL;

  result = memplan_plan(buffers, N_BUFFERS, 0, &settings);
  if (memplan_result_status(result) != MEMPLAN_OK) {
    memplan_message message = memplan_result_message(result, 0);
    fprintf(stderr, "error: %.*s\n", (int)message.text.size, message.text.data);
    memplan_result_free(result);
    return 1;
  }
  offsets = memplan_result_offsets(result, &n_offsets);
  for (i = 0; i < n_offsets; i++) {
    printf("buffer %zu @ %" PRIu64 "\n", i, offsets[i]);
  }
  figures = memplan_result_figures(result);
  printf("peak %" PRIu64 " bytes, %s\n", figures.peak, figures.is_optimal ? "optimal" : "not proven optimal");
  memplan_result_free(result);
  return 0;
}
