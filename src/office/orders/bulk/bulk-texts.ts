import { count } from '../../../lib/number-format.ts';
import { bilingual } from '../../bilingual.ts';

const orders = (n: number): string => (n === 1 ? '1 order' : `${count(n)} orders`);

export const bulkTexts = bilingual({
  back: ['คำสั่งซื้อ', 'Orders'],
  paid: ['บันทึกรับเงิน', 'Mark as paid'],
  confirm: ['ยืนยันยอดโอน', 'Confirm payments'],
  cancel: ['ยกเลิกคำสั่งซื้อ', 'Cancel orders'],
  book: ['ขอเลขพัสดุ', 'Request tracking numbers'],
  deliver: ['บันทึกว่าส่งถึงแล้ว', 'Mark as delivered'],
  tag: ['ติดแท็ก', 'Add tag'],
  paidHint: [
    'บันทึกว่าได้รับเงินครบตามยอดค้างชำระของแต่ละคำสั่งซื้อ คำสั่งซื้อที่ชำระครบจะพร้อมจัดส่ง',
    'Records a payment of each order’s balance due. Paid orders become ready to ship.',
  ],
  confirmHint: [
    'ตรวจในบัญชีธนาคารก่อนว่าเงินเข้าครบทุกยอด ยอดในสลิปตรงกับยอดค้างชำระ คำสั่งซื้อที่ชำระครบจะพร้อมจัดส่ง',
    'First check that each amount has arrived in your bank account. The submitted amounts equal the balances due. Paid orders become ready to ship.',
  ],
  cancelHint: [
    'ยกเลิกพัสดุที่ได้เลขแล้วและเลิกจองสต็อก ย้อนกลับไม่ได้ เงินที่ลูกค้าชำระแล้วต้องคืนเองในคำสั่งซื้อ',
    'Cancels parcels that have a tracking number and releases the reserved stock. This cannot be undone. Refund paid orders on their pages.',
  ],
  bookHint: ['ขอเลขพัสดุจากขนส่งของแต่ละคำสั่งซื้อ', 'Requests a tracking number from the courier of each order.'],
  deliverHint: [
    'เปลี่ยนพัสดุที่กำลังจัดส่งเป็น “ส่งถึงแล้ว” สถานะ COD จะเปลี่ยนเป็น “COD รอขนส่งโอน”',
    'Marks the parcels in transit as delivered. Their COD status changes to “COD awaiting payout”.',
  ],
  tagHint: ['ติดแท็กเดียวกันให้ทุกคำสั่งซื้อ', 'Adds the same tag to each order.'],
  method: ['วิธีชำระเงิน', 'Payment method'],
  willChange: [(n: number) => `จะทำรายการ ${count(n)} คำสั่งซื้อ`, (n: number) => `${orders(n)} will be changed`],
  skipped: [(n: number) => `ข้าม ${count(n)} คำสั่งซื้อ`, (n: number) => `${orders(n)} will be skipped`],
  wasSkipped: [(n: number) => `ข้ามไป ${count(n)} คำสั่งซื้อ`, (n: number) => `${orders(n)} skipped`],
  done: [(n: number) => `ทำแล้ว ${count(n)} คำสั่งซื้อ`, (n: number) => `${orders(n)} changed`],
  nothing: ['ไม่มีคำสั่งซื้อที่ทำรายการนี้ได้', 'No order can be changed'],
  confirmPaid: [(n: number) => `บันทึกรับเงิน ${count(n)} คำสั่งซื้อ`, (n: number) => `Mark ${orders(n)} as paid`],
  confirmConfirm: [(n: number) => `ยืนยันยอดโอน ${count(n)} คำสั่งซื้อ`, (n: number) => `Confirm payments of ${orders(n)}`],
  confirmCancel: [(n: number) => `ยกเลิก ${count(n)} คำสั่งซื้อ`, (n: number) => `Cancel ${orders(n)}`],
  confirmBook: [
    (n: number) => `ขอเลขพัสดุ ${count(n)} คำสั่งซื้อ`,
    (n: number) => `Request tracking numbers for ${orders(n)}`,
  ],
  confirmDeliver: [(n: number) => `บันทึกว่าส่งถึงแล้ว ${count(n)} คำสั่งซื้อ`, (n: number) => `Mark ${orders(n)} as delivered`],
  confirmTag: [(n: number) => `ติดแท็ก ${count(n)} คำสั่งซื้อ`, (n: number) => `Tag ${orders(n)}`],
  running: [
    (done: number, all: number) => `กำลังทำ… ${count(done)} จาก ${count(all)}`,
    (done: number, all: number) => `In progress: ${count(done)} of ${count(all)}`,
  ],
  runningHint: ['ปิดหน้านี้ได้ ระบบจะทำต่อจนเสร็จ', 'You can close this page. It continues in the background.'],
  order: ['คำสั่งซื้อ', 'Order'],
  customer: ['ผู้รับ', 'Recipient'],
  slip: ['สลิป', 'Slip'],
  due: ['ค้างชำระ', 'Balance due'],
  totalDue: ['ยอดค้างชำระรวม', 'Total balance due'],
  more: [(n: number) => `และอีก ${count(n)} คำสั่งซื้อ`, (n: number) => `and ${count(n)} more`],
  addNumbers: ['ใส่เลขพัสดุ', 'Add tracking numbers'],
  toList: ['กลับหน้าคำสั่งซื้อ', 'Back to orders'],
});
