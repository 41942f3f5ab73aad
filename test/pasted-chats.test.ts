import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseAddress } from '../src/lib/thai-address/parse.ts';
import { type Expected, partsOf } from './pasted-address-steps.ts';

// Pasted messages say more than the address.

test('polite particles at the end are dropped, and names or places that sound like them stay', () => {
  const polite = [
    'ส่งที่ค่ะ 55/12 ซ.ลาดพร้าว 1 แขวงจอมพล เขตจตุจักร กทม 10900 คุณแอน 0812345678',
    'คุณแอน ครับ\nที่อยู่นะคะ 55/12 ซ.ลาดพร้าว 1 แขวงจอมพล เขตจตุจักร กทม 10900ค่ะ 0812345678 คับ ขอบคุณมากค่ะ',
    'ชื่อ คุณแอนค่ะ 0812345678 ส่งที่ครับ 55/12 ซ.ลาดพร้าว 1 แขวงจอมพล เขตจตุจักร กทม 10900',
  ];
  for (const text of polite) {
    const { name, address1, district } = parseAddress(text);
    assert.deepEqual([name, address1, district], ['คุณแอน', '55/12 ซ.ลาดพร้าว 1', 'จตุจักร'], text);
  }
  const { name, address1, sub_district } = parseAddress('พี่คับ 12 ถ.บังคับ ต.บังคับ อ.เมือง จ.เลย 42000');
  assert.deepEqual([name, address1, sub_district], ['พี่คับ', '12 ถ.บังคับ', 'บังคับ']);
});

/** Chat messages that say more than the address, with whether they ask for cash on delivery. */
const CHATS: [string, Expected, cod: boolean][] = [
  [
    'ส่งที่ คุณนภา 12/3 ม.4 บางพลีใหญ่ บางพลี สมุทรปราการ 10540 โทร.0891234567 เก็บปลายทาง',
    ['คุณนภา', '0891234567', '12/3 ม.4', 'บางพลีใหญ่', 'บางพลี', 'สมุทรปราการ', 10540],
    true,
  ],
  [
    'คุณนภา\n12/3 ม.4 ต.บางพลีใหญ่ อ.บางพลี จ.สมุทรปราการ 10540\n0891234567\nเก็บเงินปลายทาง',
    ['คุณนภา', '0891234567', '12/3 ม.4', 'บางพลีใหญ่', 'บางพลี', 'สมุทรปราการ', 10540],
    true,
  ],
  [
    'สั่งเสื้อแดง 2 ตัวค่ะ\nคุณนภา 0891234567\n12/3 ม.4 ต.บางพลีใหญ่ อ.บางพลี จ.สมุทรปราการ 10540',
    ['คุณนภา', '0891234567', '12/3 ม.4', 'บางพลีใหญ่', 'บางพลี', 'สมุทรปราการ', 10540],
    false,
  ],
  [
    'นภา ใจดี 0891234567 9 ถ.สุขุมวิท ปากน้ำ เมือง สมุทรปราการ 10270',
    ['นภา ใจดี', '0891234567', '9 ถ.สุขุมวิท', 'ปากน้ำ', 'เมืองสมุทรปราการ', 'สมุทรปราการ', 10270],
    false,
  ],
  [
    'สวัสดีค่ะ สนใจเสื้อยืดไซส์ 40 จำนวน 3 ตัว ส่งที่ นายสมชาย ใจดี 45/6 ม.2 ต.บางเมือง อ.เมือง จ.สมุทรปราการ 10270 0812345678 เก็บเงินปลายทางค่ะ',
    ['นายสมชาย ใจดี', '0812345678', '45/6 ม.2', 'บางเมือง', 'เมืองสมุทรปราการ', 'สมุทรปราการ', 10270],
    true,
  ],
  [
    'COD\nอรทัย แสงทอง\n22 ถ.พหลโยธิน อนุสาวรีย์ บางเขน กรุงเทพ 10220\n081-234-5678',
    ['อรทัย แสงทอง', '0812345678', '22 ถ.พหลโยธิน', 'อนุสาวรีย์', 'บางเขน', 'กรุงเทพมหานคร', 10220],
    true,
  ],
  [
    'รบกวนส่งที่ คุณเอก 88/1 ซ.รามคำแหง 24 หัวหมาก บางกะปิ กทม 10240 โทร 0898887777 ขอเก็บปลายทาง 10590 บาทนะคะ',
    ['คุณเอก', '0898887777', '88/1 ซ.รามคำแหง 24', 'หัวหมาก', 'บางกะปิ', 'กรุงเทพมหานคร', 10240],
    true,
  ],
  [
    'ขอสั่งซื้อค่ะ\nสมหญิง รักไทย\n7 ถ.เทพารักษ์ บางพลีใหญ่ บางพลี สมุทรปราการ 10540\n0812345678\nโอนแล้วค่ะ',
    ['สมหญิง รักไทย', '0812345678', '7 ถ.เทพารักษ์', 'บางพลีใหญ่', 'บางพลี', 'สมุทรปราการ', 10540],
    false,
  ],
  [
    'เอาเสื้อแดง 2 ตัว กับกางเกง 1 ตัวครับ สมปอง ทองดี 0812345678 5 ม.1 ต.สุเทพ อ.เมือง จ.เชียงใหม่ 50200 จ่ายปลายทางครับ',
    ['สมปอง ทองดี', '0812345678', '5 ม.1', 'สุเทพ', 'เมืองเชียงใหม่', 'เชียงใหม่', 50200],
    true,
  ],
  [
    'รับขวัญ สั่งสม 0812345678 5 ซ.สวัสดี ต.สุเทพ อ.เมือง จ.เชียงใหม่ 50200',
    ['รับขวัญ สั่งสม', '0812345678', '5 ซ.สวัสดี', 'สุเทพ', 'เมืองเชียงใหม่', 'เชียงใหม่', 50200],
    false,
  ],
];

