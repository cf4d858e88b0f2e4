"""Unsubscribing a recipient from one kind of alert mail, by the link in it."""
