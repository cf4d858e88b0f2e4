"""Sends the digests that are due, and turns them on and off."""

from datetime import date
from functools import partial

from intake.accounts.audit.recording import record_change
from intake.accounts.users.models import User
from intake.core.addresses import public_url
from intake.core.db import db
from intake.engine.tasks.isolation import for_each_in_savepoint
from intake.messaging.communications.message_texts import render_message
from intake.messaging.communications.states import EMAIL
from intake.messaging.communications.unsubscribing import digest_off_url
from intake.messaging.notifications.actions import queue_firm_message
from intake.web.formatting import format_date

from .due import due_zones
from .models import claim_due, mark_checked, time_zones, waiting_work_of
from .states import NAMED

_NAMED = ("deadlines", "wrote", "silent", "failed")


def send_digests(moment):
    """Queue the due digests of people for whom work is waiting, once per person and day.

    People whose digest cannot be written get none that day.
    """
    for zone, day in due_zones(time_zones(), moment).items():
        while True:
            with db.atomic():
                people = claim_due(day, zone)
                needs = waiting_work_of(people, day, zone, moment)
                mark_checked(people, day)
                wanted = [each for each in people if any(needs[each.id].values())
                          and each.firm.settings_in_force["email_notifications"]]
                for_each_in_savepoint(wanted, partial(_queue, day, needs), "digest failed")
            if not people:
                break


def change_digest(scope, user_id, wants_digest):
    """Turn the digest of this person on or off. Raises `NotFound`."""
    with db.atomic():
        user = User.fetch(scope, user_id)
        changes = user.differing({"wants_digest": wants_digest})
        if changes and user.change(**changes):
            record_change(user, changes)


def _queue(day, needs_by_person, person):
    needs = needs_by_person[person.id]
    shown = {kind: needs[kind][:NAMED] for kind in _NAMED}
    dated = [each | {"is_late": each["due_date"] < day.isoformat(),
                     "date": format_date(date.fromisoformat(each["due_date"]), person.language)}
             for each in shown.pop("deadlines")]
    words = render_message(
        "digest", EMAIL, person.language, person=person, waiting=needs["waiting"],
        late=[each for each in dated if each["is_late"]], today=[each for each in dated if not each["is_late"]],
        more={kind: len(needs[kind]) > NAMED for kind in _NAMED},
        url=public_url, off=digest_off_url(person.id), **shown)
    queue_firm_message(person.firm, f"digest {person.id} {day}", EMAIL, person.email, words, language=person.language,
                       user_id=person.id)
