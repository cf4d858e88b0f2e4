"""Migrations run beside the previous version: statements that would make its requests wait or fail are refused."""

import hashlib
import re

import pytest

from .source import ROOT

STOOD_BEFORE = "0062_filled_forms_removed.sql"
"""The last migration that was merged before these rules. Migrations up to this one hold their locks longer the larger
the tables are; docs/upgrading.md says so for their version."""

ALLOWED = [
    r"CREATE TABLE (?P<made>\w+)",
    r"CREATE (?:UNIQUE )?INDEX CONCURRENTLY ",
    r"CREATE (?:UNIQUE )?INDEX (?!CONCURRENTLY)\w+ ON (?P<own>\w+)",
    r"DROP INDEX CONCURRENTLY ",
    r"ALTER INDEX \w+ ALTER COLUMN \d SET STATISTICS \d+$",
    r"CREATE (?:OR REPLACE )?(?:FUNCTION|VIEW|TRIGGER) ",
    r"INSERT INTO (?P<own>\w+)",
    r"COMMENT ON ",
    r"ALTER TABLE (?P<own>\w+) ",
]
"""Beginnings of statements; `own` has to be a table created by the same migration, unless the statement alters it."""

ALTERATIONS = [
    r"ADD COLUMN (?:IF NOT EXISTS )?\w+ [a-z]+(?:\[\])?(?: NOT NULL)?(?: DEFAULT (?:'[^']*'|[\d.]+|true|false))?",
    r"ADD CONSTRAINT \w+ (?:CHECK|FOREIGN KEY) .* NOT VALID",
    r"ADD CONSTRAINT \w+ (?:UNIQUE|PRIMARY KEY) USING INDEX \w+",
    r"VALIDATE CONSTRAINT \w+",
    r"DROP CONSTRAINT \w+",
    r"ALTER COLUMN \w+ (?:SET DEFAULT .+|DROP DEFAULT|DROP NOT NULL)",
    r"ALTER COLUMN (?P<column>\w+) SET NOT NULL",
]
"""Alterations that neither rewrite a table nor read all of it under a lock that blocks requests."""

RELEASED = {
    "0.1.0": ("0044_count_matters_beside_references.sql", "ea428c01d0d03dfa"),
    "0.2.0": ("0056_subscriptions.sql", "42ca3591104d423e"),
}
"""The last migration of each released version, and a digest of the statements up to it. Released migrations have run: a
later change to them would not reach existing databases, and new databases would differ."""

REMOVALS = r"(?:DROP (?:TABLE|TRIGGER|FUNCTION|VIEW)|ALTER TABLE \w+ DROP COLUMN) "
UNUSED_SINCE = r"-- Not used since (\d+\.\d+\.\d+)\."


def statements(text):
    """Return the statements, one per line and without comments; bodies of functions are left out."""
    bare = re.sub(r"\$\$.*?\$\$", "$$", re.sub(r"--[^\n]*", "", text), flags=re.DOTALL)
    return [" ".join(each.split()) for each in bare.split(";") if each.strip()]


def problems(text, before=(), released=()):
    """Return the problems of a migration after the migrations `before`, given these released versions."""
    found, made = [], {name for each in statements(text) for name in re.findall(r"^CREATE TABLE (\w+)", each)}
    head = text.partition("\n\n")[0]
    if not re.search(r"^-- Locks: \S", head, re.MULTILINE):
        found.append("its head has no line `-- Locks: …` that says what waits for it, and how long")
    for each in statements(text):
        if re.match(REMOVALS, each):
            unused = re.search(UNUSED_SINCE, head)
            if not unused or unused[1] not in released:
                found.append(f"{each}: its head has to say `-- Not used since …` with a version that is released")
        elif re.match(r"ALTER TABLE ", each):
            table, alteration = each.split(maxsplit=3)[2:]
            found += [f"{each}: not allowed"] if table not in made and not _is_light(table, alteration, before) else []
        else:
            match = next(filter(None, (re.match(allowed, each) for allowed in ALLOWED)), None)
            if not match or match.groupdict().get("own", next(iter(made), None)) not in made | {None}:
                found.append(f"{each}: not allowed")
    kinds = {"CONCURRENTLY" in each for each in statements(text)}
    validated = set(re.findall(r"VALIDATE CONSTRAINT (\w+)", text)) & set(re.findall(r"ADD CONSTRAINT (\w+)", text))
    return (found + ["what works CONCURRENTLY needs a migration of its own"] * (len(kinds) > 1)
            + [f"{name} has to be validated by a later migration" for name in sorted(validated)])


def _is_light(table, alteration, before):
    match = next(filter(None, (re.fullmatch(allowed, alteration) for allowed in ALTERATIONS)), None)
    if match is None or ("NOT NULL" in alteration and "ADD COLUMN" in alteration and "DEFAULT" not in alteration):
        return False
    column = match.groupdict().get("column")
    return not column or any(f"VALIDATE CONSTRAINT {table}_{column}_not_null;" in earlier for earlier in before)


