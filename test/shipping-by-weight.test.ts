import assert from 'node:assert/strict';
import { test } from 'node:test';
import { proposedFee } from '../src/domain/catalogue/shipping-fee.ts';
import { isRemote, postalCodesText, readPostalCodes } from '../src/domain/shipping-rates/remote-area.ts';
import { storeById } from '../src/domain/stores.ts';
import { describe } from '../src/lib/messages/messages.ts';
import { type Money, moneyText, parseMoney } from '../src/lib/money.ts';
import { Chance } from './chance.ts';
import { english, operatorError } from './errors.ts';
import { storeId } from './office-settings-steps.ts';
import { cafe, idOf, openShop, type Shop } from './support.ts';

const variant = (key: string, fields: object = {}) => ({ key, sku: key, prices: { retail: '100' }, ...fields });

const PRODUCTS = [
  {
    key: 'goods',
    name: 'สินค้า',
    variants: [
      variant('beans', { weight: 250 }),
      variant('drip', { weight: 0.1 }),
      variant('gift', { weight: 0 }),
      variant('mug'),
      variant('pair', { bundle: [{ variant: 'beans', qty: 2 }] }),
      variant('boxed', { weight: 900, bundle: [{ variant: 'beans', qty: 2 }] }),
      variant('set', {
        bundle: [
          { variant: 'beans', qty: 1 },
          { variant: 'mug', qty: 1 },
        ],
      }),
    ],
  },
  {
    key: 'rated',
    name: 'มีค่าส่งเอง',
    shipping_rates: [{ shipping_type: 'ems', first: '15', each_more: '0' }],
    variants: [variant('heavy', { weight: 99_000 })],
  },
];

const STEPS = [
  { price: '90', up_to: 1000 },
  { price: '35', up_to: 500 },
  { price: '60', up_to: 750 },
];
const BY_WEIGHT = { first: '40', each_more: '10', weight_steps: STEPS };

const openStore = (settings: object) => openShop({ stores: [cafe({ products: PRODUCTS, settings })] });

type Items = Record<string, number>;

const propose = (shop: Shop, items: Items, { shippingType = 'ems', goods = '0', postalCode = 10110 } = {}) =>
  proposedFee(shop.ctx.db, storeById(shop.ctx.db, storeId(shop)), {
    lines: Object.entries(items).map(([key, qty]) => ({ variantId: idOf(shop.ids.variants[key] ?? ''), qty })),
    shippingType,
    goods: parseMoney(goods) as Money,
    postalCode,
  });

/** The fee in baht; `40 unweighed` if it is not by weight. */
function fee(shop: Shop, items: Items, options = {}): string {
  const proposed = propose(shop, items, options);
  if (proposed === undefined || 'tooHeavy' in proposed) return proposed ? 'too heavy' : 'none';
  return moneyText(proposed.amount) + (proposed.unweighed.length > 0 ? ' unweighed' : '');
}

test('a step applies up to its weight, inclusive, and nothing is proposed above the last one', async () => {
  const shop = await openStore({ shipping_rates: [BY_WEIGHT] });
  assert.equal(fee(shop, {}), 'none', 'an empty order');
  assert.equal(fee(shop, { beans: 2 }), '35', 'exactly 500 g');
  assert.equal(fee(shop, { beans: 2, drip: 1 }), '60', '500.1 g');
  assert.equal(fee(shop, { beans: 4 }), '90');
  assert.deepEqual(propose(shop, { beans: 5 }), { tooHeavy: { grams: 1250, most: 1000 } });
  assert.equal(fee(shop, { gift: 1 }), '35', 'a weight of 0 is a weight');
});

test('the last step may have no limit, and decimals of a gram do not add up to more', async () => {
  const steps = [{ up_to: 1, price: '5' }, { price: '500' }];
  const shop = await openStore({ shipping_rates: [{ ...BY_WEIGHT, weight_steps: steps }] });
  assert.equal(fee(shop, { drip: 10 }), '5');
  assert.equal(fee(shop, { drip: 11 }), '500');
  assert.equal(fee(shop, { beans: 1_000_000 }), '500');
});

test('a bundle without a weight weighs as much as its parts; an item without one makes the rate count units', async () => {
  const shop = await openStore({ shipping_rates: [BY_WEIGHT] });
  assert.equal(fee(shop, { pair: 1 }), '35');
  assert.equal(fee(shop, { pair: 2 }), '90');
  assert.equal(fee(shop, { boxed: 1 }), '90', 'its own weight');
  assert.equal(fee(shop, { beans: 1, mug: 2 }), '60 unweighed');
  assert.equal(fee(shop, { set: 1 }), '40 unweighed', 'a part without a weight');
  const proposed = propose(shop, { beans: 1, mug: 1, set: 1 });
  const named = proposed && 'unweighed' in proposed ? proposed.unweighed : [];
  assert.deepEqual(named.map(String), [shop.ids.variants.mug, shop.ids.variants.set]);
});

