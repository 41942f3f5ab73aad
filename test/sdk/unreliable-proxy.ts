import { once } from 'node:events';
import { connect, createServer, type Server, type Socket } from 'node:net';
import { after } from 'node:test';

/**
 * `before`: the connection breaks before the request arrives. `after`: it breaks after the request was served. `middle`: it
 * breaks in the middle of the response. `silent`: no response arrives. `gateway`: the proxy answers that the server is down,
 * with a page. `gatewayText` and `gatewayObject`: it does so in JSON with a text or an object in `error`. `redirect`: it
 * answers with another address. `page`: it answers with a page and status 200. `cut` and `cutChunk`: it forwards only the
 * start of a response, complete or chunked without its end. `held`: the request arrives after `release`.
 */
export type Failure =
  | 'before'
  | 'after'
  | 'middle'
  | 'silent'
  | 'gateway'
  | 'gatewayText'
  | 'gatewayObject'
  | 'redirect'
  | 'page'
  | 'cut'
  | 'cutChunk'
  | 'held';

const httpResponse = (type: string, body: string, status = '502 Bad Gateway', ...headers: string[]): string =>
  [`HTTP/1.1 ${status}`, `Content-Type: ${type}`, `Content-Length: ${body.length}`, ...headers, '', body].join('\r\n');

const RESPONSES: Partial<Record<Failure, string>> = {
  gateway: httpResponse('text/html', '<html>'),
  gatewayText: httpResponse('application/json', '{"error":"Bad Gateway"}'),
  gatewayObject: httpResponse('application/json', '{"error":{"code":502},"error_description":{"en":"Bad Gateway"}}'),
  page: httpResponse('text/html', '<html>', '200 OK'),
  cut: httpResponse('application/json', '{"products":[', '200 OK'),
  cutChunk: [
    'HTTP/1.1 200 OK',
    'Content-Type: application/json',
    'Transfer-Encoding: chunked',
    '',
    'd',
    '{"products":[',
    '',
  ].join('\r\n'),
  redirect: httpResponse('text/html', '<html>', '308 Permanent Redirect', 'Location: /elsewhere'),
};

/** A TCP proxy in front of the server at `url`, until the end of the test file. */
export async function openProxy(url: string): Promise<UnreliableProxy> {
  const server = createServer({ noDelay: true });
  const proxy = new UnreliableProxy(server, Number(new URL(url).port));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  after(() => proxy.close());
  return proxy;
}

/** Requires that each request arrives in one part, after the response to the previous request of its connection. */
export class UnreliableProxy {
  /** The path of each request, in order. */
  readonly paths: string[] = [];
  /** The status of each forwarded response, in order. */
  readonly statuses: number[] = [];
  /** Runs when a request arrives. */
  onRequest: () => void = () => {};
  /** Runs when a response is forwarded. */
  onStatus: (status: number) => void = () => {};
  readonly #server: Server;
  readonly #target: number;
  readonly #failures: { path: string; failure: Failure }[] = [];
  readonly #sockets = new Set<Socket>();
  readonly #held: (() => void)[] = [];

  constructor(server: Server, target: number) {
    this.#server = server;
    this.#target = target;
    server.on('connection', (client) => this.#forward(client));
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as { port: number }).port}`;
  }

  /** The next requests of the path fail, one for each failure. */
  failNext(path: string, ...failures: Failure[]): void {
    this.#failures.push(...failures.map((failure) => ({ path, failure })));
  }

  /** Forwards the requests that are held. */
  release(): void {
    for (const forward of this.#held.splice(0)) forward();
  }

  count = (path: string): number => this.paths.filter((called) => called === path).length;

  close(): void {
    this.#server.close();
    for (const socket of this.#sockets) socket.destroy();
  }

  #forward(client: Socket): void {
    const upstream = connect(this.#target, '127.0.0.1');
    let failure: Failure | undefined;
    for (const [socket, other] of [
      [client, upstream],
      [upstream, client],
    ] as const) {
      this.#sockets.add(socket);
      socket.on('error', () => {});
      socket.on('close', () => other.destroy());
    }
    client.on('data', (part) => {
      const [, path] = /^POST (\S+) HTTP/.exec(part.toString('latin1')) ?? [];
      if (path !== undefined) failure = this.#requested(path);
      const response = failure && RESPONSES[failure];
      if (failure === 'before') client.destroy();
      else if (failure === 'held') this.#held.push(() => upstream.write(part));
      else if (response === undefined) upstream.write(part);
      else if (path !== undefined) client.end(response);
    });
    upstream.on('data', (part) => {
      if (failure === 'middle') client.write(part.subarray(0, part.length - 10));
      if (failure === undefined || failure === 'held') this.#respond(client, part);
      else if (failure !== 'silent') client.destroySoon();
    });
  }

  #requested(path: string): Failure | undefined {
    this.paths.push(path);
    this.onRequest();
    const [next] = this.#failures;
    return next?.path === path ? this.#failures.shift()?.failure : undefined;
  }

  #respond(client: Socket, part: Buffer): void {
    const [, status] = /^HTTP\/1\.1 (\d+) /.exec(part.toString('latin1')) ?? [];
    if (status !== undefined) {
      this.statuses.push(Number(status));
      this.onStatus(Number(status));
    }
    client.write(part);
  }
}
