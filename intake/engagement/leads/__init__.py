"""People who wrote to the firm and are not its clients yet."""
