"""When clients of a template's matters are reminded."""
