"""A firm's colour, and what can be read on it and beside it (WCAG 2.2, 1.4.3: a contrast of at least 4.5 to 1)."""

READABLE = 4.5
PLAIN = "#1f4b7f"
"""The colour of a firm that chose none."""

_WHITE, _BLACK = "#ffffff", "#000000"
PAPERS = {"light": ("#ffffff", "#faf9f6", "#f1efe9"), "dark": ("#10151c", "#171e28", "#1d2631")}
"""What stands behind the text in the light and in the dark dress of the pages, as intake.css has it."""


def contrast(one, other):
    """How far apart two colours are for the eye, from 1 to 21."""
    lighter, darker = sorted((_luminance(one), _luminance(other)), reverse=True)
    return (lighter + 0.05) / (darker + 0.05)


def ink_on(color):
    """White or black, whichever can be read on the colour; one of them always can."""
    return max((_WHITE, _BLACK), key=lambda ink: contrast(ink, color))


def readable(color, dress):
    """The colour, made as much darker or lighter as it takes to be read in the dress, `light` or `dark`."""
    toward = _BLACK if dress == "light" else _WHITE
    steps = (_mixed(color, toward, step / 20) for step in range(21))
    return next(each for each in steps if all(contrast(each, paper) >= READABLE for paper in PAPERS[dress]))


def _mixed(color, other, share):
    pairs = zip(_channels(color), _channels(other), strict=True)
    return "#" + "".join(f"{round(own + (theirs - own) * share):02x}" for own, theirs in pairs)


def _luminance(color):
    linear = [each / 12.92 if each <= 0.04045 else ((each + 0.055) / 1.055) ** 2.4
              for each in (channel / 255 for channel in _channels(color))]
    return sum(share * each for share, each in zip((0.2126, 0.7152, 0.0722), linear, strict=True))


def _channels(color):
    return [int(color[place:place + 2], 16) for place in (1, 3, 5)]
