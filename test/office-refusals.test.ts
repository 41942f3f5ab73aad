import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';
import { answerText } from '../src/office/refusals/answers.ts';
import { TEMPLATES } from '../src/office/refusals/translate.ts';
import { refusalText } from '../src/office/refusals.ts';
import { closing, type SourceText, sourceTexts } from './source-texts.ts';

// The domain refuses in English; whoever reads it in the office reads Thai. What it may say is read off the sources.

const SRC = path.join(import.meta.dirname, '..', 'src');

/** What is heard by partners, couriers and on the command line only. */
const ELSEWHERE = [
  /^domain\/couriers\/adapters\//,
  /^domain\/orders\/tracking\/call-back\.ts/,
  /^domain\/channels\/(throttle|tokens)\.ts/,
  /^domain\/backups\/(check-copy|contents|copy-now|restore|s3\/copies)\.ts/,
  /^domain\/pictures\/addon\.ts/,
  /^domain\/storefile\/(couriers|load)\.ts/,
  /^lib\/certificate\.ts/,
  /: name the store: one of /,
];

/** Files whose refusals are put together from texts that stand elsewhere in them, or in one another: all of those count. */
const PUT_TOGETHER = [
  'domain/backups/sound.ts',
  'domain/backups/write-faults.ts',
  'domain/accounts/passwords.ts',
  'domain/catalogue/part-rules.ts',
  'domain/couriers/set-up.ts',
  'domain/couriers/settings.ts',
  'domain/orders/bookings/claim.ts',
  'domain/orders/bookings/answers.ts',
  'domain/orders/payments/promptpay.ts',
  'domain/orders/payments/remittance-file.ts',
  'domain/orders/store-settings.ts',
  'domain/pictures/prepare.ts',
  'domain/print/run.ts',
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
  'lib/concurrency-limit.ts',
];

/** Texts of those files that are no messages. */
const NO_MESSAGES = [
  /^\s|^; then: |^[7 ]*$/,
  /\b(SELECT|WHERE|INSERT|UPDATE|AND)\b/,
  /^it is (no variant|the same|a bundle|pulled|assembled)/,
  /^(COD|tracking) numbers$|^collected amounts$|^price tier$|^(put together|taken apart|written off)$/,
  /^(row|variant) 7 \(?7\)?$|^the (body|store file)$|^listening apps$|^a picture could not be read$/,
  /^printing ended with /, // an error of ours, which no page shows
];

const sources = readdirSync(SRC, { recursive: true, encoding: 'utf8' })
  .filter((file) => /^(domain|lib|office)\/.*\.tsx?$/.test(file))
  .sort()
  .map((file) => ({ file, source: readFileSync(path.join(SRC, file), 'utf8') }));

