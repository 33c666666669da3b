#!/bin/sh
# An interpreter for tests of `--engine`: prints its arguments.
[ "$1" = -c ] && exit "$TEST_HAS_PACKAGE"
echo "$@"
exit "$TEST_ENDS"
