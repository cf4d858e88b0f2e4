"""The stand-ins of a sandbox: the virus scanner, endpoints of webhooks, platforms, keys."""

import re
from urllib.parse import urlsplit

import pytest

from intake.cases.uploads.actions import review
from intake.core.http import contract_of
from intake.core.languages import LANGUAGES
from intake.gateways.sandbox_scanner import SandboxScanner
from intake.gateways.scanner import Clean, Infected
from intake.integrations.sandbox.stand_ins import NOTICE
from intake.integrations.webhooks.models import Delivery
from intake.web.translation import translator
from tests.browsing import Browser
from tests.builders import PDF, a_client, a_document, a_matter, an_upload
from tests.conftest import Api
from tests.contract.sample_firm import rules
from tests.core.answers import data, refusal
from tests.stand_ins.clamd import EICAR

HOUR = 60 * 60


def test_keys_of_one_kind_are_refused_by_the_other(sandbox_api, api, sandbox, app):
    for other, named in ((Api(app, sandbox_api.key), "ik_live_"), (Api(sandbox, api.key), "ik_test_")):
        refused = other.get("/matters")
        assert refusal(refused) == (401, "invalid_api_key")
        assert refused.json["error"]["message"].endswith(f"begin with {named}.")
    assert sandbox_api.key.startswith("ik_test_")
    assert data(sandbox_api.post("/firms/api-keys", {"name": "Another", "scopes": ["matters:read"]}),
                201)["api_key"].startswith("ik_test_")


def test_no_route_takes_a_key_of_the_other_kind(app, sandbox, api, sandbox_api, firm):
    """Not even for records of the key's own firm, such as this matter."""
    matter = a_matter(firm)
    for installation, other in ((app, sandbox_api.key), (sandbox, api.key)):
        taken, refused = [], 0
        for call, rule in rules(installation).items():
            contract = contract_of(installation.view_functions[rule.endpoint])
            if contract and (contract.scope or contract.any_key):
                path = re.sub(r"<[^>]+>", matter.id, rule.rule)
                answer = Api(installation, other).call(call.split()[0], path)
                refused += answer.status_code == 401
                taken += [call] * (refusal(answer) != (401, "invalid_api_key"))
        assert taken == []
        assert refused > 200


@pytest.mark.parametrize("chunks", [[EICAR], [b"%PDF-1.7 ", EICAR[:5], EICAR[5:40], EICAR[40:] + b" %%EOF"]])
def test_the_test_file_is_found_in_pieces(chunks):
    assert isinstance(SandboxScanner().scan(chunks), Infected)
    assert SandboxScanner().scan([chunks[0][:-1], b"", b"x"]) == Clean()


@pytest.mark.parametrize(("body", "filename", "status"), [
    (PDF + EICAR, "passport.pdf", "infected"), (PDF, "My Eicar scan.pdf", "infected")])
def test_files_are_scanned(sandbox_api, sandbox_worker, firm, put, body, filename, status):
    upload = an_upload(firm, put, body=body, filename=filename)
    sandbox_worker.deliver()
    sandbox_worker.perform_tasks()

    assert data(sandbox_api.get(f"/uploads/{upload.id}"))["scan_status"] == status


@pytest.mark.parametrize(("host", "tries"), [
    ("works", [200]), ("fails-twice", [500, 500, 200]), ("fails", [500, 500, 500]), ("busy", [429, 429, 429]),
    ("gone", [410]), ("times-out", ["timeout"] * 3), ("unknown", ["dns"] * 3)])
def test_endpoints(sandbox_api, sandbox_worker, firm, host, tries):
    sandbox_api.post("/webhooks", {"url": f"https://{host}.sandbox.test/hook", "events": ["matter.created"]})
    a_matter(firm)
    for _ in tries:
        sandbox_worker.deliver()
        sandbox_api.post("/test-clock", {"advance_seconds": HOUR})

    [delivery] = Delivery.of(firm)
    shown = data(sandbox_api.get(f"/webhooks/{delivery.webhook_id}/deliveries/{delivery.id}"))
    assert [each["response_status"] or each["error"] for each in shown["attempts"]] == tries


@pytest.fixture
def connect(sandbox, sandbox_api, firm):
    """Connect the firm to a platform of the sandbox, and return the connection's status: `connect("clio")`."""
    def connected(segment):
        browser = Browser(sandbox, Accept="text/html")
        consent = sandbox_api.get(f"/integrations/{segment}/connect").location
        page = browser.get(consent[consent.index("/sandbox/"):])
        assert page.status_code == 200
        back = next(line for line in page.text.split('"') if "code=sandbox" in line).replace("&amp;", "&")
        parts = urlsplit(back)
        answer = browser.submit(f"{parts.path}?{parts.query}", decision="connect")
        assert answer.status_code == 303, answer.text
        return sandbox_api.get(f"/integrations/{segment}/status").json

    return connected


@pytest.mark.parametrize("segment", ["clio", "lawmatics"])
def test_platforms_take_everything_and_again(connect, sandbox_api, sandbox_worker, firm, put, segment):
    assert connect(segment)["connected"]
    matter = a_matter(firm, client_id=a_client(firm, email="ana@example.com", phone="+15185550142").id)
    sandbox_worker.perform_tasks()

    def sync():
        begun = sandbox_api.post(f"/integrations/{segment}/sync", {"action": "sync_matter", "matter_id": matter.id},
                                 headers={"Prefer": "respond-async"})
        assert begun.status_code == 202, begun.text
        sandbox_worker.perform_tasks()
        return next(log for log in logs() if log["action"] == "sync_matter")

    def logs():
        return sandbox_api.get(f"/integrations/{segment}/sync?matter_id={matter.id}").json["logs"]

    first = sync()
    assert first["status"] == "success"
    upload = an_upload(firm, put, a_document(firm, matter))
    sandbox_worker.deliver()
    sandbox_worker.perform_tasks()  # scans the file, which does not leave the service before
    review(firm, upload.id, "approved")
    sandbox_api.post("/test-clock", {"advance_seconds": 3 * HOUR})  # the token has expired, and is refreshed
    again = sync()
    assert (again["status"], again["external_id"]) == ("success", first["external_id"])
    documents = [log["status"] for log in logs() if log["action"] == "sync_document"]
    assert documents == (["success"] if segment == "clio" else [])


@pytest.mark.parametrize(("status", "ends"), [(401, "failed"), (422, "failed"), (429, "pending"), (500, "failed")])
def test_platforms_refuse_some_clients(connect, sandbox_api, sandbox_worker, firm, status, ends):
    connect("clio")
    matter = a_matter(firm, client_id=a_client(firm, email=f"platform-{status}+ana@example.com").id)
    sandbox_api.post("/integrations/clio/sync", {"action": "sync_matter", "matter_id": matter.id},
                     headers={"Prefer": "respond-async"})
    sandbox_worker.perform_tasks()

    [log] = sandbox_api.get(f"/integrations/clio/sync?matter_id={matter.id}").json["logs"]
    assert log["status"] == ends
    assert log["details"]["platform_said"].startswith(f"HTTP {status}")


def test_every_page_says_so(sandbox, sandbox_api, firm, browser):
    admin = Browser(sandbox, Accept="text/html")
    for language in LANGUAGES:
        page = admin.get("/login", headers={"Accept-Language": language}).text
        assert f'<aside class="sandbox" aria-label="Sandbox">{translator(language)(NOTICE)}</aside>' in page
    sandbox_api.post("/test-clock", {"advance_seconds": HOUR})
    assert "Its clock says" in admin.get("/login").text
    assert 'class="sandbox"' not in browser.get("/login").text
