"""Opening many matters at once, from a file of a spreadsheet."""
