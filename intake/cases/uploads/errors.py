"""Errors of upload actions."""

from intake.core.errors import ApiError


class UploadAlreadyConfirmed(ApiError):
    status, code = 409, "upload_already_confirmed"
    message = "This upload has already been confirmed."


class UploadUrlExpired(ApiError):
    status, code = 422, "upload_url_expired"
    message = "The upload URL expired before the file arrived. Ask for a new one."


class FileQuarantined(ApiError):
    status, code = 422, "file_quarantined"
    message = "The file is infected and in quarantine. It cannot be downloaded."


class FileNotScanned(ApiError):
    status, code = 422, "file_not_scanned"
    message = ("The file was not scanned for viruses. Wait until its scan_status is clean, or add ?unscanned=true and "
               "treat it with care.")


class FileNotMade(FileNotScanned):
    message = "The PDF of the photos is still being made. Try again in a moment."


class StorageLimitReached(ApiError):
    status, code = 422, "storage_limit_reached"
    message = "The plan's storage has no room for this file."


class FileTooLarge(ApiError):
    status, code = 422, "file_too_large"
    message = "The file is larger than this document allows. It was deleted."


class TooManyFiles(ApiError):
    status, code = 422, "too_many_files"
    message = "The document has as many files as it can have."
