"""Routes that are created quickly."""

from flask import Flask, url_for

from intake.core.routing import QuickRule


def test_addresses_are_put_together_from_values_and_a_query():
    app = Flask(__name__)
    app.url_rule_class = QuickRule
    app.add_url_rule("/of/<rule>/<self>/<int:values>", "named")
    app.add_url_rule("/all", "all", defaults={"page": 1})
    app.add_url_rule("/all/<int:page>", "all")
    with app.test_request_context():
        for _ in range(2):  # compiled, then known
            assert url_for("named", rule="a b", self="ü", values=3, more="x") == "/of/a%20b/%C3%BC/3?more=x"
            assert url_for("all", page=1) == "/all"
            assert url_for("all", page=2) == "/all/2"
