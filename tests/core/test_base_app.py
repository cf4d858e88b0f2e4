"""The worker's application, which has no blueprints (base_app.py)."""

from intake.base_app import create_base_app


def test_worker_finds_the_templates_of_all_pages(app):
    worker = create_base_app(app.extensions["settings"])
    names = worker.jinja_env.list_templates()
    assert len(set(names)) == len(names)
    assert "mail.html" in names
    assert set(names) >= set(app.jinja_env.list_templates())
    assert [*worker.url_map.iter_rules()] == []
    assert app.extensions.keys() ^ worker.extensions.keys() == {"nothing_here"}, "a page, which the worker has none of"
