"""The English texts of a check, which are the keys of the translations."""

from .scoring import (
    ADDRESS,
    EMAIL,
    EXACT,
    INITIAL,
    NICKNAME,
    NORMALISED,
    ORDER,
    PART,
    PHONE,
    SOUND,
    SPACING,
    TYPO,
)
from .states import CLEAR, CLIENT, CONFLICT, LEAD, LEAD_PARTY, MERGED_CLIENT, PARTY, SCREENED, WAIVED

REASONS = {
    EXACT: "Same name",
    NORMALISED: "Same name, written differently",
    ORDER: "Words in another order",
    SPACING: "Written apart or together",
    NICKNAME: "Another form of the first name",
    INITIAL: "Initial",
    SOUND: "Sounds alike",
    TYPO: "Differs in a few letters",
    PART: "Part of the name",
    EMAIL: "Same e-mail address",
    PHONE: "Same telephone number",
    ADDRESS: "Same address",
}

KINDS = {CLIENT: "Client", MERGED_CLIENT: "Merged client", PARTY: "Party of a matter", LEAD: "Lead",
         LEAD_PARTY: "Party of a lead"}

DECISIONS = {CLEAR: "No conflict", WAIVED: "Waived with written consent", SCREENED: "Screened", CONFLICT: "Conflict"}

OPEN = "Not decided yet"

PARTS = {"alias": "Alias", "former_name": "Former name"}
"""The part of its record in which a name was found, unless that is the name itself."""

ROLES = {"client": "Client", "opposing": "Opposing party", "related": "Related party", "witness": "Witness",
         "other": "Other"}

STATUSES = {"active": "Active", "closed": "Closed", "archived": "Archived", "new": "New", "checking": "Checking",
            "cleared": "Cleared", "offered": "Offered", "engaged": "Engaged", "declined": "Declined", "lost": "Lost"}
"""The statuses of matters and leads."""

ALL_COMPARED = "All names that may be similar were compared."
NOT_ALL_COMPARED = ("There are more similar names than one check compares or shows. Search for a fuller name, or for "
"each name separately.")
