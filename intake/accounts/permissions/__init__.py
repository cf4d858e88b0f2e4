"""The permissions of scopes and roles."""
