import { setOnHand } from '../src/domain/stock/adjust-on-hand.ts';
import type { Reason } from '../src/domain/stock/reasons.ts';
import { type Delivery, findDeliveries } from '../src/domain/webhooks/delivery-log.ts';
import type { Id } from '../src/lib/ids.ts';
import { allCaughtUp, openReceiver, type Receiver } from './receiver.ts';
import { cafe, idOf, openShop, type Shop, type ShopOptions, until } from './support.ts';

/** A shop with one app, `bot`, and its receiver. */
export async function openWebhookShop(
  options: ShopOptions & { cafe?: object } = {},
): Promise<{ shop: Shop; receiver: Receiver }> {
  const receiver = await openReceiver();
  const apps = [{ key: 'bot', name: 'Chat bot', url: receiver.url }];
  const shop = await openShop({ stores: [cafe({ apps, ...options.cafe })], ...options });
  await receiver.trust(shop.ids.apps.bot?.webhook_secret);
  return { shop, receiver };
}

export const appId = (shop: Shop, key = 'bot'): Id => idOf(shop.ids.apps[key]?.id);

/** Newest first. */
export const deliveries = (shop: Shop, app = 'bot'): Delivery[] =>
  findDeliveries(shop.ctx.db, appId(shop, app), { limit: 1_000 });

export const statuses = (shop: Shop, app = 'bot') => deliveries(shop, app).map(({ status }) => status);

export async function untilDelivered(shop: Shop, count: number, app = 'bot'): Promise<Delivery[]> {
  const over = await until(`${count} deliveries to ${app} are over`, () => {
    const found = deliveries(shop, app).filter(({ status }) => status !== 'sending');
    return found.length >= count && found;
  });
  await allCaughtUp();
  return over;
}

/** Sets the on-hand quantity of hot lattes in Bangkok; the first change of available starts from 10. */
export const countStock = (shop: Shop, qty: number, reason: Reason = 'command_edited') =>
  shop.ctx.write((tx) =>
    setOnHand(
      tx,
      { variantId: idOf(shop.ids.variants.hot), warehouseId: idOf(shop.ids.warehouses.bkk), qty, reason },
      shop.now(),
    ),
  );

export const lines = (shop: Shop, variant: string, qty: number) => ({
  products: [{ product_variant_id: shop.ids.variants[variant], qty }],
});
