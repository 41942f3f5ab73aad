import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A courier of the `http` protocol that answers each booking after a delay. Run as `slow-courier MILLIS`. */
const [millis = ''] = process.argv.slice(2);
let numbers = 0;

const server = createServer((request, response) => {
  request.resume();
  request.once('end', () =>
    setTimeout(() => {
      numbers += 1;
      response.setHeader('Content-Type', 'application/json').end(JSON.stringify({ tracking_number: `SC${numbers}` }));
    }, Number(millis)),
  );
});
server.listen(0, '127.0.0.1', () => console.log(`http://127.0.0.1:${(server.address() as AddressInfo).port}`));
process.on('SIGTERM', () => process.exit());
