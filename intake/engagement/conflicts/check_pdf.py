"""A conflict check as a PDF, with what the reader may see."""

from io import BytesIO

from flask import Response

from intake.accounts.firms.models import Firm
from intake.core.clock import now
from intake.core.content_types import PDF
from intake.core.filenames import attachment
from intake.core.pdf_pages import Column, PdfPages
from intake.web.formatting import format_moment
from intake.web.translation import translator

from .wording import ALL_COMPARED, DECISIONS, KINDS, NOT_ALL_COMPARED, OPEN, PARTS, REASONS, ROLES, STATUSES


def check_response(caller, check, language):
    """Return the response with the check, whose `shown_terms` and `shown_hits` are those of the caller."""
    return Response(_make_pdf(Firm.fetch(caller.firm_id), check, language), mimetype=PDF, headers={
        "Content-Disposition": attachment(f"conflict-check-{check.id}.pdf")})


def _make_pdf(firm, check, language):
    _, file = translator(language), BytesIO()

    def moment(when):
        return format_moment(when, firm.timezone, language)

    printed = _("Printed on {moment}", moment=moment(now()))
    title = _("Conflict check")
    with PdfPages(file, firm.name, title, language=language, translate=_, foot=printed) as pages:
        pages.title(title, " · ".join(filter(None, (check.id, moment(check.created_at), check.creator_name))))
        pages.heading(_("Decision"))
        pages.paragraph(_(DECISIONS.get(check.decision, OPEN)))
        if check.decided:
            pages.paragraph(" · ".join(filter(None, (
                moment(check.decided_at), check.decider_name, check.document_id))), quiet=True)
            if check.note:
                pages.paragraph(check.note)
        pages.heading(_("Searched for"))
        pages.paragraph(" · ".join(dict.fromkeys(each["text"] for each in check.shown_terms)))
        pages.heading(_("Found"))
        if check.shown_hits:
            pages.table([Column(_("Score"), 0.35, right=True), Column(_("Name found"), 1.3), Column(_("Searched for")),
                         Column(_("Why"), 1.1), Column(_("Where"), 1.3)],
                        [_row(hit, _) for hit in check.shown_hits])
        else:
            pages.paragraph(_("Nothing was found."))
        pages.paragraph(_(ALL_COMPARED if check.complete else NOT_ALL_COMPARED), quiet=True)
        versions = check.versions
        libraries = ", ".join(f"{name} {version}" for name, version in sorted(versions["libraries"].items()))
        pages.paragraph(_("Index {index}, thresholds {person} and {company} of 100, {libraries}", libraries=libraries,
                          index=versions["index"], **versions["thresholds"]), quiet=True)
    return file.getvalue()


def _row(hit, _):
    kind = _(KINDS[hit["kind"]])
    if not hit["visible"]:
        return "", _("Hidden"), "", "", f"{kind}: {_('Ask {people}', people=', '.join(hit['ask']))}"
    about = [kind, hit.get("title") if hit.get("title") != hit["found"] else None,
             hit["name"] if hit["name"] != hit["found"] else None,
             _(ROLES[hit["role"]]) if hit.get("role") in ROLES else hit.get("role"),
             _(STATUSES[hit["status"]]) if hit.get("status") in STATUSES else None]
    part = f" ({_(PARTS[hit['part']])})" if hit["part"] in PARTS else ""
    why = ", ".join(_(REASONS[each]) for each in hit["reasons"])
    return str(hit["score"]), hit["found"] + part, hit["sought"], why, " · ".join(filter(None, about))
