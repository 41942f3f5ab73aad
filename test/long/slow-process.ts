import { connect, type Socket } from 'node:net';

// Slow clients in a separate process. Arguments: port of the server, token, number of clients. A tenth of them request
// much and read nothing; the others drip headers or a body. Sends the number of connections when the first is connected,
// when all are, and for each message.

const [port, token, many] = process.argv.slice(2);
const DRIP = 500; // milliseconds

const HEADERS = `POST /v1/product/list HTTP/1.1\r\nHost: a\r\n`;
const BODY = `${HEADERS}Authorization: Bearer ${token}\r\nContent-Type: application/json\r\nContent-Length: 1000000\r\n\r\n{`;

const CALLS = 'GET /docs/swagger-ui-bundle.js HTTP/1.1\r\nHost: a\r\n\r\n'.repeat(20); // the largest public response

let connected = 0;

/** Sends a beginning, then drips on. */
function open(first: string, drip: (socket: Socket) => void): Promise<void> {
  const socket = connect(Number(port), '127.0.0.1');
  socket.on('error', () => {});
  return new Promise((resolve) => {
    socket.once('connect', () => {
      connected += 1;
      if (connected === 1) process.send?.(connected);
      socket.write(first, () => resolve());
      drip(socket);
      socket.once('close', () => {
        connected -= 1;
        resolve();
      });
    });
  });
}

const dripping = (more: string) => (socket: Socket) => {
  const timer = setInterval(() => socket.write(more), DRIP);
  socket.resume().once('close', () => clearInterval(timer));
};
const notReading = (socket: Socket) => {
  socket.pause();
};

const kindOf = (i: number) => {
  if (i % 10 === 0) return open(CALLS, notReading); // the kernel buffers megabytes per client
  return i % 2 === 0 ? open(HEADERS, dripping('X-A: 1\r\n')) : open(BODY, dripping(' '));
};
await Promise.all(Array.from({ length: Number(many) }, (_, i) => kindOf(i)));
process.send?.(connected);
process.on('message', () => process.send?.(connected));
