"""Tasks: rows that say what the worker has to do, and the RQ queues through which it is done."""
