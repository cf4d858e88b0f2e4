"""Sentences of the pages of letters, and the names of fields."""

FIELD_NAMES = {
    "fee": "Fee", "scope": "What we do", "retention": "How long we keep the file",
    "state_clause": "Further terms of your state", "client.name": "The client’s name",
    "client.first_name": "The client’s first name", "client.last_name": "The client’s last name",
    "client.email": "The client’s e-mail", "client.phone": "The client’s phone", "matter.title": "The matter’s name",
    "attorney.name": "The person in charge", "firm.name": "The firm’s name", "firm.email": "The firm’s e-mail",
    "firm.phone": "The firm’s phone", "signers": "Names of all who sign", "today": "The day of sending"}
"""The description of each field, for people."""

UNKNOWN_FIELD = "Line {line}, character {column}: there is no field “{found}”."

MAIL_ERRORS = {
    "no_safe_channel": "The client does not want to be written to by e-mail at present.",
    "other_address": "The client has another e-mail address now. Withdraw this letter and make another one.",
    "not_configured": "This installation sends no e-mail.",
    "not_sent": "The e-mail with the link could not be sent for a day. Intake keeps trying.",
    "other": "The mail server refused the address."}
"""Why a signer did not get the link."""

NO_SIGNER = "Enter who is to sign: a name and an e-mail address."
WRONG_SIGNERS = "Every signer needs a name and an e-mail address of their own."
WRONG_SIGNER = {"name": "Enter the name.", "email": "Enter an e-mail address, such as ana@example.com."}
WRONG_TEXT = "The text has an unknown field. Its place is shown below."
TOO_MUCH = "Something is missing or too long. Please look through the form."
WRONG_NAME = "Enter your name as you sign."
INCOMPLETE = "The letter has fields without a value. Fill them in, or take them out of the text."

UNPRINTABLE = "The PDF cannot show some characters of the letter or of a name. Write them in Latin letters."

TOO_LONG = "With its fields filled in, the letter has more than 100 pages. Shorten the text or the values."

NOTICES = {
    "made": "The draft is made. Complete it, look at the preview, and send it.",
    "saved": "Saved.",
    "sent": "The letter is on its way. Its text cannot be changed any more.",
    "voided": "The letter is withdrawn. Nobody can sign it any more.",
    "countersigned": "You have signed for the firm. The letter is being sealed.",
    "meanwhile": "That is not possible any more.",
    "not-a-draft": "The letter was sent or withdrawn meanwhile. Its text cannot be changed any more.",
    "storage": "The file storage cannot be reached. Please try again in a moment.",
    "not-installed": "This installation cannot seal letters. Its operator has to install requirements-signing.txt.",
    "limit": "The matter has 200 letters, as many as it can have.",
}
"""Values of `done` and `failed` in the address, and the sentence for each."""
