"""Fixtures of the tests of templates."""

import pytest

from intake.cases.templates.library import built_ins

PASSPORT = {"name": "Passport", "description": "To know you.", "instructions": "1. Open it.\n2. Take a photo.",
            "category": "Identity", "required": False, "accepted_types": ["image/*"], "max_file_size_mb": 10,
            "translations": {"es": {"name": "Pasaporte", "category": "Identidad"}}}
TAXES = {"name": "Tax return"}
QUESTION = {"id": "married", "type": "yes_no", "label": "Are you married?"}


@pytest.fixture
def built_in():
    """A built-in template by its case type: `built_in("custody_only")`."""
    return lambda case_type: next(each for each in built_ins().values() if each["case_type"] == case_type)
