"""The certificate of an erasure: what was erased and when, in numbers and digests, without personal data."""

import hashlib
import io
import json

from flask import current_app

from intake.accounts.firms.models import Firm
from intake.core.clock import iso
from intake.core.languages import ENGLISH
from intake.core.pdf_pages import Column, PdfPages
from intake.web.formatting import format_number
from intake.web.translation import translator

from .names import KIND_NAMES, PLATFORM_NAMES, STAYS, TABLE_NAMES

VERSION = 1


def make_certificate(erasure, finished_at):
    """Return the certificate of a complete erasure, as a dict of JSON values."""
    digests = dict(erasure.digests)
    name = digests.pop("firm_name", None) or Firm.fetch(erasure.firm_id).name
    elsewhere: dict[str, int] = {}
    for each in erasure.elsewhere:
        elsewhere[each["platform"]] = elsewhere.get(each["platform"], 0) + 1
    return {
        "version": VERSION, "erasure_id": erasure.id, "firm": {"id": erasure.firm_id, "name": name},
        "kind": erasure.kind, "record_id": erasure.record_id, "asked_by": erasure.asked_by,
        "asked_at": iso(erasure.created_at), "confirmed_by": erasure.confirmed_by,
        "confirmed_at": iso(erasure.confirmed_at), "finished_at": iso(finished_at), "rows": erasure.erased,
        **digests, "elsewhere": elsewhere, "backups_kept_days": backups_kept_days()}


def sha256_of(certificate):
    """Return the digest of a certificate: of its JSON with sorted names and without spaces."""
    return hashlib.sha256(json.dumps(certificate, sort_keys=True, separators=(",", ":")).encode()).hexdigest()


def backups_kept_days():
    """Return for how many days backups still contain the erased data; None where Intake makes no backups."""
    settings = current_app.extensions["settings"]
    return settings.backup_keep_days if settings.backup_target else None


def certificate_pdf(certificate, language=ENGLISH):
    """Return the certificate as a PDF, the same bytes for the same certificate."""
    _, file = translator(language), io.BytesIO()
    with PdfPages(file, certificate["firm"]["name"], _("Certificate of erasure"), language=language,
                  translate=_, foot=certificate["erasure_id"], repeatable=True) as pages:
        pages.title(_("Certificate of erasure"), certificate["erasure_id"])
        pages.paragraph(_("Everything below was erased from this installation of Intake. This certificate has numbers "
                          "and digests, and no personal data."))
        pages.table([Column("", 1.2), Column("", 2)], [
            (_("What was erased"), f"{_(KIND_NAMES[certificate['kind']])} {certificate['record_id']}"),
            (_("Asked for"), f"{certificate['asked_at']} · {certificate['asked_by'] or '–'}"),
            (_("Confirmed"), f"{certificate['confirmed_at']} · {certificate['confirmed_by'] or '–'}"),
            (_("Completed"), certificate["finished_at"])])
        pages.heading(_("Records"))
        pages.table([Column(_("Kind"), 3), Column(_("Number"), 1, right=True)],
                    [(_(TABLE_NAMES.get(table, table)), format_number(number, language))
                     for table, number in sorted(certificate["rows"].items())])
        pages.heading(_("Digests"))
        records, files = (format_number(certificate.get(name, 0), language) for name in ("records", "files"))
        pages.table([Column("", 1.2), Column("", 2)], [
            (_("Ids of the records"), f"{records} · {certificate.get('records_sha256', '–')}"),
            (_("Files"), f"{files} · {certificate.get('files_sha256', '–')}"),
            (_("This certificate"), sha256_of(certificate))])
        pages.paragraph(_("Each digest is the SHA-256 of the sorted values, one per line. The digest of this "
                          "certificate is in the audit log, whose chain seals it."), quiet=True)
        pages.heading(_("What stays"))
        pages.paragraph(_(STAYS["audit_entries"]))
        days = certificate["backups_kept_days"]
        if not days:
            pages.paragraph(_(STAYS["other_backups"]))
        elif days == 1:
            pages.paragraph(_("Backups keep it for 1 more day."))
        else:
            pages.paragraph(_("Backups keep it for {days} more days.", days=days))
        for platform, number in certificate["elsewhere"].items():
            name = PLATFORM_NAMES.get(platform, platform)
            if number == 1:
                pages.paragraph(_("{platform} has 1 record of its own; erase it there.", platform=name))
            else:
                pages.paragraph(_("{platform} has {number} records of its own; erase them there.", platform=name,
                                  number=number))
    return file.getvalue()
