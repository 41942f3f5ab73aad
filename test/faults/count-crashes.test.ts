import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Context, openContext } from '../../src/context.ts';
import { applyCounts, finishApplyingCounts } from '../../src/domain/stock/count-lines.ts';
import type { Id } from '../../src/lib/ids.ts';
import { commitCounts } from '../count-announcement-steps.ts';
import { pendingItems } from '../pending-announcements.ts';
import { sql } from '../sql.ts';
import { addVariants, allAnnounced, announcedBy, openRoastery } from '../stock-steps.ts';
import { idOf, type Shop, until } from '../support.ts';
import { openWebhookShop } from '../webhook-shop.ts';

/** Runs `use` on the database of the shop while its server is stopped. */
const withoutServer = async <T>(shop: Shop, use: (ctx: Context) => Promise<T>): Promise<T> => {
  await shop.stop();
  const ctx = openContext(shop.config, { create: false });
  try {
    return await use(ctx);
  } finally {
    ctx.close();
  }
};

test('a crash between two announcements leaves no change unannounced or announced twice', async () => {
  const { shop, receiver } = await openWebhookShop();
  await shop.load({
    stores: [
      {
        key: 'cafe',
        name: 'บ้านกาแฟ',
        products: [
          {
            key: 'many',
            name: 'M',
            variants: Array.from({ length: 450 }, (_, i) => ({ key: `m${i}`, stock: { bkk: 3 } })),
          },
        ],
      },
    ],
  });
  await until('the opening stock is delivered', () => receiver.items.length === 450);
  const ids = shop.ctx.db
    .all(sql<{ id: Id }>(`SELECT id FROM variants WHERE key GLOB 'm*' ORDER BY id`))
    .map(({ id }) => id);
  const before = await withoutServer(shop, async (ctx) => {
    await ctx.write((tx) =>
      commitCounts(
        shop,
        tx,
        ids.map((id, i) => [id, i % 10 === 0 ? 3 : 5] as const),
      ),
    );
    assert.equal(await ctx.write((tx) => applyCounts(tx, ctx.now())), true);
    return pendingItems(ctx.db).length;
  });
  assert.ok(before > 0 && before < 405, `${before} were announced before the crash`);
  await shop.start();
  await allAnnounced(shop);
  await until('the rest is delivered', () => receiver.items.length >= 450 + 405);
  const counted = receiver.items.slice(450);
  const expected = ids.filter((_, i) => i % 10 !== 0).map(String);
  assert.deepEqual(counted.map(({ id }) => id).toSorted(), expected.toSorted());
  assert.ok(counted.every((item) => item.old === 3 && item.new === 5 && item.reason === 'stock_counted'));
});

test('the changes of several documents are announced in the order of their commits', async () => {
  const shop = await openRoastery();
  const [more = idOf('0')] = await addVariants(shop, 1);
  const items = await announcedBy(shop, (tx, now) => {
    commitCounts(shop, tx, [[more, 4]]);
    commitCounts(shop, tx, [[more, 9]]);
    finishApplyingCounts(tx, now);
  });
  assert.deepEqual(
    items.map((item) => [item.old, item.new]),
    [
      [0, 4],
      [4, 9],
    ],
  );
});
