"""Cuts off the earlier messages that a reply by mail quotes."""

import re

_LONGEST_LINE = 300

_INTRODUCTION = re.compile(r"(on|am|le|el|em|il) .{4,}(wrote|schrieb|a écrit|escribió|escreveu|ha scritto)\s?:",
                           re.IGNORECASE)
"""The line above a quotation in most mail programs, possibly wrapped into two lines, or three if names are long."""

_SEPARATOR = re.compile(r"-{2,} ?(original message|forwarded message|mensaje original|mensaje reenviado) ?-{2,}|_{20,}",
                        re.IGNORECASE)
_HEADERS = re.compile(r"(from|de|von): .+@.+", re.IGNORECASE)
_NEXT_HEADER = re.compile(r"(sent|date|to|enviado|enviado el|fecha|para|gesendet): ", re.IGNORECASE)
"""The lines that begin a quotation in Outlook."""


def without_quoted(text):
    """Return the text without the quotation at its end; all of it if answers are inside, or nothing would be left."""
    lines = text.splitlines()
    end = _end_of_answer(lines)
    return "\n".join(lines[:end]).strip() or text.strip()


def _end_of_answer(lines):
    for number, line in enumerate(lines):
        text = line[:_LONGEST_LINE].strip()
        following = " ".join(lines[number + 1:number + 2])[:_LONGEST_LINE].strip()
        if _SEPARATOR.fullmatch(text) or (_HEADERS.fullmatch(text.replace("*", ""))
                                          and _NEXT_HEADER.match(following.replace("*", ""))):
            return number
        width = next((width for width in (1, 2, 3) if _INTRODUCTION.fullmatch(" ".join(
            each[:_LONGEST_LINE].strip() for each in lines[number:number + width]))), 0)
        if width:
            return number if _is_quoted_throughout(lines[number + width:]) else _end_without_quotes(lines)
    return _end_without_quotes(lines)


def _is_quoted_throughout(lines):
    """Whether all or none of the lines are marked as quoted; if some are, the others may be answers to them."""
    marked = {line.lstrip().startswith(">") for line in lines if line.strip()}
    return len(marked) <= 1


def _end_without_quotes(lines):
    end = len(lines)
    while end and (not lines[end - 1].strip() or lines[end - 1].lstrip().startswith(">")):
        end -= 1
    return end
