"""The texts of the forms of a deadline."""

WRONG = {
    "title": "Enter a title of at most 255 characters.",
    "due_date": "Please enter a date that exists, with the year in four digits.",
    "type": "Choose a type.",
    "notes": "Enter at most 10,000 characters.",
}
"""The sentence for each field that is wrong."""
