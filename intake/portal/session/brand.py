"""A firm's branding on the pages of its clients: name, number and, if `intake_branding` is on, logo and colour."""

from dataclasses import dataclass

from intake.accounts.firms.models import Firm
from intake.web.formatting import format_phone

from .colors import PLAIN


@dataclass(frozen=True)
class Brand:
    """The branding of one firm."""

    firm: Firm

    @property
    def name(self):
        return self.firm.name

    @property
    def logo_path(self):
        """The path of the logo, None if none is shown."""
        shown = self.firm.logo_key and self.firm.settings_in_force["intake_branding"]
        return f"/{self.firm.logo_key}" if shown else None

    @property
    def color(self):
        settings = self.firm.settings_in_force
        return (settings["brand_color"] if settings["intake_branding"] else None) or PLAIN

    @property
    def phone(self):
        """The formatted number, None if the firm has none."""
        return format_phone(self.firm.phone) if self.firm.phone else None
