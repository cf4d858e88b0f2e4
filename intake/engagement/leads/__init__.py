"""People who contacted the firm and are not its clients yet."""
