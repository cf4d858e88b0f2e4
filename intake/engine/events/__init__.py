"""The outbox: what happened, recorded in the transaction that caused it (interface, "Events")."""
