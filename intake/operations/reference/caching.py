"""Conditional responses for content that changes only with the code."""

import hashlib

from flask import Response, request


def conditional_response(cached):
    """Return a copy of a cached response with an ETag; 304 if the browser has it already."""
    response = Response(cached.get_data(), headers=cached.headers)
    response.set_etag(hashlib.sha256(cached.get_data()).hexdigest()[:24])
    response.headers["Cache-Control"] = "no-cache"
    return response.make_conditional(request)
