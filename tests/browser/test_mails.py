"""Mails on a small phone, light and dark."""

from axe_playwright_python.sync_playwright import Axe

from intake.messaging.communications.states import EMAIL
from local.sample_messages import SAMPLES, sample_installation

from .phone import Phone
from .windows import Windows

_RULES = {"runOnly": {"type": "tag", "values": ["wcag2a", "wcag2aa", "wcag21aa"]}, "resultTypes": ["violations"]}


def test_mails_fit_320_pixels_and_are_readable_light_and_dark(chromium):
    with sample_installation():
        mails = {(sample.picture, language): sample.compose(language)[2]
                 for sample in SAMPLES if sample.channel == EMAIL for language in sample.languages}
    phone = Phone(Windows(chromium, None), None, viewport={"width": 320, "height": 640}, color_scheme="dark")
    page = phone.page
    page.route("**/logos/**", lambda route: route.abort())
    axe = Axe()
    for (name, language), html in mails.items():
        page.set_content(html, wait_until="load")
        assert page.evaluate("document.documentElement.scrollWidth") == 320, (name, language)
        assert page.locator(".button a, a.button").count() <= 1, name
        assert phone.too_faint() == [], (name, language)
        if language == "en" and name in ("reminder.email", "digest.email", "rejection.email", "invitation.email"):
            page.emulate_media(color_scheme="light")
            found = axe.run(page, options=_RULES).response["violations"]
            assert [each["id"] for each in found] == [], name
            page.emulate_media(color_scheme="dark")
    phone.context.close()
