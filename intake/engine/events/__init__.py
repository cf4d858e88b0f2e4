"""The outbox: events, recorded in the transaction that causes them, then relayed to endpoints and listeners."""
