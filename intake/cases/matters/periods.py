"""The condition that something is of a client whom its matter had before."""

from peewee import Table, Value, fn

_former = Table("former_clients")


def in_period_of_other_client(moment, matter):
    """Return the condition that the time falls into the period of another client, whom the matter had before.

    `matter` has the columns of the matter's row.
    """
    former = _former.select(Value(1)).where(
        _former.c.firm_id == matter.firm_id, _former.c.matter_id == matter.id,
        _former.c.client_id == matter.client_id, _former.c.created_at > moment,
        _former.c.since.is_null() | (_former.c.since <= moment))
    return (matter.client_since > moment) & ~fn.EXISTS(former)
