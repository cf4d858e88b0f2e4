"""The dialects of all platforms, by segment; a third platform is one more line."""

from intake.integrations.platforms.clio.inbound import ClioDialect
from intake.integrations.platforms.lawmatics.inbound import LawmaticsDialect

DIALECTS = {dialect.segment: dialect for dialect in (ClioDialect(), LawmaticsDialect())}
