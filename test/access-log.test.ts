import assert from 'node:assert/strict';
import { test } from 'node:test';
import { memoryLog } from './memory-log.ts';
import { signedIn } from './office.ts';
import { storeKey } from './office-routes.ts';
import { openShop } from './support.ts';

test('a forbidden page and a form from another site are logged with account and route, without data of the request', async () => {
  const { log, lines } = memoryLog();
  const shop = await openShop({ log });
  const packer = await signedIn(shop, { name: 'somsri', role: 'packer', store: storeKey(shop) });
  assert.equal((await packer.open('/settings/accounts?q=0812345678')).status, 403);
  const form = new FormData();
  form.append('name', 'planted');
  const foreign = await packer.post('/settings/store', form, { Origin: 'http://evil.example' });
  assert.equal(foreign.status, 403);
  const denials = lines.filter(({ event }) => event === 'access_denied');
  assert.deepEqual(
    denials.map(({ route, reason }) => [route, reason]),
    [
      ['/office/settings/accounts', denials[0].reason],
      ['/office/settings/store', 'form_from_another_site'],
    ],
  );
  assert.match(denials[0].account, /^\d+$/);
  assert.doesNotMatch(JSON.stringify(denials), /0812345678|planted|evil|somsri/);
});
