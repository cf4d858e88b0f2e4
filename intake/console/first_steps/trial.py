"""A trial matter whose client is the person who opens it."""

from intake.accounts.onboarding.models import Onboarding
from intake.accounts.users.names import name_of
from intake.cases.clients.models import Client
from intake.cases.templates.models import Template
from intake.console.new_matter.actions import open_matter
from intake.core.clock import now
from intake.core.text_search import folded
from intake.messaging.communications.states import EMAIL

_OTHER = "other"


def open_trial_matter(desk, matter_id):
    """Open a matter with this id and the first of the firm's templates, and mail its link to the person.

    Raises the errors of `open_matter`, including `DuplicateMatter` within a minute.
    """
    chosen = Onboarding.of(desk.caller).doc_templates
    offered = [id for id, _ in Template.choices(desk.caller, desk.language)]
    template = Template.known(desk.caller, next((id for id in chosen if id in offered), offered[0]))
    user = desk.user
    known = Client.of(desk.caller).where(Client.email_key == folded(user.email)).first()
    client = known.id if known else {
        "first_name": user.first_name or name_of(user)[:100], "last_name": user.last_name or desk.translate("Test"),
        "email": user.email, "custom_fields": {"language": desk.language}}
    open_matter(desk.caller, matter_id, client, {
        "title": desk.translate("Test of {moment}", moment=desk.moment(now())),
        "practice_area": template.practice_area or _OTHER, "assigned_attorney": user.id,
        "intake_template_id": template.id}, None, [EMAIL])
