"""Applications that act for a firm's people, each with their consent."""
