"""Yes or no, which may come as true, "true" or "yes", kept as true or false."""

from intake.web.translation import translator

from .question_type import InvalidAnswer, QuestionType

_NO_YES = "Please answer yes or no."
_YES_NO = {True: "yes", False: "no", "true": "yes", "false": "no"}


class YesNo(QuestionType):
    name = "yes_no"

    def parse(self, typed, question):
        for answer, words in ((True, ("yes", "true")), (False, ("no", "false"))):
            if typed is answer or (isinstance(typed, str) and typed.lower() in words):
                return answer
        raise InvalidAnswer(_NO_YES)

    def format(self, answer, question, language):
        return [translator(language)("Yes" if answer else "No")]

    def for_field(self, typed):
        return _YES_NO.get(typed, typed) if isinstance(typed, bool | str) else super().for_field(typed)

    def fulfils(self, answer, wanted):
        return answer == wanted

    def condition_for_field(self, wanted):
        return _YES_NO[wanted]
