"""Ending the alert mails of one kind to one recipient, by the link in them."""
