"""The structure of the application: the permitted imports of each module, and the contents of each file.

A rule is a function that yields a sentence for every violation. Each has a sample that breaks it, so that a rule which
no longer detects anything also fails.
"""

import ast
import re
from itertools import chain

import pytest

from intake import LAYERS, LEAVES, WINGS
from intake.accounts.permissions.scopes import SCOPES
from intake.core.http import Contract

from .source import EVERY, ROOT, Rules, below, calls_in, modules, ours, public_definitions

TABLES = {"intake.blueprints": "app", "intake.page_blueprints": "app", "intake.commands": "wsgi",
          "intake.listeners": "intake.base_app", "intake.schedule": "intake.base_app"}
"""Table → what imports it: `app` is the web server's, and its tables cost the worker 16 MiB."""

SOCKETS = ("requests", "boto3", "botocore", "urllib3", "smtplib", "imaplib", "socket", "urllib.request", "http.client")
OUTWARD = ("intake.gateways", "intake.engine.tasks.queues", "intake.engine.events.wakeup")
SERVERS = ("redis", "psycopg2", "rq")
NEAR_SERVERS = ("intake.core", "intake.gateways", "intake.engine", "intake.operations", "worker", "config.validators",
                "intake.integrations.webhooks.delivery")
ORDER = list(WINGS)
EXCEPTIONS: dict[tuple[str, str], str] = {}
"""Imports that break the order, each with its reason."""

WRITTEN = ("models", "actions", "routes", "pages", "jobs")
VAGUE = {"utils", "util", "helpers", "helper", "common", "misc", "base", "manager", "managers", "shared", "tools"}
SYNONYMS = {
    "views": "routes", "controllers": "routes", "handlers": "routes", "api": "routes", "serializers": "schemas",
    "exceptions": "errors", "constants": "states", "enums": "states", "services": "actions", "queries": "models",
    "repositories": "models", "finders": "models", "workers": "jobs",
}
"""Filenames that mean one of `LAYERS` or `LEAVES`."""

MODEL = re.compile(r"[A-Z]\w*[a-z]\w*")
READS = {"select", "get", "get_by_id", "get_or_none", "get_or_create", "filter", "raw"}
MAX_LINES = 300

