import { createHmac, hash } from 'node:crypto';
import { once } from 'node:events';
import http, { type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after } from 'node:test';
import { courierConnection } from '../src/domain/couriers/adapters/connection.ts';
import type { Json } from './support.ts';

/** Behavior of the courier for a request. By default it performs the action and responds at once. */
export interface Behavior {
  /** In milliseconds. The action itself is immediate. */
  responseDelay?: number;
  /** The courier responds once this has settled. The action itself is immediate. */
  respondsAfter?: Promise<unknown>;
  /** False if the courier fails before it books. True by default. */
  takesEffect?: boolean;
  /** When the courier closes the connection. */
  disconnect?: 'before_reading' | 'after_action' | 'mid_response';
  /** Refuses with this reason. */
  refuse?: string;
  /** Responds without the number, which a callback brings later. */
  pending?: boolean;
  /** Overrides the response. A text or bytes as `body` are sent unchanged. */
  status?: number;
  headers?: Record<string, string>;
  body?: unknown;
  /** Sends the whole response twice. */
  twice?: boolean;
}

/** A received request. */
interface CourierRequest {
  /** `book`, `find`, `cancel` or `track`; for Flash derived from the path. */
  action: string;
  headers: http.IncomingHttpHeaders;
  path: string;
  /** The fields of the JSON object or the form. */
  body: Json;
  signed: boolean;
}

export interface Booking {
  key: string;
  orderNumber: string;
  number: string;
  requestCount: number;
  canceled: boolean;
}

/** Connects to couriers on this machine. */
export const LOCAL = courierConnection(['127.0.0.0/8']);

/** Starts a courier in the test process that speaks the `http` protocol and that of Flash. It stops after the test. */
export async function openCourier(): Promise<CourierServer> {
  const courier = new CourierServer();
  after(() => courier.stop());
  await courier.start();
  return courier;
}

/** Settles when the courier responds. */
export async function responseTime({ responseDelay, respondsAfter }: Behavior): Promise<void> {
  if (responseDelay) await new Promise((resolve) => setTimeout(resolve, responseDelay).unref());
  await respondsAfter;
}

/** A started courier with raan's adapter for it. */
export async function openAdapter<Adapter>(adapterOf: (courier: CourierServer) => Adapter) {
  const courier = await openCourier();
  return { courier, adapter: adapterOf(courier) };
}

export class CourierServer {
  secret = 'courier-secret';
  readonly merchantId = 'AA0001';
  /** Every request that was read, oldest first. */
  readonly requests: CourierRequest[] = [];
  /** All bookings by idempotency key. They survive `stop`. */
  readonly bookings = new Map<string, Booking>();
  /** Tracking data of its parcels: events of the `http` protocol, or a Flash parcel. */
  readonly trackingData = new Map<string, Json>();
  #port = 0;
  #server: http.Server | undefined;
  #next: Behavior[] = [];
  #always: Behavior = {};

  /** The URL for the `http` protocol; Flash uses `origin`. */
  get url(): string {
    return `${this.origin}/courier`;
  }

  get origin(): string {
    return `http://127.0.0.1:${this.#port}`;
  }

