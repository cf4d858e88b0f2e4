"""The queries of the page for reviewing files."""

from peewee import fn

from intake.accounts.users.models import assigned_ids
from intake.cases.clients.models import Client
from intake.cases.documents.models import DocumentRequest
from intake.cases.held_reviews.models import approvable
from intake.cases.matters.models import Matter
from intake.cases.matters.states import ACTIVE
from intake.cases.review_reasons.models import ReviewReason
from intake.cases.uploads.models import Upload
from intake.core.paging import selected_by
from intake.core.text_search import contains
from intake.messaging.communications.models import SmsOptOut


def of_assignee(scope, user_id):
    """Return the condition that a file belongs to a matter of this user."""
    return _of_matters(scope, Matter.assigned_attorney.in_(assigned_ids(user_id)))


def of_matters_named(scope, words):
    """Return the condition that every one of the words occurs in the title of a file's matter or in its client's name.
    """
    clients = Client.of(scope, Client.id).where(contains(words, Client.search_key))
    return _of_matters(scope, contains(words, Matter.title_key) | Matter.client_id.in_(clients))


def _of_matters(scope, condition):
    matters = Matter.of(scope, Matter.id).where(condition)
    return selected_by(Upload.document_id, DocumentRequest.of(scope, DocumentRequest.id).where(
        selected_by(DocumentRequest.matter_id, matters)))


def for_decision(scope, upload):
    """Return the queries for the data needed to decide about a file, for `read_together`."""
    matter = upload.matter
    together = approvable(scope, matter.id, fn.COUNT(fn.DISTINCT(Upload.document_id)).alias("files"),
                          fn.MAX(Upload.uploaded_at).alias("until"))
    return {
        "reasons": ReviewReason.of(scope, ReviewReason.id, ReviewReason.text).order_by(
            ReviewReason.position, ReviewReason.id),
        "client": Client.of(
            scope, Client.first_name, Client.custom_fields, Client.contact_preferences, Client.email, Client.phone,
            SmsOptOut.applies_to(Client).alias("has_opted_out"),
            fn.EXISTS(Matter.of(scope, Matter.id).where(
                Matter.id == matter.id, Matter.status == ACTIVE,
                Matter.link_public_part.is_null(False))).alias("has_link"),
        ).where(Client.id == (upload.client and upload.client.id)),
        "together": together,
    }
