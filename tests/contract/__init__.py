"""The HTTP interface as tables, each row tested against the running application.

`tables/` is the interface as data, described in docs/behaviour.md; the tests beside it check every row. A row about an
endpoint that is not built yet does not fail: it is counted at the end of the run. Once the endpoint exists its rows are
tested, and its area in `tables/endpoints.py` has to be removed.
"""
