"""The search index of the reference: every place with its title and words."""

import re
from collections import Counter

_WORD = re.compile(r"\w\w+")
_COMMON = 10  # Words in more than a tenth of the places say little, but make up a third of the index.


def search_index(chapters, features, guides):
    """Return every place, and the words that are too common to be listed with each.

    A place has an `id`, `href`, `title`, what it is `in`, its `words`, and an operation its `method`.
    """
    places = [*_of_chapters(chapters), *_of_features(features), *_of_guides(guides)]
    counts = Counter(word for place in places for word in place["words"])
    common = {word for word, count in counts.items() if count * _COMMON > len(places)}
    return {"common": _listed(common),
            "places": [place | {"words": _listed(place["words"] - common)} for place in places]}


def _of_chapters(chapters):
    for chapter in chapters:
        errors = [f"{error.code} {error.message}" for error in chapter.errors]
        cells = [cell for row in chapter.rows for cell in row]
        yield _place(chapter.id, f"/docs#{chapter.id}", chapter.title, "Basics", *chapter.paragraphs, *cells, *errors)


def _of_features(features):
    for feature in features:
        address = f"/docs/api/{feature['id']}"
        yield _place(feature["id"], address, feature["title"], "Operations", feature["doc"])
        for operation in feature["operations"]:
            rows = [" ".join((row.name, *row.notes)) for row in (*operation["parameters"], *operation["fields"])]
            errors = [error.code for error in operation["errors"]]
            yield _place(operation["id"], f"{address}#{operation['id']}", operation["title"].replace("`", ""),
                         operation["path"], operation["description"], *rows, *errors) | {"method": operation["method"]}


def _of_guides(guides):
    for guide in guides:
        for section in guide.sections:
            yield _place(section.id, f"/docs/{guide.name}#{section.id}", section.title, guide.title, section.text)


def _place(id, href, title, place, *texts):
    words = {*_WORD.findall(" ".join(texts).lower())} - {*_WORD.findall(f"{title} {place}".lower())}
    return {"id": id, "href": href, "title": title, "in": place, "words": words}


def _listed(words):
    return " ".join(sorted(words))  # sorted, they compress better
