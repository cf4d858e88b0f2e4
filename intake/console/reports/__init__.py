"""Reports: the contents of lists as files, made in the worker, once or every week or month."""
