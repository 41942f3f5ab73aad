import { createHmac } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { constants, setPriority } from 'node:os';
import type { Seen, ToReceivers } from './receivers.ts';

// All receivers in one process: /dead never answers, other paths answer 200 as soon as the body has arrived. In reality
// they run on other machines, so this process does as little as possible.

const CHANGE = '"update_time":';

let secrets: Record<string, string> = {};
let seen: Seen = { delays: [], changes: 0, wrong: 0 };

/** Records the delay of the oldest change, which has waited longest, and counts all changes. */
function record(app: string, body: Buffer, signature: unknown): void {
  const at = body.indexOf(CHANGE);
  if (at === -1) return;
  const committed = Number.parseInt(body.toString('latin1', at + CHANGE.length, at + CHANGE.length + 13), 10);
  seen.delays.push(Date.now() - committed);
  for (let next = at; next !== -1; next = body.indexOf(CHANGE, next + 1)) seen.changes += 1;
  const expected = createHmac('sha256', secrets[app] ?? '')
    .update(body)
    .digest('hex');
  if (expected !== signature) seen.wrong += 1;
}

function receive(request: IncomingMessage, response: ServerResponse): void {
  const app = request.url?.slice(1) ?? '';
  const chunks: Buffer[] = [];
  request.on('data', (chunk: Buffer) => chunks.push(chunk));
  request.on('end', () => {
    if (app === 'dead') return;
    response.writeHead(200, { 'Content-Length': 0 }).end();
    record(app, Buffer.concat(chunks), request.headers['x-service-signature']);
  });
}

process.on('message', (message: ToReceivers) => {
  if (message.secrets) secrets = message.secrets;
  process.send?.(seen);
  seen = { delays: [], changes: 0, wrong: 0 };
});
process.on('disconnect', () => process.exit());

setPriority(constants.priority.PRIORITY_LOW);
const server = createServer(receive);
server.listen({ port: 0, host: '127.0.0.1', backlog: 4_096 }, () =>
  process.send?.({ port: (server.address() as AddressInfo).port }),
);
