"""The files for Heroku, Dokku, Render, Fly.io and Railway agree with the Procfile and the settings."""

import secrets

import pytest

from config.settings import Settings
from tests.smoke.interpreters import SUPPORTED

from .files import REQUIRED, SETTINGS, data, procfile, text

GIVEN_BY_ADDONS = {"DATABASE_URL", "REDIS_URL"}
RELEASE, WEB, WORKER = (procfile()[name] for name in ("release", "web", "worker"))


def _variables(service):
    return {variable["key"]: variable for variable in service["envVars"] if "key" in variable}


@pytest.fixture(scope="module")
def render():
    """The services of render.yaml by name, and the contents of its group of keys."""
    blueprint = data("render.yaml")
    return {service["name"]: service for service in blueprint["services"]}, _variables(blueprint["envVarGroups"][0])


@pytest.fixture
def is_route(app):
    """Whether a path answers without a caller's key."""
    return lambda path: path in {rule.rule for rule in app.url_map.iter_rules()}


def test_heroku_asks_for_what_the_start_requires(is_route):
    manifest = data("app.json")
    given = manifest["env"]

    assert set(given) <= set(SETTINGS)
    assert set(given) | GIVEN_BY_ADDONS >= REQUIRED
    assert {addon.partition(":")[0] for addon in manifest["addons"]} == {"heroku-postgresql", "heroku-redis"}
    assert set(manifest["formation"]) == set(procfile()) - {"release"}
    assert all(map(is_route, [manifest["success_url"], manifest["healthchecks"]["web"][0]["path"]]))
    assert len(manifest["description"]) <= 140


def test_what_platforms_make_up_is_accepted_as_secret():
    for made in (secrets.token_hex(32), secrets.token_urlsafe(32)):  # Heroku's form, Render's form
        settings = Settings.load(dict.fromkeys(REQUIRED, "bucket") | {
            "DATABASE_URL": "postgres://u:p@db/intake", "REDIS_URL": "rediss://cache:6379", "APP_URL": "https://a.example",
            "SECRET_KEY": made, "TOKEN_ENCRYPTION_KEYS": made})
        assert settings.secret_key == made


def test_render_runs_the_procfile(render, is_route):
    services, keys = render
    web, worker = services["intake-web"], services["intake-worker"]

    assert (web["preDeployCommand"], worker["dockerCommand"]) == (RELEASE, WORKER)
    assert is_route(web["healthCheckPath"])
    for service in (web, worker):
        variables = _variables(service)
        assert set(variables) | set(keys) <= set(SETTINGS)
        assert set(variables) | set(keys) >= REQUIRED
        for name in {reference["name"] for variable in variables.values()
                     if (reference := variable.get("fromService"))}:
            assert name in services
        assert variables["DATABASE_URL"]["fromDatabase"]["name"] == data("render.yaml")["databases"][0]["name"]
    assert all(variable == {"key": name, "generateValue": True} for name, variable in keys.items())


def test_worker_on_render_has_the_settings_that_the_web_server_has(render):
    services, _ = render
    asked = {name for name, variable in _variables(services["intake-web"]).items() if variable.get("sync") is False}
    taken = {name for name, variable in _variables(services["intake-worker"]).items()
             if variable.get("fromService", {}).get("envVarKey") == name}

    assert taken == asked


def test_fly_runs_the_procfile(is_route):
    config = data("fly.toml")

    assert config["deploy"]["release_command"] == RELEASE
    assert config["processes"] == {"web": WEB, "worker": WORKER}
    assert set(config["env"]) <= set(SETTINGS)
    assert str(config["http_service"]["internal_port"]) == config["env"]["PORT"]
    assert all(is_route(check["path"]) for check in config["http_service"]["checks"])


def test_railway_runs_the_procfile(is_route):
    web, worker = (data(path)["deploy"] for path in ("railway.json", "deploy/railway-worker.json"))

    assert (web["startCommand"], web["preDeployCommand"]) == (WEB, [RELEASE])
    assert worker["startCommand"] == WORKER
    assert is_route(web["healthcheckPath"])


def test_platforms_run_a_supported_python():
    assert text(".python-version").strip() in SUPPORTED
