"""Clio's documents: created, uploaded to its storage, and confirmed; without all three steps they stay invisible."""

import secrets
from urllib.parse import urlencode

from .platform_server import Answer, route

API = "/api/v4"


class ClioFiles:
    """Mixed into `Clio`. An unconfirmed document is in `documents`, but not visible.

    `padding` makes the addresses of uploads longer.
    """

    padding = ""

    def init_files(self):
        """Begin without documents."""
        self.documents, self.files = {}, {}
        """Documents by id, and the bytes of each version by its uuid."""

    def visible_documents(self, matter_id=None):
        """The documents visible to users, of this matter or of all."""
        return [document for document in list(self.documents.values())
                if document["latest_document_version"]["fully_uploaded"]
                and matter_id in (None, (document["parent"] or {}).get("id"))]

    def content_of(self, document):
        """The document's bytes."""
        return self.files[document["latest_document_version"]["uuid"]]

    @route("GET", f"{API}/documents.json")
    def _documents(self, call):
        of, words = call.query.get("matter_id"), call.query.get("query", "").lower()
        return self.listed(call, [document for document in self.visible_documents()
                                  if (not of or str(document["parent"]["id"]) == of)
                                  and words in document["name"].lower()])

    @route("GET", API + r"/documents/(\d+)\.json")
    def _document(self, call, id):
        document = self.documents.get(int(id))
        return self.shown(call, document) if document else self.refusal(404, message="Document not found.")

    @route("POST", f"{API}/documents.json")
    def _new_document(self, call):
        data = call.json.get("data", {})
        parent = data.get("parent") or {}
        of = {"Matter": self.matters, "Document": self.documents}.get(parent.get("type"), {}).get(parent.get("id"))
        if not data.get("name") or of is None:
            return self.refusal(422, message="A document needs a name and a parent.")
        version = self._version(data)
        if parent["type"] == "Document":
            of["latest_document_version"] = version
            return self.shown(call, of, 201)
        document = self._kept(self.documents, {
            "name": data["name"], "parent": {"id": of["id"], "type": "Matter"},
            "matter": {"id": of["id"], "etag": of["etag"]}, "latest_document_version": version,
            "external_properties": data.get("external_properties", [])})
        return self.shown(call, document, 201)

    @route("PUT", r"/storage/([\w-]+)")
    def _put(self, call, uuid):
        version = next((each["latest_document_version"] for each in self.documents.values()
                        if each["latest_document_version"]["uuid"] == uuid), None)
        if version is None or call.query.get("signature") != version["signature"] or "authorization" in call.headers:
            return Answer(403, b"<Error><Code>AccessDenied</Code></Error>", {"Content-Type": "application/xml"})
        for header in version["put_headers"]:
            if call.headers.get(header["name"].lower()) != header["value"]:
                return Answer(403, b"<Error><Code>SignatureDoesNotMatch</Code></Error>",
                              {"Content-Type": "application/xml"})
        self.files[uuid] = call.body
        return Answer(200, b"", {"ETag": f'"{secrets.token_hex(8)}"'})

    @route("PATCH", API + r"/documents/(\d+)\.json")
    def _confirm(self, call, id):
        document, data = self.documents.get(int(id)), call.json.get("data", {})
        if document is None:
            return self.refusal(404, message="Document not found.")
        version = document["latest_document_version"]
        if data.get("fully_uploaded"):
            if data.get("uuid") != version["uuid"] or version["uuid"] not in self.files:
                return self.refusal(422, type="UploadNotFoundError", message="The upload was not found.")
            version["fully_uploaded"] = True
        return self.shown(call, document)

    def _version(self, data):
        uuid, signature = secrets.token_hex(16), secrets.token_hex(8)
        headers = [{"name": "x-amz-server-side-encryption", "value": "AES256"},
                   {"name": "Content-Type", "value": data.get("content_type", "application/octet-stream")}]
        address = f"{self.url}/storage/{uuid}?{urlencode({'signature': signature, 'token': self.padding})}"
        return {"id": next(self._ids), "uuid": uuid, "signature": signature, "fully_uploaded": False,
                "put_url": address, "put_headers": headers}
