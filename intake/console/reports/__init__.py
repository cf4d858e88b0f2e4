"""Reports: what a list has as a file, made in the worker, once or every week or month."""
