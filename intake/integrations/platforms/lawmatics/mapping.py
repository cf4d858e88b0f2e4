"""How records of ours are told to Lawmatics (interface, "Integration endpoints")."""

STAGES = {
    "divorce_standard": "Family Law Intake",
    "custody_only": "Family Law Intake",
    "immigration_asylum": "Immigration Intake",
    "personal_injury_auto": "PI Intake",
    "estate_planning_will": "Estate Planning Intake",
    "estate_planning_probate": "Probate Intake",
}
"""Case type → the pipeline stage in which a matter begins there."""

NOTE_NAME = "Intake completed"


def contact(person):
    """The body that makes a contact. What the client has not told is left out."""
    told = {"first_name": person.first_name, "last_name": person.last_name, "email": person.email,
            "phone": person.phone}
    return {name: value for name, value in told.items() if value}


def prospect(case, contact_id, practice_area_id):
    """The body that makes or updates a matter, which is called a prospect there."""
    told = {"case_title": case.title, "case_blurb": case.description, "contact_id": contact_id,
            "practice_area_id": practice_area_id}
    return {name: value for name, value in told.items() if value}


def note(case, matter_id, link):
    """The body of the note that the intake was completed. It names the matter, so that it is found again."""
    return {"name": NOTE_NAME, "notable_type": "Prospect", "notable_id": matter_id,
            "body": f"The client has completed the intake of {case.title} ({case.id}): {link}"}


def is_note_of(case, attributes):
    """Whether a note's attributes are those of the note that this matter's intake was completed."""
    return attributes.get("name") == NOTE_NAME and case.id in str(attributes.get("body"))


def same_text(one, other):
    """Whether two names or addresses are the same without regard to case and surrounding space."""
    return str(one or "").strip().casefold() == str(other or "").strip().casefold()
