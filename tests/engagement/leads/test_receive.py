"""Recording that somebody contacted the firm."""

from intake.engagement.leads.actions import receive
from intake.engagement.leads.models import Lead

CONTACT = {"first_name": "María", "last_name": "Núñez", "email": "Maria@Example.com", "phone": "+15125550101"}


def test_lead_is_recorded_with_its_parties(firm, announced):
    lead = receive(firm, **CONTACT, message="A car hit me.", language="es", practice_area="personal_injury",
                   parties=[{"name": "Acme Trucking, Inc.", "kind": "company", "role": "opposing",
                             "aliases": ["Acme"], "relation": "owner of the truck"},
                            {"name": "Juan Núñez", "kind": "person", "role": "witness"}],
                   source={"page": "https://www.nunezlaw.example/accidents", "referrer": "https://www.google.com/",
                           "campaign": {"source": "Spring Ads"}})
    found = Lead.fetch(firm, lead.id)
    assert (found.status, found.email_key, found.source_key) == ("new", "maria@example.com", "spring ads")
    assert found.search_key == (
        "maría núñez maria@example.com +15125550101 acme trucking, inc. juan maria nunez")
    assert list(Lead.of(firm).where(*Lead.filters({"search": "(512) 555-0101"}))) == [found]
    assert [(each.name, each.kind, each.role, each.aliases) for each in found.parties] == [
        ("Acme Trucking, Inc.", "company", "opposing", ["Acme"]), ("Juan Núñez", "person", "witness", [])]
    assert [type for type, _ in announced()] == ["lead.created"]


def test_quarantined_lead_is_announced_when_it_is_released(firm, announced):
    lead = receive(firm, **CONTACT, quarantined=True, spam_score=80, spam_reasons=["honeypot"])
    assert announced() == []
    assert lead.spam == {"score": 80, "reasons": ["honeypot"]}
