"""The layout and texts of the pages of templates."""

PER_PAGE = 20
"""How many templates the list shows."""

NOTICES = {
    "saved": "Saved.",
    "copied": "This copy is yours to change.",
    "created": "The template is made. Add what it asks for.",
    "imported": "The template is imported.",
    "deleted": "The template is deleted. Matters keep what they ask for.",
    "moved": "It is in its new place.",
    "removed": "Removed. The previous version is kept under Versions.",
    "restored": "The version is restored. The previous one is kept as well.",
    "meanwhile": "Somebody has changed this template meanwhile. Look at it again.",
    "needed": "Another question is only asked depending on this one, so it has to stay before it.",
}
"""Values of `done` and `failed` in the address, and the sentence for each."""

MEANWHILE = "Somebody has changed this template meanwhile. Compare, and save again to keep what is shown here."
GONE_MEANWHILE = "Somebody has removed or renamed this meanwhile. Save to add it to the template again."
