"""The console: the pages on which a firm's people work. They use the actions and schemas of the API."""
