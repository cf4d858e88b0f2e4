"""The plan of the house, held against the source (architecture.md, "The rules").

Each rule is a function that gives a sentence for every place that breaks it. Beside it stands a sample that does, so
that a rule which no longer notices anything fails as well.
"""

import ast
import re
from dataclasses import dataclass
from functools import cached_property
from itertools import chain
from pathlib import Path

import pytest

from intake import LAYERS, LEAVES, WINGS
from intake.accounts.permissions.scopes import SCOPES
from intake.core.http import Contract

ROOT = Path(__file__).parents[1]
TABLES = ("intake.blueprints", "intake.listeners", "intake.schedule")
ENGINES = ("app",)
"""The application factory puts the tables into the application; nothing else imports them."""

SOCKETS = ("requests", "boto3", "botocore", "urllib3", "smtplib", "imaplib", "socket", "urllib.request", "http.client")
OUTWARD = ("intake.gateways", "intake.engine.tasks.queues", "intake.engine.events.wakeup")
SERVERS = ("redis", "psycopg2", "rq")
NEAR_SERVERS = ("intake.core", "intake.gateways", "intake.engine", "intake.operations", "worker",
                "intake.integrations.webhooks.delivery")
ORDER = list(WINGS)
EXCEPTIONS: dict[tuple[str, str], str] = {}
"""Imports that break the order, each with its reason."""

WRITTEN = ("models", "actions", "routes", "pages", "jobs")
VAGUE = {"utils", "util", "helpers", "helper", "common", "misc", "base", "manager", "managers"}
MODEL = re.compile(r"[A-Z]\w*[a-z]\w*")
READS = {"select", "get", "get_by_id", "get_or_none", "get_or_create", "filter", "raw"}
MAX_LINES = 300

PUBLIC = {
    "openapi.show": "the interface is no secret",
    "docs.show": "the interface is no secret",
    "logos.show": "mails and pages show a firm's logo to everybody",
    "invitations.show": "the address holds the invitation's token",
    "invitations.accept": "the address holds the invitation's token",
    "signing_in.begin": "leads to where people sign in",
    "signing_in.show": "where people sign in",
    "signing_in.sign_in": "where people sign in",
    "signing_in.show_code": "the second half of signing in",
    "signing_in.sign_in_with_code": "the second half of signing in",
    "signing_in.ask": "whoever is signed out already is not refused",
    "signing_in.sign_out": "whoever is signed out already is not refused",
    "authorization.show": "tells applications what is wrong before anybody signs in",
    "authorization.decide": "tells applications what is wrong before anybody signs in",
    "oauth.token": "applications bring credentials of their own",
    "oauth.revoke_token": "applications bring credentials of their own",
    "oauth.describe": "what it can do is no secret",
    "passwords.ask": "for those who cannot sign in",
    "passwords.send": "for those who cannot sign in",
    "passwords.show": "the address holds a token that was mailed",
    "passwords.reset": "the address holds a token that was mailed",
    "portal.welcome": "the address holds the intake link's token",
    "portal.done": "the address holds the intake link's token",
    "portal.elsewhere": "it leads to the welcome, by the token that the address holds",
    "portal.lost": "it tells that the address is not whole",
    "portal.colors": "the colours that pages have are no secret",
    "answering.resume": "the address holds the intake link's token",
    "answering.part": "the address holds the intake link's token",
    "answering.answer_part": "the address holds the intake link's token",
    "answering.review": "the address holds the intake link's token",
    "answering.submit": "the address holds the intake link's token",
    "portal_checklist.show": "the address holds the intake link's token",
    "portal_checklist.progress": "the address holds the intake link's token",
    "portal_checklist.remove": "the address holds the intake link's token",
    "uploading.issue": "the address holds the intake link's token",
    "uploading.confirm": "the address holds the intake link's token",
    "web.static": "styles and scripts of the pages",
    "clio_callback.callback": "the address holds the state that we gave out",
    "lawmatics_callback.callback": "the address holds the state that we gave out",
    "clio_inbound.webhooks": "Clio signs what it sends",
    "lawmatics_inbound.webhooks": "Lawmatics signs what it sends",
    "clio_deauthorized.deauthorize": "only a hint, upon which Clio itself is asked",
    "twilio.status": "Twilio signs what it sends",
    "twilio.inbound": "Twilio signs what it sends",
    "operations.healthz": "asked by the platform",
    "operations.readyz": "asked by the platform",
    "metrics.show": "asked by dashboards, which bring a token of their own",
}
"""Every route that wants no key, and why."""


