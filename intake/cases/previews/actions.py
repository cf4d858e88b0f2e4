"""Actions on previews."""

import hashlib

from flask import current_app
from itsdangerous import BadData, URLSafeTimedSerializer

from intake.accounts.audit.recording import record_act, record_read
from intake.cases.uploads.models import Upload
from intake.cases.uploads.states import CLEAN, INFECTED, SCAN_FAILED, SKIPPED
from intake.core.addresses import public_url
from intake.core.content_types import PDF
from intake.core.db import db
from intake.core.timed_signer import TimedSigner
from intake.engine.tasks.actions import plan
from intake.gateways.storage import storage

from .models import PageText, Preview, image_key, thumbnail_key
from .renderer import Unreadable, render
from .states import (
    BATCH,
    DAMAGED,
    FIRST_BATCH,
    INFECTED_FILE,
    NOT_SCANNED,
    PENDING,
    READY,
    TOO_COMPLEX,
    UNAVAILABLE,
    URL_SECONDS,
)

SHOWABLE = (CLEAN, SKIPPED)
"""The results of a scan after which a file is rendered."""

_WITHOUT_SCAN = {INFECTED: INFECTED_FILE, SCAN_FAILED: NOT_SCANNED}
_AT_FIRST = FIRST_BATCH + BATCH


def show(scope, upload_id, first=1):
    """Return a `PreviewOut` with the rendered pages from page `first` on.

    Pages that are not rendered yet are rendered meanwhile: ask again. Raises `NotFound`.
    """
    upload = Upload.confirmed(scope, upload_id)
    return show_upload(upload, Preview.with_texts(upload, [upload.id], first).first(), first)


def show_upload(upload, preview, first):
    """As `show`, of an upload and its preview that were read already.

    Each page also has its `path` and its `lines`, as `PageText` has them.
    """
    record_read("upload.viewed", upload, document_id=upload.document_id)
    if preview is None or not (preview.pages or preview.problem):
        problem = _WITHOUT_SCAN.get(upload.scan_status)
        return {"status": UNAVAILABLE if problem else PENDING, "problem": problem, "page_count": upload.page_count,
                "rotation": preview.rotation if preview else 0, "pages": []}
    last = min(first + BATCH - 1, preview.renderable)
    _want(preview, last)
    shown = enumerate(preview.pages[first - 1:last], first)
    texts = preview.texts or {}
    return {"status": preview.status, "problem": preview.problem, "page_count": preview.page_count,
            "rotation": preview.rotation,
            "pages": [_page(upload, number, size, texts.get(str(number), ())) for number, size in shown]}


def rotate(scope, upload_id, rotation=0):
    """Remember by how many degrees the pages are turned clockwise. Raises `NotFound`."""
    upload = Upload.confirmed(scope, upload_id)
    with db.atomic():
        Preview.created_once(upload, wanted=_AT_FIRST).change(rotation=rotation)
        record_act("upload.rotated", upload, rotation=rotation)
    return show(scope, upload_id)


def render_next(upload):
    """Render the next pages that are wanted, and plan the rest. Safe to run twice, also concurrently.

    Raises `StorageUnavailable`.
    """
    preview = Preview.of_upload(upload)
    done = len(preview.pages) if preview else 0
    count = min(BATCH, preview.wanted - done) if done else FIRST_BATCH
    if count <= 0:
        return
    try:
        page_count, rendered = render(upload.storage_key, upload.detected_type, done + 1, count)
    except Unreadable as unreadable:
        _record(upload, done, problem=unreadable.problem)
        return
    for page in rendered:
        storage.put(image_key(upload, page.number), page.image, "image/webp")
        if page.thumbnail:
            storage.put(thumbnail_key(upload), page.thumbnail, "image/webp")
    _record(upload, done, page_count, rendered)


def give_up(upload):
    """Record that the next pages cannot be shown, until they are rendered after all."""
    preview = Preview.of_upload(upload)
    _record(upload, len(preview.pages) if preview else 0, problem=TOO_COMPLEX)


def key_of(token):
    """Return the storage key of the page with this address; None if the token is forged or too old."""
    try:
        return _signer().loads(token, max_age=2 * URL_SECONDS)
    except BadData:
        return None


def page_path(upload, number):
    """Return the path of a page's image, signed and valid for five to ten minutes.

    It stays the same for five minutes, so that a browser that has the image need not ask for it again.
    """
    return _signed_path(image_key(upload, number))


def thumbnail_path(upload):
    """Return the path of the thumbnail of the first page, signed as that of a page."""
    return _signed_path(thumbnail_key(upload))


def _signed_path(key):
    return f"/previews/{_signer().dumps(key)}"


def _page(upload, number, size, lines):
    path = page_path(upload, number)
    return {"number": number, "width": size[0], "height": size[1], "path": path, "url": public_url(path),
            "lines": lines, "text": "\n".join(line[-1] for line in lines) or None}


def _want(preview, last):
    """Have the pages up to this one rendered, unless that was asked for."""
    if last > preview.wanted:
        with db.atomic():
            if preview.change(Preview.wanted < last, wanted=last):
                plan(preview.firm_id, "render_preview", preview.id)


def _record(upload, done, page_count=None, rendered=(), problem=None):
    """Record pages that were rendered after the first `done`, unless another run has done so."""
    with db.atomic():
        if page_count and upload.page_count is None and upload.detected_type == PDF:  # their counter was killed
            upload.change(Upload.page_count.is_null(), page_count=page_count)
        preview = Preview.created_once(upload, wanted=_AT_FIRST)
        if len(preview.pages) != done:
            return
        if not rendered:
            # The first pages can still be shown if a later one cannot be read.
            preview.change(status=READY if done else UNAVAILABLE, problem=problem or DAMAGED, page_count=done or None,
                           wanted=done)
            return
        PageText.keep(upload, rendered)
        preview.change(status=READY, problem=None, page_count=page_count,
                       pages=[*preview.pages, *([page.width, page.height] for page in rendered)],
                       wanted=min(preview.wanted, page_count),
                       has_thumbnail=preview.has_thumbnail or bool(rendered[0].thumbnail))
        if len(preview.pages) < min(preview.wanted, preview.renderable):
            plan(upload.firm_id, "render_preview", upload.id)


class _SteadySigner(TimedSigner):
    """Signs with the start of the current five minutes."""

    def get_timestamp(self):
        return super().get_timestamp() // URL_SECONDS * URL_SECONDS


def _signer():
    return URLSafeTimedSerializer(current_app.config["SECRET_KEY"], salt="page of a preview", signer=_SteadySigner,
                                  signer_kwargs={"digest_method": hashlib.sha256})
