"""A client proves with a code that a link is theirs, and goes from one of their matters to the other."""

from playwright.sync_api import expect

from intake.portal.codes.models import PortalCode
from tests.builders import a_client, a_matter, an_intake_link


def test_code_opens_all_matters_of_the_client(phone_of, firm, matter, link):
    firm.change(settings={"portal_code": "new_device"}, phone="+15185550142")
    matter.change(client_label="The divorce")
    an_intake_link(firm, a_matter(firm, client_id=link.client_id))
    phone, found = phone_of("es"), {}

    def look(name):
        found[name] = phone.problems(f"code-{name}")

    page = phone.open(link.url)
    look("front")
    page.locator("button[value=email]").click()
    field = page.locator("#code")
    expect(field).to_be_focused()
    expect(page.locator(".lead")).to_contain_text("por correo")
    look("field")
    digits = PortalCode.of(firm).get().digits
    field.fill(f"{(int(digits) + 1) % 10 ** 6:06}")
    page.keyboard.press("Enter")
    expect(page.locator("#code-wrong")).to_be_visible()
    expect(page.locator(".help button")).to_be_visible()
    expect(page.locator(".lead")).to_contain_text("por correo")
    look("wrong")
    page.goto(f"{link.url}/code")
    page.go_back()
    page.locator("#code").fill(digits)
    slow = page.context.new_cdp_session(page)
    slow.send("Network.enable")
    slow.send("Network.emulateNetworkConditions",
              {"offline": False, "latency": 500, "downloadThroughput": -1, "uploadThroughput": -1})
    page.get_by_role("button", name="Continuar").evaluate(  # the second press does not try the code once more
        "(button) => { button.click(); setTimeout(() => button.click(), 100); }")
    expect(page.locator(".tasks a")).to_have_count(2)
    slow.detach()
    look("matters")
    page.locator(".tasks a").nth(1).click()
    expect(page.locator("h1")).to_contain_text("Ana")
    look("other")
    page.locator(".top .switch").first.click()
    page.locator(".tasks a").first.click()
    expect(page.locator("h1")).to_contain_text("Ana")
    page.locator(".foot a[href$=forget]").click()
    look("forget")
    page.locator("form.ways button").click()
    expect(page.locator("button[value=email]")).to_be_visible()

    unreachable = an_intake_link(firm, a_matter(firm, client_id=a_client(firm).id))
    phone.open(unreachable.url)
    look("unreachable")
    page.locator("form.ways button").click()
    expect(page.locator("[role=status].notice")).to_be_visible()
    look("told")
    assert found == {name: [] for name in found}
