import type { Server } from 'node:http';
import { type Duplex, duplexPair } from 'node:stream';

export interface Request {
  method?: string;
  path: string;
  headers?: Record<string, string>;
  body?: string;
}

/**
 * Sends a request to a server without a network.
 *
 * @param cutTo how many bytes of the request arrive
 * @param onEnd gets what the server has sent when it closes the connection
 */
export function sendOverStream(
  server: Server,
  request: Request,
  cutTo: number | undefined,
  onEnd: (bytes: Buffer) => void,
): void {
  const [client, socket] = duplexPair();
  const sent: Buffer[] = [];
  client.on('data', (bytes) => sent.push(bytes)).once('end', () => onEnd(Buffer.concat(sent)));
  server.emit('connection', asSocket(socket));
  const bytes = serialized(request);
  if (cutTo === undefined) client.write(bytes);
  else client.end(bytes.subarray(0, Math.min(cutTo, bytes.length - 1)));
}

/** A stream with what the server uses of a socket. */
function asSocket(stream: Duplex): Duplex {
  const same = () => stream;
  stream.on('error', () => {});
  return Object.assign(stream, {
    ...{ remoteAddress: '10.0.0.7', remotePort: 40_000, bytesRead: 0 },
    ...{ setTimeout: same, setNoDelay: same, setKeepAlive: same, ref: same, unref: same },
    destroySoon: () => void stream.end(() => stream.destroy()),
  });
}

function serialized({ method = 'POST', path, headers = {}, body = '' }: Request): Buffer {
  const own = { Host: 'shop.example', Connection: 'close', 'Content-Length': String(Buffer.byteLength(body)) };
  const lines = Object.entries({ ...own, ...headers }).map(([name, value]) => `${name}: ${value}\r\n`);
  return Buffer.from(`${method} ${path} HTTP/1.1\r\n${lines.join('')}\r\n${body}`);
}
