"""The forms in which names are compared: Latin letters without case, accents, punctuation, titles and legal forms."""

import re
import unicodedata
from functools import lru_cache
from typing import NamedTuple

from anyascii import anyascii

MOST_WORDS = 8
"""How many words of a name are compared."""


def _words(text: str) -> frozenset[str]:
    return frozenset(text.split())


TITLES = _words("""
    mr mrs ms mx miss dr prof professor hon judge sir dame rev fr sr sra srta don dona lic ing esq md phd jd cpa jr
    ii iii iv""")
PARTICLES = _words("de la las los del da das do dos di du le van von der den ter ten zu zum bin ibn bint")
_PREFIXES = PARTICLES | _words("o d al el ben abu mac mc san saint st fitz")
"""Particles that may be joined to the next word."""

LEGAL_FORMS = _words("""
    inc incorporated corp corporation co company llc llp lllp lp ltd limited plc pc pa pllc gmbh ag kg ohg ug sa sas
    sarl srl spa snc bv nv oy ab as aps kk pty pvt lc sl slu sc sadecv srldecv ltda eirl dba""")
_LEADING_FORMS = _words("ooo oao zao pao")
_LINKING = _words("the and of for")
_FILLERS = _LINKING | _words("""
    group holdings services international enterprises associates partners solutions systems industries""")
_COMPANY_WORDS = _FILLERS - _LINKING | _words("""
    bank trust church university college school hospital clinic restaurant construction roofing plumbing insurance
    realty properties foundation fund union department city county state council agency institute consulting motors
    logistics transport store market foods farms dental medical energy media software technology laboratories
    brothers sons manufacturing management development investments capital financial""")
_ABBREVIATIONS = {
    "intl": "international", "bros": "brothers", "mfg": "manufacturing", "assoc": "associates", "assocs": "associates",
    "svc": "services", "svcs": "services", "natl": "national", "univ": "university", "tech": "technology",
    "hosp": "hospital", "ctr": "center", "centre": "center", "mgmt": "management", "dept": "department",
    "ins": "insurance",
    "const": "construction", "constr": "construction", "dev": "development", "ent": "enterprises", "grp": "group",
    "inds": "industries", "ind": "industries", "labs": "laboratories", "prop": "properties", "props": "properties",
    "fin": "financial", "st": "saint", "hldgs": "holdings", "sys": "systems", "technologies": "technology",
    "bldg": "building",
    "service": "services", "enterprise": "enterprises", "holding": "holdings", "cnty": "county", "dist": "district"}
_WRITTEN_TOGETHER = [(re.compile(rf"\b{apart}$"), together) for apart, together in (
    ("s a de c v", "sadecv"), ("sa de cv", "sadecv"), ("s de rl de cv", "srldecv"), ("s r l", "srl"), ("l l c", "llc"),
    ("l l p", "llp"), ("s a", "sa"))]
_IDEOGRAPH = re.compile("([\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af])")
_DROPPED = re.compile(r"['’‘ʼ`.\"]")
_SEPARATOR = re.compile(r"[^a-z0-9]+")
_LONGEST = 200


class Words(NamedTuple):
    """A name for comparison: its words, with particles and hyphenated ones joined, and its spelling."""

    words: tuple[str, ...]
    joined: tuple[str, ...]
    is_company: bool
    written: str


def plain_words(text: str) -> str:
    """Return a text in Latin letters without case, accents and punctuation, its words separated by single spaces."""
    return " ".join(_SEPARATOR.sub(" ", _DROPPED.sub("", _latin(text))).split())


@lru_cache(20_000)
def parsed(text: str, is_company: bool = False) -> Words:
    """Return the words of a name; it also counts as a company's if one of its words is typical of companies."""
    written = " ".join(text.split()).casefold()
    latin = _DROPPED.sub("", _latin(text[:_LONGEST].replace("&", " and ")))
    if "," in latin and not is_company:
        latin = _in_order(latin)
    parts = [_SEPARATOR.sub(" ", part).split() for part in latin.replace("/", " ").split()]
    words = _with_form_together([word for part in parts for word in part])
    full = [_ABBREVIATIONS.get(word, word) for word in words]
    if is_company or _is_company(words, full):
        kept = _without_forms(full)
        return Words(tuple(kept[:MOST_WORDS]), tuple(kept[:MOST_WORDS]), True, written)
    kept = [word for word in words if word not in TITLES] or words
    return Words(tuple(kept[:MOST_WORDS]), tuple(_joined(parts, kept)[:MOST_WORDS]), False, written)


