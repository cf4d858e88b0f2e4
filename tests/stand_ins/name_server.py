"""A name server that answers over UDP with the TXT records it was given."""

import socketserver
import threading
from contextlib import contextmanager

import dns.flags
import dns.message
import dns.rcode
import dns.rrset


@contextmanager
def name_server(texts):
    """Serve `{name: [text, …]}` and yield the port; other names do not exist, and a name with None gets SERVFAIL."""

    class Handler(socketserver.BaseRequestHandler):
        def handle(self):
            query, socket = dns.message.from_wire(self.request[0]), self.request[1]
            answer = dns.message.make_response(query)
            answer.flags |= dns.flags.RA
            name = query.question[0].name.to_text(omit_final_dot=True)
            found = texts.get(name, [])
            if found is None:
                answer.set_rcode(dns.rcode.SERVFAIL)
            elif found:
                quoted = [" ".join(f'"{text[begin:begin + 200]}"' for begin in range(0, len(text), 200))
                          for text in found]
                answer.answer.append(dns.rrset.from_text(query.question[0].name, 60, "IN", "TXT", *quoted))
            else:
                answer.set_rcode(dns.rcode.NXDOMAIN)
            socket.sendto(answer.to_wire(), self.client_address)

    with socketserver.ThreadingUDPServer(("127.0.0.1", 0), Handler) as server:
        thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.02})
        thread.start()
        try:
            yield server.server_address[1]
        finally:
            server.shutdown()
            thread.join()
