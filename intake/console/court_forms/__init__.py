"""The pages of court forms: the catalogue, the firm's own forms, and the sources of their fields."""
