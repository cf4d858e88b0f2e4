"""Writes docs/licences.md: the licence of every package that an installation or a developer installs.

    python -m local.licences

A licence that is not in `ACCEPTED` is refused, so that it is reviewed before the package is used.
"""

import re
import sys
from email.message import Message
from importlib.metadata import PackageNotFoundError, metadata
from typing import cast

from local import ROOT
from local.requirements import DEPLOYED, PRODUCTION, RUN, TEST, versions

PAGE = ROOT / "docs" / "licences.md"

ACCEPTED = {"0BSD", "Apache-2.0", "BSD-2-Clause", "BSD-3-Clause", "ISC", "MIT", "MIT-0", "MIT-CMU", "MPL-2.0",
            "PSF-2.0", "LGPL-3.0-or-later", "LGPL-3.0-or-later WITH OpenSSL-exception"}
"""SPDX identifiers. All these licences allow use and changes in one's own installation, and unchanged distribution."""

KNOWN = {
    "anyascii": "ISC",  # names it as a classifier only
    "async-timeout": "Apache-2.0",  # not installed on every Python
    "axe-playwright-python": "Apache-2.0",  # names none; its repository does
    "filetype": "MIT",
    "itsdangerous": "BSD-3-Clause",
    "jinja2": "BSD-3-Clause",
    "peewee": "MIT",  # names none; its file LICENSE does
    "protobuf": "BSD-3-Clause",
    "psycopg2-binary": "LGPL-3.0-or-later WITH OpenSSL-exception",
    "pypdfium2": "BSD-3-Clause AND Apache-2.0",
    "pyrage": "MIT",  # names none; its file LICENSE does
    "python-bidi": "LGPL-3.0-or-later",  # names LGPL; its file COPYING.LESSER says which
    "python-dateutil": "Apache-2.0 OR BSD-3-Clause",
    "reportlab": "BSD-3-Clause",
    "rfc3339-validator": "MIT",
    "s3transfer": "Apache-2.0",
    "segno": "BSD-3-Clause",
    "sortedcontainers": "Apache-2.0",
    "valkey": "MIT",
}
"""The licences in the files of packages whose metadata names none, or not by an identifier."""

CLASSIFIERS = {"Apache Software License": "Apache-2.0", "MIT License": "MIT",
               "Mozilla Public License 2.0 (MPL 2.0)": "MPL-2.0"}

BUNDLED = """\
Some wheels bring libraries of others along, each with its own license: psycopg2-binary has libpq and OpenSSL, pillow
and pillow-heif have decoders of pictures. Those of pillow-heif include libheif and libde265 (LGPL-3.0) and x265
(GPL-2.0), which writes HEIC pictures and is not used. Running Intake is not affected by that; those who hand a built
image on to others also hand these on.
"""


def licence(package):
    """Return the licence of an installed package, as an SPDX expression. Raises `LookupError` if it is unclear."""
    if package in KNOWN:
        return KNOWN[package]
    try:
        named = cast(Message, metadata(package))
    except PackageNotFoundError:
        raise LookupError(f"{package} is not installed here") from None
    expression = named.get("License-Expression") or named.get("License") or ""
    if expression and not unaccepted(expression):
        return expression
    classified = {CLASSIFIERS.get(line.rpartition(" :: ")[2]) for line in named.get_all("Classifier") or []} - {None}
    if len(classified) == 1 and not named.get("License-Expression"):
        return classified.pop()
    raise LookupError(f"{package}: {expression or 'no licence'} is not accepted; see ACCEPTED and KNOWN of {__name__}")


def unaccepted(expression):
    """Return the licences of an SPDX expression that are not accepted."""
    return [each for each in re.split(r" AND | OR ", re.sub("[()]", "", expression)) if each not in ACCEPTED]


def page():
    """Return the text of docs/licences.md. Raises `LookupError` for a licence that is not accepted."""
    parts = ["# Licenses", "Made by `make lock` from the packages' own metadata; do not edit. Intake itself is under "
             "the [MIT license](../LICENSE).", BUNDLED.strip()]
    for file in [*DEPLOYED, RUN, TEST]:
        rows = "\n".join(f"| {package} | {version} | {licence(package)} |"
                         for package, version in sorted(versions(file).items()))
        title = "Production" if file == PRODUCTION else f"`{file.name}`"
        parts.append(f"## {title}\n\n| Package | Version | License |\n|---|---|---|\n{rows}")
    return "\n\n".join(parts) + "\n"


if __name__ == "__main__":
    try:
        PAGE.write_text(page(), encoding="utf-8")
    except LookupError as error:
        sys.exit(str(error))
