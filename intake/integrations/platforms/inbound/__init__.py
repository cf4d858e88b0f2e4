"""What the platforms tell us: verified, kept in an audit log, and heeded (interface, "Events")."""
