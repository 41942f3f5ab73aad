import assert from 'node:assert/strict';
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { after } from 'node:test';
import { assertDescribed } from './openapi-checks.ts';
import { checkStderrOf } from './personal-data.ts';
import type { Json, Shop } from './support.ts';

/**
 * Stops the shop and serves its database from a separate process, until the end of the test.
 *
 * @param time fixed time of the server's clock; by default it runs
 */
export async function serveInProcess(
  shop: Shop,
  time?: number,
): Promise<{ child: ChildProcess; order: (change?: object) => Promise<Json> }> {
  const token = await shop.bearer();
  await shop.stop();
  const args = [JSON.stringify(shop.config), ...(time === undefined ? [] : [String(time)])];
  const child = fork(path.join(import.meta.dirname, 'server-process.ts'), args, { silent: true });
  child.stderr?.pipe(process.stderr, { end: false });
  checkStderrOf(child);
  after(() => child.kill('SIGKILL'));
  const ended = once(child, 'exit').then(([status]) => assert.fail(`the server ended with ${status}`));
  const [{ address }] = (await Promise.race([once(child, 'message'), ended])) as [{ address: string }];
  const order = async (change: object = {}) => {
    const call = { method: 'POST', path: '/v1/order/create' };
    const response = await fetch(address + call.path, {
      method: call.method,
      headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
      body: JSON.stringify({ ...shop.orderBody(), ...change }),
    });
    const { status, headers } = response;
    const body = (await response.json()) as Json;
    assert.equal(status, 200, JSON.stringify(body));
    await assertDescribed({ ...call, status, headers, body });
    return body.order;
  };
  return { child, order };
}

export async function kill(child: ChildProcess): Promise<void> {
  const exited = once(child, 'exit');
  child.kill('SIGKILL');
  await exited;
}
