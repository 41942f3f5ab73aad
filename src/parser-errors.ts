import { randomUUID } from 'node:crypto';
import { type IncomingMessage, type Server, STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';
import { TLSSocket } from 'node:tls';
import type { Message } from './lib/messages/catalogue.ts';
import { describe, message } from './lib/messages/messages.ts';
import { requestIdOf } from './lib/request.ts';
import type { Unreadable } from './watch/calls.ts';

const DESCRIPTIONS: Record<number, Message> = {
  400: message('http_unreadable'),
  405: message('method_not_allowed', { allowed: 'POST' }),
  408: message('request_too_slow'),
  413: message('chunk_extension_too_large'),
  431: message('headers_too_large'),
};
const SERVER_FAILED = message('server_failed');

const STATUSES: Record<string, number> = {
  HPE_HEADER_OVERFLOW: 431,
  HPE_CHUNK_EXTENSIONS_OVERFLOW: 413,
  ERR_HTTP_REQUEST_TIMEOUT: 408,
};

const errorBody = (status: number) =>
  JSON.stringify({
    error: status === 500 ? 'server_error' : 'invalid_request',
    error_description: describe(DESCRIPTIONS[status] ?? SERVER_FAILED),
  });

export interface ParserErrors {
  /** The call of a connection that is not answered yet. */
  callOn: (socket: Duplex) => IncomingMessage | undefined;
  /** Is told of each answer. */
  told: (message: Unreadable) => void;
}

/** Answers what the HTTP parser refuses in the form of every other error (decisions §1). */
export function answerParserErrors(server: Server, { callOn, told }: ParserErrors): void {
  server.on('clientError', (error: NodeJS.ErrnoException, socket: Duplex) => {
    if (isHandshake(error, socket)) socket.destroy();
    if (!socket.writable) return;
    const call = callOn(socket);
    const status = STATUSES[error.code ?? ''] ?? 400;
    const requestId = call ? requestIdOf(call) : randomUUID();
    endWith(socket, status, { 'X-Request-Id': requestId });
    told({ status, requestId, during: call && socket });
  });
  server.on('connect', (incoming: IncomingMessage, socket: Duplex) => {
    const [status, requestId] = [405, requestIdOf(incoming)];
    endWith(socket, status, { 'X-Request-Id': requestId, Allow: 'POST' });
    told({ status, requestId, method: incoming.method });
  });
}

/** There is no connection yet that an answer could come down. */
const isHandshake = ({ code = '' }: NodeJS.ErrnoException, socket: Duplex): boolean =>
  socket instanceof TLSSocket && !/^(HPE|ERR_HTTP)_/.test(code);

/** The answer to a request whose path or host cannot be made into a URL. */
export function unreadableReply(incoming: IncomingMessage | undefined, told: ParserErrors['told']): Response {
  const [status, requestId] = [400, incoming ? requestIdOf(incoming) : randomUUID()];
  told({ status, requestId, method: incoming?.method });
  return jsonReply(status, requestId);
}

const jsonReply = (status: number, requestId: string): Response =>
  new Response(errorBody(status), {
    status,
    headers: { 'Content-Type': 'application/json', 'X-Request-Id': requestId },
  });

/** The answer where something outside of every handler has failed. */
export const failureReply = (): Response => jsonReply(500, randomUUID());

function endWith(socket: Duplex, status: number, more: Record<string, string>): void {
  const body = errorBody(status);
  const headers = {
    Connection: 'close',
    'Content-Type': 'application/json',
    'Content-Length': Buffer.byteLength(body),
    ...more,
  };
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join('')}\r\n${body}`);
}
