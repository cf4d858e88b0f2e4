"""Jobs of conflict checks."""

from intake.cases.clients.models import Client
from intake.cases.matters.models import Matter
from intake.engine.tasks.isolation import for_each_isolated

from . import actions
from .errors import NothingToSearch
from .models import ConflictIndex
from .names_index import index_some

_FIRMS, _BATCHES = 50, 40


def check_conflicts_again(matter_id):
    """Check a matter again after its parties or its client have changed, if it was checked before."""
    matter = Matter.for_job(matter_id)
    if matter is None:
        return
    try:
        actions.check_again(matter)
    except NothingToSearch:
        return


def check_client_again(client_id):
    """Check a client's matters again after the client's name or addresses or their matters changed, as by a merge."""
    client = Client.for_job(client_id)
    if client is None:
        return
    for matter in Matter.of(client).where(Matter.client_id == client.id):
        check_conflicts_again(matter.id)


def index_names():
    """Index the changed names of every firm's records, up to the limit of one run."""
    for_each_isolated(ConflictIndex.firms_behind(_FIRMS), _index, "names of a firm not indexed")


def _index(firm_id):
    for _ in range(_BATCHES):
        if not index_some(firm_id):
            break
