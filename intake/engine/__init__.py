"""Events, tasks and the worker process that performs them."""