for (const [text, expected, cod] of CHATS)
  test(`“${text.replace(/\s+/g, ' ').slice(0, 60)}” is split, without what is said about the order`, () => {
    const found = parseAddress(text);
    assert.deepEqual([...partsOf(found), found.cod ?? false], [...expected, cod]);
  });

test('a wish for a courier is dropped, and places with such a name stay', () => {
  const place = '12/3 ม.4 ต.บางพลีใหญ่ อ.บางพลี จ.สมุทรปราการ 10540';
  const wishes = [
    'ส่ง flash',
    'ส่งแฟลชนะคะ',
    'ขอส่ง EMS ค่ะ',
    'ส่งด่วนครับ',
    'ส่งด้วย J&T',
    'จัดส่งทางไปรษณีย์',
    'ส่ง Kerry เก็บปลายทาง',
  ];
  for (const wish of wishes)
    for (const text of [`คุณนภา 0891234567\n${place}\n${wish}`, `${wish}\nคุณนภา 0891234567 ${place}`]) {
      const { name, address1 } = parseAddress(text);
      assert.deepEqual([name, address1], ['คุณนภา', '12/3 ม.4'], text);
    }
  const { address1 } = parseAddress(`คุณนภา 0891234567 ส่ง ไปรษณีย์บางพลี ${place}`);
  assert.match(address1 ?? '', /ไปรษณีย์บางพลี/);
  assert.equal(parseAddress(`ร้านด่วน 0891234567 ${place}`).name, 'ร้านด่วน');
});

test('a message that declines cash on delivery does not ask for it', () => {
  const { cod, name } = parseAddress('คุณแอน 0812345678 12 ต.สุเทพ อ.เมือง เชียงใหม่ 50200 ไม่เก็บปลายทางนะคะ');
  assert.deepEqual([cod, name], [undefined, 'คุณแอน']);
});

test('a tax ID goes to its field, with the head office or the branch beside it', () => {
  const taxOf = (text: string) => {
    const { name, address1, legal_entity_id, branch_type, branch_number } = parseAddress(text);
    return [name, address1, legal_entity_id, branch_type, branch_number];
  };
  const place = '99 ถ.สีลม แขวงสีลม เขตบางรัก กทม 10500';
  assert.deepEqual(taxOf(`บริษัท ไทยดี จำกัด (สำนักงานใหญ่) เลขผู้เสียภาษี 0105500000001\n${place}`), [
    ...['บริษัท ไทยดี จำกัด', '99 ถ.สีลม', '0105500000001', 'h', undefined],
  ]);
  assert.deepEqual(taxOf(`บริษัท ไทยดี จำกัด สาขาที่ 00002 เลขประจำตัวผู้เสียภาษี: 0-1055-00000-00-1\n${place}`), [
    ...['บริษัท ไทยดี จำกัด', '99 ถ.สีลม', '0105500000001', 'b', '00002'],
  ]);
  assert.deepEqual(taxOf(`ห้างไทยดี Tax ID 0105500000001 สำนักงานใหญ่\n${place}`), [
    ...['ห้างไทยดี', '99 ถ.สีลม', '0105500000001', 'h', undefined],
  ]);
  assert.deepEqual(taxOf(`ร้านไทยดี สาขา 2\n${place}`).slice(2), [undefined, undefined, undefined]);
});

/** Remarks in lines of their own, and the address without them. */
const REMARKS: [string, remark: string | undefined, address1: string, name: string][] = [
  ['คุณนภา\n0891234567\n12/3 ม.4 ต.บางพลีใหญ่ อ.บางพลี จ.สมุทรปราการ 10540\nขอสีแดงนะคะ', 'ขอสีแดงนะคะ', '12/3 ม.4', 'คุณนภา'],
  [
    'นภา ใจดี\nขอสีแดงนะคะ\n12/3 ม.4 ต.บางพลีใหญ่ อ.บางพลี จ.สมุทรปราการ 10540\n0891234567',
    'ขอสีแดงนะคะ',
    '12/3 ม.4',
    'นภา ใจดี',
  ],
  [
    'นภา ใจดี 0891234567\n12/3 ม.4 ต.บางพลีใหญ่ อ.บางพลี จ.สมุทรปราการ 10540\nของขวัญวันเกิดค่ะ\nโทรก่อนส่งด้วยครับ',
    'ของขวัญวันเกิด\nโทรก่อนส่งด้วย',
    '12/3 ม.4',
    'นภา ใจดี',
  ],
  ['12/3 ม.4 ต.บางพลีใหญ่ อ.บางพลี จ.สมุทรปราการ 10540\nสีดา ใจดี 0891234567', undefined, '12/3 ม.4', 'สีดา ใจดี'],
  ['สีดา ใจดี\n0891234567\n12/3 ม.4 ต.บางพลีใหญ่ อ.บางพลี จ.สมุทรปราการ 10540', undefined, '12/3 ม.4', 'สีดา ใจดี'],
  [
    'นภา ใจดี 0891234567\n12/3 ม.4 ต.บางพลีใหญ่ อ.บางพลี จ.สมุทรปราการ 10540\nใกล้เซเว่น',
    undefined,
    '12/3 ม.4 ใกล้เซเว่น',
    'นภา ใจดี',
  ],
];

for (const [text, ...expected] of REMARKS)
  test(`the remark of “${text.replace(/\s+/g, ' ').slice(0, 80)}” is no part of the address`, () => {
    const { remark, address1 = '', name = '' } = parseAddress(text);
    assert.deepEqual([remark, address1, name], expected);
  });
