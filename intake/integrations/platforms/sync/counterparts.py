"""Making sure that a matter, its client and its documents have their counterparts on a platform, each once.

1. Before anything is made there, a link without an external id says that we are about to.
2. What may be there already is looked for first: by e-mail, by our id or the description. A run that died between the
   platform's making it and our writing that down finds it this way.
3. The external id is written down as soon as it is known.
"""

from intake.cases.uploads.models import Upload
from intake.core.clock import now
from intake.gateways.storage import StorageUnavailable, storage
from intake.integrations.platforms.platform import NotFound, PlatformUnavailable, Rejected
from intake.integrations.platforms.states import CONTACT, DOCUMENT, MATTER, NOTE

from .models import IntegrationLink


class Counterparts:
    """What of a firm's has its counterpart at `client`, for one run. `got_further` is called whenever one was made."""

    def __init__(self, integration, line, client, got_further):
        self._integration, self._line, self._client = integration, line, client
        self._got_further = got_further

    def contact(self, person):
        """The contact that is the person; found or made. Gives its id, and whether it was known before."""
        link, is_new = self._link(CONTACT, client_id=person.id)
        if link.external_id:
            return link.external_id, True
        self._know(link, self._existing_contact(person, is_new) or self._client.create_contact(person))
        return link.external_id, False

    def matter(self, case, person):
        """The matter that is the case says what ours says; found or made. Gives its id."""
        contact_id, was_known = self.contact(person)
        try:
            return self._matter(case, contact_id)
        except (NotFound, Rejected):
            if was_known and not self._client.has_contact(contact_id):
                self._forget(IntegrationLink.client_id == person.id)
                raise NotFound("The contact was deleted there.") from None
            raise

    def document(self, upload, paper, matter_id):
        """The document is there with its file. Says its id, and whether that was so before."""
        link, _ = self._link(DOCUMENT, upload_id=upload.id)
        if link.settled_at:
            return link.external_id, True
        try:
            slot = self._slot(link, paper, matter_id)
        except NotFound:
            self._forget(IntegrationLink.upload_id == upload.id)
            raise
        if slot:
            self._send(slot, upload)
        link.change(settled_at=now())
        self._got_further()
        return link.external_id, False

    def note(self, case, matter_id, address):
        """A note at the matter tells that its intake was completed, and where it is. Says whether it is new."""
        link, _ = self._link(NOTE, matter_id=case.id)
        if link.settled_at:
            return False
        if not self._client.has_note(case, matter_id):
            self._client.create_note(case, matter_id, address)
        link.change(settled_at=now())
        self._got_further()
        return True

    def _existing_contact(self, person, is_new):
        if person.email:
            return self._client.find_contact(person)
        # Nobody can say who somebody without an address is; but a run that died may have made them.
        return None if is_new else self._first_free(CONTACT, self._client.find_contacts_named(person))

    def _matter(self, case, contact_id):
        link, _ = self._link(MATTER, matter_id=case.id)
        found = link.external_id or self._first_free(MATTER, self._client.find_matters(case, contact_id))
        if not found:
            self._know(link, self._client.create_matter(case, contact_id))
        elif not link.external_id:
            self._know(link, found)
        if found:
            self._update(case, contact_id, found)
        link.change(settled_at=now(), version=self._client.version_of(link.external_id))
        return link.external_id

    def _update(self, case, contact_id, matter_id):
        try:
            self._client.update_matter(matter_id, case, contact_id)
        except NotFound:
            self._forget_matter(case)
            raise

    def _slot(self, link, paper, matter_id):
        """Where the file goes; None if it has arrived."""
        if link.external_id:
            return self._client.resume_document(paper, link.external_id)
        slot = self._client.create_document(paper, matter_id)
        self._know(link, slot.id)
        return slot

    def _send(self, slot, upload):
        try:
            self._line.put(slot.url, slot.headers, storage.chunks(upload.storage_key), upload.file_size_bytes)
        except StorageUnavailable:
            raise PlatformUnavailable("Intake's own file storage did not answer.", unreachable=True) from None
        self._client.finish_document(slot)

    def _link(self, kind, **record):
        return IntegrationLink.for_record(self._integration, kind, **record)

    def _know(self, link, external_id):
        link.change(external_id=external_id)
        self._got_further()

    def _first_free(self, kind, external_ids):
        """The first of these that is nothing else's counterpart; None if there is none."""
        taken = IntegrationLink.taken(self._integration, kind, external_ids) if external_ids else ()
        return next((id for id in external_ids if id not in taken), None)

    def _forget(self, *conditions):
        IntegrationLink.forget(self._integration, *conditions)

    def _forget_matter(self, case):
        """The matter is gone there, and with it all that hung below it."""
        self._forget(IntegrationLink.matter_id == case.id)
        self._forget(IntegrationLink.upload_id.in_(Upload.handed_in(self._integration, case.id).select(Upload.id)))
