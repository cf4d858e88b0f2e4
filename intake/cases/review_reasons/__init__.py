"""Why files are rejected: texts of the firm that reviewers choose and clients read."""
