"""The command line. Commands are declared beside the functions that carry them out; parser.py lists them all.

Exit codes: 0 done, 1 a check failed, 2 refused, 69 the arena cannot be reached, 130 interrupted. Why an arena does not start has
codes that arena/cli/command.py lists. Heavy packages are imported by the command that needs them: `arena --help` must be instant.
"""

import os
import sys
from collections.abc import Sequence

from arena.cli.command import check_texts, exit_code, refusal
from arena.cli.parser import parser


def main(argv: Sequence[str] | None = None) -> int:
    """Run one command; errors become one sentence on stderr."""
    arguments = parser().parse_args(argv)
    try:
        check_texts(arguments)
        code: int | None = arguments.run(arguments)
        sys.stdout.flush()
    except KeyboardInterrupt:
        print("\narena: interrupted", file=sys.stderr)
        return 130
    except BrokenPipeError:
        # The reader (head, less) has seen enough; Python must not complain again when it closes stdout.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
    except Exception as error:
        sentence = refusal(error)
        if sentence is None:
            raise
        print(f"arena: {sentence}", file=sys.stderr)
        return exit_code(error)
    return code or 0
