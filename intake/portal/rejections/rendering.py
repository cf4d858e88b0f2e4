"""The texts to a client about rejected documents."""

from intake.cases.uploads.states import INFECTED
from intake.messaging.communications.message_texts import last_day, render_message
from intake.messaging.communications.safety import may_identify
from intake.portal.links.models import IntakeLink

_MAX_NAMED = 20
"""How many documents a message names."""


def render_notice(firm, matter, documents, channel, language):
    """Return the `RenderedMessage` about document requests of the matter, which has a link, that have their `upload`.

    Each is named with its reason; of an infected file the text says what happened without the scanner's words.
    """
    named = [{"name": document.texts_in(language)["name"], "reason": document.upload.review_in(language),
              "is_infected": document.upload.scan_status == INFECTED} for document in documents[:_MAX_NAMED]]
    return render_message("rejection", channel, language, firm=firm, client=matter.client, documents=named,
                          count=len(documents), is_neutral=not may_identify(matter.client), link=matter.link_url,
                          expires=last_day(firm, IntakeLink.fetch_current(matter, matter.id).expires_at, language))
