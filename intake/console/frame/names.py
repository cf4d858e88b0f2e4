"""What the people of a firm are called."""


def name_of(user):
    """Return the user's name, else the e-mail address."""
    return " ".join(filter(None, (user.first_name, user.last_name))) or user.email