/** What may stand in a gap. All of several are tried; of states one must do. */
const SAMPLES: readonly (readonly [expression: RegExp, samples: readonly string[]])[] = [
  [/^IF_MORE$/, ['; where more has come, notify and confirm it']],
  [/^setting$/, ['', ', and the store’s cod_counts_as_ready is off']],
  [/^more$/, ['', ' (and 2 more)']],
  [/^why$/, ['order 7 is canceled', 'order 7 is not paid in full', 'nothing is received of order 7']],
  [/^doing$/, ['deducted', 'put together', 'taken apart', 'written off', 'transferred', 'shipped']],
  [/^kind$/, ['price tier', 'warehouse', 'courier', 'app']],
  [/hippingType$/, ['ems']],
  [/^place$/, ['products[0]']],
  [/^(field|key)$/, ['name']],
  [/^fault\(issues/, ['name must be a number']],
  [/^wholeText/, ['variant 9 (ลาเต้ เย็น)']],
  [/^columnProblem|^promptpayIdFault|^(fault|message)$/, ['must be a number']],
  [/^error\.message$/, ['Quote Not Closed: line 2']],
  [/^unfit\.join/, ['variant 7 is a bundle: its parts hold the stock; there is no variant 8 in this store']],
];
const SAMPLES_OF_FILES: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>> = {
  'domain/orders/packing.ts': { problem: ['is not in this order', 'is one too many'] },
  'domain/orders/payments/remittance-file.ts': { what: ['tracking numbers', 'collected amounts'] },
  'domain/catalogue/part-rules.ts': {
    unfit: [
      'it is no variant of the store',
      'it is the same',
      'it is a bundle',
      'it is pulled from another store',
      'it is assembled from that itself',
    ],
  },
  'domain/orders/bookings/claim.ts': { kind: ['numbers', 'COD numbers'] },
  'domain/storefile/csv/rows.ts': { problem: ['is required'] },
  'domain/storefile/faults/parts.ts': { problem: ['latte is a bundle'] },
  'domain/backups/s3/bucket.ts': { what: ['PUT raan-20261121-224730.db at https://s3.example/copies'] },
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

/** What the file's refusals and faults say, as it is written. */
const refusalsOf = (source: string): string[] =>
  [...source.matchAll(/new (?:Refusal|Fault)(?=\()/g)].map(({ index, 0: { length } }) =>
    source.slice(index + length, closing(source, index + length)).replace(/^\(\s*'\w+',/, '('),
  );

const isElsewhere = (file: string, message: string) => ELSEWHERE.some((one) => one.test(`${file}: ${message}`));

test('every refusal that the office may show has a Thai text', () => {
  const lacking = sources.flatMap(({ file, source }) =>
    refusalsOf(source)
      .flatMap((wanted) => sourceTexts(wanted).flatMap((text) => messagesOf(file, text)))
      .filter((message) => message !== '' && !isElsewhere(file, message) && !isThai(message) && !hasThai(message))
      .map((message) => `${file}: ${message}`),
  );
  assert.deepEqual(lacking, []);
});

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

test('a refusal of the domain whose text stands elsewhere is in a file that is read whole', () => {
  const followed = new Set([...PUT_TOGETHER, 'domain/storefile/csv/import.ts']);
  const unknown = sources
    .filter(({ file }) => !file.startsWith('office/') && !followed.has(file))
    .flatMap(({ file, source }) =>
      refusalsOf(source)
        .filter((wanted) => sourceTexts(wanted).length === 0 && !isElsewhere(file, wanted))
        .map((wanted) => `${file}: ${wanted}`),
    );
  assert.deepEqual(unknown, []);
});

test('templates name only gaps that there are, in both languages the same', () => {
  const gapsOf = (text: string) => [...text.matchAll(/\{(\w+)/g)].map(([, name]) => name).toSorted();
  const lost = TEMPLATES.filter(([english, thai]) => gapsOf(thai).some((gap) => !gapsOf(english).includes(gap)));
  assert.deepEqual(lost, []);
});

const WHOLE: readonly (readonly [message: string, thai: string])[] = [
  ['order 7 is canceled already', 'คำสั่งซื้อ 7 มีสถานะ “ยกเลิกแล้ว” อยู่แล้ว'],
  ['order 7 is expired', 'คำสั่งซื้อ 7 มีสถานะ “หมดเวลาชำระ” จึงทำรายการนี้ไม่ได้'],
  ['order 7 is paid already', 'คำสั่งซื้อ 7 ชำระครบแล้ว'],
  ['order 7 is not paid in full: there is nothing to give a receipt for', 'ออกใบเสร็จไม่ได้ เพราะคำสั่งซื้อ 7 ยังชำระไม่ครบ'],
  ['line 12.qty: 5 are needed, 3 are available', 'รายการ 12 จำนวน: ต้องการ 5 ชิ้น แต่พร้อมขาย 3 ชิ้น'],
  ['products[0].qty: 1200 are needed, 0 are available', 'รายการที่ 1 จำนวน: ต้องการ 1,200 ชิ้น แต่พร้อมขาย 0 ชิ้น'],
  ['products[1].sku is shared by variants 5, 9', 'รายการที่ 2 SKU: มีหลายสินค้าใช้ SKU นี้ (หมายเลข 5, 9)'],
  ['recipient_address.postal_code must be a whole number from 10000 to 99999', 'ผู้รับ รหัสไปรษณีย์: ต้องเป็นรหัสไปรษณีย์ 5 หลัก'],
  ['warehouse กรุงเทพ holds stock of 3 variants', 'คลัง กรุงเทพ ยังมีสต็อกสินค้า 3 รายการ'],
  ['payment 3 is rejected, it cannot be confirmed', 'การชำระเงิน 3 มีสถานะ “ปฏิเสธ” จึงเปลี่ยนเป็น “ยืนยันแล้ว” ไม่ได้'],
  ['shipment 4 is picked_up, it cannot be canceled', 'พัสดุ 4 มีสถานะ “ขนส่งรับแล้ว” จึงเปลี่ยนเป็น “ยกเลิกแล้ว” ไม่ได้'],
  [
    'the COD of order 7 is remitted, it cannot be failed',
    'คำสั่งซื้อ 7 มีสถานะ “COD ได้รับเงินแล้ว” จึงเปลี่ยนเป็น “COD เก็บเงินไม่ได้” ไม่ได้',
  ],
  ['amount is 1250.5, and 90 can be paid back', 'จำนวนเงิน: ใส่ไว้ ฿1,250.50 แต่คืนเงินได้อีก ฿90'],
  [
    'flash has 2 open bookings; drop or switch them first',
    'Flash Express มีคำขอเลขพัสดุค้าง 2 รายการ กรุณาเลิกขอหรือเปลี่ยนขนส่งก่อน',
  ],
  ['no ems shipment waits to be picked up', 'ไม่มีพัสดุ ไปรษณีย์ไทย EMS ที่รอส่งมอบ'],
  ['tracking_number EX123456785TH is on shipment 4 already', 'เลขพัสดุ: EX123456785TH ใช้กับพัสดุ 4 แล้ว'],
  ['only 3 of variant 9 are on hand, 5 cannot be written off', 'สินค้า #9 คงเหลือ 3 ชิ้น จึงตัดออก 5 ชิ้นไม่ได้'],
  [
    'lines[1]: variant 9 is a bundle: its parts hold the stock (and 2 more)',
    'บรรทัดที่ 2: สินค้า #9 เป็นชุดสินค้า สต็อกอยู่ที่ชิ้นส่วน (และอีก 2 รายการ)',
  ],
  [
    'take these off count sheet 3: there is no variant 8 in this store; variant 9 is pulled from another store, which holds the stock',
    'กรุณาเอาออกจากใบตรวจนับ #3 ก่อน: ไม่พบสินค้า #8 ในร้านนี้ / สินค้า #9 ดึงมาจากร้านอื่น สต็อกอยู่ที่ร้านต้นทาง',
  ],
  [
    'variant 5 cannot be deleted: it is a part of variant 9 (ชุด (เล็ก) A)',
    'ลบตัวเลือก #5 ไม่ได้ เพราะเป็นชิ้นส่วนของ “ชุด (เล็ก) A” (#9)',
  ],
  [
    'rows[2].price was changed by somebody else meanwhile: load the page anew',
    'แถวที่ 3 ราคา: มีคนอื่นแก้ไปแล้ว กรุณาโหลดหน้าใหม่',
  ],
  ['picture must not be larger than 10 MB', 'รูป: ต้องมีขนาดไม่เกิน 10 MB'],
  ['name มะลิ is another account’s already', 'มีบัญชีชื่อ มะลิ อยู่แล้ว'],
  ['too many wrong passwords; try again in 900 s', 'ใส่รหัสผ่านผิดหลายครั้ง กรุณารอ 900 วินาทีแล้วลองใหม่'],
  ["the store's quota of 1000 orders a month is used up", 'ร้านใช้โควตาคำสั่งซื้อ 1,000 รายการของเดือนนี้ครบแล้ว'],
  ['the body is over 2097152 bytes', 'ข้อมูลหรือไฟล์ใหญ่เกิน 2.0 MB'],
  ['row 2 price:ราคา ส่ง must be a number', 'แถว 2 คอลัมน์ price:ราคา ส่ง: ต้องเป็นตัวเลข'],
  [
    'row 4 product_name is required: there is no product tea yet',
    'แถว 4 คอลัมน์ product_name: ต้องระบุ เพราะยังไม่มีสินค้า tea',
  ],
  ['row 7 bundle[0].variant names no variant: absent', 'แถว 7 คอลัมน์ bundle[0].variant: ไม่พบสินค้ารหัส absent'],
  ['row 9 has more cells than the 10 columns', 'แถว 9: มีช่องเกินกว่า 10 คอลัมน์'],
  [
    'cod july.csv has no column known to hold the collected amounts: name it; it has a, b',
    'ไม่ทราบว่าคอลัมน์ใดในไฟล์ cod july.csv คือยอดที่เก็บได้ กรุณาระบุชื่อคอลัมน์ คอลัมน์ที่มี: a, b',
  ],
  [
    'S3: GET at https://s3.example/copies: 404 NoSuchBucket',
    'ไม่พบบักเก็ตที่ S3 (GET ที่ https://s3.example/copies: 404 NoSuchBucket)',
  ],
  [
    'S3: PUT raan-20261121-224730.db at https://s3.example/copies: 403 SignatureDoesNotMatch',
    'secret_key ของ S3 ไม่ถูกต้อง (PUT raan-20261121-224730.db ที่ https://s3.example/copies: 403 SignatureDoesNotMatch)',
  ],
  [
    'S3: GET at http://127.0.0.1:9/copies: connect ECONNREFUSED 127.0.0.1:9',
    'ติดต่อ S3 ไม่ได้ (GET ที่ http://127.0.0.1:9/copies: connect ECONNREFUSED 127.0.0.1:9)',
  ],
  [
    'S3: PUT a.db at https://s3.example/copies: 503 SlowDown',
    'S3 ไม่รับไฟล์สำรอง (PUT a.db ที่ https://s3.example/copies: 503 SlowDown)',
  ],
  [
    'the copy cannot be written to /mnt/copies: the disk is full; make room, or name another folder',
    'เขียนไฟล์สำรองที่ /mnt/copies ไม่ได้: ดิสก์เต็ม กรุณาเพิ่มที่ว่าง หรือกำหนดโฟลเดอร์อื่น',
  ],
  [
    'the backup is not sound: orders has 7 rows in place of 1200; stock does not agree with its ledger: run "raan stock repair"',
    'ไฟล์สำรองไม่สมบูรณ์: ตาราง orders มี 7 แถว ควรมี 1,200 แถว / สต็อกไม่ตรงกับรายการเคลื่อนไหว ให้ผู้ดูแลระบบใช้คำสั่ง raan stock repair',
  ],
  ['this is none that the domain says', 'this is none that the domain says'],
];

for (const [message, thai] of WHOLE)
  test(`in Thai: ${message}`, () => {
    assert.equal(refusalText('th', message), thai);
    assert.equal(refusalText('en', message), message);
  });

const OF_FIELD: readonly (readonly [problem: string, thai: string])[] = [
  ['must be at most 1000 characters', 'ยาวได้ไม่เกิน 1,000 ตัวอักษร'],
  ['is required', 'ต้องระบุ'],
  ['5 are needed, 3 are available', 'ต้องการ 5 ชิ้น แต่พร้อมขาย 3 ชิ้น'],
  ['is not one of this store', 'ไม่มีในร้านนี้ กรุณาเลือกใหม่'],
  ['กรุงเทพ holds stock of 3 variants', 'คลัง กรุงเทพ ยังมีสต็อกสินค้า 3 รายการ'],
  ['มะลิ is another account’s already', 'มีบัญชีชื่อ มะลิ อยู่แล้ว'],
  ['12.qty is 5, and 2 are left to ship', 'รายการ 12 จำนวน: ใส่ไว้ 5 ชิ้น แต่เหลือให้ส่ง 2 ชิ้น'],
];

for (const [problem, thai] of OF_FIELD)
  test(`at its field: ${problem}`, () => assert.equal(refusalText('th', problem, { ofField: true }), thai));

test('what a webhook’s receiver answered is said in Thai, a status or an unknown word as it came', () => {
  const said: [string, string][] = [
    ['503', '503'],
    [
      '10.1.2.3 is not a public address; webhooks.allow_networks does not list its network',
      '10.1.2.3 ไม่ใช่ที่อยู่บนอินเทอร์เน็ตสาธารณะ และไม่อยู่ใน webhooks.allow_networks ของไฟล์ตั้งค่า',
    ],
    ['no connection within 3000 ms', 'เชื่อมต่อไม่ได้ภายใน 3,000 มิลลิวินาที'],
    ['connect ECONNREFUSED 203.0.114.7:443', '203.0.114.7:443 ไม่เปิดรับการเชื่อมต่อ'],
    ['getaddrinfo ENOTFOUND shop.example', 'ไม่พบชื่อ shop.example (ENOTFOUND)'],
    ['something else', 'something else'],
  ];
  for (const [answer, thai] of said) {
    assert.equal(answerText('th', answer), thai);
    assert.equal(answerText('en', answer), answer);
  }
});
