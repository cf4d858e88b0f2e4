"""The addresses of services."""

from urllib.parse import parse_qs, urlencode, urlsplit


def add_to_query(address, **options):
    """Return the URL with these options, except those that it has already."""
    query = urlsplit(address).query
    known = parse_qs(query)
    added = urlencode({name: value for name, value in options.items() if name not in known})
    return f"{address}{'&' if query else '?'}{added}" if added else address
