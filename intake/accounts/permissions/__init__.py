"""What a scope and a role allow."""
