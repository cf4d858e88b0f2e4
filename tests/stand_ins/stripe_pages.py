"""The pages of the stand-in for Stripe: checkout and portal."""

import html
from urllib.parse import quote

from .platform_server import Answer, route
from .stripe_account import PRICES, Stripe
from .stripe_http import listed

_PAGE = """<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>{title}</title><h1>{title}</h1><p>This is a stand-in for Stripe on this
machine; nothing is charged.</p>{parts}"""


class StripeWithPages(Stripe):
    """The account with its checkout and portal pages."""

    @route("GET", r"/c/pay/(\w+)")
    def _checkout_page(self, call, id):
        session = self.sessions.get(id)
        if not session or session["status"] != "open":
            return Answer(410, b"This page has expired.", {"Content-Type": "text/plain"})
        [item] = listed(session["line_items"])
        price = PRICES[item["price"]]
        declined = '<p role="alert">Your card was declined.</p>' if "declined" in call.query else ""
        return self._page("Checkout", f"""{declined}<p>{html.escape(price["id"])}: {price["unit_amount"] / 100:.2f} USD
a {price["recurring"]["interval"]}</p><form method="post"><button name="card" value="4242">Pay</button>
<button name="card" value="0002">Pay with a declined card</button></form>
<p><a href="{html.escape(session["cancel_url"])}">Back</a></p>""")

    @route("POST", r"/c/pay/(\w+)")
    def _pay_on_page(self, call, id):
        if call.form.get("card") != "4242":
            return Answer(303, b"", {"Location": f"/c/pay/{id}?declined=1"})
        self._complete(self.sessions[id])
        return Answer(303, b"", {
            "Location": self.sessions[id]["success_url"].replace("{CHECKOUT_SESSION_ID}", id)})

    @route("GET", r"/p/session/(\w+)")
    def _portal_page(self, call, customer):
        subscription = self.current(customer)
        state = f"{subscription['price']}: {subscription['status']}" if subscription else "No subscription"
        buttons = "".join(f'<button name="do" value="{value}">{name}</button> ' for value, name in (
            ("pay", "Pay what is open"), ("cancel", "Cancel at the end of the period"), ("end", "Cancel now"),
            ("renew", "Let a period pass"), ("fail", "Let a period pass with a card that fails")))
        back = html.escape(call.query.get("return_url", "/"))
        return self._page("Billing portal", f'<p>{state}</p><form method="post">{buttons}</form>'
                                            f'<p><a href="{back}">Back</a></p>')

    @route("POST", r"/p/session/(\w+)")
    def _use_portal(self, call, customer):
        {"pay": self._pay_open, "cancel": self._cancel_later, "end": self._end, "renew": self._renew,
         "fail": lambda subscription: self._renew(subscription, pays=False)}[call.form["do"]](self.current(customer))
        return Answer(303, b"", {
            "Location": f"{call.path}?return_url={quote(call.query.get('return_url', '/'))}"})

    def _page(self, title, parts):
        return Answer(200, _PAGE.format(title=title, parts=parts).encode(), {"Content-Type": "text/html"})
