"""Events that the platforms post: verified, kept in an audit log, and applied to linked matters."""
