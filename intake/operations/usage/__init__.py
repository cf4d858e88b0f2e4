"""A firm's usage of its plan."""
