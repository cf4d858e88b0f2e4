"""The common base of pages for clients: the session by a link, the language, the firm's branding."""
