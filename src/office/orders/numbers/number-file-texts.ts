import type { NumberProblem } from '../../../domain/orders/shipments/number-matches.ts';
import { bilingual } from '../../bilingual.ts';

export const numberFileTexts = bilingual({
  title: ['ใส่เลขพัสดุจากไฟล์ขนส่ง', 'Tracking numbers from a file'],
  hint: [
    'ดาวน์โหลดไฟล์รายการพัสดุ (Excel หรือ CSV) จากเว็บของขนส่ง แล้วเลือกไฟล์ที่นี่ ระบบจับคู่ด้วยเลขคำสั่งซื้อ หรือเบอร์โทรกับรหัสไปรษณีย์ของผู้รับ และให้ตรวจก่อนบันทึก',
    'Download the list of parcels (Excel or CSV) from the courier’s website and choose it here. Rows are matched by order number, or by the recipient’s phone number and postal code. You review them before anything is saved.',
  ],
  file: ['ไฟล์จากขนส่ง (Excel หรือ CSV)', 'File from the courier (Excel or CSV)'],
  fileAgain: ['ไฟล์ใหญ่ เลือกไฟล์เดิมอีกครั้ง', 'The file is large. Choose it again.'],
  check: ['ตรวจไฟล์', 'Review file'],
  preview: ['ตรวจการจับคู่', 'Review matches'],
  columns: ['คอลัมน์ในไฟล์', 'Columns in the file'],
  number: ['เลขพัสดุ', 'Tracking number'],
  reference: ['เลขคำสั่งซื้อ', 'Order number'],
  telephone: ['เบอร์โทรผู้รับ', 'Recipient phone'],
  postal_code: ['รหัสไปรษณีย์ผู้รับ', 'Recipient postal code'],
  noColumn: ['ไม่มี', 'None'],
  again: ['จับคู่ใหม่', 'Match again'],
  chooseNumber: ['เลือกคอลัมน์เลขพัสดุ', 'Choose the tracking number column'],
  chooseOrder: [
    'เลือกคอลัมน์เลขคำสั่งซื้อ หรือเบอร์โทรกับรหัสไปรษณีย์',
    'Choose the order number column, or the phone number and postal code columns',
  ],
  matched: [(rows: string) => `จับคู่ได้ ${rows} แถว`, (rows: string) => `Rows that match an order: ${rows}`],
  applied: [
    (rows: string) => `มีเลขพัสดุแล้ว ${rows} แถว ไม่มีอะไรเปลี่ยน`,
    (rows: string) => `Already applied, nothing changes: ${rows}`,
  ],
  problems: [(rows: string) => `จับคู่ไม่ได้ ${rows} แถว`, (rows: string) => `Skipped rows: ${rows}`],
  more: [
    (rows: string) => `และอีก ${rows} แถว`,
    (rows: string) => (rows === '1' ? 'and 1 more row' : `and ${rows} more rows`),
  ],
  apply: [
    (rows: string) => `บันทึกเลขพัสดุ ${rows} รายการ`,
    (rows: string) => (rows === '1' ? 'Add 1 tracking number' : `Add ${rows} tracking numbers`),
  ],
  done: [(rows: string) => `บันทึกเลขพัสดุแล้ว ${rows} รายการ`, (rows: string) => `Tracking numbers added: ${rows}`],
  failed: [(rows: string) => `บันทึกไม่ได้ ${rows} รายการ`, (rows: string) => `Not added: ${rows}`],
  changed: ['ข้อมูลในไฟล์ไม่ตรงกับที่แสดงไว้ เลือกไฟล์ใหม่', 'The rows differ from those shown before. Choose the file again.'],
  row: ['แถว', 'Row'],
  order: ['คำสั่งซื้อ', 'Order'],
  recipient: ['ผู้รับ', 'Recipient'],
  problem: ['ปัญหา', 'Problem'],
  toPack: ['แพ็กสินค้า', 'Packing'],
});

export const problemText = bilingual({
  no_number: ['ไม่มีเลขพัสดุ', 'No tracking number'],
  unknown: ['ไม่พบคำสั่งซื้อที่รอเลขพัสดุ', 'No order waiting for a tracking number matches'],
  ambiguous: ['ตรงกับหลายคำสั่งซื้อ', 'Several orders match'],
  repeated: ['ซ้ำกับแถวก่อนหน้า', 'Duplicate of an earlier row'],
  taken: ['เลขนี้ใช้กับคำสั่งซื้ออื่นแล้ว', 'Another order has this number'],
  impossible: ['บันทึกไม่ได้', 'Cannot be added'],
} satisfies Record<NumberProblem['kind'], readonly [string, string]>);
