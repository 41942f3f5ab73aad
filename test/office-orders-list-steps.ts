import { placeOrder } from './order-steps.ts';
import { notifyPaymentStep } from './payment-steps.ts';
import type { Shop } from './support.ts';

export const LATTE = [{ sku: 'LAT-H', qty: 1 }];

export const to = (name: string, telephone = '0812345678') => ({
  recipient_address: { name, telephone, province: 'น่าน' },
});

/** An order to pack, an unpaid one, and one with a payment to review. */
export async function threeOrders(shop: Shop) {
  const first = await placeOrder(shop, LATTE, to('สมชาย ใจดี'));
  const second = await placeOrder(shop, LATTE, { ...to('Mary <b>Anderson</b>', '0891112222'), ship_before_pay: false });
  const third = await placeOrder(shop, LATTE, { ...to('สุดา ทองคำ'), ship_before_pay: false, channel: 'line' });
  await notifyPaymentStep(shop, third, '65');
  return { first, second, third };
}

/** The numbers of the listed orders. */
export const numbersOn = ({ html }: { html: string }): number[] =>
  [...html.matchAll(/<th scope="row"[^>]*><a href="\/office\/orders\/\d+(?:\?list=[^"]*)?">#(\d+)</g)].map(
    ([, number]) => Number(number),
  );
