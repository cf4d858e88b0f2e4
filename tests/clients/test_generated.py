"""The files generated from the OpenAPI document are up to date and completely typed."""

import json
import subprocess
import sys

from clients.generate import COLLECTION, OPERATIONS, files, operations_of
from intake.core.migrations import ROOT
from intake.operations.reference.document import document


def test_files_are_those_of_this_api(app):
    for path, text in files(document(app)).items():
        assert path.read_text(encoding="utf-8") == text, f"python -m clients.generate makes {path} anew"


def test_every_operation_is_in_both(app):
    described = list(operations_of(document(app)))
    client, collection = OPERATIONS.read_text(encoding="utf-8"), json.loads(COLLECTION.read_text(encoding="utf-8"))
    requests = [request for folder in collection["item"] for request in folder["item"]]

    assert len(requests) == len(described)
    assert all(each["value"] for request in requests for each in request["request"]["url"]["query"]
               if not each["disabled"])
    assert [request["request"]["url"]["raw"] for request in requests if "?" in request["request"]["url"]["raw"]] == [
        "{{url}}/api/v1/search?q=delgado"]
    for path, _, operation in described:
        assert f"def {operation['operationId']}(" in client or path.endswith("/connect"), path


def test_client_is_strictly_typed(tmp_path):
    checked = subprocess.run(
        [sys.executable, "-m", "mypy", "--strict", "--cache-dir", str(tmp_path), "intake_client"],
        cwd=f"{ROOT}/clients/python", capture_output=True, text=True, timeout=300)

    assert checked.returncode == 0, checked.stdout
