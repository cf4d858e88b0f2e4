"""Asking the client exactly what a court form lacks, on a page of their own in the portal."""
