"""Validators of a storage's address, bucket and region: with others its client would not start."""

import re
from urllib.parse import urlsplit

from marshmallow import ValidationError

from .validators import url

_BUCKET = re.compile(r"[A-Za-z0-9._-]{3,63}|arn:[A-Za-z0-9.:/_-]{3,59}")
_LABEL = "(?!-)[a-z0-9-]{1,63}(?<!-)"
_HOST = re.compile(rf"(?=.{{1,255}}\Z){_LABEL}(\.{_LABEL})*\.?|[0-9a-f]*:[0-9a-f:.]+(%\w+)?")
_REGION = re.compile(r"(?![0-9]+\Z|-)[A-Za-z0-9-]{0,62}[A-Za-z0-9]")


def bucket(value):
    """Validate the name of a bucket; Amazon's access points have longer ones, which begin with `arn:`."""
    if not _BUCKET.fullmatch(value):
        raise ValidationError("Must be the name of a bucket alone, such as intake-files.")


def region(value):
    """Validate the name of a storage's region."""
    if not _REGION.fullmatch(value):
        raise ValidationError("Must be the name of a region, such as us-east-1.")


def endpoint(value):
    """Validate the address of a storage."""
    url("http", "https")(value)
    if "?" in value or "#" in value or not _HOST.fullmatch(urlsplit(value).hostname):
        raise ValidationError("Must be an address without a ? or a #, whose host has only letters from a to z, digits, "
                              "dots and hyphens.")
