"""The firm's logo: put straight to storage as every file, and shown to everybody."""
