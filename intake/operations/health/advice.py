"""What an operator can do about each check that fails, and what does not work meanwhile."""

FORWARDED = ("Set TRUSTED_PROXIES to the number of proxies in front: their X-Forwarded-For is ignored, so all callers "
             "seem to have the same address.")
DATABASE = "Check DATABASE_URL, and that Postgres runs and accepts connections; nothing works without it."
REPLICA = ("Check DATABASE_REPLICA_URL, and that it names a streaming replica that runs; meanwhile the primary "
           "answers instead.")
REDIS = ("Check REDIS_URL, and that Redis runs and has room to write; meanwhile each web process counts requests for "
         "itself and the worker wakes later.")
STORAGE = "Check the S3_… settings, and that the bucket exists; files can be neither handed in nor read."
PUBLIC = ("Check the S3_… settings, that the bucket exists, and that S3_PUBLIC_ENDPOINT_URL is reached from here as "
          "from outside; files can be neither handed in nor read.")
CORS = ("Let the bucket accept PUT with Content-Type from pages of {} (CORS, see docs/settings.md); clients cannot "
        "hand in files.")
MAIL = ("Check SMTP_URL (smtps:// where TLS begins at once, as on port 465), its user and password, and that the "
        "server accepts mails from and to MAIL_FROM, and from REPLY_ADDRESS; meanwhile no mail is sent.")
MAIL_FROM = ("Set MAIL_FROM, the sender of every mail; meanwhile mails come from intake@localhost.localdomain, and are "
             "refused or taken for spam.")
SENDER = "Until this is corrected, mails are refused or taken for spam."
SMS = "Check TWILIO_ACCOUNT_SID and TWILIO_AUTH_TOKEN; meanwhile no SMS is sent."
SCANNER = "Check CLAMD_URL, and that clamd runs; meanwhile files wait for their scan."
SEAL = ("Check TIME_STAMP_URL, without whose stamps signed letters wait for their seal, and replace "
        "SIGNING_CERTIFICATE before it ends.")
BACKUP = "The last backup failed, or is too old. Try `flask backup create`, which says why it fails."
WORKER = "Start the worker with `python worker.py`; meanwhile nothing is scanned, delivered or sent."
