"""A client requests their data on the portal, and the firm answers."""

from playwright.sync_api import expect

from intake.portal.codes.models import PortalCode
from intake.records.exports.models import Export
from intake.records.privacy_requests.models import PrivacyRequest
from intake.records.privacy_requests.states import ANSWERED


def test_from_the_portal_to_the_answer(phone_of, desk_of, firm, link):
    phone, found = phone_of("es"), {}
    page = phone.open(f"{link.url}/privacy")
    found["asking"] = phone.problems("privacy-asking")
    page.get_by_role("button", name="Enviar").click()
    expect(page.locator("#kind-wrong")).to_be_visible()
    expect(page.locator("[value=access]")).to_be_focused()
    found["wrong"] = phone.problems("privacy-wrong")
    page.goto(link.url)
    page.go_back()
    expect(page.locator("#note")).to_be_visible()
    page.locator(".pick", has=page.locator("[value=access]")).click()
    page.locator("#note").fill("Quiero ver mi expediente.")
    page.get_by_role("button", name="Enviar").click()
    expect(page.locator("#waiting")).to_be_visible()
    found["asked"] = phone.problems("privacy-asked")
    page.get_by_role("link", name="Confirmar con un código").click()
    page.get_by_role("button", name="Enviar un código por correo electrónico").click()
    expect(page.locator("#code")).to_be_visible()
    page.locator("#code").fill(PortalCode.of(firm).get().digits)
    page.get_by_role("button", name="Continuar").click()
    expect(page.get_by_text("Ya se comprobó que fue usted.")).to_be_visible()
    [request] = PrivacyRequest.of(firm)

    desk = desk_of("en", "admin")
    page = desk.open("/settings/records/requests")
    found["queue"] = desk.problems("privacy-queue")
    page.locator(f"#main a[href$='{request.id}']").first.click()
    expect(page.get_by_text("Quiero ver mi expediente.")).to_be_visible()
    found["one"] = desk.problems("privacy-one")
    for name in ("Refuse", "Extend by 45 days"):
        assert page.locator("summary", has_text=name).bounding_box()["height"] >= 44
    page.get_by_role("button", name="Make the file").click()
    expect(page.get_by_role("link", name="Progress, and the file")).to_be_visible()
    assert Export.of(firm).get().client_id == request.client_id
    page.locator("#answer").fill("The file is at our office.")
    page.get_by_role("button", name="Answer and close").click()
    expect(page.get_by_text("What you added")).to_be_visible()
    found["answered"] = desk.problems("privacy-answered")
    assert PrivacyRequest.fetch(firm, request.id).status == ANSWERED

    phone.open(f"{link.url}/privacy")
    expect(phone.page.locator("#waiting")).to_have_count(0)
    for name, path in (("closed", "?status=closed"), ("new", f"/new/client/{request.client_id}")):
        desk.open(f"/settings/records/requests{path}")
        found[name] = desk.problems(f"privacy-{name}")
    assert found == {name: [] for name in found}
