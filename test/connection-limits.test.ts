import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import { test } from 'node:test';
import { manageConnections, TIMEOUTS } from '../src/connections.ts';
import { memoryLog } from './memory-log.ts';
import { openRawConnection } from './raw-connection.ts';
import { listening, WITHOUT_PROXIES } from './slow-client-steps.ts';
import { openShop } from './support.ts';

test('one IP address gets at most half of the free connections', async (t) => {
  const { log, lines } = memoryLog();
  const server = createServer();
  let limitKey = 'one';
  manageConnections(server, (_, outgoing) => outgoing.end('hello'), {
    timeouts: { ...TIMEOUTS, maxConnections: 8 },
    ...WITHOUT_PROXIES,
    log,
    limitKeyOf: () => limitKey,
  });
  const address = await listening(t, server);
  /** Opens connections; returns how many are accepted. */
  const openConnections = async (count: number): Promise<number> => {
    let accepted = 0;
    for (let i = 0; i < count; i += 1) {
      const connection = await openRawConnection(address);
      const response = await connection.exchange('GET / HTTP/1.1\r\nHost: a\r\n\r\n', /hello/).catch(() => '');
      if (response !== '') accepted += 1;
    }
    return accepted;
  };
  assert.equal(await openConnections(6), 4);
  limitKey = 'other';
  assert.equal(await openConnections(4), 2);
  limitKey = 'third';
  assert.equal(await openConnections(2), 1);
  assert.deepEqual(
    lines.map(({ level, refused: count }) => [level, count]),
    [[40, 1]],
  );
});

test('refused connections are logged at once, then once a minute with their number', async (t) => {
  const { log, lines } = memoryLog();
  let time = 0;
  const server = createServer();
  const timeouts = { ...TIMEOUTS, maxConnections: 1 };
  manageConnections(server, () => {}, { timeouts, ...WITHOUT_PROXIES, log, monotonic: () => time });
  const address = await listening(t, server);
  const first = await openRawConnection(address);
  for (let i = 0; i < 4; i += 1) {
    if (i === 3) time += 60_000;
    await (await openRawConnection(address)).end;
  }
  first.close();
  assert.deepEqual(
    lines.map(({ level, refused: count }) => [level, count]),
    [
      [40, 1],
      [40, 3],
    ],
  );
});

test('connections above the limit are refused until another one closes', async () => {
  const shop = await openShop({ timeouts: { maxConnections: 2 } });
  const first = await openRawConnection(shop.url);
  const second = await openRawConnection(shop.url);
  const third = await openRawConnection(shop.url);
  assert.equal(await third.end, '');
  first.close();
  await first.end;
  await second.exchange('GET /nowhere HTTP/1.1\r\nHost: a\r\n\r\n', /not_found/);
  const fourth = await openRawConnection(shop.url);
  await fourth.exchange('GET /nowhere HTTP/1.1\r\nHost: a\r\n\r\n', /not_found/);
});
