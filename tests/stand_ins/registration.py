"""Registering an application at stand-ins of the platforms."""

from contextlib import contextmanager

from config.settings import Settings
from intake.integrations.platforms.registry import configured_platforms


@contextmanager
def registered_at(app, *stand_ins, **overrides):
    """Register the application at these stand-ins, and at no other platform, until the block ends."""
    plain = {name: str(value) for name, value in app.extensions["settings"].values.items()
             if isinstance(value, str | int)}
    registered = {name: value for each in stand_ins for name, value in each.settings().items()}
    before = app.extensions["platforms"]
    app.extensions["platforms"] = configured_platforms(Settings.load(plain | registered | overrides), "Intake/test")
    try:
        yield
    finally:
        for platform in app.extensions["platforms"].values():
            platform.http.close()
        app.extensions["platforms"] = before
