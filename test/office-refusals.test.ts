import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';
import { refusalText } from '../src/office/refusals.ts';
import { closing, type SourceText, sourceTexts } from './source-texts.ts';

// The domain refuses in English; whoever reads it in the office reads Thai. What it may say is read off the sources.

const SRC = path.join(import.meta.dirname, '..', 'src');

/** What is heard by partners, couriers and on the command line only. */
const ELSEWHERE = [
  /^domain\/couriers\/adapters\//,
  /^domain\/orders\/tracking\/call-back\.ts/,
  /^domain\/channels\/(throttle|tokens)\.ts/,
  /: name the store: one of /,
];

/** Files whose refusals are put together from texts that stand elsewhere in them, or in one another: all of those count. */
const PUT_TOGETHER = [
  'domain/addresses.ts',
  'domain/catalogue/part-rules.ts',
  'domain/couriers/set-up.ts',
  'domain/couriers/settings.ts',
  'domain/orders/bookings/claim.ts',
  'domain/orders/bookings/settle.ts',
  'domain/orders/payments/promptpay.ts',
  'domain/orders/payments/remittance-file.ts',
  'domain/orders/store-settings.ts',
  'domain/pictures/prepare.ts',
  'domain/stock/adjust.ts',
  'domain/stock/assembly.ts',
  'domain/stock/counts.ts',
  'domain/stock/goods.ts',
  'domain/stock/keeper.ts',
  'domain/stock/lines.ts',
  'domain/store-addresses.ts',
  'domain/storefile/csv/columns.ts',
  'domain/storefile/csv/rows.ts',
  'domain/storefile/faults/catalogue.ts',
  'domain/storefile/faults/document.ts',
  'domain/storefile/faults/parts.ts',
  'domain/storefile/faults/pulled.ts',
  'domain/storefile/shape.ts',
  'domain/webhooks/apps.ts',
  'lib/csv.ts',
  'lib/fields.ts',
  'lib/shape.ts',
];

/** Texts of those files that are no messages. */
const NO_MESSAGES = [/^\s/, /\b(SELECT|INSERT|UPDATE|LEFT JOIN|WHERE|camera noted)\b/, /^(utf-8|windows-)/, /^; then: /];

const sources = readdirSync(SRC, { recursive: true, encoding: 'utf8' })
  .filter((file) => /^(domain|lib|office)\/.*\.tsx?$/.test(file))
  .sort()
  .map((file) => ({ file, source: readFileSync(path.join(SRC, file), 'utf8') }));

