import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after } from 'node:test';
import { errorBody } from '../src/api/openapi/error-responses.ts';
import { clientTest, type FailedCall, type Language, openClient } from './sdk/clients.ts';
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

/** A client whose server answers 400. @returns a function from the body of the response to the error of a call */
async function openFailingClient(language: Language): Promise<(body: object) => Promise<FailedCall>> {
  let body = {};
  const server = createServer((_, response) => {
    response.writeHead(400, { 'Content-Type': 'application/json' }).end(JSON.stringify(body));
  }).listen(0, '127.0.0.1');
  after(() => server.close());
  await once(server, 'listening');
  const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const client = await openClient(language, { baseUrl, clientId: 'id', clientSecret: 'secret', attempts: 1 });
  return (next) => {
    body = next;
    return client.fail('listProducts');
  };
}

clientTest('an error has the code of the API that the response names', async (language) => {
  const fail = await openFailingClient(language);
  for (const code of errorBody.entries.error.options) {
    const error = await fail({ error: code, error_description: 'limit: is too large' });
    assert.deepEqual(error, { code, status: 400, field: 'limit' });
  }
});

clientTest('an error that is not one of the API is unexpected_response, whatever its JSON is', async (language) => {
  const fail = await openFailingClient(language);
  for (const error of ['Bad Request', 'connection_failed', 'toString', '', null, 400, true, [], {}]) {
    const failed = await fail({ error, error_description: 'limit: is too large' });
    assert.deepEqual(failed, { code: 'unexpected_response', status: 400 }, JSON.stringify(error));
  }
});

clientTest('a description that is not a text leaves the code of the error', async (language) => {
  const fail = await openFailingClient(language);
  for (const error_description of [undefined, null, 400, [], {}]) {
    const failed = await fail({ error: 'access_denied', error_description });
    assert.deepEqual(failed, { code: 'access_denied', status: 400 }, JSON.stringify(error_description));
  }
});
