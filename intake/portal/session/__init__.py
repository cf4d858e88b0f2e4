"""What every page for clients has in common: the link, the language, the firm's brand."""
