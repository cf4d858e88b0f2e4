"""A person who sees a client's pages for the first time, in Spanish, and follows only their texts."""

import re

from playwright.sync_api import expect

from bench.portal import SHIFT, WATCH_SHIFT
from tests.builders import a_document

from .test_pages import photo

SECONDS = 180
SECONDS_AN_ACT = 10
"""How long one step takes: reading the new text, finding and pressing the next button, or taking the photo."""

NEXT = (("button", "Enviar"), ("photo", "Tomar una foto"), ("link", "Siguiente pendiente"), ("link", "Continuar"),
        ("link", "Empezar"))
"""The elements to press if visible, the most specific first: role and beginning of the name."""


class Newcomer:
    """Knows no address and no mark-up: reads the texts of controls, presses them, and counts the steps."""

    def __init__(self, page, tmp_path):
        self.page, self.acts = page, 0
        self.photo = tmp_path / "IMG_0001.jpg"
        self.photo.write_bytes(photo())

    def act(self):
        """Press the next element and return it."""
        for role, words in NEXT:
            name = re.compile(f"^{words}")
            found = self.page.get_by_text(name) if role == "photo" else self.page.get_by_role(role, name=name)
            for each in found.all():
                if each.is_visible():
                    return self._press(role, words, each)
        raise AssertionError(f"nothing to press on {self.page.inner_text('main')}")

    def _press(self, role, words, found):
        self.acts += 1
        if role == "photo":
            with self.page.expect_file_chooser() as chooser:
                found.click()
            chooser.value.set_files(self.photo)
            expect(self.page.get_by_role("button", name=re.compile("^Enviar"))).to_be_visible()
        else:
            found.click()
            if words == "Enviar":
                expect(self.page.get_by_text(f"{self.acts // 3} de 5 completos", exact=True)).to_be_visible()
        return words


def test_newcomer_hands_in_five_documents_within_three_minutes(phone_of, firm, matter, link, tmp_path):
    for name in ("Licencia de conducir", "Acta de matrimonio", "Última declaración de impuestos", "Recibos de sueldo",
                 "Estado de cuenta"):
        a_document(firm, matter, name=name, accepted_types=["application/pdf", "image/*"],
                   description="Lo necesitamos para su caso.",
                   instructions="1. Ponga la hoja sobre una mesa.\n2. Tome la foto.")
    phone = phone_of("es")
    phone.context.add_init_script(WATCH_SHIFT)
    page = phone.open(link.url)
    newcomer = Newcomer(page, tmp_path)
    done = []

    while not page.get_by_role("heading", name="Todo listo, gracias").is_visible():
        done.append(newcomer.act())
        assert len(done) * SECONDS_AN_ACT <= SECONDS, done
        if done[-1] in ("Empezar", "Continuar"):
            page.wait_for_load_state("networkidle")
            assert page.evaluate("window.shift") <= SHIFT
            page.set_viewport_size({"width": 320, "height": 844})
            assert phone.too_wide() is None
            assert phone.problems(f"newcomer-{len(done)}") == []

    assert done == ["Empezar", *("Tomar una foto", "Enviar", "Siguiente pendiente") * 4, "Tomar una foto", "Enviar",
                    "Continuar"]
