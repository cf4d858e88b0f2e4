"""Finds or creates the platform's records of a matter, its client and its documents, each exactly once.

1. Before a record is created at the platform, a link without an external id is stored.
2. An existing record is looked for first: by e-mail address, our id or the description. This also finds a record that a
   killed run created without storing its id.
3. The external id is stored as soon as it is known.
"""

from intake.cases.uploads.models import Upload
from intake.core.clock import now
from intake.gateways.platform_http import PlatformUnavailable, RecordGone, RequestRejected
from intake.gateways.storage import StorageUnavailable, storage

from .models import IntegrationLink
from .states import CONTACT, DOCUMENT, MATTER, NOTE


class LinkedRecords:
    """The platform's records during one run. `on_progress` is called after each record that is found or created."""

    def __init__(self, integration, transport, client, on_progress):
        self._integration, self._transport, self._client = integration, transport, client
        self._on_progress = on_progress

    def ensure_matter(self, matter, contact):
        """Find or create the matter with its contact and update it; return its id."""
        contact_id, was_linked = self._ensure_contact(contact)
        try:
            return self._ensure_matter(matter, contact_id)
        except (RecordGone, RequestRejected):
            if was_linked and not self._client.has_contact(contact_id):
                self._delete_links(IntegrationLink.client_id == contact.id)
                raise RecordGone("The contact was deleted there.") from None
            raise

    def ensure_document(self, upload, document, matter_id):
        """Create the document and upload its file. Return its id, and whether it was uploaded before."""
        link, _ = IntegrationLink.for_record(self._integration, kind=DOCUMENT, upload_id=upload.id)
        if link.settled_at:
            return link.external_id, True
        try:
            target = self._upload_target(link, document, matter_id)
        except RecordGone:
            self._delete_links(IntegrationLink.upload_id == upload.id)
            raise
        if target:
            self._upload(target, upload)
        self._settle(link)
        return link.external_id, False

    def ensure_note(self, matter, matter_id, address):
        """Create the note about the matter's completed intake, with a link to the address, unless it exists."""
        link, _ = IntegrationLink.for_record(self._integration, kind=NOTE, matter_id=matter.id)
        if link.settled_at:
            return
        if not self._client.has_note(matter, matter_id):
            self._client.create_note(matter, matter_id, address)
        self._settle(link)

    def _ensure_contact(self, contact):
        """Find or create the contact; return its id, and whether it was linked before."""
        link, is_new = IntegrationLink.for_record(self._integration, kind=CONTACT, client_id=contact.id)
        if link.external_id:
            return link.external_id, True
        self._store_id(link, self._find_contact(contact, is_new) or self._client.create_contact(contact))
        return link.external_id, False

    def _find_contact(self, contact, is_new):
        found = contact.email and self._client.find_contact(contact)
        if found and (own := self._first_unlinked(CONTACT, [found])):
            return own
        # The address may have been another client's when that contact was made, and namesakes cannot be distinguished;
        # but an old link means that a killed run may have created the contact.
        if is_new or (contact.email and not found):
            return None
        return self._first_unlinked(CONTACT, self._client.find_contacts_named(contact))

    def _ensure_matter(self, matter, contact_id):
        link, _ = IntegrationLink.for_record(self._integration, kind=MATTER, matter_id=matter.id)
        if link.external_id and self._is_gone(link, matter, contact_id):
            link, _ = IntegrationLink.for_record(self._integration, kind=MATTER, matter_id=matter.id)
        if not link.external_id:
            if found := self._first_unlinked(MATTER, self._client.find_matters(matter, contact_id)):
                self._store_id(link, found)
                self._client.update_matter(found, matter, contact_id)
            else:
                self._store_id(link, self._client.create_matter(matter, contact_id))
        link.change(settled_at=now(), version=self._client.version_of(link.external_id))
        return link.external_id

    def _is_gone(self, link, matter, contact_id):
        """Update the linked matter, or delete its links if it was gone before, too. Return whether they were deleted.

        Raises `RecordGone` the first time: a matter may be restored, and its documents must not be sent twice.
        """
        try:
            self._client.update_matter(link.external_id, matter, contact_id)
        except RecordGone:
            if link.settled_at:
                link.change(settled_at=None)
                raise
            self._delete_links(IntegrationLink.matter_id == matter.id)  # and that of its note
            uploads = Upload.confirmed_in(self._integration, matter.id).select(Upload.id)
            self._delete_links(IntegrationLink.upload_id.in_(uploads))
            return True
        return False

    def _upload_target(self, link, document, matter_id):
        """Return where to upload the file; None if it has arrived."""
        if link.external_id:
            return self._client.resume_document(document, link.external_id)
        target = self._client.create_document(document, matter_id)
        self._store_id(link, target.id)
        return target

    def _upload(self, target, upload):
        try:
            self._transport.put(target.url, target.headers, storage.chunks(upload.storage_key), upload.file_size_bytes)
        except StorageUnavailable:
            raise PlatformUnavailable("Intake's own file storage did not answer.", unreachable=True) from None
        self._client.finish_document(target)

    def _store_id(self, link, external_id):
        link.change(external_id=external_id)
        self._on_progress()

    def _settle(self, link):
        link.change(settled_at=now())
        self._on_progress()

    def _first_unlinked(self, kind, external_ids):
        """Return the first of these ids that is not linked to another record; None if there is none."""
        linked = IntegrationLink.linked_ids(self._integration, kind, external_ids) if external_ids else ()
        return next((id for id in external_ids if id not in linked), None)

    def _delete_links(self, *conditions):
        IntegrationLink.delete_for(self._integration, *conditions)
