"""Maximum lengths of a saved view, and how many views a list of the console shows: in all, and in the row above it."""

NAME_LENGTH, PAGE_LENGTH = 80, 2000

SHOWN, IN_ROW = 500, 6

OF_RECORDS = r"[?&](search|q|tag|matter|names)=|[/=](?!usr_)[a-z]+_[0-9A-HJKMNP-TV-Z]{26}"
"""A pattern for addresses that search for words or a tag, or contain an id other than a colleague's."""