PUBLIC = {
    "openapi.show": "the interface is public",
    "docs.show": "the interface is public",
    "alerts_off.show": "the address in the mail is signed",
    "alerts_off.change": "the address in the mail is signed",
    "reminders_off.show": "the address in the mail is signed",
    "reminders_off.change": "the address in the mail is signed",
    "digest.show": "the address in the mail is signed",
    "digest.turn_off": "the address in the mail is signed",
    "calendars.show": "the address holds the token of a person's calendar",
    "images.show": "the address is signed and valid for five minutes",
    "logos.show": "mails and public pages show the firm's logo",
    "invitations.show": "the address holds the invitation's token",
    "invitations.accept": "the address holds the invitation's token",
    "signing_in.begin": "redirects to the sign-in page",
    "signing_in.show": "the sign-in page",
    "signing_in.sign_in": "the sign-in page",
    "signing_in.show_code": "the second factor of signing in",
    "signing_in.sign_in_with_code": "the second factor of signing in",
    "signing_in.ask": "a second sign-out is no error",
    "signing_in.sign_out": "a second sign-out is no error",
    "authorization.show": "shows errors of the application before the person signs in",
    "authorization.decide": "shows errors of the application before the person signs in",
    "oauth.token": "applications send their own credentials",
    "oauth.revoke_token": "applications send their own credentials",
    "oauth.describe": "the metadata is public",
    "passwords.ask": "for those who cannot sign in",
    "passwords.send": "for those who cannot sign in",
    "passwords.show": "the address holds a token that was mailed",
    "passwords.reset": "the address holds a token that was mailed",
    "portal.welcome": "the address holds the intake link's token",
    "portal.renew": "sends a link to the address on file alone",
    "portal.done": "the address holds the intake link's token",
    "portal.elsewhere": "redirects to the welcome page, with the token in the address",
    "portal.lost": "shows that the address is incomplete",
    "portal.colors": "the colors of pages are public",
    "codes.show": "the address holds the intake link's token",
    "codes.ask": "sends a code to the address on file alone",
    "codes.check": "the address holds the intake link's token, and the form the code",
    "codes.ask_to_forget": "the address holds the intake link's token",
    "codes.forget_browser": "ends what this browser may open",
    "privacy_page.show": "the address holds the intake link's token",
    "privacy_page.ask": "the address holds the intake link's token",
    "privacy_page.show_code": "the address holds the intake link's token",
    "privacy_page.ask_for_code": "the address holds the intake link's token",
    "privacy_page.check_code": "the address holds the intake link's token",
    "codes.matters": "the address holds the intake link's token",
    "answering.resume": "the address holds the intake link's token",
    "answering.part": "the address holds the intake link's token",
    "answering.answer_part": "the address holds the intake link's token",
    "answering.review": "the address holds the intake link's token",
    "answering.submit": "the address holds the intake link's token",
    "portal_checklist.show": "the address holds the intake link's token",
    "portal_checklist.progress": "the address holds the intake link's token",
    "portal_checklist.remove": "the address holds the intake link's token",
    "portal_checklist.ask_why": "the address holds the intake link's token",
    "portal_checklist.note": "the address holds the intake link's token",
    "lead_forms.show": "anybody may write to a firm that has switched its form on",
    "lead_forms.send": "anybody may write to a firm that has switched its form on",
    "lead_forms.sent": "says only that something was sent",
    "lead_forms.more": "the address holds the signed link of the lead",
    "lead_forms.submit_facts": "the address holds the signed link of the lead",
    "lead_forms.embed": "the script is public",
    "uploading.issue": "the address holds the intake link's token",
    "uploading.issue_photo": "the address holds the intake link's token",
    "uploading.confirm_photos": "the address holds the intake link's token",
    "uploading.issue_part": "the address holds the intake link's token",
    "uploading.confirm": "the address holds the intake link's token",
    "signing_pages.show": "the address holds the token of a signer",
    "signing_pages.sample": "the address holds the token of a signer",
    "signing_pages.agree": "the address holds the token of a signer",
    "signing_pages.page_image": "the address holds the token of a signer",
    "signing_pages.document": "the address holds the token of a signer",
    "signing_pages.signed_document": "the address holds the token of a signer",
    "signing_pages.finish_reading": "the address holds the token of a signer",
    "signing_pages.sign": "the address holds the token of a signer",
    "signing_pages.ask_why": "the address holds the token of a signer",
    "signing_pages.decline": "the address holds the token of a signer",
    "web.static": "styles and scripts of the pages",
    "clio_callback.callback": "the address holds the state that was issued",
    "clio_callback.confirm": "the form holds the state that was issued",
    "lawmatics_callback.callback": "the address holds the state that was issued",
    "lawmatics_callback.confirm": "the form holds the state that was issued",
    "clio_inbound.webhooks": "Clio signs what it sends",
    "lawmatics_inbound.webhooks": "Lawmatics signs what it sends",
    "clio_deauthorized.deauthorize": "a hint that is verified with Clio",
    "twilio.status": "Twilio signs what it sends",
    "twilio.inbound": "Twilio signs what it sends",
    "mail_server.inbound_mail": "the mail server sends a secret of its own",
    "billing.webhooks": "Stripe signs what it sends",
    "operations.healthz": "called by the hosting platform",
    "operations.readyz": "called by the hosting platform",
    "metrics.show": "called by dashboards with a token of its own",
}
"""Every route without an API key or a session, each with its reason."""


rule = Rules(modules)


@rule(intake__cases__uploads__jobs="from intake.messaging.notifications.actions import record_notification")
def wings_import_earlier_ones_only(module):
    if module.wing:
        for other in ours(module.imports):
            if other.wing and ORDER.index(other.wing) > ORDER.index(module.wing) and (
                    module.name, other.name) not in EXCEPTIONS:
                yield f"imports {other.name}, of a later wing"