def released():
    return re.findall(r"^## (\d+\.\d+\.\d+) ", (ROOT / "CHANGELOG.md").read_text(), re.MULTILINE)


def migrations():
    return sorted(ROOT.glob("migrations/*.sql"))


def test_migrations_let_the_version_before_work():
    texts, wrong = [], {}
    for file in migrations():
        texts.append(file.read_text())
        if file.name > STOOD_BEFORE and (found := problems(texts[-1], texts[:-1], released())):
            wrong[file.name] = found
    assert wrong == {}


def test_migrations_that_were_released_stay_as_they_are():
    assert {*RELEASED} == {*released()}, "Add the version that is released."
    for last, expected in RELEASED.values():
        texts = [re.sub(r"--[^\n]*", "", file.read_text()).split() for file in migrations() if file.name <= last]
        assert hashlib.sha256(repr(texts).encode()).hexdigest()[:16] == expected, last


HEAD = "-- Why.\n-- Locks: nothing.\n\n"


@pytest.mark.parametrize("statement", [
    "CREATE TABLE notes (id text); CREATE INDEX by_id ON notes (id); ALTER TABLE notes ALTER COLUMN id SET NOT NULL;",
    "CREATE TABLE notes (id text); INSERT INTO notes SELECT id FROM firms;",
    "CREATE UNIQUE INDEX CONCURRENTLY by_name ON firms (name);",
    "DROP INDEX CONCURRENTLY IF EXISTS by_name;",
    "ALTER INDEX by_name ALTER COLUMN 1 SET STATISTICS 0;",
    "ALTER TABLE firms ADD COLUMN colour text;",
    "ALTER TABLE firms ADD COLUMN marks jsonb NOT NULL DEFAULT '[]';",
    "ALTER TABLE firms ADD CONSTRAINT named CHECK (name <> '') NOT VALID;",
    "ALTER TABLE firms VALIDATE CONSTRAINT named;",
    "ALTER TABLE firms ADD CONSTRAINT by_name UNIQUE USING INDEX by_name;",
    "ALTER TABLE firms ALTER COLUMN name DROP NOT NULL;",
    "CREATE FUNCTION f() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN DELETE FROM notes; RETURN NULL; END $$;",
])
def test_what_makes_nothing_wait_is_allowed(statement):
    assert problems(HEAD + statement) == []


@pytest.mark.parametrize("statement", [
    "CREATE INDEX by_name ON firms (name);",
    "ALTER INDEX by_name SET TABLESPACE other;",
    "CREATE TABLE notes (id text); CREATE INDEX by_name ON firms (name);",
    "CREATE TABLE notes (id text); CREATE INDEX CONCURRENTLY by_name ON firms (name);",
    "ALTER TABLE firms ADD COLUMN colour text NOT NULL;",
    "ALTER TABLE firms ADD COLUMN made timestamptz DEFAULT clock_timestamp();",
    "ALTER TABLE firms ADD COLUMN colour text UNIQUE;",
    "ALTER TABLE firms ADD COLUMN colour text REFERENCES colours;",
    "ALTER TABLE firms ADD CONSTRAINT named CHECK (name <> '');",
    "ALTER TABLE firms ADD CONSTRAINT named CHECK (name <> '') NOT VALID; ALTER TABLE firms VALIDATE CONSTRAINT named;",
    "ALTER TABLE firms ALTER COLUMN website SET NOT NULL;",
    "ALTER TABLE firms ALTER COLUMN website TYPE varchar(20);",
    "ALTER TABLE firms RENAME COLUMN website TO address;",
    "ALTER TABLE firms DROP COLUMN website;",
    "DROP TABLE firms;",
    "UPDATE firms SET website = NULL;",
    "LOCK TABLE firms;",
])
def test_what_makes_requests_wait_or_fail_is_refused(statement):
    assert problems(HEAD + statement) != []


def test_heads_say_what_waits():
    assert problems("-- Why.\n\nALTER TABLE firms ADD COLUMN colour text;") != []


def test_not_null_follows_a_validated_constraint():
    statement = HEAD + "ALTER TABLE firms ALTER COLUMN website SET NOT NULL;"
    assert problems(statement, ["ALTER TABLE firms VALIDATE CONSTRAINT firms_website_not_null;"]) == []


def test_what_a_released_version_did_not_use_may_be_removed():
    statement = "-- Why.\n-- Locks: nothing.\n-- Not used since 0.2.0.\n\nALTER TABLE firms DROP COLUMN website;"
    assert problems(statement, released=["0.2.0"]) == []
    assert problems(statement, released=["0.1.0"]) != []
