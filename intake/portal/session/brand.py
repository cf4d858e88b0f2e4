"""How a firm shows itself to its clients: its logo and its colour, if it wants that, its name and its number."""

from dataclasses import dataclass

from intake.accounts.firms.models import Firm
from intake.web.formatting import format_phone

from .colors import PLAIN


@dataclass(frozen=True)
class Brand:
    """What pages show of the firm."""

    firm: Firm

    @property
    def name(self):
        return self.firm.name

    @property
    def logo_path(self):
        """Where the logo is, None if none is to be shown."""
        shown = self.firm.logo_key and self.firm.settings_in_force["intake_branding"]
        return f"/{self.firm.logo_key}" if shown else None

    @property
    def color(self):
        settings = self.firm.settings_in_force
        return (settings["brand_color"] if settings["intake_branding"] else None) or PLAIN

    @property
    def phone(self):
        """The number as people write it, None if the firm told none."""
        return format_phone(self.firm.phone) if self.firm.phone else None
