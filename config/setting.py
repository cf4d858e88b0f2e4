"""What a setting is made of."""


def setting(kind, sentence, *, default=None, example=None, **options):
    """Return the field of a setting, which is required if it has no default and may not be missing."""
    required = default is None and not options.get("allow_none")
    load = {"required": True} if required else {"load_default": default}
    messages = {"required": f"Is missing: {sentence[0].lower()}{sentence[1:]}"} | options.pop("error_messages", {})
    return kind(**load, **options, error_messages=messages, metadata={"description": sentence, "example": example})
