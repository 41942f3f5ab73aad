import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Fault } from '../lib/errors.ts';
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
): Promise<MetricsServer> {
  const server = createServer((incoming, outgoing) => void answer(metrics, incoming, outgoing));
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

async function answer(metrics: Metrics, incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
  const isRead = incoming.method === 'GET' || incoming.method === 'HEAD';
  if (incoming.url?.split('?')[0] !== '/metrics') outgoing.writeHead(404).end();
  else if (!isRead) outgoing.writeHead(405, { Allow: 'GET, HEAD' }).end();
  else {
    const text = await metrics.text().catch(() => undefined);
    if (text === undefined) outgoing.writeHead(500).end();
    else outgoing.writeHead(200, { 'Content-Type': metrics.contentType, 'Cache-Control': 'no-store' }).end(text);
  }
}
