"""A further language takes only a line in the list, a folder of texts and a file of translations."""

import re

import pytest

from intake.cases.templates.question_schemas import ConditionIn, by_language
from intake.core.languages import LANGUAGES, Language
from intake.messaging.communications.message_texts import client_language, email_layout, render_message
from tests.builders import FORM, a_client, a_document
from tests.core.answers import data
from tests.further_language import PSEUDO, add_language, add_pseudo_language
from tests.portal.conftest import heading

CODE = "pt"
OF_THE_FIRM = ("Ünal &amp; Partners", "office@example.com", "Ana", *(question["label"] for question in FORM),
               *(question["section"] for question in FORM))


@pytest.fixture
def another(monkeypatch, tmp_path):
    """Portuguese, with two texts and a few sentences in separate folders."""
    add_language(monkeypatch, tmp_path, Language(CODE, "Português", r"pt\b|portugu"), {
        "intake_link.txt": "{{ firm.name }} pede informações\n\nAbrir a lista: {{ link }}\n",
        "footer_client.txt": "{{ firm.name }} enviou esta mensagem."}, {
        "Hello {name}": "Olá, {name}", "Please answer this question.": "Responda a esta pergunta.",
        "Your documents": "Os seus documentos", "Yes": "Sim"})


@pytest.fixture
def pseudo(monkeypatch, tmp_path):
    """A right-to-left language with translations of everything."""
    add_pseudo_language(monkeypatch, tmp_path)


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


@pytest.mark.usefixtures("pseudo")
def test_pages_and_mails_run_from_right_to_left_and_hold_no_english(portal_of, firm):
    portal = portal_of(documents=1, client={"custom_fields": {"language": "pseudo"}})
    for place in ("", "/form/1", "/form/2", "/form/review", "/documents", "/done"):
        page = portal.get(place)
        assert f'<html lang="{PSEUDO.code}" dir="rtl">' in page.text
        assert re.findall(r"[a-z]{2,}", _sentences_of(page.text)) == [], place
    mail = render_message("intake_link", "email", PSEUDO.code, firm=firm, client=portal.matter.client, label="",
                          link="https://x.example/p/1", documents=[], form=True, expires="2")
    html = email_layout(firm, PSEUDO.code, "footer_client").html(mail.message)
    assert f'<html lang="{PSEUDO.code}" dir="rtl">' in html
    assert 'dir="' not in portal.get("?lang=es", follow_redirects=True).text.partition("<head>")[0]


def _sentences_of(page):
    """Return the page's sentences, without texts of the firm and the client and without other languages."""
    text = re.sub(r'<a class="switch".*?</a>|<(style|script|title).*?</\1>|<svg.*?</svg>', "", page, flags=re.DOTALL)
    text = " ".join(re.sub(r"<[^>]+>", " ", text).split())
    for written in (*OF_THE_FIRM, "Silva"):
        text = text.replace(written, "")
    return re.sub(r"Document \d+", "", text)
