"""The title of the matter that a lead becomes."""

from itertools import count

from intake.cases.matters.models import Matter
from intake.core.text_search import as_folded, begins_with, folded
from intake.web.translation import translator

_LONGEST = 240


def free_title(firm, lead, practice_area):
    """Return a title that no matter of the firm has: `Rosa Delgado, Personal injury`, then with a number."""
    area = translator(firm.settings_in_force["language"])(practice_area.replace("_", " ").capitalize())
    title = f"{lead.full_name}, {area}"[:_LONGEST]
    taken = {as_folded(key) for key, in Matter.of(firm, Matter.title_key).where(
        begins_with(title, Matter.title_key)).tuples()}
    numbered = (f"{title} ({number})" for number in count(2))
    return title if folded(title) not in taken else next(each for each in numbered if folded(each) not in taken)
