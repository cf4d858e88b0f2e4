"""The HTTP interface as tables, each row tested against the running application.

`tables/` is the interface as data, described in docs/behaviour.md; the tests beside it check every row.
"""
