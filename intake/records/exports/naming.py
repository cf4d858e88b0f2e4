"""The names of an archive, and of the folders in it."""

from intake.cases.archives.naming import safe_name

_LONGEST = 80


def matter_folder(matter):
    """Return the folder of a matter: its title, and the end of its id, since two titles may become the same name."""
    return f"matters/{safe_name(matter.title, _LONGEST)} {matter.id[-8:]}"


def export_name(firm, client, day):
    """Return the name under which an export is saved: `Ana Silva 2026-11-22.zip`."""
    return f"{safe_name(client.full_name if client else firm.name, _LONGEST)} {day.isoformat()}.zip"
