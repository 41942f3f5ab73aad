import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { OperatorError } from '../lib/errors.ts';
import type { Log } from '../lib/log.ts';
import { PRIVATE_HEADERS } from '../lib/private-headers.ts';
import { listen } from '../lib/runtime.ts';
import type { Metrics } from './metrics.ts';

export interface MetricsServer {
  address: string;
  stop: () => Promise<void>;
}

/**
 * Serves `GET /metrics` without a token at a separate address, which only monitoring should be able to reach.
 *
 * @throws OperatorError if it cannot listen
 */
export async function serveMetrics(
  metrics: Metrics,
  { host, port }: { host: string; port: number },
  log: Log,
): Promise<MetricsServer> {
  const text = () =>
    metrics.text().catch((error: unknown) => {
      log.error({ err: error }, 'collecting metrics failed');
      return undefined;
    });
  const page: Page = { contentType: metrics.contentType, text };
  const server = createServer((incoming, outgoing) => void respond(page, incoming, outgoing));
  server.unref(); // must not keep the process alive if the service fails to start
  await listen(server, { port, host }).catch((error: Error) => {
    throw new OperatorError('cannot_serve_metrics', { host, port, why: error.message });
  });
  const { address, family, port: actualPort } = server.address() as AddressInfo;
  return {
    address: `http://${family === 'IPv6' ? `[${address}]` : address}:${actualPort}`,
    stop: async () => {
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
}

interface Page {
  contentType: string;
  /** Undefined if collecting failed. */
  text: () => Promise<string | undefined>;
}

async function respond(page: Page, incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
  const isRead = incoming.method === 'GET' || incoming.method === 'HEAD';
  if (incoming.url?.split('?')[0] !== '/metrics') outgoing.writeHead(404, PRIVATE_HEADERS).end();
  else if (!isRead) outgoing.writeHead(405, { ...PRIVATE_HEADERS, Allow: 'GET, HEAD' }).end();
  else {
    const text = await page.text();
    if (text === undefined) outgoing.writeHead(500, PRIVATE_HEADERS).end();
    else outgoing.writeHead(200, { ...PRIVATE_HEADERS, 'Content-Type': page.contentType }).end(text);
  }
}
