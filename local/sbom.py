"""Prints the software bill of materials of an installation, as CycloneDX 1.6 in JSON.

    python -m local.sbom

It lists the packages of `requirements.txt` and the extras, with the digests of the locks: the same for the same commit.
"""

import json
import re
import sys
from uuid import NAMESPACE_URL, uuid5

from intake import VERSION
from local.licences import licence
from local.requirements import DEPLOYED, PRODUCTION, lock_of, versions


def bill():
    """Return the document. Packages of an extra have the scope `optional`."""
    components = [component(package, version, file) for file in DEPLOYED
                  for package, version in sorted(versions(file).items())]
    serial = uuid5(NAMESPACE_URL, json.dumps(components))
    return {
        "$schema": "http://cyclonedx.org/schema/bom-1.6.schema.json",
        "bomFormat": "CycloneDX",
        "specVersion": "1.6",
        "serialNumber": f"urn:uuid:{serial}",
        "version": 1,
        "metadata": {"component": {"type": "application", "bom-ref": "intake", "name": "intake", "version": VERSION,
                                   "licenses": [{"license": {"id": "MIT"}}]}},
        "components": components,
        "dependencies": [{"ref": "intake", "dependsOn": [each["bom-ref"] for each in components]}],
    }


def component(package, version, file):
    """Return the entry of a package. It lists the digests of all distributions, any of which may be installed."""
    url = f"pkg:pypi/{package}@{version}"
    return {
        "type": "library", "bom-ref": url, "name": package, "version": version, "purl": url,
        "scope": "required" if file == PRODUCTION else "optional",
        "licenses": [{"expression": licence(package)}],
        "externalReferences": [{
            "type": "distribution", "url": f"https://pypi.org/project/{package}/{version}/",
            "hashes": [{"alg": "SHA-256", "content": digest} for digest in digests(package, file)]}],
    }


def digests(package, file):
    """Return the SHA-256 digests in the lock for a package."""
    lock = lock_of(file).read_text(encoding="utf-8")
    entry = re.search(rf"(?m)^{re.escape(package)}==.*\n(?:    --hash.*\n)+", lock)
    return re.findall(r"sha256:([0-9a-f]{64})", entry[0]) if entry else []


if __name__ == "__main__":
    json.dump(bill(), sys.stdout, indent=2)
    print()
