"""Every SMS stays within the alphabet of SMS, and within one part if possible."""

from types import SimpleNamespace

import pytest

from intake.core.languages import LANGUAGES
from intake.messaging.communications.message_texts import FOLDER, render_message
from intake.messaging.communications.sms_alphabet import segments, septets, transliterate
from tests.core.answers import data

LINK = f"https://intake.example.com/p/{'x' * 38}"
FIRM, CLIENT = "Ramírez, Johnson & Associates", "Guadalupe"
REASON = "The photo is blurred. Please send it again in daylight, with all four corners."
VALUES = {"client": SimpleNamespace(first_name=CLIENT), "link": LINK, "form": True, "more": 0, "count": 1,
          "is_neutral": False, "expires": "May 2, 2027", "code": "123456", "minutes": 10}
NAMES = sorted(path.name.removesuffix(".sms.txt") for path in (FOLDER / "en").glob("*.sms.txt"))


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", NAMES)
def test_every_sms_to_a_client_has_its_length(name, language):
    def sent(firm=FIRM, **values):
        text = render_message(name, "sms", language, **VALUES | values).message
        assert septets(text) is not None, "the wording has letters that the alphabet lacks"
        return transliterate(f"{firm}: {text}")

    if name == "rejection":  # names the document and the reason
        returned = {"name": "Birth certificate", "reason": REASON, "is_infected": False}
        assert segments(sent(documents=[returned])) == 2
        assert segments(sent(documents=[returned], is_neutral=True, firm="Rosa's Garden")) == 1
        assert segments(sent(documents=[returned | {"is_infected": True}])) <= 2
    else:
        assert segments(sent(documents=["Birth certificate"] * 12)) == 1
        assert segments(sent(documents=["Birth certificate"], form=False)) == 1


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("count", [1, 12])
def test_alert_fits_into_one_sms(count, language):
    address = "https://intake.example.com/notifications" + ("/ntf_" + "x" * 26 if count == 1 else "")
    for title, is_whole in (("Ramírez v. Golden", True), ("A very long title" * 20, False)):
        message = f"“Birth certificate” for “{title}” was uploaded."
        text = transliterate(render_message("alert", "sms", language, lines=[{"message": message}], count=count,
                                            address=address).message)
        assert segments(text) == 1
        assert text.endswith(address)
        assert ("was uploaded." in text) == is_whole


@pytest.mark.parametrize(("text", "written", "count"), [
    ("Hello", "Hello", 1), ("José Ávila, ¿mañana?", "José Avila, ¿mañana?", 1),
    ("“Ça va…” – l’été", '"Ça va..." - l\'été', 1),
    ("façade", "facade", 1),
    ("Łukasz Žižek", "Lukasz Zizek", 1), ("i\N{COMBINING ACUTE ACCENT}", "i", 1), ("山田 José", "山田 José", 1),
    ("á🦊", "á🦊", 1), ("[x]", "[x]", 1), ("x" * 160, "x" * 160, 1), ("x" * 161, "x" * 161, 2), ("€" * 81, "€" * 81, 2),
    ("í" * 71, "i" * 71, 1), ("山" * 71, "山" * 71, 2), ("", "", 1)])
def test_transliterating(text, written, count):
    assert (transliterate(text), segments(written)) == (written, count)


def test_firm_chooses_whether_accents_stay(api, firm, matter, mailbox):
    text = "Su cita es el miércoles a las 3, en la oficina de José Gutiérrez Ávila."
    data(api.post(f"/matters/{matter.id}/communications", {"channel": "sms", "message": text}), 201)
    firm.change(settings={"sms_alphabet": "unicode"})
    data(api.post(f"/matters/{matter.id}/communications", {"channel": "sms", "message": text}), 201)
    begin = "Ünal & Partners: "
    assert mailbox.texts(matter.client.phone) == [begin + text.replace("Ávila", "Avila"), begin + text]
