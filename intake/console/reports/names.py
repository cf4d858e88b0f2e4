"""The English names of the values and filters of reports on pages and in PDFs."""

from intake.console.insights.tables import OUTCOMES

VALUES = {
    "personal_injury": "Personal injury", "estate_planning": "Estate planning", "family_law": "Family law",
    "immigration": "Immigration", "criminal": "Criminal", "business": "Business", "real_estate": "Real estate",
    "other": "Other", "active": "Active", "closed": "Closed", "archived": "Archived",
    "pending": "Waiting for the client", "uploaded": "Waiting for review", "approved": "Approved",
    "rejected": "Rejected", "open": "Open", "completed": "Done", "filing": "Filing", "hearing": "Hearing",
    "statute": "Statute of limitations", "email": "E-mail", "sms": "SMS", "outbound": "To the client",
    "inbound": "From the client", "true": "Yes", "false": "No", "needs_action": "Needs action today",
    "silent": "Client is silent", "due": "Deadline soon", "ready": "Ready to close", **OUTCOMES,
}
"""Our own values; others are shown unchanged."""

FILTERS = {
    "status": "Status", "practice_area": "Practice area", "client_id": "Client", "assigned_attorney": "Assigned to",
    "matter_id": "Matter", "search": "Searched for", "required": "Required", "overdue": "Overdue", "channel": "Channel",
    "direction": "Direction", "source": "Source", "assigned_to": "Assigned to", "focus": "Show only", "days": "Days",
    "due_after": "From", "due_before": "Before", "unread": "Unread", "updated_since": "Changed since",
}
"""The names of filters in a PDF: all except those for the order."""

OFFERED = ("status", "practice_area", "required", "overdue", "channel", "direction")
"""The filters that the page offers."""

FREQUENCIES = {"weekly": "Every Monday", "monthly": "On the first of every month"}
