import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { after } from 'node:test';
import type { Json } from './support.ts';

/** Starts a fake Thailand Post. Its tokens are valid until they are removed from `validTokens`. */
export async function startThailandPost() {
  const post = {
    url: '',
    /** The API token of a store, and the secret of its callbacks. */
    ...{ token: 'long', secret: 'hook' },
    requests: [] as { path: string; authorization: string; body: Json }[],
    items: {} as Record<string, unknown>,
    validTokens: new Set<string>(),
    /** Whether token requests fail. */
    refusesTokens: false,
    /** The response to the next tracking request. */
    nextResponse: undefined as { status: number; body: unknown } | undefined,
  };
  const respond = (path: string, authorization: string, body: Json) => {
    if (path.endsWith('/authenticate/token')) {
      if (post.refusesTokens) return { status: 503, body: {} };
      if (authorization !== `Token ${post.token}`) return { status: 401, body: { message: 'wrong token' } };
      const token = `short-${post.requests.length}`;
      post.validTokens.add(`Token ${token}`);
      return { status: 200, body: { expire: '2026-12-01 10:17:20+07:00', token } };
    }
    if (!post.validTokens.has(authorization)) return { status: 403, body: { status: false, message: 'token expired' } };
    const { nextResponse } = post;
    post.nextResponse = undefined;
    if (nextResponse) return nextResponse;
    const items = Object.fromEntries(body.barcode.map((number: string) => [number, post.items[number] ?? []]));
    return { status: 200, body: { response: { items, track_count: {} }, message: 'successful', status: true } };
  };
  const server = http.createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const body = JSON.parse(Buffer.concat(chunks).toString('utf8'));
    const { url: path = '', headers } = request;
    const { authorization = '' } = headers;
    const { status, body: content } = respond(path, authorization, body);
    post.requests.push({ path, authorization, body });
    response.writeHead(status, { 'Content-Type': 'application/json' }).end(JSON.stringify(content));
  });
  after(() => {
    server.closeAllConnections();
    server.close();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  post.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return post;
}

/** A tracking event of Thailand Post. */
export const trackingItem = (status: string, status_date: string, change: object = {}) => ({
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
