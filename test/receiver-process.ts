import { createHmac, timingSafeEqual } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import type { FromReceivers, ReceiverResponse, ToReceiver } from './receiver.ts';

// Receivers, programs of partners that share no code with raan. They run in a separate process; see receiver.ts.

const tell = (message: FromReceivers) => process.send?.(message);

class Receiver {
  readonly server: Server;
  secret = '';
  answering: ReceiverResponse = { status: 200 };
  readonly #id: number;
  #connections = 0;
  readonly #numbers = new WeakMap<Socket, number>();

  constructor(id: number) {
    this.#id = id;
    this.server = createServer((request, response) => {
      this.#receive(request, response).catch(() => response.destroy());
    });
    this.server.on('connection', (socket) => {
      this.#connections += 1;
      this.#numbers.set(socket, this.#connections);
    });
  }

  async #receive(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const body = Buffer.concat(chunks);
    const received = {
      method: request.method ?? '',
      path: request.url ?? '',
      headers: request.headers as Record<string, string>,
      body,
      signed: this.#isSigned(body, request.headers['x-service-signature']),
      connection: this.#numbers.get(request.socket) ?? 0,
    };
    tell({ receiver: this.#id, received });
    const { status, headers, body: text = '', afterBody, after, disconnect, drips } = this.answering;
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

  /** Over the raw bytes, before parsing (docs/partner-api.md#signature). */
  #isSigned(body: Buffer, signature: unknown): boolean {
    const expected = Buffer.from(createHmac('sha256', this.secret).update(body).digest('hex'));
    const sent = Buffer.from(String(signature));
    return sent.length === expected.length && timingSafeEqual(sent, expected);
  }
}

function drip(socket: Socket): void {
  socket.write('HTTP/1.1 200 ');
  const timer = setInterval(() => socket.write('O'), 50);
  socket.on('error', () => {}).once('close', () => clearInterval(timer));
}

const receivers = new Map<number, Receiver>();

process.on('message', ({ number, receiver: id, backlog, secret, answering, ends }: ToReceiver) => {
  const receiver = receivers.get(id) ?? new Receiver(id);
  receivers.set(id, receiver);
  if (secret !== undefined) receiver.secret = secret;
  if (answering) receiver.answering = answering;
  const { server } = receiver;
  if (backlog !== undefined)
    server.listen({ port: 0, host: '127.0.0.1', backlog }, () =>
      tell({ applied: number, port: (server.address() as AddressInfo).port }),
    );
  else tell({ applied: number });
  if (!ends) return;
  receivers.delete(id);
  server.close().closeAllConnections();
});
process.on('disconnect', () => process.exit());
