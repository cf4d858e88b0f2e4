"""A firm's branding on the pages of its clients."""

from intake.web.colors import PLAIN
from intake.web.formatting import format_phone


class Brand:
    """The firm's name and formatted number and, if `intake_branding` is on, the path of its logo, and its colour."""

    def __init__(self, firm):
        settings = firm.settings_in_force
        is_on = settings["intake_branding"]
        self.name = firm.name
        self.phone = format_phone(firm.phone) if firm.phone else None
        self.logo_path = f"/{firm.logo_key}" if is_on and firm.logo_key else None
        self.color = (is_on and settings["brand_color"]) or PLAIN
