"""The worker's job for generated files; it may run twice."""

from intake.gateways.storage import storage


def remove_generated_file(folder: str) -> None:
    """Remove what the storage has in the folder of a file."""
    storage.delete_with_unfinished(folder)
