"""Readable colours for a firm's colour as background and as text (WCAG 2.2, 1.4.3: a contrast of at least 4.5 to 1)."""

READABLE = 4.5
PLAIN = "#1f4b7f"
"""The colour of a firm without one."""

_WHITE, _BLACK = "#ffffff", "#000000"
BACKGROUNDS = {"light": ("#ffffff", "#faf9f6", "#f1efe9"), "dark": ("#10151c", "#171e28", "#1d2631")}
"""The backgrounds of text in the light and the dark scheme of the pages, as in intake.css."""


def contrast(one: str, other: str) -> float:
    """Return the contrast ratio of two colours, from 1 to 21."""
    lighter, darker = sorted((_luminance(one), _luminance(other)), reverse=True)
    return (lighter + 0.05) / (darker + 0.05)


def text_color_on(color: str) -> str:
    """Return white or black, the more readable one on the colour; one of them always has enough contrast."""
    return max((_WHITE, _BLACK), key=lambda text: contrast(text, color))


def readable(color: str, scheme: str) -> str:
    """Return the colour, darkened or lightened until it is readable in the scheme, `light` or `dark`."""
    toward = _BLACK if scheme == "light" else _WHITE
    steps = (_mixed(color, toward, step / 20) for step in range(21))
    return next(each for each in steps if all(contrast(each, ground) >= READABLE for ground in BACKGROUNDS[scheme]))


def _mixed(color: str, other: str, share: float) -> str:
    pairs = zip(_channels(color), _channels(other), strict=True)
    return "#" + "".join(f"{round(own + (theirs - own) * share):02x}" for own, theirs in pairs)


def _luminance(color: str) -> float:
    linear = [each / 12.92 if each <= 0.04045 else ((each + 0.055) / 1.055) ** 2.4
              for each in (channel / 255 for channel in _channels(color))]
    return sum(share * each for share, each in zip((0.2126, 0.7152, 0.0722), linear, strict=True))


def _channels(color: str) -> list[int]:
    return [int(color[place:place + 2], 16) for place in (1, 3, 5)]
