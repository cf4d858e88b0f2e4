"""Validators of the names of buckets and regions: with others the client of the storage would not start."""

import re

from marshmallow import ValidationError

_BUCKET = re.compile(r"[A-Za-z0-9._-]{3,63}|arn:[A-Za-z0-9.:/_-]{3,59}")
_REGION = re.compile(r"(?![0-9]+\Z|-)[A-Za-z0-9-]{0,62}[A-Za-z0-9]")


def bucket(value):
    """Validate the name of a bucket; Amazon's access points have longer ones, which begin with `arn:`."""
    if not _BUCKET.fullmatch(value):
        raise ValidationError("Must be the name of a bucket alone, such as intake-files.")


def region(value):
    """Validate the name of a storage's region."""
    if not _REGION.fullmatch(value):
        raise ValidationError("Must be the name of a region, such as us-east-1.")
