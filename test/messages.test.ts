import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';
import type { Language, Message } from '../src/lib/messages/catalogue.ts';
import { fieldLabel } from '../src/lib/messages/field-labels.ts';
import { below, inFile, message } from '../src/lib/messages/message.ts';
import { describe, SUBJECTS } from '../src/lib/messages/messages.ts';
import { messageFromJson, messageToJson } from '../src/lib/messages/stored.ts';

const SRC = path.join(import.meta.dirname, '..', 'src');

const KEYS = Object.values(SUBJECTS).flatMap((subject) => Object.keys(subject));

test('a key is in one subject only', () => {
  const repeated = KEYS.filter((key, i) => KEYS.indexOf(key) < i);
  assert.deepEqual(repeated, []);
});

// Rendering, with sample values

const NESTED: Message = message('required');
const WORDS = ['α', 'β'];

/** Values by their names. A name that has several types has a sample of each. */
const SAMPLES: Readonly<Record<string, readonly unknown[]>> = {
  adapter: ['http'],
  channels: [WORDS],
  cod: [true],
  codes: [WORDS],
  columns: [WORDS, 7],
  cure: ['chmod'],
  field: ['name'],
  fields: [['name', 'telephone']],
  file: ['α.csv'],
  first: [NESTED, 7],
  kind: ['variant', 'warehouse', 'sender'],
  known: [WORDS, 7],
  lines: [WORDS, 7],
  listed: [true],
  messages: [[NESTED, NESTED]],
  next: [NESTED],
  problems: [[NESTED, NESTED]],
  removal: ['written_off'],
  shippingType: ['ems'],
  stores: [WORDS],
  status: ['open', 'pending', 'booked', 'notified', 'draft', 503],
  to: ['collected', 'canceled', 'confirmed', 7],
  variants: [WORDS, 7],
  what: ['amount'],
  whose: ['sender'],
  trouble: ['α'],
  why: [NESTED, [NESTED], WORDS, 'α'],
};
const OTHERWISE = [7];

const valuesNamed = (names: readonly string[]): Record<string, unknown>[] =>
  names.reduce<Record<string, unknown>[]>(
    (all, name) => all.flatMap((one) => (SAMPLES[name] ?? OTHERWISE).map((value) => ({ ...one, [name]: value }))),
    [{}],
  );

/** Names of the values that a text destructures. */
function namesIn(text: unknown): string[] {
  if (typeof text !== 'function') return [];
  const [, inside = ''] = /^\(?\{([^}]*)\}/.exec(text.toString().replace(/^async /, '')) ?? [];
  return inside.split(',').flatMap((name) => name.split(':')[0]?.trim() || []);
}

const BROKEN = /undefined|NaN|\[object|function/;

/** The text with the first of the samples that it can be made of. */
function rendered(key: string, { en, th }: { en: unknown; th: unknown }, language: Language): string {
  for (const params of valuesNamed([...new Set([...namesIn(en), ...namesIn(th)])]))
    try {
      const text = describe({ key, params }, language);
      if (!BROKEN.test(text)) return text;
    } catch {
      // the sample has another type
    }
  return assert.fail(`${key} cannot be rendered in ${language}: add a sample for its values`);
}

const texts = Object.values(SUBJECTS).flatMap((subject) =>
  Object.entries(subject).map(([key, entry]) => ({
    key,
    english: rendered(key, entry, 'en'),
    thai: rendered(key, entry, 'th'),
  })),
);

test('every message has a text in both languages', () => {
  const empty = texts.filter(({ english, thai }) => english === '' || thai === '').map(({ key }) => key);
  assert.deepEqual(empty, []);
});

/** Made of values only. */
const OF_VALUES = ['foreign_text', 'several', 'first_then', 'doctor_trouble'];

test('an English text is a sentence without a period, or several with one each, unless it ends in a command', () => {
  const wrong = texts
    .filter(({ key, english }) => {
      if (OF_VALUES.includes(key)) return false;
      const sentences = english.split(/(?<=[.!?]["’)]?) (?=[A-Z"])/);
      return (
        /^[a-z]/.test(english.replace(/^(raan|listen|backup|ems|http|vat)\b.*/, '')) ||
        (sentences.length === 1) === /\.$/.test(english.replace(/ Run: .+/, '.'))
      );
    })
    .map(({ key, english }) => `${key}: ${english}`);
  assert.deepEqual(wrong, []);
});

test('a Thai text is Thai', () => {
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
    .filter((file) => /\.tsx?$/.test(file) && !/^lib\/messages\/(?!terms|stored)/.test(file))
    .map((file) => readFileSync(path.join(SRC, file), 'utf8'))
    .join('\n');
  assert.deepEqual(
    KEYS.filter((key) => !new RegExp(`['"]${key}['"]`).test(sources)),
    [],
  );
});

// Paths

test('a message names its field by the path, by a label, or not at all', () => {
  const tooLarge = message('too_large', { most: 1_000, path: 'products[0].qty' });
  assert.equal(describe(tooLarge), 'products[0].qty: Must be at most 1,000');
  assert.equal(describe(tooLarge, 'en', 'label'), 'Item 1 quantity: Must be at most 1,000');
  assert.equal(describe(tooLarge, 'th', 'label'), 'รายการที่ 1 จำนวน: ต้องไม่เกิน 1,000');
  assert.equal(describe(tooLarge, 'th', 'none'), 'ต้องไม่เกิน 1,000');
});

test('a message inside of another keeps its own path', () => {
  const why = message('required', { path: 'name' });
  const twice = message('several', { messages: [why, why] });
  assert.equal(describe(twice), 'name: Required; name: Required');
  assert.equal(describe(twice, 'th', 'none'), 'ชื่อ: ต้องระบุ / ชื่อ: ต้องระบุ');
});

test('paths are put below others and into files', () => {
  assert.equal(below('recipient_address', message('required', { path: 'name' })).path, 'recipient_address.name');
  assert.equal(below('lines', message('required', { path: '[2].qty' })).path, 'lines[2].qty');
  assert.equal(below('name', message('required')).path, 'name');
  assert.equal(inFile('to.json', message('required', { path: 'name' })).path, 'to.json: name');
});

test('labels name fields, lines and rows as forms do', () => {
  const labels: [string, string, string][] = [
    ['line 12.qty', 'Line 12 quantity', 'รายการ 12 จำนวน'],
    ['products[1].sku', 'Item 2 SKU', 'รายการที่ 2 SKU'],
    ['recipient_address.postal_code', 'Recipient postal code', 'ผู้รับ รหัสไปรษณีย์'],
    ['row 2 price:ราคา ส่ง', 'Row 2 column price:ราคา ส่ง', 'แถว 2 คอลัมน์ price:ราคา ส่ง'],
    ['row 9', 'Row 9', 'แถว 9'],
    ['anything', 'anything', 'anything'],
  ];
  for (const [place, english, thai] of labels) {
    assert.equal(fieldLabel(place, 'en'), english);
    assert.equal(fieldLabel(place, 'th'), thai);
  }
});

test('a stored message comes back as it was; any other text is its own', () => {
  const stored = message('too_large', { most: 5 });
  assert.deepEqual(messageFromJson(messageToJson(stored)), { key: 'too_large', params: { most: 5 }, path: undefined });
  for (const text of ['503', 'null', '{}', 'Postcode out of area'])
    assert.equal(describe(messageFromJson(text), 'th'), text);
});
