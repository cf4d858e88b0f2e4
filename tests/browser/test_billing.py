"""Paying for Intake in a browser, at a stand-in for Stripe."""

from playwright.sync_api import expect

from tests.builders import a_matter


def test_admin_pays_and_mends_a_failed_payment(desk_of, firm, stripe):
    firm.change(plan="standard")
    a_matter(firm, title="Silva divorce")
    desk, found = desk_of(role="admin"), {}
    page = desk.open("/settings/billing")
    expect(page.locator(".current .pill")).to_have_text("No subscription")
    found["plans"] = desk.problems("billing-none")
    page.get_by_role("button", name="$149.00 a month").click()
    page.get_by_role("button", name="Pay with a declined card").click()
    expect(page.get_by_role("alert")).to_have_text("Your card was declined.")
    page.get_by_role("button", name="Pay", exact=True).click()
    expect(page.get_by_role("status")).to_contain_text("Thank you")
    expect(page.locator(".current .pill")).to_have_text("Trial")
    [customer] = [id for id, row in stripe.customers.items() if row["metadata"] == {"firm_id": firm.id}]
    stripe.renew(customer)
    page.reload()
    expect(page.locator(".current .pill")).to_have_text("Paid")
    page.get_by_role("button", name="$49.00 a month").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Change to Standard, paid by the month?")
    page.get_by_role("button", name="Change the plan").click()
    expect(page.locator(".current")).to_contain_text("it changes to Standard, paid by the month")
    found["active"] = desk.problems("billing-active")

    stripe.renew(customer, pays=False)
    page = desk.open("/matters")
    expect(page.locator(".standing")).to_contain_text("The last payment failed")
    found["banner"] = desk.problems("billing-banner")

    page.get_by_role("link", name="To billing").click()
    page.get_by_role("button", name="Pay the open invoice").click()
    page.get_by_role("button", name="Pay what is open").click()
    page.get_by_role("link", name="Back").click()
    expect(page.locator(".current .pill")).to_have_text("Paid")
    assert page.locator(".standing").count() == 0
    assert found == {name: [] for name in found}
