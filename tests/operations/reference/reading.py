"""Parsing a page: its elements, and how they nest."""

from html.parser import HTMLParser

_VOID = {"meta", "link", "br", "hr", "img", "input", "wbr"}
_MAY_STAY_OPEN = {"li", "tr", "td", "th", "thead", "tbody", "p"}


class Page(HTMLParser):
    """A parsed page: `elements` as (tag, attributes) in order, `texts` by tag, `unbalanced` the wrongly closed tags."""

    def __init__(self, text):
        super().__init__()
        self.elements, self.unbalanced, self._open, self.texts = [], [], [], {}
        self.feed(text)
        self.unbalanced += [tag for tag in self._open if tag not in _MAY_STAY_OPEN]

    def all(self, tag):
        """Return the attributes of every element with this tag."""
        return [attributes for name, attributes in self.elements if name == tag]

    def handle_starttag(self, tag, attrs):
        self.elements.append((tag, dict(attrs)))
        self.texts.setdefault(tag, []).append("")
        if tag not in _VOID:
            self._open.append(tag)

    def handle_endtag(self, tag):
        while self._open and self._open[-1] != tag and self._open[-1] in _MAY_STAY_OPEN:
            self._open.pop()
        if self._open and self._open[-1] == tag:
            self._open.pop()
        else:
            self.unbalanced.append(tag)

    def handle_data(self, data):
        for tag in set(self._open):
            self.texts[tag][-1] += data
