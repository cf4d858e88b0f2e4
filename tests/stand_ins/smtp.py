"""A stand-in for a mail server that answers correctly, or with a fault that a test chooses.

    with Smtp(RCPT="550 No such user") as server: …
    with Smtp(DATA=CUT) as server: …            # hangs up where it should answer
"""

import base64
import socket
import threading
import time
from contextlib import closing, suppress

CUT, HANG, DRIP = object(), object(), object()
"""Instead of an answer: close the connection, send nothing more, or send single characters without an end of line."""

TAKEN = "END"
"""The name of the answer after the mail itself."""

_DEFAULTS = {"HELO": "220 mail.example.com", "MAIL": "250 OK", "RCPT": "250 OK", "DATA": "354 Go ahead",
             TAKEN: "250 Taken", "RSET": "250 OK", "NOOP": "250 OK", "QUIT": "221 Bye", "AUTH": "235 Welcome"}


class Smtp:
    """Keeps mails in `mails` as (sender, recipient, bytes), and commands in `commands` as (verb, encrypted).

    `tls` is a server's SSL context for connections encrypted from the start, `starttls` for those that upgrade.
    """

    def __init__(self, tls=None, starttls=None, extensions=("AUTH PLAIN LOGIN",), banner="220 mail.example.com",
                 seconds=0, host="127.0.0.1", **answers):
        self._tls, self._starttls, self.banner, self._seconds = tls, starttls, banner, seconds
        self._answers = _DEFAULTS | answers
        self._extensions = extensions
        self.mails, self.commands, self.users = [], [], []
        self._ended = threading.Event()
        self._host = host
        self._listener = socket.create_server((host, 0))
        self.port = self._listener.getsockname()[1]

    def url(self, scheme="smtp", user=""):
        return f"{scheme}://{user}{self._host}:{self.port}"

    def __enter__(self):
        threading.Thread(target=self._accept, daemon=True).start()
        return self

    def __exit__(self, *_):
        self._ended.set()
        self._listener.shutdown(socket.SHUT_RDWR)
        self._listener.close()

    def _accept(self):
        with suppress(OSError):
            while True:
                sock, _ = self._listener.accept()
                threading.Thread(target=self._serve, args=(sock,), daemon=True).start()

    def _serve(self, sock):
        with suppress(OSError, EOFError):
            if self._tls:
                sock = self._tls.wrap_socket(sock, server_side=True)
            with closing(_Talk(sock, self._ended)) as talk:
                self._talk(talk)

    def _talk(self, talk):
        talk.send(self.banner)
        sender = recipient = None
        while True:
            line = talk.line()
            verb = line[:4].upper().decode()
            self.commands.append((verb, talk.encrypted))
            time.sleep(self._seconds)
            if verb == "EHLO":
                talk.send(*self._greeting(talk))
            elif verb == "STAR":
                talk.send("220 Ready")
                talk.encrypt(self._starttls)
            else:
                if verb == "MAIL":
                    sender = line
                elif verb == "RCPT":
                    recipient = line
                elif verb == "AUTH" and len(line.split()) > 2:
                    self.users.append(base64.b64decode(line.split()[2]).split(b"\0")[1:])
                answer = self._answers[verb]
                talk.send(answer)
                if verb == "DATA" and answer.startswith("354"):
                    self.mails.append((sender, recipient, talk.mail()))
                    talk.send(self._answers[TAKEN])
                if verb == "QUIT":
                    return

    def _greeting(self, talk):
        offered = ["STARTTLS"] if self._starttls and not talk.encrypted else []
        return [f"250 {word}" for word in ("mail.example.com", *offered, *self._extensions)]


class _Talk:
    """The server's side of a connection."""

    def __init__(self, sock, ended):
        self._ended = ended
        self.encrypted = False
        self._use(sock)

    def encrypt(self, context):
        self._file.close()
        self._use(context.wrap_socket(self._sock, server_side=True))
        self.encrypted = True

    def close(self):
        self._file.close()
        self._sock.close()

    def line(self):
        line = self._file.readline()
        if not line:
            raise EOFError
        return line.rstrip(b"\r\n")

    def mail(self):
        lines = []
        while (line := self._file.readline()) != b".\r\n":
            if not line:
                raise EOFError
            lines.append(line[1:] if line.startswith(b"..") else line)
        return b"".join(lines)

    def send(self, *answers):
        if answers[0] is CUT:
            self._sock.shutdown(socket.SHUT_RDWR)
            raise EOFError
        if answers[0] is HANG:
            self._ended.wait(10)
            raise EOFError
        while answers[0] is DRIP and not self._ended.wait(0.1):
            self._sock.sendall(b"2")
        for place, answer in enumerate(answers, 1):
            text = answer if place == len(answers) else f"{answer[:3]}-{answer[4:]}"
            self._sock.sendall(f"{text}\r\n".encode())

    def _use(self, sock):
        self._sock, self._file = sock, sock.makefile("rb")
