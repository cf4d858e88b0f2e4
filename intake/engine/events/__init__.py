"""The outbox: events, recorded in the transaction that causes them, and relayed to those who want them."""
