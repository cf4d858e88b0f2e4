"""How long closed matters and leads that became nothing are kept, and what is then proposed (docs/records.md)."""
