"""One search for everything: matters, clients, documents, and the pages to go to."""
