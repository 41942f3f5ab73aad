import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer, type Server } from 'node:https';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import type { TLSSocket } from 'node:tls';
import { promisify } from 'node:util';
import type { Outcome } from '../src/domain/webhooks/send-webhook.ts';
import { makeCertificate } from './certificates.ts';
import { toolTest } from './tools.ts';

const SEND = path.join(import.meta.dirname, '..', 'src', 'domain', 'webhooks', 'send-webhook.ts');

/** Sends a webhook from a process that trusts the certificate. */
async function sendTrusting(url: string, body: readonly string[], certificate: string): Promise<Outcome> {
  const script = `
    import { send } from ${JSON.stringify(SEND)};
    const outgoing = { url: ${JSON.stringify(url)}, body: ${JSON.stringify(body)}, requestId: 'r-1', requestTime: 1, secrets: ['secret'] };
    console.log(JSON.stringify(await send(outgoing, () => () => undefined)));`;
  const { stdout } = await promisify(execFile)(
    process.execPath,
    ['--no-warnings', '--input-type=module-typescript', '--eval', script],
    { env: { ...process.env, NODE_EXTRA_CA_CERTS: certificate } },
  );
  return JSON.parse(stdout);
}

async function openHttpsReceiver({ cert, key }: { cert: string; key: string }) {
  const received: object[] = [];
  const server: Server = createServer({ cert: readFileSync(cert), key: readFileSync(key) }, (request, response) => {
    const { method, url, headers } = request;
    const { servername } = request.socket as TLSSocket & { servername: string };
    let body = '';
    request.setEncoding('utf8').on('data', (text) => {
      body += text;
    });
    request.on('end', () => {
      received.push({ method, url, host: headers.host, connection: headers.connection, servername, body });
      response.end('thanks');
    });
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return { server, received, port: (server.address() as AddressInfo).port };
}

toolTest(
  ['openssl'],
  'an https receiver with a trusted certificate gets the complete body with the correct host name',
  async () => {
    const certificate = makeCertificate('receiver');
    const { server, received, port } = await openHttpsReceiver(certificate);
    const url = `https://localhost:${port}/hook?shop=1#fragment`;
    const { acknowledged, answer, responseExcerpt } = await sendTrusting(
      url,
      ['{"name":"กาแฟ', ' ร้อน"}'],
      certificate.cert,
    );
    server.close();
    assert.deepEqual(
      { acknowledged, answer, responseExcerpt },
      { acknowledged: true, answer: '200', responseExcerpt: 'thanks' },
    );
    assert.deepEqual(received, [
      {
        method: 'POST',
        url: '/hook?shop=1',
        host: `localhost:${port}`,
        connection: 'close',
        servername: 'localhost',
        body: '{"name":"กาแฟ ร้อน"}',
      },
    ]);
  },
);
