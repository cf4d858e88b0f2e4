"""Every code block of docs/quickstart.md works unchanged."""

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from intake.cases.uploads.models import Upload
from intake.core.migrations import ROOT
from tests.builders import PDF

BLOCKS = re.findall(r"```(sh|python)\n(.*?)```", (Path(ROOT) / "docs" / "quickstart.md").read_text("utf-8"), re.S)
PROGRAMS = {"python": [sys.executable, "-c"], "sh": ["bash", "-euo", "pipefail", "-c"]}


@pytest.mark.skipif(not (shutil.which("curl") and shutil.which("jq")), reason="needs curl and jq")
def test_blocks_work_one_after_the_other(server, firm, key_of, tmp_path):
    (tmp_path / "report.pdf").write_bytes(PDF)
    environment = {"PATH": os.environ["PATH"], "INTAKE_URL": server.url, "INTAKE_KEY": key_of(firm),
                   "PYTHONPATH": f"{ROOT}/clients/python"}
    python = "\n".join(text for language, text in BLOCKS if language == "python")
    shell = [text for language, text in BLOCKS if language == "sh" and "export INTAKE_KEY" not in text]
    for language, text in (("python", python), *(("sh", text) for text in shell)):
        done = subprocess.run([*PROGRAMS[language], text], cwd=tmp_path, env=environment, capture_output=True,
                              text=True, timeout=120)
        assert done.returncode == 0, f"{text}\n{done.stdout}\n{done.stderr}"

    assert len(shell) == 5
    assert Upload.of(firm).count() == 2
