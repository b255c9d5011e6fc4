"""Start a command with a limit on its memory and on the files it writes: limits.py BYTES COMMAND...

The grader starts every kernel through this file, by its path, so it needs nothing but Python.
"""

import os
import sys

if __name__ == "__main__":
    memory, command = int(sys.argv[1]), sys.argv[2:]
    if sys.platform != "win32":  # which has no such limits
        import resource

        resource.setrlimit(resource.RLIMIT_AS, (memory, memory))
        resource.setrlimit(resource.RLIMIT_FSIZE, (50_000_000, 50_000_000))
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    os.execvp(command[0], command)
