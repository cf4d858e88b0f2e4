"""The base of any web service, with nothing about law firms; imports no feature and no gateway."""
