import { signedIn } from './office.ts';
import { SUBSCRIBED_APP } from './stock-steps.ts';
import { cafe, openShop } from './support.ts';

const shelf = [
  ...cafe().products,
  {
    key: 'mug',
    name: 'แก้วเซรามิก <b>พิเศษ</b>',
    variants: [{ key: 'mug', name: '', sku: 'MUG-01', prices: { retail: '250' }, stock: { bkk: 0 } }],
  },
];

export async function opened(store: object = { products: shelf }) {
  const other = cafe({ key: 'other', channels: [{ key: 'own', name: 'Own' }] });
  const shop = await openShop({ stores: [cafe({ apps: SUBSCRIBED_APP, ...store }), other] });
  const browser = await signedIn(shop, { store: 'cafe', language: 'en' });
  return { shop, browser };
}
