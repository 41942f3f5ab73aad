import { connect } from 'node:net';

// Clients who never get to the end of what they say, in a process of their own. Arguments: the server's port, a token, and
// how many there are. Half of them drip headers, the others a body. It says how many are still connected once all are
// dripping, and again whenever it is asked.

const [port, token, many] = process.argv.slice(2);
const DRIP = 500; // milliseconds

const HEADERS = `POST /v1/product/list HTTP/1.1\r\nHost: a\r\n`;
const BODY = `${HEADERS}Authorization: Bearer ${token}\r\nContent-Type: application/json\r\nContent-Length: 1000000\r\n\r\n{`;

let connected = 0;

function drip(first: string, more: string): Promise<void> {
  const socket = connect(Number(port), '127.0.0.1');
  socket.on('error', () => {});
  socket.on('data', () => {});
  return new Promise((resolve) => {
    socket.once('connect', () => {
      connected += 1;
      socket.write(first, () => resolve());
      const timer = setInterval(() => socket.write(more), DRIP);
      socket.once('close', () => {
        connected -= 1;
        clearInterval(timer);
        resolve();
      });
    });
  });
}

const each = Array.from({ length: Number(many) }, (_, i) =>
  i % 2 === 0 ? drip(HEADERS, 'X-A: 1\r\n') : drip(BODY, ' '),
);
await Promise.all(each);
process.send?.(connected);
process.on('message', () => process.send?.(connected));
