import assert from 'node:assert/strict';
import { test } from 'node:test';
import { breaks, part } from './import-rules.ts';

// Checks docs/architecture.md#layers on the imports of the source.

/** Inside the domain: `orders`, `stock`, …, or the file name. */
const subject = (file: string) => (file.startsWith('domain/') ? (file.split('/')[1] as string) : undefined);

/** Allowed imports of each subject besides itself and the audit log: a subject, or one of its files. Others may import nothing. */
const DOMAIN: Record<string, string[]> = {
  setup: ['*'], // the first run creates a store
  storefile: ['*'],
  sandbox: ['*'], // copies a store and acts as its owner
  demo: ['*'], // acts as the owner, the staff and the customers
  'check-database.ts': ['*'],
  privacy: ['*'], // a customer's data is in many tables
  monitoring: ['*'],
  secrets: [
    'alerts/services.ts',
    'webhooks',
    'couriers',
    'orders/buyer-links.ts',
    'accounts/authenticator-app.ts',
    'orders/payments/verification/slip-verifiers.ts',
  ], // re-encrypts their secrets
  backups: ['check-database.ts', 'feeds.ts', 'stock', 'webhooks/changes.ts', 'privacy/erased-list.ts'],
  figures: ['couriers', 'orders/first-since.ts', 'orders/payments/refund-documents.ts', 'stock', 'variants.ts'],
  'barcodes.ts': ['variants.ts'],
  print: [
    'orders',
    'couriers',
    'addresses.ts',
    'address-fields.ts',
    'barcodes.ts',
    'catalogue/price-tiers.ts',
    'catalogue/shelf-locations.ts',
    'stores.ts',
    'variants.ts',
  ],
  orders: [
    'bank-accounts.ts',
    'feeds.ts',
    'order-counters.ts',
    'pictures',
    'webhooks',
    'stock',
    'catalogue',
    'channels',
    'addresses.ts',
    'address-fields.ts',
    'stores.ts',
    'couriers',
    'barcodes.ts',
    'tags.ts',
    'tax-fields.ts',
    'variants.ts',
  ],
  webhooks: ['demo-mark.ts', 'feeds.ts', 'stores.ts'],
  alerts: [
    'accounts',
    'backups/schedule.ts',
    'figures',
    'orders/list/order-page.ts',
    'stock',
    'stores.ts',
    'variants.ts',
    'web-address.ts',
  ],
  accounts: ['channels/throttle.ts', 'failed-attempts.ts'],
  channels: ['failed-attempts.ts', 'webhooks/recording.ts', 'webhooks/order-positions.ts'], // what a channel follows
  partners: ['channels', 'webhooks', 'catalogue', 'stock', 'variants.ts'],
  couriers: ['address-fields.ts', 'stores.ts', 'web-address.ts'],
  'stores.ts': ['feeds.ts', 'order-counters.ts', 'shipping-rates'],
  'store-settings.ts': ['orders', 'stores.ts'], // COD orders may become ready to ship
  'store-addresses.ts': ['addresses.ts', 'address-fields.ts'],
  'addresses.ts': ['address-fields.ts'],
  'tax-fields.ts': ['address-fields.ts'],
  catalogue: ['stock', 'webhooks', 'pictures', 'shipping-rates', 'barcodes.ts', 'tags.ts', 'variants.ts', 'stores.ts'], // product detail shows stock, and deletion releases it
  stock: ['webhooks/changes.ts', 'barcodes.ts', 'variants.ts', 'stores.ts'],
};

test('inside the domain imports go in one direction', () => {
  const found = breaks(
    ({ file }) => part(file) === 'domain',
    (imported, { file }) => {
      const [from, to] = [subject(file) as string, subject(imported)];
      if (to === undefined || from === to) return true; // covered by the layers
      const allowed = [...(DOMAIN[from] ?? []), 'audit'];
      return allowed.includes('*') || allowed.includes(to) || allowed.includes(imported.slice('domain/'.length));
    },
  );
  assert.deepEqual(found, []);
});
