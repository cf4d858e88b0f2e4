"""The Pythons with which CI plays the scenario; `tests/local/test_run.py` plays it with this one."""

import platform

from .interpreters import SUPPORTED, find


def test_this_python_is_supported_and_found():
    version = ".".join(platform.python_version_tuple()[:2])

    assert version in SUPPORTED
    assert find(version)


def test_missing_python_is_not_found():
    assert find("3.99") is None
