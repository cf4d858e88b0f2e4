"""Errors of templates."""

from intake.core.errors import ApiError


class TemplateReadOnly(ApiError):
    status, code = 422, "template_read_only"
    message = "Built-in templates cannot be changed or deleted. POST its content to make one of your own."
