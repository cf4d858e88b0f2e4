"""A third platform is one more folder: what all platforms share knows none of them by name."""

import ast
import re
from pathlib import Path

import intake.integrations.platforms
from intake.integrations.platforms.inbound.dialects import DIALECTS
from intake.integrations.platforms.platforms import PLATFORMS

FOLDER = Path(intake.integrations.__file__).parent
TABLES = {"platforms.py", "inbound/dialects.py"}
"""Where a platform's name is entered."""


def test_only_the_tables_name_a_platform():
    naming = {str(file.relative_to(FOLDER)) for file in FOLDER.rglob("*.py")
              if file.relative_to(FOLDER).parts[0] not in PLATFORMS and _names_one(file)}

    assert naming == TABLES


def test_every_platform_is_in_both_tables():
    assert PLATFORMS.keys() == DIALECTS.keys()


def _names_one(file):
    """Whether the code, docstrings and comments apart, names a platform."""
    tree = ast.parse(file.read_text())
    for node in ast.walk(tree):
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant):
            node.value.value = ""
    return bool(re.search("|".join(PLATFORMS), ast.unparse(tree), re.IGNORECASE))
