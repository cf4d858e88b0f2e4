"""The catalogue of court forms and the firm's own ones, on pages, with how the fields of these are filled."""
