"""The interface's tables as data. Nothing here knows how the application is built."""
