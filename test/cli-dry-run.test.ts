import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import { after, suite, test } from 'node:test';
import Sqlite from 'better-sqlite3';
import { findStore } from '../src/domain/stores.ts';
import { CONCURRENT, openFolder, openFolderOf } from './cli.ts';
import { cafe, openShop } from './support.ts';

suite('a dry run', CONCURRENT, () => {
  test('prints what a load would create, without secrets, and changes nothing', async () => {
    const folder = openFolder();
    folder.write('store.json', { stores: [cafe()] });
    const fresh = await folder.spawnCommand('load', 'store.json', '--dry-run');
    assert.equal(fresh.status, 0);
    assert.deepEqual(readdirSync(folder.root), ['store.json']);

    const stores = await folder.load({ stores: [cafe({ apps: [], channels: [] })] });
    const before = folder.bytes('raan.db');
    for (const { json } of [fresh, await folder.spawnCommand('load', 'store.json', '--dry-run')]) {
      assert.equal(json.dry_run, true);
      assert.deepEqual(json.stores.cafe.variants, stores.cafe?.variants);
      assert.deepEqual(json.stores.cafe.channels, { page: { id: '1' } });
      assert.deepEqual(json.stores.cafe.apps, { bot: { id: '1' } });
    }
    assert.ok(folder.bytes('raan.db').equals(before));
  });

  test('leaves nothing in the temporary folder', async () => {
    const temporary = openFolder();
    const folder = openFolder({ env: { TMPDIR: temporary.root } });
    folder.write('store.json', { stores: [cafe()] });
    assert.equal((await folder.spawnCommand('load', 'store.json', '--dry-run')).status, 0);
    assert.deepEqual(readdirSync(temporary.root), []);
  });

  test('neither waits for a writer nor blocks one', async () => {
    const shop = await openShop();
    const folder = openFolderOf(shop);
    const store = folder.write('store.json', { stores: [cafe({ name: 'Other' })] });
    const products = folder.write('products.csv', 'product_key,product_name\nlatte,Other\n');
    const stock = folder.write('stock.csv', 'sku,qty\nLAT-H,99\n');
    const writing = new Sqlite(shop.config.database);
    after(() => writing.close());
    for (const words of [
      ['load', store],
      ['product', 'import', products],
      ['stock', 'fulfilment', stock],
    ]) {
      writing.exec('BEGIN IMMEDIATE');
      const { status, stderr } = await folder.runCommand(...words, '--dry-run');
      writing.exec('ROLLBACK');
      assert.deepEqual([status, stderr], [0, ''], words.join(' '));
    }
    assert.deepEqual(shop.stock('hot'), { onHand: 10, reserved: 0 });
    assert.equal(findStore(shop.ctx.db).name, 'บ้านกาแฟ');
  });
});
