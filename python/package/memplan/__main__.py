"""The command `memplan`, which `pip install` puts beside the package: `python -m memplan` is the same."""

import sys

from memplan import _memplan


def main() -> int:
    """Run the command with the arguments of this process, and return its exit code."""
    return _memplan.command(["memplan", *sys.argv[1:]], sys.executable, str(_memplan.__file__))


if __name__ == "__main__":
    sys.exit(main())
