"""The first steps of a new firm, as pages that do what they say."""
