/* Merges the buffers of a program in MLIR: `merge IN.mlir [OPTION=VALUE ..]` prints the program, or what is wrong with
 * it and where. */
#include <memplan.h>

#include <stdio.h>
#include <stdlib.h>

static char *read_file(const char *path, size_t *size) {
  FILE *file = fopen(path, "rb");
  char *bytes = NULL;
  size_t capacity = 0, n_read;
  *size = 0;
  if (!file) {
    return NULL;
  }
  do {
    capacity += 1 << 16;
    bytes = (char *)realloc(bytes, capacity);
    if (!bytes) {
      break;
    }
    n_read = fread(bytes + *size, 1, capacity - *size, file);
    *size += n_read;
  } while (n_read > 0);
  fclose(file);
  return bytes;
}

int main(int argc, char **argv) {
  static const char *const levels[] = {"error", "warning", "remark", "note"};
  memplan_option options[16];
  memplan_settings settings;
  memplan_result *result;
  memplan_status status;
  memplan_text program;
  size_t size, i;
  char *bytes;

  if (argc < 2 || argc > 18 || !(bytes = read_file(argv[1], &size))) {
    fprintf(stderr, "usage: merge IN.mlir [OPTION=VALUE ..]\n");
    return 2;
  }
  settings.options = options;
  settings.n_options = (size_t)argc - 2;
  settings.cancel = NULL;
  for (i = 0; i < settings.n_options; i++) {
    const char *equals = strchr(argv[i + 2], '=');
    options[i].name = memplan_string(argv[i + 2]);
    options[i].value = memplan_string("true");
    if (equals) {
      options[i].name.size = (size_t)(equals - argv[i + 2]);
      options[i].value = memplan_string(equals + 1);
    }
  }
  program.data = bytes;
  program.size = size;

  result = memplan_merge(memplan_string(argv[1]), program, &settings);
  free(bytes);
  for (i = 0; i < memplan_result_n_messages(result); i++) {
    memplan_message message = memplan_result_message(result, i);
    fprintf(stderr, "%s:%u:%u: %s: %.*s [%.*s]\n", argv[1], message.line, message.column, levels[message.level],
            (int)message.text.size, message.text.data, (int)message.code.size, message.code.data);
  }
  program = memplan_result_text(result, MEMPLAN_PROGRAM);
  fwrite(program.data, 1, program.size, stdout);
  status = memplan_result_status(result);
  memplan_result_free(result);
  return status;
}
