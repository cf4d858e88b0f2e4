"""Schemas of engagement letters."""

from typing import ClassVar

from marshmallow import Schema, ValidationError, validate, validates_schema

from intake.core import fields
from intake.core.languages import ENGLISH, LANGUAGES
from intake.core.schemas import Body, Patch

from .merge_fields import WRITTEN, problems_of
from .states import (
    LIFETIME_DAYS,
    LONGEST_LIFETIME_DAYS,
    MAX_NAME,
    MAX_REASON,
    MAX_SIGNERS,
    MAX_TEXT,
    MAX_VALUE,
    SIGNER_STATUSES,
    STATUSES,
)

_CODES = tuple(LANGUAGES)


def check_fields(text):
    """Raise `ValidationError` with the place of every field that there is not."""
    if problems := problems_of(text or ""):
        raise ValidationError([problem.message for problem in problems])


TemplateTextIn = type("LetterTextIn", (Body,), {
    "__doc__": "The text by language; where a language is missing, letters are in English.",
    "__module__": __name__} | {code: fields.Text(MAX_TEXT, required=code == ENGLISH, allow_none=code != ENGLISH,
                                                 validate=check_fields) for code in _CODES})


class LetterTemplateIn(Body):
    READ_ONLY = ("id", "fields", "created_at", "updated_at")

    name = fields.Text(MAX_NAME, required=True)
    text = fields.Nested(TemplateTextIn, required=True)


class LetterTemplatePatch(Patch, LetterTemplateIn):
    pass


LetterText = type("LetterText", (Schema,), {"__module__": __name__} | {
    code: fields.String(allow_none=code != ENGLISH, dump_default=None) for code in _CODES})


class LetterTemplateOut(Schema):
    id = fields.String()
    name = fields.String()
    text = fields.Nested(LetterText)
    created_at = fields.Timestamp()
    updated_at = fields.Timestamp()


class SignerIn(Body):
    """Somebody who signs; they sign in the order of the list."""

    READ_ONLY = ("id", "status", "is_client", "mail_error", "invited_at", "signed_at", "declined_reason")

    name = fields.Text(MAX_NAME, required=True)
    email = fields.EmailAddress(required=True)
    language = fields.Choice(_CODES)


ValuesIn = type("LetterValuesIn", (Body,), {
    "__doc__": "What the firm writes for this letter, by field.", "__module__": __name__} | {
    name: fields.Text(MAX_VALUE, allow_none=True) for name in WRITTEN})


class _LetterFields(Body):
    READ_ONLY: ClassVar[tuple[str, ...]] = (
        "id", "matter_id", "status", "document", "sealed", "sent_at", "expires_at", "void_reason", "created_at",
        "updated_at")

    title = fields.Text(MAX_NAME, not_blank=True)
    text = fields.Text(MAX_TEXT, not_blank=True, validate=check_fields)
    values = fields.Nested(ValuesIn)
    signers = fields.List(fields.Nested(SignerIn), validate=validate.Length(1, MAX_SIGNERS))
    expires_in_days = fields.Integer(load_default=LIFETIME_DAYS, validate=validate.Range(1, LONGEST_LIFETIME_DAYS))


class LetterIn(_LetterFields):
    """Either `template_id` or `text`."""

    template_id = fields.Text(40, not_blank=True)
    language = fields.Choice(_CODES)
    signers = fields.List(fields.Nested(SignerIn), required=True, validate=validate.Length(1, MAX_SIGNERS))

    @validates_schema
    def _has_a_text(self, data, **_):
        if "template_id" in data and "text" in data:
            raise ValidationError("May not be given together with text.", "template_id")
        if "template_id" not in data and "text" not in data:
            raise ValidationError("This or template_id is needed.", "text")


class LetterPatch(Patch, _LetterFields):
    READ_ONLY = (*_LetterFields.READ_ONLY, "template_id", "language")


class VoidIn(Body):
    reason = fields.Text(MAX_REASON, allow_none=True)


class SignerOut(Schema):
    id = fields.String()
    name = fields.String()
    email = fields.String()
    language = fields.Choice(_CODES)
    is_client = fields.Boolean()
    status = fields.Choice(SIGNER_STATUSES)
    mail_error = fields.String(allow_none=True)
    invited_at = fields.Timestamp(allow_none=True)
    signed_at = fields.Timestamp(allow_none=True)
    declined_reason = fields.String(allow_none=True)


class _DocumentOut(Schema):
    sha256 = fields.String()
    size_bytes = fields.Integer()


class _SealedOut(_DocumentOut):
    sealed_at = fields.Timestamp()


LetterValues = type("LetterValues", (Schema,), {"__module__": __name__} | {
    name: fields.StringOrAbsent() for name in WRITTEN})


class LetterRow(Schema):
    """A letter in the list."""

    id = fields.String()
    matter_id = fields.String()
    template_id = fields.String(allow_none=True)
    title = fields.String()
    language = fields.Choice(_CODES)
    status = fields.Choice(STATUSES)
    signers = fields.List(fields.Nested(SignerOut))
    sent_at = fields.Timestamp(allow_none=True)
    expires_at = fields.Timestamp(allow_none=True)
    created_at = fields.Timestamp()
    updated_at = fields.Timestamp()


class LetterOut(LetterRow):
    """A letter."""

    text = fields.String()
    values = fields.Nested(LetterValues, attribute="field_values")
    expires_in_days = fields.Integer()
    document = fields.Nested(_DocumentOut, allow_none=True)
    sealed = fields.Nested(_SealedOut, allow_none=True)
    void_reason = fields.String(allow_none=True)


class LetterFile(Schema):
    """Where the PDF can be downloaded, for five minutes."""

    url = fields.String()
    expires_at = fields.Timestamp()
    sha256 = fields.String()
    sealed = fields.Boolean()


class _EventsVerified(Schema):
    count = fields.Integer()
    ok = fields.Boolean()
    first_bad = fields.Integer(allow_none=True)


class _DocumentVerified(Schema):
    sha256 = fields.String()
    ok = fields.Boolean()


class _SealVerified(Schema):
    sha256 = fields.String()
    ok = fields.Boolean()
    begins_with_document = fields.Boolean()
    signature_valid = fields.Boolean()
    covers_whole_file = fields.Boolean()
    certificate = fields.String(allow_none=True)
    certificate_sha256 = fields.String(allow_none=True)
    signed_at = fields.Timestamp(allow_none=True)
    time_stamped_at = fields.Timestamp(allow_none=True)


class LetterVerified(Schema):
    """The result of verifying the stored files, the seal and the events."""

    ok = fields.Boolean()
    status = fields.Choice(STATUSES)
    document = fields.Nested(_DocumentVerified, allow_none=True)
    seal = fields.Nested(_SealVerified, allow_none=True)
    events = fields.Nested(_EventsVerified)


class _MatterNamed(Schema):
    id = fields.String()
    title = fields.String()


class _LetterNamed(Schema):
    id = fields.String()
    title = fields.String()
    status = fields.Choice(STATUSES)


class _SignerNamed(Schema):
    id = fields.String()
    name = fields.String()


class LetterEventOut(Schema):
    """The payload of `letter.*` events; `signer` is null unless it is about one of them."""

    matter = fields.Nested(_MatterNamed)
    letter = fields.Nested(_LetterNamed)
    signer = fields.Nested(_SignerNamed, allow_none=True)
