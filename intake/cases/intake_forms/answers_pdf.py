"""The answers of a client as a PDF, in a language of the pages."""

from io import BytesIO

from flask import Response

from intake.core.clock import now
from intake.core.content_types import PDF
from intake.core.filenames import attachment, clean_filename
from intake.core.pdf_pages import Column, PdfPages
from intake.web.formatting import format_moment
from intake.web.translation import translator

from .answer_texts import answers_by_section


def answers_response(firm, matter, form, language):
    """Return the response with the questions that were asked, by section, and their answers."""
    return Response(_make_pdf(firm, matter, form, language), mimetype=PDF, headers={
        "Content-Disposition": attachment(clean_filename(f"{matter.title} - {translator(language)('Answers')}.pdf"))})


def _make_pdf(firm, matter, form, language):
    _, file = translator(language), BytesIO()
    printed = _("Printed on {moment}", moment=format_moment(now(), firm.timezone, language))
    with PdfPages(file, firm.name, matter.title, language=language, translate=_, foot=printed) as pages:
        client = matter.client
        pages.title(matter.title, " · ".join(filter(None, (client and client.full_name, _state(firm, form, language)))))
        for title, answers in answers_by_section(form, language):
            if title:
                pages.heading(title)
            pages.table([Column(_("Question")), Column(_("Answers"), 1.5)],
                        [(label, "\n".join(lines) or _("Not answered")) for label, lines in answers], size=10)
    return file.getvalue()


def _state(firm, form, language):
    _ = translator(language)
    if not form.is_begun:
        return _("The client has not answered anything yet.")
    moment = format_moment(form.submitted_at or form.saved_at or form.updated_at, firm.timezone, language)
    if form.submitted_at:
        return _("Sent on {moment}.", moment=moment)
    return _("Not sent yet. Last saved: {moment}.", moment=moment)
