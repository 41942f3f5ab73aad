import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { test } from 'node:test';
import { openShop, type Shop } from './support.ts';

const MEGABYTE = 1_048_576;

/** A client that sends megabytes at its own speed and reads nothing before all are sent. */
async function openSender(shop: Shop, megabytes: number) {
  const { hostname, port } = new URL(shop.url);
  const socket = connect(Number(port), hostname).pause();
  const ended = new Promise<Error | undefined>((resolve) => {
    socket.once('error', resolve).once('close', () => resolve(undefined));
  });
  await once(socket, 'connect');
  const token = await shop.bearer();
  socket.write(
    `POST /v1/order/create HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer ${token}\r\nContent-Type: application/json\r\nContent-Length: ${megabytes * MEGABYTE}\r\n\r\n`,
  );
  return { socket, ended };
}

const chunk = Buffer.alloc(MEGABYTE, ' ');

/** Resolves when the kernel has taken the megabyte, or the connection is closed. */
const sendMegabyte = (socket: Socket): Promise<unknown> =>
  new Promise((resolve) => {
    socket.write(chunk, resolve);
  });

/** The next bytes. @throws Error if the connection is closed instead */
async function received({ socket, ended }: Awaited<ReturnType<typeof openSender>>): Promise<string> {
  const data = once(socket, 'data');
  socket.resume();
  const [bytes] = await Promise.race([data, ended.then((error) => assert.fail(`closed: ${error}`))]);
  return String(bytes);
}

const pause = (millis: number) => new Promise((resolve) => setTimeout(resolve, millis));

test('a client that sends 20 MB in more than a second before it reads gets the 413', async () => {
  const shop = await openShop();
  const sender = await openSender(shop, 20);
  const { socket } = sender;
  for (let sent = 0; sent < 20; sent += 1) {
    await sendMegabyte(socket);
    await pause(60); // the speed of the client: 20 MB in 1.2 s
  }
  assert.match(await received(sender), /^HTTP\/1\.1 413 .*"error":"invalid_request"/s);
  socket.write(`GET /healthz HTTP/1.1\r\nHost: a\r\n\r\n`);
  assert.match(await received(sender), /^HTTP\/1\.1 200 /, 'the connection is usable');
  socket.destroy();
});

test('after a 413 the server discards at most 64 MB', async () => {
  const shop = await openShop();
  const { socket, ended } = await openSender(shop, 200);
  let isOpen = true;
  const closed = ended.then(() => {
    isOpen = false;
  });
  let sent = 0;
  for (; isOpen && sent < 200; sent += 1) await Promise.race([sendMegabyte(socket), closed]);
  await closed;
  assert.ok(sent > 60 && sent < 120, `${sent} MB`); // buffers of Linux hold up to 36 MB more
});