@rule(intake__cases__clients__actions="from intake.cases.matters.models import Matter")
def features_import_earlier_ones_only(module):
    if module.feature and module.file not in LEAVES:
        order = WINGS[module.wing]
        for other in ours(module.imports):
            if other.wing == module.wing and other.feature and order.index(other.feature) > order.index(module.feature):
                yield f"imports {other.name}, of a later feature"


@rule(intake__cases__matters__models="from .actions import archive")
def files_import_downwards_only(module):
    if module.file in LAYERS:
        for other in ours(module.imports):
            if other.file in LAYERS and LAYERS.index(other.file) >= LAYERS.index(module.file) and (
                    (other.wing, other.feature) == (module.wing, module.feature) or other.file != module.file):
                yield f"imports {other.name}, which is not below it"


@rule(intake__cases__matters__actions="from intake.cases.matters.routes import matters")
def leaves_are_imported_by_tables_only(module):
    if module.name not in TABLES:
        for other in ours(module.imports):
            if other.file in LEAVES and other.name != module.name:
                yield f"imports the leaf {other.name}"


@rule(intake__cases__matters__actions="from intake.listeners import LISTENERS")
@rule(worker="from intake.blueprints import BLUEPRINTS")
def tables_are_imported_by_the_application_factories_only(module):
    yield from (f"imports the table {table}" for table, importer in TABLES.items()
                if table in module.imports and module.name != importer)


@rule(intake__core__clock="from intake.accounts.firms.models import Firm")
def core_and_gateways_know_no_feature(module):
    allowed = {"intake.core": ("intake.core",), "intake.gateways": ("intake.core", "intake.gateways")}
    for package, may in allowed.items():
        if below(module.name, package):
            yield from (f"imports {name}" for name in module.imports if below(name, "intake") and name != "intake"
                        and not below(name, *may))


@rule(intake__cases__uploads__actions="import requests")
def only_gateways_open_sockets(module):
    if not below(module.name, "intake.gateways", "server", "intake.core.answer_timeout"):  # which only ends one
        yield from (f"imports {name}" for name in module.imports if below(name, *SOCKETS))


@rule(intake__cases__uploads__actions="from redis import Redis")
def only_core_and_engines_connect_to_our_servers(module):
    if not below(module.name, *NEAR_SERVERS):
        yield from (f"imports {name}" for name in module.imports if below(name, *SERVERS))


@rule(intake__cases__matters__routes="def show(caller, matter_id):\n    return Matter.get_by_id(matter_id)")
def records_are_read_through_their_firm(module):
    if module.file in ("actions", "routes", "jobs", "pages"):
        for call in module.calls:
            receiver = call.func.value if isinstance(call.func, ast.Attribute) else None
            if isinstance(receiver, ast.Name) and MODEL.fullmatch(receiver.id) and call.func.attr in READS:
                yield f"line {call.lineno}: {receiver.id}.{call.func.attr}() reads past the firm"


@rule(intake__cases__uploads__actions="from intake.gateways.storage import storage\n"
                                      "with db.atomic():\n    storage.delete(key)")
def nothing_waits_on_the_network_inside_a_transaction(module):
    outward = {alias.asname or alias.name for node in ast.walk(module.tree) if isinstance(node, ast.ImportFrom)
               and below(node.module or "", *OUTWARD) for alias in node.names}
    for block in (node for node in ast.walk(module.tree) if isinstance(node, ast.With)):
        if any("atomic" in ast.unparse(item.context_expr) for item in block.items):
            for call in chain.from_iterable(map(calls_in, block.body)):
                first = ast.unparse(call.func).split(".")[0]
                if first in outward:
                    yield f"line {call.lineno}: {ast.unparse(call.func)} inside a transaction"


@rule(intake__cases__clients__actions="from peewee import IntegrityError")
def constraint_errors_are_handled_in_one_place(module):
    if module.name != "intake.core.db" and re.search(r"\bIntegrityError|UniqueViolation\b", module.text):
        yield "handles a constraint error itself; `map_constraint_errors` of intake.core.db does"


@rule(intake__cases__matters__actions="def archive():\n    from intake.cases.search import models")
def imports_are_at_the_top(module):
    for function in ast.walk(module.tree):
        if isinstance(function, ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda):
            yield from (f"line {node.lineno}: an import inside a function" for node in ast.walk(function)
                        if isinstance(node, ast.Import | ast.ImportFrom))


