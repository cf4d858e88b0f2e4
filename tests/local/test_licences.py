"""docs/licences.md and the software bill of materials list the installed packages, and no unknown licence gets in."""

import json
import subprocess
import sys

import pytest

from local import ROOT, licences
from local.requirements import DEPLOYED, versions


def test_page_names_the_licence_of_every_package():
    """If this fails, run `make lock`."""
    assert licences.PAGE.read_text() == licences.page()


@pytest.mark.parametrize(("expression", "refused"), [
    ("MIT", []), ("Apache-2.0 OR BSD-3-Clause", []), ("AGPL-3.0-only", ["AGPL-3.0-only"]),
    ("MIT AND GPL-3.0-or-later", ["GPL-3.0-or-later"]), ("MIT AND (ISC OR SSPL-1.0)", ["SSPL-1.0"]), ("", [""])])
def test_what_is_not_accepted_is_named(expression, refused):
    assert licences.unaccepted(expression) == refused


@pytest.mark.parametrize("named", ["License: Commons Clause", "License-Expression: AGPL-3.0-only", "Author: A. Silva",
                                   "License-Expression: SSPL-1.0\nClassifier: License :: OSI Approved :: MIT License"])
def test_package_with_another_licence_is_refused(named, tmp_path, monkeypatch):
    information = tmp_path / "planted-1.0.dist-info"
    information.mkdir()
    (information / "METADATA").write_text(f"Metadata-Version: 2.4\nName: planted\nVersion: 1.0\n{named}\n")
    monkeypatch.syspath_prepend(tmp_path)
    with pytest.raises(LookupError, match="planted"):
        licences.licence("planted")


def test_bill_of_materials_is_what_is_deployed():
    done = subprocess.run([sys.executable, "-m", "local.sbom"], cwd=ROOT, capture_output=True, text=True, check=True)
    bill = json.loads(done.stdout)
    assert (bill["bomFormat"], bill["specVersion"]) == ("CycloneDX", "1.6")
    assert {each["name"]: each["version"] for each in bill["components"]} == versions(*DEPLOYED)
    assert {each["purl"] for each in bill["components"]} == set(bill["dependencies"][0]["dependsOn"])
    optional = {each["name"] for each in bill["components"] if each["scope"] == "optional"}
    assert optional == versions(*DEPLOYED[1:]).keys()
    for each in bill["components"]:
        assert each["externalReferences"][0]["hashes"], each["name"]
        assert each["licenses"][0]["expression"]
