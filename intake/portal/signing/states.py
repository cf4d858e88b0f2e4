"""Sentences of the pages for signers that are not in their templates."""

WRONG_NUMBER = "This is not the number in the PDF. Open the PDF and enter the four digits that you read there."
NOT_AGREED = "Tick the box if you agree. If you do not, choose “I do not want to sign”."
NAME_NEEDED = "Enter your full name."
NOTHING_DRAWN = "Draw your signature in the box, or choose to sign with your typed name."
OTHER_DISCLOSURE = "The text below has changed since you opened this page. Please read it again before you agree."
