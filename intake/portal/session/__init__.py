"""What every page for clients has in common: the session by a link, the language, the firm's branding."""
