"""The reminders of clients whose matters follow a template."""
