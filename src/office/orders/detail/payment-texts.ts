import { fieldLabelPair } from '../../../lib/messages/field-labels.ts';
import { afterThai } from '../../../lib/text.ts';
import { bilingual } from '../../bilingual.ts';

export const paymentTexts = bilingual({
  transferDetails: ['รายละเอียดการโอน', 'Transfer details'],
  payTime: fieldLabelPair('pay_time'),
  bankAccount: ['เข้าบัญชี', 'Received in'],
  bankAccountHint: ['เงินสดไม่ลงบัญชีธนาคาร', 'Not used for cash'],
  sendingBank: ['โอนจากธนาคาร', 'Customer’s bank'],
  reference: ['เลขอ้างอิงการโอน', 'Transfer reference'],
  referenceHint: ['ระบบอ่านจาก QR บนสลิปให้เอง', 'raan reads it from the QR code of the slip'],
  transferSaved: ['บันทึกรายละเอียดการโอนแล้ว', 'Transfer details saved'],
  from: [(bank: string) => `จาก${afterThai(bank)}`, (bank: string) => `from ${bank}`],
  into: [(account: string) => `เข้า${afterThai(account)}`, (account: string) => `into ${account}`],
  referenceIs: [(reference: string) => `อ้างอิง ${reference}`, (reference: string) => `reference ${reference}`],
  usedReference: ['ยอดโอนนี้ใช้ไปแล้วกับ', 'This transfer was also used for'],
  alsoReported: ['ยอดโอนนี้แจ้งซ้ำกับ', 'This transfer was also submitted for'],
  tooMuch: [
    (amount: string) => `ถ้ายืนยันยอดนี้ จะเป็นการชำระเกิน ${amount}`,
    (amount: string) => `Confirming this payment makes the order overpaid by ${amount}`,
  ],
  tooMuchClosed: [
    (amount: string) => `คำสั่งซื้อนี้จบแล้ว ถ้ายืนยันยอดนี้ ต้องคืนเงินลูกค้า ${amount}`,
    (amount: string) => `The order is closed. If you confirm this payment, ${amount} must be refunded.`,
  ],
  refundMethod: ['วิธีคืนเงิน', 'Refund method'],
  refundReduces: [
    (amount: string, method: string) => `คืน ${amount} (${method}) โดยหักจากยอดที่ชำระ`,
    (amount: string, method: string) => `A refund of ${amount} (${method}) reduces these payments`,
  ],
  refundShare: [
    (payment: string, share: string) => `${payment} คืน ${share}`,
    (payment: string, share: string) => `${payment}: refund ${share}`,
  ],
  credit_note: ['ใบลดหนี้', 'Credit note'],
  refund_voucher: ['ใบสำคัญคืนเงิน', 'Refund voucher'],
  print: ['พิมพ์', 'Print'],
  documentHint: [
    'คำสั่งซื้อนี้ออกใบเสร็จแล้ว เมื่อคืนเงิน ระบบจะออกใบลดหนี้หรือใบสำคัญคืนเงินให้ หมายเหตุด้านล่างจะพิมพ์เป็นเหตุผลในเอกสาร',
    'A receipt was issued, so this refund creates a credit note or refund voucher. Your note is printed as the reason.',
  ],
  verify: ['ตรวจสลิปอีกครั้ง', 'Verify again'],
  verifyNow: ['ตรวจสลิปอัตโนมัติ', 'Verify transfer'],
  verifying: ['เริ่มตรวจสลิปอัตโนมัติแล้ว', 'Transfer is being verified'],
  isVerifying: ['กำลังตรวจสลิปอัตโนมัติ', 'Verifying the transfer…'],
  tryAgainAt: ['จะลองใหม่', 'next attempt'],
  isUnknown: [
    'บริการตรวจสลิปยืนยันยอดนี้ไม่ได้ กรุณาตรวจเงินเข้าบัญชีเองก่อนยืนยัน',
    'The service could not verify the transfer. Check your account before you confirm.',
  ],
  isRefused: ['บริการตรวจสลิปไม่พบยอดโอนนี้', 'The service found no such transfer'],
  isConfirmed: ['ตรวจสลิปแล้ว ยอดโอนถูกต้อง', 'Transfer verified'],
  isMismatched: ['ยอดโอนมีจริง แต่ไม่ตรงกับที่แจ้ง', 'The transfer exists but differs from this payment'],
  confirmedAmount: ['จำนวนเงิน', 'Amount'],
  confirmedReceiver: ['บัญชีผู้รับ', 'Receiving account'],
  confirmedTime: ['เวลาที่โอน', 'Transfer time'],
  zoom: ['ขยายสลิป', 'View larger'],
  close: ['ปิด', 'Close'],
});
