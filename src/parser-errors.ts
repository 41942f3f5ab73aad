import { randomUUID } from 'node:crypto';
import { type IncomingMessage, type Server, STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';

const DESCRIPTIONS: Record<number, string> = {
  400: 'the request is not readable HTTP',
  405: 'use GET or POST',
  408: 'the request took too long to arrive',
  413: 'a chunk extension of the body is too large',
  431: 'the request line and headers are too large',
};

const STATUSES: Record<string, number> = {
  HPE_HEADER_OVERFLOW: 431,
  HPE_CHUNK_EXTENSIONS_OVERFLOW: 413,
  ERR_HTTP_REQUEST_TIMEOUT: 408,
};

const errorBody = (status: number) =>
  JSON.stringify({ error: 'invalid_request', error_description: DESCRIPTIONS[status] });

/** Answers what the HTTP parser refuses in the form of every other error (decisions §1). */
export function answerParserErrors(server: Server): void {
  server.on('clientError', (error: NodeJS.ErrnoException, socket: Duplex) =>
    endWith(socket, STATUSES[error.code ?? ''] ?? 400),
  );
  server.on('connect', (_request: IncomingMessage, socket: Duplex) => endWith(socket, 405));
}

/** The answer to a request whose path or host cannot be made into a URL. */
export const answerUnreadable = (): Response =>
  new Response(errorBody(400), {
    status: 400,
    headers: { 'Content-Type': 'application/json', 'X-Request-Id': randomUUID() },
  });

function endWith(socket: Duplex, status: number): void {
  if (!socket.writable) return;
  const body = errorBody(status);
  socket.end(
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\nConnection: close\r\nContent-Type: application/json\r\n` +
      `X-Request-Id: ${randomUUID()}\r\nContent-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
  );
}
