"""The application factory."""

from config.settings import Settings
from intake.base_app import create_base_app
from intake.blueprints import BLUEPRINTS, SANDBOX_BLUEPRINTS
from intake.core.cross_origin import CrossOrigin
from intake.operations.cli import COMMANDS
from intake.operations.health.forwarded_headers import ForwardedHeaders
from intake.page_blueprints import PAGE_BLUEPRINTS


def create_app(settings=None):
    """The WSGI application of this installation. Raises `SettingsError`; opens no connection yet."""
    settings = settings or Settings.load()
    app = create_base_app(settings)
    CrossOrigin(settings.api_allowed_origins or ()).init_app(app)
    if not settings.trusted_proxies:
        ForwardedHeaders(app.extensions["redis"]).init_app(app)
    in_sandbox = settings.environment == "sandbox"
    for blueprint, prefix in BLUEPRINTS + PAGE_BLUEPRINTS + SANDBOX_BLUEPRINTS * in_sandbox:
        app.register_blueprint(blueprint, url_prefix=prefix)
    for command in COMMANDS:
        app.cli.add_command(command)
    return app
