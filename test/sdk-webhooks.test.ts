import assert from 'node:assert/strict';
import { signature } from '../src/domain/webhooks/send-webhook.ts';
import { standardKey } from '../src/lib/secrets.ts';
import { clientTest, openClient } from './sdk/clients.ts';

// Webhooks that are verified with the key of Standard Webhooks, in the clients of src/sdk.

const EVENT = { event_type: 'order_updated', data: { items: [] } };
const BODY = JSON.stringify(EVENT);
const delivery = (secret: string, signedWith: string) => ({
  body: Buffer.from(BODY).toString('base64'),
  headers: { 'X-Service-Signature': signature([BODY], signedWith) },
  secret,
});
const CREDENTIALS = { baseUrl: 'https://shop.example', clientId: 'id', clientSecret: 'secret' };

clientTest('a client verifies a webhook with the secret, and with the key that contains it', async (language) => {
  const client = await openClient(language, CREDENTIALS);
  for (const secret of ['a-webhook-secret', 'ความลับ-7'])
    for (const form of [secret, standardKey(secret)]) {
      assert.deepEqual(await client.call('verifyWebhook', delivery(form, secret)), EVENT);
      assert.equal((await client.fail('verifyWebhook', delivery(form, 'another'))).code, 'invalid_signature');
    }
});

clientTest('a key without a secret is an error, because anybody could sign with it', async (language) => {
  const client = await openClient(language, CREDENTIALS);
  await assert.rejects(client.call('verifyWebhook', delivery('whsec_', '')), /secret is empty/);
});
