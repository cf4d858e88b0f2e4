"""Everything below `/docs`: the opening, a page for each feature and each guide, and the index of the search."""

from functools import lru_cache

from intake.core.compression import ConstantAnswer
from intake.core.http import json_response
from intake.web.rendering import READING, page

from .catalogue import Catalogue
from .contracts import documented_routes
from .document import document
from .error_cases import all_errors, common_error_codes
from .guide import INTRODUCTION, chapters
from .guides import NAMES, guide
from .prose import escape_text, mark_code
from .search_index import search_index

_POLICY = READING.replace("default-src 'none';", "default-src 'none'; script-src 'self'; connect-src 'self';")


@lru_cache(maxsize=1)
def answers(app):
    """Return the answers by their path below `/docs`, each compressed once."""
    described, errors = document(app), all_errors(documented_routes(app))
    specific = {error.code: error for error in errors if error.code not in common_error_codes()}
    features = Catalogue(described, specific).features
    basics, guides = chapters(app.extensions["plans"], errors), [guide(name) for name in NAMES]

    def shown(template, **values):
        return page(template, _POLICY, chapters=basics, features=features, guides=guides, prose=mark_code,
                    verbatim=escape_text, **values)

    pages = {"": shown("docs.html", introduction=INTRODUCTION, server=described["servers"][0]["url"])}
    pages |= {f"api/{each['id']}": shown("docs_feature.html", feature=each) for each in features}
    pages |= {each.name: shown("docs_guide.html", guide=each) for each in guides}
    pages["index.json"] = json_response(search_index(basics, features, guides))
    return {path: ConstantAnswer(answer) for path, answer in pages.items()}
