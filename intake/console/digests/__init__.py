"""The mail at 8:00 that tells each person about the work that is waiting for them."""