/** What may stand in a gap. All of several are tried; of states one must do. */
const SAMPLES: readonly (readonly [expression: RegExp, samples: readonly string[]])[] = [
  [/^IF_MORE$/, ['', '; where more has come, notify and confirm it']],
  [/^setting$/, ['', ', and the store’s cod_counts_as_ready is off']],
  [/^more$/, ['', ' (and 2 more)']],
  [/^why$/, ['order 7 is canceled', 'order 7 is not paid in full', 'nothing is received of order 7']],
  [/^doing$/, ['deducted', 'put together', 'taken apart', 'written off', 'transferred', 'shipped']],
  [/^kind$/, ['price tier', 'warehouse', 'courier', 'app']],
  [/hippingType$/, ['ems']],
  [/^(place|field|key)$/, ['name']],
  [/^wholeText/, ['variant 9 (ลาเต้ เย็น)']],
  [/^columnProblem|^fault\(issues|^promptpayIdFault|^(fault|message)$/, ['must be a number']],
  [/^error\.message$/, ['Quote Not Closed: line 2']],
  [/^unfit\.join/, ['variant 7 is a bundle: its parts hold the stock; there is no variant 8 in this store']],
];
const SAMPLES_OF_FILES: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>> = {
  'domain/orders/packing.ts': { problem: ['is not in this order', 'is one too many'] },
  'domain/orders/payments/remittance-file.ts': { what: ['tracking numbers', 'collected amounts'] },
  'domain/catalogue/places.ts': { what: ['price tier', 'warehouse'] },
  'domain/catalogue/part-rules.ts': { unfit: ['it is a bundle'] },
  'domain/storefile/csv/rows.ts': { problem: ['is required'] },
  'domain/storefile/faults/parts.ts': { problem: ['latte is a bundle'] },
  'domain/stock/lines.ts': { problem: ['only what was bought has a cost'] },
};
const STATES = ['canceled', 'pending', 'notified', 'booked', 'draft', 'collected', 'confirmed', 'delivered'];
const STATE = '\0';

function samplesOf(file: string, gap: string): readonly string[] {
  if (/ \? /.test(gap)) return sourceTexts(gap).flatMap((text) => messagesOf(file, text));
  const own = SAMPLES_OF_FILES[file]?.[gap] ?? SAMPLES.find(([expression]) => expression.test(gap))?.[1];
  return own ?? [/status$/i.test(gap) || gap === 'to' ? STATE : '7'];
}

/** What the text says, for all samples of its gaps. */
const messagesOf = (file: string, { texts, gaps }: SourceText): string[] =>
  gaps.reduce(
    (so, gap, i) => so.flatMap((one) => samplesOf(file, gap).map((sample) => `${one}${sample}${texts[i + 1]}`)),
    [texts[0] ?? ''],
  );

const inStates = (message: string): string[] =>
  message.includes(STATE) ? STATES.flatMap((state) => inStates(message.replace(STATE, state))) : [message];

const isThai = (text: string): boolean => /[ก-๛]/.test(text);

const hasThai = (message: string): boolean =>
  inStates(message).some((one) => isThai(refusalText('th', one)) || isThai(refusalText('th', one, { ofField: true })));

/** The second arguments of the file's refusals, as they are written. */
const refusalsOf = (source: string): string[] =>
  [...source.matchAll(/new (Refusal|Fault)(?=\()/g)].map(({ index, 0: { length }, 1: kind }) => {
    const call = source.slice(index + length, closing(source, index + length));
    return kind === 'Refusal' ? call.replace(/^\(\s*'\w+',/, '(') : call;
  });

const isElsewhere = (file: string, message: string) => ELSEWHERE.some((one) => one.test(`${file}: ${message}`));

test('every refusal that the office may show has a Thai text', () => {
  const lacking = sources.flatMap(({ file, source }) =>
    refusalsOf(source)
      .flatMap((wanted) => sourceTexts(wanted).flatMap((text) => messagesOf(file, text)))
      .filter((message) => !isElsewhere(file, message) && !OPERATORS.test(file) && !isThai(message) && !hasThai(message))
      .map((message) => `${file}: ${message}`),
  );
  assert.deepEqual(lacking, []);
});

/** Their faults end the program or a command. */
const OPERATORS = /^domain\/(pictures\/addon|storefile\/couriers)\.ts$/;

test('what refusals are put together from has a Thai text', () => {
  const lacking = sources
    .filter(({ file }) => PUT_TOGETHER.includes(file))
    .flatMap(({ file, source }) =>
      sourceTexts(source)
        .filter(({ texts }) => texts.join('').includes(' ') && !NO_MESSAGES.some((one) => one.test(texts.join('7'))))
        .flatMap((text) => messagesOf(file, text))
        .filter((message) => !hasThai(message))
        .map((message) => `${file}: ${message}`),
    );
  assert.deepEqual(lacking, []);
});

test('a refusal whose text stands elsewhere is in a file that the test above reads', () => {
  const followed = new Set(PUT_TOGETHER);
  const unknown = sources.flatMap(({ file, source }) =>
    refusalsOf(source)
      .filter((wanted) => sourceTexts(wanted).length === 0 && !followed.has(file) && !isElsewhere(file, wanted))
      .map((wanted) => `${file}: ${wanted}`),
  );
  assert.deepEqual(unknown, []);
});
