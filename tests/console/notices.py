"""The sentences of pages of the console that are not in their templates."""

from intake.console.clients.merging import states as merging
from intake.console.deadlines import pages as agenda
from intake.console.find import states as find
from intake.console.matters import head
from intake.console.matters.answers import pages as answers
from intake.console.matters.deadlines import pages as deadlines
from intake.console.matters.documents import pages as documents
from intake.console.matters.messages import pages as messages
from intake.console.messages import pages as inbox
from intake.console.notifications import states as notifications
from intake.console.reminders import pages as reminders
from intake.console.reminders.states import NOT_REMINDED
from intake.console.review import client_view
from intake.console.review import pages as review
from intake.console.saved_views import pages as saved_views
from intake.console.viewer import pages as viewer
from intake.console.viewer import viewed_file
from intake.core.languages import ENGLISH, LANGUAGES
from intake.messaging.communications.failures import SENTENCES
from intake.web.translation import dictionary


def untranslated():
    """Return the sentences that lack a translation into one of the languages."""
    sentences = ["You", "A colleague", "You have decided about that file already.", review.WITHOUT_REASON,
                 client_view.NO_LINK, inbox.WRONG, saved_views.WRONG, saved_views.OF_NO_PERSON, *SENTENCES]
    sentences += [each.name for each in (*find.PAGES, *head.TABS)]
    sentences += [sentence for known in (
        review.NOTICES, client_view.SENDING, viewer.NOTICES, viewed_file.ACTORS, viewed_file.DECIDED, head.NOTICES,
        inbox.NOTICES, agenda.NOTICES, agenda.WRONG, deadlines.WRONG, documents.WRONG, reminders.NOTICES, NOT_REMINDED,
        messages.WRONG, messages.TEXTS, messages.NOT_SENT, notifications.DONE, merging.NOTICES, answers.WRONG)
        for sentence in known.values()]
    return [sentence for sentence in sentences for language in LANGUAGES
            if language != ENGLISH and sentence not in dictionary(language)]
