"""The mail at 8:00 that tells each person what needs them today."""
