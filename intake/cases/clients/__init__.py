"""The people whom a firm represents (interface, "Clients")."""
