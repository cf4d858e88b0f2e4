"""One action on many matters."""
