"""The tab of a matter on which court forms are filled in, and what they lack is asked for."""
