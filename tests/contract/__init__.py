"""The interface as tables, each row held against the running application.

`tables/` is `interface.md` (and what `decisions.md` adds) as data; the tests beside it ask the application about every
row. A row whose endpoint no one has built yet fails nothing: it is counted at the end of the run, so that the count
shows what is left. When the endpoint appears its rows are asked like all others, and its mark in
`tables/endpoints.py` must go.
"""
