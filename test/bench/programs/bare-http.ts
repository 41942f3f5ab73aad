import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { recordedResponses } from './recorded-responses.ts';

/** The cost of Node alone: reads a JSON body and sends prepared bytes. */
const known = new Map(recordedResponses().map((answer) => [answer.path, answer]));

const server = createServer((request, response) => {
  const chunks: Buffer[] = [];
  request.on('data', (chunk: Buffer) => chunks.push(chunk));
  request.on('end', () => {
    JSON.parse(Buffer.concat(chunks).toString('utf8'));
    const answer = known.get(request.url ?? '');
    if (!answer) return response.writeHead(404).end();
    response.writeHead(200, { 'Content-Type': answer.contentType, 'Content-Length': Buffer.byteLength(answer.body) });
    response.end(answer.body);
  });
});

server.listen(0, '127.0.0.1', () => console.log(`http://127.0.0.1:${(server.address() as AddressInfo).port}`));
