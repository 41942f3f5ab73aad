import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';
import type { Id } from '../src/lib/ids.ts';
import type { Message } from '../src/lib/messages/catalogue.ts';
import { pathLabel } from '../src/lib/messages/field-labels.ts';
import type { Formats } from '../src/lib/messages/formats.ts';
import { below, inFile, message, messageFromJson, messageToJson } from '../src/lib/messages/message.ts';
import { describe, MESSAGES, type MessageKey } from '../src/lib/messages/messages.ts';
import { type Path, pathText } from '../src/lib/messages/path.ts';
import type { Money } from '../src/lib/money.ts';

const SRC = path.join(import.meta.dirname, '..', 'src');

const subjects = await Promise.all(
  readdirSync(path.join(SRC, 'lib', 'messages')).map(async (file) => {
    const exported: Record<string, unknown> = await import(`../src/lib/messages/${file}`);
    const entries = exported[path.basename(file, '.ts')];
    return {
      subject: path.basename(file, '.ts'),
      keys: typeof entries === 'object' ? Object.keys(entries as object) : [],
    };
  }),
);

const KEYS = Object.keys(MESSAGES);

test('a key belongs to one subject only', () => {
  const keys = subjects.flatMap(({ keys }) => keys);
  assert.deepEqual(
    keys.filter((key, i) => keys.indexOf(key) < i),
    [],
  );
  assert.deepEqual(keys.toSorted(), KEYS.toSorted());
});

// Rendering, with sample values

const NESTED: Message = message('required');
const WORDS = ['α', 'β'];

const SAMPLES: { readonly [Format in keyof Formats]: Formats[Format] } = {
  number: 7,
  bytes: 7,
  size: 7,
  duration: 7,
  variantCount: 7,
  documentNumber: 1,
  money: 7 as Money,
  day: Date.parse('2026-11-26T00:00+07:00'),
  list: WORDS,
  quoted: WORDS,
  courierAfterThai: 'ems',
  alternatives: WORDS,
  conjunction: WORDS,
  message: NESTED,
  messages: [NESTED, NESTED],
  sentence: NESTED,
  sentences: [NESTED, NESTED],
  fieldLabel: 'name',
  fieldLabels: ['name', 'telephone'],
  networkError: 'ECONNREFUSED',
  orderStatus: 'open',
  codStatus: 'collected',
  shipmentStatus: 'booked',
  paymentStatus: 'notified',
  paymentState: 'notified',
  stockDocumentStatus: 'draft',
  stockRemoval: 'written_off',
  addressOwner: 'sender',
  remittanceColumn: 'amount',
  library: 'sqlite',
  fileKind: 'pdf',
  moneyColumn: 'price',
  courier: 'ems',
  orderId: 7,
  OrderId: 7,
  shipmentId: 7,
  ShipmentId: 7,
  PaymentId: 7,
  VariantId: 7,
};

/** For texts that are functions, and placeholders without a format. */
const SAMPLES_BY_NAME: Readonly<Record<string, unknown>> = {
  shippingType: 'ems',
  file: 'α.csv',
  kind: 'variant',
  adapter: 'http',
  lines: WORDS,
  command: 'chmod',
  problem: NESTED,
  fix: NESTED,
  effect: { en: 'α', th: 'β' },
};

/** A sample of each value that the texts use. */
function samplesFor(...texts: readonly unknown[]): Record<string, unknown> {
  const samples: Record<string, unknown> = {};
  for (const text of texts) {
    const [, destructured = ''] = /^\(?\{([^}]*)\}/.exec(String(text)) ?? [];
    const inText =
      typeof text === 'function' ? destructured.split(',').map((name) => [name.trim()]) : placeholders(text);
    for (const [name = '', format] of inText)
      if (format !== undefined) samples[name] = SAMPLES[format as keyof Formats];
      else samples[name] ??= SAMPLES_BY_NAME[name] ?? 7;
  }
  return samples;
}

const placeholders = (template: unknown): (string | undefined)[][] =>
  [...String(template).matchAll(/\{(\w+)(?:, (\w+))?\}/g)].map(([, name, format]) => [name, format]);

