"""The command line. One module per command: `add` declares it, `run` does it and gives the exit code.

Exit codes: 0 done, 1 something checked was found bad, 2 asked for something that does not exist, 130 interrupted.
Heavy packages are imported by the command that needs them: `arena --help` must be instant.
"""

import os
import sys
from collections.abc import Sequence

from arena.cli.parser import parser
from arena.cli.refusals import check_texts, refusal


def main(argv: Sequence[str] | None = None) -> int:
    """Run one command; errors become one sentence on stderr."""
    arguments = parser().parse_args(argv)
    try:
        check_texts(arguments)
        code: int = arguments.run(arguments)
        sys.stdout.flush()
    except KeyboardInterrupt:
        print("\narena: interrupted", file=sys.stderr)
        return 130
    except BrokenPipeError:
        # The reader (head, less) has seen enough; Python must not complain again when it closes stdout.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
    except Exception as wrong:
        sentence = refusal(wrong)
        if sentence is None:
            raise
        print(f"arena: {sentence}", file=sys.stderr)
        return 2
    return code
