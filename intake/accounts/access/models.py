"""API keys, the answers kept for idempotency keys, and how many requests were made."""

from collections import Counter

from peewee import BigIntegerField, CompositeKey, DateField, IntegerField, JSONField, Model, TextField, fn
from playhouse.postgres_ext import DateTimeTZField

from intake.accounts.firms.models import Firm
from intake.accounts.oauth.tokens import Consent
from intake.core.clock import now
from intake.core.db import CompiledQuery, Parameter, db
from intake.core.schemas import Page
from intake.core.tenancy import FirmRecord


class ApiKey(FirmRecord):
    """A program's credentials for one firm. Of the secret only a digest is kept."""

    prefix = "key"
    resource = "api_key"

    name = TextField()
    public_part = TextField()
    secret_digest = TextField()
    scopes = JSONField()
    created_by = TextField(null=True)
    last_used_at = DateTimeTZField(null=True)
    revoked_at = DateTimeTZField(null=True)

    class Meta:
        table_name = "api_keys"

    @classmethod
    def with_firm(cls, public_part):
        """The key with this public part and its firm, as `key.firm`; None if there is none."""
        rows = _KEY_WITH_FIRM.rows(public_part=public_part)
        if not rows:
            return None
        plan, suspended_at = rows[0].pop("plan"), rows[0].pop("suspended_at")
        key = cls(**rows[0])
        key.firm = Firm(id=key.firm_id, plan=plan, suspended_at=suspended_at)
        return key

    @classmethod
    def note_use(cls, ids):
        """The keys with these ids were used just now. Locked in one order, as other processes do the same."""
        used = cls.select(cls.id).where(cls.id.in_(list(ids))).order_by(cls.id).for_update()
        cls.update(last_used_at=now()).where(cls.id.in_(used)).execute()

    @classmethod
    def listed(cls, firm_scope, query):
        """A page of the firm's keys, the newest first."""
        newest = cls.of(firm_scope).order_by(cls.created_at.desc(), cls.id.desc())
        return Page(newest.paginate(query["page"], query["per_page"]), cls.of(firm_scope).count(), query)


# Subqueries, because a join gives the planner something to plan: a third of what this statement costs Postgres.
_FIRM = Firm.select().where(Firm.id == ApiKey.firm_id)
_KEY_WITH_FIRM = CompiledQuery(
    ApiKey.select(ApiKey.id, ApiKey.firm_id, ApiKey.secret_digest, ApiKey.scopes,
                  ApiKey.revoked_at, _FIRM.select(Firm.plan).alias("plan"),
                  _FIRM.select(Firm.suspended_at).alias("suspended_at"))
    .where(ApiKey.public_part == Parameter("public_part")))


class IdempotencyRecord(Model):
    """The first answer to a POST with an Idempotency-Key."""

    holder = TextField()
    key = TextField()
    firm_id = TextField()
    fingerprint = TextField()
    status = IntegerField()
    body = TextField()
    created_at = DateTimeTZField()

    class Meta:
        database = db
        table_name = "idempotency_records"
        primary_key = CompositeKey("holder", "key")

    @classmethod
    def replace_for(cls, **values):
        """Keep an answer in place of one that has grown too old."""
        changing = {cls._meta.fields[name]: value for name, value in values.items() if name not in ("holder", "key")}
        cls.insert(**values).on_conflict(conflict_target=[cls.holder, cls.key], update=changing).execute()


class RequestCount(Model):
    """How many requests a firm's programs made on a day in UTC; refused by the rate limit, they are not counted."""

    firm_id = TextField()
    day = DateField()
    total = BigIntegerField()

    class Meta:
        database = db
        table_name = "api_request_counts"
        primary_key = CompositeKey("firm_id", "day")

    @classmethod
    def add(cls, counts):
        """Each count, by (firm's id, day, holder), is added to the firm's; and keys and consents were used just now.

        What was counted for a firm that is gone is not kept.
        """
        firms = Counter()
        for (firm_id, day, _holder), count in counts.items():
            firms[firm_id, day] += count
        with db.atomic():
            cls._add([(firm_id, day, count) for (firm_id, day), count in firms.items()])
            holders = {holder for _firm_id, _day, holder in counts}
            ApiKey.note_use(holders)
            Consent.note_use(holders)

    @staticmethod
    def _add(rows):
        """In one statement and one order, so that processes that add at once do not wait for each other in a circle."""
        db.execute_sql(
            "INSERT INTO api_request_counts AS kept (firm_id, day, total) "
            "SELECT new.firm_id, new.day, new.total FROM unnest(%s::text[], %s::date[], %s::bigint[]) "
            "AS new (firm_id, day, total) JOIN firms ON firms.id = new.firm_id ORDER BY new.firm_id, new.day "
            "ON CONFLICT (firm_id, day) DO UPDATE SET total = kept.total + EXCLUDED.total",
            [list(column) for column in zip(*rows, strict=True)])

    @classmethod
    def between(cls, firm_scope, first, end):
        """How many requests the firm's programs made from one day up to, but not on, another."""
        days = (cls.firm_id == firm_scope.firm_id) & (cls.day >= first) & (cls.day < end)
        return cls.select(fn.COALESCE(fn.SUM(cls.total), 0)).where(days)