@rule(intake__cases__matters__utils='"""Various functions."""')
def names_are_specific(module):
    yield from (f"is called {part}" for part in module.name.split(".") if part in VAGUE)


@rule(intake__cases__matters__services='"""What can be done with matters."""')
def files_of_features_have_the_known_names(module):
    if module.file in SYNONYMS:
        yield f"is called {module.file}; the file of a feature for that is {SYNONYMS[module.file]}"


@rule(intake__cases__parties__models='"""A folder that is not in WINGS."""')
def folders_are_wings_and_features(module):
    parts = module.name.split(".")
    if parts[0] == "intake" and len(parts) > 1 and module.name not in {*TABLES, *TABLES.values()}:
        if not module.wing:
            yield "belongs to no wing of intake.WINGS"
        elif len(parts) > 3 and WINGS[module.wing] and not module.feature:
            yield "belongs to no feature of intake.WINGS"


def test_every_wing_and_feature_exists():
    assert {path.parent.name for path in ROOT.glob("intake/*/__init__.py")} == {*WINGS}
    folders = {f"{wing}/{feature}" for wing, features in WINGS.items() for feature in features}
    assert not [folder for folder in folders if not (ROOT / "intake" / folder / "__init__.py").exists()]


@rule(intake__cases__matters__actions='"""Matters."""\ndef archive(matter):\n    matter.change()')
def public_definitions_have_docstrings(module):
    if not ast.get_docstring(module.tree):
        yield "has no docstring"
    if module.file in WRITTEN:
        for node in public_definitions(module.tree):
            if not ast.get_docstring(node):
                yield f"line {node.lineno}: {node.name} has no docstring"


@rule(intake__cases__matters__actions="\n" * (MAX_LINES + 1))
def files_are_short(module):
    lines = module.text.count("\n")
    if lines > MAX_LINES:
        yield f"has {lines} lines"


def test_every_exception_is_needed():
    imports = {(module.name, other) for module in modules() for other in module.imports}
    assert EXCEPTIONS.keys() <= imports


@pytest.mark.parametrize("name", rule)
def test_rule_holds(name):
    assert not rule.violations(name)


@pytest.mark.parametrize("name", rule)
def test_rule_can_fail(name):
    assert rule.violations_of_sample(name)


def test_imports_have_no_cycle():
    graph = {module.name: module.imports & EVERY - {module.name} for module in modules()}
    while graph:
        free = {name for name, imports in graph.items() if not imports & graph.keys()}
        assert free, f"these import each other: {sorted(graph)}"
        graph = {name: imports for name, imports in graph.items() if name not in free}


def _routes(app):
    return {rule.endpoint: getattr(app.view_functions[rule.endpoint], "contract", Contract())
            for rule in app.url_map.iter_rules()}


def test_every_route_carries_a_scope_or_is_public(app):
    contracts = _routes(app)
    open_to_all = {endpoint for endpoint, contract in contracts.items()
                   if not (contract.scope or contract.any_key or contract.sign_in)}
    assert open_to_all == PUBLIC.keys()
    assert {contract.scope for contract in contracts.values()} <= SCOPES.keys() | {None}


def test_every_route_of_the_api_names_what_it_returns(app):
    api = {rule.endpoint for rule in app.url_map.iter_rules() if rule.rule.startswith("/api")} - PUBLIC.keys()
    contracts = _routes(app)
    assert not {endpoint for endpoint in api if not (contracts[endpoint].result or contracts[endpoint].file_type)}


def test_templates_hold_no_script():
    inline = re.compile(r"<script(?![^>]*\bsrc=)|\son[a-z]+\s*=|javascript:", re.IGNORECASE)
    assert inline.search("<script>alert(1)</script>")
    assert inline.search('<a onclick="x()">')
    assert not inline.search('<script src="/static/page.js" defer></script>')
    templates = [*ROOT.glob("intake/**/templates/**/*.html")]
    assert not [str(path.relative_to(ROOT)) for path in templates if inline.search(path.read_text(encoding="utf-8"))]
