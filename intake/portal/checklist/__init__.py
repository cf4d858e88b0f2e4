"""The page where clients hand in documents."""
