import { timingSafeEqual } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import * as v from 'valibot';
import { signature } from '../domain/webhooks/send.ts';
import { bangkokSecond } from '../lib/calendar.ts';
import { Fault, Refusal } from '../lib/errors.ts';
import { readBytes } from '../lib/read-bytes.ts';
import { stopSignal } from './serve.ts';
import { type Shell, wholeArgument } from './shell.ts';
import { printable } from './table.ts';

const HOST = '127.0.0.1';
const LARGEST = 1_048_576; // bytes

export function webhookCommands(shell: Shell): void {
  shell.program
    .command('webhook')
    .description('for whoever writes a receiver of webhooks')
    .command('listen')
    .description('receive webhooks, check and print each until SIGTERM or SIGINT; with --json, a line for each')
    .option('--port <port>', `where to listen on ${HOST}; 0 takes any that is free`, '9000')
    .option(
      '--secret <secret>',
      'the app’s webhook secret, or RAAN_WEBHOOK_SECRET, which other users do not see; without it signatures are not checked',
    )
    .action(async ({ port, secret = process.env.RAAN_WEBHOOK_SECRET }: { port: string; secret?: string }) => {
      const server = webhookReceiver(secret, (received) => shell.answerLine(received, linesOf(received)));
      const stopped = stopSignal();
      const url = await listen(server, wholeArgument(port, { name: '--port', most: 65_535 }));
      shell.answerLine({ url, checks_signatures: secret !== undefined }, [
        `listening at ${url}`,
        `tell the service with: raan app set APP url=${url}`,
        'a service on this machine also needs in its config: [webhooks] allow_networks = ["127.0.0.0/8"]',
      ]);
      await stopped;
      server.closeAllConnections();
      server.close();
    });
}

/** What came, as `--json` prints it. */
export interface ReceivedWebhook {
  /** Unix milliseconds. */
  time: number;
  signature: 'right' | 'wrong' | 'missing' | 'not checked';
  request_id?: string;
  event_type?: string;
  items?: readonly Change[];
  /** Why it cannot be read. */
  fault?: string;
}

type Change = v.InferOutput<typeof change>;

const change = v.looseObject({
  id: v.string(),
  sku: v.string(),
  old: v.number(),
  new: v.number(),
  warehouse_id: v.string(),
  reason: v.string(),
});

const delivery = v.pipe(
  v.string(),
  v.parseJson(undefined, 'is not JSON'),
  v.looseObject({
    request_id: v.string(),
    event_type: v.string(),
    data: v.looseObject({ items: v.array(change) }),
  }),
);

/**
 * A receiver as a partner's would be: 200 at once, or 401 where the signature is not that of `secret`.
 *
 * @param tell is told of each delivery
 */
export const webhookReceiver = (secret: string | undefined, tell: (received: ReceivedWebhook) => void): Server =>
  createServer(async (request, response) => {
    const body = await bodyOf(request, response);
    if (!body) return;
    const sign = signatureOf(request, body, secret);
    response.writeHead(sign === 'right' || sign === 'not checked' ? 200 : 401).end();
    tell({ time: Date.now(), signature: sign, ...contentOf(body) });
  });

async function bodyOf(request: IncomingMessage, response: ServerResponse): Promise<Buffer | undefined> {
  if (request.method !== 'POST') {
    response.writeHead(405, { Allow: 'POST' }).end();
    return undefined;
  }
  try {
    return await readBytes(request, LARGEST);
  } catch (error) {
    response.writeHead(error instanceof Refusal ? 413 : 400, { Connection: 'close' }).end();
    return undefined;
  }
}

function signatureOf(request: IncomingMessage, body: Buffer, secret: string | undefined): ReceivedWebhook['signature'] {
  if (secret === undefined) return 'not checked';
  const sent = request.headers['x-service-signature'];
  if (typeof sent !== 'string') return 'missing';
  const [expected, given] = [Buffer.from(signature([body], secret)), Buffer.from(sent)];
  return given.length === expected.length && timingSafeEqual(given, expected) ? 'right' : 'wrong';
}

function contentOf(body: Buffer): Partial<ReceivedWebhook> {
  const read = v.safeParse(delivery, body.toString('utf8'));
  if (!read.success) return { fault: 'the body is no delivery' };
  const { request_id, event_type, data } = read.output;
  return { request_id, event_type, items: data.items };
}

/** The same as people read it. */
export function linesOf({ time, signature: sign, event_type, items = [], fault }: ReceivedWebhook): string[] {
  const what = fault ?? `${event_type}: ${items.length === 0 ? 'no changes, a ping' : items.length}`;
  return [
    `${bangkokSecond(time)}  signature ${sign}  ${printable(what)}`,
    ...items.map((item) =>
      printable(`  ${item.id} ${item.sku} in ${item.warehouse_id}: ${item.old} → ${item.new} (${item.reason})`),
    ),
  ];
}

async function listen(server: Server, port: number): Promise<string> {
  try {
    await once(server.listen(port, HOST), 'listening');
  } catch (error) {
    throw new Fault(`cannot listen on port ${port}: ${(error as Error).message}; name another with --port`);
  }
  return `http://${HOST}:${(server.address() as AddressInfo).port}/`;
}
