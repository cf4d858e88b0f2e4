"""Spanish texts keep to the words of docs/glossary.md, and to the polite form."""

import json
import re
import tomllib

import pytest

from intake.cases.review_reasons.states import BUILT_IN
from intake.core.migrations import ROOT
from intake.messaging.communications import message_texts
from intake.web import translation

FAMILIAR = re.compile(r"\b(tú|tus?|contigo|puedes|tienes|quieres|debes|necesitas|vosotros|vuestr\w+)\b", re.IGNORECASE)
ROW = re.compile(r"^\| ([^|]+) \| ([^|]+) \|([^|]*)\|[^|]*\|$", re.MULTILINE)


def texts():
    """Return {place: Spanish text} for all of them."""
    found = json.loads((translation.FOLDER / "es.json").read_text(encoding="utf-8"))
    found |= {path.name: path.read_text(encoding="utf-8") for folder in ("es", "firm/es")
              for path in (message_texts.FOLDER / folder).iterdir()}
    found |= {path.name: path.read_text(encoding="utf-8") for path in ROOT.glob("intake/engagement/letters/*/*es.txt")}
    found |= {name: text["es"] for name, text in BUILT_IN.items()}
    for path in ROOT.glob("intake/cases/templates/built_in/*.toml"):
        found |= {f"{path.stem} {number}": text for number, text in enumerate(
            _spanish(tomllib.loads(path.read_text(encoding="utf-8"))))}
    return found


def _spanish(part):
    """Yield the Spanish texts of a part of a template."""
    if isinstance(part, dict) and isinstance(part.get("es"), str):
        yield part["es"]
    elif isinstance(part, dict | list):
        for inner in part.values() if isinstance(part, dict) else part:
            yield from _spanish(inner)


def unwanted():
    """Return the words that the glossary rules out."""
    glossary = (ROOT / "docs" / "glossary.md").read_text(encoding="utf-8")
    return [word.strip() for _, _, words in ROW.findall(glossary) for word in words.split(",") if word.strip(" -")][1:]


TEXTS = texts()


def test_no_text_uses_a_word_that_the_glossary_replaces():
    assert {"despacho", "corte", "caduc"} <= set(unwanted())
    assert len(TEXTS) > 2500
    pattern = re.compile(r"\b(" + "|".join(map(re.escape, unwanted())) + ")", re.IGNORECASE)
    assert pattern.search("El enlace ha caducado")
    assert {where: pattern.search(text)[0] for where, text in TEXTS.items() if pattern.search(text)} == {}


@pytest.mark.parametrize(("sample", "is_familiar"), [("Envía tus documentos", True), ("Envíe sus documentos", False)])
def test_texts_are_polite(sample, is_familiar):
    assert bool(FAMILIAR.search(sample)) == is_familiar
    assert [where for where, text in TEXTS.items() if FAMILIAR.search(text)] == []


def test_quotation_marks_are_those_of_the_english_texts():
    assert [where for where, text in TEXTS.items() if re.search("[«»]", text)] == []


def test_thousands_are_written_as_in_the_united_states():
    wrong = re.compile(r"(?<![\d.,])\d{1,3}[ .]\d{3}\b|\b\d{4} caracteres")
    assert all(wrong.search(text) for text in ("10 000 caracteres", "1.000 caracteres", "1300 caracteres"))
    assert [where for where, text in TEXTS.items() if wrong.search(text)] == []


def test_what_has_a_name_need_not_be_a_person():
    """"Name" labels documents, keys and companies as well as people."""
    assert translation.translator("es")("Name") == "Nombre"


def test_every_sentence_is_translated_once():
    pairs = json.loads((translation.FOLDER / "es.json").read_text(encoding="utf-8"), object_pairs_hook=list)
    assert len({sentence for sentence, _ in pairs}) == len(pairs)


def test_the_line_after_a_greeting_begins_with_a_capital():
    """Spanish greetings end with a colon, after which a new sentence begins."""
    wrong = re.compile(r"^(?:Hola|Buenos días)\b[^\n]*:\n+[a-záéíóúñ]", re.MULTILINE)
    assert wrong.search("Hola, Ana:\n\nhay una carta.")
    assert [where for where, text in TEXTS.items() if wrong.search(text)] == []
