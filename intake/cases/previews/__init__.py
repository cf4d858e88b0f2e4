"""Previews: the pages of an uploaded file as images rendered here, so that the original need not be opened."""
