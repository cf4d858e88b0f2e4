"""What leads to the matters that the list is searched for: the parts of words in titles, and in clients' names."""

from functools import reduce
from operator import or_

from peewee import Case, Select, fn

from intake.cases.clients.models import Client
from intake.cases.matters.models import Matter
from intake.core.paging import counted
from intake.core.rare_words import led_by_parts, parts_of, parts_of_any, sampling
from intake.core.text_search import contains, folded_query


class Leading:
    """The ways by which indexes lead to the matters with some words, of which the firm's latest matters show the best.

    A matter has all of the longer words in its title, or one of them is a name of its client: the first way. It also
    has each word in one of the two: the other ways, of which that of the rarest word leads to the fewest.
    """

    def __init__(self, caller, words):
        self.caller, self.words = caller, words
        self.each = folded_query(words).split()
        self.longer = [word for word in self.each if len(word) > 2] or self.each
        longer = " ".join(self.longer)
        self.titles = [longer, *self.each]
        self.names = [parts_of_any(caller, longer, shortest=2), *(parts_of(caller, word) for word in self.each)]

    def sample(self):
        """Return a query for the number of the `way` to take, and how many of the latest matters are `matches`.

        The number is NULL if reading the latest finds enough matters sooner.
        """
        to_count = sampling(to_count=True)
        texts = Matter.with_clients(Matter.of(
            self.caller, Matter.title_key, fn.COALESCE(Client.search_key, "").alias("names")))
        latest = counted(texts, to_count["sample"] - 1).alias("latest")
        number, title, names = fn.COUNT(1), latest.c.title_key, latest.c.names
        led = reduce(or_, (contains(word, names) for word in self.longer), contains(self.titles[0], title))
        has = [number.filter(contains(word, title, names)) for word in self.each]
        counts = Select([latest], [
            number.alias("size"), number.filter(led).alias("led"),
            number.filter(contains(self.words, title, names)).alias("matches"),
            *(each.alias(f"has_{place}") for place, each in enumerate(has))]).alias("counts")
        having = [getattr(counts.c, f"has_{place}") for place in range(len(has))]
        fewest = fn.LEAST(*having)
        way = Case(None, [((counts.c.size < to_count["sample"]) | (counts.c.matches >= to_count["often"]), None),
                          (counts.c.led < fewest, 0), *(
                              (number == fewest, place) for place, number in enumerate(having, 1))])
        return Select([counts], [way.alias("way"), counts.c.matches])

    def matters(self, way, conditions, *columns):
        """Return a query for these columns of the matters that meet the conditions, which may be about their clients.

        `way` is a number, or the column that has it. The query ends as soon as enough are found.
        """
        is_titled = _at(way, [contains(words, Matter.title_key) for words in self.titles])
        titled = led_by_parts(Matter, self.caller, [Matter.title_key],
                              _at(way, [parts_of(self.caller, words, shortest=2) for words in self.titles]))
        named = led_by_parts(Client, self.caller, Client.searched, _at(way, self.names)).join(
            Matter, on=(Matter.firm_id == self.caller.firm_id) & (Matter.client_id == Client.id))
        return Matter.with_clients(titled).where(is_titled, *conditions).select(*columns).union_all(
            named.where(~is_titled, *conditions).select(*columns))


def _at(way, values):
    return values[way] if isinstance(way, int) else Case(way, list(enumerate(values)))
