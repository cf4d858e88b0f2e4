"""The text of `config/example.env`."""

from .settings import SettingsSchema


def example():
    """Return the text of `config/example.env`: every setting with its sentence, an example and its default."""
    parts = ["# Every setting of Intake. Lines that are commented out show the default.\n"]
    for name, field in SettingsSchema().fields.items():
        shown = "" if field.required or field.load_default is None else field.load_default
        value = field.metadata.get("example") or shown
        lead = "" if field.required or name == "APP_URL" else "# "
        parts.append(f"# {field.metadata['description']}\n{lead}{name}={value}\n")
    return "\n".join(parts)
