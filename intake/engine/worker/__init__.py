"""The worker process: performs tasks and the schedule, and runs the threads that deliver webhooks."""
