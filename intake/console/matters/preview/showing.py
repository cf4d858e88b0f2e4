"""The pages of the portal for a read-only session."""

from flask import abort, redirect

from intake.portal.checklist.showing import show_checklist
from intake.portal.form.showing import sections_of, show_part, show_review


def show_place(session, place):
    """Return the portal's page at a place such as `form/2`; sections without questions to ask have none."""
    form = session.progress.form
    if place == "":
        return session.page("portal_welcome.html")
    if place == "done":
        return session.page("portal_done.html", step="done")
    if place == "documents":
        return show_checklist(session)
    if form and place == "form/review":
        return show_review(session)
    if form and place == "form":
        return redirect(session.path("/form/1"), 303)
    sections = sections_of(session, form) if form else []
    section = next((each for each in sections if place == f"form/{each.number}"), None)
    return show_part(session, section, form) if section else abort(404)
