import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Fault } from '../lib/errors.ts';
import type { Log } from '../lib/log.ts';
import type { Metrics } from './metrics.ts';

export interface MetricsServer {
  address: string;
  stop: () => Promise<void>;
}

/**
 * `GET /metrics` at an address of its own, which only those are to reach who may read them.
 *
 * @throws Fault where it cannot be had
 */
export async function serveMetrics(
  metrics: Metrics,
  { host, port }: { host: string; port: number },
  log: Log,
): Promise<MetricsServer> {
  const text = () =>
    metrics.text().catch((error: unknown) => {
      log.error({ err: error }, 'the metrics cannot be told');
      return undefined;
    });
  const server = createServer((incoming, outgoing) => void answer({ ...metrics, text }, incoming, outgoing));
  server.unref(); // it keeps no process going whose service could not start
  server.listen(port, host);
  await once(server, 'listening').catch((error: Error) => {
    throw new Fault(`cannot serve metrics on ${host} port ${port}: ${error.message}; mend [metrics] in the config`);
  });
  const { address, family, port: taken } = server.address() as AddressInfo;
  return {
    address: `http://${family === 'IPv6' ? `[${address}]` : address}:${taken}`,
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
  /** Undefined where they cannot be told. */
  text: () => Promise<string | undefined>;
}

async function answer(page: Page, incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
  const isRead = incoming.method === 'GET' || incoming.method === 'HEAD';
  if (incoming.url?.split('?')[0] !== '/metrics') outgoing.writeHead(404).end();
  else if (!isRead) outgoing.writeHead(405, { Allow: 'GET, HEAD' }).end();
  else {
    const text = await page.text();
    if (text === undefined) outgoing.writeHead(500).end();
    else outgoing.writeHead(200, { 'Content-Type': page.contentType, 'Cache-Control': 'no-store' }).end(text);
  }
}
