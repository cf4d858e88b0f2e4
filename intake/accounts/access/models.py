"""API keys, idempotency records and request counts."""

from collections import Counter
from collections.abc import Iterable, Mapping
from datetime import date, datetime, timedelta
from typing import Any, Self

from peewee import (
    BigIntegerField,
    CompositeKey,
    DateField,
    Expression,
    IntegerField,
    JSONField,
    ModelSelect,
    TextField,
    fn,
)
from playhouse.postgres_ext import DateTimeTZField

from intake.accounts.firms.models import Firm
from intake.accounts.oauth.models import Consent
from intake.accounts.users.models import User
from intake.core.clock import ahead, now
from intake.core.crypto import vault
from intake.core.db import ASYNCHRONOUS_COMMIT, Model, db
from intake.core.ids import find_ids
from intake.core.leases import is_free
from intake.core.statements import CompiledQuery, Parameter, loaded
from intake.core.tenancy import FirmRecord, FirmScope

RETENTION = timedelta(hours=24)
"""How long the answer to a POST with an Idempotency-Key is stored."""

LEASE = timedelta(minutes=2)
"""How long a request keeps its key if its process is killed; no request takes as long."""

_USE_PRECISION = timedelta(minutes=1)


class ApiKey(FirmRecord):
    """A program's credentials for one firm. Only a digest of the secret is stored."""

    prefix = "key"
    resource = "api_key"

    name = TextField()
    public_part = TextField()
    secret_digest = TextField()
    scopes = JSONField()
    created_by = TextField(null=True)
    issued_at = DateTimeTZField()
    expires_at = DateTimeTZField(null=True)
    last_used_at = DateTimeTZField(null=True)
    revoked_at = DateTimeTZField(null=True)
    firm: Firm
    api_key: str
    """The text of a new key, which is not stored."""

    @classmethod
    def with_firm(cls, public_part: str) -> Self | None:
        """Return the key with this public part, with its `firm`; None if there is none."""
        rows = _KEY_WITH_FIRM.rows(public_part=public_part)
        if not rows:
            return None
        of_firm = {name: rows[0].pop(name) for name in Firm.OF_CALLERS}
        key: Self = loaded(cls, rows[0])
        key.firm = loaded(Firm, {"id": key.firm_id, **of_firm})
        return key

    @property
    def idle_since(self) -> datetime:
        """When the key was last used, or since when it could have been."""
        return self.last_used_at or self.issued_at

    @property
    def expired(self) -> bool:
        """Whether the key has come to its end."""
        return self.expires_at is not None and self.expires_at <= now()

    @classmethod
    def is_valid(cls) -> Expression:
        """Return the condition that a key is neither revoked nor expired."""
        return cls.revoked_at.is_null() & (cls.expires_at.is_null() | (cls.expires_at > now()))

    @classmethod
    def made_by(cls, user: User) -> "ModelSelect[Self]":
        """Return a query for the valid keys that the user made, the oldest first."""
        return cls.of(user).where(cls.created_by == user.id, cls.is_valid()).order_by(cls.created_at, cls.id)

    @classmethod
    def maker_of(cls, caller: Any) -> str | None:
        """Return the id of the person who made the key with which the caller acts, None if none did."""
        return cls.of(caller, cls.created_by).where(cls.id == caller.holder).scalar()

    @classmethod
    def idle_before(cls, moment: datetime) -> "ModelSelect[Self]":
        """Return a query for the valid keys, of all firms that are not suspended, that were last used before it."""
        working = Firm.select(Firm.id).where(Firm.suspended_at.is_null())
        return cls.select().where(cls.is_valid(), fn.COALESCE(cls.last_used_at, cls.issued_at) < moment,
                                  cls.firm_id.in_(working)).order_by(cls.firm_id, cls.created_at, cls.id)

    @classmethod
    def record_use(cls, ids: Iterable[str]) -> None:
        """Set `last_used_at` of the keys with these ids, of each at most once a minute.

        Locked in order, since other processes do the same.
        """
        moment = now()
        outdated = cls.last_used_at.is_null() | (cls.last_used_at < moment - _USE_PRECISION)
        used = cls.select(cls.id).where(cls.id.in_(list(ids)), outdated).order_by(cls.id).for_update()
        cls.update(last_used_at=moment).where(cls.id.in_(used)).execute()


_KEY_WITH_FIRM = CompiledQuery(
    ApiKey.select(ApiKey.id, ApiKey.firm_id, ApiKey.secret_digest, ApiKey.scopes, ApiKey.expires_at, ApiKey.revoked_at,
                  *(getattr(Firm, name) for name in Firm.OF_CALLERS))
    .join(Firm, on=Firm.id == ApiKey.firm_id)
    .where(ApiKey.public_part == Parameter("public_part")), prepared=True)


_SHOWN = """
    WITH shown AS (SELECT * FROM idempotency_records WHERE holder = %s AND key = %s),
        sent AS (DELETE FROM idempotency_records AS form USING shown
            WHERE form.holder = shown.holder AND form.key = shown.fingerprint)
    SELECT * FROM shown"""


