"""The reference: the OpenAPI document and the page that shows it, both made from what runs."""
