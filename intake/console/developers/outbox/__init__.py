"""What a sandbox kept instead of sending it, and its clock."""
