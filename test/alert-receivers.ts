import assert from 'node:assert/strict';
import { createDecipheriv, createECDH, createHmac, createPublicKey, hkdfSync, randomBytes, verify } from 'node:crypto';
import { once } from 'node:events';
import http, { type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after } from 'node:test';
import type { Json } from './support.ts';

// Receivers of alerts on this machine: LINE by its documented protocol, and a push service with a browser behind it.

async function listening(handle: http.RequestListener): Promise<string> {
  const server = http.createServer(handle).listen(0, '127.0.0.1');
  await once(server, 'listening');
  after(() => {
    server.close();
    server.closeAllConnections();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

async function bytesOf(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk);
  return Buffer.concat(chunks);
}

interface LineRequest {
  path: string;
  retryKey: string;
  body: Json;
}

/** What LINE does with the next request: `lost` accepts it and closes the connection without an answer. */
type LineFault = { status: number; message: string; retryAfter?: number } | 'lost';

export class LineServer {
  readonly token = 'channel-access-token';
  readonly secret = 'channel-secret';
  readonly requests: LineRequest[] = [];
  /** Messages that users received. */
  readonly delivered: { to: string; text: string }[] = [];
  readonly faults: LineFault[] = [];
  readonly #accepted = new Map<string, string>();
  url = '';

  async start(): Promise<this> {
    this.url = await listening(async (request, response) => {
      const body = await bytesOf(request);
      const answer = (status: number, json: object, headers: Record<string, string> = {}) =>
        response.writeHead(status, { 'Content-Type': 'application/json', ...headers }).end(JSON.stringify(json));
      if (request.headers.authorization !== `Bearer ${this.token}`)
        return answer(401, {
          message: 'Authentication failed. Confirm that the access token in the authorization header is valid.',
        });
      if (request.url === '/v2/bot/info')
        return answer(200, { userId: 'U0', basicId: '@raan', displayName: 'ร้านกาแฟ' });
      assert.equal(request.url, '/v2/bot/message/push');
      const retryKey = String(request.headers['x-line-retry-key']);
      const pushed = JSON.parse(body.toString('utf8'));
      this.requests.push({ path: request.url, retryKey, body: pushed });
      const fault = this.faults.shift();
      if (fault && fault !== 'lost')
        return answer(
          fault.status,
          { message: fault.message },
          fault.retryAfter ? { 'Retry-After': String(fault.retryAfter) } : {},
        );
      const known = this.#accepted.get(retryKey);
      if (known !== undefined)
        return answer(409, { message: 'The retry key is already accepted' }, { 'x-line-accepted-request-id': known });
      if (!/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(retryKey))
        return answer(400, { message: 'invalid retry key' });
      this.#accepted.set(retryKey, randomBytes(8).toString('hex'));
      for (const { type, text } of pushed.messages) {
        assert.equal(type, 'text');
        this.delivered.push({ to: pushed.to, text });
      }
      if (fault === 'lost') return request.socket.destroy();
      answer(200, { sentMessages: [{ id: '1', quoteToken: 'q' }] });
    });
    return this;
  }

  /** A webhook request with its signature. */
  webhook(events: object[], secret = this.secret): { method: string; headers: Record<string, string>; body: string } {
    const body = JSON.stringify({ destination: 'U0', events });
    const signature = createHmac('sha256', secret).update(body).digest('base64');
    return { method: 'POST', headers: { 'Content-Type': 'application/json', 'X-Line-Signature': signature }, body };
  }
}

const base64url = (bytes: Buffer): string => bytes.toString('base64url');

/** A push service (RFC 8030) and the browser that decrypts what it gets (RFC 8188 and RFC 8291). */
export class PushReceiver {
  readonly received: { headers: http.IncomingHttpHeaders; payload: Json }[] = [];
  /** Answers instead of 201. */
  readonly statuses: number[] = [];
  readonly #keys = createECDH('prime256v1');
  readonly #auth = randomBytes(16);
  #publicKey = '';
  #origin = '';

  /** @param publicKey that raan identifies itself with */
  async start(publicKey: string): Promise<this> {
    this.#publicKey = publicKey;
    this.#keys.generateKeys();
    this.#origin = await listening(async (request, response) => {
      const body = await bytesOf(request);
      this.#checkVapid(String(request.headers.authorization));
      const status = this.statuses.shift() ?? 201;
      if (status === 201) this.received.push({ headers: request.headers, payload: JSON.parse(this.#decrypt(body)) });
      response.writeHead(status).end();
    });
    return this;
  }

  get subscription() {
    const keys = { p256dh: base64url(this.#keys.getPublicKey()), auth: base64url(this.#auth) };
    return { endpoint: `${this.#origin}/push/1`, ...keys };
  }

  /** RFC 8292: a JWT for this push service, signed with the key that the subscription names. */
  #checkVapid(authorization: string): void {
    const [, jwt = '', key = ''] = /^vapid t=([\w.-]+), ?k=([\w-]+)$/.exec(authorization) ?? [];
    assert.equal(key, this.#publicKey);
    const [header = '', claims = '', signature = ''] = jwt.split('.');
    const point = Buffer.from(key, 'base64url');
    const jwk = { kty: 'EC', crv: 'P-256', x: base64url(point.subarray(1, 33)), y: base64url(point.subarray(33)) };
    const publicKey = createPublicKey({ key: jwk, format: 'jwk' });
    const signed = Buffer.from(`${header}.${claims}`);
    const isRight = verify(
      'sha256',
      signed,
      { key: publicKey, dsaEncoding: 'ieee-p1363' },
      Buffer.from(signature, 'base64url'),
    );
    assert.ok(isRight, 'the JWT is signed with the key');
    const { aud, exp, sub } = JSON.parse(Buffer.from(claims, 'base64url').toString());
    assert.equal(aud, this.#origin);
    assert.ok(exp > Date.now() / 1_000 && exp <= Date.now() / 1_000 + 86_400);
    assert.match(sub, /^(mailto|https):/);
  }

  #decrypt(body: Buffer): string {
    const salt = body.subarray(0, 16);
    const keyLength = body[20] as number;
    const senderKey = body.subarray(21, 21 + keyLength);
    const record = body.subarray(21 + keyLength);
    const secret = this.#keys.computeSecret(senderKey);
    const info = Buffer.concat([Buffer.from('WebPush: info\0'), this.#keys.getPublicKey(), senderKey]);
    const material = Buffer.from(hkdfSync('sha256', secret, this.#auth, info, 32));
    const key = Buffer.from(hkdfSync('sha256', material, salt, 'Content-Encoding: aes128gcm\0', 16));
    const nonce = Buffer.from(hkdfSync('sha256', material, salt, 'Content-Encoding: nonce\0', 12));
    const decipher = createDecipheriv('aes-128-gcm', key, nonce).setAuthTag(record.subarray(-16));
    const padded = Buffer.concat([decipher.update(record.subarray(0, -16)), decipher.final()]);
    const end = padded.lastIndexOf(2); // the delimiter of the last record
    return padded.subarray(0, end).toString('utf8');
  }
}
