"""Operations: health checks, metrics, usage, the API reference, commands."""
