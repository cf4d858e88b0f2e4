"""Stand-ins with pages for trying Intake: one asks for consent, another shows the records.

    python -m tests.stand_ins.demo clio PORT
"""

import html
import sys
import threading
import time
from datetime import UTC, datetime

from .clio import Clio
from .lawmatics import Lawmatics
from .platform_server import Answer, route
from .stripe_pages import StripeWithPages

_PAGE = """<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>{name}</title><h1>{name}</h1><p>This is a stand-in on this machine; it forgets everything when it ends.</p>
{parts}"""
_MOVE = """<form method="post" action="/demo/matters/{id}">{title}: {now}
<label>becomes <select name="to">{choices}</select></label> <button>Change</button></form>"""
_DOCUMENT = '<p><a href="/demo/documents/{id}" download="{name}">{name}</a>, {size} bytes</p>'


class DemoPages:
    """Mixed into a stand-in: the page at / shows its records and can change a matter, which is delivered to Intake."""

    decision = None

    @route("GET", "/")
    def _front_page(self, _call):
        parts = "".join(f"<h2>{title}</h2>{content or '<p>None.</p>'}" for title, content in self.shown_records())
        page = _PAGE.format(name=self.name, parts=parts)
        return Answer(200, page.encode(), {"Content-Type": "text/html; charset=utf-8"})

    @route("POST", r"/demo/matters/(\d+)")
    def _change(self, call, id):
        answer = Answer(303, b"", {"Location": "/"})
        # Intake may send requests during the delivery, so it happens outside the lock.
        answer.before_sending = lambda: self.move(id, call.form.get("to", ""))
        return answer


class ClioDemo(DemoPages, Clio):
    """Clio. Changes by the API are also delivered to subscribers, as at Clio."""

    echoes = True

    def shown_records(self):
        matters = ((matter["id"], matter["description"], matter["status"]) for matter in self.matters.values())
        return (("Matters", _moves(matters, ("Open", "Pending", "Closed"))),
                ("Contacts", _listed(contact["name"] for contact in self.contacts.values())),
                ("Documents", "".join(
                    _DOCUMENT.format(id=document["id"], name=html.escape(document["name"]),
                                     size=len(self.content_of(document))) for document in self.visible_documents())))

    @route("GET", r"/demo/documents/(\d+)")
    def _opened(self, _call, id):
        document = self.documents.get(int(id))
        if document is None or document not in self.visible_documents():
            return self.refusal(404)
        return Answer(200, self.content_of(document), {"Content-Type": "application/octet-stream"})

    def move(self, id, status):
        self.change(int(id), status=status)


class LawmaticsDemo(DemoPages, Lawmatics):
    """Lawmatics. Its webhook is set up on the page, as at Lawmatics."""

    def shown_records(self):
        stages = {id: row["name"] for id, row in self.stages.items()}
        matters = ((row["id"], row["case_title"], stages.get(str(row["stage_id"]), "no stage"))
                   for row in self.prospects.values())
        return (("Matters", _moves(matters, stages.values())),
                ("Contacts", _listed(f"{row['first_name']} {row['last_name']}" for row in self.contacts.values())),
                ("Notes", _listed(row["body"] for row in self.notes.values())),
                ("Webhook", f"""<form method="post" action="/demo/webhook"><label>Address
<input name="url" size="60" value="{html.escape(self.webhook_url or "")}"></label> <button>Save</button></form>
<p>The secret to enter in Intake: <code>{self.webhook_secret}</code></p>"""))

    @route("POST", "/demo/webhook")
    def _webhook(self, call):
        self.webhook_url = call.form.get("url") or None
        return Answer(303, b"", {"Location": "/"})

    def move(self, id, stage):
        row, by_name = self.prospects[id], {row["name"]: id for id, row in self.stages.items()}
        before, row["stage_id"] = self.stages.get(str(row["stage_id"]), {}).get("name"), by_name[stage]
        if self.webhook_url:
            data = {"id": int(id), "name": row["case_title"], "stage": stage, "previous_stage": before}
            self.deliver({"event": "matter.stage_changed", "data": data, "timestamp": datetime.now(UTC).isoformat()})


def _moves(matters, choices):
    options = "".join(f"<option>{html.escape(choice)}</option>" for choice in choices)
    return "".join(_MOVE.format(id=id, title=html.escape(title), now=html.escape(now), choices=options)
                   for id, title, now in matters)


def _listed(texts):
    items = "".join(f"<li>{html.escape(text)}</li>" for text in texts)
    return items and f"<ul>{items}</ul>"


class StripeDemo(StripeWithPages):
    """Stripe. The page at / leads to the portal of each customer, which can move time forward."""

    def __init__(self, port=0, first_id=1):
        super().__init__(port)

    def _known(self, kind, rows, id):
        if kind == "customer" and id not in rows:  # from an earlier process; no longer has a subscription
            rows[id] = {"id": id, "object": "customer", "name": None, "email": None, "metadata": {}}
        return super()._known(kind, rows, id)

    @route("GET", "/")
    def _front_page(self, _call):
        rows = "".join(f'<li><a href="/p/session/{id}">{html.escape(row["name"] or id)}</a></li>'
                       for id, row in self.customers.items())
        return self._page("Stripe", f"<ul>{rows}</ul>" if rows else "<p>No customer yet.</p>")


DEMOS = {"clio": ClioDemo, "lawmatics": LawmaticsDemo, "stripe": StripeDemo}


def main(segment, port, app_url):
    # ids that no earlier process has issued, because Intake may still have links to those
    with DEMOS[segment](int(port), first_id=int(time.time() * 1000)) as demo:
        if segment == "stripe":
            demo.webhook_url = f"{app_url}/api/v1/billing/webhooks"
        threading.Event().wait()


if __name__ == "__main__":
    main(*sys.argv[1:])
