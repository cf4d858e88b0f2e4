"""The addresses at which clients hand in what their matter needs."""
