"""Statuses and limits of letters and of signers."""

from datetime import timedelta

DRAFT, SENT, VIEWED, SIGNED, COUNTERSIGNED = "draft", "sent", "viewed", "signed", "countersigned"
DECLINED, VOIDED, EXPIRED = "declined", "voided", "expired"
STATUSES = (DRAFT, SENT, VIEWED, SIGNED, COUNTERSIGNED, DECLINED, VOIDED, EXPIRED)
"""`viewed`: a signer agreed to sign electronically and saw it. `signed`: by everybody but the firm."""

CAME_TO_NOTHING = (DECLINED, VOIDED, EXPIRED)

OPEN = (SENT, VIEWED)
"""Statuses in which signers can sign."""

RUNNING = (*OPEN, SIGNED)
"""Statuses of a letter that was sent and is not finished."""

WAITING, INVITED, CONSENTED, READ = "waiting", "invited", "consented", "read"
SIGNER_STATUSES = (WAITING, INVITED, CONSENTED, READ, SIGNED, DECLINED)
"""`waiting`: others sign before. `consented`: to do business electronically. `read`: to the end."""

TYPED, DRAWN = "typed", "drawn"

LETTER_SENT, LETTER_SIGNED, LETTER_COMPLETED, LETTER_DECLINED = (
    "letter.sent", "letter.signed", "letter.completed", "letter.declined")

OTHER_ADDRESS = "other_address"
"""Why a signer who is the matter's client got no mail: the client's address has changed since the letter was made."""

NOT_SENT = "not_sent"
"""Why a signer has no link yet: all attempts of a day failed. Further ones follow."""

OTHER_CLIENT = "The matter got another client."
"""Why a letter that was sent for the matter's former client is voided."""

REMINDED_AFTER = (timedelta(days=3), timedelta(days=7), timedelta(days=14))
"""After the invitation of a signer."""
AT_ONCE = 1_000
"""Letters that one run of the schedule ends, and signers whom it reminds; the next run does the rest."""

MAX_TEXT, MAX_VALUE, MAX_NAME, MAX_REASON = 60_000, 8_000, 200, 1_000
MAX_SIGNERS, MAX_TEMPLATES, MAX_LETTERS = 10, 200, 200
MAX_PAGES, MAX_FILLED_TEXT = 100, 500_000
"""The limits with fields filled in: a text may repeat a field thousands of times. Each page becomes an image."""
LIFETIME_DAYS, LONGEST_LIFETIME_DAYS = 30, 365

MAX_STROKES, MAX_POINTS = 200, 6_000
DRAWING_WIDTH, DRAWING_HEIGHT = 1000, 300
"""The area in which a signature is drawn; its points are whole numbers."""

ATTEMPTS_END_AFTER = timedelta(hours=1)
"""When a letter is voided, an attempt to send it may be about to store its PDF; it has failed long before this."""

PUT_OFF_FOR = timedelta(hours=6)
"""How long a mail that failed for a day is put off before it is tried again."""

COPY_TRIED_FOR = timedelta(days=30)
"""How long it is tried to mail a signer the sealed letter."""

SEALED_WITHIN = timedelta(minutes=2)
"""How long a letter may take to be sealed before the firm is offered to begin that again."""

IMAGES_TRIED_FOR = timedelta(minutes=5)
"""How long a signer waits for the images of the pages."""