test('the weight of products with their own rate does not count', async () => {
  const shop = await openStore({ shipping_rates: [BY_WEIGHT] });
  assert.equal(fee(shop, { heavy: 1 }), '15');
  assert.equal(fee(shop, { heavy: 1, beans: 2 }), '50');
});

test('a remote area is charged at both ends of its ranges, by every courier that delivers, also if shipping is free', async () => {
  const remote_area = { fee: '50', postal_codes: '84280-84360, 84140' };
  const shop = await openStore({ shipping_rates: [BY_WEIGHT], free_shipping_from: '300', remote_area });
  const at = (postalCode: number, options = {}) => fee(shop, { beans: 1 }, { postalCode, ...options });
  const codes = [84139, 84140, 84141, 84279, 84280, 84300, 84360, 84361];
  assert.deepEqual(
    codes.map((code) => at(code)),
    ['35', '85', '35', '35', '85', '85', '85', '35'],
  );
  assert.equal(at(84140, { goods: '300' }), '50');
  assert.equal(at(84140, { shippingType: 'store_pickup' }), 'none');
  assert.equal(fee(shop, { heavy: 1 }, { postalCode: 84140 }), '65', 'with the rate of a product');
});

test('a store file sorts steps and merges postal codes, and a load without them changes nothing', async () => {
  const shop = await openStore({ shipping_rates: [BY_WEIGHT], remote_area: { fee: 50, postal_codes: '84140\n84140' } });
  const saved = () => {
    const { shippingRates, remoteArea } = storeById(shop.ctx.db, storeId(shop));
    return [shippingRates[0]?.weightSteps?.map(({ upTo }) => upTo), remoteArea?.postalCodes];
  };
  assert.deepEqual(saved(), [[500, 750, 1000], [[84140, 84140]]]);
  const load = (settings: object) => shop.load({ stores: [{ key: 'cafe', name: 'บ้านกาแฟ', settings }] });
  await load({ free_shipping_from: '500' });
  assert.deepEqual(saved(), [[500, 750, 1000], [[84140, 84140]]]);
  await load({ shipping_rates: [{ first: 40, each_more: '10' }], remote_area: { fee: '0', postal_codes: '' } });
  assert.deepEqual(saved(), [undefined, undefined]);
});

test('a repeated step and a wrong postal code of a store file are named with their place', async () => {
  const shop = await openShop();
  const weight_steps = [{ up_to: 500, price: '1' }, { price: '2' }, { up_to: 500, price: '3' }];
  const settings = {
    shipping_rates: [{ ...BY_WEIGHT, weight_steps }],
    remote_area: { fee: '50', postal_codes: '84140, 84360-84280' },
  };
  const path = 'stores[0].settings';
  await assert.rejects(
    shop.load({ stores: [{ key: 'cafe', name: 'บ้านกาแฟ', settings }] }),
    operatorError(
      { key: 'weight_step_repeated', path: `${path}.shipping_rates[0].weight_steps[2]`, params: { upTo: 500 } },
      {
        key: 'postal_range_reversed',
        path: `${path}.remote_area.postal_codes`,
        params: { position: 2, first: '84360', last: '84280' },
      },
    ),
  );
});

test('a list of postal codes is read as it is typed or pasted, and written sorted without overlaps', () => {
  const written = (typed: string) => {
    const read = readPostalCodes(typed);
    return 'ranges' in read ? postalCodesText(read.ranges) : describe(read.problem);
  };
  assert.equal(written(' 84280 – 84360,\r\n๘๔๑๔๐; 84140 84300-84370,'), '84140, 84280-84370');
  assert.equal(written(''), '');
  for (const wrong of ['8414', '841400', '04140', 'เกาะสมุย', '84280-', '84280-84360-84400'])
    assert.equal(written(`10110, ${wrong}`), english('postal_code_in_list_malformed', { position: 2, text: wrong }));
  assert.match(written('84360-84280'), /Write 84280-84360/);
  assert.match(written(Array.from({ length: 501 }, (_, i) => 10_000 + 2 * i).join(' ')), /at most 500/);
});

test('a written list contains exactly the codes of the typed one', () => {
  const chance = new Chance(7);
  for (let run = 0; run < 200; run++) {
    const expected = new Set<number>();
    const items = Array.from({ length: chance.between(0, 12) }, () => {
      const first = chance.between(10_000, 10_060);
      const last = first + chance.between(0, 8);
      for (let code = first; code <= last; code++) expected.add(code);
      return first === last ? String(first) : `${first}-${last}`;
    });
    const typed = readPostalCodes(items.join(', '));
    assert.ok('ranges' in typed);
    const again = readPostalCodes(postalCodesText(typed.ranges));
    assert.deepEqual(again, typed, items.join());
    const area = { fee: 1 as Money, postalCodes: typed.ranges };
    for (let code = 9_999; code < 10_080; code++) assert.equal(isRemote(area, code), expected.has(code), items.join());
  }
});
