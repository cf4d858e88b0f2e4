from tests.portal.conftest import portal_of  # noqa: F401
