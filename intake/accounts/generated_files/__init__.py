"""Files that the worker makes and that can be downloaded for some days: what reports and exports have in common."""
