"""The dashboard, the alerts and the runbook of deploy/monitoring refer only to existing things."""

import json
import re
import shutil
import subprocess

import pytest
import yaml

from intake.core.db import db
from tests.source import ROOT

from .test_metrics import TOKEN, ask, with_token  # noqa: F401

MONITORING = ROOT / "deploy" / "monitoring"
_ALERTS = yaml.safe_load((MONITORING / "alerts.yml").read_text(encoding="utf-8"))
RULES = {rule["alert"]: rule for group in _ALERTS["groups"] for rule in group["rules"]}
PANELS = [panel for panel in json.loads((MONITORING / "dashboard.json").read_text(encoding="utf-8"))["panels"]
          if panel["type"] != "row"]

_NAME = re.compile(r"\bintake_\w+")

SERIES = {
    "IntakeUnexpectedErrors": {'intake_requests_total{route="/x",status="500"}': "_x5 1x20"},
    "IntakeDeliveriesFail": {'intake_delivery_attempts_total{outcome="delivered"}': "0+1x80",
                             'intake_delivery_attempts_total{outcome="5xx"}': "0+2x80"},
    "IntakeFilesUnscanned": {'intake_scans_total{outcome="unavailable"}': "0+1x80", "intake_scan_backlog": "3x80"},
    "IntakeDatabaseConnections": {"intake_database_connections": "90x80",
                                  "intake_database_connections_limit": "97x80"},
    "IntakeAuditNotChained": {"intake_audit_oldest_seconds": "200x80", "intake_workers": "1x80"},
    "IntakeServiceDown": {'intake_service_up{service="database"}': "0x80",
                          'intake_service_up{service="worker"}': "0x80", 'intake_service_up{service="backup"}': "0x80"},
    "IntakeWorkerAway": {"intake_workers": "0x80", 'intake_service_up{service="database"}': "1x80"},
    "IntakeBackupLate": {'intake_service_up{service="backup"}': "0x80",
                         'intake_service_up{service="database"}': "1x80"},
    "IntakeScheduleLate": {'intake_schedule_last_success_timestamp_seconds{line="a"}': "1x80",
                           'intake_schedule_interval_seconds{line="a"}': "300x80"},
    "IntakeTasksRetried": {'intake_tasks_total{task="a",outcome="retried"}': "0 2 3 3 3 3 3 4x14 5x14 6x14 7x14 8x20",
                           'intake_tasks_total{task="a",outcome="done"}': "5x80"},
    "IntakeMailsNotSent": {'intake_mails_total{outcome="refused"}': "0x50 3x30",
                           'intake_mails_total{outcome="sent"}': "5x50 8x30"},
    "IntakeTasksWait": {'intake_tasks_oldest_seconds{queue="files"}': "1000x80"},
}
"""Alerts with more complex expressions than a comparison, and figures, one per minute, with which they fire."""

QUIET = {
    "IntakeWorkerAway": {"intake_workers": "0x80", 'intake_service_up{service="database"}': "0x80"},
    "IntakeMailsNotSent": {'intake_mails_total{outcome="refused"}': "0x50 2x30",
                           'intake_mails_total{outcome="sent"}': "5x80"},
    "IntakeBackupLate": {'intake_service_up{service="backup"}': "0x80",
                         'intake_service_up{service="database"}': "0x80"},
}
"""Figures with which they do not fire: mistyped addresses in a quiet hour, and an unavailable or read-only Postgres."""


def test_metrics_of_alerts_and_dashboard_exist(with_token, ask):  # noqa: F811
    shown = set(re.findall(r"^# TYPE (\w+) ", ask(f"Bearer {TOKEN}").text, re.MULTILINE))
    shown |= {f"{name}_bucket" for name in shown}
    expressions = {name: rule["expr"] for name, rule in RULES.items()}
    expressions |= {panel["title"]: " ".join(query["expr"] for query in panel["targets"]) for panel in PANELS}

    assert {name: set(_NAME.findall(text)) - shown for name, text in expressions.items()
            if set(_NAME.findall(text)) - shown} == {}
    assert len(PANELS) > 20
    assert all(_NAME.findall(text) for name, text in expressions.items() if name != "IntakeDown")


def test_runbook_has_a_command_and_steps_for_each_alert():
    chapters = dict(re.findall(r"^## (\w+)\n(.*?)(?=^## |\Z)", (ROOT / "docs/runbook.md").read_text(encoding="utf-8"),
                               re.MULTILINE | re.DOTALL))

    assert list(chapters) == list(RULES)
    for name, chapter in chapters.items():
        meaning, command, steps = re.split(r"```(?:sh)?\n", chapter)
        assert all((meaning.strip(), command.strip(), steps.lstrip().startswith("- "))), name
        assert RULES[name]["annotations"]["runbook"] == f"docs/runbook.md#{name.lower()}"
        assert RULES[name]["labels"]["severity"] in ("critical", "warning", "info")


def test_statements_of_the_guides_run(app):
    texts = "".join((ROOT / f"docs/{guide}.md").read_text(encoding="utf-8") for guide in ("runbook", "operating"))
    statements = re.findall(r'--command "([^"]+)"', texts)

    assert len(statements) > 10
    for statement in statements:
        assert db.execute_sql(statement).description, statement


def test_commands_of_the_guides_exist(app):
    texts = "".join(guide.read_text(encoding="utf-8") for guide in ROOT.glob("docs/*.md"))
    named = set(re.findall(r"(?:^|`|\$ |web )flask ([a-z-]+)(?: ([a-z-]+))?", texts, re.MULTILINE))
    groups = {name: getattr(command, "commands", None) for name, command in app.cli.commands.items()}

    assert len(named) >= 20
    assert [f"flask {name} {part}" for name, part in sorted(named)
            if name not in groups or (groups[name] is not None and part not in groups[name])] == []


@pytest.mark.skipif(shutil.which("promtool") is None, reason="needs promtool (Debian: apt-get install prometheus)")
def test_alerts_fire(tmp_path):
    (tmp_path / "test.yml").write_text(yaml.safe_dump({"rule_files": [str(MONITORING / "alerts.yml")], "tests": [
        {"interval": "1m", "input_series": [{"series": name, "values": values} for name, values in series.items()],
         "promql_expr_test": [{"expr": f'count(ALERTS{{alertname="{alert}",alertstate="firing"}})', "eval_time": at,
                               "exp_samples": [{"value": 1}] if series is SERIES.get(alert) else []}]}
        for alert, series in [*SERIES.items(), *QUIET.items()]
        for at in ("14m" if alert == "IntakeUnexpectedErrors" else "75m",)]}))

    ran = subprocess.run(["promtool", "test", "rules", str(tmp_path / "test.yml")], capture_output=True, text=True)

    assert ran.returncode == 0, ran.stdout + ran.stderr
