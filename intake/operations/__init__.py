"""Running an installation: health, metrics, usage, the API reference, commands."""
