"""What the worker does about connections; every job may run twice."""

import logging
from datetime import timedelta

from intake.cases.matters.models import Matter
from intake.core.clock import now
from intake.core.ids import is_id
from intake.engine.tasks.actions import plan
from intake.engine.tasks.isolation import for_each_isolated

from .actions import plan_run
from .inbound.models import IntegrationSubscription
from .models import Integration, IntegrationState
from .platform import Forbidden, Rejected, Unauthorized
from .platforms import PLATFORMS
from .states import AUTOMATIC, PENDING, SYNC_MATTER
from .subscribing import renew
from .subscribing import subscribe as subscribe_to
from .sync.models import SyncLog
from .sync.work import work_on

_RENEW_BEFORE = timedelta(days=7)
_log = logging.getLogger(__name__)


def sync(run_id):
    """The run has come to its end, or goes on later."""
    run = SyncLog.for_job(run_id)
    if run and run.status == PENDING:
        work_on(run)


def sync_approved(matter_id):
    """The matter of a document that was approved will be synced, where the firm wants that."""
    _sync_by_itself(Matter.for_job(matter_id), "auto_sync_on_approval")


def sync_created(matter_id):
    """The new matter will be synced, where the firm wants that."""
    _sync_by_itself(Matter.for_job(matter_id), "auto_sync_on_matter_created")


def sync_completed(matter_id):
    """A platform that keeps notes is told that the intake was completed, where the firm syncs what was approved."""
    notes = {segment for segment, platform in PLATFORMS.items() if platform.takes_note}
    _sync_by_itself(Matter.for_job(matter_id), "auto_sync_on_approval", notes)


def subscribe(integration_id):
    """The platform tells us of changes; or refuses to, of which the log tells. Tried again when it is away."""
    integration = Integration.for_job(integration_id) if is_id(integration_id) else None
    if integration and integration.is_active:
        try:
            subscribe_to(integration)
        except (Unauthorized, Forbidden, Rejected) as refusal:
            _log.warning("a platform takes no webhook subscription", extra={
                "integration_id": integration.id, "refusal": type(refusal).__name__})


def renew_subscriptions():
    """Every subscription lives for another week at least, if its platform answers."""
    ending = [row.id for row in IntegrationSubscription.expiring_before(now() + _RENEW_BEFORE)]
    for_each_isolated(ending, _renew, "a webhook subscription could not be renewed")


def forget_old_states():
    """States that nobody came back with are gone."""
    IntegrationState.forget_old()


def _renew(subscription_id):
    subscription = IntegrationSubscription.for_job(subscription_id)
    if subscription and not renew(subscription):
        plan(subscription.firm_id, "subscribe", subscription.integration_id)


def _sync_by_itself(matter, setting, segments=PLATFORMS):
    if matter is None:
        return
    for integration in list(Integration.of(matter).where(Integration.is_active)):
        if integration.platform in segments and integration.settings_in_force[setting]:
            plan_run(integration, SYNC_MATTER, AUTOMATIC, matter.id)
