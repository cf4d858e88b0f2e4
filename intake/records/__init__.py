"""How long records are kept, and how they leave."""
