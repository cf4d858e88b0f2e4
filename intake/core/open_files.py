"""How many files a process may have open; connections count as files."""

import resource


def allow_files(number: int) -> int:
    """Let this process open so many files, or as many as the system lets it. Return how many that are.

    Many systems allow a process 1024 unless it asks for more.
    """
    allowed, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    if allowed < number:
        allowed = min(number, most)
        resource.setrlimit(resource.RLIMIT_NOFILE, (allowed, most))
    return allowed
