"""The application factory of the web server."""

from config.settings import Settings
from intake.accounts.access.guard import count_misdirected
from intake.base_app import create_base_app
from intake.blueprints import BLUEPRINTS, SANDBOX_BLUEPRINTS
from intake.console.frame.console_page import nothing_here
from intake.core.cross_origin import CrossOrigin
from intake.operations.health.forwarded_headers import ForwardedHeaders
from intake.page_blueprints import PAGE_BLUEPRINTS


def create_app(settings=None):
    """The WSGI application of this installation. Raises `SettingsError`; opens no connection yet."""
    settings = settings or Settings.load()
    app = create_base_app(settings)
    CrossOrigin(settings.api_allowed_origins or ()).init_app(app)
    if not settings.trusted_proxies:
        ForwardedHeaders(app.extensions["redis"]).init_app(app)
    app.before_request(count_misdirected)
    for blueprint, prefix in BLUEPRINTS + PAGE_BLUEPRINTS + SANDBOX_BLUEPRINTS * settings.in_sandbox:
        app.register_blueprint(blueprint, url_prefix=prefix)
    app.extensions["nothing_here"] = nothing_here
    return app