const BROKEN = /undefined|NaN|\[object|function/;

const texts = Object.entries(MESSAGES).map(([key, { en, th, ...more }]) => {
  const params = samplesFor(en, th, ...Object.values(more));
  const [english, thai] = (['en', 'th'] as const).map((language) => describe({ key, params }, language));
  return { key, english: english ?? '', thai: thai ?? '', label: describe({ key, params }, 'en', 'label') };
});

test('every placeholder is filled', () => {
  assert.deepEqual(
    texts.filter(({ english, thai, label }) => BROKEN.test(english + thai + label)),
    [],
  );
});

test('every message has a text in both languages', () => {
  const empty = texts.filter(({ english, thai }) => english === '' || thai === '').map(({ key }) => key);
  assert.deepEqual(empty, []);
});

/** Texts that consist of values only. */
const OF_VALUES = ['foreign_text', 'several', 'first_then', 'doctor_finding'];

test('an English text is one sentence without a period, or several with periods, unless it ends in a command', () => {
  const wrong = texts
    .flatMap(({ key, english, label }) => [
      { key, english },
      { key, english: label },
    ])
    .filter(({ key, english }) => {
      if (OF_VALUES.includes(key)) return false;
      const sentences = english.split(/(?<=[.!?]["’)]?) (?=[A-Z"])/);
      return (
        /^[a-z]/.test(english.replace(/^(raan|listen|webhooks|couriers|alerts|metrics|backup|ems|http|vat)\b.*/, '')) ||
        (sentences.length === 1) === /\.$/.test(english.replace(/ Run: .+/, '.'))
      );
    })
    .map(({ key, english }) => `${key}: ${english}`);
  assert.deepEqual(wrong, []);
});

test('a Thai text contains Thai', () => {
  const wrong = texts
    .filter(({ key, thai }) => {
      if (OF_VALUES.includes(key)) return false;
      return !/[ก-๛]/.test(thai) || /(?:\b[a-z]{2,} ){3,}[a-z]{2,}\b/.test(thai.replaceAll(/raan( [a-z-]+)+/g, 'raan'));
    })
    .map(({ key, thai }) => `${key}: ${thai}`);
  assert.deepEqual(wrong, []);
});

test('every key is used', () => {
  const sources = readdirSync(SRC, { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.tsx?$/.test(file) && !/^lib\/messages\/(?!code-names|message\.)/.test(file))
    .map((file) => readFileSync(path.join(SRC, file), 'utf8'))
    .join('\n');
  assert.deepEqual(
    KEYS.filter((key) => !new RegExp(`['"]${key}['"]`).test(sources)),
    [],
  );
});

// Paths

test('a message names its field by the path, by a label, or not at all', () => {
  const tooLarge = message('too_large', { most: 1_000, path: ['products', 0, 'qty'] });
  assert.equal(describe(tooLarge), 'products[0].qty: Must be at most 1,000');
  assert.equal(describe(tooLarge, 'en', 'label'), 'Item 1 quantity: Must be at most 1,000');
  assert.equal(describe(tooLarge, 'th', 'label'), 'รายการที่ 1 จำนวน: ต้องไม่เกิน 1,000');
  assert.equal(describe(tooLarge, 'th', 'none'), 'ต้องไม่เกิน 1,000');
});

test('in English the office names statuses, couriers and fields as its screens do, all others by their codes', () => {
  const forms: [Message, string, string][] = [
    [
      message('shipment_cannot_become', { shipment: 5, status: 'picked_up', to: 'delivery_failed' }),
      'The status of shipment 5 is “picked up” and cannot change to “delivery failed”',
      'A parcel that is “Handed over” cannot be set to “Delivery failed”',
    ],
    [
      message('booking_pool_empty', { shippingType: 'ems', cod: true }),
      'No COD tracking numbers left for ems',
      'No COD tracking numbers left for Thailand Post EMS',
    ],
    [
      message('parcel_address_lacks', { owner: 'recipient', fields: ['telephone', 'sub_district'] }),
      'The recipient’s address is missing: telephone, sub_district',
      'The recipient’s address is missing: phone, sub-district',
    ],
    [message('required_for_cod'), 'Required when is_cod is true', 'Required for COD orders'],
  ];
  for (const [said, elsewhere, office] of forms) {
    assert.equal(describe(said), elsewhere);
    assert.equal(describe(said, 'en', 'label'), office);
    assert.equal(describe(said, 'en', 'none'), office);
  }
});

/** Subjects that only the command line, partners or the operator see, and texts about the config file. */
const OF_OPERATORS = /^(doctor|database|backups|commands|operator|usage|storefile|requests|partners|alerts|warnings)$/;

test('no English text of the office names a field of the API or a command', () => {
  const office = subjects.filter(({ subject }) => !OF_OPERATORS.test(subject)).flatMap(({ keys }) => keys);
  const wrong = texts.filter(
    ({ key, label }) =>
      office.includes(key) && /\b[a-z]+_[a-z_]+\b|\braan [a-z]/.test(label.replaceAll(/\w+\.allow_networks/g, '')),
  );
  assert.deepEqual(
    wrong.map(({ key, label }) => `${key}: ${label}`),
    [],
  );
});

/** Values that are internal ids. Screens show the numbers of stock documents and count sheets. */
const IDS = /^(order|shipment|payment|variant|product|customer|channel|app|delivery|remittance)$/;

/** Texts in which such a value is a name or a key. */
const OF_NAMES =
  /^(app_without_url|sku_taken|barcode_taken|no_code_to_print|\w*(variant|product)_key_taken|key_reserve\w+)$/;

test('no text of the office contains an internal id', () => {
  const office = subjects.filter(({ subject }) => subject === 'partners' || !OF_OPERATORS.test(subject));
  const wrong = office
    .flatMap(({ keys }) => keys)
    .filter((key) => !OF_NAMES.test(key))
    .flatMap((key) => {
      const params = samplesFor(...Object.values(MESSAGES[key as MessageKey]));
      for (const name of Object.keys(params)) if (IDS.test(name)) params[name] = 987_654;
      return (['en', 'th'] as const).map((language) => `${key}: ${describe({ key, params }, language, 'label')}`);
    })
    .filter((text) => text.includes('987654'));
  assert.deepEqual(wrong, []);
});

test('a nested message keeps its own path', () => {
  const why = message('required', { path: 'name' });
  const twice = message('several', { messages: [why, why] });
  assert.equal(describe(twice), 'name: Required; name: Required');
  assert.equal(describe(twice, 'th', 'none'), 'ชื่อ: ต้องระบุ / ชื่อ: ต้องระบุ');
  const column = message('unknown_column');
  assert.equal(
    describe(message('several', { messages: [column, column] })),
    'Unknown column. Rename or delete it; Unknown column. Rename or delete it.',
  );
});

test('paths can be prefixed, also with a file', () => {
  assert.deepEqual(below('recipient_address', message('required', { path: 'name' })).path, [
    'recipient_address',
    'name',
  ]);
  assert.deepEqual(below('lines', message('required', { path: [2, 'qty'] })).path, ['lines', 2, 'qty']);
  assert.equal(below('name', message('required')).path, 'name');
  assert.equal(inFile('to.json', message('required', { path: 'name' })).path, 'to.json: name');
});

test('labels name fields, lines and rows like the forms do', () => {
  const labels: [Path, string, string, string][] = [
    [[{ line: 12 as Id }, 'qty'], 'line 12.qty', 'Line 12 quantity', 'รายการ 12 จำนวน'],
    [['products', 1, 'sku'], 'products[1].sku', 'Item 2 SKU', 'รายการที่ 2 SKU'],
    [['prices', 1], 'prices[1]', 'prices [1]', 'prices [1]'],
    [[2, 'qty'], '[2].qty', '[2] quantity', '[2] จำนวน'],
    [['recipient_address', 'postal_code'], 'recipient_address.postal_code', 'Recipient postal code', 'ผู้รับ รหัสไปรษณีย์'],
    [
      [{ row: 2, column: 'price:ราคา ส่ง' }],
      'row 2 price:ราคา ส่ง',
      'Row 2, column price:ราคา ส่ง',
      'แถว 2 คอลัมน์ price:ราคา ส่ง',
    ],
    [[{ row: 9 }], 'row 9', 'Row 9', 'แถว 9'],
    ['anything', 'anything', 'anything', 'anything'],
    ['constructor', 'constructor', 'constructor', 'constructor'],
  ];
  for (const [path, text, english, thai] of labels) {
    assert.equal(pathText(path), text);
    assert.equal(pathLabel(path, 'en'), english);
    assert.equal(pathLabel(path, 'th'), thai);
  }
});

test('a stored message is restored unchanged; any other text is taken as plain text', () => {
  const stored = message('too_large', { most: 5 });
  assert.deepEqual(messageFromJson(messageToJson(stored)), { key: 'too_large', params: { most: 5 }, path: undefined });
  for (const text of ['503', 'null', '{}', 'Postcode out of area'])
    assert.equal(describe(messageFromJson(text), 'th'), text);
});
