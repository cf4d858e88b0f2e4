"""Long answers, which threads write in turns: a turn ends when enough bytes wait for the client."""

from gunicorn import util

AHEAD = 1024 * 1024
"""The number of waiting bytes at which a turn ends."""


def in_turns(wsgi_app):
    """Return the WSGI application, whose long chunked answers are left to the loop after their first turn."""
    def serve(environ, start_response):
        answer = wsgi_app(environ, start_response)
        return FirstTurn(answer, start_response.__self__)

    return serve


class FirstTurn:
    """The pieces of an answer that gunicorn writes; the remaining ones become the `rest` of the socket."""

    def __init__(self, answer, response):
        self._answer, self._response = answer, response

    def __iter__(self):
        pieces, sock = iter(self._answer), self._response.sock
        for piece in pieces:
            yield piece
            if self._response.chunked and len(sock.unsent) > AHEAD:
                sock.rest = Rest(pieces, self._answer, sock)
                self._answer = None
                self._response.chunked = False  # so that gunicorn does not write the end yet
                return

    def close(self):
        """Let the application clean up, unless there is a rest, which does it later."""
        _close(self._answer)


class Rest:
    """The rest of a chunked answer."""

    def __init__(self, pieces, answer, sock):
        self._pieces, self._answer, self._sock = pieces, answer, sock

    def write(self):
        """Write until enough bytes wait for the client, or the answer ends. Called by a thread."""
        try:
            for piece in self._pieces:
                if piece:
                    util.write(self._sock, piece, True)
                if len(self._sock.unsent) > AHEAD:
                    return
            util.write_chunk(self._sock, b"")
        except BaseException:  # without its end, the client sees that the answer is incomplete
            self.close()
            raise
        self.close()

    def close(self):
        """Let the application clean up."""
        self._sock.rest = None
        _close(self._answer)


def _close(answer):
    if hasattr(answer, "close"):
        answer.close()
