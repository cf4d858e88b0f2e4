"""The settings: an overview of the pages that the person may open."""
