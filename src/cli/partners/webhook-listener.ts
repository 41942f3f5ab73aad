import { timingSafeEqual } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import * as v from 'valibot';
import { signature } from '../../domain/webhooks/send-webhook.ts';
import { bangkokSecond } from '../../lib/calendar.ts';
import { AppError, OperatorError } from '../../lib/errors.ts';
import { readBytes } from '../../lib/read-bytes.ts';
import { listen, now } from '../../lib/runtime.ts';
import { parseWhole } from '../arguments.ts';
import type { Cli } from '../cli.ts';
import { stopSignal } from '../operate/serve.ts';
import { printable } from '../table.ts';

const HOST = '127.0.0.1';
const MAX_BODY_BYTES = 1_048_576;

export function webhookCommands(cli: Cli): void {
  cli.program
    .command('webhook')
    .description('Develop webhook receivers')
    .command('listen')
    .summary('Receive and print webhooks')
    .description(
      'Receive webhooks until SIGTERM or SIGINT. Verifies each signature and prints the content; with --json, one line each.',
    )
    .option('--port <port>', `Port on ${HOST}; 0 selects a free port`, '9000')
    .option(
      '--secret <secret>',
      'Webhook secret of the app; RAAN_WEBHOOK_SECRET keeps it out of the process list. Without a secret, signatures are not verified',
    )
    .action(async ({ port, secret = process.env.RAAN_WEBHOOK_SECRET }: { port: string; secret?: string }) => {
      const server = webhookReceiver(secret, (received) => cli.printEvent(received, webhookLines(received)));
      const stopped = stopSignal();
      const url = await listenAt(server, parseWhole(port, { name: '--port', max: 65_535 }));
      cli.printEvent({ url, checks_signatures: secret !== undefined }, [
        `listening at ${url}`,
        `register it with: raan app set APP url=${url}`,
        'a server on this machine also needs this in its config: [webhooks] allow_networks = ["127.0.0.0/8"]',
      ]);
      await stopped;
      server.closeAllConnections();
      server.close();
    });
}

/** A received webhook, as `--json` prints it. */
export interface ReceivedWebhook {
  /** Unix milliseconds. */
  time: number;
  signature: 'right' | 'wrong' | 'missing' | 'not checked';
  request_id?: string;
  event_type?: string;
  items?: readonly Change[];
  /** Why the body cannot be parsed. */
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
  v.looseObject({ request_id: v.string(), event_type: v.string(), data: v.looseObject({ items: v.array(change) }) }),
);

/**
 * A webhook receiver. Answers 200, or 401 if the signature does not match `secret`.
 *
 * @param onReceived called after each answer
 */
export const webhookReceiver = (secret: string | undefined, onReceived: (received: ReceivedWebhook) => void): Server =>
  createServer(async (request, response) => {
    const body = await readBody(request, response);
    if (!body) return;
    const sign = checkSignature(request, body, secret);
    response.writeHead(sign === 'right' || sign === 'not checked' ? 200 : 401).end();
    onReceived({ time: now(), signature: sign, ...parseContent(body) });
  });

async function readBody(request: IncomingMessage, response: ServerResponse): Promise<Buffer | undefined> {
  if (request.method !== 'POST') {
    response.writeHead(405, { Allow: 'POST' }).end();
    return undefined;
  }
  try {
    return await readBytes(request, MAX_BODY_BYTES);
  } catch (error) {
    response.writeHead(error instanceof AppError ? 413 : 400, { Connection: 'close' }).end();
    return undefined;
  }
}

function checkSignature(
  request: IncomingMessage,
  body: Buffer,
  secret: string | undefined,
): ReceivedWebhook['signature'] {
  if (secret === undefined) return 'not checked';
  const sent = request.headers['x-service-signature'];
  if (typeof sent !== 'string') return 'missing';
  const [expected, given] = [Buffer.from(signature([body], secret)), Buffer.from(sent)];
  return given.length === expected.length && timingSafeEqual(given, expected) ? 'right' : 'wrong';
}

function parseContent(body: Buffer): Partial<ReceivedWebhook> {
  const read = v.safeParse(delivery, body.toString('utf8'));
  if (!read.success) return { fault: 'the body is not a webhook delivery' };
  const { request_id, event_type, data } = read.output;
  return { request_id, event_type, items: data.items };
}

export function webhookLines({ time, signature: sign, event_type, items = [], fault }: ReceivedWebhook): string[] {
  const what = fault ?? `${event_type}: ${items.length === 0 ? 'a ping without changes' : items.length}`;
  return [
    `${bangkokSecond(time)}  signature ${sign}  ${printable(what)}`,
    ...items.map((item) =>
      printable(`  ${item.id} ${item.sku} in ${item.warehouse_id}: ${item.old} → ${item.new} (${item.reason})`),
    ),
  ];
}

async function listenAt(server: Server, port: number): Promise<string> {
  try {
    await listen(server, { port, host: HOST });
  } catch (error) {
    throw new OperatorError('listener_port_unavailable', { port, why: (error as Error).message });
  }
  return `http://${HOST}:${(server.address() as AddressInfo).port}/`;
}
