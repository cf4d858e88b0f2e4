"""The lines of a signature that was drawn, as the browser sends them: a JSON list of [x, y, x, y, …]."""

import json

from intake.engagement.letters.states import DRAWING_HEIGHT, DRAWING_WIDTH, MAX_POINTS, MAX_STROKES

MAX_LENGTH = 80_000


def parsed(text):
    """Return the lines, whole numbers within the drawing area; none if the text is anything else."""
    try:
        strokes = json.loads(text)
    except (ValueError, RecursionError):
        return []
    if not isinstance(strokes, list) or not 0 < len(strokes) <= MAX_STROKES or not all(map(_is_stroke, strokes)):
        return []
    return strokes if sum(map(len, strokes)) <= 2 * MAX_POINTS else []


def _is_stroke(stroke):
    return (isinstance(stroke, list) and len(stroke) >= 2 and len(stroke) % 2 == 0
            and all(type(each) is int for each in stroke)
            and all(0 <= x <= DRAWING_WIDTH for x in stroke[::2])
            and all(0 <= y <= DRAWING_HEIGHT for y in stroke[1::2]))
