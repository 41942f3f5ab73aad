import { OURS, type StoreIds } from './two-stores.ts';

export type Fields = Record<string, string>;

/** A form of the own store with a field that holds an id of `from`. With an own id it is accepted. */
interface Case {
  field: string;
  action: (own: StoreIds) => string;
  fields: (from: StoreIds, own: StoreIds) => Fields;
  /** Accepting it would need more fields. */
  foreignOnly?: boolean;
}

const form = (field: string, action: Case['action'] | string, fields: Case['fields'], foreignOnly = false): Case => ({
  field,
  action: typeof action === 'string' ? () => action : action,
  fields,
  foreignOnly,
});

const entry = (key: string, change: Fields): Fields => ({
  step: 'save',
  form_key: key,
  shipping_type: 'ems',
  ship_before_pay: 'on',
  name: 'สมหญิง',
  qty: '1',
  price: '9',
  ...change,
});
const goods = (change: Fields): Fields => ({ code: `CUP-${OURS}`, qty: '1', ...change });
const grid = (change: Fields): Fields => ({ price: '', price_was: '', qty: '', qty_was: '', ...change });
const parcel = (state: 'booked' | 'waiting', own: StoreIds) =>
  `/orders/${own[state].id}/shipments/${own[state].shipment}`;

export const CASES: readonly Case[] = [
  form(
    'bank_account_id',
    (own) => `/orders/${own.open.id}/refund`,
    (from) => ({ amount: '0.5', method: 'transfer', bank_account_id: from.bankAccount }),
  ),
  form(
    'line',
    (own) => `/orders/${own.open.id}/refund`,
    (from) => ({ amount: '0.5', method: 'cash', line: from.open.line, qty: '1' }),
  ),
  form(
    'bank_account_id',
    (own) => `/orders/${own.open.id}/payments/notify`,
    (from) => ({ amount: '1', method: 'transfer', bank_account_id: from.bankAccount }),
  ),
  form('tier', '/products/grid', (from, own) =>
    grid({ tier: from.vip, warehouse: own.bkk, variant: own.cup, price: '12' }),
  ),
  form('warehouse', '/products/grid', (from, own) =>
    grid({ tier: own.vip, warehouse: from.cnx, variant: own.kit, qty: '7', qty_was: '9' }),
  ),
  form('variant', '/products/grid', (from, own) =>
    grid({ tier: own.vip, warehouse: own.cnx, variant: from.kit, price: '30' }),
  ),
  form(
    'tier',
    '/products/grid',
    (from, own) => grid({ tier: from.vip, warehouse: own.bkk, variant: own.cup, price: '12', price_was: '9' }),
    true,
  ),
  form(
    'warehouse',
    '/products/grid',
    (from, own) => grid({ tier: own.vip, warehouse: from.cnx, variant: own.cup, qty: '7', qty_was: '50' }),
    true,
  ),
  form('row_warehouse', '/products/new', (from) => ({
    name: 'Shirt',
    option: 'S',
    row_name: 'S',
    row_on: '0',
    row_price: '390',
    row_qty: '1',
    row_sku: '',
    row_warehouse: from.bkk,
  })),
  form('source', '/products/pull', (from) => ({ source: from.product }), true),
  form(
    'part',
    (own) => `/products/${own.product}/variants/${own.kit}/parts`,
    (from) => ({ kind: 'assembled', part: `#${from.beans}`, part_qty: '1' }),
  ),
  form('tier', '/orders/new', (from, own) => entry('1', { variant: own.cup, tier: from.vip })),
  form('sender', '/orders/new', (from, own) => entry('2', { variant: own.cup, sender: from.address })),
  form('variant', '/orders/new', (from) => entry('3', { variant: from.cup })),
  form(
    'line',
    (own) => `/orders/${own.open.id}/edit`,
    (from) => entry('', { line: from.open.line }),
  ),
  form(
    'variant',
    (own) => `/orders/${own.open.id}/edit`,
    (from) => entry('', { line: '', variant: from.cup }),
    true,
  ),
  form(
    'line',
    (own) => `/orders/${own.open.id}/shipments`,
    (from) => ({ tracking_number: 'T1', line: from.open.line, qty: '1' }),
  ),
  form(
    'one',
    (own) => `/orders/${own.booked.id}/pack`,
    (from, own) => ({ one: from.beans, variant: own.beans, packed: '0' }),
  ),
  form(
    'less',
    (own) => `/orders/${own.booked.id}/pack`,
    (from) => ({ less: from.beans }),
  ),
  form(
    'variant',
    (own) => `/orders/${own.booked.id}/pack`,
    (from, own) => ({ code: from === own ? `BEANS-${OURS}` : 'none', variant: from.beans, packed: '3' }),
  ),
  form(
    'all',
    (own) => `/orders/${own.booked.id}/pack`,
    (from) => ({ all: from.beans }),
  ),
  form(
    'price_tier_id',
    (own) => `/customers/${own.customer}/price-tier`,
    (from) => ({ price_tier_id: from.vip }),
  ),
  form(
    'item',
    (own) => `/orders/${own.waiting.id}/pack/missing`,
    (from) => ({ item: from.beans, missing: '1' }),
  ),
  form(
    'variant_id',
    (own) => `/products/${own.product}/details`,
    (from) => ({ name: `กาแฟ${OURS}`, variant_id: from.beans, variant_price: '12', variant_price_was: '9' }),
  ),
  ...['packing-slips', 'packing-slips-a6', 'labels', 'manifest'].map((what) =>
    form('ids', `/orders/print/${what}`, (from) => ({ ids: from.booked.id, size: 'a6' })),
  ),
  ...['book', 'print/pick-list', 'print/receipts'].map((what) =>
    form('ids', `/orders/${what}`, (from) => ({ ids: from.open.id }), true),
  ),
  form('order', '/orders/bookings/retry', (from) => ({ order: from.open.id })),
  form(
    'from',
    (own) => `${parcel('booked', own)}/pick-up`,
    (from) => ({ from: from.cnx }),
  ),
  form(
    'line',
    (own) => `${parcel('waiting', own)}/pick-up`,
    (from) => ({ line: from.waiting.line, qty: '1' }),
  ),
  form('parcel', '/orders/hand-over/undo', (from) => ({ parcel: from.booked.shipment })),
  form('ids', '/orders/picked-up', (from) => ({ ids: from.waiting.id }), true),
  form('ids', '/orders/tag', (from) => ({ ids: from.waiting.id, tag: 'vip' }), true),
  ...['/orders/', '/stock/return/'].flatMap((start) => {
    const action = (own: StoreIds) => (start === '/orders/' ? `/orders/${own.sent.id}/return` : start + own.sent.id);
    return [
      form('warehouse', action, (from, own) => ({ warehouse: from.cnx, line: own.sent.line, qty: '1' })),
      form('line', action, (from) => ({ line: from.sent.line, qty: '1' })),
    ];
  }),
  ...[(own: StoreIds) => `/partners/channels/${own.channel}`, () => '/partners/channels/new'].flatMap((action) => [
    form('price_tier', action, (from) => ({ name: 'x', price_tier: from.vip })),
    form('app', action, (from) => ({ name: 'y', app: from.app })),
  ]),
  form(
    'warehouse',
    (own) => `/stock/variants/${own.cup}/adjust`,
    (from) => ({ adjustment: 'add', warehouse: from.bkk, qty: '1' }),
  ),
  form(
    'warehouse',
    (own) => `/stock/variants/${own.cup}/adjust`,
    (from) => ({ adjustment: 'deduct', warehouse: from.bkk, qty: '1' }),
  ),
  form('warehouse', '/stock/receive', (from) => goods({ warehouse: from.bkk, kind: 'purchase', cost: '5' })),
  form('code', '/stock/receive', (from, own) =>
    goods({ warehouse: own.bkk, kind: 'purchase', cost: '5', code: `#${from.cup}` }),
  ),
  form('warehouse', '/stock/write-off', (from) => goods({ warehouse: from.bkk, kind: 'damaged' })),
  form('warehouse', '/stock/transfer', (from, own) => goods({ warehouse: from.bkk, to: own.cnx })),
  form('to', '/stock/transfer', (from, own) => goods({ warehouse: own.bkk, to: from.cnx })),
  form('warehouse', '/stock/assembly', (from, own) => ({
    action: 'assemble',
    variant: own.kit,
    warehouse: from.bkk,
    qty: '1',
  })),
  form('variant', '/stock/assembly', (from, own) => ({
    action: 'assemble',
    variant: from.kit,
    warehouse: own.bkk,
    qty: '1',
  })),
  form('variant', '/stock/assembly', (from, own) => ({
    action: 'disassemble',
    variant: from.kit,
    warehouse: own.bkk,
    qty: '1',
  })),
  form('warehouse', '/stock/counts', (from) => ({ warehouse: from.cnx })),
  form(
    'code',
    (own) => `/stock/counts/${own.sheet}/lines`,
    (from) => ({ how: 'replace', code: `#${from.cup}`, qty: '3' }),
  ),
  form(
    'variant',
    (own) => `/stock/counts/${own.sheet}/counted`,
    (from) => ({ variant: from.cup, counted: '3' }),
  ),
  form(
    'variant',
    (own) => `/stock/counts/${own.sheet}/remove`,
    (from) => ({ variant: from.cup }),
  ),
  form('store_id', '/store', (from) => ({ store_id: from.store })),
];
