"""How long closed matters, leads that became nothing and former clients are kept (docs/records.md)."""
