"""Clients, matters, documents, templates and forms, deadlines, search."""
