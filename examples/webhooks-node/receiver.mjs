// A receiver of Intake's webhooks: it verifies, remembers what it has seen, and answers at once.
//
//     npm install
//     WEBHOOK_SECRET=whsec_… PORT=9000 node receiver.mjs

import { createServer } from "node:http";
import { Webhook } from "standardwebhooks";

const MAX_BYTES = 1024 * 1024;
const verifier = new Webhook(process.env.WEBHOOK_SECRET);
const seen = new Set(); // in earnest: a table with a unique column, in the transaction that stores the event

// What your program does with an event.
function handle(event) {
  console.log(event.type, event.id);
}

async function bodyOf(request) {
  const chunks = [];
  let size = 0;
  for await (const chunk of request) {
    size += chunk.length;
    if (size > MAX_BYTES) throw new Error("too large");
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString("utf8");
}

createServer(async (request, response) => {
  let event;
  try {
    event = verifier.verify(await bodyOf(request), request.headers);
  } catch {
    response.writeHead(400).end();
    return;
  }
  if (!seen.has(event.id)) { // deliveries may come twice
    seen.add(event.id);
    handle(event);
  }
  response.writeHead(204).end();
}).listen(Number(process.env.PORT ?? 9000), "127.0.0.1");
