"""The worker process: relays events, delivers webhooks, performs tasks and keeps the schedule."""