@dataclass(frozen=True)
class Module:
    """One of our modules: its dotted name and its text."""

    name: str
    text: str
    package: bool = False

    @cached_property
    def tree(self):
        return ast.parse(self.text)

    @property
    def wing(self):
        """The wing it belongs to, None outside of all."""
        parts = self.name.split(".")
        return parts[1] if parts[0] == "intake" and len(parts) > 1 and parts[1] in WINGS else None

    @property
    def feature(self):
        """The feature it belongs to, None outside of all."""
        parts = self.name.split(".")
        return parts[2] if self.wing and len(parts) > 2 and parts[2] in WINGS[self.wing] else None

    @property
    def file(self):
        """Which of a feature's files it is: `actions`."""
        return self.name.rpartition(".")[2] if self.feature and self.name.count(".") > 2 else None

    @cached_property
    def imports(self):
        """The full names of the modules it imports."""
        return {name for node in ast.walk(self.tree) for name in self._imported_by(node)}

    def _imported_by(self, node):
        if isinstance(node, ast.Import):
            return [alias.name for alias in node.names]
        if not isinstance(node, ast.ImportFrom):
            return []
        package = self.name.split(".") if self.package else self.name.split(".")[:-1]
        near = package[: len(package) - node.level + 1] if node.level else []
        origin = ".".join([*near, *filter(None, [node.module])])
        # `from x import y` may mean the module x.y
        return [origin, *(f"{origin}.{alias.name}" for alias in node.names)]

    def calls(self, within=None):
        return [node for node in ast.walk(within or self.tree) if isinstance(node, ast.Call)]


def modules():
    """Every module of the application."""
    folders = chain(ROOT.glob("*.py"), *(ROOT.glob(f"{folder}/**/*.py") for folder in ("intake", "config")))
    for path in folders:
        parts = path.relative_to(ROOT).with_suffix("").parts
        package = parts[-1] == "__init__"
        yield Module(".".join(parts[:-1] if package else parts), path.read_text(encoding="utf-8"), package)


EVERY = {module.name for module in modules()}


def ours(names):
    """Those of the names that are modules of ours."""
    return {Module(name, "") for name in names & EVERY}


def below(name, *packages):
    return any(name == package or name.startswith(f"{package}.") for package in packages)


RULES = {}


def rule(**breaking):
    """A rule over all modules; `breaking` is a module, its dots as underscores, that breaks it."""
    ((name, text),) = breaking.items()

    def register(check):
        RULES[check.__name__] = check, Module(name.replace("__", "."), text)
        return check

    return register


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
                yield f"imports {other.name}, which does not stand below it"


@rule(intake__cases__matters__actions="from intake.cases.matters.routes import matters")
def leaves_are_imported_by_the_tables_alone(module):
    if module.name not in TABLES:
        for other in ours(module.imports):
            if other.file in LEAVES and other.name != module.name:
                yield f"imports the leaf {other.name}"


@rule(intake__cases__matters__actions="from intake.listeners import LISTENERS")
def tables_are_imported_by_what_sets_them_going(module):
    if not below(module.name, *ENGINES):
        yield from (f"imports the table {table}" for table in TABLES if table in module.imports)


@rule(intake__core__clock="from intake.accounts.firms.models import Firm")
def core_and_gateways_know_no_feature(module):
    allowed = {"intake.core": ("intake.core",), "intake.gateways": ("intake.core", "intake.gateways")}
    for package, may in allowed.items():
        if below(module.name, package):
            yield from (f"imports {name}" for name in module.imports if below(name, "intake") and name != "intake"
                        and not below(name, *may))


@rule(intake__cases__uploads__actions="import requests")
def only_gateways_open_sockets(module):
    if not below(module.name, "intake.gateways"):
        yield from (f"imports {name}" for name in module.imports if below(name, *SOCKETS))


@rule(intake__cases__uploads__actions="from redis import Redis")
def only_the_core_and_the_engines_speak_to_our_servers(module):
    if not below(module.name, *NEAR_SERVERS):
        yield from (f"imports {name}" for name in module.imports if below(name, *SERVERS))


@rule(intake__cases__matters__routes="def show(caller, matter_id):\n    return Matter.get_by_id(matter_id)")
def records_are_read_through_their_firm(module):
    if module.file in ("actions", "routes", "jobs", "pages"):
        for call in module.calls():
            receiver = call.func.value if isinstance(call.func, ast.Attribute) else None
            if isinstance(receiver, ast.Name) and MODEL.fullmatch(receiver.id) and call.func.attr in READS:
                yield f"line {call.lineno}: {receiver.id}.{call.func.attr}() asks past the firm"


