"""Clients of the API, made from its OpenAPI document by `python -m clients.generate`."""
