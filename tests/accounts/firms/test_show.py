"""Retrieving the firm."""

from intake.accounts.firms.models import Firm
from intake.accounts.firms.states import PRACTICE_AREAS
from intake.core.clock import iso
from tests.core.answers import data


def test_new_firm_has_every_field_and_every_default(api, firm):
    assert data(api.get("/firms")) == {
        "id": firm.id, "name": "Ünal & Partners", "slug": firm.slug, "email": "office@example.com", "phone": None,
        "website": None, "address": None, "plan": "enterprise", "timezone": "America/New_York", "logo_url": None,
        "settings": {"intake_branding": True, "custom_domain": None, "default_intake_template": None,
                     "email_notifications": True, "sms_notifications": False, "brand_color": None,
                     "require_second_factor": False, "reminder_days": [3, 7, 14], "review_days": None,
                     "office_hours": None, "language": "en", "portal_code": "never", "sender_name": None,
                     "mail_signature": None, "quiet_hours": None, "retention_text": None, "session_idle_hours": 12,
                     "session_days": 14, "sms_alphabet": "gsm", "two_people_erase_clients": False,
                         "two_people_erase_clients_until": None,
                     "require_conflict_check": False, "conflict_thresholds": {"person": 82, "company": 82},
                     "lead_forms": {"enabled": False, "practice_areas": list(PRACTICE_AREAS), "allowed_origins": [],
                                    "notify": []}},
        "created_at": iso(Firm.fetch(firm.id).created_at)}


def test_each_firm_sees_itself(api, rival_api, firm, rival):
    assert (data(api.get("/firms"))["id"], data(rival_api.get("/firms"))["id"]) == (firm.id, rival.id)