@rule(intake__cases__uploads__actions="from intake.gateways.storage import storage\n"
                                      "with db.atomic():\n    storage.delete(key)")
def nothing_waits_on_the_network_inside_a_transaction(module):
    outward = {alias.asname or alias.name for node in ast.walk(module.tree) if isinstance(node, ast.ImportFrom)
               and below(node.module or "", *OUTWARD) for alias in node.names}
    for block in (node for node in ast.walk(module.tree) if isinstance(node, ast.With)):
        if any("atomic" in ast.unparse(item.context_expr) for item in block.items):
            for call in chain.from_iterable(module.calls(statement) for statement in block.body):
                first = ast.unparse(call.func).split(".")[0]
                if first in outward:
                    yield f"line {call.lineno}: {ast.unparse(call.func)} inside a transaction"


@rule(intake__cases__clients__actions="from peewee import IntegrityError")
def races_become_an_error_in_one_place(module):
    if module.name != "intake.core.db" and re.search(r"\bIntegrityError|UniqueViolation\b", module.text):
        yield "handles a broken constraint itself; `refusing` of intake.core.db does"


@rule(intake__cases__matters__actions="def archive():\n    from intake.cases.search import models")
def imports_stand_at_the_top(module):
    for function in ast.walk(module.tree):
        if isinstance(function, ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda):
            yield from (f"line {node.lineno}: an import inside a function" for node in ast.walk(function)
                        if isinstance(node, ast.Import | ast.ImportFrom))


@rule(intake__cases__matters__utils='"""All sorts."""')
def names_say_what_is_inside(module):
    yield from (f"is called {part}" for part in module.name.split(".") if part in VAGUE)


@rule(intake__cases__parties__models='"""A folder that no plan knows."""')
def folders_are_wings_and_features_of_the_plan(module):
    parts = module.name.split(".")
    if parts[0] == "intake" and len(parts) > 1 and module.name not in TABLES:
        if not module.wing:
            yield "belongs to no wing of intake.WINGS"
        elif len(parts) > 3 and WINGS[module.wing] and not module.feature:
            yield "belongs to no feature of intake.WINGS"


def test_every_wing_and_feature_of_the_plan_exists():
    assert {path.parent.name for path in ROOT.glob("intake/*/__init__.py")} == {*WINGS}
    folders = {f"{wing}/{feature}" for wing, features in WINGS.items() for feature in features}
    assert not [folder for folder in folders if not (ROOT / "intake" / folder / "__init__.py").exists()]


@rule(intake__cases__matters__actions='"""Matters."""\ndef archive(matter):\n    matter.change()')
def what_is_public_tells_what_it_does(module):
    if not ast.get_docstring(module.tree):
        yield "has no docstring"
    if module.file in WRITTEN:
        for node in _public(module.tree):
            if not ast.get_docstring(node):
                yield f"line {node.lineno}: {node.name} has no docstring"


@rule(intake__cases__matters__actions="\n" * (MAX_LINES + 1))
def files_can_be_read_in_one_go(module):
    lines = module.text.count("\n")
    if lines > MAX_LINES:
        yield f"has {lines} lines"


def _public(tree):
    for node in ast.iter_child_nodes(tree):
        if isinstance(node, ast.FunctionDef | ast.ClassDef) and not node.name.startswith("_") and node.name != "Meta":
            yield node
            if isinstance(node, ast.ClassDef):
                yield from _public(node)


@pytest.mark.parametrize("name", RULES)
def test_rule_holds(name):
    check, _ = RULES[name]
    assert not [f"{module.name} {sentence}" for module in modules() for sentence in check(module)]


@pytest.mark.parametrize("name", RULES)
def test_rule_can_fail(name):
    check, breaking = RULES[name]
    assert [*check(breaking)]


def test_no_module_imports_itself_in_a_circle():
    graph = {module.name: module.imports & EVERY - {module.name} for module in modules()}
    while graph:
        free = {name for name, imports in graph.items() if not imports & graph.keys()}
        assert free, f"these import each other in a circle: {sorted(graph)}"
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
    assert not {endpoint for endpoint in api if contracts[endpoint].result is None}


def test_templates_hold_no_script():
    inline = re.compile(r"<script(?![^>]*\bsrc=)|\son[a-z]+\s*=|javascript:", re.IGNORECASE)
    assert inline.search("<script>alert(1)</script>")
    assert inline.search('<a onclick="x()">')
    assert not inline.search('<script src="/static/page.js" defer></script>')
    templates = [*ROOT.glob("intake/**/templates/**/*.html")]
    assert not [str(path.relative_to(ROOT)) for path in templates if inline.search(path.read_text(encoding="utf-8"))]
