import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { CONCURRENT } from './cli.ts';
import { OURS, openStores } from './cli-product-steps.ts';
import { english } from './errors.ts';
import type { Json } from './support.ts';

suite('catalogue commands', CONCURRENT, () => {
  test('products are exported and imported as CSV; a dry run prints the changes only', async () => {
    const folder = await openStores();
    const { csv } = await folder.runCommandJson('product', 'export', ...OURS);
    assert.equal((await folder.runCommand('product', 'export', ...OURS)).stdout, csv);
    const out = folder.path('products.csv');
    assert.deepEqual(await folder.runCommandJson('product', 'export', '--out', out, ...OURS), { file: out });
    assert.equal(folder.read('products.csv'), csv);

    folder.write('changed.csv', csv.replace('BEANS', 'BEAN').replace(',20,4', ',21,4'));
    const before = folder.bytes('raan.db');
    const tried = await folder.runCommandJson('product', 'import', folder.path('changed.csv'), '--dry-run', ...OURS);
    assert.ok(folder.bytes('raan.db').equals(before));
    const changes = {
      products: { added: [], restored: [], changed: [] },
      variants: { added: [], restored: [], changed: ['beans'] },
      stock: [{ variant: 'beans', warehouse: 'bkk', old: 20, new: 21 }],
    };
    const { changes: items, shared_skus, ...keyed } = tried;
    assert.deepEqual(keyed, { dry_run: true, ...changes });
    assert.deepEqual([items.map(({ sku }: Json) => sku), shared_skus], [['BEAN'], []]);
    const { stdout } = await folder.runCommand('product', 'import', folder.path('changed.csv'), ...OURS);
    assert.equal(stdout, 'changed variant beans\nbeans in bkk: 20 → 21\n');
    const again = await folder.runCommand('product', 'import', folder.path('changed.csv'), ...OURS);
    assert.equal(again.stdout, 'no changes\n');
  });

  test('an invalid CSV is refused with every invalid row, with and without --dry-run', async () => {
    const folder = await openStores();
    folder.write('bad.csv', 'product_key,variant_key,cost\ncoffee,beans,free\ncoffee,,1\n');
    for (const flags of [[], ['--dry-run']]) {
      const { status, errorLines } = await folder.runCommand(
        'product',
        'import',
        folder.path('bad.csv'),
        ...OURS,
        ...flags,
      );
      assert.equal(status, 1);
      assert.deepEqual(errorLines, [
        `raan: ${english('price_not_a_number', { path: 'row 2 cost', what: 'cost', text: 'free' })}`,
        `raan: ${english('required', { path: 'row 3 variant_key' })}`,
      ]);
    }
  });
});
