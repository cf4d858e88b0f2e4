"""How long matters are kept after they were closed, and what is proposed when that time is over (docs/records.md)."""
