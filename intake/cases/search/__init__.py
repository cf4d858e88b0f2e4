"""One question over matters, clients and documents."""
