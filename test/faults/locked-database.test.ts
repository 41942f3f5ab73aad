import assert from 'node:assert/strict';
import { after, before, suite, test } from 'node:test';
import { realRuntime, replaceRuntime, type Timer } from '../../src/lib/runtime.ts';
import { openFolderOf } from '../cli.ts';
import { english, operatorError } from '../errors.ts';
import { signedIn } from '../office.ts';
import { openTestDatabase } from '../sql.ts';
import { openShop, type Shop } from '../support.ts';

// Errors of commands, calls and forms while another process keeps the database locked.

const LONGEST_PAUSE = 10; // milliseconds between two attempts of a writer; timeouts are longer

/** Ends the pauses of waiting writers at once. */
function startTimer(run: () => void, millis: number): Timer {
  if (millis > LONGEST_PAUSE) return realRuntime.startTimer(run, millis);
  const immediate = setImmediate(run);
  const timer = { stop: () => clearImmediate(immediate), unref: () => timer };
  return timer;
}

async function whileLocked<T>(shop: Shop, act: () => Promise<T>): Promise<T> {
  const other = openTestDatabase(shop.config.database);
  other.exec('BEGIN IMMEDIATE');
  try {
    return await act();
  } finally {
    other.close();
  }
}

suite('while another process keeps the database locked', () => {
  before(() => replaceRuntime({ ...realRuntime, startTimer }));
  after(() => replaceRuntime(realRuntime));

  test('a write fails with a message that names the file', async () => {
    const shop = await openShop();
    const file = shop.config.database;
    const write = () => shop.ctx.write(() => {});
    await assert.rejects(whileLocked(shop, write), operatorError({ key: 'database_locked', params: { file } }));
  });

  test('a command prints that message', async () => {
    const shop = await openShop();
    const suspend = () => openFolderOf(shop).runCommand('store', 'suspend');
    const { status, stdout, errorLines } = await whileLocked(shop, suspend);
    assert.deepEqual([status, stdout], [1, '']);
    assert.deepEqual(errorLines, [`raan: ${english('database_locked', { file: shop.config.database })}`]);
  });

  test('a partner call is answered with server_error', async () => {
    const shop = await openShop();
    await shop.bearer();
    const { status, body } = await whileLocked(shop, () => shop.order());
    assert.deepEqual([status, body.error], [500, 'server_error']);
    assert.ok(!JSON.stringify(body).includes(shop.config.database));
  });

  test('a form of the office is answered with the page of a failed request', async () => {
    const shop = await openShop();
    const browser = await signedIn(shop, { language: 'en' });
    await browser.open('/settings/addresses/new');
    const save = () => browser.send('/settings/addresses/new', { name: 'โกดัง' });
    const { status, text } = await whileLocked(shop, save);
    assert.equal(status, 500);
    assert.ok(!text.includes(shop.config.database));
  });
});
