"""The alphabet of SMS (GSM 03.38): the length of texts in it, and transliteration into it.

An SMS holds 160 characters of a text in this alphabet, but only 70 of any other text. The alphabet has é, ñ, ü and à,
but not á, í, ó, ú.
"""

import unicodedata

_BASIC = frozenset(
    "@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !\"#¤%&'()*+,-./0123456789:;<=>?¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿"
    "abcdefghijklmnopqrstuvwxyzäöñüà")
_EXTENDED = frozenset("\f^{}\\[~]|€")
"""Each counts as two characters."""

_REPLACED = {"“": '"', "”": '"', "„": '"', "«": '"', "»": '"', "‘": "'", "’": "'", "‚": "'", "–": "-", "—": "-",
             "…": "...", "•": "-", "ł": "l", "Ł": "L", "đ": "d", "Đ": "D", "ı": "i", "œ": "oe", "Œ": "OE"}
"""Characters that Unicode does not decompose into letters of the alphabet and accents."""

_ONE, _EACH_OF_SEVERAL = {True: 160, False: 70}, {True: 153, False: 67}
"""The length of one SMS, and of each part of a longer one, within the alphabet and outside it."""


def septets(text: str) -> int | None:
    """Return the length of the text in the alphabet, None if it has other characters."""
    if not set(text) <= _BASIC | _EXTENDED:
        return None
    return len(text) + sum(character in _EXTENDED for character in text)


def segments(text: str) -> int:
    """Return how many SMS the text takes."""
    length = septets(text)
    units = len(text.encode("utf-16-le")) // 2 if length is None else length
    is_within = length is not None
    return 1 if units <= _ONE[is_within] else -(-units // _EACH_OF_SEVERAL[is_within])


def transliterate(text: str) -> str:
    """Return the text without the accents that the alphabet lacks, or unchanged if that does not suffice."""
    written = "".join(map(_in_alphabet, unicodedata.normalize("NFC", text)))
    return text if septets(written) is None else written


def _in_alphabet(character: str) -> str:
    if character in _BASIC or character in _EXTENDED:
        return character
    return _REPLACED.get(character) or "".join(
        part for part in unicodedata.normalize("NFKD", character) if not unicodedata.combining(part))