  /** Listens on the same port each time. */
  async start(): Promise<void> {
    this.#server = http.createServer((request, response) => {
      this.#handle(request, response).catch(() => response.destroy()); // the client is gone
    });
    this.#server.listen(this.#port, '127.0.0.1');
    await once(this.#server, 'listening');
    this.#port = (this.#server.address() as AddressInfo).port;
  }

  /** Refuses connections until the next start. */
  async stop(): Promise<void> {
    const server = this.#server;
    this.#server = undefined;
    if (!server) return;
    const closed = once(server.close(), 'close');
    server.closeAllConnections();
    await closed;
  }

  /** Sets the behavior for the next requests, one each. */
  next(...behaviors: Behavior[]): void {
    this.#next.push(...behaviors);
  }

  /** Sets the behavior for all requests from now on. */
  always(behavior: Behavior): void {
    this.#always = behavior;
  }

  /** The number of requests for this action. */
  count(action: string): number {
    return this.requests.filter((request) => request.action === action).length;
  }

  /** Orders with more than one active booking. Always empty unless raan books twice. */
  get duplicates(): string[] {
    const active = [...this.bookings.values()].filter(({ canceled }) => !canceled);
    const orders = active.map(({ orderNumber }) => orderNumber);
    return orders.filter((order, i) => orders.indexOf(order) !== i);
  }

  /** A callback of the `http` protocol, as options for `fetch`. */
  callBack(fields: object, secret = this.secret): { method: string; headers: Record<string, string>; body: string } {
    const body = JSON.stringify(fields);
    const headers = { 'Content-Type': 'application/json', 'X-Service-Signature': hmac(body, secret) };
    return { method: 'POST', headers, body };
  }

  /** A callback of Flash. */
  flashCallBack(
    data: object,
    secret = this.secret,
    mchId = this.merchantId,
  ): { method: string; headers: Record<string, string>; body: string } {
    const fields = { mchId, nonceStr: '1680747255' };
    const form = { ...fields, sign: flashSign(fields, secret), data: JSON.stringify(data) };
    const headers = { 'Content-Type': 'application/x-www-form-urlencoded' };
    return { method: 'POST', headers, body: new URLSearchParams(form).toString() };
  }

  async #handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const behavior = this.#next.shift() ?? this.#always;
    if (behavior.disconnect === 'before_reading') return void request.socket.destroy();
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const received = this.#read(request, Buffer.concat(chunks).toString('utf8'));
    this.requests.push(received);
    const outcome = received.path.startsWith('/open/')
      ? this.#flash(received, behavior)
      : this.#http(received, behavior);
    await responseTime(behavior);
    if (behavior.disconnect === 'after_action') return void request.socket.destroy();
    sendResponse(response, { ...(behavior.body === undefined ? outcome : {}), ...behavior });
  }

  #read({ url: path = '', headers }: IncomingMessage, text: string): CourierRequest {
    if (!path.startsWith('/open/')) {
      const body = JSON.parse(text);
      return {
        action: body.action,
        path,
        headers,
        body,
        signed: headers['x-service-signature'] === hmac(text, this.secret),
      };
    }
    const { sign, ...body } = Object.fromEntries(new URLSearchParams(text));
    const action = path.endsWith('/cancel') ? 'cancel' : path.endsWith('/routesBatch') ? 'track' : 'book';
    return { action, path, headers, body, signed: sign === flashSign(body, this.secret) };
  }

  #http({ action, body, signed }: CourierRequest, behavior: Behavior): { status: number; body: unknown } {
    if (!signed) return { status: 401, body: { refused: 'wrong signature' } };
    if (behavior.refuse !== undefined) return { status: 200, body: { refused: behavior.refuse } };
    const key = body.idempotency_key;
    if (action === 'track')
      return {
        status: 200,
        body: { events: body.tracking_numbers.flatMap((number: string) => this.trackingData.get(number) ?? []) },
      };
    if (action === 'cancel')
      return {
        status: 200,
        body: this.#cancel(body.tracking_number) ? { status: 'canceled' } : { refused: 'not my parcel' },
      };
    const booking = action === 'book' ? this.#book(key, body.order_number, 'CX', behavior) : this.bookings.get(key);
    if (!booking) return { status: 404, body: { status: 'unknown' } };
    return { status: 200, body: behavior.pending ? { status: 'pending' } : { tracking_number: booking.number } };
  }

  #flash({ action, path, body, signed }: CourierRequest, behavior: Behavior): { status: number; body: unknown } {
    const flashResponse = (code: number, message: string, data: unknown = null) => ({
      status: 200,
      body: { code, message, data },
    });
    if (!signed || body.mchId !== this.merchantId) return flashResponse(1002, 'invalid signature');
    if (behavior.refuse !== undefined) return flashResponse(1000, 'Failed to submit', { base: [behavior.refuse] });
    if (action === 'track')
      return flashResponse(
        1,
        'success',
        body.pnos.split(',').flatMap((pno: string) => this.trackingData.get(pno) ?? []),
      );
    if (action === 'cancel')
      return this.#cancel(decodeURIComponent(path.split('/')[4] ?? ''))
        ? flashResponse(1, 'success')
        : flashResponse(1006, 'order not found');
    if (this.bookings.has(body.outTradeNo)) {
      this.#book(body.outTradeNo, '', 'TH', behavior);
      return flashResponse(1003, 'order already exists');
    }
    // Flash gets no order number, so duplicates are detected by the recipient's phone number.
    const { number } = this.#book(body.outTradeNo, body.dstPhone, 'TH', behavior);
    return flashResponse(1, 'success', { pno: number, mchId: this.merchantId, outTradeNo: body.outTradeNo });
  }

  #book(key: string, orderNumber: string, prefix: string, { takesEffect = true }: Behavior): Booking {
    const number = `${prefix}${String(this.bookings.size + 1).padStart(6, '0')}`;
    const booking = this.bookings.get(key) ?? { key, orderNumber, number, requestCount: 0, canceled: false };
    booking.requestCount += 1;
    if (takesEffect) this.bookings.set(key, booking);
    return booking;
  }

  #cancel(number: string): boolean {
    const booking = [...this.bookings.values()].find((booking) => booking.number === number);
    if (booking) booking.canceled = true;
    return booking !== undefined;
  }
}

export function sendResponse(
  response: ServerResponse,
  { status = 200, body, headers, disconnect, twice }: Behavior,
): void {
  const asIs = typeof body === 'string' || Buffer.isBuffer(body);
  const bytes = Buffer.from((asIs ? body : JSON.stringify(body)) as string);
  response.writeHead(status, { 'Content-Type': 'application/json', 'Content-Length': bytes.length, ...headers });
  if (disconnect === 'mid_response') {
    response.write(bytes.subarray(0, bytes.length / 2), () => response.socket?.destroy());
    return;
  }
  const { socket } = response;
  response.end(bytes, () => {
    if (!twice) return;
    const head = `HTTP/1.1 ${status} OK\r\nContent-Type: application/json\r\nContent-Length: ${bytes.length}\r\n\r\n`;
    socket?.write(Buffer.concat([Buffer.from(head), bytes]));
  });
}

const hmac = (body: string, secret: string) => createHmac('sha256', secret).update(body).digest('hex');

/** Flash's signature, implemented independently of the adapter. */
function flashSign(fields: Record<string, string>, secret: string): string {
  const names = Object.keys(fields)
    .filter((name) => fields[name]?.trim())
    .sort();
  return hash('sha256', `${names.map((name) => `${name}=${fields[name]}`).join('&')}&key=${secret}`).toUpperCase();
}
