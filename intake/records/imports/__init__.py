"""Making a firm again from its export, in another installation (docs/exports.md)."""
