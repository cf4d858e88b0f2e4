"""The layout of a mail in the firm's name."""

from intake.web.mail_layout import MailLayout

from .models import Firm


def firm_layout(firm: Firm, language: str, footer: str, off: tuple[str, str] | None = None) -> MailLayout:
    """Return the layout with the firm's name and, if `intake_branding` is on, its logo and colour."""
    settings = firm.settings_in_force
    branded = settings["intake_branding"]
    return MailLayout(language, firm.name, footer, firm.logo_url if branded else None,
                      settings["brand_color"] if branded else None, off=off)