class IdempotencyRecord(Model):
    """The first answer to a POST with an Idempotency-Key, or the claim of the request that still works on it."""

    holder = TextField()
    key = TextField()
    firm_id = TextField()
    fingerprint = TextField()
    status = IntegerField()
    """The status of the answer; 0 as long as there is none."""
    body = TextField()
    created_at = DateTimeTZField()

    class Meta:
        primary_key = CompositeKey("holder", "key")

    @classmethod
    def claim(cls, kept_for: timedelta = RETENTION, **values: Any) -> Self | None:
        """Insert and return the claim of a request; None if there is a record of its holder and key.

        A record that is older than `kept_for` is replaced; `RETENTION` is the longest. So is this very claim, which is
        sent twice if the connection breaks before Postgres has answered: each is sealed to another `body`.

        The clock is the database's: by that of another web server, minutes ahead, a claim would be over at once. The
        commit does not wait for the disk: that of the work makes the claim durable, too.
        """
        moment = fn.CLOCK_TIMESTAMP() + ahead()
        own = cls(status=0, body=vault.seal(""), created_at=moment, **values)
        over = ((cls.created_at <= moment - kept_for) | (cls.body == own.body)
                | ((cls.status == 0) & is_free(cls.created_at + LEASE, moment)))
        sql, parameters = cls.insert(**own.__data__).on_conflict(
            conflict_target=[cls.holder, cls.key], preserve=list(cls._meta.sorted_fields),
            where=over).returning(cls.created_at).sql()
        claimed = db.execute_sql(ASYNCHRONOUS_COMMIT + sql, parameters).fetchone()
        if not claimed:
            return None
        [own.created_at] = claimed
        return own

    @classmethod
    def show(cls, holder: str, key: str) -> Self | None:
        """Return this record, None if there is none, and delete the holder's record whose key is its fingerprint."""
        found = cls.raw(_SHOWN, holder, key)
        return next(iter(found), None)

    @classmethod
    def delete_mentioning(cls, scope: Any, ids: Iterable[str]) -> int:
        """Delete the firm's records whose answer has one of the ids; return how many. Each is opened: it is sealed."""
        wanted = {*ids}
        found = [(row.holder, row.key) for row in cls.select().where(cls.firm_id == scope.firm_id).iterator()
                 if wanted.intersection(find_ids(vault.open(row.body)))]
        for holder, key in found:
            cls.delete().where(cls.holder == holder, cls.key == key).execute()
        return len(found)

    def finish(self, status: int, body: str) -> bool:
        """Store the answer. Returns false if the claim was lost meanwhile."""
        return bool(type(self).update(status=status, body=body).where(self._is_own()).execute())

    def release(self) -> None:
        """Give up the claim, so that the request can be sent again."""
        type(self).delete().where(self._is_own()).execute()

    @classmethod
    def settle_all(cls, settled: Iterable[tuple[Self, int, str]]) -> None:
        """Store these answers, each a record with its status and body; without a status, give up the claim."""
        for record, status, body in settled:
            record.finish(status, body) if status else record.release()

    def _is_own(self) -> Any:
        cls = type(self)
        return ((cls.holder == self.holder) & (cls.key == self.key) & (cls.created_at == self.created_at)
                & (cls.status == 0))


class RequestCount(Model):
    """A firm's requests of one day in UTC, without those that the rate limit refused."""

    firm_id = TextField()
    day = DateField()
    total = BigIntegerField()

    class Meta:
        table_name = "api_request_counts"
        primary_key = CompositeKey("firm_id", "day")

    @classmethod
    def add(cls, counts: Mapping[tuple[str, date, str], int]) -> None:
        """Add the counts, by (firm_id, day, holder), and record the use of the holders, keys and consents.

        Counts of a deleted firm are dropped.
        """
        firms: Counter[tuple[str, date]] = Counter()
        for (firm_id, day, _holder), count in counts.items():
            firms[firm_id, day] += count
        with db.atomic():
            # In one statement and in order, so that concurrent processes cannot deadlock.
            db.execute_sql(
                "INSERT INTO api_request_counts AS kept (firm_id, day, total) "
                "SELECT new.firm_id, new.day, new.total FROM unnest(%s::text[], %s::date[], %s::bigint[]) "
                "AS new (firm_id, day, total) JOIN firms ON firms.id = new.firm_id ORDER BY new.firm_id, new.day "
                "ON CONFLICT (firm_id, day) DO UPDATE SET total = kept.total + EXCLUDED.total",
                [list(column) for column in zip(*((*key, count) for key, count in firms.items()), strict=True)])
            holders = {holder for _firm_id, _day, holder in counts}
            ApiKey.record_use(holders)
            Consent.record_use(holders)

    @classmethod
    def between(cls, firm_scope: FirmScope, first: date, end: date) -> "ModelSelect[Self]":
        """Return a query for the firm's number of requests from the first day up to, but not on, the end."""
        days = (cls.firm_id == firm_scope.firm_id) & (cls.day >= first) & (cls.day < end)
        return cls.select(fn.COALESCE(fn.SUM(cls.total), 0)).where(days)