def _with_form_together(words: list[str]) -> list[str]:
    """Return the words with a legal form that is written in letters, such as `l l c`, as one word."""
    plain = " ".join(words)
    if " " in plain[-3:]:  # else the last word is too long for any of these patterns
        for apart, together in _WRITTEN_TOGETHER:
            plain = apart.sub(together, plain)
    return plain.split()


def _is_company(words: list[str], full: list[str]) -> bool:
    """Whether words, also without abbreviations, are those of a company's name."""
    has_form = len(words) > 1 and (words[-1] in LEGAL_FORMS or words[0] in _LEADING_FORMS)
    return has_form or any(word in _COMPANY_WORDS for word in full[1:])


def _without_forms(words: list[str]) -> list[str]:
    """Return the words of a company's name without its legal form and without words such as `and`."""
    kept = [word for word in words if word not in _LINKING] or words
    while len(kept) > 1 and kept[-1] in LEGAL_FORMS:
        kept.pop()
    if len(kept) > 1 and kept[0] in _LEADING_FORMS:
        kept.pop(0)
    return kept


def weight(word: str, is_company: bool) -> float:
    """Return how distinctive a word is, up to 1."""
    if is_company:
        if word in _FILLERS:
            return 0.35
        return 0.7 if word in _COMPANY_WORDS else 1.0
    if word in PARTICLES:
        return 0.2
    return 0.4 if len(word) == 1 else 1.0


def significant(words: tuple[str, ...], is_company: bool) -> tuple[str, ...]:
    """Return the words of a name without particles and fillers; all words if nothing else is left."""
    common = _FILLERS if is_company else PARTICLES
    return tuple(word for word in words if word not in common) or words


def email_key(text: str) -> str:
    """Return an e-mail address for comparison: without the part after a plus sign, and Gmail's without dots."""
    name, _, domain = text.strip().casefold().rpartition("@")
    name = name.partition("+")[0]
    if domain in ("gmail.com", "googlemail.com"):
        name, domain = name.replace(".", ""), "gmail.com"
    return f"{name}@{domain}"


def phone_key(text: str) -> str:
    """Return the last ten digits of a telephone number."""
    return "".join(character for character in text if character.isdecimal() and character.isascii())[-10:]


_STREET_WORDS = {"street": "st", "avenue": "ave", "av": "ave", "road": "rd", "boulevard": "blvd", "drive": "dr",
                 "lane": "ln", "court": "ct", "place": "pl", "north": "n", "south": "s", "east": "e", "west": "w",
                 "apartment": "apt", "suite": "ste", "unit": "apt", "highway": "hwy", "parkway": "pkwy"}
_COMMON_IN_ADDRESSES = _words("st ave rd blvd dr ln n s e w")
_HOUSE = re.compile(r"\d+[a-z]?")


def address_key(text: str) -> str | None:
    """Return the house number and the street of an address, None if it has no number."""
    words = [_STREET_WORDS.get(word, word) for word in plain_words(text).split()]
    house = next((index for index, word in enumerate(words) if _HOUSE.fullmatch(word)), None)
    if house is None or house + 1 >= len(words):
        return None
    street = [word for word in words[house + 1:house + 4] if word not in _COMMON_IN_ADDRESSES]
    return " ".join([words[house], *street[:1]]) if street else None


def _latin(text: str) -> str:
    spaced = _IDEOGRAPH.sub(r"\1 ", unicodedata.normalize("NFKC", text))
    return anyascii(spaced).casefold()


def _in_order(text: str) -> str:
    """Return `Smith, John` as `John Smith`, unless only a title or a legal form follows the comma."""
    last, _, first = text.partition(",")
    is_name = any(word not in TITLES and word not in LEGAL_FORMS for word in _SEPARATOR.sub(" ", first).split())
    return f"{first} {last}" if is_name else f"{last} {first}"


def _joined(parts: list[list[str]], kept: list[str]) -> list[str]:
    """Return the words with hyphenated ones joined, and particles joined to the next word."""
    words, before = [], ""
    for part in parts:
        word = "".join(piece for piece in part if piece in kept)
        if word and word in _PREFIXES:
            before += word
        elif word:
            words.append(before + word)
            before = ""
    return [*words, before] if before else words
