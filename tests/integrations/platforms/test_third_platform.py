"""Adding a platform takes one folder and its name in the registry: no other module names a platform."""

import ast
import re
from pathlib import Path

import intake.integrations
from intake.integrations.platforms.contract import WebhookFormat
from intake.integrations.platforms.registry import PLATFORMS

WING = Path(intake.integrations.__file__).parent


def test_only_the_registry_names_a_platform():
    naming = {str(file.relative_to(WING)) for file in WING.rglob("*.py")
              if file.parent.name not in PLATFORMS and _names_one(file)}

    assert naming == {"platforms/registry.py"}


def test_every_platform_has_a_webhook_format():
    assert PLATFORMS.keys() == {"clio", "lawmatics"}
    assert all(isinstance(platform.webhooks, WebhookFormat) for platform in PLATFORMS.values())


def _names_one(file):
    """Whether the code, except docstrings and comments, names a platform."""
    tree = ast.parse(file.read_text())
    for node in ast.walk(tree):
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant):
            node.value.value = ""
    return bool(re.search("|".join(PLATFORMS), ast.unparse(tree), re.IGNORECASE))
