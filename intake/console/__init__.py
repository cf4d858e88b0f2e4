"""The console: the pages on which a firm's people work, with the actions and schemas of the API."""
