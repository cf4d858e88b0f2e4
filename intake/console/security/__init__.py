"""Who is signed in where, failed sign-ins, and the audit log."""
