"""Is it well? For platforms, dashboards and operators."""
