"""What the worker is to do, as rows: nothing that was begun is forgotten when a process dies."""
