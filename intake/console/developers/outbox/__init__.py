"""The outbox and the clock of a sandbox."""
