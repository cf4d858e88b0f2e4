"""How many files a process may have open."""

import resource

from intake.core.open_files import allow_files


def test_a_process_may_open_more_files_than_systems_allow_by_default():
    limits = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (limits[1] - 2, limits[1]))
    try:
        assert allow_files(limits[1] - 1) == resource.getrlimit(resource.RLIMIT_NOFILE)[0] == limits[1] - 1
        assert allow_files(limits[1] + 1) == resource.getrlimit(resource.RLIMIT_NOFILE)[0] == limits[1]
        assert allow_files(1) == limits[1]
    finally:
        resource.setrlimit(resource.RLIMIT_NOFILE, limits)
