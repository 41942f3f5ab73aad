import { once } from 'node:events';
import http, { type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after } from 'node:test';
import { type Behavior, responseTime, sendResponse } from './courier-server.ts';
import type { Json } from './support.ts';

type Path = '/booking/' | '/confirm/' | '/tracking_purchase/' | '/tracking/' | '/cancel/';

interface Purchase {
  id: number;
  /** SHIPPOP's number of its parcel, and the courier's. */
  code: string;
  number: string;
  status: 'unpaid' | 'paid' | 'cancel';
  isCanceled: boolean;
  /** The parcel as it was booked. */
  parcel: Json;
}

/** Starts a SHIPPOP in the test process that speaks the documented protocol. It stops after the test. */
export async function openShippop(): Promise<ShippopServer> {
  const shippop = new ShippopServer();
  after(() => shippop.stop());
  await shippop.start();
  return shippop;
}

export class ShippopServer {
  readonly apiKey = 'shippop-key';
  readonly email = 'shop@example.com';
  readonly requests: { path: string; type: string; body: Json }[] = [];
  readonly purchases: Purchase[] = [];
  /** The order number of each payment. */
  readonly payments: string[] = [];
  /** What `/tracking/` answers about a parcel, by SHIPPOP's number. */
  readonly tracked = new Map<string, Json>();
  /** Whether couriers give their numbers later than with the confirmation. */
  numbersComeLater = false;
  url = '';
  readonly #next = new Map<Path, Behavior[]>();
  readonly #server = http.createServer((request, response) => {
    this.#handle(request, response).catch(() => response.destroy());
  });

  async start(): Promise<void> {
    this.#server.listen(0, '127.0.0.1');
    await once(this.#server, 'listening');
    this.url = `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  async stop(): Promise<void> {
    this.#server.closeAllConnections();
    if (this.#server.listening) await once(this.#server.close(), 'close');
  }

  /** Sets the behavior for the next requests of the path, one each. */
  next(path: Path, ...behaviors: Behavior[]): void {
    this.#next.set(path, [...(this.#next.get(path) ?? []), ...behaviors]);
  }

  count(path: Path): number {
    return this.requests.filter((request) => request.path === path).length;
  }

  async #handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const path = request.url as Path;
    const behavior = this.#next.get(path)?.shift() ?? {};
    if (behavior.disconnect === 'before_reading') return void request.socket.destroy();
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const type = request.headers['content-type'] ?? '';
    const body = read(type, Buffer.concat(chunks).toString('utf8'));
    this.requests.push({ path, type, body });
    const answer = behavior.takesEffect === false ? {} : this.#answer(path, body, behavior);
    await responseTime(behavior);
    if (behavior.disconnect === 'after_action') return void request.socket.destroy();
    sendResponse(response, { ...(behavior.body === undefined ? { body: answer } : {}), ...behavior });
  }

  #answer(path: Path, body: Json, { refuse }: Behavior): Json {
    if (path !== '/tracking/' && body.api_key !== this.apiKey) return refused(400, 'Invalid API key');
    if (refuse !== undefined) return refused(400, refuse);
    const purchase = this.purchases.find(({ id }) => String(id) === body.purchase_id);
    switch (path) {
      case '/booking/':
        return this.#book(body);
      case '/confirm/':
        return purchase ? this.#confirm(purchase) : refused(404, 'Purchase not found');
      case '/tracking_purchase/':
        return purchase && body.email === this.email ? this.#state(purchase) : refused(400, 'Purchase not found');
      case '/tracking/':
        return this.tracked.get(body.tracking_code) ?? refused(404, 'Tracking code not found');
      case '/cancel/':
        return this.#cancel(body.courier_tracking_code);
    }
  }

  #book({ email, data: [parcel] }: Json): Json {
    if (email !== this.email) return refused(400, 'Unknown email');
    const id = 452_001 + this.purchases.length;
    const purchase: Purchase = {
      ...{ id, code: `SP${id}855`, number: `ST${id}ST`, status: 'unpaid', isCanceled: false, parcel },
    };
    this.purchases.push(purchase);
    const booked = { status: true, tracking_code: purchase.code, courier_code: parcel.courier_code, price: 25 };
    return { status: true, purchase_id: id, total_price: 25, data: { 0: { ...booked, from: parcel.from } } };
  }

  #confirm(purchase: Purchase): Json {
    if (purchase.status === 'paid') return refused(400, 'Purchase is confirmed already');
    purchase.status = 'paid';
    this.payments.push(purchase.parcel.meta.ref_no_2);
    return { status: true, result: { 0: { status: true, ...this.#numbers(purchase) } } };
  }

  #state(purchase: Purchase): Json {
    const { id, status, isCanceled } = purchase;
    const numbers = status === 'paid' ? this.#numbers(purchase) : { tracking_code: purchase.code };
    const parcel = { ...numbers, status: isCanceled ? 'cancel' : status === 'paid' ? 'booking' : 'wait' };
    return { status: true, purchase_id: id, total_price: '25.00', purchase_status: status, data: { 0: parcel } };
  }

  #numbers({ code, number, parcel }: Purchase): Json {
    const courier_tracking_code = this.numbersComeLater ? '' : number;
    return { tracking_code: code, courier_tracking_code, courier_code: parcel.courier_code };
  }

  #cancel(number: string): Json {
    const purchase = this.purchases.find((purchase) => purchase.number === number && purchase.status === 'paid');
    if (!purchase || purchase.isCanceled) return refused(400, 'Cannot cancel');
    purchase.isCanceled = true;
    this.tracked.set(purchase.code, { status: true, order_status: 'cancel', tracking_code: purchase.code });
    return { status: true };
  }
}

const refused = (code: number, message: string) => ({ status: false, code, message });

const read = (type: string, text: string): Json =>
  type.includes('json') ? JSON.parse(text) : Object.fromEntries(new URLSearchParams(text));
