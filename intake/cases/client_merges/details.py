"""Merges the details of two clients, so that nothing known about the merged one is lost."""

_TAKEN = ("email", "phone", "date_of_birth", "address")


def combined(client, merged):
    """Return the values of the client that change.

    What the client lacks is taken over; what differs is added to the notes, as are the other one's notes. A channel
    that either of them does not allow stays forbidden: the address may be the one that was taken over.
    """
    taken = {name: getattr(merged, name) for name in _TAKEN if getattr(merged, name) and not getattr(client, name)}
    values = client.differing(taken | {
        "custom_fields": merged.custom_fields | client.custom_fields,
        "contact_preferences": _preferences(client.contact_preferences, merged.contact_preferences)})
    notes = "\n\n".join(filter(None, (client.notes, merged.notes, _others(client, merged))))
    return values | client.differing({"notes": notes or None})


def _preferences(own, others):
    if own is None or others is None:
        return own or others
    return others | own | {name: False for name in (*own, *others) if False in (own.get(name), others.get(name))}


def _others(client, merged):
    """Return a line with the differences, nothing if there are none."""
    named = [merged.full_name] if merged.full_name != client.full_name else []
    differing = [_text(getattr(merged, name)) for name in _TAKEN
                 if getattr(client, name) and getattr(merged, name) not in (None, getattr(client, name))]
    custom = [f"{name}: {value}" for name, value in merged.custom_fields.items()
              if client.custom_fields.get(name, value) != value]
    return f"Merged: {', '.join(named + differing + custom)}" if named + differing + custom else None


def _text(value):
    return " ".join(filter(None, value.values())) if isinstance(value, dict) else str(value)
