"""The workflow of the code host and its settings for updates."""

import json
import re

import jsonschema
import pytest

from tests.smoke.interpreters import SUPPORTED

from .files import SCHEMAS, data, text


@pytest.mark.parametrize(("path", "schema"), [
    ("compose.yaml", "compose-spec"), (".github/workflows/ci.yml", "github-workflows"),
    (".github/dependabot.yml", "dependabot")])
def test_file_follows_its_published_schema(path, schema):
    published = json.loads((SCHEMAS / f"{schema}.json").read_text(encoding="utf-8"))
    validator = jsonschema.validators.validator_for(published)(published)
    # YAML 1.1 reads the key `on` as a boolean, which is no key in JSON.
    content = {"on" if key is True else key: value for key, value in data(path).items()}

    assert [error.message for error in validator.iter_errors(content)] == []


def test_every_supported_python_runs_what_ci_runs():
    job = data(".github/workflows/ci.yml")["jobs"]["test"]

    assert job["strategy"]["matrix"]["python"] == list(SUPPORTED)
    assert {"run": "bash .ci/run", "env": {"CI": "true"}} in job["steps"]


def test_actions_are_pinned_by_commit():
    used = re.findall(r"uses: (.*)", text(".github/workflows/ci.yml"))
    assert used
    assert all(re.fullmatch(r"[\w/-]+@[0-9a-f]{40}  # v[\d.]+", action) for action in used)


def test_updates_reach_every_kind_of_dependency():
    kinds = {update["package-ecosystem"] for update in data(".github/dependabot.yml")["updates"]}
    assert kinds == {"pip", "docker", "docker-compose", "github-actions"}
