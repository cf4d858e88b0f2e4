"""Health checks for platforms, dashboards and operators."""
