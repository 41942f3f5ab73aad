import { createHmac, timingSafeEqual } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import type { FromReceiver, ReceiverResponse, ToReceiver } from './receiver.ts';

// The receiver, a partner's program that shares no code with raan. It runs in a separate process; see receiver.ts.

let secret = '';
let answering: ReceiverResponse = { status: 200 };
let connections = 0;
const numbers = new WeakMap<Socket, number>();

const tell = (message: FromReceiver) => process.send?.(message);

/** Over the raw bytes, before parsing (docs/partner-api.md#signature). */
function isSigned(body: Buffer, signature: unknown): boolean {
  const expected = Buffer.from(createHmac('sha256', secret).update(body).digest('hex'));
  const sent = Buffer.from(String(signature));
  return sent.length === expected.length && timingSafeEqual(sent, expected);
}

async function receive(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk);
  const body = Buffer.concat(chunks);
  tell({
    received: {
      method: request.method ?? '',
      path: request.url ?? '',
      headers: request.headers as Record<string, string>,
      body,
      signed: isSigned(body, request.headers['x-service-signature']),
      connection: numbers.get(request.socket) ?? 0,
    },
  });
  const { status, headers, body: text = '', afterBody, after, disconnect, drips } = answering;
  if (disconnect) request.socket.destroy();
  else if (drips) drip(request.socket);
  else if (status !== undefined)
    setTimeout(() => {
      response.writeHead(status, headers);
      if (afterBody === undefined) return response.end(text);
      response.write(text);
      if (afterBody === 'wrong') request.socket.end('this is no chunk\r\n');
    }, after ?? 0);
}

function drip(socket: Socket): void {
  socket.write('HTTP/1.1 200 ');
  const timer = setInterval(() => socket.write('O'), 50);
  socket.on('error', () => {}).once('close', () => clearInterval(timer));
}

const server = createServer((request, response) => {
  receive(request, response).catch(() => response.destroy());
});
server.on('connection', (socket) => {
  connections += 1;
  numbers.set(socket, connections);
});

process.on('message', (message: ToReceiver) => {
  if (message.secret !== undefined) secret = message.secret;
  if (message.answering) answering = message.answering;
  tell({ applied: true });
});
process.on('disconnect', () => process.exit());

server.listen({ port: 0, host: '127.0.0.1', backlog: Number(process.argv[2]) }, () =>
  tell({ port: (server.address() as AddressInfo).port }),
);
