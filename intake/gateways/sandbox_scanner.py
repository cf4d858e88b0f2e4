"""The virus scanner of a sandbox: it finds the test file of EICAR, by its bytes or its name, and nothing else."""

from collections.abc import Iterable

from .scanner import Clean, Infected, NotScanned, Scanner

SIGNATURE = "Eicar-Test-Signature"
# In two parts, because real scanners find it here as well.
_EICAR = rb"X5O!P%@AP[4\PZX54(P^)7CC)7}$" + b"EICAR-STANDARD-ANTIVIRUS-TEST-FILE!$H+H*"


class SandboxScanner(Scanner):
    """Needs no clamd."""

    is_configured = True

    def __init__(self) -> None:
        super().__init__("sandbox", 0)

    def _scan(self, chunks: Iterable[bytes], name: str) -> Clean | Infected | NotScanned:
        if "eicar" in name.casefold():
            return Infected(SIGNATURE)
        end = b""
        for chunk in chunks:
            seen = end + chunk
            if _EICAR in seen:
                return Infected(SIGNATURE)
            end = seen[-len(_EICAR):]
        return Clean()

    def ping(self) -> None:
        """Do nothing: it always answers."""

    def version(self) -> str:
        """Return the name of this stand-in."""
        return "sandbox"
