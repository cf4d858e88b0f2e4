"""The steps of the page, and the fields of its form."""

CLIENT, MATTER, SEND = "client", "matter", "send"

LONGEST = {
    "matter_id": 64, "client_id": 64, "first_name": 100, "last_name": 100, "email": 254, "phone": 40, "language": 8,
    "others": 1000, "template_id": 64, "practice_area": 32, "title": 255, "proposed_title": 255,
    "assigned_attorney": 64, "checklist": 64, "further": 10_000,
}
"""The texts of the form, each with its maximum length."""

OF_MATTER = ("template_id", "title", "practice_area", "assigned_attorney")
"""The texts about the matter, which stay when another client is chosen."""

FOUND = 8
"""How many clients a search shows."""
