import assert from 'node:assert/strict';
import { clientTest, openClient } from './sdk/clients.ts';
import { clientOptions, PARTNER } from './sdk/store.ts';
import { cafe, openShop } from './support.ts';

// Errors of partners' programs, in the clients of src/sdk.

clientTest('a base URL without a scheme is an error that names it and shows a right one', async (language) => {
  for (const baseUrl of ['shop.example', '']) {
    const open = async () => {
      const client = await openClient(language, { baseUrl, clientId: 'id', clientSecret: 'secret' });
      await client.call('listProducts');
    };
    const named = new RegExp(`"${baseUrl}", but must begin with https://, as in https://shop\\.example`);
    await assert.rejects(open(), named);
  }
});

clientTest('an unknown cursor and an expired one are errors of the field cursor', async (language) => {
  const shop = await openShop({ stores: [cafe({ channels: [PARTNER] })] });
  const client = await openClient(language, clientOptions(shop.url, shop.ids));
  for (const list of ['orders', 'stockChanges'])
    for (const cursor of ['A-1', list === 'orders' ? 'o1-0-1' : 's1-0']) {
      const { requestId, ...error } = await client.fail(list, { cursor });
      assert.deepEqual(error, { code: 'invalid_request', status: 400, field: 'cursor' }, cursor);
    }
});
