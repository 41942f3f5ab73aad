import assert from 'node:assert/strict';
import { request } from 'node:http';
import { connect } from 'node:net';
import { deleteProduct, deleteVariant } from '../src/domain/catalogue/delete-product.ts';
import { readResponse } from './http-responses.ts';
import { assertDescribed } from './openapi-checks.ts';
import { sql } from './sql.ts';
import { type ApiResponse, idOf, type Shop } from './support.ts';

/**
 * A POST with exactly these bytes.
 * @param chunks sent chunked if the headers have no Content-Length
 */
export function post(shop: Shop, path: string, headers: Record<string, string | string[]>, ...chunks: Uint8Array[]) {
  return new Promise<ApiResponse>((resolve, reject) => {
    const call = request(shop.url + path, { method: 'POST', headers, agent: false }, async (response) => {
      call.off('error', reject); // a response before the end of the body may abort the upload
      call.on('error', () => {});
      let text = '';
      for await (const part of response.setEncoding('utf8')) text += part;
      const { statusCode = 0, headersDistinct } = response;
      const sent = Object.entries(headersDistinct).map(([name, values]) => [name, values?.join(', ') ?? '']);
      const answer = { status: statusCode, headers: new Headers(sent as [string, string][]), body: JSON.parse(text) };
      assertDescribed({ method: 'POST', path, ...answer }).then(() => resolve(answer), reject);
    });
    call.on('error', reject);
    for (const chunk of chunks) call.write(chunk);
    call.end();
  });
}

/** A `/v1` POST of the channel `page` with exactly these bytes; undefined removes a header. */
export async function postBytes(
  shop: Shop,
  path: string,
  bytes: Uint8Array | string,
  change: Record<string, string | undefined> = {},
): Promise<ApiResponse> {
  const body = Buffer.from(bytes);
  const headers = {
    Authorization: `Bearer ${await shop.bearer()}`,
    'Content-Type': 'application/json',
    'Content-Length': String(body.length),
    ...change,
  };
  const given = Object.entries(headers).filter(([, value]) => value !== undefined);
  return post(shop, path, Object.fromEntries(given) as Record<string, string>, body);
}

/** Any server. */
type Served = Pick<Shop, 'url'>;

/** The only response to `text` on a raw socket. */
export async function raw(shop: Served, text: string | Uint8Array): Promise<ApiResponse> {
  const answers = await rawResponses(shop, text);
  assert.equal(answers.length, 1);
  return answers[0] as ApiResponse;
}

/** All responses to `text` on a raw socket until the server closes it. */
export function rawResponses(shop: Served, text: string | Uint8Array): Promise<ApiResponse[]> {
  const { hostname, port } = new URL(shop.url);
  return new Promise((resolve, reject) => {
    const socket = connect(Number(port), hostname, () => socket.write(text));
    const parts: Buffer[] = [];
    socket.on('data', (part) => parts.push(part));
    socket.on('close', () => {
      const answers = responsesIn(Buffer.concat(parts));
      asDescribed(pathsIn(Buffer.from(text).toString('latin1')), answers).then(resolve, reject);
    });
    socket.on('error', reject);
  });
}

const UNREAD = '/unreadable';

/** The resolved paths of the requests; paths outside the API count as unknown. */
const pathsIn = (text: string): string[] =>
  [...text.matchAll(/^[A-Z]+ (\/\S*|http:\S+) HTTP\/1\.\d\r$/gm)].map(([, target = '']) => {
    const pathname = URL.parse(target.replace(/^\/+/, '/'), 'http://a')?.pathname ?? UNREAD;
    return /^\/(v1|oauth)\//.test(pathname) ? decodeURI(pathname) : UNREAD;
  });

/** Validates each response against the document; for paths outside the API only the errors. */
async function asDescribed(paths: readonly string[], answers: ApiResponse[]): Promise<ApiResponse[]> {
  for (const [i, answer] of answers.filter(({ status }) => status >= 200).entries()) {
    const path = paths[i] ?? UNREAD;
    if (path !== UNREAD || answer.status >= 400) await assertDescribed({ method: 'POST', path, ...answer });
  }
  return answers;
}

/** @param bytes of whole responses */
export function responsesIn(bytes: Buffer): ApiResponse[] {
  const response = readResponse(bytes);
  if (!response) return [];
  const { rest, body, ...head } = response;
  return [{ ...head, body: body.length === 0 ? undefined : JSON.parse(body.toString()) }, ...responsesIn(rest)];
}

/** The credentials of a channel, as the token endpoint takes them. */
export function credentials(shop: Shop, channel = 'page', store = shop.ids) {
  const { client_id = '', client_secret = '' } = store.channels[channel] ?? {};
  return { grant_type: 'client_credentials', client_id, client_secret };
}

/** A token request through a trusted proxy from this address, by default with an unknown client id. */
export const tokenFrom = (shop: Shop, address: string, form: Record<string, string> = {}): Promise<ApiResponse> =>
  shop.token(
    { grant_type: 'client_credentials', client_id: crypto.randomUUID(), client_secret: 'wrong', ...form },
    { 'X-Forwarded-For': address },
  );

/** All rows by table, except those that background jobs change: tokens, call log, deliveries and last announcements. */
export function everyRow(shop: Shop): Record<string, unknown[]> {
  const tables = shop.ctx.db.all(
    sql<{
      name: string;
    }>(`SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite%' AND name NOT LIKE 'order_search%'
       AND name NOT IN ('tokens', 'channel_calls', 'channel_days', 'webhook_deliveries')`),
  );
  const rows = tables.map(({ name }) => [name, shop.ctx.db.all(sql(`SELECT * FROM ${name}`))] as const);
  const { apps = [], ...others } = Object.fromEntries(rows);
  return { ...others, apps: apps.map((app) => ({ ...(app as object), last_announced: undefined })) };
}

/** Tables that background jobs derive from other tables. */
const DERIVED = /^(customers|customer_orders|customers_derived|alert_\w+|\w*sales_\w+)$/;

/** `everyRow` without derived tables, to prove that a call changed nothing. */
export const ownRows = (shop: Shop): Record<string, unknown[]> =>
  Object.fromEntries(Object.entries(everyRow(shop)).filter(([table]) => !DERIVED.test(table)));

/** Deletes the product or the variant with this id. */
export const markDeleted = (shop: Shop, table: 'products' | 'variants', id: string | undefined): Promise<void> =>
  shop.ctx.write((tx) => (table === 'products' ? deleteProduct : deleteVariant)(tx, idOf(id), shop.now()));
