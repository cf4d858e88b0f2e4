"""The API reference: the OpenAPI document and the page that shows it, both generated from the routes."""
