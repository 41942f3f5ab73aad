import assert from 'node:assert/strict';
import { test } from 'node:test';
import { post } from '../../src/domain/couriers/adapters/post.ts';
import { BLOCKED_PORTS } from '../../src/lib/blocked-ports.ts';
import { message } from '../../src/lib/messages/message.ts';
import { LOCAL } from '../courier-server.ts';

/** Whether `fetch` fails before it would connect. */
async function isBlocked(port: number): Promise<boolean> {
  const connect = new Error();
  const dispatch = () => {
    throw connect;
  };
  const dispatcher = { dispatch } as never;
  const error = await fetch(`http://127.0.0.1:${port}/`, { dispatcher }).catch((failed: Error) => failed);
  return error instanceof Error && error.cause !== connect;
}

test('the blocked ports are those of fetch', async () => {
  const blocked: number[] = [];
  for (let port = 0; port < 20_000; port++) if (await isBlocked(port)) blocked.push(port);
  assert.deepEqual([...BLOCKED_PORTS], blocked);
});

test('nothing is sent to a blocked port', async () => {
  assert.deepEqual(await post({ connection: LOCAL, url: 'http://127.0.0.1:6667/', headers: {}, body: '{}' }), {
    is: 'unsent',
    reason: message('web_port_reserved', { port: 6667 }),
  });
});
