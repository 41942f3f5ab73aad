import { createHash, createHmac } from 'node:crypto';
import { existsSync, readdirSync, rmSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { createRequire } from 'node:module';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { after } from 'node:test';
import { type Json, temporaryFolder } from './support.ts';

// A public server implements S3; it identifies the key by name only, so signatures are checked before it.

export const KEYS = { access_key: 'S3RVER', secret_key: 'what only the storage and its customer know' };
export const BUCKET = 'copies';
const S3rver: Json = createRequire(import.meta.url)('s3rver');

/** An S3 server with one bucket below `directory`. */
export async function openStorage(directory = temporaryFolder()): Promise<string> {
  const server = new S3rver({
    port: 0,
    address: '127.0.0.1',
    silent: true,
    directory,
    configureBuckets: [{ name: BUCKET }],
  });
  const { port } = (await server.run()) as AddressInfo;
  const { httpServer } = server;
  const [serve] = httpServer.listeners('request');
  httpServer.removeAllListeners('request');
  httpServer.on('request', (incoming: IncomingMessage, outgoing: ServerResponse) => {
    if (isSigned(incoming)) serve(incoming, outgoing);
    else outgoing.writeHead(403).end('<Error><Code>SignatureDoesNotMatch</Code></Error>');
  });
  after(() => {
    httpServer.closeAllConnections();
    return server.close();
  });
  return `http://127.0.0.1:${port}`;
}

/**
 * Removes objects of aborted uploads. This server keeps their bytes without metadata and then fails to read them; S3
 * stores an object completely or not at all.
 */
export function removePartialUploads(directory: string): void {
  for (const name of readdirSync(directory, { recursive: true, encoding: 'utf8' })) {
    if (!name.endsWith(OBJECT)) continue;
    const object = path.join(directory, name);
    if (!existsSync(`${object.slice(0, -OBJECT.length)}${METADATA}`)) rmSync(object);
  }
}

const OBJECT = '._S3rver_object';
const METADATA = '._S3rver_metadata.json';
const FORM =
  /^AWS4-HMAC-SHA256 Credential=[^/]+\/((\d{8})\/([^/]+)\/s3\/aws4_request), ?SignedHeaders=([^,]+), ?Signature=(\w+)$/;

/** AWS Signature Version 4, as documented for S3. */
function isSigned({ method, url = '', headers }: IncomingMessage): boolean {
  const [, scope = '', day = '', region = '', names = '', signature] = FORM.exec(headers.authorization ?? '') ?? [];
  const { pathname, search } = new URL(url, 'http://storage');
  const call = [
    method,
    pathname,
    search.slice(1).split('&').sort().join('&'), // already encoded
    ...names.split(';').map((name) => `${name}:${headers[name]}`),
    '',
    names,
    headers['x-amz-content-sha256'],
  ].join('\n');
  const hash = createHash('sha256').update(call).digest('hex');
  const key = [day, region, 's3', 'aws4_request'].reduce(hmac, Buffer.from(`AWS4${KEYS.secret_key}`));
  const signed = ['AWS4-HMAC-SHA256', headers['x-amz-date'], scope, hash].join('\n');
  return hmac(key, signed).toString('hex') === signature;
}

const hmac = (key: Buffer, text: string): Buffer => createHmac('sha256', key).update(text).digest();
