"""What any web service needs, with nothing about law firms; imports no feature and no gateway."""
