"""The sentences of pages of the console that are not in their templates."""

from intake.console.frame.navigation import AREAS
from intake.console.matters import head
from intake.console.matters.deadlines import pages as deadlines
from intake.console.matters.documents import pages as documents
from intake.console.matters.messages import pages as messages
from intake.console.review import pages as review
from intake.console.viewer import pages as viewer
from intake.console.viewer import viewed_file
from intake.core.languages import ENGLISH, LANGUAGES
from intake.web.translation import dictionary


def untranslated():
    """Return the sentences that lack a translation into one of the languages."""
    named = [*AREAS, *head.TABS]
    own = "You", "A colleague", "You have decided about that file already.", review.WITHOUT_REASON
    sentences = [*own, *(each.name for each in named)] + [
        sentence for known in (
            review.NOTICES, viewer.NOTICES, viewed_file.ACTORS, viewed_file.DECIDED, head.NOTICES, deadlines.WRONG,
            documents.WRONG, messages.WRONG, messages.NOT_SENT)
        for sentence in known.values()]
    return [sentence for sentence in sentences for language in LANGUAGES
            if language != ENGLISH and sentence not in dictionary(language)]
