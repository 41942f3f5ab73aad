import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { after } from 'node:test';

export interface InterruptingProxy {
  url: string;
  /** Runs once, before the next request of the path reaches the server. */
  interrupt(path: string, run: () => Promise<unknown>): void;
}

/** An HTTP proxy in front of the server at `target`, until the end of the test file. */
export async function openInterruptingProxy(target: string): Promise<InterruptingProxy> {
  let interruption: { path: string; run: () => Promise<unknown> } | undefined;

  async function forward(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { method = '', url = '', headers } = request;
    const body = await text(request);
    const found = interruption?.path === url ? interruption : undefined;
    if (found) interruption = undefined;
    await found?.run();
    const { authorization = '', 'content-type': type = '' } = headers;
    const sent = { ...(authorization && { Authorization: authorization }), 'Content-Type': type };
    const answer = await fetch(target + url, { method, headers: sent, body });
    response.writeHead(answer.status, { 'Content-Type': answer.headers.get('Content-Type') ?? '' });
    response.end(await answer.text());
  }

  const server = createServer((request, response) => {
    forward(request, response).catch((error) => response.destroy(error));
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  after(() => {
    server.close();
    server.closeAllConnections();
  });
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    interrupt: (path, run) => {
      interruption = { path, run };
    },
  };
}
