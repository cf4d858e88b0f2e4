"""The document links from the creation of a record to the operations that take its identifier."""

import re

import pytest


@pytest.fixture
def leads_to(operations):
    """Return the operations to which this one's response links, with the parameters of each link."""
    return lambda name: {link: details["parameters"] for response in operations[name]["responses"].values()
                         for link, details in response.get("links", {}).items()}


def test_created_record_links_to_its_operations(leads_to):
    made = {"matter_id": "$response.body#/data/id"}

    assert leads_to("matters_create")["matters_show"] == made
    assert leads_to("matters_create")["matters_update"] == made
    assert leads_to("matters_create")["deadlines_create"] == made


def test_link_takes_parameters_of_the_request_path(leads_to):
    assert leads_to("deadlines_create")["deadlines_update"] == {
        "matter_id": "$request.path.matter_id", "deadline_id": "$response.body#/data/id"}


def test_identifier_with_another_name_is_linked(leads_to):
    assert leads_to("uploads_issue")["uploads_confirm"] == {"upload_id": "$response.body#/data/upload_id"}


def test_operation_that_creates_nothing_has_no_links(leads_to):
    assert leads_to("matters_archive") == leads_to("matters_show") == leads_to("matters_update") == {}


def test_every_link_fills_in_every_path_parameter_and_nothing_else(operations, leads_to):
    for name in operations:
        for link, parameters in leads_to(name).items():
            assert list(parameters) == re.findall(r"{(\w+)}", operations[link]["path"])
