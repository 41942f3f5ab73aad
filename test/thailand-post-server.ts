import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { after } from 'node:test';
import type { Json } from './support.ts';

/** A fake Thailand Post: its tokens are valid until revoked. */
export async function openPost() {
  const post = {
    url: '',
    /** The token of a store, and the secret of its callbacks. */
    ...{ token: 'long', secret: 'hook' },
    asked: [] as { path: string; by: string; body: Json }[],
    items: {} as Record<string, unknown>,
    good: new Set<string>(),
    /** Whether it refuses token requests. */
    closed: false,
    /** Responds with this to the next tracking request. */
    instead: undefined as { status: number; body: unknown } | undefined,
  };
  const answer = (path: string, by: string, body: Json) => {
    if (path.endsWith('/authenticate/token')) {
      if (post.closed) return { status: 503, body: {} };
      if (by !== `Token ${post.token}`) return { status: 401, body: { message: 'no' } };
      const token = `short-${post.asked.length}`;
      post.good.add(`Token ${token}`);
      return { status: 200, body: { expire: '2026-12-01 10:17:20+07:00', token } };
    }
    if (!post.good.has(by)) return { status: 403, body: { status: false, message: 'token expired' } };
    const { instead } = post;
    post.instead = undefined;
    if (instead) return instead;
    const items = Object.fromEntries(body.barcode.map((number: string) => [number, post.items[number] ?? []]));
    return { status: 200, body: { response: { items, track_count: {} }, message: 'successful', status: true } };
  };
  const server = http.createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const body = JSON.parse(Buffer.concat(chunks).toString('utf8'));
    const { url: path = '', headers } = request;
    const message = answer(path, headers.authorization ?? '', body);
    post.asked.push({ path, by: headers.authorization ?? '', body });
    response.writeHead(message.status, { 'Content-Type': 'application/json' }).end(JSON.stringify(message.body));
  });
  after(() => {
    server.closeAllConnections();
    server.close();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  post.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return post;
}

/** An event as Thailand Post sends it. */
export const item = (status: string, status_date: string, change: object = {}) => ({
  barcode: 'EF190024133TH',
  status,
  status_description: `สถานะ ${status}`,
  status_date,
  location: 'คต.กาดสวนแก้ว',
  postcode: '50200',
  delivery_status: null,
  delivery_description: null,
  delivery_datetime: null,
  signature: null,
  ...change,
});
