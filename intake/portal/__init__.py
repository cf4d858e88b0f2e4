"""The pages on which clients answer questions and upload documents (docs/portal.md)."""
