"""The sandbox's substitutes: kept messages, a clock that can be moved, and platforms (docs/sandbox.md).

Its routes exist in a sandbox only: `stand_ins.py` adds them (docs/decisions/0057).
"""
