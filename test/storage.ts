import { createRequire } from 'node:module';
import type { AddressInfo } from 'node:net';
import { after } from 'node:test';
import { type Json, temporaryFolder } from './support.ts';

// The server is a public one that speaks S3; it knows the keys by name, and does not check what they have signed.

export const KEYS = { access_key: 'S3RVER', secret_key: 'S3RVER' };
export const BUCKET = 'copies';
const S3rver: Json = createRequire(import.meta.url)('s3rver');

/** Storage that speaks S3, with one bucket that is kept below `directory`. */
export async function openStorage(directory = temporaryFolder()): Promise<string> {
  const server = new S3rver({
    port: 0,
    address: '127.0.0.1',
    silent: true,
    directory,
    configureBuckets: [{ name: BUCKET }],
  });
  const { port } = (await server.run()) as AddressInfo;
  after(() => {
    server.httpServer.closeAllConnections();
    return server.close();
  });
  return `http://127.0.0.1:${port}`;
}
