"""A further language: a line in the list, a folder of texts and a file of translations are all that it takes."""

import json

import pytest

from intake.cases.templates.question_schemas import ConditionIn, by_language
from intake.core.languages import LANGUAGES, Language
from intake.messaging.communications import message_texts
from intake.messaging.communications.message_texts import client_language, email_layout, render_message
from intake.web import translation
from tests.builders import FORM, a_client, a_document
from tests.core.answers import data
from tests.portal.conftest import heading

CODE = "pt"


@pytest.fixture
def another(monkeypatch, tmp_path):
    """Portuguese, with two texts and a few sentences in folders of its own."""
    texts, translations = tmp_path / CODE, tmp_path / "translations"
    texts.mkdir()
    translations.mkdir()
    (texts / "intake_link.txt").write_text("{{ firm.name }} pede informações\n\nAbrir a lista: {{ link }}\n")
    (texts / "footer_client.txt").write_text("{{ firm.name }} enviou esta mensagem.")
    (translations / f"{CODE}.json").write_text(json.dumps({
        "Hello {name}": "Olá, {name}", "Please answer this question.": "Responda a esta pergunta.",
        "Your documents": "Os seus documentos", "Yes": "Sim"}))
    monkeypatch.setitem(LANGUAGES, CODE, Language(CODE, "Português", r"pt\b|portugu"))
    monkeypatch.setattr(message_texts._texts.loader, "searchpath", [str(message_texts.FOLDER), str(tmp_path)])
    monkeypatch.setattr(translation, "FOLDER", translations)
    translation.dictionary.cache_clear()
    yield
    translation.dictionary.cache_clear()


@pytest.mark.usefixtures("another")
def test_the_pages_are_in_it(portal_of):
    form = [*FORM[:2], FORM[2] | {"type": "date"}]
    portal = portal_of(documents=1, form=form, headers={"Accept-Language": "pt-BR,pt;q=0.9"})
    a_document(portal.link, portal.matter).change(translations={CODE: {"name": "Passaporte"}})

    welcome = portal.get()
    assert (heading(welcome), welcome.headers["Content-Language"]) == ("Olá, Ana", CODE)
    assert f'<html lang="{CODE}">' in welcome.text
    assert "About you" in portal.get("/form/1").text, "what is not translated is shown in English"
    assert "Responda a esta pergunta." in portal.submit("/form/1", **{"q.full_name": ""}).text
    portal.submit("/form/2", **{"q.has_children": "2026-09-05"})
    assert "5 de setembro de 2026" in portal.get("/form/review").text
    checklist = portal.get("/documents")
    assert heading(checklist) == "Os seus documentos"
    assert "Passaporte" in checklist.text


@pytest.mark.usefixtures("another")
def test_it_is_in_the_menu_and_can_be_chosen(portal, browser):
    menu = [f'<a class="switch" href="?lang={code}" lang="{code}" hreflang="{code}">{name}</a>'
            for code, name in (("en", "English"), ("es", "Español"), (CODE, "Português"))]
    for page in (portal.get(), browser.get("/p/wrong")):
        assert [entry in page.text for entry in menu] == [False, True, True]

    chosen = portal.get(f"?lang={CODE}", follow_redirects=True)

    assert chosen.headers["Content-Language"] == CODE
    assert [entry in chosen.text for entry in menu] == [True, True, False]


@pytest.mark.usefixtures("another")
def test_clients_are_written_to_in_it(firm, portal_of):
    client = a_client(firm, custom_fields={"language": "Português"})
    assert client_language(client) == CODE
    mail = render_message("intake_link", "email", CODE, firm=firm, link="https://intake.example.com/p/1")
    html = email_layout(firm, CODE, "footer_client").html(mail.message)

    assert mail.subject == "Ünal & Partners pede informações"
    assert f'<html lang="{CODE}">' in html
    assert ">Abrir a lista</a>" in html
    assert "enviou esta mensagem" in html
    assert render_message("message", "email", CODE, firm=firm).subject == "A message from Ünal & Partners"
    page = portal_of(client={"custom_fields": {"language": "pt"}}).get()
    assert page.headers["Content-Language"] == CODE


@pytest.mark.usefixtures("another")
def test_bodies_may_have_translations_into_it():
    assert {*by_language("_Texts", ConditionIn)().fields} == {"en", "es", CODE}


def test_templates_take_translations_into_every_language_of_the_list(api):
    texts = {code: {"name": f"In {code}"} for code in LANGUAGES}
    body = {"name": "Lease", "translations": texts, "documents": [{"name": "Lease", "translations": texts}],
            "form": [{"type": "text", "label": "a", "translations": {code: {"label": code} for code in LANGUAGES}}]}

    template = data(api.post("/matter-templates", body), 201)

    assert template["translations"] == template["documents"][0]["translations"] == texts
    assert template["form"][0]["translations"].keys() == texts.keys()
