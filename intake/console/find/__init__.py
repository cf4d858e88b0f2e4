"""One search for everything: matters, clients, documents, and pages."""
