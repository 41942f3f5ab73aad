import { type IncomingMessage, type Server, STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';
import { TLSSocket } from 'node:tls';
import type { Message } from './lib/messages/catalogue.ts';
import { message } from './lib/messages/message.ts';
import { describe } from './lib/messages/messages.ts';
import { STRICT_TRANSPORT_SECURITY as HSTS, PRIVATE_HEADERS } from './lib/private-headers.ts';
import { type Bindings, requestIdOf } from './lib/request-bindings.ts';
import { newUuid } from './lib/runtime.ts';
import type { UnparsedRequest } from './monitoring/request-events.ts';

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
  /** The unanswered request of a connection. */
  requestOn: (socket: Duplex) => IncomingMessage | undefined;
  onUnparsed: (request: UnparsedRequest) => void;
}

/** Answers requests that Node's HTTP parser rejects, in the error format of the API. */
export function answerParserErrors(server: Server, { requestOn, onUnparsed }: ParserErrors): void {
  server.on('clientError', (error: NodeJS.ErrnoException, socket: Duplex) => {
    if (isTlsError(error, socket)) socket.destroy();
    if (!socket.writable) return;
    const request = requestOn(socket);
    const status = STATUSES[error.code ?? ''] ?? 400;
    const requestId = request ? requestIdOf(request) : newUuid();
    endWith(socket, status, { 'X-Request-Id': requestId });
    onUnparsed({ status, requestId, connection: request && socket });
  });
  server.on('connect', (incoming: IncomingMessage, socket: Duplex) => {
    const [status, requestId] = [405, requestIdOf(incoming)];
    endWith(socket, status, { 'X-Request-Id': requestId, Allow: 'POST' });
    onUnparsed({ status, requestId, method: incoming.method });
  });
}

/** A failed TLS handshake, after which no response can be sent. */
const isTlsError = ({ code = '' }: NodeJS.ErrnoException, socket: Duplex): boolean =>
  socket instanceof TLSSocket && !/^(HPE|ERR_HTTP)_/.test(code);

/** The response to a request whose path and host do not form a URL. */
export function unreadableRequestResponse(
  incoming: IncomingMessage | undefined,
  onUnparsed: ParserErrors['onUnparsed'],
): Response {
  const [status, requestId] = [400, incoming ? requestIdOf(incoming) : newUuid()];
  onUnparsed({ status, requestId, method: incoming?.method });
  return jsonResponse(status, requestId);
}

/** Answers a request that names two hosts. */
export function answerUnreadableRequest(
  { incoming, outgoing }: Pick<Bindings, 'incoming' | 'outgoing'>,
  onUnparsed: ParserErrors['onUnparsed'],
): void {
  const [status, requestId] = [400, requestIdOf(incoming)];
  onUnparsed({ status, requestId, method: incoming.method });
  const body = errorBody(status);
  outgoing.writeHead(status, { ...jsonHeaders(requestId), 'Content-Length': Buffer.byteLength(body) }).end(body);
}

const jsonHeaders = (requestId: string) => ({
  'Content-Type': 'application/json',
  'X-Request-Id': requestId,
  ...PRIVATE_HEADERS,
});

const jsonResponse = (status: number, requestId: string): Response =>
  new Response(errorBody(status), { status, headers: jsonHeaders(requestId) });

/** The response to an error outside of the handlers. */
export const serverErrorResponse = (): Response => jsonResponse(500, newUuid());

function endWith(socket: Duplex, status: number, more: Record<string, string>): void {
  const body = errorBody(status);
  const headers = {
    Connection: 'close',
    'Content-Type': 'application/json',
    'Content-Length': Buffer.byteLength(body),
    ...PRIVATE_HEADERS,
    ...(socket instanceof TLSSocket && { [HSTS.name]: HSTS.value }),
    ...more,
  };
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join('')}\r\n${body}`);
}
