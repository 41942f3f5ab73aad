import assert from 'node:assert/strict';
import type { Loaded } from '../../src/domain/storefile/load.ts';
import { openFolder } from '../cli.ts';
import { openReceiver } from '../receiver.ts';
import { type Credentials, openPartner } from '../remote-partner.ts';
import { cafe, temporaryFolder, until } from '../support.ts';
import { runTool, toolTest } from '../tools.ts';

// The executable's threads without the right to set their priority, as under the unit of "raan install".

const FORBIDDEN =
  '#include <errno.h>\nint setpriority(int which, unsigned who, int to) { errno = EPERM; return -1; }\n';

toolTest(['cc'], 'webhooks and labels work if threads cannot set their priority', async () => {
  const receiver = await openReceiver();
  const library = `${temporaryFolder()}/forbidden.so`;
  const folder = openFolder({
    config: 'listen.port = 0\nwebhooks.allow_networks = ["127.0.0.0/8"]\n',
    env: { LD_PRELOAD: library },
  });
  runTool('cc', '-shared', '-fPIC', '-o', library, folder.write('forbidden.c', FORBIDDEN));
  const apps = [{ key: 'bot', name: 'Bot', url: receiver.url }];
  const ids = (await folder.load({ stores: [cafe({ apps })] })).cafe as Loaded;
  await receiver.trust(ids.apps.bot?.webhook_secret);
  const { json } = await folder.start('serve', '--json');
  const partner = await openPartner(json.address, ids.channels.page as Credentials);
  const { body } = await partner.call('/v1/order/create', {
    shipping_type: 'ems',
    ship_before_pay: true,
    products: [{ product_variant_id: ids.variants.hot, qty: 1 }],
    recipient_address: { name: 'สมชาย ใจดี', telephone: '0812345678', postal_code: 50200 },
  });
  await until('the app gets the change', () => receiver.items.some(({ order_id }) => order_id === body.order.id));
  await folder.runCommandJson('order', 'book', body.order.id, '--tracking', 'EX123456785TH');
  await folder.runCommandJson('label', body.order.id, '--out', folder.path('label.pdf'), '--force');
  assert.equal(folder.bytes('label.pdf').subarray(0, 5).toString(), '%PDF-');
});
