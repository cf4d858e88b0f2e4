"""Everything of a firm, or of one of its clients, as one zip archive (docs/exports.md)."""
